import MicaWire
import Synchronization

/// Both ends of a connection within one process.
package final class LocalConnection: Connection, ServerConnection {
    private let toServer = Mutex<[ClientMessage]>([])
    private let toClient = Mutex(UnreadMessages())
    /// Encodes and decodes each message; nil hands messages over as they are.
    private let codec: MessageCodec?
    private let wake: (@Sendable () -> Void)?
    private let wakeClient: (@Sendable () -> Void)?

    /// Makes a connection.
    ///
    /// - Parameters:
    ///   - encodes: whether each message goes through its encoded form, as between two processes.
    ///   - wake: called on the client's thread when there is a message for the server, which may be asleep.
    ///   - wakeClient: called on the server's thread when there is a message that the client has to react to.
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
                // Swaps the two lists' memory, so that no message allocates.
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
            // The encoded message is decoded again: a difference is a fault of the encoding, for tests.
            do throws(WireError) {
                message = try ServerMessage(decoding: message.encoded())
            } catch {
                preconditionFailure("a message of this process could not be read back: \(error)")
            }
        }
        toClient.withLock { $0.add(message) }
        if message.asksClient { wakeClient?() }
    }

    package func receive(into messages: inout [ServerMessage]) {
        toClient.withLock { $0.move(to: &messages) }
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
