import Foundation
import MicaGeometry

/// A rectangle in an op's local space, in points, with non-negative size.
package struct LocalRect: Sendable, Equatable {
    /// The edges, in points of the local space.
    package var minX: Double, minY: Double, maxX: Double, maxY: Double

    /// Makes a rectangle from its edges.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        (self.minX, self.minY, self.maxX, self.maxY) = (minX, minY, maxX, maxY)
    }

    /// Makes a rectangle from one of Foundation's, its size made non-negative.
    package init(_ r: CGRect) {
        let (x, y, w, h) = (Double(r.origin.x), Double(r.origin.y), Double(r.size.width), Double(r.size.height))
        self.init(minX: min(x, x + w), minY: min(y, y + h), maxX: max(x, x + w), maxY: max(y, y + h))
    }

    /// Makes a rectangle from a box.
    package init(_ box: Box) {
        self.init(minX: box.minimum.x, minY: box.minimum.y, maxX: box.maximum.x, maxY: box.maximum.y)
    }

    /// The extent along x.
    package var width: Double { maxX - minX }
    /// The extent along y.
    package var height: Double { maxY - minY }
    /// Whether there is no area, or no number.
    package var isEmpty: Bool { !(maxX > minX && maxY > minY) }
}

/// A rectangle with round corners of four radii.
package struct RoundedRect: Sendable, Equatable {
    /// The rectangle.
    package var rect: LocalRect
    /// Radii of the corners min-x-min-y, max-x-min-y, min-x-max-y, max-x-max-y; each at most half the shorter side.
    package var radii: SIMD4<Double>
    /// How far the corners are from circular, 0, to continuous, 1; see `Path.addRoundedRectangle`.
    package var smoothing = 0.0

    /// Makes a rounded rectangle; radii are limited to half the shorter side.
    ///
    /// - Parameter isContinuous: whether corners are of continuous curvature, as far as there is room for them.
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

    /// Whether all corners are square.
    package var hasSquareCorners: Bool { radii == .zero }

    /// The shape moved inwards by `distance` on every side; radii shrink by as much, down to square corners.
    package func inset(by distance: Double) -> RoundedRect {
        var r = self
        let dx = min(distance, rect.width / 2), dy = min(distance, rect.height / 2)
        r.rect = LocalRect(minX: rect.minX + dx, minY: rect.minY + dy, maxX: rect.maxX - dx, maxY: rect.maxY - dy)
        r.radii = (radii - distance).clamped(lowerBound: .zero, upperBound: radii)
        if smoothing > 0 {
            // The curves begin at the same places along the sides, so that the ring is as wide there.
            let (outer, inner) = (radii.max(), r.radii.max())
            r.smoothing = inner > 0 ? min(2, smoothing * outer / inner) : 0
        }
        return r
    }
}

extension Path {
    /// The outline of a rounded rectangle, in its own space; empty of one without an area.
    package init(_ shape: RoundedRect) {
        self.init()
        add(shape)
    }

    /// Adds the outline of a rounded rectangle; nothing of one without an area.
    package mutating func add(_ shape: RoundedRect) {
        let (r, radii) = (shape.rect, shape.radii)
        guard !r.isEmpty else { return }
        addRoundedRectangle(
            Box(minimum: Point(r.minX, r.minY), maximum: Point(r.maxX, r.maxY)),
            radii: CornerRadii(minXMinY: radii[0], maxXMinY: radii[1], minXMaxY: radii[2], maxXMaxY: radii[3]),
            smoothing: shape.smoothing)
    }
}
