import MicaWire
import MicaWorkers

/// A sequence of commits with the times at which they happen: all that is needed to draw any of its moments.
package struct RecordedScene: Sendable {
    /// One commit and its time.
    package struct Entry: Sendable {
        /// Media time, in seconds.
        package var time: Double
        /// The client's number of the commit.
        package var number: UInt64
        /// What changed then.
        package var commit: Commit
    }

    /// The commits by time; those of one time in the order in which they were recorded.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// Adds a commit, after all that have the same time or an earlier one.
    ///
    /// - Parameter number: the client's; nil counts on.
    package mutating func record(_ commit: Commit, at time: Double, number: UInt64? = nil) {
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        let number = number ?? UInt64(entries.count + 1)
        entries.insert(Entry(time: time, number: number, commit: commit), at: index)
    }

    /// A server that has applied the commits up to a time, that time included.
    package func server(at time: Double) -> RenderServer {
        let player = ScenePlayer(self)
        return player.server(at: time)
    }
}

/// Plays a recording, which may still grow: keeps a server, and moves it to the times that are asked for.
package final class ScenePlayer {
    /// The recording so far.
    private(set) package var scene: RecordedScene
    private var current: RenderServer
    private var applied = 0
    private let context: ContextID
    private let workers: WorkerPool

    /// Makes a player before the first commit.
    ///
    /// - Parameters:
    ///   - context: the tree that is recorded.
    ///   - workers: the threads that its servers may use; the bytes are the same for any number.
    package init(
        _ scene: RecordedScene = RecordedScene(), context: ContextID = ContextID(rawValue: 1),
        workers: WorkerPool = WorkerPool(workers: 1)
    ) {
        (self.scene, self.context, self.workers) = (scene, context, workers)
        current = RenderServer(context: context, workers: workers)
    }

    /// Adds a commit to the recording.
    ///
    /// One that belongs before commits that the server has had makes it start again from nothing.
    package func record(_ commit: Commit, at time: Double, number: UInt64? = nil) {
        if applied > 0, scene.entries[applied - 1].time > time { restart() }
        scene.record(commit, at: time, number: number)
    }

    /// How many commits were recorded.
    package var commitCount: Int { scene.entries.count }

    /// The server with the commits up to a time; going back starts again from nothing.
    package func server(at time: Double) -> RenderServer {
        if applied > 0, scene.entries[applied - 1].time > time { restart() }
        while applied < scene.entries.count, scene.entries[applied].time <= time {
            current.receive(scene.entries[applied].commit, number: scene.entries[applied].number)
            applied += 1
        }
        current.applyWaitingCommits()
        return current
    }

    private func restart() {
        current = RenderServer(context: context, workers: workers)
        applied = 0
    }
}
