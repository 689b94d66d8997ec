import MicaRandom
import MicaRaster

/// The vector kernels beside their scalar twins: the same bytes for every input.
///
/// Runs have every length up to some blocks and begin at odd places, so that whole blocks and remainders meet. It needs
/// neither Foundation nor Swift Testing: `dev/arm64` runs it on an emulated processor, where all that scalar kernels
/// draw must have the checksum that it has here.
struct KernelTwins {
    /// What differed, in words.
    var differences: [String] = []
    /// How many results of vector kernels were compared.
    private(set) var comparisons = 0
    /// Of all that scalar kernels drew, in order.
    ///
    /// *Source*: Fowler, Noll and Vo, FNV-1a of 64 bits.
    private(set) var checksum: UInt64 = 0xCBF2_9CE4_8422_2325

    /// Draws the same with scalar kernels and with each of the others, into copies of the same elements, and returns what
    /// the scalar ones drew.
    @discardableResult
    mutating func compare<Element: FixedWidthInteger>(
        _ target: [Element], _ what: @autoclosure () -> String, _ draw: (inout [Element]) -> Void
    ) -> [Element] {
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        PixelKernels.current = .scalar
        var expected = target
        draw(&expected)
        for element in expected { checksum = (checksum ^ UInt64(element)) &* 0x100_0000_01B3 }
        for kernels in PixelKernels.available where kernels != .scalar {
            PixelKernels.current = kernels
            var result = target
            draw(&result)
            comparisons += 1
            if let position = result.indices.first(where: { result[$0] != expected[$0] }) {
                differences.append(
                    "\(what()), kernels \(kernels.rawValue), element \(position): \(result[position]), not \(expected[position])"
                )
            }
        }
        return expected
    }

    /// A premultiplied colour of an alpha.
    func color(_ alpha: UInt32) -> UInt32 { alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3 }

    mutating func constantBlends() {
        for alpha in UInt32(0)...255 {
            // Channels of the source up to its alpha, and every value of the destination's channels.
            let source = color(alpha)
            let target = (0...255).map { (v: UInt32) -> UInt32 in
                let (high, low) = (v << 24 | (v / 2) << 16, v << 8 | v / 5)
                return high | low
            }
            compare(target, "colour \(source)") { pixels in
                var span = pixels.mutableSpan
                span.blend(source, coverage: 255, start: 0, count: 256)
            }
        }
    }

    mutating func coverageBlends() {
        let coverage = (0...255).map { UInt8($0) }
        var random = SeededGenerator(seed: 5)
        for alpha in UInt32(0)...255 {
            let source = alpha << 24 | alpha << 16 | alpha / 2 << 8 | alpha / 7
            let target = noise(256, 1, &random).pixels
            let samples = noise(256, 1, &random).pixels
            compare(target, "coverage, colour \(source)") { pixels in
                var span = pixels.mutableSpan
                span.blend(source, coverage: coverage.span, first: 0, start: 0, count: 256)
            }
            compare(target, "samples, alpha \(alpha)") { pixels in
                var span = pixels.mutableSpan
                span.blend(samples.span, first: 0, alpha: UInt8(alpha), start: 0, count: 256)
            }
            let set = compare(target, "samples onto a colour, alpha \(alpha)") { pixels in
                var span = pixels.mutableSpan
                span.set(samples.span, first: 0, alpha: UInt8(alpha), onto: target[3], start: 0, count: 256)
            }
            let filled = [UInt32](repeating: target[3], count: 256)
            let blended = compare(filled, "samples over one colour, alpha \(alpha)") { pixels in
                var span = pixels.mutableSpan
                span.blend(samples.span, first: 0, alpha: UInt8(alpha), start: 0, count: 256)
            }
            if set != blended { differences.append("pixels onto a colour are not those blended into it, \(alpha)") }
            compare(target, "samples with coverage, alpha \(alpha)") { pixels in
                var span = pixels.mutableSpan
                span.blend(
                    samples.span, first: 0, coverage: coverage.span, firstCoverage: 0, alpha: UInt8(alpha), start: 0,
                    count: 256)
            }
            compare(coverage, "coverage times coverage, \(alpha)") { bytes in
                let other = [UInt8](repeating: UInt8(alpha), count: 256)
                var span = bytes.mutableSpan
                span.multiply(by: other.span, first: 0, start: 0, count: 256)
            }
            compare(coverage, "coverage times alpha, \(alpha)") { bytes in
                let other = [UInt32](repeating: alpha << 24 | 0x12_3456, count: 256)
                var span = bytes.mutableSpan
                span.multiply(byAlphaOf: other.span, first: 0, start: 0, count: 256)
            }
        }
    }

