import CLibAV
import Glibc

/// Brings pictures of a high dynamic range into that of sRGB.
///
/// PQ (SMPTE ST 2084) is taken to be mastered for 1,000 cd/m2 and brought down to 203 by the curve of ITU-R BT.2390-10, section 5.4.1, on the greatest of
/// red, green and blue, so that hues stay; HLG is shown as BT.2100 has it for a display of 203 cd/m2, with that display's system gamma. 203 cd/m2 is
/// the white of ITU-R BT.2408. After that BT.2020's primaries become sRGB's, and what these have not is cut.
struct FilmToneMap {
    private let isPQ: Bool
    /// Whether the primaries are BT.2020's.
    private let isWide: Bool

    /// The display's white. *Units*: cd/m2.
    private static let white = 203.0
    /// What PQ is taken to be mastered for.
    private static let peak = 1000.0

    /// nil for pictures of the usual range.
    init?(_ transfer: AVColorTransferCharacteristic, _ primaries: AVColorPrimaries) {
        switch transfer {
        case AVCOL_TRC_SMPTE2084: isPQ = true
        case AVCOL_TRC_ARIB_STD_B67: isPQ = false
        default: return nil
        }
        isWide = primaries == AVCOL_PRI_BT2020 || primaries == AVCOL_PRI_UNSPECIFIED
    }

    /// Red, green and blue of sRGB, 0...1, of those of the file.
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

    /// What a table says, linearly between its entries.
    private static func entry(_ table: [Float], _ value: Float) -> Float {
        let at = max(0, min(1, value)) * 4096
        let index = min(Int(at), 4095)
        return table[index] + (table[index + 1] - table[index]) * (at - Float(index))
    }

    /// PQ to light, in parts of the display's white.
    private static let pq = table { light($0) / white }
    /// PQ to light as the display shows it, in parts of its white.
    private static let eetf = table { light(shown($0)) / white }
    /// HLG to the light of the scene.
    private static let hlg = table { value in
        let (a, b, c) = (0.17883277, 0.28466892, 0.55991073)
        return value <= 0.5 ? value * value / 3 : (exp((value - c) / a) + b) / 12
    }
    /// The square root of light to sRGB: dark ones need the finer steps that it gives them.
    private static let srgb = table { root in
        let value = root * root
        return value <= 0.0031308 ? 12.92 * value : 1.055 * pow(value, 1 / 2.4) - 0.055
    }
    /// BT.2100, note 5f: 1.2 + 0.42 log10(white / 1000).
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

    /// PQ as the display shows it: BT.2390's curve.
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
