/// Writes messages of protocol buffers: only the parts that a trace needs, without a schema.
///
/// *Source*: protobuf.dev, "Encoding": a field is its number and type as a varint, followed by a varint, by eight
/// bytes with the lowest first, or by a length and that many bytes.
struct ProtobufWriter {
    private(set) var bytes: [UInt8] = []

    init() {}

    mutating func varint(_ value: UInt64) {
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        bytes.append(UInt8(truncatingIfNeeded: rest))
    }

    /// An integer; negative integers take ten bytes.
    mutating func integer(_ field: UInt64, _ value: Int) {
        varint(field << 3)
        varint(UInt64(bitPattern: Int64(value)))
    }

    mutating func unsigned(_ field: UInt64, _ value: UInt64) {
        varint(field << 3)
        varint(value)
    }

    mutating func fixed64(_ field: UInt64, _ value: UInt64) {
        varint(field << 3 | 1)
        for shift in stride(from: UInt64(0), to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: value >> shift)) }
    }

    mutating func text(_ field: UInt64, _ value: String) {
        varint(field << 3 | 2)
        varint(UInt64(value.utf8.count))
        bytes.append(contentsOf: value.utf8)
    }

    mutating func message(_ field: UInt64, _ body: (inout ProtobufWriter) -> Void) {
        var inner = ProtobufWriter()
        body(&inner)
        varint(field << 3 | 2)
        varint(UInt64(inner.bytes.count))
        bytes += inner.bytes
    }
}
