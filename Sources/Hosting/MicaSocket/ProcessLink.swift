import Synchronization

/// This program's link to a render server, shared by all that it shows: its windows, and the trees that other programs
/// show.
package enum ProcessLink {
    private struct State {
        var isLookedFor = false
        var link: ServerLink?
    }
    private static let state = Mutex(State())

    /// The number under which other programs hand their trees to this one, `CARemoteLayerServer.serverPort`. It is
    /// random, so only programs that were told know it.
    package static let port = UInt32.random(in: 1 ... .max)

    /// The link to the server; nil when there is none, or when it has gone for good. The server is looked for once:
    /// either all that a program shows uses one server, or nothing does. The first call waits for the server's welcome,
    /// at most five seconds.
    ///
    /// - Parameter tell: called with the reason when a server was named and cannot be reached.
    package static func find(tell: (String) -> Void) -> ServerLink? {
        var reason: String?
        let found: ServerLink? = state.withLock { state in
            if let link = state.link, link.failure == nil { return link }
            guard !state.isLookedFor else { return nil }
            state.isLookedFor = true
            guard let address = ServerAddress.found() else { return nil }
            do throws(SocketFault) {
                state.link = try ServerLink(address, port: port)
            } catch {
                // A socket file that a server has left behind is not reported.
                if address.isNamed { reason = error.description }
            }
            return state.link
        }
        if let reason { tell(reason) }
        return found
    }
}
