/// The identity of a layer, shared by the client's tree and the server's render tree.
///
/// Identifiers are never reused within a process, so that a late message about a dead layer is harmless.
package struct LayerID: Hashable, Sendable, Comparable, CustomStringConvertible {
    /// The number behind the identity; 0 is never given out.
    package var rawValue: UInt64

    /// Makes an identity from its number.
    package init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    /// A short form for dumps: `#12`.
    package var description: String { "#\(rawValue)" }

    /// Orders identities by the time they were given out.
    package static func < (a: LayerID, b: LayerID) -> Bool { a.rawValue < b.rawValue }
}
