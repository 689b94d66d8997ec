import Foundation

/// Functions of four numbers at once, only by additions and multiplications: every machine and every lane gives the
/// same bits, and one number gives the bits that it has among four.
///
/// Errors are below two units in the last place for arguments as animations have them. Larger arguments use the C
/// library's functions, lane by lane.
package enum LaneMath {
    /// Adding and subtracting it rounds a number below 2^51 to the nearest whole number.
    private static let magic = 0x1.8p52

    /// Sines and cosines of angles, in radians.
    package static func sineAndCosine(_ angle: SIMD4<Double>) -> (sine: SIMD4<Double>, cosine: SIMD4<Double>) {
        guard square(angle) < 0x1p40 else { return librarySineAndCosine(angle) }
        return turn(angle)
    }

    /// Sines and cosines of angles below 2^20.
    @inline(__always)  // Two callers, one of them rare.
    private static func turn(_ angle: SIMD4<Double>) -> (sine: SIMD4<Double>, cosine: SIMD4<Double>) {
        // The rest after subtracting quarter turns; the first product is exact.
        let quarters = (angle * 0.6366197723675814 + magic) - magic
        let x = (angle - quarters * 1.5707963267341256) - quarters * 6.077100506506192e-11
        let (s, c) = series(x)
        // The number of quarter turns beyond whole turns, -2...2, and its cosine and sine. Polynomials give their -1, 0
        // and 1, because baseline x86-64 has no instruction that selects between numbers.
        let k = quarters - 4 * ((quarters * 0.25 + magic) - magic)
        let kk = k * k
        let a = 1 - kk * (7 - kk) * (1 / 6.0), b = k * (4 - kk) * (1 / 3.0)
        return (s * a + c * b, c * a - s * b)
    }

    /// Sines and cosines of angles up to about a quarter turn, as between two rotations; larger angles go the general
    /// way.
    package static func sineAndCosine(ofArc angle: SIMD4<Double>) -> (sine: SIMD4<Double>, cosine: SIMD4<Double>) {
        let isShort = (angle .<= 1.6) .& (angle .>= -1.6)
        // From those of half the angle, which need no reduction.
        let (s, c) = series(angle * 0.5)
        let short = (sine: (s + s) * c, cosine: 1 - (s + s) * s)
        guard !isShort.holdsEverywhere else { return short }
        let any = sineAndCosine(angle)
        return (
            any.sine.replacing(with: short.sine, where: isShort),
            any.cosine.replacing(with: short.cosine, where: isShort)
        )
    }

    /// The series of both, exact below the last place within an eighth of a turn.
    @inline(__always)  // Two callers.
    private static func series(_ x: SIMD4<Double>) -> (sine: SIMD4<Double>, cosine: SIMD4<Double>) {
        let y = x * x
        var s = y * -7.647163731819816e-13 + 1.6059043836821613e-10
        s = s * y - 2.505210838544172e-08
        s = s * y + 2.7557319223985893e-06
        s = s * y - 1.984126984126984e-04
        s = s * y + 8.333333333333333e-03
        s = s * y - 1.6666666666666666e-01
        s = x + x * (y * s)
        var c = y * 4.779477332387385e-14 - 1.1470745597729725e-11
        c = c * y + 2.08767569878681e-09
        c = c * y - 2.755731922398589e-07
        c = c * y + 2.48015873015873e-05
        c = c * y - 1.388888888888889e-03
        c = c * y + 4.1666666666666664e-02
        c = 1 + y * (c * y - 0.5)
        return (s, c)
    }

    /// The sum of the squares of four numbers; NaN if one is NaN.
    @inline(__always)  // A few instructions, where four comparisons would be many.
    private static func square(_ x: SIMD4<Double>) -> Double { (x * x).sum() }

    /// The sine and cosine of an angle, in radians.
    package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let (sine, cosine) = sineAndCosine(SIMD4(repeating: angle))
        return (sine.x, cosine.x)
    }

    private static func librarySineAndCosine(_ angle: SIMD4<Double>) -> (SIMD4<Double>, SIMD4<Double>) {
        var (sine, cosine) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
        for lane in 0..<4 {
            if abs(angle[lane]) < 0x1p20 {
                let (s, c) = turn(SIMD4(repeating: angle[lane]))
                (sine[lane], cosine[lane]) = (s.x, c.x)
            } else {
                (sine[lane], cosine[lane]) = (sin(angle[lane]), cos(angle[lane]))
            }
        }
        return (sine, cosine)
    }

    /// Powers of e.
    package static func exponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
        square(x) < 490_000 ? power(x) : libraryExponential(x)
    }

    /// Powers of e for exponents between -700 and 700.
    @inline(__always)  // Two callers, one of them rare.
    private static func power(_ x: SIMD4<Double>) -> SIMD4<Double> {
        let shifted = x * 1.4426950408889634 + magic
        let count = shifted - magic
        let r = (x - count * 0.6931471803691238) - count * 1.9082149292705877e-10
        // The series, exact below the last place within half of the logarithm of 2.
        var e = r * 1.6059043836821613e-10 + 2.08767569878681e-09
        e = e * r + 2.505210838544172e-08
        e = e * r + 2.755731922398589e-07
        e = e * r + 2.7557319223985893e-06
        e = e * r + 2.48015873015873e-05
        e = e * r + 1.984126984126984e-04
        e = e * r + 1.388888888888889e-03
        e = e * r + 8.333333333333333e-03
        e = e * r + 4.1666666666666664e-02
        e = e * r + 1.6666666666666666e-01
        e = e * r + 0.5
        e = 1 + (r + r * (r * e))
        // A power of two: its exponent is in the last bits of the shifted number.
        func two(_ shifted: Double) -> Double {
            Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
        }
        return e * SIMD4(two(shifted.x), two(shifted.y), two(shifted.z), two(shifted.w))
    }

    /// A power of e.
    package static func exponential(_ x: Double) -> Double { exponential(SIMD4(repeating: x)).x }

    private static func libraryExponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
        var result = SIMD4<Double>.zero
        for lane in 0..<4 { result[lane] = abs(x[lane]) < 700 ? power(SIMD4(repeating: x[lane])).x : exp(x[lane]) }
        return result
    }
}
