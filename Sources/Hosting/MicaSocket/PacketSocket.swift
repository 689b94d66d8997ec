import CMicaSocket

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// One end of a connection between a server and a client. It sends packets and receives packets and descriptors; no call
/// waits.
///
/// It belongs to one thread at a time.
package final class PacketSocket {
    /// The socket.
    package let descriptor: Descriptor
    /// Whether the other end has gone, or this end has given it up.
    package private(set) var isBroken = false
    private var outgoing: [Outgoing] = []
    /// The index of the first packet that is not sent completely, and the number of its bytes that are sent.
    private var next = 0
    private var sent = 0
    /// The number of bytes that wait to be sent.
    package private(set) var backlog = 0
    private var splitter: PacketSplitter
    private var descriptors: [Int32] = []
    private var room = [UInt8](repeating: 0, count: 1 << 16)

    /// The reason why packets could not be made; nil for none.
    private(set) var fault: SystemError?

    /// A packet's bytes, and a descriptor that goes with them.
    struct Outgoing {
        fileprivate var bytes: [UInt8]
        /// Retained until it is sent.
        fileprivate var descriptor: Descriptor?
        /// Makes the packets in its place, when all before are sent; nil for a packet with its bytes.
        fileprivate var make: Maker?

        init(_ packet: ClientPacket, with descriptor: Descriptor? = nil) {
            (bytes, self.descriptor) = (packet.encoded(), descriptor)
        }
        fileprivate init(_ bytes: [UInt8], _ descriptor: Descriptor?, _ make: Maker? = nil) {
            (self.bytes, self.descriptor, self.make) = (bytes, descriptor, make)
        }
    }

    /// Makes packets; nil while they cannot be made.
    typealias Maker = () throws(SystemError) -> [Outgoing]?

    /// Takes ownership of a socket.
    ///
    /// - Parameter limit: the most bytes of a received packet.
    package init(_ descriptor: Descriptor, limit: Int = PacketForm.sizeLimit) {
        self.descriptor = descriptor
        splitter = PacketSplitter(limit: limit)
    }

    /// Closes the descriptors that no packet has taken.
    deinit { Descriptor.discard(descriptors) }

    /// Whether the other end has read everything that was sent.
    package var isRead: Bool { outgoing.isEmpty && mica_socket_is_read(descriptor.number) }

    /// The number of received descriptors that no packet has taken.
    package var waitingDescriptors: Int { descriptors.count }

    /// Queues a packet for sending, with a descriptor for it.
    package func send(_ bytes: [UInt8], with descriptor: Descriptor? = nil) {
        guard !isBroken else { return }
        outgoing.append(Outgoing(bytes, descriptor))
        backlog += bytes.count
    }

    /// Queues packets that are made when all before are sent. While they cannot be made, nothing after them is sent:
    /// `flush` tries again.
    func send(later make: @escaping Maker) {
        if !isBroken { outgoing.append(Outgoing([], nil, make)) }
    }

    /// Whether packets wait until the system has room for them.
    var waitsForRoom: Bool { next < outgoing.count && outgoing[next].make == nil }

    /// Sends as much as the system accepts now.
    package func flush() {
        while !isBroken, next < outgoing.count {
            if let make = outgoing[next].make {
                do throws(SystemError) {
                    guard let made = try make() else { break }
                    outgoing.replaceSubrange(next...next, with: made)
                    backlog += made.reduce(0) { $0 + $1.bytes.count }
                } catch {
                    (fault, isBroken) = (error, true)
                }
                continue
            }
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

    /// Receives up to `limit` bytes. After the connection breaks, nothing more arrives; `nextPacket` still returns
    /// complete packets.
    ///
    /// *Throws*: when too many descriptors arrive.
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
            // A short read has emptied the socket, unless it ended at a descriptor. Another read would cost as much as
            // this one.
            if result < size, count == 0 { return }
        }
    }

    /// The next complete packet; nil when there is none.
    package func nextPacket() throws(SocketFault) -> (tag: UInt8, bytes: [UInt8])? { try splitter.next() }

    /// Removes and returns the descriptor that arrived first.
    package func takeDescriptor() -> Int32? { descriptors.isEmpty ? nil : descriptors.removeFirst() }

    /// Marks the connection as broken.
    package func giveUp() { isBroken = true }
}
