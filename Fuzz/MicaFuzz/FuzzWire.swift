import MicaEncoding
import MicaServer
import MicaWire

/// Decodes bytes as a commit, and draws it at a few times. Whatever the bytes are, this returns.
package func fuzzWire(_ bytes: [UInt8]) {
    var decoder = CommitStreamDecoder(limits: .fuzzing)
    guard let commit = try? decoder.decode(bytes) else { return }
    // An image equals only itself.
    let holdsImages: PropertyMask = [
        PropertyMask(.contents), PropertyMask(.emitterCells), PropertyMask(.patternImage),
    ]
    if commit.changes.allSatisfy({ $0.animations.isEmpty && $0.mask.isDisjoint(with: holdsImages) }) {
        var encoder = CommitStreamEncoder()
        var second = CommitStreamDecoder(limits: .fuzzing)
        precondition(
            (try? second.decode(encoder.encode(commit))) == commit, "a decoded commit does not survive encoding")
    }
    let server = RenderServer()
    server.receive(commit)
    for time in [commit.time, 0, 0.5, -1e12, 1e300] {
        let frame = server.frame(at: time, width: 64, height: 48)
        precondition(frame.bounds.contains(frame.damage), "damage outside the surface")
        _ = frame.description
    }
    var messages: [ServerMessage] = []
    server.takeMessages(into: &messages)
    for message in messages {
        precondition(
            (try? ServerMessage(decoding: message.encoded())) == message, "a server's message does not survive encoding"
        )
    }
}

extension WireLimits {
    /// Limits that keep one run of a fuzzer short.
    package static var fuzzing: WireLimits {
        var limits = WireLimits()
        limits.count = 4_096
        limits.imageSide = 1_024
        return limits
    }
}
