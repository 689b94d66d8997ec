import Foundation

// Timers with target and selector. *Source*: Apple, NSTimer. The timer keeps its target until it is invalidated.

/// What lets `Timer(timeInterval:target:selector:userInfo:repeats:)` give a timer with information: an initialiser of a
/// protocol may stand for an object of a subclass, one of a class may not.
public protocol SelectorTiming {}

extension Timer: SelectorTiming {}

extension SelectorTiming where Self: Timer {
    /// Makes a timer that calls a method of a target with itself, for a run loop to be added to.
    ///
    /// - Precondition: the selector carries a method of the target's class.
    public init(timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: timeInterval), interval: timeInterval, target: target,
            selector: selector,
            userInfo: userInfo, repeats: repeats)
    }

    /// Makes a timer that calls a method of a target with itself at a date first, for a run loop to be added to.
    ///
    /// - Precondition: the selector carries a method of the target's class.
    public init(
        fireAt date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) {
        // Safe because: called on the thread of the run loop that the timer is in, as a selector is.
        nonisolated(unsafe) let target = target as AnyObject
        let made = SelectorTimer(fire: date, interval: interval, repeats: repeats) { timer in
            unsafe selector.call(on: target, timer)
        }
        made.information = userInfo
        guard let timer = made as? Self else {
            preconditionFailure("a timer by selector is of Timer, not of \(Self.self)")
        }
        self = timer
    }
}

extension Timer {
    /// Makes a timer that calls a method of a target with itself, in this thread's run loop.
    ///
    /// - Precondition: the selector carries a method of the target's class.
    @discardableResult
    public class func scheduledTimer(
        timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) -> Timer {
        let timer = Timer(
            timeInterval: timeInterval, target: target, selector: selector, userInfo: userInfo, repeats: repeats)
        RunLoop.current.add(timer, forMode: .default)
        return timer
    }
}

/// A timer with information, which Foundation's has the name of alone.
private final class SelectorTimer: Timer {
    var information: Any?

    override var userInfo: Any? { information }
}
