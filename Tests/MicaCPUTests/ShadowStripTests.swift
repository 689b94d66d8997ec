import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

@Test(arguments: [12.0, 13.7, 20, 40]) func soft_shadow_on_a_grid_is_within_one_step_of_the_exact_one(deviation: Double)
    throws
{
    let size = Int(deviation * 24)
    for (offset, radius) in [(0.484_375, 0.0), (0.37, 10), (0.015, 3.3)] {
        let middle = deviation * 6 + offset
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
        #expect(largest <= 1, "deviation \(deviation), at \(offset): \(largest) off")
    }
}

@Test(arguments: 0..<12) func shadow_is_the_same_behind_any_number_of_covers(seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var ops: [DrawOp] = []
    func number(_ range: ClosedRange<Double>) -> Double { random.number(range) }
    for index in 0..<30 {
        // Of the first ones what is in front is more than what is left out of a shadow.
        let rect = local(number(-40...300), number(-40...200), number(40...160), number(40...120))
        let radius = random.chance(0.3) ? 0 : number(1...30)
        if index % 3 == 0 {
            let deviation = number(2...14)
            let wide = local(rect.minX, rect.minY, rect.width + 10 * deviation + 60, rect.height + 10 * deviation + 60)
            ops.append(
                DrawOp(
                    content: .shadow(
                        ShadowDraw(shape: RoundedRect(wide, radius: radius), deviation: deviation),
                        color: random.chance(0.6) ? color(0, 0, 0, 0.5) : color(0.5, 0.2, 0.9, number(0...1))),
                    transform: .identity, bounds: device(-200, -200, 1_000, 800)))
        } else {
            ops.append(fill(RoundedRect(rect, radius: radius), color(number(0...1), number(0...1), number(0...1))))
        }
    }
    let frame = Frame(340, 230, background: 0xFF33_5577, ops)
    let expected = drawn(frame, kernels: .scalar)
    for kernels in PixelKernels.available {
        #expect(difference(drawn(frame, kernels: kernels), expected) == nil, "\(kernels), seed \(seed)")
    }
    #expect(difference(drawn(frame, threads: 2, tile: .init(width: 512, height: 32)), expected) == nil, "seed \(seed)")
}

@Test func shadow_strips_come_again_and_keep_to_their_budget() {
    var strips = ShadowStrips(budget: 400_000)
    let tables = CornerTables(budget: 1 << 20)
    let first = strips.strip(ratio: 1, offset: -40.25, count: 90, deviation: 12, tables)
    let again = strips.strip(ratio: 1, offset: -40.25, count: 90, deviation: 12, tables)
    #expect(first.start == again.start && strips.count == 1)
    for frame in 0..<40 {
        strips.trim()
        #expect(strips.values.count * 2 <= strips.budget)
        for i in 0..<3 {
            let offset = Double(frame * 3 + i) / 32
            let strip = strips.strip(ratio: 1, offset: offset, count: 90, deviation: 12, tables)
            #expect(strips.values.count >= strip.start + 90 * strip.side)
        }
    }
    #expect(strips.count < 120)
}

/// The vector kernels mix values of 16 bits by their differences: these have to be less than an eighth of all.
@Test(arguments: [0, 0.4, 1, 12]) func shadow_strips_values_are_near_those_of_the_next_entry(ratio: Double) {
    var strips = ShadowStrips()
    for (offset, deviation) in [(-40.25, 12.0), (-1.5, 0.4), (-3, -0.3)] {
        let strip = strips.strip(
            ratio: ratio, offset: offset, count: 60, deviation: deviation, CornerTables(budget: 1 << 20))
        for i in strip.start..<strip.start + (strip.side - 1) * 60 {
            #expect(abs(Int(strips.values[i]) - Int(strips.values[i + 60])) < 8_192)
        }
    }
}
