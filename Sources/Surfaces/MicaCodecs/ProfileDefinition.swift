import Foundation

/// The meaning of an ICC profile's numbers, for colour spaces.
///
/// *Source*: as for `ColorProfile`.
package struct ProfileDefinition: Sendable, Equatable {
    /// The colour models of profiles.
    package enum Model: Sendable { case gray, rgb, cmyk }

    /// The colour model. A CMYK profile has neither curves nor a matrix: its tables of measured inks are not read.
    package let model: Model
    /// The light of each 255th of each number, 0...1; one list for gray, three for red, green and blue.
    package let curves: [[Double]]
    /// The matrix from the profile's light to sRGB's light, row by row.
    package let toSRGB: [Double]

    /// Reads a profile; nil when it is damaged, or neither CMYK nor made of curves and a matrix.
    package init?(_ bytes: [UInt8]) {
        let tags = ProfileTags(bytes)
        guard tags.hasText("acsp", at: 36) else { return nil }
        if tags.hasText("CMYK", at: 16) {
            (model, curves, toSRGB) = (.cmyk, [], [])
            return
        }
        guard tags.hasText("XYZ ", at: 20) else { return nil }
        func light(_ name: String) -> [Double]? { tags.curve(name)?.map { Double($0) / 65536 } }
        if tags.hasText("GRAY", at: 16) {
            guard let curve = light("kTRC") else { return nil }
            (model, curves, toSRGB) = (.gray, [curve], [1])
            return
        }
        guard tags.hasText("RGB ", at: 16), let red = tags.xyz("rXYZ"), let green = tags.xyz("gXYZ"),
            let blue = tags.xyz("bXYZ"), let r = light("rTRC"), let g = light("gTRC"), let b = light("bTRC")
        else { return nil }
        var matrix: [Double] = []
        for row in 0..<3 {
            for column in [red, green, blue] {
                matrix.append((0..<3).reduce(0.0) { $0 + ColorProfile.fromXYZ[row][$1] * column[$1] })
            }
        }
        (model, curves, toSRGB) = (.rgb, [r, g, b], matrix)
        // Three primaries on one line span no colour space.
        let m = matrix
        let determinant =
            m[0] * (m[4] * m[8] - m[5] * m[7]) - m[1] * (m[3] * m[8] - m[5] * m[6])
            + m[2] * (m[3] * m[7] - m[4] * m[6])
        guard abs(determinant) > 1e-9 else { return nil }
    }

    /// The light of a number, 0...1, by one of the curves.
    package func light(of number: Double, curve: Int) -> Double {
        let position = min(max(number, 0), 1) * 255
        let low = min(Int(position), 254)
        return curves[curve][low] + (curves[curve][low + 1] - curves[curve][low]) * (position - Double(low))
    }

    /// The least number, 0...1, with that much light.
    package func number(of light: Double, curve: Int) -> Double {
        let list = curves[curve]
        guard let high = list.firstIndex(where: { $0 >= light }) else { return 1 }
        guard high > 0, list[high] > list[high - 1] else { return Double(high) / 255 }
        return (Double(high) - (list[high] - light) / (list[high] - list[high - 1])) / 255
    }
}
