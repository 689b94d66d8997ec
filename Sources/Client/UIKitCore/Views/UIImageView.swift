import CoreGraphics
import Foundation
import QuartzCore

/// A view that shows a picture, or several in turn. It takes no touches unless a program sets
/// `isUserInteractionEnabled`.
open class UIImageView: UIView {
    private static let filmKey = "org.mica.UIKit.images"
    /// The key of the film of an animated picture.
    private static let ownFilmKey = "org.mica.UIKit.image"

    /// Makes a view without a picture.
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Makes a view as large as a picture.
    public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

    /// Makes a view as large as a picture, with another picture to show while highlighted.
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        isUserInteractionEnabled = false
        (self.image, self.highlightedImage) = (image, highlightedImage)
        showImage()
    }

    /// Reads a view from an archive.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        image = coder.optionalObject(of: UIImage.self, forKey: "UIImage")
        highlightedImage = coder.optionalObject(of: UIImage.self, forKey: "UIHighlightedImage")
        coder.readFlag(forKey: "UIHighlighted") { isHighlighted = $0 }
        if coder.containsValue(forKey: "UIAnimationImages") {
            animationImages =
                coder.decodeObject(of: [NSArray.self, UIImage.self], forKey: "UIAnimationImages") as? [UIImage]
            coder.readNumber(forKey: "UIAnimationDuration") { animationDuration = Double($0) }
            animationRepeatCount = coder.decodeInteger(forKey: "UIAnimationRepeatCount")
        }
        showImage()
        coder.readNib(self, as: UIImageView.self)
    }

    /// Writes the view with its picture into an archive.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        coder.encodeOptional(image, forKey: "UIImage")
        coder.encodeOptional(highlightedImage, forKey: "UIHighlightedImage")
        coder.encode(isHighlighted, forKey: "UIHighlighted")
        guard let animationImages else { return }
        coder.encode(animationImages as NSArray, forKey: "UIAnimationImages")
        coder.encode(animationDuration, forKey: "UIAnimationDuration")
        coder.encode(animationRepeatCount, forKey: "UIAnimationRepeatCount")
    }

    /// The picture; nil for none. A new one shows at once, in animations too.
    open var image: UIImage? {
        didSet {
            guard image !== oldValue else { return }
            if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
            showImage()
        }
    }

    override var standardAccessibilityTraits: UIAccessibilityTraits { .image }

    /// The picture while the view is highlighted; nil for `image`.
    open var highlightedImage: UIImage? {
        didSet { if isHighlighted { showImage() } }
    }

    /// Whether the view shows `highlightedImage`; false at first.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { showImage() } }
    }

    /// The size and weight of symbols that the view shows; nil for those of the picture. *Source*: Apple,
    /// UIImageView.preferredSymbolConfiguration.
    open var preferredSymbolConfiguration: UIImage.SymbolConfiguration? {
        didSet {
            guard preferredSymbolConfiguration != oldValue else { return }
            invalidateIntrinsicContentSize()
            showImage()
        }
    }

    /// A picture as the view shows it: a symbol has the view's configuration.
    private func configured(_ image: UIImage?) -> UIImage? {
        guard let image, image.isSymbolImage, let preferredSymbolConfiguration else { return image }
        return image.applyingSymbolConfiguration(preferredSymbolConfiguration)?
            .withRenderingMode(image.renderingMode) ?? image
    }

    private func showImage() {
        let shown = configured(isHighlighted ? highlightedImage ?? image : image)?.shown(in: traitCollection)
        layer.contents = shown.flatMap { picture(of: $0).cgImage }
        layer.contentsScale = shown?.scale ?? screenScale
        layer.removeAnimation(forKey: Self.ownFilmKey)
        if let shown, let images = shown.images {
            layer.add(film(of: images, duration: shown.duration), forKey: Self.ownFilmKey)
        }
        layer.contentsCenter = shown.map { Self.center(of: $0) } ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    }

    /// The part of a picture that is stretched: all but its caps. Layers cannot tile, so a part to be tiled is
    /// stretched, too.
    private static func center(of image: UIImage) -> CGRect {
        let (size, caps) = (image.size, image.capInsets)
        guard caps != .zero, size.width > 0, size.height > 0 else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
        return CGRect(
            x: caps.left / size.width, y: caps.top / size.height,
            width: max(0, 1 - (caps.left + caps.right) / size.width),
            height: max(0, 1 - (caps.top + caps.bottom) / size.height))
    }

    /// The picture as the view shows it: a template as its shape in the tint colour.
    private func picture(of image: UIImage) -> UIImage {
        if image.renderingMode == .alwaysTemplate {
            return image.withTintColor(UIColor(cgColor: resolved(tintColor)), renderingMode: .alwaysTemplate)
        }
        guard image.imageOrientation != .up else { return image }
        return image.upright
    }

    /// Draws templates in the new tint colour.
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        let shown = isHighlighted ? highlightedImage ?? image : image
        if shown?.renderingMode == .alwaysTemplate { showImage() }
    }

    override func adoptStyle() {
        super.adoptStyle()
        if image != nil || highlightedImage != nil { showImage() }
    }

    /// The picture's size; the size of the bounds without one. *Source*: Apple, UIView.sizeThatFits(_:) of image views.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { configured(image)?.size ?? bounds.size }

    /// The picture's size; none without one.
    open override var intrinsicContentSize: CGSize {
        configured(image)?.size ?? super.intrinsicContentSize
    }

    // MARK: Films

    /// The pictures that are shown in turn; nil for none. Setting them stops the animation.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// The duration of one round of all pictures, in seconds; 0, as at first, stands for a thirtieth for each picture.
    open var animationDuration: TimeInterval = 0

    /// The number of rounds; 0, as at first, repeats for ever.
    open var animationRepeatCount = 0

    /// Begins to show `animationImages` in turn.
    open func startAnimating() {
        guard let images = animationImages, !images.isEmpty else { return }
        let duration = animationDuration > 0 ? animationDuration : Double(images.count) / 30
        let film = film(of: images, duration: duration)
        if animationRepeatCount > 0 { film.repeatCount = Float(animationRepeatCount) }
        layer.add(film, forKey: Self.filmKey)
    }

    /// An animation that shows pictures in turn, for ever.
    private func film(of images: [UIImage], duration: Double) -> CAKeyframeAnimation {
        let film = CAKeyframeAnimation(keyPath: "contents")
        film.values = images.compactMap { picture(of: $0.shown(in: traitCollection)).cgImage }
        film.calculationMode = .discrete
        film.duration = duration
        film.repeatCount = .infinity
        return film
    }

    /// Stops showing pictures in turn, and shows `image` again.
    open func stopAnimating() { layer.removeAnimation(forKey: Self.filmKey) }

    /// Whether pictures are being shown in turn.
    open var isAnimating: Bool { layer.animation(forKey: Self.filmKey) != nil }
}
