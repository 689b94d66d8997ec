import MicaRaster

/// A rounded rectangle blurred by a Gaussian, in an op's local space.
package struct ShadowDraw: Sendable, Equatable {
    /// What throws the shadow, moved to where the shadow is.
    package var shape: RoundedRect
    /// The standard deviation. *Units*: points of the local space. *Range*: above 0.
    package var deviation: Double

    package init(shape: RoundedRect, deviation: Double) {
        (self.shape, self.deviation) = (shape, deviation)
    }

    /// What it reaches, in local space: four deviations around the shape.
    package var box: LocalRect {
        let reach = deviation * 4, r = shape.rect
        return LocalRect(minX: r.minX - reach, minY: r.minY - reach, maxX: r.maxX + reach, maxY: r.maxY + reach)
    }
}

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
    /// Whose shadow it is, where the pass is blurred where it lies and moved afterwards, between the values of cells; nil
    /// where it is moved as it is blurred.
    package var owner: UInt64?

    /// The largest deviation, in pixels; larger ones are drawn with this one.
    package static let limit = 256.0

    package init(pass: PassIndex, shift: SIMD2<Double>, deviation: SIMD2<Double>, owner: UInt64? = nil) {
        (self.pass, self.shift, self.deviation, self.owner) = (pass, shift, deviation, owner)
    }

    /// The side of the cells of pixels whose means are blurred in place of the pixels; 1 for small deviations.
    ///
    /// A quarter of the deviation: against a blur in floating point that is less than one of 255 off. Cells lie at
    /// multiples of their side from the surface's origin, so that every part of a blur is made of the same cells.
    package static func cell(_ deviation: Double) -> Int { deviation > 0 ? max(1, Int(min(deviation, limit) / 4)) : 1 }

    /// How many cells away one still counts: three deviations, rounded up.
    package static func cellReach(_ deviation: Double) -> Int {
        deviation > 0 ? Int((min(deviation, limit) * 3 / Double(cell(deviation))).rounded(.up)) : 0
    }

    /// How far from its place a pixel still counts: three deviations, or as many whole cells and two more for what lies
    /// partly in them, or between them. *Units*: pixels.
    package var reach: (x: Int, y: Int) {
        func reach(_ v: Double) -> Int {
            let cell = Self.cell(v)
            return cell == 1 && owner == nil ? Self.cellReach(v) : (Self.cellReach(v) + 2) * cell
        }
        return (reach(deviation.x), reach(deviation.y))
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
