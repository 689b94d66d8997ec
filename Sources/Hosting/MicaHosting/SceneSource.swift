import MicaServer
import MicaTrace
import MicaWire

/// The source of a host's server: a live server, or a recording that provides one for any time.
package protocol SceneSource: AnyObject {
    /// Takes a commit of the tree from the client.
    func take(_ commit: consuming Commit, number: UInt64)

    /// The server with the state of a time.
    func server(at time: Double) -> RenderServer

    /// Takes changes that others made to the tree up to a time: trees that it shows, and fences.
    ///
    /// - Returns: the time from which the changes are visible; nil when nothing changed.
    func takeNews(at now: Double) -> Double?

    /// The latest time at which such changes are due; infinity when none are known.
    var newsDeadline: Double { get }
}

extension SceneSource {
    /// nil: others do not change the tree.
    package func takeNews(at now: Double) -> Double? { nil }
    /// Infinity: no changes by others are known.
    package var newsDeadline: Double { .infinity }
}

/// A tree in its current state. Earlier states are not stored, and the times of commits do not matter.
package final class LiveScene: SceneSource {
    private let server: RenderServer
    private let fences: FenceBoard
    private let clock: any FrameClock
    private let wake: (@Sendable () -> Void)?
    private var queue = FencedQueue()

    /// Makes the scene of a server.
    ///
    /// - Parameters:
    ///   - fences: the fences of all trees that may be tied to this one.
    ///   - clock: decides when waiting commits have waited long enough.
    ///   - wake: called, on any thread, when waiting commits no longer have to wait.
    package init(
        _ server: RenderServer, fences: FenceBoard = .ofProcess, clock: any FrameClock = MonotonicClock(),
        wake: (@Sendable () -> Void)? = nil
    ) {
        (self.server, self.fences, self.clock, self.wake) = (server, fences, clock, wake)
    }

    package func take(_ commit: consuming Commit, number: UInt64) {
        guard commit.fence != nil || !queue.isEmpty else { return server.receive(commit, number: number) }
        queue.add(commit, number: number, to: fences, at: clock.now, wake: wake)
    }

    package func takeNews(at now: Double) -> Double? {
        var seen: Double?
        if !queue.isEmpty {
            let opening = queue.deadline(of: fences)
            for (number, commit) in queue.takeOpen(of: fences, at: now) {
                server.receive(commit, number: number)
                seen = min(opening, now)
            }
        }
        return server.updateGuests(at: now) ? seen ?? now : seen
    }

    package var newsDeadline: Double { min(queue.deadline(of: fences), server.guestDeadline) }

    package func server(at time: Double) -> RenderServer {
        server.applyWaitingCommits()
        return server
    }
}

extension ScenePlayer: SceneSource {
    package func take(_ commit: consuming Commit, number: UInt64) {
        let time = commit.time
        record(commit, at: time, number: number)
    }
}
