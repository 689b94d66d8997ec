/// The pixels on one side of a line, with hard edges: a pixel is on the side of its centre.
///
/// Two half-planes with one line and opposite sides share no pixel and leave none out, so a shape that they cut in two
/// has no seam. *Space*: device pixels.
package struct HalfPlane: Sendable, Equatable {
    /// The line a x + b y + c = 0.
    package var a: Double, b: Double, c: Double
    /// Whether it is the side where the sum is 0 or more; false for the side where it is below 0.
    package var isFront: Bool

    package init(a: Double, b: Double, c: Double, isFront: Bool) {
        (self.a, self.b, self.c, self.isFront) = (a, b, c, isFront)
    }

    /// The pixels of a row that are on the side, within a range of columns.
    ///
    /// The same computation serves both sides, so that they are complements. A line with NaN has all pixels in front.
    package func columns(ofRow y: Int, within range: Range<Int>) -> Range<Int> {
        let value = b * (Double(y) + 0.5) + c
        guard a.isFinite, value.isFinite else { return isFront ? range : range.lowerBound..<range.lowerBound }
        if a == 0 {
            return (value >= 0) == isFront ? range : range.lowerBound..<range.lowerBound
        }
        // If a > 0, the front begins at the first centre at or beyond the crossing; if a < 0, it ends at the last.
        let crossing = -value / a - 0.5
        let edge = a > 0 ? crossing.rounded(.up) : crossing.rounded(.down) + 1
        let column = Int(max(Double(range.lowerBound), min(Double(range.upperBound), edge)))
        return (a > 0) == isFront ? column..<range.upperBound : range.lowerBound..<column
    }
}
