import CLibAV
import Glibc

/// Maps pictures of high dynamic range to sRGB.
///
/// PQ (SMPTE ST 2084) is assumed to be mastered for 1,000 cd/m2. It is reduced to 203 cd/m2 by the curve of ITU-R
/// BT.2390-10, section 5.4.1, applied to the greatest of red, green and blue, so that hues are preserved. HLG is
/// displayed by BT.2100 for a display of 203 cd/m2, with that display's system gamma. 203 cd/m2 is the white of ITU-R
/// BT.2408. Then BT.2020's primaries are converted to sRGB's; colours outside sRGB are clipped.
struct FilmToneMap {
    private let isPQ: Bool
    /// Whether the primaries are BT.2020's.
    private let isWide: Bool

    /// The display's white. *Units*: cd/m2.
    private static let white = 203.0
    /// The assumed mastering peak of PQ. *Units*: cd/m2.
    private static let peak = 1000.0

    /// nil for pictures of standard range.
    init?(_ transfer: AVColorTransferCharacteristic, _ primaries: AVColorPrimaries) {
        switch transfer {
        case AVCOL_TRC_SMPTE2084: isPQ = true
        case AVCOL_TRC_ARIB_STD_B67: isPQ = false
        default: return nil
        }
        isWide = primaries == AVCOL_PRI_BT2020 || primaries == AVCOL_PRI_UNSPECIFIED
    }

    /// Maps the file's red, green and blue to sRGB, 0...1.
    func mapped(_ red: Float, _ green: Float, _ blue: Float) -> (Float, Float, Float) {
        var linear: SIMD3<Float>
        if isPQ {
            linear = SIMD3(Self.entry(Self.pq, red), Self.entry(Self.pq, green), Self.entry(Self.pq, blue))
            let most = max(red, green, blue), before = linear.max()
            if before > 0 { linear *= Self.entry(Self.eetf, most) / before }
        } else {
            linear = SIMD3(Self.entry(Self.hlg, red), Self.entry(Self.hlg, green), Self.entry(Self.hlg, blue))
            let luminance = 0.2627 * linear.x + 0.6780 * linear.y + 0.0593 * linear.z
            if luminance > 0 { linear *= powf(luminance, Float(Self.systemGamma - 1)) }
        }
        if isWide {
            linear = SIMD3(
                1.660491 * linear.x - 0.587641 * linear.y - 0.072850 * linear.z,
                -0.124550 * linear.x + 1.132900 * linear.y - 0.008349 * linear.z,
                -0.018151 * linear.x - 0.100579 * linear.y + 1.118730 * linear.z)
        }
        return (Self.encoded(linear.x), Self.encoded(linear.y), Self.encoded(linear.z))
    }

    private static func encoded(_ value: Float) -> Float { entry(srgb, max(0, min(1, value)).squareRoot()) }

    // MARK: Curves

    /// A table of a curve over 0...1.
    private static func table(_ curve: (Double) -> Double) -> [Float] {
        (0...4096).map { Float(curve(Double($0) / 4096)) }
    }

    /// The value of a table, interpolated linearly between its entries.
    private static func entry(_ table: [Float], _ value: Float) -> Float {
        let at = max(0, min(1, value)) * 4096
        let index = min(Int(at), 4095)
        return table[index] + (table[index + 1] - table[index]) * (at - Float(index))
    }

    /// PQ to light, relative to the display's white.
    private static let pq = table { light($0) / white }
    /// PQ to displayed light, relative to the display's white.
    private static let eetf = table { light(shown($0)) / white }
    /// HLG to scene light.
    private static let hlg = table { value in
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }
    /// The square root of light to sRGB: the root gives finer steps to dark values, which need them.
    private static let srgb = table { root in
        let value = root * root
        return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
    /// *Source*: BT.2100, note 5f: 1.2 + 0.42 log10(white / 1000).
    private static let systemGamma = 1.2 + 0.42 * log10(white / 1000)

    private static let (m1, m2) = (2610.0 / 16384, 2523.0 / 4096 * 128)
    private static let (c1, c2, c3) = (3424.0 / 4096, 2413.0 / 4096 * 32, 2392.0 / 4096 * 32)

    /// PQ's curve: light in cd/m2.
    private static func light(_ value: Double) -> Double {
        let power = pow(value, 1 / m2)
        return 10_000 * pow(max(power - c1, 0) / (c2 - c3 * power), 1 / m1)
    }

    /// The inverse of PQ's curve.
    private static func code(_ light: Double) -> Double {
        let power = pow(light / 10_000, m1)
        return pow((c1 + c2 * power) / (1 + c3 * power), m2)
    }

    /// PQ after BT.2390's curve for the display.
    private static func shown(_ value: Double) -> Double {
        let top = code(peak), most = code(white) / top
        let knee = 1.5 * most - 0.5
        let e = min(value / top, 1)
        guard e > knee else { return e * top }
        let t = (e - knee) / (1 - knee)
        let (t2, t3) = (t * t, t * t * t)
        return ((2 * t3 - 3 * t2 + 1) * knee + (t3 - 2 * t2 + t) * (1 - knee) + (3 * t2 - 2 * t3) * most) * top
    }
}
