import CoreGraphics
import Foundation

/// Makes an animator's animations follow a gesture, from 0 to 1.
///
/// The animations stand still at the fraction of their time that `update(_:)` gives. `finish()` plays them on to their
/// end, `cancel()` back to their beginning; then the animator's completion is called, which calls
/// `completeTransition(_:)`. A cancelled transition leaves views with their values from before.
///
/// *Source*: Apple, UIPercentDrivenInteractiveTransition.
open class UIPercentDrivenInteractiveTransition: NSObject, UIViewControllerInteractiveTransitioning {
    /// The animator's duration, in seconds; 0 before the transition begins.
    open var duration: CGFloat { CGFloat(transition?.duration ?? 0) }
    /// The fraction of the animations, 0 to 1.
    open private(set) var percentComplete: CGFloat = 0
    /// The speed after the gesture; 1, the animator's own, at first. What is left of the duration is divided by it.
    open var completionSpeed: CGFloat = 1
    /// The curve after the gesture; `easeInOut` at first.
    open var completionCurve = UIView.AnimationCurve.easeInOut
    /// The curve after the gesture of an animator that is interruptible; nil for `completionCurve`.
    open var timingCurve: (any UITimingCurveProvider)?
    /// Whether the transition begins with the gesture; true at first. If false, it begins by itself until `pause()`.
    open var wantsInteractiveStart = true

    private var transition: ControllerTransition?
    private var scrubber: TransitionScrubber?
    private var animator: (any UIViewImplicitlyAnimating)?

    /// Makes an object for one transition.
    public override init() { super.init() }

    /// Begins the transition; an override calls super.
    open func startInteractiveTransition(_ transitionContext: any UIViewControllerContextTransitioning) {
        guard let transition = transitionContext as? ControllerTransition else { return }
        self.transition = transition
        percentComplete = 0
        if let animator = transition.animator.interruptibleAnimator(using: transition) {
            self.animator = animator
            animator.pauseAnimation()
            transition.runAlongside()
        } else {
            scrubber = transition.startScrubbed()
        }
    }

    /// Makes a transition that plays by itself follow the gesture, if its animator is interruptible.
    open func pause() {
        guard let transition else { return }
        animator?.pauseAnimation()
        transition.pauseInteractiveTransition()
        if let animator { percentComplete = animator.fractionComplete }
    }

    /// Shows the animations at a fraction, 0 to 1.
    open func update(_ percentComplete: CGFloat) {
        guard let transition, percentComplete.isFinite, transition.isInteractive else { return }
        self.percentComplete = min(max(percentComplete, 0), 1)
        scrubber?.set(self.percentComplete)
        animator?.fractionComplete = self.percentComplete
        transition.updateInteractiveTransition(self.percentComplete)
    }

    /// Goes back to the beginning.
    open func cancel() { end(false) }

    /// Goes on to the end.
    open func finish() { end(true) }

    private func end(_ completes: Bool) {
        // An end without a transition has no effect: a gesture may send two, and programs use an object again.
        guard let transition, transition.isInteractive else { return }
        if completes { transition.finishInteractiveTransition() } else { transition.cancelInteractiveTransition() }
        scrubber?.play(toEnd: completes, speed: completionSpeed, curve: completionCurve)
        if let animator {
            animator.isReversed = !completes
            animator.continueAnimation(
                withTimingParameters: timingCurve ?? UICubicTimingParameters(animationCurve: completionCurve),
                durationFactor: (completes ? 1 - percentComplete : percentComplete) / max(completionSpeed, 0.01))
        }
        (self.transition, scrubber, animator) = (nil, nil, nil)
    }
}
