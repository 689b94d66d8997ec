import MicaBase

/// The alpha of another pass, moved and blurred by a Gaussian.
///
/// *Space*: device pixels; the op's transform is not used. With an owner, the pass is in a space that only the shift
/// maps to the surface. It stays equal while its layer moves, so a compositor may cache its blur.
package struct BlurDraw: Sendable, Equatable {
    /// The pass whose alpha is blurred.
    package var pass: PassIndex
    /// The distance by which it is moved, along x and y. *Units*: pixels, fractions included.
    package var shift: SIMD2<Double>
    /// The standard deviations along x and y. *Units*: pixels. *Range*: 0 or more, at most `limit`.
    package var deviation: SIMD2<Double>
    /// The owner of the shadow, if the pass is blurred at its own position and moved afterwards; nil if it is moved as
    /// it is blurred.
    package var owner: UInt64?

    /// The largest error at any pixel, as a fraction of full coverage.
    package var tolerance = BlurDraw.usualTolerance

    /// One step of 8 bits.
    package static let usualTolerance = 1.0 / 255

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 256.0

    package init(pass: PassIndex, shift: SIMD2<Double>, deviation: SIMD2<Double>, owner: UInt64? = nil) {
        (self.pass, self.shift, self.deviation, self.owner) = (pass, shift, deviation, owner)
    }

    /// The reach of the blur: three deviations, in whole quarters of a deviation. *Units*: pixels.
    ///
    /// Large blurs reach two quarters farther, and so do blurs with an owner. Within the usual tolerance a compositor
    /// may blur the means of squares with sides of a quarter, and then a pixel counts as far as its square.
    package var reach: (x: Int, y: Int) {
        func reach(_ v: Double) -> Int {
            guard v > 0 else { return owner == nil ? 0 : 2 }
            let quarter = square(v)
            let quarters = Int((min(v, Self.limit) * 3 / Double(quarter)).rounded(.up))
            return quarter == 1 && owner == nil ? quarters : (quarters + 2) * quarter
        }
        return (reach(deviation.x), reach(deviation.y))
    }

    /// The side of the largest squares of pixels whose means may be blurred instead of the pixels, for a deviation
    /// along one axis.
    ///
    /// A quarter of the deviation: the error against a blur in floating point is less than 1/255. *Units*: pixels.
    package func square(_ deviation: Double) -> Int {
        guard deviation > 0, tolerance >= Self.usualTolerance else { return 1 }
        return max(1, Int(min(deviation, Self.limit) / 4))
    }

    /// The pixels of the result that some pixels of the pass affect.
    package func result(of source: DeviceRect) -> DeviceRect { moved(source, by: shift) }

    /// The pixels of the pass that affect some pixels of the result.
    package func source(of result: DeviceRect) -> DeviceRect { moved(result, by: -shift) }

    private func moved(_ rect: DeviceRect, by shift: SIMD2<Double>) -> DeviceRect {
        guard !rect.isEmpty else { return .empty }
        let (low, high) = (shift.rounded(.down), shift.rounded(.up))
        guard abs(low.x) < 1e9, abs(low.y) < 1e9, abs(high.x) < 1e9, abs(high.y) < 1e9 else { return .empty }
        return DeviceRect(
            minX: rect.minX + Int(low.x) - reach.x, minY: rect.minY + Int(low.y) - reach.y,
            maxX: rect.maxX + Int(high.x) + reach.x, maxY: rect.maxY + Int(high.y) + reach.y)
    }
}
