import MicaRaster

/// Another pass seen through a bent plane.
///
/// Every pixel of the result is worked out backwards: from its place in the plane to where in the plane it comes from, and
/// from there to the pass's pixels. *Space*: the op's local space, and the op's transform from it to device pixels.
package struct WarpDraw: Sendable, Equatable {
    /// The pass that is seen.
    package var pass: PassIndex
    /// How the plane is bent.
    package var map: Map

    /// How a plane is bent.
    package enum Map: Sendable, Equatable {
        /// Rings that run outwards from the middle of a rectangle and die away.
        case ripple(LocalRect, progress: Double)
        /// A rectangle that is drawn into a point at half its width and three quarters of its height.
        case suck(LocalRect, progress: Double, isUpsideDown: Bool)
        /// A page that is rolled up from its lower right corner, or its lower left one, to the opposite corner.
        case curl(LocalRect, progress: Double, Bool, isUpsideDown: Bool)
    }

    package init(pass: PassIndex, map: Map) {
        (self.pass, self.map) = (pass, map)
    }
}
