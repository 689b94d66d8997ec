import Foundation

/// A colour in CIE L*a*b*, with the white of D65.
package struct LabColor {
    /// Lightness, 0 to 100.
    let lightness: Float
    /// From green to red.
    let a: Float
    /// From blue to yellow.
    let b: Float

    /// The colour of a premultiplied sRGB pixel, its alpha in the highest byte. Alpha itself does not count.
    ///
    /// *Source*: IEC 61966-2-1 (sRGB), CIE 15 (L*a*b*).
    package init(_ pixel: UInt32) {
        let red = Self.linear[Int(pixel >> 16 & 255)]
        let green = Self.linear[Int(pixel >> 8 & 255)]
        let blue = Self.linear[Int(pixel & 255)]
        let x = Self.root((0.412_456_4 * red + 0.357_576_1 * green + 0.180_437_5 * blue) / 0.950_47)
        let y = Self.root(0.212_672_9 * red + 0.715_152_2 * green + 0.072_175 * blue)
        let z = Self.root((0.019_333_9 * red + 0.119_192 * green + 0.950_304_1 * blue) / 1.088_83)
        (lightness, a, b) = (116 * y - 16, 500 * (x - y), 200 * (y - z))
    }

    /// ∆E 1994 with the weights for graphic arts; this colour is the reference.
    ///
    /// *Source*: CIE 116-1995.
    package func difference(from other: LabColor) -> Float {
        let chroma = (a * a + b * b).squareRoot()
        let chromaDifference = chroma - (other.a * other.a + other.b * other.b).squareRoot()
        let (da, db, dl) = (a - other.a, b - other.b, lightness - other.lightness)
        let hueSquared = max(0, da * da + db * db - chromaDifference * chromaDifference)
        let (forChroma, forHue) = (1 + 0.045 * chroma, 1 + 0.015 * chroma)
        let scaled = chromaDifference / forChroma
        return (dl * dl + scaled * scaled + hueSquared / (forHue * forHue)).squareRoot()
    }

    private static let linear: [Float] = (0...255).map { value in
        let encoded = Float(value) / 255
        return encoded <= 0.040_45 ? encoded / 12.92 : pow((encoded + 0.055) / 1.055, 2.4)
    }

    /// The cube root, and a straight line near black.
    private static func root(_ value: Float) -> Float {
        value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116
    }
}
