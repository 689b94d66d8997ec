import CMicaSocket

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One end of a connection between a server and a client: frames out, frames and descriptors in; nothing waits.
///
/// It belongs to one thread at a time.
package final class FrameSocket {
    /// The socket.
    package let descriptor: Descriptor
    /// Whether the other end has gone, or is to be given up.
    package private(set) var isBroken = false
    private var outgoing: [Outgoing] = []
    /// The index of the first that was not sent, and how many of its bytes were.
    private var next = 0
    private var sent = 0
    /// How many bytes wait to be sent.
    package private(set) var backlog = 0
    private var splitter: FrameSplitter
    private var descriptors: [Int32] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    private struct Outgoing {
        var bytes: [UInt8]
        /// Held until it is sent.
        var descriptor: Descriptor?
    }

    /// Takes a socket over.
    ///
    /// - Parameter limit: how many bytes a frame of the other end may have.
    package init(_ descriptor: Descriptor, limit: Int = FrameForm.sizeLimit) {
        self.descriptor = descriptor
        splitter = FrameSplitter(limit: limit)
    }

    /// Descriptors that came and that no frame has taken are given up.
    deinit { Descriptor.discard(descriptors) }

    /// Whether the other end has read all that was sent to it.
    package var isRead: Bool { outgoing.isEmpty && mica_socket_is_read(descriptor.number) }

    /// How many descriptors have come that no frame has taken.
    package var waitingDescriptors: Int { descriptors.count }

    /// Has a frame sent, with a descriptor that comes with it.
    package func send(_ bytes: [UInt8], with descriptor: Descriptor? = nil) {
        guard !isBroken else { return }
        outgoing.append(Outgoing(bytes: bytes, descriptor: descriptor))
        backlog += bytes.count
    }

    /// Sends what the system takes now.
    package func flush() {
        while !isBroken, next < outgoing.count {
            let count = outgoing[next].bytes.count
            let number = sent == 0 ? outgoing[next].descriptor?.number ?? -1 : -1
            let result = unsafe outgoing[next].bytes.withUnsafeBytes { bytes in
                unsafe mica_socket_send(
                    descriptor.number, bytes.baseAddress?.advanced(by: sent), count - sent, number)
            }
            guard result >= 0 else {
                if result != -Int(EAGAIN) { isBroken = true }
                break
            }
            sent += result
            backlog -= result
            if sent == count { (next, sent) = (next + 1, 0) }
        }
        if isBroken || next == outgoing.count {
            outgoing.removeAll(keepingCapacity: true)
            (next, sent, backlog) = (0, 0, 0)
        } else if next > 64 {
            outgoing.removeFirst(next)
            next = 0
        }
    }

    /// Takes in what has come, up to some bytes; a broken connection is one from which nothing more comes, and `next` gives what is whole.
    ///
    /// *Throws*: where more descriptors come than anybody has use for.
    package func receive(upTo limit: Int = 1 << 18) throws(SocketFault) {
        var taken = 0
        while taken < limit, !isBroken {
            var (found, count) = ([Int32](repeating: -1, count: Int(MICA_DESCRIPTORS)), Int32(0))
            let (size, number) = (room.count, descriptor.number)
            let result = unsafe room.withUnsafeMutableBytes { bytes in
                unsafe found.withUnsafeMutableBufferPointer { list in
                    unsafe mica_socket_receive(number, bytes.baseAddress, size, list.baseAddress, &count)
                }
            }
            descriptors += found.prefix(Int(count))
            guard descriptors.count <= Int(MICA_DESCRIPTORS), result != -Int(EMSGSIZE) else {
                throw SocketFault("more than \(MICA_DESCRIPTORS) descriptors at once")
            }
            guard result > 0 else {
                if result != -Int(EAGAIN) { isBroken = true }
                return
            }
            splitter.append(room[..<result])
            taken += result
            // A short read has emptied the socket, unless it ended at a descriptor; asking once more would cost as much as the first.
            if result < size, count == 0 { return }
        }
    }

    /// The next whole frame.
    package func nextFrame() throws(SocketFault) -> (tag: UInt8, bytes: [UInt8])? { try splitter.next() }

    /// Takes out the descriptor that came first.
    package func takeDescriptor() -> Int32? { descriptors.isEmpty ? nil : descriptors.removeFirst() }

    /// Gives the other end up.
    package func giveUp() { isBroken = true }
}
