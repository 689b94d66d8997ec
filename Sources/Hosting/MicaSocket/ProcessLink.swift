import Synchronization

/// The way of this program to a render server, for all that it shows: its windows, and trees that other programs show.
package enum ProcessLink {
    private struct State {
        var isLookedFor = false
        var link: ServerLink?
    }
    private static let state = Mutex(State())

    /// The number under which other programs hand their trees to this one, `CARemoteLayerServer.serverPort`: drawn at random, so that
    /// nobody has it but those whom the program has told.
    package static let port = UInt32.random(in: 1 ... .max)

    /// The way to the server; nil where there is none, or where it has gone for good. It is looked for once: what a program shows is all with
    /// one server, or with none. The first call waits for the server's first word, at most five seconds.
    ///
    /// - Parameter tell: called with the reason where a server was named and cannot be reached.
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
                // A socket that a server has left behind is no more than that.
                if address.isNamed { reason = error.description }
            }
            return state.link
        }
        if let reason { tell(reason) }
        return found
    }
}
