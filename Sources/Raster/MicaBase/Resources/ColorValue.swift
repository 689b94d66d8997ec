import Foundation

/// A colour as it crosses from client to server: straight components in a named space.
package struct ColorValue: Sendable, Equatable, Hashable {
    /// The colour spaces that cross the wire.
    package enum Space: UInt8, Sendable, CaseIterable {
        /// IEC 61966-2-1, components outside 0...1 allowed.
        case sRGB
        /// sRGB primaries, linear transfer.
        case linearSRGB
        /// Display P3: P3 primaries, D65, sRGB transfer.
        case displayP3
        /// One component of gray with the sRGB transfer curve, repeated in all three.
        case gray
    }

    /// The space that the components are in.
    package var space: Space
    /// Red, green, blue (for gray: three equal values), straight, nominally 0...1; other values are not clamped.
    package var red: Double, green: Double, blue: Double
    /// Alpha, 0...1.
    package var alpha: Double

    /// Makes a colour from straight components.
    package init(_ space: Space = .sRGB, red: Double, green: Double, blue: Double, alpha: Double = 1) {
        (self.space, self.red, self.green, self.blue, self.alpha) = (space, red, green, blue, alpha)
    }

    /// Opaque black, the default of border and shadow colours.
    package static let black = ColorValue(red: 0, green: 0, blue: 0)
    /// Transparent black.
    package static let clear = ColorValue(red: 0, green: 0, blue: 0, alpha: 0)

    /// This colour in sRGB, not clamped.
    package var inSRGB: ColorValue {
        switch space {
        case .sRGB, .gray:
            return ColorValue(red: red, green: green, blue: blue, alpha: alpha)
        case .linearSRGB:
            return ColorValue(red: Self.encode(red), green: Self.encode(green), blue: Self.encode(blue), alpha: alpha)
        case .displayP3:
            let (r, g, b) = (Self.decode(red), Self.decode(green), Self.decode(blue))
            // P3 to sRGB, both D65. Source: the primaries in SMPTE EG 432-1 and IEC 61966-2-1.
            return ColorValue(
                red: Self.encode(1.2249401762805598 * r - 0.22494017628055996 * g),
                green: Self.encode(-0.042056954709688163 * r + 1.0420569547096881 * g),
                blue: Self.encode(-0.019637554590334432 * r - 0.078636045550631889 * g + 1.0982736001409663 * b),
                alpha: alpha)
        }
    }

    /// The sRGB transfer curve, from linear light; odd about zero.
    package static func encode(_ v: Double) -> Double {
        let a = abs(v)
        let e = a <= 0.0031308 ? a * 12.92 : 1.055 * pow(a, 1 / 2.4) - 0.055
        return v < 0 ? -e : e
    }

    /// The inverse of the sRGB transfer curve, to linear light; odd about zero.
    package static func decode(_ v: Double) -> Double {
        let a = abs(v)
        let d = a <= 0.04045 ? a / 12.92 : pow((a + 0.055) / 1.055, 2.4)
        return v < 0 ? -d : d
    }
}
