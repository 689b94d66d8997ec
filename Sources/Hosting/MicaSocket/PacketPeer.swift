import MicaEncoding
import MicaWire

/// A client without a thread of its own: it sends and receives only when it is called. It does not reconnect, hold back
/// or merge messages. For tests, and for tools that act as a hundred clients at once.
package final class PacketPeer {
    /// The connection to the server.
    package let socket: PacketSocket
    private var encoder = ClientMessageEncoder()

    /// Makes a client on a connection, and sends `hello`.
    package init(_ descriptor: Descriptor, name: String, version: UInt32 = PacketForm.version) {
        socket = PacketSocket(descriptor)
        send(.hello(version: version, name: name))
    }

    /// Sends a packet.
    package func send(_ packet: ClientPacket, with descriptor: Descriptor? = nil) {
        socket.send(packet.encoded(), with: descriptor)
        socket.flush()
    }

    /// Sends a message without pixels; the server must already have the images that it names.
    package func send(_ message: ClientMessage) {
        let bytes = encoder.encodeWithoutPixels(message).bytes
        if !bytes.isEmpty { send(.message(bytes)) }
    }

    /// The packets that the server has sent since the last call.
    package func hear() throws(SocketFault) -> [ServerPacket] {
        socket.flush()
        try socket.receive()
        var packets: [ServerPacket] = []
        while let packet = try socket.nextPacket() {
            packets.append(try ServerPacket(tag: packet.tag, bytes: packet.bytes))
        }
        return packets
    }

    /// The messages among the packets that the server has sent since the last call.
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
