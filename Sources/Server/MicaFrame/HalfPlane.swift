import MicaRaster

/// The pixels on one side of a line, with hard edges: a pixel is on the side that its centre is on.
///
/// Two half planes with one line and opposite sides have every pixel between them, and none twice: what is cut in two by
/// them has no seam. *Space*: device pixels.
package struct HalfPlane: Sendable, Equatable {
    /// The line: where a x + b y + c is 0.
    package var a: Double, b: Double, c: Double
    /// Whether it is the side where the sum is 0 or more, not the one where it is less.
    package var isFront: Bool

    package init(a: Double, b: Double, c: Double, isFront: Bool) {
        (self.a, self.b, self.c, self.isFront) = (a, b, c, isFront)
    }

    /// The pixels of a row that are on the side, within a range of columns.
    ///
    /// Worked out in the same way for both sides, so that they complement each other; a line that is no number has
    /// nothing behind it.
    package func columns(ofRow y: Int, within range: Range<Int>) -> Range<Int> {
        let value = b * (Double(y) + 0.5) + c
        guard a.isFinite, value.isFinite else { return isFront ? range : range.lowerBound..<range.lowerBound }
        if a == 0 {
            return (value >= 0) == isFront ? range : range.lowerBound..<range.lowerBound
        }
        // Where a grows to the right the front is from the first centre at or beyond the crossing on; else up to the last.
        let crossing = -value / a - 0.5
        let edge = a > 0 ? crossing.rounded(.up) : crossing.rounded(.down) + 1
        let column = Int(max(Double(range.lowerBound), min(Double(range.upperBound), edge)))
        return (a > 0) == isFront ? column..<range.upperBound : range.lowerBound..<column
    }
}
