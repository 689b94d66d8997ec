import Dispatch
import Foundation

/// Observers of a player's time.
final class PlayerObservers {
    /// An observer: the token that clients hold.
    final class Observer: NSObject {
        fileprivate enum Kind {
            /// Called at an interval, in seconds of the item's time.
            case periodic(Double, (CMTime) -> Void)
            /// Called when one of the times is passed.
            case boundary([Double], () -> Void)
        }
        fileprivate let kind: Kind
        fileprivate let queue: DispatchQueue?
        /// The index of the interval in which it was called last.
        fileprivate var last: Double?

        fileprivate init(_ kind: Kind, _ queue: DispatchQueue?) { (self.kind, self.queue) = (kind, queue) }

        /// Calls on the observer's queue. The main queue stands for the player's thread, where the call is direct.
        fileprivate func call(_ time: Double) {
            let body: () -> Void =
                switch kind {
                case .periodic(_, let block): { block(CMTime(playerSeconds: time)) }
                case .boundary(_, let block): block
                }
            // Foundation on Linux makes a new object for the main queue at each access; the label is always equal.
            guard let queue, queue.label != DispatchQueue.main.label else { return body() }
            let call = Call(body: body)
            queue.async { call.body() }
        }
    }

    // Safe because: Apple's blocks are called on the queue that the program names, and may be sent there.
    private struct Call: @unchecked Sendable {
        let body: () -> Void
    }

    private var observers: [Observer] = []

    /// Whether there are no observers.
    var isEmpty: Bool { observers.isEmpty }

    func addPeriodic(_ interval: Double, _ queue: DispatchQueue?, _ block: @escaping (CMTime) -> Void) -> Observer {
        add(Observer(.periodic(interval, block), queue))
    }

    func addBoundary(_ times: [Double], _ queue: DispatchQueue?, _ block: @escaping () -> Void) -> Observer {
        add(Observer(.boundary(times.sorted(), block), queue))
    }

    private func add(_ observer: Observer) -> Observer {
        observers.append(observer)
        return observer
    }

    func remove(_ observer: Any) { observers.removeAll { $0 === observer as AnyObject } }

    /// Reports a jump, a start or a stop.
    func jumped(to time: Double) {
        for observer in observers {
            guard case .periodic(let interval, _) = observer.kind else { continue }
            observer.last = Self.number(time, interval)
            observer.call(time)
        }
    }

    /// Reports the progress of time.
    func moved(from old: Double, to time: Double) {
        for observer in observers {
            switch observer.kind {
            case .periodic(let interval, _):
                let number = Self.number(time, interval)
                guard number != observer.last else { continue }
                observer.last = number
                observer.call(time)
            case .boundary(let times, _):
                let (low, high) = (min(old, time), max(old, time) + PlayerTimeline.tolerance)
                if times.contains(where: { $0 > low + PlayerTimeline.tolerance && $0 <= high }) { observer.call(time) }
            }
        }
    }

    /// The next time of the item at which an observer is called, forwards or backwards.
    func next(after time: Double, forwards: Bool) -> Double? {
        var next: Double?
        func take(_ candidate: Double?) {
            guard let candidate else { return }
            next = next.map { forwards ? min($0, candidate) : max($0, candidate) } ?? candidate
        }
        let slack = PlayerTimeline.tolerance * 2
        for observer in observers {
            switch observer.kind {
            case .periodic(let interval, _):
                let number = Self.number(time, interval)
                take(forwards ? (number + 1) * interval : number * interval - slack)
            case .boundary(let times, _):
                take(forwards ? times.first { $0 > time + slack } : times.last { $0 < time - slack })
            }
        }
        return next
    }

    private static func number(_ time: Double, _ interval: Double) -> Double {
        ((time + PlayerTimeline.tolerance) / interval).rounded(.down)
    }
}
