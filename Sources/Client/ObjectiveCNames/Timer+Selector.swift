import Foundation
import MicaTrace

// Timers with target and selector. A timer retains its target until it is invalidated.

/// Lets `Timer(timeInterval:target:selector:userInfo:repeats:)` make a timer with `userInfo`: a protocol's
/// initialiser may return an instance of a subclass, a class's may not.
public protocol SelectorTiming {}

extension Timer: SelectorTiming {}

extension SelectorTiming where Self: Timer {
    /// Makes a timer that calls a method of a target, with the timer as the argument; the caller adds it to a run
    /// loop.
    ///
    /// - Precondition: the selector carries a method of the target's class.
    public init(timeInterval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool) {
        self.init(
            fireAt: Date(timeIntervalSinceNow: timeInterval), interval: timeInterval, target: target,
            selector: selector,
            userInfo: userInfo, repeats: repeats)
    }

    /// Makes a timer that first calls a method of a target at a date, with the timer as the argument; the caller adds
    /// it to a run loop.
    ///
    /// - Precondition: the selector carries a method of the target's class.
    public init(
        fireAt date: Date, interval: TimeInterval, target: Any, selector: Selector, userInfo: Any?, repeats: Bool
    ) {
        // Safe because: called on the thread of the timer's run loop, as a selector is.
        nonisolated(unsafe) let target = target as AnyObject
        let made = SelectorTimer(fire: date, interval: interval, repeats: repeats) { timer in
            unsafe selector.call(on: target, timer)
        }
        made.information = userInfo
        guard let timer = made as? Self else {
            stopProgram("a timer by selector is of Timer, not of \(Self.self)")
        }
        self = timer
    }
}

extension Timer {
    /// Makes a timer in this thread's run loop that calls a method of a target, with the timer as the argument.
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

/// A timer with `userInfo`; Foundation's timer only declares the property.
private final class SelectorTimer: Timer {
    var information: Any?

    override var userInfo: Any? { information }
}
