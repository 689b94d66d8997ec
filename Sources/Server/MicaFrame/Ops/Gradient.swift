import Foundation
import MicaGeometry

/// Colours that run over a plane, in an op's local space.
package struct GradientDraw: Sendable, Equatable {
    /// How the place in the ramp depends on the place in the plane.
    package enum Geometry: Sendable, Equatable {
        /// From 0 in `start` to 1 in `end`, the same along every line square to the way between them.
        case axial(start: Point, end: Point)
        /// From 0 in `center` to 1 on the ellipse with these half axes.
        case radial(center: Point, radii: Point)
        /// From 0 in the direction `angle` once around `center`, from x towards y. *Units*: radians.
        case conic(center: Point, angle: Double)
    }
    /// How the place in the ramp depends on the place in the plane.
    package var geometry: Geometry
    /// The colours.
    package var ramp: GradientRamp

    package init(geometry: Geometry, ramp: GradientRamp) {
        (self.geometry, self.ramp) = (geometry, ramp)
    }
}

/// The colours of a gradient, and where in it they are.
///
/// It is a reference, so that compositors can keep what they work out of it.
///
/// Colours are mixed straight, component by component in sRGB, and multiplied with alpha afterwards: a way from red to
/// transparent black goes through dark reds. *Source*: the well-known gray in gradients to `UIColor.clear` on iOS.
package final class GradientRamp: Sendable, Equatable {
    /// The colours and where they are; what two ramps are compared by.
    package let stops: [Stop]

    /// A colour at a place.
    package struct Stop: Sendable, Equatable {
        /// Where, from 0 to 1.
        package var location: Double
        /// The colour there.
        package var color: PixelColor
        package init(location: Double, color: PixelColor) {
            (self.location, self.color) = (location, color)
        }
    }

    /// Makes a ramp of two stops or more, their locations ascending.
    ///
    /// Before the first and after the last the colours go on; of two at one place the first holds up to it and the second
    /// from it on.
    ///
    /// - Precondition: there are two stops at least.
    package init(stops: [Stop]) {
        precondition(stops.count >= 2, "a gradient has two colours at least")
        self.stops = stops
    }

    /// Equal when the stops are.
    package static func == (a: GradientRamp, b: GradientRamp) -> Bool { a === b || a.stops == b.stops }
}
