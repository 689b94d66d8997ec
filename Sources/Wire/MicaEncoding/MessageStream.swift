import MicaWire

/// Client messages in one sequence of bytes, each after its length: the form on a socket, and of the fuzzer's corpus.
package enum MessageStream {
    /// The bytes of messages, with their lengths.
    package static func joined(_ messages: [[UInt8]]) -> [UInt8] {
        var writer = WireWriter()
        for message in messages {
            writer.count(message.count)
            writer.bytes += message
        }
        return writer.bytes
    }

    /// The messages in some bytes; the bytes are not trusted.
    ///
    /// *Throws*: when a length goes beyond the bytes.
    package static func messages(in bytes: [UInt8], limits: WireLimits = WireLimits()) throws(WireError) -> [[UInt8]] {
        var reader = WireReader(bytes, limits: limits)
        var messages: [[UInt8]] = []
        while reader.remaining > 0 {
            let start = reader.offset
            let count = try reader.integer()
            guard count <= UInt64(reader.remaining) else { throw reader.fault(.truncated, at: start) }
            messages.append(Array(bytes[reader.offset..<reader.offset + Int(count)]))
            reader.begin(bytes, from: reader.offset + Int(count))
        }
        return messages
    }
}
