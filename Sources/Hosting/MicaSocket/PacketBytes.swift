/// A fault in the data from a socket.
package struct SocketFault: Error, Equatable, CustomStringConvertible {
    /// The fault in words.
    package let description: String

    package init(_ description: String) { self.description = description }
}

/// A packet: a header of eight bytes, then the data. The header is the length of the data (four bytes,
/// little-endian), a tag and three zeros.
package enum PacketForm {
    /// The version of the socket protocol, raised with every change of a packet.
    package static let version: UInt32 = 2
    /// *Units*: bytes.
    static let headerSize = 8
    /// The most bytes of a packet; a commit of 250,000 layers takes a third of it.
    package static let sizeLimit = 64 << 20
}

struct PacketWriter {
    /// The packet, with its header.
    private var bytes: [UInt8]

    init(_ tag: UInt8, reserving room: Int = 32) {
        bytes = []
        bytes.reserveCapacity(PacketForm.headerSize + room)
        bytes += [0, 0, 0, 0, tag, 0, 0, 0]
    }

    mutating func integer<Value: FixedWidthInteger>(_ value: Value) {
        for shift in stride(from: 0, to: Value.bitWidth, by: 8) {
            bytes.append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }

    mutating func number(_ value: Double) { integer(value.bitPattern) }

    mutating func bool(_ value: Bool) { bytes.append(value ? 1 : 0) }

    mutating func text(_ value: String) {
        integer(UInt32(value.utf8.count))
        bytes += value.utf8
    }

    mutating func append(_ rest: [UInt8]) { bytes += rest }

    /// The bytes, with their length filled in.
    consuming func finish() -> [UInt8] {
        let count = UInt32(bytes.count - PacketForm.headerSize)
        for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: count >> UInt32(8 * index)) }
        return bytes
    }
}

/// Reads one packet. Its bytes are not trusted.
struct PacketReader {
    private let bytes: [UInt8]
    private var offset = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func integer<Value: FixedWidthInteger>(_: Value.Type = Value.self) throws(SocketFault) -> Value {
        let size = Value.bitWidth / 8
        guard bytes.count - offset >= size else { throw SocketFault("a packet is too short") }
        var value: Value = 0
        for index in 0..<size { value |= Value(truncatingIfNeeded: bytes[offset + index]) << (8 * index) }
        offset += size
        return value
    }

    /// A finite number.
    mutating func number() throws(SocketFault) -> Double {
        let value = Double(bitPattern: try integer())
        guard value.isFinite else { throw SocketFault("a number of a packet is not finite") }
        return value
    }

    mutating func bool() throws(SocketFault) -> Bool {
        let value: UInt8 = try integer()
        guard value < 2 else { throw SocketFault("a packet has \(value) for yes or no") }
        return value == 1
    }

    /// A text of at most `limit` bytes of UTF-8. Control characters other than line ends are an error unless they are
    /// allowed.
    mutating func text(limit: Int, allowsControls: Bool = false) throws(SocketFault) -> String {
        let count = Int(try integer(UInt32.self))
        guard count <= limit, count <= bytes.count - offset else {
            throw SocketFault("a text of \(count) bytes in a packet")
        }
        guard let text = String(validating: bytes[offset..<offset + count], as: UTF8.self),
            allowsControls
                || text.unicodeScalars.allSatisfy({ $0.value >= 32 && !(127...159 ~= $0.value) || $0 == "\n" })
        else { throw SocketFault("a text of a packet is not UTF-8, or has control characters") }
        offset += count
        return text
    }

    /// All remaining bytes.
    mutating func rest() -> [UInt8] {
        defer { offset = bytes.count }
        return Array(bytes[offset...])
    }

    func finish() throws(SocketFault) {
        guard offset == bytes.count else { throw SocketFault("a packet has \(bytes.count - offset) bytes too many") }
    }
}

/// Splits the bytes of a socket into packets.
package struct PacketSplitter: Sendable {
    private var bytes: [UInt8] = []
    private var start = 0
    private let limit: Int

    /// Makes a splitter that refuses packets larger than a limit, in bytes.
    package init(limit: Int = PacketForm.sizeLimit) { self.limit = limit }

    /// The number of bytes that wait for the rest of their packet.
    package var waiting: Int { bytes.count - start }

    /// Appends received bytes.
    package mutating func append(_ more: some Collection<UInt8>) {
        if start > 0, start == bytes.count || start > 1 << 16 {
            bytes.removeFirst(start)
            start = 0
        }
        bytes.append(contentsOf: more)
    }

    /// The next complete packet: its tag, and the bytes after the header.
    package mutating func next() throws(SocketFault) -> (tag: UInt8, bytes: [UInt8])? {
        guard waiting >= PacketForm.headerSize else { return nil }
        var count = 0
        for index in 0..<4 { count |= Int(bytes[start + index]) << (8 * index) }
        guard count <= limit else { throw SocketFault("a packet of \(count) bytes") }
        guard bytes[start + 5] == 0, bytes[start + 6] == 0, bytes[start + 7] == 0 else {
            throw SocketFault("a header without its zeros")
        }
        guard waiting - PacketForm.headerSize >= count else { return nil }
        let tag = bytes[start + 4]
        let begin = start + PacketForm.headerSize
        let packet = Array(bytes[begin..<begin + count])
        start = begin + count
        return (tag, packet)
    }
}
