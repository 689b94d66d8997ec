import Foundation
import MicaBase

/// A gradient, in an op's local space.
package struct GradientDraw: Sendable, Equatable {
    /// The location in the ramp as a function of a point in the plane.
    package enum Geometry: Sendable, Equatable {
        /// From 0 at `start` to 1 at `end`, constant along lines perpendicular to the axis.
        case axial(start: Point, end: Point)
        /// From 0 at `center` to 1 on the ellipse with these half axes.
        case radial(center: Point, radii: Point)
        /// From 0 in the direction `angle` once around `center`, from x towards y. *Units*: radians.
        case conic(center: Point, angle: Double)
    }
    /// The location in the ramp as a function of a point in the plane.
    package var geometry: Geometry
    /// The colours.
    package var ramp: GradientRamp

    package init(geometry: Geometry, ramp: GradientRamp) {
        (self.geometry, self.ramp) = (geometry, ramp)
    }
}

/// The colours of a gradient with their locations.
///
/// An object, so that compositors can cache tables for it.
///
/// Straight colours are interpolated, component by component in sRGB, and multiplied with alpha afterwards: a gradient
/// from red to transparent black goes through dark reds. *Source*: the well-known gray in gradients to `UIColor.clear`
/// on iOS.
package final class GradientRamp: Sendable, Equatable {
    /// The colours with their locations. Ramps with equal stops are equal.
    package let stops: [Stop]

    /// A colour at a location.
    package struct Stop: Sendable, Equatable {
        /// The location, 0...1.
        package var location: Double
        /// The colour there.
        package var color: PixelColor
        package init(location: Double, color: PixelColor) {
            (self.location, self.color) = (location, color)
        }
    }

    /// Makes a ramp of two or more stops with ascending locations.
    ///
    /// The first and the last colour continue beyond their locations. If two stops share a location, the first one's
    /// colour ends there, and the second one's begins.
    ///
    /// - Precondition: there are at least two stops.
    package init(stops: [Stop]) {
        precondition(stops.count >= 2, "a gradient has two colours at least")
        self.stops = stops
    }

    /// Whether the stops are equal.
    package static func == (a: GradientRamp, b: GradientRamp) -> Bool { a === b || a.stops == b.stops }
}
