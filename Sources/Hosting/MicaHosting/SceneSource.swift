import MicaServer
import MicaWire

/// Where a host has the server of a tree from: one that lives on, or one that a recording gives for any time.
package protocol SceneSource: AnyObject {
    /// Takes what a client has sent of the tree.
    func take(_ commit: Commit, number: UInt64)

    /// The server with all that holds at a time.
    func server(at time: Double) -> RenderServer
}

/// A tree as it is now: what was before is forgotten, and the time of a commit does not matter.
package final class LiveScene: SceneSource {
    private let server: RenderServer

    /// Makes the scene of a server.
    package init(_ server: RenderServer) { self.server = server }

    package func take(_ commit: Commit, number: UInt64) { server.receive(commit, number: number) }

    package func server(at time: Double) -> RenderServer {
        server.applyWaitingCommits()
        return server
    }
}

extension ScenePlayer: SceneSource {
    package func take(_ commit: Commit, number: UInt64) { record(commit, at: commit.time, number: number) }
}
