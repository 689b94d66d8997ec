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
    }

    package init(pass: PassIndex, map: Map) {
        (self.pass, self.map) = (pass, map)
    }
}
