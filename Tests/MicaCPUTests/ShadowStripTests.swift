import MicaFrame
import MicaPixels
import MicaRaster
import Testing

@testable import MicaCPU

@Test(arguments: [12.0, 13.7, 20, 40]) func soft_shadow_on_a_grid_is_within_one_step_of_the_exact_one(deviation: Double)
    throws
{
    let size = Int(deviation * 24)
    for (place, radius) in [(0.484_375, 0.0), (0.37, 10), (0.015, 3.3)] {
        let middle = deviation * 6 + place
        let shape = RoundedRect(
            local(middle, middle, Double(size) - middle * 2, Double(size) - middle * 2 - 0.3), radius: radius)
        let draw = ShadowDraw(shape: shape, deviation: deviation)
        let bounds = device(0, 0, size, size)
        let exact = try #require(PreparedShadow(draw, transform: .identity, bounds: bounds))
        var strips = ShadowStrips()
        let shadow = try #require(
            CornerShadow(draw, transform: .identity, tables: CornerTables(budget: 1 << 20), store: &strips))
        var largest = 0
        for y in 0..<size {
            var (expected, coverage) = ([UInt8](repeating: 0, count: size), [UInt8](repeating: 0, count: size))
            var sums = [Float](repeating: 0, count: size)
            let all = exact.coverage(&expected, &sums, x: 0, y: y, count: size)
            let run = shadow.coverage(strips.values, &coverage, x: 0, y: y, count: size)
            for x in 0..<size {
                let (a, b) = (all.contains(x) ? Int(expected[x]) : 0, run.contains(x) ? Int(coverage[x]) : 0)
                largest = max(largest, abs(a - b))
            }
        }
        #expect(largest <= 1, "deviation \(deviation), at \(place): \(largest) off")
    }
}

@Test func shadow_strips_come_again_and_keep_to_their_budget() {
    var strips = ShadowStrips(budget: 400_000)
    let tables = CornerTables(budget: 1 << 20)
    let first = strips.strip(ratio: 1, place: -40.25, count: 90, deviation: 12, tables)
    let again = strips.strip(ratio: 1, place: -40.25, count: 90, deviation: 12, tables)
    #expect(first.start == again.start && strips.count == 1)
    for frame in 0..<40 {
        strips.trim()
        #expect(strips.values.count * 2 <= strips.budget)
        for i in 0..<3 {
            let place = Double(frame * 3 + i) / 32
            let strip = strips.strip(ratio: 1, place: place, count: 90, deviation: 12, tables)
            #expect(strips.values.count >= strip.start + 90 * strip.side)
        }
    }
    #expect(strips.count < 120)
}
