import CoreGraphics
import Foundation
import MicaExtras
import QuartzCore

/// A view that does something to what is behind it, with a view on it for what is not changed. *Source*: Apple,
/// UIVisualEffectView.
///
/// The blur is a background filter of a layer (docs/effects.md), so that it follows what moves behind it.
open class UIVisualEffectView: UIView {
    private static let radiusPath = "backgroundFilters.blur.inputRadius"
    private let backdrop = UIView()
    private let veil = UIView()

    /// Where subviews belong: none goes into the effect view itself. *Source*: Apple, UIVisualEffectView.contentView.
    public final let contentView = UIView()

    /// What is done to what is behind; nil for nothing. In an animation the blur comes and goes with its radius.
    /// *Source*: Apple, UIVisualEffectView.effect.
    open var effect: UIVisualEffect? {
        didSet { if effect !== oldValue { show(oldValue) } }
    }

    /// Makes a view with an effect, without a size. *Source*: Apple, UIVisualEffectView.init(effect:).
    public init(effect: UIVisualEffect?) {
        super.init(frame: .zero)
        addParts()
        self.effect = effect
        show(nil)
    }

    /// Makes a view without an effect. *Source*: Apple, UIView.init(frame:).
    public convenience override init(frame: CGRect) {
        self.init(effect: nil)
        self.frame = frame
    }

    /// Reads a view from an archive, without its effect. *Source*: Apple, UIView.init(coder:).
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        addParts()
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

    override func adoptStyle() {
        super.adoptStyle()
        guard let now = recipe(effect) else { return }
        veil.backgroundColor = UIColor(white: now.white, alpha: now.alpha)
        backdrop.layer.setValue(Double(now.radius), forKeyPath: Self.radiusPath)
    }
}
