/// The number by which a server knows its clients; 0 in the client itself.
///
/// An identity is (client, number) in one word. The number is the client's; the reader of a client's messages adds the
/// client. So a client can name only its own things, and only the number is sent.
package enum ClientNumber {
    /// How many bits of an identity are the number.
    package static let shift = 48
    /// The bits of an identity that are the number.
    package static let numbers = UInt64(1) << shift - 1
}

/// An identity that a client assigns.
package protocol ClientIdentity: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The client and the number, which is never 0.
    var rawValue: UInt64 { get }
    /// The first character in dumps.
    static var sign: Character { get }
}

extension ClientIdentity {
    /// A short form for dumps: `#12`, and `#3.12` for layer 12 of client 3.
    package var description: String {
        let (client, number) = (rawValue >> ClientNumber.shift, rawValue & ClientNumber.numbers)
        return client == 0 ? "\(Self.sign)\(number)" : "\(Self.sign)\(client).\(number)"
    }

    /// Orders identities by the time they were assigned.
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}

/// The identity of a layer, shared by the client's tree and the server's render tree.
///
/// Identifiers are never reused within a process, so that a late message about a dead layer is harmless.
package struct LayerID: ClientIdentity {
    package static var sign: Character { "#" }
    package var rawValue: UInt64

    /// Makes an identity from its number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}

/// The identity of a tree of layers with one root, as a server knows it.
///
/// Identifiers are never reused within a process, so that a late message about a tree that is gone is harmless.
package struct ContextID: ClientIdentity {
    package static var sign: Character { "@" }
    package var rawValue: UInt64

    /// Makes an identity from its number.
    package init(rawValue: UInt64) { self.rawValue = rawValue }
}
