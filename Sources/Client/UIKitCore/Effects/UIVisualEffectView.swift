import CoreGraphics
import Foundation
import MicaValues
import QuartzCore

/// A view that applies an effect to the content behind it, or to the subviews in its `contentView`: a blur leaves these
/// alone, and vibrancy changes only these.
///
/// The blur is a background filter of a layer (docs/effects.md), so it follows content that moves behind it.
open class UIVisualEffectView: UIView {
    private static let radiusPath = "backgroundFilters.blur.inputRadius"
    private let backdrop = UIView()
    private let veil = UIView()

    /// The view to add subviews to; none are added to the effect view itself.
    public final let contentView = UIView()

    /// The effect on the content behind; nil for none. In an animation, the blur's radius grows or shrinks.
    open var effect: UIVisualEffect? {
        didSet { if effect !== oldValue { show(oldValue) } }
    }

    /// Makes a view with an effect and an empty frame.
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        addParts()
        self.effect = effect
        show(nil)
    }

    /// Makes a view without an effect.
    public convenience override init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    /// Reads a view from an archive, without its effect.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts()
        coder.readNib(self, as: UIVisualEffectView.self)
    }

    private func addParts() {
        for part in [backdrop, veil, contentView] {
            part.frame = bounds
            part.autoresizingMask = [.flexibleWidth, .flexibleHeight]
            super.insertSubview(part, at: subviews.count)
        }
        for part in [backdrop, veil] { part.isUserInteractionEnabled = false }
        veil.alpha = 0
    }

    private func recipe(_ effect: UIVisualEffect?) -> UIBlurEffect.Recipe? {
        (effect as? UIBlurEffect)?.recipe(traitCollection.userInterfaceStyle)
    }

    private func show(_ old: UIVisualEffect?) {
        showVibrancy()
        let (before, now) = (recipe(old), recipe(effect))
        guard before != now else { return }
        if let now {
            backdrop.layer.backgroundFilters = [
                LayerFilter.gaussianBlur(radius: Double(now.radius), name: "blur"),
                LayerFilter.saturation(now.saturation),
            ]
            veil.backgroundColor = UIColor(white: now.white, alpha: now.alpha)
        } else if ViewAnimator.current == nil {
            backdrop.layer.backgroundFilters = nil
        } else {
            backdrop.layer.setValue(0, forKeyPath: Self.radiusPath)
        }
        veil.alpha = now == nil ? 0 : 1
        guard let animation = ViewAnimator.current, animation.duration > 0 else { return }
        let basic = animation.makeBasic(Self.radiusPath)
        basic.fromValue = Double(before?.radius ?? 0)
        basic.toValue = Double(now?.radius ?? 0)
        animation.add(basic, to: backdrop.layer, forKey: Self.radiusPath)
    }

    private func showVibrancy() {
        let vibrancy = effect as? UIVibrancyEffect
        guard vibrancy != nil || contentView.layer.filters != nil else { return }
        contentView.layer.filters = vibrancy.map { [$0.filter(traitCollection.userInterfaceStyle)] }
    }

    override func adoptStyle() {
        super.adoptStyle()
        showVibrancy()
        guard let now = recipe(effect) else { return }
        veil.backgroundColor = UIColor(white: now.white, alpha: now.alpha)
        backdrop.layer.setValue(Double(now.radius), forKeyPath: Self.radiusPath)
    }
}
