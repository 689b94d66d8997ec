/// How pixels that an outline covers in part are drawn.
package enum EdgeMode: UInt8, Sendable {
    /// They are covered in part.
    case soft
    /// They are covered wholly when they are covered by half or more, and else not at all.
    case hard
    /// They are covered wholly.
    case covering
}
