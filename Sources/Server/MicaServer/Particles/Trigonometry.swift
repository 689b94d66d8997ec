/// Sine and cosine, only by multiplications and additions, so that every machine gives the same bits. Those of C
/// libraries differ in the last place.
///
/// The angle is reduced to half a turn in both directions. Sine and cosine of its half come from their series, with
/// errors up to 2^-35, and those of the whole from the double-angle formulae.
package enum Trigonometry {
    /// Sine and cosine of an angle in radians; 0 and 1 for an infinite angle, NaN, or more than 2^40 turns.
    package static func sineAndCosine(_ angle: Double) -> (sine: Double, cosine: Double) {
        let turns = angle * 0.15915494309189535
        guard abs(turns) < 0x1p40 else { return (0, 1) }
        let half = (turns - turns.rounded()) * 3.141592653589793
        let x = half * half
        var s = -7.647163731819816e-13
        s = s * x + 1.605904383682161e-10
        s = s * x - 2.505210838544172e-08
        s = s * x + 2.755731922398589e-06
        s = s * x - 1.984126984126984e-04
        s = s * x + 8.333333333333333e-03
        s = s * x - 1.666666666666667e-01
        s = (s * x + 1) * half
        var c = 4.779477332387385e-14
        c = c * x - 1.147074559772973e-11
        c = c * x + 2.087675698786810e-09
        c = c * x - 2.755731922398589e-07
        c = c * x + 2.480158730158730e-05
        c = c * x - 1.388888888888889e-03
        c = c * x + 4.166666666666666e-02
        c = c * x - 0.5
        c = c * x + 1
        return (2 * s * c, 1 - 2 * s * s)
    }

    /// Eight at a time, with errors up to 2^-21; results for more than 2^20 turns have no meaning.
    @inline(__always)
    static func sineAndCosine(_ angle: SIMD8<Float>) -> (sine: SIMD8<Float>, cosine: SIMD8<Float>) {
        let turns = angle * 0.15915494
        // Adding and subtracting 1.5 * 2^23 leaves the nearest whole number.
        let whole = (turns + 12_582_912) - 12_582_912
        let half = (turns - whole) * 3.1415927
        let x = half * half
        var s = x * -2.3889859e-08 + 2.7525562e-06
        s = s * x - 1.9840874e-04
        s = s * x + 8.3333310e-03
        s = s * x - 1.6666667e-01
        s = (s * x + 1) * half
        var c = x * 2.0875723e-09 - 2.7555100e-07
        c = c * x + 2.4801587e-05
        c = c * x - 1.3888889e-03
        c = c * x + 4.1666666e-02
        c = c * x - 0.5
        c = c * x + 1
        return (s * c * 2, 1 - s * s * 2)
    }
}
