import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    // MARK: Whether

    /// Whether changes in blocks are animated; true at first.
    public class var areAnimationsEnabled: Bool { ViewAnimator.isEnabled }

    /// Sets whether changes in blocks are animated from now on.
    public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimator.isEnabled = enabled }

    /// Changes views without animation, even within an animation's block; blocks within animate nothing either, and
    /// `areAnimationsEnabled` is false meanwhile. *Source*: Apple, UIView.performWithoutAnimation(_:): animations are
    /// disabled for the block.
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        let wasEnabled = ViewAnimator.isEnabled
        ViewAnimator.isEnabled = false
        actionsWithoutAnimation()
        ViewAnimator.isEnabled = wasEnabled
    }

    /// The duration of the animation whose block is running, in seconds; 0 outside blocks.
    public class var inheritedAnimationDuration: TimeInterval { ViewAnimator.current?.duration ?? 0 }

    // MARK: Blocks

    /// Animates the changes that a block makes, slow at both ends.
    ///
    /// - Parameters:
    ///   - duration: In seconds; with 0 or less the changes show at once.
    ///   - completion: Called after the last animation, with whether all were played to their ends; in the next turn of
    ///     the run loop if nothing is animated.
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
    }

    /// Animates the changes that a block makes.
    ///
    /// Within another animation's block, the outer duration and curve apply unless options say otherwise. *Source*:
    /// Apple, UIView.animate(withDuration:delay:options:animations:completion:), UIView.AnimationOptions.
    ///
    /// - Parameter delay: The time before the changes begin to show, in seconds; also with a duration of 0.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        run(duration, delay, .curve(options.curve), options, animations, completion)
    }

    /// Animates the changes that a block makes, as a spring moves.
    ///
    /// The spring has a mass of 1. Its stiffness is such that it rests (within a thousandth of the distance) at the end
    /// of the duration.
    ///
    /// - Parameters:
    ///   - dampingRatio: 1 does not swing; nearer to 0 swings more.
    ///   - velocity: The velocity at first; 1 is the whole distance in a second.
    ///
    /// *Source*: Apple,
    /// UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:).
    /// jenox/UIKit-Playground, "Demystifying UIKit Spring Animations", says that the stiffness follows from the
    /// duration, by the time until rest. The thousandth is assumed, from CASpringAnimation.settlingDuration.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let timing = ViewAnimation.Timing.spring(settlingIn: duration, ratio: dampingRatio, velocity: velocity)
        run(duration, delay, timing, options, animations, completion)
    }

    /// Runs a block whose changes are animated.
    private class func run(
        _ duration: Double, _ delay: Double, _ timing: ViewAnimation.Timing, _ options: AnimationOptions,
        _ block: () -> Void, _ completion: ((Bool) -> Void)?
    ) {
        let outer = ViewAnimator.current
        let animation = ViewAnimation(duration: duration, delay: delay, timing: timing, completion: completion)
        animation.repeats = options.contains(.repeat)
        animation.autoreverses = options.contains(.autoreverse)
        animation.beginsFromCurrent = options.contains(.beginFromCurrentState)
        if let outer {
            if !options.contains(.overrideInheritedDuration) { animation.duration = outer.duration }
            if !options.contains(.overrideInheritedCurve), case .curve = timing { animation.timing = outer.timing }
        }
        animation.join(outer)
        ViewAnimator.run(animation) {
            block()
            if options.contains(.layoutSubviews) {
                for window in UIApplication.shared.windows { window.layoutIfNeeded() }
            }
        }
        animation.seal()
    }

    // MARK: Keyframes

    /// Animates what a block changes by `addKeyframe(withRelativeStartTime:relativeDuration:animations:)`; changes
    /// outside take the whole duration.
    public class func animateKeyframes(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.KeyframeAnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let outer = ViewAnimator.current
        let curve = AnimationOptions(rawValue: options.rawValue & (3 << 16)).curve
        let animation = ViewAnimation(duration: duration, delay: delay, timing: .curve(curve), completion: completion)
        animation.repeats = options.contains(.repeat)
        animation.autoreverses = options.contains(.autoreverse)
        if let outer, !options.contains(.overrideInheritedDuration) { animation.duration = outer.duration }
        animation.join(outer)
        let keyframes = KeyframeCollector()
        animation.keyframes = keyframes
        ViewAnimator.run(animation, animations)
        animation.keyframes = nil
        keyframes.commit(animation, options.mode)
        animation.seal()
    }

    /// Within `animateKeyframes`: makes a block's changes happen in a part of the duration. Elsewhere the changes show
    /// at once.
    ///
    /// - Parameters:
    ///   - frameStartTime: The beginning, as a fraction of the duration, 0 to 1.
    ///   - frameDuration: The length, as a fraction of the duration, 0 to 1.
    public class func addKeyframe(
        withRelativeStartTime frameStartTime: Double, relativeDuration frameDuration: Double,
        animations: @escaping () -> Void
    ) {
        guard let keyframes = ViewAnimator.current?.keyframes, frameStartTime.isFinite, frameDuration.isFinite else {
            return animations()
        }
        let start = min(max(frameStartTime, 0), 1)
        let before = keyframes.span
        keyframes.span = start...min(max(start + frameDuration, start), 1)
        animations()
        keyframes.span = before
    }

    // MARK: Transitions

    /// Replaces a view's old picture by its new one after a block, with the transition in `options`; at once without
    /// one.
    public class func transition(
        with view: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [],
        animations: (() -> Void)?, completion: ((Bool) -> Void)? = nil
    ) {
        let animation = ViewAnimation(
            duration: duration, delay: 0, timing: .curve(options.curve), completion: completion)
        animation.repeats = options.contains(.repeat)
        animation.autoreverses = options.contains(.autoreverse)
        ViewAnimator.run(options.contains(.allowAnimatedContent) ? animation : nil) { animations?() }
        if ViewAnimator.isEnabled, animation.duration > 0, let (type, subtype) = options.transition {
            let transition = CATransition()
            (transition.type, transition.subtype) = (type, subtype)
            transition.timingFunction = options.curve.function
            animation.add(transition, to: view.layer, forKey: kCATransition)
        }
        animation.seal()
    }

    /// Replaces a view by another in its superview, with the transition in `options`. With `showHideTransitionViews`,
    /// hides the first view and shows the other instead.
    public class func transition(
        from fromView: UIView, to toView: UIView, duration: TimeInterval, options: UIView.AnimationOptions = [],
        completion: ((Bool) -> Void)? = nil
    ) {
        let change = {
            if options.contains(.showHideTransitionViews) {
                fromView.isHidden = true
                toView.isHidden = false
            } else {
                fromView.superview?.insertSubview(toView, aboveSubview: fromView)
                fromView.removeFromSuperview()
            }
        }
        transition(
            with: fromView.superview ?? fromView, duration: duration, options: options, animations: change,
            completion: completion)
    }
}

extension ViewAnimation.Timing {
    /// A spring of mass 1 that is at rest after a duration.
    ///
    /// - Parameters:
    ///   - duration: In seconds.
    ///   - ratio: The damping ratio, limited to 0.01...1.
    ///   - velocity: The velocity at first; 1 is the whole distance in a second.
    static func spring(settlingIn duration: Double, ratio: CGFloat, velocity: CGFloat) -> Self {
        let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.01), 1)
        let velocity = velocity.isFinite ? velocity : 0
        guard duration > 0, duration.isFinite else { return .curve(.easeInOut) }
        let probe = CASpringAnimation()
        probe.initialVelocity = velocity
        // A stiffer spring rests sooner. The search is between the frequencies of a spring of hours and one of
        // microseconds.
        var (low, high) = (1e-3 / duration, 1e5 / duration)
        for _ in 0..<60 {
            let frequency = (low * high).squareRoot()
            probe.stiffness = frequency * frequency
            probe.damping = 2 * ratio * frequency
            if probe.settlingDuration > duration { low = frequency } else { high = frequency }
        }
        return .spring(damping: 2 * ratio * high, stiffness: high * high, mass: 1, velocity: velocity)
    }
}
