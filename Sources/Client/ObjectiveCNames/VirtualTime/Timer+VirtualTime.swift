import Foundation

// Foundation's timers, in virtual time where the thread's time is virtual.
//
// Swift takes a declaration of this module in place of Foundation's with the same type in files that get Foundation
// through this module, and Foundation's in files that import Foundation themselves: `@_disfavoredOverload` decides there.
// `mica-port` takes that import out of files that have this module, too.

extension Timer {
    /// Makes a timer that the caller adds to a run loop. *Source*: Apple, NSTimer.
    ///
    /// It first fires after the interval. Foundation's own for Linux (6.3) fires at once.
    @_disfavoredOverload
    public convenience init(
        timeInterval interval: TimeInterval, repeats: Bool, block: @Sendable @escaping (Timer) -> Void
    ) {
        self.init(fire: Date(timeIntervalSinceNow: interval), interval: interval, repeats: repeats, block: block)
    }

    /// Makes a timer and adds it to the thread's run loop; in virtual time where the thread's time is virtual.
    ///
    /// *Source*: Apple, NSTimer.
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
    ///
    /// *Source*: Apple, NSRunLoop.
    @_disfavoredOverload
    public func add(_ timer: Timer, forMode mode: RunLoop.Mode) {
        if let work = DelayedWork.ofThread, self === RunLoop.current || self === RunLoop.main {
            work.add(timer)
        } else {
            self.Foundation::add(timer, forMode: mode)
        }
    }
}
