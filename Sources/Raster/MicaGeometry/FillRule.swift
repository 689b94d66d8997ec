/// Which regions of the plane are inside an outline.
package enum FillRule: UInt8, Sendable {
    /// Inside are the points with a winding number other than 0.
    case nonZero
    /// Inside are the points with an odd winding number.
    case evenOdd
}
