/// Something that the tool cannot do, with what to write instead.
public struct Finding: Equatable, Sendable {
    /// *Range*: from 1.
    public let line: Int
    /// *Units*: bytes of UTF-8. *Range*: from 1.
    public let column: Int
    /// The finding: `KVO`, `swizzling`.
    public let construct: String
    /// What to write instead.
    public let advice: String
}

/// What became of a source.
public struct Ported: Sendable {
    /// The source that compiles on Linux; the same bytes where there was nothing to do.
    public let text: [UInt8]
    /// The work that is left to do by hand.
    public let findings: [Finding]
    /// How often each construct was taken care of.
    public let done: [String: Int]
}
