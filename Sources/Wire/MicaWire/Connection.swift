import Synchronization

/// The client's end of the way to a server: messages there and messages back, each in the order in which it was sent.
///
/// Thread rules: both calls may come from any thread; a client that wants its messages in order sends from one. Neither
/// call waits for the other end.
package protocol Connection: AnyObject, Sendable {
    /// Sends a message.
    ///
    /// *Throws*: when the other end could not read it; then nothing of it arrives, and the connection is of no use any more.
    func send(_ message: ClientMessage) throws(WireError)

    /// Takes out what the server has sent, and appends it to `messages`.
    func receive(into messages: inout [ServerMessage])
}

/// The server's end of the way to a client.
///
/// Thread rules: those of `Connection`.
package protocol ServerConnection: AnyObject, Sendable {
    /// Sends a message. A server never waits for a client: what the client has not taken out yet may be replaced by later
    /// news of the same.
    func send(_ message: ServerMessage)

    /// Takes out what the client has sent, and appends it to `messages`.
    func receive(into messages: inout [ClientMessage])
}

/// Both ends of a connection within one process.
package final class LocalConnection: Connection, ServerConnection {
    private let toServer = Mutex<[ClientMessage]>([])
    private let toClient = Mutex<[ServerMessage]>([])
    /// What turns each message into bytes and back; nil hands it over as it is.
    private let codec: MessageCodec?
    private let wake: (@Sendable () -> Void)?
    private let wakeClient: (@Sendable () -> Void)?

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - encodes: Whether each message goes through its encoded form, as between two processes.
    ///   - wake: Called on the client's thread when there is a message for the server, which may sleep.
    ///   - wakeClient: Called on the server's thread when there is a message that the client has to do something about.
    package init(
        encodes: Bool = false, wake: (@Sendable () -> Void)? = nil, wakeClient: (@Sendable () -> Void)? = nil
    ) {
        (self.wake, self.wakeClient) = (wake, wakeClient)
        codec = encodes ? MessageCodec() : nil
    }

    package func send(_ message: ClientMessage) throws(WireError) {
        if let codec {
            let arrived = try codec.passed(message)
            toServer.withLock { $0 += arrived }
        } else {
            toServer.withLock { $0.append(message) }
        }
        wake?()
    }

    package func receive(into messages: inout [ClientMessage]) {
        toServer.withLock { waiting in
            if messages.isEmpty {
                // The memory of the one becomes that of the other, so that none is asked for message by message.
                swap(&messages, &waiting)
            } else {
                messages.append(contentsOf: waiting)
                waiting.removeAll(keepingCapacity: true)
            }
        }
    }

    package func send(_ message: ServerMessage) {
        var message = message
        if codec != nil {
            // What this process encodes is read back: a difference is a fault of the form, which tests look for.
            do throws(WireError) {
                message = try ServerMessage(decoding: message.encoded())
            } catch {
                preconditionFailure("a message of this process could not be read back: \(error)")
            }
        }
        toClient.withLock { waiting in
            // Of what changes with every frame only the last counts; the list stays short if nobody looks.
            for index in waiting.indices.suffix(8) where message.replaces(waiting[index]) {
                waiting[index] = message
                return
            }
            waiting.append(message)
        }
        if message.asksClient { wakeClient?() }
    }

    package func receive(into messages: inout [ServerMessage]) {
        toClient.withLock { waiting in
            messages.append(contentsOf: waiting)
            waiting.removeAll(keepingCapacity: true)
        }
        if let released = codec?.takeReleased(), !released.isEmpty { messages.append(.released(released)) }
    }
}

/// Both ends of a connection's encoded form, within one process and for several threads.
private final class MessageCodec: Sendable {
    private let ends = Mutex((encoder: ClientMessageEncoder(), decoder: ClientMessageDecoder()))

    func takeReleased() -> [UInt64] { ends.withLock { $0.decoder.takeReleased() } }

    /// The messages that arrive for one that is sent: images go before what names them.
    func passed(_ message: ClientMessage) throws(WireError) -> [ClientMessage] {
        try ends.withLock { ends in
            Result { () throws(WireError) in
                var arrived: [ClientMessage] = []
                for bytes in ends.encoder.encode(message) { arrived.append(try ends.decoder.decode(bytes)) }
                return arrived
            }
        }.get()
    }
}

extension ServerMessage {
    /// Whether the client has to do something about it, rather than to know it when it looks next.
    package var asksClient: Bool {
        switch self {
        case .refused, .tilesWanted, .note, .wholeWanted: true
        case .applied, .presented, .nextChange, .released: false
        }
    }

    /// Whether it is later news of the same as a message that was not read yet.
    package func replaces(_ old: ServerMessage) -> Bool {
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
