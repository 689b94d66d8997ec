import MicaServer
import MicaWire

/// Where a host has the server of a tree from: one that lives on, or one that a recording gives for any time.
package protocol SceneSource: AnyObject {
    /// Takes what a client has sent of the tree.
    func take(_ commit: consuming Commit, number: UInt64)

    /// The server with all that holds at a time.
    func server(at time: Double) -> RenderServer

    /// Takes in what others have made of the tree up to a time: trees that it shows, and fences.
    ///
    /// - Returns: from when on that is to be seen; nil where nothing has changed.
    func takeNews(at now: Double) -> Double?

    /// When there are news at the latest; infinity where nobody knows of any.
    var newsDeadline: Double { get }
}

extension SceneSource {
    /// nil: nobody else makes anything of it.
    package func takeNews(at now: Double) -> Double? { nil }
    /// Infinity.
    package var newsDeadline: Double { .infinity }
}

/// A tree as it is now: what was before is forgotten, and the time of a commit does not matter.
package final class LiveScene: SceneSource {
    private let server: RenderServer
    private let fences: FenceBoard
    private let clock: any FrameClock
    private let wake: (@Sendable () -> Void)?
    private var queue = FencedQueue()

    /// Makes the scene of a server.
    ///
    /// - Parameters:
    ///   - fences: those of all trees that may be tied to this one.
    ///   - clock: says when what waits has waited long enough.
    ///   - wake: called, on any thread, when what waits for others need not any more.
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
