/// How pixels that an outline covers in part are drawn.
package enum EdgeMode: UInt8, Sendable {
    /// With their coverage, as anti-aliasing wants.
    case soft
    /// Wholly when half or more is covered, otherwise not at all.
    case hard
    /// Wholly.
    case covering
}
