import MicaBase

/// How many chords approximate a curve, and where their corners are.
///
/// Corners on the curve would make every convex outline smaller. These corners lie outside of the curve, by two thirds
/// of a chord's height, so that between two corners as much area is added as is missing. A pixel is then wrong only by
/// the part of a chord's lens that the pixel's sides cut off: with chords of about a pixel or less, next to nothing.
/// The first and the last chord begin on the curve. They are 0.71 of the others' length, so that their areas even out
/// too. So a circle needs half of the chords that it needs with corners on it.
struct ChordRule: Sendable, Equatable {
    /// The largest height of a chord's lens.
    let tolerance: Double
    /// The largest product of height and length of a chord that is higher than `tolerance`.
    let area: Double

    /// - Parameters:
    ///   - tolerance: how high lenses may be, in the curves' units.
    ///   - pixel: the size of a pixel in these units: a chord may be higher where the area that it misses is small
    ///     against a pixel's. 0 allows no chord to be higher.
    init(tolerance: Double, pixel: Double) {
        self.tolerance = tolerance
        area = 3 * tolerance * pixel
    }

    /// How many full chords the two shorter ones at the ends lack: 2 - sqrt(2).
    private static let ends = 0.585_786_437_626_904_9

    /// How many chords a curve needs; nil when that is more than `most`.
    ///
    /// - Parameters:
    ///   - bend: the height of the lens that one chord would have (`Cubic.bend`).
    ///   - length: the curve's length, or an upper bound.
    func chordCount(bend: Double, length: Double, most: Int) -> Int? {
        // A single chord has its ends on the curve, so that its limits are stricter.
        if bend <= 0.4 * tolerance || bend * length <= 0.13 * area { return 1 }
        var count = 2
        while count <= most {
            let parts = Double(count) - Self.ends, square = parts * parts
            if bend <= tolerance * square || bend * length <= area * (square * parts) { return count }
            count += 1
        }
        return nil
    }

    /// The corners between a curve's chords: the points of a cubic near the curve, at even steps.
    struct Corners {
        private let a, b, c, d: Point
        private let step: Double

        init(_ curve: Cubic, count: Int) {
            step = 1 / (Double(count) - ChordRule.ends)
            a = (curve.p3 - curve.p0) + 3 * (curve.p1 - curve.p2)
            b = 3 * (curve.p0 - 2 * curve.p1 + curve.p2)
            // A lens's height is the second derivative, 6 a t + 2 b, times an eighth of the step squared.
            let square = step * step
            c = 3 * (curve.p1 - curve.p0) - a * (square / 2)
            d = curve.p0 - b * (square / 6)
        }

        /// One of the corners, from 1 on.
        @inline(__always)  // In the loops over chords.
        subscript(index: Int) -> Point {
            let t = (Double(index) - ChordRule.ends / 2) * step
            return ((a * t + b) * t + c) * t + d
        }
    }
}

extension Cubic {
    /// The height of the lens between the curve and one chord, or an upper bound.
    ///
    /// Source: Wang's bound, deviation <= max second difference * 6 / (8 n^2) for a cubic cut at equal parameters.
    var bend: Double {
        let first = (p0 - 2 * p1 + p2).squaredLength
        let second = (p1 - 2 * p2 + p3).squaredLength
        return 0.75 * Swift.max(first, second).squareRoot()
    }

    /// The length of the control polygon, an upper bound of the curve's.
    var controlLength: Double { (p1 - p0).length + (p2 - p1).length + (p3 - p2).length }
}
