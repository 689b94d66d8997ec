import MicaWire
import Synchronization

/// The fences of one server: which parties have arrived, and how long the others wait.
///
/// Transactions that a fence held back are applied at a refresh, so that the frames of all trees show them at the same
/// time.
///
/// `Sendable`: trees of one process are on several threads.
package final class FenceBoard: Sendable {
    /// How long the first party of a fence waits for the last. *Units*: seconds.
    package static let timeLimit = 0.1
    /// The most fences. The oldest beyond them are forgotten, which opens them.
    static let limit = 1024

    private struct Fence {
        var parties: UInt16
        var arrived: UInt16 = 0
        /// The time from which its transactions are applied: a refresh, so that all of them are seen in one frame.
        var opening: Double
        let order: Int
        var wakes: [@Sendable () -> Void] = []
        var isOpen: Bool { arrived & parties == parties }
    }
    private struct State {
        var fences: [UInt64: Fence] = [:]
        var count = 0
    }
    private let state = Mutex(State())
    private let rate: Double

    /// Makes a board without fences.
    ///
    /// - Parameter rate: refreshes per second, counted from time 0.
    package init(rate: Double = 60) { self.rate = rate }

    /// The time of the first refresh at or after a time.
    private func refresh(from time: Double) -> Double { (time * rate - 1e-6).rounded(.up) / rate }

    /// The board of the trees that this process shows itself.
    package static let ofProcess = FenceBoard()

    /// Notes that a party's transaction has arrived. The first one of a fence sets the number of parties.
    ///
    /// - Parameters:
    ///   - now: the time. *Units*: seconds of media time.
    ///   - wake: called once, on the thread of the party that comes last, when the fence opens; not called when the
    ///     time limit opens it.
    package func arrive(_ fence: CommitFence, at now: Double, wake: (@Sendable () -> Void)?) {
        let wakes: [@Sendable () -> Void] = state.withLock { state in
            if state.fences[fence.number] == nil {
                state.count += 1
                if state.fences.count >= Self.limit,
                    let oldest = state.fences.min(by: { $0.value.order < $1.value.order })
                {
                    state.fences[oldest.key] = nil
                }
            }
            var known =
                state.fences[fence.number]
                ?? Fence(
                    parties: UInt16(truncatingIfNeeded: (1 << UInt32(fence.parties)) - 1),
                    opening: refresh(from: now + Self.timeLimit),
                    order: state.count)
            known.arrived |= 1 << UInt16(fence.party)
            var wakes: [@Sendable () -> Void] = []
            if known.isOpen {
                known.opening = min(known.opening, refresh(from: now))
                swap(&wakes, &known.wakes)
            } else if let wake {
                known.wakes.append(wake)
            }
            state.fences[fence.number] = known
            return wakes
        }
        for wake in wakes { wake() }
    }

    /// The time at which a fence opens, if no more parties arrive; -infinity for an unknown fence.
    package func opening(of number: UInt64) -> Double { state.withLock { $0.fences[number]?.opening ?? -.infinity } }
}

/// The transactions of one tree that wait for those of other trees, and those queued behind them.
package struct FencedQueue: Sendable {
    /// The most transactions that wait. With more in the queue, fences are ignored.
    package static let limit = 64
    private var waiting: [(number: UInt64, commit: Commit)] = []

    package init() {}

    /// Whether no transaction waits.
    package var isEmpty: Bool { waiting.isEmpty }

    /// Appends a transaction.
    package mutating func add(
        _ commit: Commit, number: UInt64, to board: FenceBoard, at now: Double, wake: (@Sendable () -> Void)?
    ) {
        waiting.append((number, commit))
        if let fence = commit.fence { board.arrive(fence, at: now, wake: wake) }
    }

    /// Takes the transactions that need not wait any more, in order.
    package mutating func takeOpen(of board: FenceBoard, at now: Double) -> [(number: UInt64, commit: Commit)] {
        var open = 0
        while open < waiting.count {
            if let fence = waiting[open].commit.fence, waiting.count <= Self.limit,
                board.opening(of: fence.number) > now
            {
                break
            }
            open += 1
        }
        guard open > 0 else { return [] }
        defer { waiting.removeFirst(open) }
        return Array(waiting.prefix(open))
    }

    /// The latest time until which the first transaction waits; infinity where none waits.
    package func deadline(of board: FenceBoard) -> Double {
        guard let fence = waiting.first?.commit.fence else { return waiting.isEmpty ? .infinity : -.infinity }
        return board.opening(of: fence.number)
    }
}
