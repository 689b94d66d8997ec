import CoreGraphics
import Foundation
import QuartzCore

/// A view that shows a picture, or pictures one after another. It is not touched, unless a program says so.
///
/// *Source*: Apple, UIImageView.
open class UIImageView: UIView {
    private static let filmKey = "org.mica.UIKit.images"

    /// Makes a view without a picture. *Source*: Apple, UIView.init(frame:).
    public override init(frame: CGRect) {
        super.init(frame: frame)
        isUserInteractionEnabled = false
    }

    /// Makes a view of a picture's size. *Source*: Apple, UIImageView.init(image:).
    public convenience init(image: UIImage?) { self.init(image: image, highlightedImage: nil) }

    /// Makes a view of a picture's size, with another picture for when it is highlighted. *Source*: Apple,
    /// UIImageView.init(image:highlightedImage:).
    public init(image: UIImage?, highlightedImage: UIImage?) {
        super.init(frame: CGRect(origin: .zero, size: image?.size ?? .zero))
        isUserInteractionEnabled = false
        (self.image, self.highlightedImage) = (image, highlightedImage)
        showImage()
    }

    /// Reads a view from an archive. *Source*: Apple, UIView.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        image = coder.optionalObject(of: UIImage.self, forKey: "UIImage")
        showImage()
    }

    /// Writes the view with its picture into an archive. *Source*: Apple, NSCoding.
    open override func encode(with coder: NSCoder) {
        super.encode(with: coder)
        if let image { coder.encode(image, forKey: "UIImage") }
    }

    /// The picture; nil for none. It takes the place of another at once, in animations too. *Source*: Apple, UIImageView.image.
    open var image: UIImage? {
        didSet {
            guard image !== oldValue else { return }
            if image?.size != oldValue?.size { invalidateIntrinsicContentSize() }
            showImage()
        }
    }

    override var standardAccessibilityTraits: UIAccessibilityTraits { .image }

    /// The picture for when the view is highlighted; nil for the same. *Source*: Apple, UIImageView.highlightedImage.
    open var highlightedImage: UIImage? {
        didSet { if isHighlighted { showImage() } }
    }

    /// Whether the view is highlighted. *Source*: Apple, UIImageView.isHighlighted.
    open var isHighlighted = false {
        didSet { if isHighlighted != oldValue { showImage() } }
    }

    private func showImage() {
        let shown = isHighlighted ? highlightedImage ?? image : image
        layer.contents = shown.flatMap { picture(of: $0).cgImage }
        layer.contentsScale = shown?.scale ?? screenScale
        layer.contentsCenter = shown.map { Self.center(of: $0) } ?? CGRect(x: 0, y: 0, width: 1, height: 1)
    }

    /// What of a picture is stretched: all but its caps. What is to be repeated is stretched, too: layers repeat nothing.
    private static func center(of image: UIImage) -> CGRect {
        let (size, caps) = (image.size, image.capInsets)
        guard caps != .zero, size.width > 0, size.height > 0 else { return CGRect(x: 0, y: 0, width: 1, height: 1) }
        return CGRect(
            x: caps.left / size.width, y: caps.top / size.height,
            width: max(0, 1 - (caps.left + caps.right) / size.width),
            height: max(0, 1 - (caps.top + caps.bottom) / size.height))
    }

    /// A picture as the view shows it: of a template its shape in the tint's colour.
    private func picture(of image: UIImage) -> UIImage {
        if image.renderingMode == .alwaysTemplate {
            return image.withTintColor(UIColor(cgColor: resolved(tintColor)), renderingMode: .alwaysTemplate)
        }
        guard image.imageOrientation != .up else { return image }
        return image.upright
    }

    /// Draws templates in the new colour. *Source*: Apple, UIView.tintColorDidChange().
    open override func tintColorDidChange() {
        super.tintColorDidChange()
        let shown = isHighlighted ? highlightedImage ?? image : image
        if shown?.renderingMode == .alwaysTemplate { showImage() }
    }

    override func adoptStyle() {
        super.adoptStyle()
        if layer.contents != nil { showImage() }
    }

    /// The picture's size; the bounds' without one. *Source*: Apple, UIView.sizeThatFits(_:) of image views.
    open override func sizeThatFits(_ size: CGSize) -> CGSize { image?.size ?? bounds.size }

    /// The picture's size. *Source*: Apple, UIView.intrinsicContentSize.
    open override var intrinsicContentSize: CGSize { image?.size ?? super.intrinsicContentSize }

    // MARK: Films

    /// The pictures that are shown one after another; nil for none. *Source*: Apple, UIImageView.animationImages.
    open var animationImages: [UIImage]? {
        didSet { stopAnimating() }
    }

    /// How long all pictures are shown together, in seconds; 0, as at first, stands for a thirtieth each. *Source*: Apple,
    /// UIImageView.animationDuration.
    open var animationDuration: TimeInterval = 0

    /// How often they are shown; 0, as at first, is for ever. *Source*: Apple, UIImageView.animationRepeatCount.
    open var animationRepeatCount = 0

    /// Begins to show the pictures one after another. *Source*: Apple, UIImageView.startAnimating().
    open func startAnimating() {
        guard let images = animationImages, !images.isEmpty else { return }
        let film = CAKeyframeAnimation(keyPath: "contents")
        film.values = images.compactMap { picture(of: $0).cgImage }
        film.calculationMode = .discrete
        film.duration = animationDuration > 0 ? animationDuration : Double(images.count) / 30
        film.repeatCount = animationRepeatCount > 0 ? Float(animationRepeatCount) : .infinity
        layer.add(film, forKey: Self.filmKey)
    }

    /// Ends that. *Source*: Apple, UIImageView.stopAnimating().
    open func stopAnimating() { layer.removeAnimation(forKey: Self.filmKey) }

    /// Whether the pictures are being shown. *Source*: Apple, UIImageView.isAnimating.
    open var isAnimating: Bool { layer.animation(forKey: Self.filmKey) != nil }
}
