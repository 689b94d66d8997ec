import MicaFrame
import MicaPixels
import MicaRandom
import MicaRaster
import MicaWire
import Testing

@testable import MicaCPU

/// Kernels of more than a run beside their scalar twins: outlines and sprites, the same bytes.
@Suite(.serialized) struct FastTwinTests {
    /// Calls back with each kind of kernels in force, scalar ones first.
    private func forKernels(_ body: (PixelKernels) -> Void) {
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        for kernels in PixelKernels.available {
            PixelKernels.current = kernels
            body(kernels)
        }
    }

    /// A path of lines and curves that crosses itself, in and around some pixels.
    private func randomPath(_ random: inout SeededGenerator, reach: Double) -> Path {
        var path = Path()
        func point() -> Point {
            let p = Point(random.number(-reach...reach + 60), random.number(-reach...reach + 40))
            return random.chance(0.2) ? Point(p.x.rounded(), p.y.rounded()) : p
        }
        for _ in 0..<random.whole(1...3) {
            path.move(to: point())
            for _ in 0..<random.whole(2...9) {
                if random.chance(0.5) {
                    path.line(to: point())
                } else {
                    path.cubic(control1: point(), control2: point(), to: point())
                }
            }
            path.close()
        }
        return path
    }

    @Test func outlines_equal_their_twins() {
        var random = SeededGenerator(seed: 21)
        for round in 0..<600 {
            let reach = [2.0, 20, 400, 300_000][round % 4]
            let path = randomPath(&random, reach: reach)
            let clip = device(random.whole(-9...20), random.whole(-9...20), random.whole(1...150), random.whole(1...70))
            let rule = random.chance(0.5) ? FillRule.evenOdd : .nonZero
            var list = EdgeList()
            list.set(path, transform: .identity, rule: rule, clip: clip)
            var expected: [[UInt8]] = []
            forKernels { kernels in
                for isListed in [false, true] {
                    var rasterizer = Rasterizer()
                    // A drawing that was left half way leaves nothing behind.
                    rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                    _ = rasterizer.nextRow()
                    if isListed {
                        rasterizer.begin(list, clip: clip)
                    } else {
                        rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                    }
                    var rows = Array(repeating: [UInt8](repeating: 0, count: clip.width), count: clip.height)
                    while rasterizer.nextRow() {
                        var span = rows[rasterizer.row - clip.minY].mutableSpan
                        rasterizer.writeRow(into: &span)
                    }
                    if expected.isEmpty { expected = rows }
                    #expect(rows == expected, "\(kernels), round \(round), listed \(isListed)")
                }
            }
        }
    }

    /// Draws with each kind of kernels into a copy of a picture; all must come out the same.
    private func expectTwins(
        of before: Bitmap, clip: DeviceRect, round: Int, _ draw: (inout Rasterizer, PixelBlock) -> Void
    ) {
        var expected: Bitmap?
        forKernels { kernels in
            var rasterizer = Rasterizer()
            var result = before
            result.withSharedPixels { pixels in
                let block = pixels.block(
                    x: clip.minX, y: clip.minY, width: clip.width, height: clip.height, minX: clip.minX,
                    minY: clip.minY)
                draw(&rasterizer, block)
            }
            if let expected {
                #expect(difference(result, expected) == nil, "\(kernels), round \(round)")
            } else {
                expected = result
            }
        }
    }

    /// Fills what a rasterizer was begun with: at once where it can be, else pixel by pixel.
    private func fill(_ rasterizer: inout Rasterizer, _ pixel: UInt32, clip: DeviceRect, _ block: PixelBlock) {
        if rasterizer.blend(pixel, into: block) { return }
        while rasterizer.nextRow() {
            for span in rasterizer.spans {
                for x in span.x..<span.x + span.count {
                    let coverage = span.uniform ?? rasterizer.coverage[x - clip.minX]
                    block.blend(pixel, coverage: coverage, x: x, y: rasterizer.row, count: 1)
                }
            }
        }
    }

