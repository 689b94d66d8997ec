// A commit waits in at most three queues between the client's transaction and the server's tree.
//
//                    within a process                          to a server process
//   1. client        LocalConnection, until the host wakes     LinkTree, while two commits are on their way: merged
//   2. transport     SceneHost, until the refresh it is for    PacketSocket, until the system takes its bytes
//   3. server        RenderServer, until the next frame        RenderServer, until the service has read the message
//
// A commit that a fence ties to another tree's waits in a FencedQueue, and is applied when it leaves. The server's
// messages wait in one UnreadMessages on each side of a socket, or in one within a process.

/// The client's end of a connection to a server: messages both ways, each way in the order of sending.
///
/// Thread rules: both calls may come from any thread. A client that wants its messages in order sends from one thread.
/// Neither call waits for the other end.
package protocol Connection: AnyObject, Sendable {
    /// Sends a message.
    ///
    /// *Throws*: when the other end could not read the message. Then no part of it arrives, and the connection can no
    /// longer be used.
    func send(_ message: ClientMessage) throws(WireError)

    /// Takes out the messages that the server has sent, and appends them to `messages`.
    func receive(into messages: inout [ServerMessage])
}

/// The server's end of a connection to a client.
///
/// Thread rules: those of `Connection`.
package protocol ServerConnection: AnyObject, Sendable {
    /// Sends a message. A server never waits for a client: a message that the client has not taken out yet may be
    /// replaced by later news on the same subject.
    func send(_ message: ServerMessage)

    /// Takes out the messages that the client has sent, and appends them to `messages`.
    func receive(into messages: inout [ClientMessage])
}

extension ServerMessage {
    /// Whether the client has to react to the message now; others can wait until it looks next.
    package var asksClient: Bool {
        switch self {
        case .refused, .tilesWanted, .note, .wholeWanted: true
        case .applied, .presented, .nextChange, .released: false
        }
    }

    /// Whether the message is later news on the same subject as one that was not read yet.
    fileprivate func replaces(_ old: ServerMessage) -> Bool {
        switch (self, old) {
        case (.applied(let a, _), .applied(let b, _)): a == b
        case (.presented(let a, _, _), .presented(let b, _, _)): a == b
        case (.tilesWanted(let a, _), .tilesWanted(let b, _)): a == b
        case (.nextChange(let a, _), .nextChange(let b, _)): a == b
        case (.wholeWanted(let a), .wholeWanted(let b)): a == b
        default: false
        }
    }
}

/// Messages of a server that its client has not read, in order. Of messages that come with every frame only the last is
/// stored, so the list stays short while it is not read.
package struct UnreadMessages: Sendable {
    private var messages: [ServerMessage] = []

    package init() {}

    /// Adds a message, or replaces an earlier one on the same subject.
    package mutating func add(_ message: ServerMessage) {
        for index in messages.indices.suffix(8) where message.replaces(messages[index]) {
            messages[index] = message
            return
        }
        messages.append(message)
    }

    /// Moves the messages to the end of a list.
    package mutating func move(to list: inout [ServerMessage]) {
        list.append(contentsOf: messages)
        messages.removeAll(keepingCapacity: true)
    }
}
