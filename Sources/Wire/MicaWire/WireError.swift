/// The fault of encoded bytes, and its place.
package struct WireError: Error, Equatable, CustomStringConvertible {
    /// The offset of the byte where the fault was found, from the start of the message.
    package var offset: Int
    /// The fault.
    package var reason: Reason

    /// The faults.
    package enum Reason: Error, Sendable, Equatable {
        /// The bytes end too early.
        case truncated
        /// Bytes are left over.
        case trailingBytes
        /// The message is not a commit at all.
        case notACommit
        /// A version that this reader does not know.
        case unknownVersion(UInt64)
        /// A table of properties that does not begin like this reader's.
        case otherProperties
        /// A property that this version does not have.
        case unknownProperty(UInt64)
        /// A key path that no property has.
        case unknownPart(UInt64)
        /// A tag that means nothing where it stands.
        case unknownTag(UInt64)
        /// More elements, bytes or nesting than the limits or the rest of the message allow.
        case tooLarge(UInt64)
        /// A number that is not finite where it has to be, or out of its range.
        case badNumber
        /// Text that is not UTF-8, or names nothing.
        case badText
        /// A value of a kind that the property does not take.
        case badValue
        /// An image that was never sent on this connection, or was dropped.
        case unknownImage(UInt64)
        /// An integer of more than 64 bits.
        case badInteger
    }

    package init(offset: Int, reason: Reason) {
        (self.offset, self.reason) = (offset, reason)
    }

    /// Offset and reason in words.
    package var description: String { "commit: byte \(offset): \(reason)" }
}
