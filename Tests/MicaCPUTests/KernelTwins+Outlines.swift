import MicaBase
import MicaRandom
import MicaRaster

/// Outlines: rows of coverage, one colour, and shapes that are drawn straight from their chains.
extension KernelTwins {
    /// How often outlines go around that are drawn by `windings`.
    static let windingCounts = [31, 32, 33, 63, 64, 65, 127, 128, 129, 200]

    /// A path of lines and curves that crosses itself, in and around some pixels.
    private static func randomPath(_ random: inout SeededGenerator, reach: Double) -> Path {
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

    /// Writes all coverage that a rasterizer has, over none.
    static func write(_ rasterizer: inout Rasterizer, clip: DeviceRect, into bytes: inout [UInt8]) {
        while rasterizer.nextRow() {
            let start = (rasterizer.row - clip.minY) * clip.width - clip.minX
            for span in rasterizer.spans {
                for x in span.x..<span.x + span.count {
                    bytes[start + x] = span.uniform ?? rasterizer.coverage[x - rasterizer.clip.minX]
                }
            }
        }
    }

    mutating func outlines() {
        var random = SeededGenerator(seed: 21)
        for round in 0..<600 {
            let reach = [2.0, 20, 400, 300_000][round % 4]
            let path = Self.randomPath(&random, reach: reach)
            let clip = device(random.whole(-9...20), random.whole(-9...20), random.whole(1...150), random.whole(1...70))
            let rule = random.chance(0.5) ? FillRule.evenOdd : .nonZero
            var list = EdgeList()
            list.set(path, transform: .identity, rule: rule, clip: clip)
            let empty = [UInt8](repeating: 0, count: clip.width * clip.height)
            let alone = compare(empty, "outline, round \(round)") { bytes in
                var rasterizer = Rasterizer()
                // A drawing that was left half way leaves nothing behind.
                rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                _ = rasterizer.nextRow()
                rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                Self.write(&rasterizer, clip: clip, into: &bytes)
            }
            let listed = compare(empty, "listed outline, round \(round)") { bytes in
                var rasterizer = Rasterizer()
                rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                _ = rasterizer.nextRow()
                rasterizer.begin(list, clip: clip)
                Self.write(&rasterizer, clip: clip, into: &bytes)
            }
            if alone != listed { differences.append("listed outlines are others, round \(round)") }
        }
    }

    /// Draws with each kind of kernels into a copy of a picture; all must come out the same.
    private mutating func compare(
        _ before: Bitmap, clip: DeviceRect, _ what: String, _ draw: (inout Rasterizer, PixelBlock) -> Void
    ) {
        compare(before.pixels, what) { pixels in
            var rasterizer = Rasterizer()
            var result = before
            result.withSharedPixels { shared in
                draw(
                    &rasterizer,
                    shared.block(
                        x: clip.minX, y: clip.minY, width: clip.width, height: clip.height, minX: clip.minX,
                        minY: clip.minY))
            }
            pixels = result.pixels
        }
    }

    /// Fills the path of a rasterizer: at once if that is possible, otherwise pixel by pixel.
    private static func fill(_ rasterizer: inout Rasterizer, _ pixel: UInt32, clip: DeviceRect, _ block: PixelBlock) {
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

    mutating func outlinesInOneColor() {
        var random = SeededGenerator(seed: 22)
        for round in 0..<300 {
            let path = Self.randomPath(&random, reach: [2.0, 20, 400][round % 3])
            let rule = random.chance(0.5) ? FillRule.evenOdd : .nonZero
            let pixel = color(random.chance(0.3) ? 255 : UInt32(random.whole(0...255)))
            let before = noise(70, 50, &random)
            let clip = device(3, 2, 61, 45)
            compare(before, clip: clip, "outline in one colour, round \(round)") { rasterizer, block in
                rasterizer.begin(path, transform: .identity, rule: rule, clip: clip)
                Self.fill(&rasterizer, pixel, clip: clip, block)
            }
        }
    }

    /// An ellipse, as often as is said.
    ///
    /// - Returns: the coverage of the pixels of its middle row that are inside.
    mutating func windings(_ count: Int) -> [UInt8] {
        var path = Path()
        for _ in 0..<count { path.addEllipse(in: Box(x: 4.3, y: 3.6, width: 21.2, height: 19)) }
        let clip = device(0, 0, 30, 26)
        let rows = compare([UInt8](repeating: 0, count: 30 * 26), "\(count) windings") { bytes in
            var rasterizer = Rasterizer()
            rasterizer.begin(path, transform: .identity, rule: .nonZero, clip: clip)
            Self.write(&rasterizer, clip: clip, into: &bytes)
        }
        return Array(rows[10 * 30 + 6..<10 * 30 + 24])
    }

    /// Two chains with level steps, at whole and at other heights.
    private static func stairs(_ random: inout SeededGenerator, _ size: Double) -> Path {
        var path = Path()
        let whole = random.chance(0.5)
        func height(_ y: Double) -> Double { whole ? y.rounded() : y }
        var y = height(-random.number(0...size))
        let top = y
        path.move(to: Point(-random.number(0...size), y))
        for _ in 0..<random.whole(1...12) {
            y = height(y + random.number(0...size / 4))
            path.line(to: Point(random.number(-size...0), y))
            path.line(to: Point(random.number(-size...0), y))
        }
        path.line(to: Point(random.number(0...size), y))
        while y > top {
            y = max(top, height(y - random.number(0.5...max(0.6, size / 4))))
            path.line(to: Point(random.number(0...size), y))
            path.line(to: Point(random.number(0...size), y))
        }
        path.close()
        return path
    }

    /// Two chains of many edges: some rows have more edges than are drawn at once.
    private static func shortEdges(_ random: inout SeededGenerator, _ size: Double) -> Path {
        var path = Path()
        let step = random.number(0.01...1.5), drift = random.number(0...2)
        var (y, x) = (-size / 2, 0.0)
        path.move(to: Point(0, y))
        while y < size / 2 {
            y += random.number(0.001...step)
            x += random.number(-drift...drift)
            path.line(to: Point(x, y))
        }
        x += random.number(0...size)
        while y > -size / 2 {
            path.line(to: Point(x, y))
            y -= random.number(0.001...step)
            x += random.number(-drift...drift)
        }
        path.close()
        return path
    }

    /// Convex and other shapes whose outlines run down once and up once.
    ///
    /// - Returns: how many drawings went straight from the edges.
    mutating func chains() -> Int {
        var random = SeededGenerator(seed: 24)
        var drawn = 0
        // Its memory is used again, as a frame's is.
        var list = EdgeList()
        for round in 0..<2_400 {
            var path = Path()
            let size = [3.0, 40, 400][round % 3]
            let box = Box(
                x: -random.number(0...size), y: -random.number(0...size), width: random.number(0.1...size * 2),
                height: random.number(0.1...size * 2))
            switch round % 6 {
            case 0: path.addRoundedRectangle(box, radii: CornerRadii(random.number(0...size)))
            case 1: path.addEllipse(in: box)
            case 2: path.addRectangle(box)
            case 3: path = Self.stairs(&random, size)
            case 4: path = Self.shortEdges(&random, size)
            default:
                // Two chains that may cross each other.
                path.move(to: Point(random.number(-size...size), -size))
                path.line(to: Point(random.number(-size...size), random.number(-size...0)))
                path.line(to: Point(random.number(-size...size), size))
                path.line(to: Point(random.number(-size...size), random.number(-size...size)))
                path.close()
            }
            let turn = Affine.rotation(round % 6 == 3 || random.chance(0.2) ? 0 : random.number(0...7))
            let shift = Affine.translation(random.number(-20...90), random.number(-20...70))
            let clip = device(random.whole(0...9), random.whole(0...9), random.whole(1...61), random.whole(1...41))
            let pixel = color(random.chance(0.3) ? 255 : UInt32(random.whole(0...255)))
            list.set(path, transform: Homography(turn.concatenating(shift)), rule: .nonZero, clip: clip)
            let before = noise(80, 60, &random)
            compare(before, clip: clip, "chains, round \(round)") { rasterizer, block in
                let lists = [list]
                if rasterizer.blend(pixel, lists.span, 0, clip: clip, into: block) {
                    drawn += 1
                    return
                }
                rasterizer.begin(list, clip: clip)
                Self.fill(&rasterizer, pixel, clip: clip, block)
            }
        }
        return drawn
    }
}
