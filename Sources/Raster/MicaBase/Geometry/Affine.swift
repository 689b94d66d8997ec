import Foundation

/// An affine map of the plane, in Core Graphics' order: x' = a x + c y + tx, y' = b x + d y + ty.
package struct Affine: Sendable, Equatable {
    /// How x' grows with x.
    package var a: Double
    /// How y' grows with x.
    package var b: Double
    /// How x' grows with y.
    package var c: Double
    /// How y' grows with y.
    package var d: Double
    /// The x' of the origin.
    package var tx: Double
    /// The y' of the origin.
    package var ty: Double

    /// Makes a map from its six numbers.
    package init(a: Double, b: Double, c: Double, d: Double, tx: Double, ty: Double) {
        self.a = a
        self.b = b
        self.c = c
        self.d = d
        self.tx = tx
        self.ty = ty
    }

    /// The map that changes nothing.
    package static let identity = Affine(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0)

    /// The map that moves every point by the same vector.
    package static func translation(_ x: Double, _ y: Double) -> Affine {
        Affine(a: 1, b: 0, c: 0, d: 1, tx: x, ty: y)
    }

    /// The map that multiplies the coordinates.
    package static func scale(_ x: Double, _ y: Double) -> Affine {
        Affine(a: x, b: 0, c: 0, d: y, tx: 0, ty: 0)
    }

    /// The map that turns about the origin, from +x towards +y.
    ///
    /// - Parameter angle: radians.
    package static func rotation(_ angle: Double) -> Affine {
        let cosine = cos(angle)
        let sine = sin(angle)
        return Affine(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// The image of a point.
    package func apply(_ p: Point) -> Point {
        Point(a * p.x + c * p.y + tx, b * p.x + d * p.y + ty)
    }

    /// The map that applies this map first, then `next`.
    package func concatenating(_ next: Affine) -> Affine {
        Affine(
            a: next.a * a + next.c * b, b: next.b * a + next.d * b,
            c: next.a * c + next.c * d, d: next.b * c + next.d * d,
            tx: next.a * tx + next.c * ty + next.tx, ty: next.b * tx + next.d * ty + next.ty)
    }

    /// The factor by which the map changes areas, negative when it mirrors.
    package var determinant: Double { a * d - b * c }

    /// The largest factor by which the map stretches any direction.
    package var maximumScale: Double {
        // The larger singular value of the 2x2 part.
        let half = (a * a + b * b + c * c + d * d) / 2
        let spread = (half * half - determinant * determinant).squareRoot()
        return (half + (spread.isNaN ? 0 : spread)).squareRoot()
    }
}
