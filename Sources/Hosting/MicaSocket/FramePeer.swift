import MicaEncoding
import MicaWire

/// A client without a thread of its own: it sends and receives only when it is called. It does not reconnect, hold back
/// or merge messages. For tests, and for tools that act as a hundred clients at once.
package final class FramePeer {
    /// The connection to the server.
    package let socket: FrameSocket
    private var encoder = ClientMessageEncoder()

    /// Makes a client on a connection, and sends `hello`.
    package init(_ descriptor: Descriptor, name: String, version: UInt32 = FrameForm.version) {
        socket = FrameSocket(descriptor)
        send(.hello(version: version, name: name))
    }

    /// Sends a frame.
    package func send(_ frame: ClientFrame, with descriptor: Descriptor? = nil) {
        socket.send(frame.encoded(), with: descriptor)
        socket.flush()
    }

    /// Sends a message without pixels; the server must already have the images that it names.
    package func send(_ message: ClientMessage) {
        let bytes = encoder.encodeWithoutPixels(message).bytes
        if !bytes.isEmpty { send(.message(bytes)) }
    }

    /// The frames that the server has sent since the last call.
    package func hear() throws(SocketFault) -> [ServerFrame] {
        socket.flush()
        try socket.receive()
        var frames: [ServerFrame] = []
        while let frame = try socket.nextFrame() { frames.append(try ServerFrame(tag: frame.tag, bytes: frame.bytes)) }
        return frames
    }

    /// The messages among the frames that the server has sent since the last call.
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
