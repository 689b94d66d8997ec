import MicaGeometry

/// The alpha of another pass, moved and blurred by a Gaussian.
///
/// *Space*: device pixels; the op's transform has no part in it. With an owner the pass is in a space that only lacks the
/// shift to be that of the surface: it stays the same while the layer moves, and a compositor may keep what it blurs of it.
package struct BlurDraw: Sendable, Equatable {
    /// The pass whose alpha is blurred.
    package var pass: PassIndex
    /// How far it is moved, along x and y. *Units*: pixels, fractions too.
    package var shift: SIMD2<Double>
    /// The standard deviations along x and y. *Units*: pixels. *Range*: 0 or more, at most `limit`.
    package var deviation: SIMD2<Double>
    /// Whose shadow it is, where the pass is blurred where it lies and moved afterwards; nil where it is moved as it is blurred.
    package var owner: UInt64?

    /// How far the blur may be off at any pixel, of full coverage.
    package var tolerance = BlurDraw.usualTolerance

    /// What 8 bits do not show.
    package static let usualTolerance = 1.0 / 255

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 256.0

    package init(pass: PassIndex, shift: SIMD2<Double>, deviation: SIMD2<Double>, owner: UInt64? = nil) {
        (self.pass, self.shift, self.deviation, self.owner) = (pass, shift, deviation, owner)
    }

    /// How far from its place a pixel still counts: three deviations, counted in whole quarters of a deviation. *Units*: pixels.
    ///
    /// Large blurs have two quarters more, and so have those with an owner: within the usual tolerance a compositor may blur the means
    /// of squares of a quarter's side, and then a pixel counts as far as the squares that it lies in.
    package var reach: (x: Int, y: Int) {
        func reach(_ v: Double) -> Int {
            guard v > 0 else { return owner == nil ? 0 : 2 }
            let quarter = square(v)
            let quarters = Int((min(v, Self.limit) * 3 / Double(quarter)).rounded(.up))
            return quarter == 1 && owner == nil ? quarters : (quarters + 2) * quarter
        }
        return (reach(deviation.x), reach(deviation.y))
    }

    /// The side of the largest squares of pixels whose means may be blurred in their place, for a deviation along one axis.
    ///
    /// A quarter of the deviation: against a blur in floating point that is less than one of 255 off. *Units*: pixels.
    package func square(_ deviation: Double) -> Int {
        guard deviation > 0, tolerance >= Self.usualTolerance else { return 1 }
        return max(1, Int(min(deviation, Self.limit) / 4))
    }

    /// The pixels that some pixels of the pass have a part in.
    package func result(of source: DeviceRect) -> DeviceRect { moved(source, by: shift) }

    /// The pixels of the pass that have a part in some pixels.
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
