import MicaGeometry

/// The colours of another pass, blurred by a Gaussian.
///
/// *Space*: device pixels; the op's transform has no part in it.
package struct SoftenDraw: Sendable, Equatable {
    /// The pass that is blurred.
    package var pass: PassIndex
    /// The standard deviations along x and y. *Units*: pixels. *Range*: 0...`limit`.
    package var deviation: SIMD2<Double>

    /// How far the blur may be off at any pixel, of full coverage.
    package var tolerance = BlurDraw.usualTolerance

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 512.0

    /// Makes a draw; deviations are brought into range.
    package init(pass: PassIndex, deviation: SIMD2<Double>) {
        func limited(_ v: Double) -> Double { v > 0 ? min(v, Self.limit) : 0 }
        (self.pass, self.deviation) = (pass, SIMD2(limited(deviation.x), limited(deviation.y)))
    }

    /// How far from its place a pixel still counts: three deviations. *Units*: pixels.
    ///
    /// From a deviation of 12 on three squares more, of a side of a power of two, at most 64, of which the lesser deviation has 12 to
    /// 24: a compositor may blur the means of such squares, and then a pixel counts as far as the squares that it lies in.
    package var reach: (x: Int, y: Int) {
        let side = square
        func reach(_ v: Double) -> Int {
            let squares = v > 0 ? Int((v * 3 / Double(side)).rounded(.up)) : 0
            return side == 1 ? squares : (squares + 2) * side
        }
        return (reach(deviation.x), reach(deviation.y))
    }

    /// The side of the largest squares of pixels whose means may be blurred in their place. *Units*: pixels.
    package var square: Int {
        guard tolerance >= BlurDraw.usualTolerance else { return 1 }
        var side = 1
        while side < 64, min(deviation.x, deviation.y) / Double(side) >= 12 { side *= 2 }
        return side
    }

    /// The pixels that some pixels of the pass have a part in; and the other way round.
    package func grown(_ rect: DeviceRect) -> DeviceRect {
        guard !rect.isEmpty else { return .empty }
        let reach = reach
        return DeviceRect(
            minX: rect.minX - reach.x, minY: rect.minY - reach.y, maxX: rect.maxX + reach.x, maxY: rect.maxY + reach.y)
    }
}
