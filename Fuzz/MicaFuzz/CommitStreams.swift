import MicaEncoding
import MicaWire

/// Turns commits into streams of bytes, for one connection: each with the images that it is the first to name.
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

/// Turns streams of bytes back into commits, for one connection; the bytes are not trusted.
package struct CommitStreamDecoder: Sendable {
    private let limits: WireLimits
    private var decoder: ClientMessageDecoder

    package init(limits: WireLimits = WireLimits()) {
        self.limits = limits
        decoder = ClientMessageDecoder(limits: limits)
    }

    /// The last commit that the bytes hold.
    ///
    /// *Throws*: also where they hold none.
    package mutating func decode(_ bytes: [UInt8]) throws(WireError) -> Commit {
        var last: Commit?
        for message in try MessageStream.messages(in: bytes, limits: limits) {
            if case .commit(_, _, let commit) = try decoder.decode(message) { last = commit }
        }
        guard let last else { throw WireError(offset: bytes.count, reason: .notACommit) }
        return last
    }
}
