import CoreGraphics
import QuartzCore

/// The system's look of a spring-loaded view: it darkens under a drag, blinks before it is activated, and brightens again.
///
/// The look is our own, after Apple's description of the effect ("flashes").
@MainActor final class BlinkEffect: NSObject, UISpringLoadedInteractionEffect {
    private let veil = CALayer()

    func interaction(
        _ interaction: UISpringLoadedInteraction, didChangeWith context: any UISpringLoadedInteractionContext
    ) {
        switch context.state {
        case .possible: if let view = context.targetView { cover(view) }
        case .activating: blink()
        case .activated: veil.removeAllAnimations()
        case .inactive: uncover()
        }
    }

    private func cover(_ view: UIView) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        veil.removeAllAnimations()
        veil.frame = view.bounds
        veil.zPosition = 1
        (veil.cornerRadius, veil.cornerCurve) = (view.layer.cornerRadius, view.layer.cornerCurve)
        veil.backgroundColor = UIColor.label.resolvedColor(with: view.traitCollection).withAlphaComponent(0.15).cgColor
        veil.opacity = 1
        view.layer.addSublayer(veil)
        CATransaction.commit()
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.duration) = (0, DragMetrics.fadeDuration)
        veil.add(animation, forKey: "fade")
    }

    private func blink() {
        let animation = CABasicAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue) = (1, 0)
        animation.duration = SpringMetrics.activation / 4
        (animation.autoreverses, animation.repeatCount) = (true, 2)
        veil.add(animation, forKey: "blink")
    }

    private func uncover() {
        guard veil.superlayer != nil else { return }
        veil.removeAllAnimations()
        veil.removeFromSuperlayer()
    }
}
