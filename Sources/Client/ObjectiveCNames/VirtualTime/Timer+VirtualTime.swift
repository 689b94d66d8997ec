import Foundation

// Foundation's timers, in virtual time where the thread's time is virtual.
//
// In files that get Foundation through this module, Swift prefers this module's declarations to Foundation's of the
// same type. In files that import Foundation themselves it prefers Foundation's, because of `@_disfavoredOverload`.
// `mica-port` removes that import from files that import this module, too.

extension Timer {
    /// Makes a timer that the caller adds to a run loop.
    ///
    /// It first fires after the interval. Foundation's own for Linux (6.3) fires at once.
    @_disfavoredOverload
    public convenience init(
        timeInterval interval: TimeInterval, repeats: Bool, block: @Sendable @escaping (Timer) -> Void
    ) {
        self.init(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block)
    }

    /// Makes a timer and adds it to the thread's run loop; in virtual time where the thread's time is virtual.
    @_disfavoredOverload @discardableResult
    public class func scheduledTimer(
        withTimeInterval interval: TimeInterval, repeats: Bool, block: @Sendable @escaping (Timer) -> Void
    ) -> Timer {
        let timer = Timer(
            fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block)
        if let work = DelayedWork.ofThread {
            work.add(timer, after: interval)
        } else {
            RunLoop.current.Foundation::add(timer, forMode: .default)
        }
        return timer
    }
}

extension RunLoop {
    /// Adds a timer; in virtual time where the thread's time is virtual and this is its run loop, or the main one.
    @_disfavoredOverload
    public func add(_ timer: Timer, forMode mode: RunLoop.Mode) {
        if let work = DelayedWork.ofThread, self === RunLoop.current || self === RunLoop.main {
            work.add(timer)
        } else {
            self.Foundation::add(timer, forMode: mode)
        }
    }
}
