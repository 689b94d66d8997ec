import MicaBase

/// A rounded rectangle blurred by a Gaussian, in an op's local space.
package struct ShadowDraw: Sendable, Equatable {
    /// The shape that casts the shadow, moved to the shadow's position.
    package var shape: RoundedRect
    /// The standard deviation. *Units*: points of the local space. *Range*: above 0.
    package var deviation: Double

    package init(shape: RoundedRect, deviation: Double) {
        (self.shape, self.deviation) = (shape, deviation)
    }

    /// The reach of the shadow, in local space: four deviations around the shape.
    package var box: LocalRect {
        let reach = deviation * 4, r = shape.rect
        return LocalRect(minX: r.minX - reach, minY: r.minY - reach, maxX: r.maxX + reach, maxY: r.maxY + reach)
    }
}
