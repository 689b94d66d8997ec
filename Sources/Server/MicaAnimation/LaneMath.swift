import Foundation

/// Functions of four numbers at once, out of additions and multiplications alone: the same bits on every machine and in
/// every lane, and for one number the same as for four.
///
/// Errors are below two units in the last place where the arguments are of the sizes that animations have; others take the
/// C library's functions, lane by lane.
package enum LaneMath {
    /// Added and taken away, it leaves the nearest whole number of a number below 2^51.
    private static let magic = 0x1.8p52

    /// Sines and cosines of angles, in radians.
    package static func sineAndCosine(_ angle: SIMD4<Double>) -> (sine: SIMD4<Double>, cosine: SIMD4<Double>) {
        guard all((angle .< 0x1p20) .& (angle .> -0x1p20)) else { return librarySineAndCosine(angle) }
        // What is left after as many quarters of a turn as possible, of which the first product is exact.
        let quarters = (angle * 0.6366197723675814 + magic) - magic
        let x = (angle - quarters * 1.5707963267341256) - quarters * 6.077100506506192e-11
        let y = x * x
        // The series, to below the last place within an eighth of a turn.
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
        // The place within a turn: 0, 1/4, 1/2 or 3/4.
        let turns = quarters * 0.25
        let place = turns - (((turns - 0.375) + magic) - magic)
        let isOdd = (place .== 0.25) .| (place .== 0.75)
        let sine = s.replacing(with: c, where: isOdd), cosine = c.replacing(with: s, where: isOdd)
        return (
            sine.replacing(with: -sine, where: place .>= 0.5),
            cosine.replacing(with: -cosine, where: (place .== 0.25) .| (place .== 0.5))
        )
    }

    /// The sine and cosine of an angle, in radians.
    package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let (sine, cosine) = sineAndCosine(SIMD4(repeating: angle))
        return (sine.x, cosine.x)
    }

    private static func librarySineAndCosine(_ angle: SIMD4<Double>) -> (SIMD4<Double>, SIMD4<Double>) {
        var (sine, cosine) = (SIMD4<Double>.zero, SIMD4<Double>.zero)
        for lane in 0..<4 {
            if abs(angle[lane]) < 0x1p20 {
                (sine[lane], cosine[lane]) = sineAndCosine(angle[lane])
            } else {
                (sine[lane], cosine[lane]) = (sin(angle[lane]), cos(angle[lane]))
            }
        }
        return (sine, cosine)
    }

    /// Powers of e.
    package static func exponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
        guard all((x .< 700) .& (x .> -700)) else { return libraryExponential(x) }
        let shifted = x * 1.4426950408889634 + magic
        let count = shifted - magic
        let r = (x - count * 0.6931471803691238) - count * 1.9082149292705877e-10
        // The series, to below the last place within half of the logarithm of 2.
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
        func power(_ shifted: Double) -> Double {
            Double(bitPattern: (shifted.bitPattern &+ 1023) &<< 52)
        }
        return e * SIMD4(power(shifted.x), power(shifted.y), power(shifted.z), power(shifted.w))
    }

    /// A power of e.
    package static func exponential(_ x: Double) -> Double { exponential(SIMD4(repeating: x)).x }

    private static func libraryExponential(_ x: SIMD4<Double>) -> SIMD4<Double> {
        var result = SIMD4<Double>.zero
        for lane in 0..<4 { result[lane] = abs(x[lane]) < 700 ? exponential(x[lane]) : exp(x[lane]) }
        return result
    }
}
