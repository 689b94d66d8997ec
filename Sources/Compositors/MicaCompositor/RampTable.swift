import MicaFrame

/// The colours of a gradient's ramp at even steps, for compositors that use lookup tables.
package final class RampTable: Sendable {
    /// The number of steps between 0 and 1.
    package static let steps = 1024
    /// `steps + 1` premultiplied pixels.
    package let pixels: [UInt32]
    /// Whether all of them are opaque.
    package let isOpaque: Bool

    /// Computes the colours of a ramp.
    package init(_ ramp: GradientRamp) {
        let stops = ramp.stops
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
}
