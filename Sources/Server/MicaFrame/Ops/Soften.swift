import MicaBase

/// The colours of another pass, blurred by a Gaussian.
///
/// *Space*: device pixels; the op's transform is not used.
package struct SoftenDraw: Sendable, Equatable {
    /// The pass that is blurred.
    package var pass: PassIndex
    /// The standard deviations along x and y. *Units*: pixels. *Range*: 0...`limit`.
    package var deviation: SIMD2<Double>

    /// The pixels whose weights count: those weights add up to one, so that a picture which is opaque up to these edges
    /// stays opaque. nil if all weights count, and the picture is transparent beyond its pixels.
    package var edges: DeviceRect?

    /// The largest error at any pixel, as a fraction of full coverage.
    package var tolerance = BlurDraw.usualTolerance

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 512.0

    /// Limits the deviations to the range.
    package init(pass: PassIndex, deviation: SIMD2<Double>) {
        func limited(_ v: Double) -> Double { v > 0 ? min(v, Self.limit) : 0 }
        (self.pass, self.deviation) = (pass, SIMD2(limited(deviation.x), limited(deviation.y)))
    }

    /// The reach of the blur: three deviations. *Units*: pixels.
    ///
    /// A compositor may blur the means of squares instead of pixels (`square`). Then a pixel counts as far as its
    /// square, and the reach is two squares longer.
    package var reach: (x: Int, y: Int) {
        let side = square
        func reach(_ v: Double) -> Int {
            let squares = v > 0 ? Int((v * 3 / Double(side)).rounded(.up)) : 0
            return side == 1 ? squares : (squares + 2) * side
        }
        return (reach(deviation.x), reach(deviation.y))
    }

    /// The side of the largest squares of pixels whose means may be blurred instead of the pixels. A power of two, at
    /// most 64: the lesser deviation is below 12 sides, and at least 6 where the side is 2 or more. *Units*: pixels.
    package var square: Int {
        guard tolerance >= BlurDraw.usualTolerance else { return 1 }
        var side = 1
        while side < 64, min(deviation.x, deviation.y) / Double(side) >= 12 { side *= 2 }
        return side
    }

    /// The pixels of the result that some pixels of the pass affect, and also the pixels of the pass that affect some
    /// pixels of the result.
    package func grown(_ rect: DeviceRect) -> DeviceRect {
        guard !rect.isEmpty else { return .empty }
        let reach = reach
        return DeviceRect(
            minX: rect.minX - reach.x, minY: rect.minY - reach.y, maxX: rect.maxX + reach.x, maxY: rect.maxY + reach.y)
    }
}