    @Test func outlines_in_one_colour_equal_their_twins() {
        var random = SeededGenerator(seed: 22)
        for round in 0..<300 {
            let path = randomPath(&random, reach: [2.0, 20, 400][round % 3])
            let rule = random.chance(0.5) ? FillRule.evenOdd : .nonZero
            let alpha = random.chance(0.3) ? 255 : UInt32(random.whole(0...255))
            let pixel = alpha << 24 | alpha << 16 | alpha / 2 << 8 | alpha / 3
            let before = noise(70, 50, &random)
            let clip = device(3, 2, 61, 45)
            expectTwins(of: before, clip: clip, round: round) { rasterizer, block in
                rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                fill(&rasterizer, pixel, clip: clip, block)
            }
        }
    }

    /// Sums of areas are held in 32 bits, in which 64 times a pixel's area begins again.
    @Test(arguments: [31, 32, 33, 63, 64, 65, 127, 128, 129, 200])
    func outlines_that_wind_often_cover_wholly(_ count: Int) {
        var path = Path()
        for _ in 0..<count { path.addEllipse(in: Box(x: 4.3, y: 3.6, width: 21.2, height: 19)) }
        let clip = device(0, 0, 30, 26)
        var expected: [UInt8] = []
        forKernels { kernels in
            var rasterizer = Rasterizer()
            rasterizer.begin(path, transform: .identity, rule: .nonZero, clip: clip)
            var bytes: [UInt8] = []
            while rasterizer.nextRow() {
                var row = [UInt8](repeating: 0, count: clip.width)
                var span = row.mutableSpan
                rasterizer.writeRow(into: &span)
                bytes += row
            }
            if expected.isEmpty { expected = bytes }
            #expect(bytes == expected, "\(kernels)")
        }
        // The ellipse's middle row, inside.
        #expect(expected[10 * 30 + 6..<10 * 30 + 24].allSatisfy { $0 == 255 })
    }

    /// Convex and other shapes whose outlines run down once and up once, drawn straight from their edges.
    @Test func outlines_of_two_chains_equal_their_twins() {
        var random = SeededGenerator(seed: 24)
        var drawn = 0
        // Its memory is used again, as a frame's is.
        var list = EdgeList()
        for round in 0..<1_200 {
            var path = Path()
            let size = [3.0, 40, 400][round % 3]
            let box = Box(
                x: -random.number(0...size), y: -random.number(0...size), width: random.number(0.1...size * 2),
                height: random.number(0.1...size * 2))
            switch round % 4 {
            case 0: path.addRoundedRectangle(box, radii: CornerRadii(random.number(0...size)))
            case 1: path.addEllipse(in: box)
            case 2: path.addRectangle(box)
            default:
                // Two chains that may cross each other.
                path.move(to: Point(random.number(-size...size), -size))
                path.line(to: Point(random.number(-size...size), random.number(-size...0)))
                path.line(to: Point(random.number(-size...size), size))
                path.line(to: Point(random.number(-size...size), random.number(-size...size)))
                path.close()
            }
            let turn = Affine.rotation(random.chance(0.2) ? 0 : random.number(0...7))
            let place = Affine.translation(random.number(-20...90), random.number(-20...70))
            let clip = device(random.whole(0...9), random.whole(0...9), random.whole(1...61), random.whole(1...41))
            let alpha = random.chance(0.3) ? 255 : UInt32(random.whole(0...255))
            let pixel = alpha << 24 | alpha << 16 | alpha / 2 << 8 | alpha / 3
            list.set(path, transform: Homography(turn.concatenating(place)), rule: .nonZero, clip: clip)
            let before = noise(80, 60, &random)
            expectTwins(of: before, clip: clip, round: round) { rasterizer, block in
                if rasterizer.blend(pixel, list, clip: clip, into: block) {
                    drawn += 1
                    return
                }
                rasterizer.begin(list, clip: clip)
                fill(&rasterizer, pixel, clip: clip, block)
            }
        }
        #expect(drawn > 900, "most of them are such shapes")
    }

