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

/// Turns commits into streams of bytes, for one connection. Each stream has the images that its commit is the first to
/// name.
package struct CommitStreamEncoder: Sendable {
    private var encoder = ClientMessageEncoder()
    private var number: UInt64 = 0

    package init() {}

    /// The bytes of a commit of tree 1, after those of its images.
    package mutating func encode(_ commit: Commit) -> [UInt8] {
        number += 1
        return MessageStream.joined(
            encoder.encode(.commit(ContextID(rawValue: 1), number: number, commit)))
    }
}

/// Turns streams of bytes back into commits, for one connection. The bytes are not trusted.
package struct CommitStreamDecoder: Sendable {
    private let limits: WireLimits
    private var decoder: ClientMessageDecoder

    package init(limits: WireLimits = WireLimits()) {
        self.limits = limits
        decoder = ClientMessageDecoder(limits: limits)
    }

    /// The last commit that the bytes hold.
    ///
    /// *Throws*: also when they hold none.
    package mutating func decode(_ bytes: [UInt8]) throws(WireError) -> Commit {
        var last: Commit?
        for message in try MessageStream.messages(in: bytes, limits: limits) {
            if case .commit(_, _, let commit) = try decoder.decode(message) { last = commit }
        }
        guard let last else { throw WireError(offset: bytes.count, reason: .notACommit) }
        return last
    }
}