    mutating func runs() {
        var random = SeededGenerator(seed: 6)
        let samples = noise(80, 1, &random).pixels
        let coverage = samples.map { UInt8($0 & 255) }
        for count in 0...41 {
            let start = random.whole(0...9), first = random.whole(0...9)
            let target = noise(60, 1, &random).pixels
            compare(target, "\(count) pixels from \(start)") { pixels in
                var span = pixels.mutableSpan
                span.blend(samples[3], coverage: 77, start: start, count: count)
                span.blend(samples[5], coverage: coverage.span, first: first, start: start, count: count)
                span.blend(samples.span, first: first, alpha: 255, start: start, count: count)
                span.blend(samples.span, first: first, alpha: 99, start: start, count: count)
                span.set(samples.span, first: first, alpha: 143, onto: samples[9], start: start / 2, count: count / 3)
                span.blend(
                    samples.span, first: first, coverage: coverage.span, firstCoverage: start, alpha: 201, start: start,
                    count: count)
            }
            // Runs without content.
            var masks = samples
            for index in 30..<60 { masks[index] &= 0xFF_FFFF }
            var sources = samples
            for index in 20..<40 { sources[index] = 0 }
            compare(target, "\(count) masked pixels from \(start)") { pixels in
                var span = pixels.mutableSpan
                span.blend(
                    sources.span, first: first, maskedBy: masks.span, firstMask: start, alpha: 201, start: start,
                    count: count)
                let bytes = masks.map { UInt8($0 >> 24) }
                span.blend(
                    sources.span, first: start, coverage: bytes.span, firstCoverage: first, alpha: 255, start: first,
                    count: count)
            }
            compare(Array(coverage[0..<60]), "\(count) bytes from \(start)") { bytes in
                var span = bytes.mutableSpan
                span.multiply(by: coverage.span, first: first, start: start, count: count)
                span.multiply(byAlphaOf: samples.span, first: first, start: start, count: count)
            }
        }
    }

