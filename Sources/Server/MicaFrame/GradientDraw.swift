import Foundation
import MicaRaster
import MicaWire

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

/// The colours of a gradient, worked out at even steps: what both compositors look them up in.
///
/// Colours are mixed straight, component by component in sRGB, and multiplied with alpha afterwards: a way from red to
/// transparent black goes through dark reds. *Source*: the well-known gray in gradients to `UIColor.clear` on iOS.
package final class GradientRamp: Sendable, Equatable {
    /// How many steps lie between 0 and 1.
    package static let steps = 1024
    /// The colours and where they are; what two ramps are compared by.
    package let stops: [Stop]
    /// `steps + 1` premultiplied pixels.
    package let pixels: [UInt32]
    /// Whether all of them are opaque.
    package let isOpaque: Bool

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
        var pixels: [UInt32] = []
        pixels.reserveCapacity(Self.steps + 1)
        var next = 0
        for step in 0...Self.steps {
            let t = Double(step) / Double(Self.steps)
            while next < stops.count, stops[next].location <= t { next += 1 }
            if next == 0 {
                pixels.append(stops[0].color.premultiplied())
            } else if next == stops.count {
                pixels.append(stops[next - 1].color.premultiplied())
            } else {
                let (a, b) = (stops[next - 1], stops[next])
                let part = (t - a.location) / (b.location - a.location)
                pixels.append(a.color.mixed(with: b.color, part).premultiplied())
            }
        }
        self.pixels = pixels
        isOpaque = pixels.allSatisfy { $0 >= 0xFF00_0000 }
    }

    /// Equal when the stops are.
    package static func == (a: GradientRamp, b: GradientRamp) -> Bool { a === b || a.stops == b.stops }
}

extension PixelColor {
    /// The colour between this one and another, straight.
    package func mixed(with other: PixelColor, _ t: Double) -> PixelColor {
        var color = self
        color.red += (other.red - red) * t
        color.green += (other.green - green) * t
        color.blue += (other.blue - blue) * t
        color.alpha += (other.alpha - alpha) * t
        return color
    }
}
