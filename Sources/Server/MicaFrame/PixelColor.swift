import MicaBase

/// A device colour: straight sRGB components, 0...1.
package struct PixelColor: Sendable, Equatable {
    /// The components, not multiplied by alpha.
    package var red: Double, green: Double, blue: Double, alpha: Double

    /// The colour converted to sRGB and limited to 0...1.
    package init(_ color: ColorValue) {
        let c = color.inSRGB
        func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        (red, green, blue, alpha) = (unit(c.red), unit(c.green), unit(c.blue), unit(c.alpha))
    }

    /// The colour of a premultiplied word, 0xAARRGGBB.
    package init(premultiplied word: UInt32) {
        let alpha = Double(word >> 24)
        func component(_ shift: UInt32) -> Double { alpha > 0 ? min(1, Double(word >> shift & 255) / alpha) : 0 }
        (red, green, blue, self.alpha) = (component(16), component(8), component(0), alpha / 255)
    }

    /// Transparent black.
    package static let clear = PixelColor(.clear)

    /// The premultiplied pixel, each channel rounded to nearest after multiplication by alpha and `opacity`.
    package func premultiplied(opacity: Double = 1) -> UInt32 {
        let a = alpha * opacity
        // Rounded as by `rounded`, without a call into the C library.
        func byte(_ v: Double) -> UInt32 {
            let scaled = max(0, min(255, v * 255))
            let whole = UInt32(scaled)
            return scaled - Double(whole) >= 0.5 ? whole + 1 : whole
        }
        return byte(a) << 24 | byte(red * a) << 16 | byte(green * a) << 8 | byte(blue * a)
    }
}

extension PixelColor {
    /// The straight colours interpolated: this one at 0, `other` at 1.
    package func mixed(with other: PixelColor, _ t: Double) -> PixelColor {
        var color = self
        color.red += (other.red - red) * t
        color.green += (other.green - green) * t
        color.blue += (other.blue - blue) * t
        color.alpha += (other.alpha - alpha) * t
        return color
    }
}

/// Factors for red, green and blue.
package struct Tint: Sendable, Equatable {
    /// The factors, 0...1.
    package var factors: SIMD3<Double>

    /// Limits the factors to 0...1; NaN becomes 0.
    package init(red: Double, green: Double, blue: Double) {
        func unit(_ v: Double) -> Double { v > 0 ? min(v, 1) : 0 }
        factors = SIMD3(unit(red), unit(green), unit(blue))
    }

    /// The tint that changes nothing.
    package static let white = Tint(red: 1, green: 1, blue: 1)

    /// Both tints, one after the other.
    package static func * (a: Tint, b: Tint) -> Tint {
        var tint = a
        tint.factors *= b.factors
        return tint
    }
}

extension PixelColor {
    /// The colour with red, green and blue multiplied by the tint.
    package func tinted(_ tint: Tint) -> PixelColor {
        var color = self
        color.red *= tint.factors.x
        color.green *= tint.factors.y
        color.blue *= tint.factors.z
        return color
    }
}