    mutating func sumsAndMixes() {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            let values = (0..<64).map { _ in UInt32(random.whole(0...65_280)) }
            let sides = values.map { UInt16($0) }
            let weight = UInt32(random.whole(0...65_536)), part = UInt32(random.whole(0...256))
            let count = random.whole(0...40)
            compare([UInt32](repeating: 5, count: 48), "sum") { sums in
                var span = sums.mutableSpan
                span.add(values.span, first: 3, times: weight, start: 2, count: count)
                span.roundDown(start: 2, count: count)
            }
            compare([UInt8](repeating: 5, count: 48), "mix") { bytes in
                var span = bytes.mutableSpan
                span.mix(sides.span, 2, 20, part: part, start: 2, count: count)
            }
        }
    }

    mutating func mixedCoverage() {
        var random = SeededGenerator(seed: 25)
        for round in 0..<500 {
            let before = noise(40, 1, &random).pixels
            let values = (0..<64).map { _ in UInt16(random.whole(0...65_280)) }
            let (count, part) = (random.whole(0...40), UInt32(random.whole(0...256)))
            let (a, b) = (random.whole(0...10), random.whole(0...24))
            let pixel = color(UInt32(random.whole(0...255)))
            compare(before, "mixed coverage, round \(round)") { pixels in
                var span = pixels.mutableSpan
                span.blend(pixel, mixing: values.span, a, b, part: part, start: 0, count: count)
            }
        }
    }

    mutating func bilinearSamples() {
        var random = SeededGenerator(seed: 8)
        for round in 0..<3_000 {
            let (width, height) = (random.whole(1...40), random.whole(1...40))
            let bitmap = noise(width, height, &random)
            let (minX, minY) = (Double(random.whole(0...width - 1)), Double(random.whole(0...height - 1)))
            let range = TexelRange(
                minX: minX, minY: minY, maxX: random.number(minX...Double(width)),
                maxY: random.number(minY...Double(height)), width: width, height: height)
            // Inside, across the edges, far away, and too far for the vectors.
            let reach = [1.0, 3, 1_000, 3e7][round % 4]
            func position(_ size: Int) -> Int { Int(random.number(-reach...(Double(size) + reach)) * 0x1p32) }
            func step() -> Int {
                round % 7 == 0 ? 1 << 32 : Int(random.number(-1.5...1.5) * reach.squareRoot() * 0x1p32)
            }
            let row = AffineRow(u: position(width), v: position(height), du: step(), dv: round % 7 == 0 ? 0 : step())
            let count = random.whole(0...70)
            compare([UInt32](repeating: 0, count: 72), "bilinear samples, round \(round)") { pixels in
                var span = pixels.mutableSpan
                span.sampleBilinear(bitmap, range, row, count: count)
            }
        }
        // An image that is only moved, by all fractions of a texel.
        let bitmap = noise(80, 3, &random)
        let range = TexelRange(minX: 0, minY: 0, maxX: 80, maxY: 3, width: 80, height: 3)
        for x in 0..<256 {
            for y in [0, 1, 127, 128, 255, x] {
                let row = AffineRow(u: (512 + x) << 24, v: (256 + y) << 24, du: 1 << 32, dv: 0)
                let count = 8 + (x + y) % 64
                compare([UInt32](repeating: 0, count: 72), "moved by \(x), \(y) of 256") { pixels in
                    var span = pixels.mutableSpan
                    span.sampleBilinear(bitmap, range, row, count: count)
                }
            }
        }
    }

    mutating func linearRamps() {
        var random = SeededGenerator(seed: 9)
        for round in 0..<4_000 {
            let ramp = noise(round % 3 == 0 ? random.whole(1...8) : 1025, 1, &random).pixels
            // Across the ramp, far away, and further than the vectors count.
            let reach = [1.0, 1_000, 1e6, 3e8, 2e9][round % 5]
            let position = Int(random.number(-reach...(Double(ramp.count) + reach)) * 0x1p32)
            let step = Int(random.number(-reach / 20...reach / 20) * 0x1p32)
            let count = random.whole(0...70)
            compare([UInt32](repeating: 0, count: 72), "ramp along a line, round \(round)") { pixels in
                var span = pixels.mutableSpan
                span.lookUp(ramp.span, t: position, step: round % 9 == 0 ? step >> 32 : step, count: count)
            }
        }
    }

    mutating func radialRamps() {
        var random = SeededGenerator(seed: 10)
        let ramp = noise(1025, 1, &random).pixels
        for round in 0..<2_000 {
            let reach = [1.0, 1_000, 1e6, 3e8][round % 4]
            let line = RampLine(
                x: Float(random.number(-reach...reach)), dx: Float(random.number(-30...30)),
                y: round % 50 == 0 ? .nan : Float(random.number(-reach...reach)), dy: Float(random.number(-30...30)))
            let (first, count) = (random.whole(-2_000...2_000), random.whole(0...70))
            compare([UInt32](repeating: 0, count: 72), "ramp along a distance, round \(round)") { pixels in
                var span = pixels.mutableSpan
                span.lookUp(ramp.span, radial: line, first: first, count: count)
            }
        }
    }
}
