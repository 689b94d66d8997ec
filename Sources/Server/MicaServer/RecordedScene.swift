import MicaWire
import MicaWorkers

/// A sequence of commits with their times: all that is needed to draw the scene at any time.
package struct RecordedScene: Sendable {
    /// A commit with its time.
    package struct Entry: Sendable {
        /// Media time, in seconds.
        package var time: Double
        /// The client's number of the commit.
        package var number: UInt64
        /// The changes.
        package var commit: Commit
    }

    /// The commits by time; commits of one time are in the order of recording.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// Adds a commit after all commits with its time or an earlier one.
    ///
    /// - Parameter number: the client's number; nil for the next number.
    package mutating func record(_ commit: Commit, at time: Double, number: UInt64? = nil) {
        let index = entries.lastIndex { $0.time <= time }.map { $0 + 1 } ?? 0
        let number = number ?? UInt64(entries.count + 1)
        entries.insert(Entry(time: time, number: number, commit: commit), at: index)
    }

    /// A server that has applied all commits up to and including a time.
    package func server(at time: Double) -> RenderServer {
        let player = ScenePlayer(self)
        return player.server(at: time)
    }
}

/// Plays a recording, which may still grow: it moves one server to the times that are asked for.
package final class ScenePlayer {
    /// The recording so far.
    private(set) package var scene: RecordedScene
    private var current: RenderServer
    private var applied = 0
    private let context: ContextID
    private let workers: WorkerPool

    /// - Parameters:
    ///   - context: the tree that is recorded.
    ///   - workers: the threads that its servers may use; their number does not change the frames.
    package init(
        _ scene: RecordedScene = RecordedScene(), context: ContextID = ContextID(rawValue: 1),
        workers: WorkerPool = WorkerPool(workers: 1)
    ) {
        (self.scene, self.context, self.workers) = (scene, context, workers)
        current = RenderServer(context: context, workers: workers)
    }

    /// Adds a commit to the recording.
    ///
    /// If the server has applied later commits already, it starts again from nothing.
    package func record(_ commit: Commit, at time: Double, number: UInt64? = nil) {
        if applied > 0, scene.entries[applied - 1].time > time { restart() }
        scene.record(commit, at: time, number: number)
    }

    /// The number of recorded commits.
    package var commitCount: Int { scene.entries.count }

    /// The server with all commits up to a time. Going back starts again from nothing.
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
