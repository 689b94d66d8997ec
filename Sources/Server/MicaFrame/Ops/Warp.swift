/// Another pass seen on a bent plane.
///
/// Each pixel of the result is computed backwards: from its point on the bent plane to the point of the flat plane, and
/// from there to the pass's pixels. *Space*: the op's local space; the op's transform maps it to device pixels.
package struct WarpDraw: Sendable, Equatable {
    /// The pass on the plane.
    package var pass: PassIndex
    /// How the plane is bent.
    package var map: Map

    /// How a plane is bent.
    package enum Map: Sendable, Equatable {
        /// Rings that run outwards from the middle of a rectangle and fade away.
        case ripple(LocalRect, progress: Double)
        /// A rectangle that is sucked into a point at half its width and three quarters of its height.
        case suck(LocalRect, progress: Double, isUpsideDown: Bool)
        /// A page that is rolled up from its lower right corner, or its lower left one, towards the opposite corner.
        case curl(LocalRect, progress: Double, Bool, isUpsideDown: Bool)
        /// An ellipse, which fills a rectangle, that bulges towards the viewer, or with a negative height away.
        case bulge(LocalRect, height: Double)
        /// A rectangle in columns and rows of tiles, each in the colour of its middle. *Range*: 1 or more of both.
        case mosaic(LocalRect, columns: Int32, rows: Int32)
        /// A change by a formula.
        case field(Field)
    }

    package init(pass: PassIndex, map: Map) {
        (self.pass, self.map) = (pass, map)
    }

    /// The numbers of a bulge: the factor of its sphere's radius, and the exponent of the movement along the radius.
    ///
    /// *Source*: google/skia, skottie, whose authors found After Effects' bulge to be a sphere's and an exponential one
    /// together. Adobe documents no formula.
    package static func bulge(height: Double) -> (radius: Double, exponent: Double) {
        let a = max(abs(height) / 4, 1e-6)
        return ((1 + a) / (2 * a.squareRoot()), 1.3 * a * a * a)
    }
}
