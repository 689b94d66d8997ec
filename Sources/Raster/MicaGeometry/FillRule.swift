/// Which regions of the plane are inside an outline.
package enum FillRule: UInt8, Sendable {
    /// Inside is what the outline winds around any number of times but 0.
    case nonZero
    /// Inside is what the outline winds around an odd number of times.
    case evenOdd
}
