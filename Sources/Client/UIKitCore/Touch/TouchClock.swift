import Foundation
import QuartzCore

/// The delayed calls of recognizers: a long press has lasted long enough, a second tap has not come.
///
/// A call is made at the first refresh of the display at or after its time, and before any event of a later time. So
/// the order is the same in every run of a script.
@MainActor final class TouchClock {
    private struct Entry {
        var time: Double
        var number: Int
        weak var owner: UIGestureRecognizer?
        var body: () -> Void
    }

    private var entries: [Entry] = []
    private var count = 0
    private var link: CADisplayLink?

    /// Schedules a call at a media time, in place of the recognizer's earlier one.
    func schedule(at time: Double, for owner: UIGestureRecognizer, _ body: @escaping () -> Void) {
        cancel(owner)
        count += 1
        entries.append(Entry(time: time, number: count, owner: owner, body: body))
        guard link == nil else { return }
        let link = CADisplayLink { link in
            assumeMainActor { TouchDispatcher.shared.passTime(to: link.timestamp) }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    /// Drops a recognizer's call.
    func cancel(_ owner: UIGestureRecognizer) {
        entries.removeAll { $0.owner === owner || $0.owner == nil }
        stopIfIdle()
    }

    /// Whether a recognizer has a call scheduled.
    func isWaiting(_ owner: UIGestureRecognizer) -> Bool { entries.contains { $0.owner === owner } }

    /// Makes the calls that are due at a time, in order; true if there were any.
    func advance(to time: Double) -> Bool {
        var hasCalled = false
        while let next = entries.filter({ $0.time <= time }).min(by: { ($0.time, $0.number) < ($1.time, $1.number) }) {
            entries.removeAll { $0.number == next.number }
            hasCalled = true
            if next.owner != nil { next.body() }
        }
        stopIfIdle()
        return hasCalled
    }

    private func stopIfIdle() {
        guard entries.isEmpty else { return }
        link?.invalidate()
        link = nil
    }
}
