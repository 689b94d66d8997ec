import CoreGraphics
import Foundation
import QuartzCore

// Animations of the changes between two calls. Apple deprecates these methods in favour of blocks; programs still use
// them.
extension UIView {
    /// The open calls of `beginAnimations(_:context:)`, innermost last.
    private static var open: [OldAnimation] = []

    private final class OldAnimation {
        var name: String?
        var animation: ViewAnimation
        weak var delegate: AnyObject?
        var (willStart, didStop): (Selector?, Selector?)
        var transition: (type: AnimationTransition, view: UIView)?
        init(_ name: String?, _ animation: ViewAnimation) { (self.name, self.animation) = (name, animation) }
    }

    /// A transition of a whole view; raw values are Apple's.
    public enum AnimationTransition: Int, Sendable {
        /// None.
        case none = 0
        /// Flips about the vertical axis, from the left.
        case flipFromLeft = 1
        /// Flips about the vertical axis, from the right.
        case flipFromRight = 2
        /// Curls a page up.
        case curlUp = 3
        /// Curls a page down.
        case curlDown = 4
    }

    /// Begins to animate changes, until `commitAnimations()`: over 0.2 s, slow at both ends, unless the calls between
    /// say otherwise.
    ///
    /// - Parameters:
    ///   - animationID: A name for the delegate.
    ///   - context: Ignored: a delegate's method with a context has three parameters, which no selector carries here.
    public class func beginAnimations(_ animationID: String?, context: UnsafeMutableRawPointer?) {
        let animation = ViewAnimation(duration: 0.2, delay: 0, timing: .curve(.easeInOut))
        open.append(OldAnimation(animationID, animation))
        ViewAnimator.push(animation)
    }

    /// Ends the changes since the last `beginAnimations(_:context:)`.
    public class func commitAnimations() {
        guard let old = open.popLast() else { return }
        _ = ViewAnimator.pop()
        let animation = old.animation
        let (name, delegate, didStop) = (old.name, old.delegate, old.didStop)
        animation.completion = { finished in
            guard let delegate, let didStop else { return }
            didStop.call(on: delegate, name as Any, NSNumber(value: finished))
        }
        if let (type, view) = old.transition, type != .none, ViewAnimator.isEnabled {
            let options: AnimationOptions =
                switch type {
                case .flipFromLeft: .transitionFlipFromLeft
                case .flipFromRight: .transitionFlipFromRight
                case .curlUp: .transitionCurlUp
                default: .transitionCurlDown
                }
            if let (kind, subtype) = options.transition {
                let transition = CATransition()
                (transition.type, transition.subtype) = (kind, subtype)
                animation.add(transition, to: view.layer, forKey: kCATransition)
            }
        }
        if let delegate = old.delegate, let willStart = old.willStart { willStart.call(on: delegate, name as Any, nil) }
        animation.seal()
    }

    /// Sets the object whose methods are called at the beginning and the end.
    public class func setAnimationDelegate(_ delegate: Any?) { open.last?.delegate = delegate.map { $0 as AnyObject } }
    /// Sets the method that is called at the beginning, with the animation's name.
    public class func setAnimationWillStart(_ selector: Selector?) { open.last?.willStart = selector }
    /// Sets the method that is called at the end, with the animation's name and whether it was played to its end.
    public class func setAnimationDidStop(_ selector: Selector?) { open.last?.didStop = selector }
    /// Sets the duration of the changes that follow, in seconds.
    public class func setAnimationDuration(_ duration: TimeInterval) {
        if duration.isFinite { open.last?.animation.duration = max(0, duration) }
    }
    /// Sets the delay of the changes that follow, in seconds.
    public class func setAnimationDelay(_ delay: TimeInterval) {
        if delay.isFinite { open.last?.animation.delay = delay }
    }
    /// Sets the curve of the changes that follow.
    public class func setAnimationCurve(_ curve: AnimationCurve) { open.last?.animation.timing = .curve(curve) }
    /// Sets how often the changes that follow are repeated.
    public class func setAnimationRepeatCount(_ repeatCount: Float) {
        open.last?.animation.repeatCount = repeatCount > 0 ? repeatCount : nil
    }
    /// Sets whether the changes that follow play backwards after each time.
    public class func setAnimationRepeatAutoreverses(_ repeatAutoreverses: Bool) {
        open.last?.animation.autoreverses = repeatAutoreverses
    }
    /// Sets whether the changes that follow begin at the visible values.
    public class func setAnimationBeginsFromCurrentState(_ fromCurrentState: Bool) {
        open.last?.animation.beginsFromCurrent = fromCurrentState
    }
    /// Replaces a view's old picture by its new one with a transition.
    public class func setAnimationTransition(_ transition: AnimationTransition, for view: UIView, cache: Bool) {
        open.last?.transition = (transition, view)
    }
}
