import MicaWire

/// A client of a server without a thread and without patience: frames go and come when it is called. It does not reconnect, holds back nothing
/// and merges nothing. For tests, and for tools that are a hundred clients at once.
package final class FramePeer {
    /// The way to the server.
    package let socket: FrameSocket
    private var encoder = ClientMessageEncoder()

    /// Makes a client of a connection, and says who it is.
    package init(_ descriptor: Descriptor, name: String, version: UInt32 = FrameForm.version) {
        socket = FrameSocket(descriptor)
        send(.hello(version: version, name: name))
    }

    /// Sends a frame.
    package func send(_ frame: ClientFrame, with descriptor: Descriptor? = nil) {
        socket.send(frame.encoded(), with: descriptor)
        socket.flush()
    }

    /// Sends a message without pixels: images that it names have to be there.
    package func send(_ message: ClientMessage) {
        let bytes = encoder.encodeWithoutPixels(message).bytes
        if !bytes.isEmpty { send(.message(bytes)) }
    }

    /// What the server has said since the last call.
    package func hear() throws(SocketFault) -> [ServerFrame] {
        socket.flush()
        try socket.receive()
        var frames: [ServerFrame] = []
        while let frame = try socket.nextFrame() { frames.append(try ServerFrame(tag: frame.tag, bytes: frame.bytes)) }
        return frames
    }

    /// The messages among what the server has said since the last call.
    package func messages() throws(SocketFault) -> [ServerMessage] {
        var messages: [ServerMessage] = []
        for case .message(let bytes) in try hear() {
            do throws(WireError) {
                messages.append(try ServerMessage(decoding: bytes))
            } catch {
                throw SocketFault("\(error)")
            }
        }
        return messages
    }
}
