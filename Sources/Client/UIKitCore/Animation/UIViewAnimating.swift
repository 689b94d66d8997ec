import CoreGraphics
import Foundation

/// The state of an animator; raw values are Apple's.
public enum UIViewAnimatingState: Int, Sendable {
    /// Not begun, or ended.
    case inactive = 0
    /// Playing or paused.
    case active = 1
    /// Stopped, and waiting for `finishAnimation(at:)`.
    case stopped = 2
}

/// A position at which an animation ends; raw values are Apple's.
public enum UIViewAnimatingPosition: Int, Sendable {
    /// The end.
    case end = 0
    /// The beginning.
    case start = 1
    /// The present position.
    case current = 2
}

/// An animation that can be started, paused, scrubbed and stopped.
@preconcurrency @MainActor public protocol UIViewAnimating: NSObjectProtocol {
    /// Whether it is active.
    var state: UIViewAnimatingState { get }
    /// Whether it is playing now.
    var isRunning: Bool { get }
    /// Whether it plays backwards.
    var isReversed: Bool { get set }
    /// The position, 0 to 1 in the direction in which it plays.
    var fractionComplete: CGFloat { get set }
    /// Plays from the present position.
    func startAnimation()
    /// Plays after a delay in seconds.
    func startAnimation(afterDelay delay: TimeInterval)
    /// Pauses.
    func pauseAnimation()
    /// Stops; views keep their visible values.
    func stopAnimation(_ withoutFinishing: Bool)
    /// Ends a stopped animation at a position.
    func finishAnimation(at finalPosition: UIViewAnimatingPosition)
}

/// An animation of the changes that blocks make.
///
/// On Linux, protocols have no optional methods: each method has a default body that does nothing.
@preconcurrency @MainActor public protocol UIViewImplicitlyAnimating: UIViewAnimating {
    /// Adds a block whose changes begin after a part of the time that is left.
    func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat)
    /// Adds a block.
    func addAnimations(_ animation: @escaping () -> Void)
    /// Adds a block that is called after the end.
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void)
    /// Goes on with other timing.
    func continueAnimation(withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat)
}

extension UIViewImplicitlyAnimating {
    /// Does nothing.
    public func addAnimations(_ animation: @escaping () -> Void, delayFactor: CGFloat) {}
    /// Does nothing.
    public func addAnimations(_ animation: @escaping () -> Void) {}
    /// Does nothing.
    public func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) {}
    /// Does nothing.
    public func continueAnimation(
        withTimingParameters parameters: (any UITimingCurveProvider)?, durationFactor: CGFloat
    ) {}
}
