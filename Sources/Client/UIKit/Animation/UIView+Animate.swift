import CoreGraphics
import Foundation
import QuartzCore

extension UIView {
    // MARK: Whether

    /// Whether blocks are animated; true at first. *Source*: Apple, UIView.areAnimationsEnabled.
    public class var areAnimationsEnabled: Bool { ViewAnimator.isEnabled }

    /// Says whether blocks are animated from now on. *Source*: Apple, UIView.setAnimationsEnabled(_:).
    public class func setAnimationsEnabled(_ enabled: Bool) { ViewAnimator.isEnabled = enabled }

    /// Changes views without animation, also inside of animations. *Source*: Apple, UIView.performWithoutAnimation(_:).
    public class func performWithoutAnimation(_ actionsWithoutAnimation: () -> Void) {
        ViewAnimator.run(nil, actionsWithoutAnimation)
    }

    /// The duration of the animation whose block is being run, in seconds; 0 outside. *Source*: Apple,
    /// UIView.inheritedAnimationDuration.
    public class var inheritedAnimationDuration: TimeInterval { ViewAnimator.current?.duration ?? 0 }

    // MARK: Blocks

    /// Animates what a block changes, slow at both ends.
    ///
    /// - Parameters:
    ///   - duration: In seconds; with 0 or less the changes are seen at once.
    ///   - completion: Called when all of it has ended, with whether it was played to its end; in the next turn of the run loop where
    ///     nothing is animated.
    ///
    /// *Source*: Apple, UIView.animate(withDuration:animations:completion:).
    public class func animate(
        withDuration duration: TimeInterval, animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        animate(withDuration: duration, delay: 0, options: [], animations: animations, completion: completion)
    }

    /// Animates what a block changes.
    ///
    /// Within another animation's block the duration and the curve are the outer one's, unless options say otherwise. *Source*: Apple,
    /// UIView.animate(withDuration:delay:options:animations:completion:), UIView.AnimationOptions.
    ///
    /// - Parameter delay: How long things stay as they are at first, in seconds; also with a duration of 0.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        run(duration, delay, .curve(options.curve), options, animations, completion)
    }

    /// Animates what a block changes, as a spring does.
    ///
    /// The spring has a mass of 1, and is as stiff as makes it come to rest (within a thousandth of the way) at the end of the duration.
    ///
    /// - Parameters:
    ///   - dampingRatio: 1 comes to rest without swinging, nearer to 0 swings more.
    ///   - velocity: How fast it moves at first: 1 is all of the way in a second.
    ///
    /// *Source*: Apple, UIView.animate(withDuration:delay:usingSpringWithDamping:initialSpringVelocity:options:animations:completion:). That
    /// the stiffness is found from the duration, by the time of coming to rest, is said by jenox/UIKit-Playground, "Demystifying UIKit
    /// Spring Animations"; the thousandth is assumed: it is that of CASpringAnimation.settlingDuration.
    public class func animate(
        withDuration duration: TimeInterval, delay: TimeInterval, usingSpringWithDamping dampingRatio: CGFloat,
        initialSpringVelocity velocity: CGFloat, options: UIView.AnimationOptions = [],
        animations: @escaping () -> Void, completion: ((Bool) -> Void)? = nil
    ) {
        let timing = ViewAnimation.Timing.spring(settlingIn: duration, ratio: dampingRatio, velocity: velocity)
        run(duration, delay, timing, options, animations, completion)
    }

    /// Runs a block with an animation.
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
        ViewAnimator.run(animation) {
            block()
            if options.contains(.layoutSubviews) {
                for window in UIApplication.shared.windows { window.layoutIfNeeded() }
            }
        }
        animation.seal()
    }

    // MARK: Keyframes

    /// Animates what a block changes by `addKeyframe(withRelativeStartTime:relativeDuration:animations:)`; what it changes outside of that
    /// takes all of the time. *Source*: Apple, UIView.animateKeyframes(withDuration:delay:options:animations:completion:).
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
        let keyframes = KeyframeCollector()
        animation.keyframes = keyframes
        ViewAnimator.run(animation, animations)
        animation.keyframes = nil
        keyframes.commit(animation, options.mode)
        animation.seal()
    }

    /// Within `animateKeyframes`: has what a block changes happen in a part of the time; elsewhere it is changed at once. *Source*: Apple,
    /// UIView.addKeyframe(withRelativeStartTime:relativeDuration:animations:).
    ///
    /// - Parameters:
    ///   - frameStartTime: When it begins, from 0 to 1.
    ///   - frameDuration: How long it takes, from 0 to 1.
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

    /// Goes over from what a view shows to what it shows after a block, as options say; without a transition among them at once. *Source*:
    /// Apple, UIView.transition(with:duration:options:animations:completion:).
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

    /// Goes over from one view to another, which takes the first one's place in its superview; or is shown where that is hidden, with
    /// `showHideTransitionViews`. *Source*: Apple, UIView.transition(from:to:duration:options:completion:).
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
    /// A spring of mass 1 that comes to rest after a time.
    ///
    /// - Parameters:
    ///   - duration: In seconds.
    ///   - ratio: How much it is damped; from 0.01 to 1 here.
    ///   - velocity: All of the way, a second.
    static func spring(settlingIn duration: Double, ratio: CGFloat, velocity: CGFloat) -> Self {
        let ratio = ratio.isNaN ? 1 : min(max(ratio, 0.01), 1)
        let velocity = velocity.isFinite ? velocity : 0
        guard duration > 0, duration.isFinite else { return .curve(.easeInOut) }
        let probe = CASpringAnimation()
        probe.initialVelocity = velocity
        // The stiffer it is, the sooner it rests: between the frequencies of a spring of hours and one of microseconds.
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
