import Foundation
import MicaWire
import Testing

/// How far apart two numbers are, in units in the last place of the larger of 1e-300 and the second.
private func steps(_ a: Double, _ b: Double) -> Double { abs(a - b) / max(abs(b), 1e-300).ulp }

@Test func sines_and_cosines_of_four_are_those_of_the_library() {
    var angle = -1_000.0
    while angle < 1_000 {
        let four = SIMD4(angle, angle * 1e-3, angle * 37, 1 / angle)
        let (sine, cosine) = LaneMath.sineAndCosine(four)
        for lane in 0..<4 {
            // Near their zeros the angle itself is no nearer than this.
            let slack = 1e-16 + abs(four[lane]) * 1e-22
            #expect(abs(sine[lane] - sin(four[lane])) <= slack + 2 * sine[lane].ulp, "\(four[lane])")
            #expect(abs(cosine[lane] - cos(four[lane])) <= slack + 2 * cosine[lane].ulp, "\(four[lane])")
            let alone = LaneMath.sineAndCosine(four[lane])
            #expect(alone.sine == sine[lane] && alone.cosine == cosine[lane])
        }
        angle += 0.377
    }
}

@Test func sines_and_cosines_of_arcs_are_those_of_the_library() {
    var angle = -1.6
    while angle < 1.6 {
        // Longer ones too, beside short ones and alone.
        let four = SIMD4(angle, angle * 1e-3, angle * 1.7, 1 / angle)
        let (sine, cosine) = LaneMath.sineAndCosine(ofArc: four)
        for lane in 0..<4 {
            #expect(abs(sine[lane] - sin(four[lane])) <= 1e-16 + abs(four[lane]) * 1e-22 + 4 * sine[lane].ulp)
            #expect(abs(cosine[lane] - cos(four[lane])) <= 5e-16, "\(four[lane])")
            let alone = LaneMath.sineAndCosine(ofArc: SIMD4(repeating: four[lane]))
            #expect(alone.sine.x == sine[lane] && alone.cosine.x == cosine[lane])
        }
        angle += 0.00377
    }
}

@Test func exponentials_of_four_are_those_of_the_library() {
    var x = -699.0
    while x < 699 {
        let four = SIMD4(x, x * 1e-3, -abs(x) / 50, x * 1e-9)
        let values = LaneMath.exponential(four)
        for lane in 0..<4 {
            #expect(steps(values[lane], exp(four[lane])) <= 2, "\(four[lane])")
            #expect(LaneMath.exponential(four[lane]) == values[lane])
        }
        x += 0.731
    }
}

@Test func numbers_out_of_reach_are_left_to_the_library() {
    let angles = SIMD4(1e9, 0.5, .infinity, .nan)
    let (sine, cosine) = LaneMath.sineAndCosine(angles)
    #expect(sine.x == sin(1e9) && cosine.x == cos(1e9))
    #expect(sine.y == LaneMath.sineAndCosine(0.5).sine)
    #expect(sine.z.isNaN && cosine.w.isNaN)
    let powers = LaneMath.exponential(SIMD4(-1e4, 1e4, 1, .nan))
    #expect(powers.x == 0 && powers.y == .infinity && powers.w.isNaN)
    #expect(powers.z == LaneMath.exponential(1))
}
