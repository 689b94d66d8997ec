import Foundation

/// The weights of neighbours along one axis.
struct Kernel {
    /// The offset of the first neighbour.
    var first: Int
    /// In 65,536ths; their sum is one.
    var weights: [UInt32]

    /// The weights of a Gaussian whose centre is at `-shift`.
    init(_ deviation: Double, shift: Double, reach: Int) {
        let center = -shift
        let low = Int(center.rounded(.down)) - reach, high = Int(center.rounded(.up)) + reach
        first = low
        let values = (low...high).map { offset in
            let distance = Double(offset) - center
            // A deviation far below a pixel would fall between the samples of the Gaussian: linear weights are used
            // instead.
            if deviation < 0.25 { return max(0, 1 - abs(distance)) }
            return exp(-distance * distance / (2 * deviation * deviation))
        }
        let total = values.reduce(0, +)
        // Differences of rounded running sums, so that the weights add up to exactly one.
        var sum = 0.0, given: UInt32 = 0
        weights = values.map { value in
            sum += value
            let upTo = UInt32((sum / total * 65536).rounded())
            defer { given = upTo }
            return upTo - given
        }
    }

    /// The sums of the weights that fall on some pixels, for each of some cells of the result, in 64ths of the weights;
    /// nil if all weights do for all cells.
    ///
    /// A cell that holds some of the pixels counts by its share of them.
    ///
    /// - Parameter cell: the side of a cell, in pixels: a power of two up to 64.
    func shares(of pixels: Range<Int>, at result: Range<Int>, cell: Int) -> [UInt32]? {
        guard let low = result.first, let high = result.last, !pixels.isEmpty else { return nil }
        if (low + first) * cell >= pixels.lowerBound, (high + first + weights.count) * cell <= pixels.upperBound {
            return nil
        }
        return result.map { at in
            var sum: UInt32 = 0
            for (index, weight) in weights.enumerated() {
                let start = (at + first + index) * cell
                let count = min(start + cell, pixels.upperBound) - max(start, pixels.lowerBound)
                if count > 0 { sum += weight * UInt32(count * 64 / cell) }
            }
            return sum
        }
    }
}
