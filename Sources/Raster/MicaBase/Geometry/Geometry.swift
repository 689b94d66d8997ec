/// A position or a direction in the plane: x, then y.
///
/// Where a point is used, its space (a layer's, the device's) is stated; y points down in device space.
@usableFromInline package typealias Point = SIMD2<Double>

// Inlinable for other modules: outlines are made of thousands of points.
extension SIMD2<Double> {
    /// The dot product.
    @inlinable package func dot(_ other: Point) -> Double { x * other.x + y * other.y }

    /// The z component of the cross product: positive when the turn from this vector to `other` goes from +x towards
    /// +y.
    @inlinable package func cross(_ other: Point) -> Double { x * other.y - y * other.x }

    /// The square of the length.
    @inlinable package var squaredLength: Double { x * x + y * y }

    /// The length.
    @inlinable package var length: Double { (x * x + y * y).squareRoot() }

    /// The vector turned a quarter from +x towards +y.
    @inlinable package var quarterTurn: Point { Point(-y, x) }

    /// Whether both coordinates are numbers and finite.
    @inlinable package var isFinite: Bool { x.isFinite && y.isFinite }

    /// The vector of length 1 in the same direction; nil when it has no direction.
    @inlinable package var normalized: Point? {
        let size = length
        guard size > 0, size.isFinite else { return nil }
        return self / size
    }
}

/// The smaller coordinates of two points.
@inlinable package func minimum(_ a: Point, _ b: Point) -> Point { Point(Swift.min(a.x, b.x), Swift.min(a.y, b.y)) }
/// The larger coordinates of two points.
@inlinable package func maximum(_ a: Point, _ b: Point) -> Point { Point(Swift.max(a.x, b.x), Swift.max(a.y, b.y)) }

/// An axis-aligned rectangle of real coordinates, in a space that its user states.
package struct Box: Sendable, Equatable {
    /// The corner with the smallest coordinates.
    package var minimum: Point
    /// The corner with the largest coordinates.
    package var maximum: Point

    /// Makes a box from its two corners.
    ///
    /// - Precondition: no coordinate of `minimum` is greater than that of `maximum`; unchecked.
    package init(minimum: Point, maximum: Point) {
        self.minimum = minimum
        self.maximum = maximum
    }

    /// Makes a box from an origin and a size; a negative size reaches to the other side of the origin.
    package init(x: Double, y: Double, width: Double, height: Double) {
        minimum = Point(Swift.min(x, x + width), Swift.min(y, y + height))
        maximum = Point(Swift.max(x, x + width), Swift.max(y, y + height))
    }

    /// The extent along x.
    package var width: Double { maximum.x - minimum.x }

    /// The extent along y.
    package var height: Double { maximum.y - minimum.y }

    /// The box grown by a distance on every side.
    package func outset(by distance: Double) -> Box {
        Box(minimum: minimum - Point(repeating: distance), maximum: maximum + Point(repeating: distance))
    }

    /// Grows the box so that it holds a point.
    @inlinable package mutating func include(_ point: Point) {
        minimum = Point(Swift.min(minimum.x, point.x), Swift.min(minimum.y, point.y))
        maximum = Point(Swift.max(maximum.x, point.x), Swift.max(maximum.y, point.y))
    }
}
