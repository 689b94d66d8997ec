import MicaGeometry

/// The colours of another pass, blurred by a Gaussian.
///
/// *Space*: device pixels; the op's transform has no part in it.
package struct SoftenDraw: Sendable, Equatable {
    /// The pass that is blurred.
    package var pass: PassIndex
    /// The standard deviations along x and y. *Units*: pixels. *Range*: 0...`limit`.
    package var deviation: SIMD2<Double>

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 512.0

    /// Makes a draw; deviations are brought into range.
    package init(pass: PassIndex, deviation: SIMD2<Double>) {
        func limited(_ v: Double) -> Double { v > 0 ? min(v, Self.limit) : 0 }
        (self.pass, self.deviation) = (pass, SIMD2(limited(deviation.x), limited(deviation.y)))
    }

    /// The side of the cells of pixels that are averaged before they are blurred: a power of two, 1 for small blurs.
    ///
    /// Cells lie at multiples of their side from the surface's origin, so that every part of a blur is of the same cells.
    package var cell: Int {
        var side = 1
        while side < 64, min(deviation.x, deviation.y) / Double(side) >= 12 { side *= 2 }
        return side
    }

    /// How far from its place a pixel still counts. *Units*: pixels.
    package var reach: (x: Int, y: Int) {
        let side = cell
        func reach(_ v: Double) -> Int {
            let cells = v > 0 ? Int((v * 3 / Double(side)).rounded(.up)) : 0
            return side == 1 ? cells : (cells + 2) * side
        }
        return (reach(deviation.x), reach(deviation.y))
    }

    /// The pixels that some pixels of the pass have a part in; and the other way round.
    package func grown(_ rect: DeviceRect) -> DeviceRect {
        guard !rect.isEmpty else { return .empty }
        let reach = reach
        return DeviceRect(
            minX: rect.minX - reach.x, minY: rect.minY - reach.y, maxX: rect.maxX + reach.x, maxY: rect.maxY + reach.y)
    }
}
