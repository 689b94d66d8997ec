/// Which regions of the plane are inside an outline. Raw values are Apple's strings.
package enum FillRule: String, Sendable, CaseIterable {
    /// Inside are the points with a winding number other than 0.
    case nonZero = "non-zero"
    /// Inside are the points with an odd winding number.
    case evenOdd = "even-odd"
}
