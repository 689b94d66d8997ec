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

    /// Removes the first commits.
    fileprivate mutating func removeFirst(_ count: Int) { entries.removeFirst(count) }

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
    /// The time of the last commit that was applied and is no longer in the recording; -infinity when there is none.
    private var forgotten = -Double.infinity
    private var forgottenCount = 0
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

    /// The number of recorded commits, with those that were forgotten.
    package var commitCount: Int { forgottenCount + scene.entries.count }

    /// Applies the commits up to a time and removes them from the recording: times before it cannot be drawn any more.
    package func forget(before time: Double) {
        _ = server(at: time)
        guard applied > 0 else { return }
        forgotten = max(forgotten, scene.entries[applied - 1].time)
        forgottenCount += applied
        scene.removeFirst(applied)
        applied = 0
    }

    /// The server with all commits up to a time. Going back starts again from nothing; from a forgotten time on, the
    /// server has the commits up to the last one that was forgotten.
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
        // The commits that the server has applied are not there to be applied again.
        guard forgotten == -.infinity else { return }
        current = RenderServer(context: context, workers: workers)
        applied = 0
    }
}
