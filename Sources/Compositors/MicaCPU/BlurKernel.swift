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
}
