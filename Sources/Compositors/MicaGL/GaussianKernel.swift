import Foundation
import MicaGeometry

/// How one axis of a blur is worked out: the means of cells, squares of some pixels, are blurred, and what lies between their
/// centres is interpolated.
///
/// Cells lie at multiples of their side from the surface's origin, so that every part of a blur is made of the same ones. Means
/// and interpolation blur a little themselves: the kernel is narrower by their variances.
struct GaussianAxis {
    /// The side of the cells. *Units*: pixels.
    let cell: Int
    /// The cells that pixels of the source lie in.
    let source: Range<Int>
    /// The cells between whose centres the pixels of the result lie.
    let result: Range<Int>
    /// How far the first weight's cell is from the result's.
    let first: Int
    /// The weights; together 1.
    let weights: [Float]

    /// - Parameters:
    ///   - shift: how far the source is moved. *Units*: pixels.
    init(deviation: Double, shift: Double, cell: Int, source: Range<Int>, result: Range<Int>) {
        self.cell = cell
        let side = Double(cell)
        func down(_ v: Int) -> Int { Int((Double(v) / side).rounded(.down)) }
        self.source = down(source.lowerBound)..<down(source.upperBound - 1) + 1
        // Of cells of one pixel the centres are the pixels'.
        let before = Int(((Double(result.lowerBound) + 0.5) / side - 0.5).rounded(.down))
        let after = Int(((Double(result.upperBound) - 0.5) / side - 0.5).rounded(.down)) + (cell == 1 ? 0 : 1)
        self.result = before..<after + 1
        var variance = deviation * deviation
        if cell > 1 { variance -= (side * side - 1) / 12 + side * side / 6 }
        let reach = Int((deviation * 3 / side).rounded(.up))
        let first = Int((-shift / side).rounded(.down)) - reach
        let last = Int((-shift / side).rounded(.up)) + reach
        let values = (first...last).map { offset in
            let distance = Double(offset) * side + shift
            // Far below a pixel it falls between the pixels: then in proportion to nearness.
            return deviation < 0.25
                ? max(0, 1 - abs(distance)) : exp(-distance * distance / (2 * variance))
        }
        let total = values.reduce(0, +)
        (self.first, weights) = (first, values.map { Float($0 / total) })
    }
}
