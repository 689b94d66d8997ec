import Foundation

/// Runs a closure on the main run loop after a delay.
package enum MainTimer {
    /// - Parameter delay: seconds; below 0 is 0.
    @MainActor package static func run(after delay: Double, _ body: @escaping () -> Void) {
        let task = MainTask(body: body)
        // Foundation's Timer(timeInterval:repeats:block:) fires at once on Linux.
        let date = Date(timeIntervalSinceNow: max(0, delay))
        let timer = Timer(fire: date, interval: 0, repeats: false) { _ in task.body() }
        RunLoop.main.add(timer, forMode: .common)
    }
}

/// The closure of a timer.
// Safe because: timers of the main run loop call on the main thread only, which made it.
private struct MainTask: @unchecked Sendable {
    let body: () -> Void
}
