import Foundation
import MicaBase

/// A rectangle in an op's local space, in points, with a size of 0 or more.
package struct LocalRect: Sendable, Equatable {
    /// The edges, in points of the local space.
    package var minX: Double, minY: Double, maxX: Double, maxY: Double

    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// The rectangle of a CGRect, whose negative sizes are turned around.
    package init(_ r: CGRect) {
        let (x, y, w, h) = (Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height))
        self.init(minX: min(x, x + w), minY: min(y, y + h), maxX: max(x, x + w), maxY: max(y, y + h))
    }

    /// The pixels of a rectangle, for ops without a transform.
    package init(_ pixels: DeviceRect) {
        self.init(
            minX: Double(pixels.minX), minY: Double(pixels.minY), maxX: Double(pixels.maxX), maxY: Double(pixels.maxY))
    }

    package init(_ box: Box) {
        self.init(minX: box.minimum.x, minY: box.minimum.y, maxX: box.maximum.x, maxY: box.maximum.y)
    }

    /// The extent along x.
    package var width: Double { maxX - minX }
    /// The extent along y.
    package var height: Double { maxY - minY }
    /// Whether its area is 0 or NaN.
    package var isEmpty: Bool { !(maxX > minX && maxY > minY) }
}

/// A rectangle with four corner radii.
package struct RoundedRect: Sendable, Equatable {
    /// The rectangle.
    package var rect: LocalRect
    /// Radii of the corners min-x-min-y, max-x-min-y, min-x-max-y, max-x-max-y; each at most half the shorter side.
    package var radii: SIMD4<Double>
    /// The shape of corners from circular (0) to continuous (1); see `Path.addRoundedRectangle`.
    package var smoothing = 0.0

    /// Limits radii to half the shorter side.
    ///
    /// - Parameter isContinuous: whether corners have continuous curvature, as far as there is room for it.
    package init(_ rect: LocalRect, radius: Double = 0, corners: CornerMask = .all, isContinuous: Bool = false) {
        self.rect = rect
        let limit = min(rect.width, rect.height) / 2
        let r = radius > 0 ? min(radius, limit) : 0
        radii = SIMD4(
            corners.contains(.minXMinY) ? r : 0, corners.contains(.maxXMinY) ? r : 0,
            corners.contains(.minXMaxY) ? r : 0, corners.contains(.maxXMaxY) ? r : 0)
        if isContinuous, r > 0 {
            smoothing = max(0, min(1, (limit / r - 1) / (Path.continuousExpansion - 1)))
        }
    }

    /// A rectangle whose corners are those of bitmap contexts: the continuous curve at its full length. Where there is no
    /// room for it, the curves of two corners cross, also with a radius of half the side: such a circle is slightly pointed
    /// at its four poles.
    ///
    /// *Source*: measured on Apple's pictures of afanasykoryakin/AFSnapshotTesting testBasicCornerRadius (2025; a radius
    /// of 40 in 200), where no pixel differs by more than 3 of 255, and of a circle by 255, and of
    /// theleftbit/BSWInterfaceKit RoundLayerTests (9 in 18): by at most 13, of a circle by 81. Between them inferred.
    package init(contextCorners rect: LocalRect, radius: Double) {
        self.init(rect, radius: radius)
        if radii != .zero { smoothing = 1 }
    }

    /// Whether all corners are square.
    package var hasSquareCorners: Bool { radii == .zero }

    /// The shape moved inwards by `distance` on every side. Radii shrink by as much, down to square corners.
    package func inset(by distance: Double) -> RoundedRect {
        var r = self
        let dx = min(distance, rect.width / 2), dy = min(distance, rect.height / 2)
        r.rect = LocalRect(minX: rect.minX + dx, minY: rect.minY + dy, maxX: rect.maxX - dx, maxY: rect.maxY - dy)
        r.radii = (radii - distance).clamped(lowerBound: .zero, upperBound: radii)
        if smoothing > 0 {
            // The inner curves begin at the same positions along the sides as the outer ones, so that the ring is as
            // wide there.
            let (outer, inner) = (radii.max(), r.radii.max())
            r.smoothing = inner > 0 ? min(2, smoothing * outer / inner) : 0
        }
        return r
    }
}

extension Path {
    /// The outline of a rounded rectangle, in its own space; empty if it has no area.
    package init(_ shape: RoundedRect) {
        self.init()
        add(shape)
    }

    /// Adds the outline of a rounded rectangle, unless it has no area.
    package mutating func add(_ shape: RoundedRect) {
        let (r, radii) = (shape.rect, shape.radii)
        guard !r.isEmpty else { return }
        addRoundedRectangle(
            Box(minimum: Point(r.minX, r.minY), maximum: Point(r.maxX, r.maxY)),
            radii: CornerRadii(minXMinY: radii[0], maxXMinY: radii[1], minXMaxY: radii[2], maxXMaxY: radii[3]),
            smoothing: shape.smoothing)
    }
}