    @Test(arguments: [true, false]) func sprites_equal_their_twins(isAdditive: Bool) {
        var random = SeededGenerator(seed: 23)
        let (width, height) = (60, 40)
        for round in 0..<1_500 {
            let texture = noise(random.whole(1...20), random.whole(1...20), &random)
            let source = local(
                random.number(0...1), random.number(0...1), Double(texture.width) - random.number(0...0.9) - 0.1,
                Double(texture.height) - random.number(0...0.9) - 0.1)
            let image = SpriteImage(
                image: ImageResource(bitmap: texture), source: source, isNearestSmall: round % 11 == 0,
                isNearestLarge: round % 13 == 0, bias: 0)
            let size = [0.3, 4, 12, 90][round % 4]
            func extent() -> Float { round % 5 == 0 ? Float(size) : Float(random.number(-size...size)) }
            let sprite = Sprite(
                x: Int32(random.whole(-10 * 256...70 * 256)), y: Int32(random.whole(-10 * 256...50 * 256)),
                rightX: extent(), rightY: round % 5 == 0 ? 0 : extent(), downX: round % 5 == 0 ? 0 : extent(),
                downY: extent(), color: 0x9080_4020, image: 0)
            guard
                let geometry = SpriteGeometry(
                    sprite, texture: 0, color: sprite.color, source: source, image: image)
            else { continue }
            let cut = TexelRange(
                minX: source.minX.rounded(.down), minY: source.minY.rounded(.down), maxX: source.maxX.rounded(.up),
                maxY: source.maxY.rounded(.up), width: texture.width, height: texture.height)
            let before = noise(width, height, &random).pixels
            let columns = random.whole(0...20)..<random.whole(21...width)
            let rows = random.whole(0...10)..<random.whole(11...height)
            var expected: [UInt32]?
            forKernels { kernels in
                var result = before
                var span = result.mutableSpan
                span.draw(
                    geometry.shape, SpriteTexture(texture, cut), columns: columns, rows: rows, isAdditive: isAdditive,
                    start: 0, stride: width, mask: nil, maskStart: 0, maskStride: 0)
                if let expected {
                    #expect(result == expected, "\(kernels), round \(round)")
                } else {
                    expected = result
                }
            }
        }
    }

    @Test func rows_that_are_alike_equal_their_twins() {
        var random = SeededGenerator(seed: 24)
        for round in 0..<800 {
            let before = noise(40, 6, &random).pixels
            let alpha = UInt32(random.chance(0.5) ? 255 : random.whole(0...255))
            let pixel = alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3
            let (count, rows) = (random.whole(1...38), random.whole(1...5))
            func part() -> UInt8 { random.chance(0.4) ? 255 : UInt8(random.whole(0...255)) }
            let (first, middle, last) = (part(), part(), part())
            var expected: [UInt32]?
            forKernels { kernels in
                var result = before
                var span = result.mutableSpan
                span.blendRows(
                    pixel, first: first, middle: middle, last: last, start: 1, stride: 40, rows: rows, count: count)
                if let expected {
                    #expect(result == expected, "\(kernels), round \(round)")
                } else {
                    expected = result
                }
            }
        }
    }

    @Test func mixed_coverage_equals_its_twin() {
        var random = SeededGenerator(seed: 25)
        for round in 0..<500 {
            let before = noise(40, 1, &random).pixels
            let values = (0..<64).map { _ in UInt32(random.whole(0...65_280)) }
            let (count, part) = (random.whole(0...40), UInt32(random.whole(0...256)))
            let (a, b) = (random.whole(0...10), random.whole(0...24))
            let alpha = UInt32(random.whole(0...255))
            let pixel = alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3
            var expected: [UInt32]?
            forKernels { kernels in
                var result = before
                var span = result.mutableSpan
                span.blend(pixel, mixing: values.span, a, b, part: part, start: 0, count: count)
                if let expected {
                    #expect(result == expected, "\(kernels), round \(round)")
                } else {
                    expected = result
                }
            }
        }
    }
}
