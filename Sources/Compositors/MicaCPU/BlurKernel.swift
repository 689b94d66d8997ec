import Foundation

/// The weights of neighbours along one axis.
struct Kernel {
    /// The place of the first neighbour.
    var first: Int
    /// 65,536ths; together one.
    var weights: [UInt32]

    /// Makes the weights of a Gaussian about a place that lies back by `shift`.
    init(_ deviation: Double, shift: Double, reach: Int) {
        let center = -shift
        let low = Int(center.rounded(.down)) - reach, high = Int(center.rounded(.up)) + reach
        first = low
        let values = (low...high).map { offset in
            let distance = Double(offset) - center
            // Far below a pixel a Gaussian falls between the pixels: then in proportion to nearness.
            if deviation < 0.25 { return max(0, 1 - abs(distance)) }
            return exp(-distance * distance / (2 * deviation * deviation))
        }
        let total = values.reduce(0, +)
        // Rounded sums, so that all of them make exactly one.
        var sum = 0.0, given: UInt32 = 0
        weights = values.map { value in
            sum += value
            let upTo = UInt32((sum / total * 65536).rounded())
            defer { given = upTo }
            return upTo - given
        }
    }
}
