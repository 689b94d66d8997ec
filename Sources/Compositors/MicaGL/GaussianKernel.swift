import Foundation
import MicaBase

/// One axis of a blur. Cells are squares of some pixels; their means are blurred, and pixels are interpolated between
/// the centres of cells.
///
/// Cells lie at multiples of their side from the surface's origin, so that every part of a blur uses the same cells.
/// Taking means and interpolating blur a little themselves, so the kernel is narrower by their variances.
struct GaussianAxis {
    /// The side of the cells. *Units*: pixels.
    let cell: Int
    /// The cells that contain pixels of the source.
    let source: Range<Int>
    /// The cells whose centres enclose the pixels of the result.
    let result: Range<Int>
    /// The offset of the first weight's cell from the result's cell.
    let first: Int
    /// The weights; their sum is 1.
    let weights: [Float]
    /// The pixels whose weights count, if the sums are divided by theirs; nil if all do.
    let edges: Range<Int>?

    /// - Parameters:
    ///   - shift: the distance that the source is moved. *Units*: pixels.
    init(
        deviation: Double, shift: Double, cell: Int, source: Range<Int>, result: Range<Int>, edges: Range<Int>? = nil
    ) {
        (self.cell, self.edges) = (cell, edges)
        let side = Double(cell)
        func down(_ v: Int) -> Int { Int((Double(v) / side).rounded(.down)) }
        self.source = down(source.lowerBound)..<down(source.upperBound - 1) + 1
        // A cell of one pixel has its centre at the pixel's.
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
            // A deviation far below a pixel would fall between the samples of the Gaussian: linear weights are used
            // instead.
            return deviation < 0.25
                ? max(0, 1 - abs(distance)) : exp(-distance * distance / (2 * variance))
        }
        let total = values.reduce(0, +)
        (self.first, weights) = (first, values.map { Float($0 / total) })
    }
}
