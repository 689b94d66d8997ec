import MicaBase
import MicaRandom
import MicaRaster

/// Curves: edges of paths in device space, and outlines of strokes.
extension KernelTwins {
    /// A path of smooth splines, lines and single curves. Some end where they begin, and some points are in one place
    /// or cannot be drawn.
    private static func randomCurves(_ random: inout SeededGenerator, reach: Double) -> Path {
        var path = Path()
        func point() -> Point { Point(random.number(-reach...reach), random.number(-reach...reach)) }
        for _ in 0..<random.whole(1...3) {
            var (last, way) = (point(), point() * 0.1)
            path.move(to: last)
            for _ in 0..<random.whole(1...30) {
                let kind = random.whole(0...19), isNear = random.chance(0.7)
                let end = isNear ? last + point() * 0.05 : point()
                switch kind {
                case 0...2: path.line(to: end)
                case 3: path.quad(control: last + way, to: end)
                case 4: path.cubic(control1: last, control2: end, to: end)
                case 5: path.cubic(control1: last, control2: last, to: last)
                case 6: path.cubic(control1: point(), control2: point(), to: end)
                case 7 where random.chance(0.2):
                    let odd = random.chance(0.5) ? Double.nan : [.infinity, 1e300, 3e5, -2e12][random.whole(0...3)]
                    path.cubic(control1: point(), control2: Point(odd, 0), to: end)
                case 8 where random.chance(0.2): path.line(to: Point(0, random.chance(0.5) ? .nan : 1e7))
                default:
                    // Goes on as the last one ended.
                    let next = (end - last) * 0.2 + point() * 0.02
                    path.cubic(control1: last + way, control2: end - next, to: end)
                    way = next
                }
                last = end
            }
            if random.chance(0.6) { path.close() }
        }
        return path
    }

    mutating func edges() {
        var random = SeededGenerator(seed: 41)
        for round in 0..<800 {
            let reach = [3.0, 60, 900, 100_000][round % 4]
            let path = Self.randomCurves(&random, reach: reach)
            let turn = Affine.rotation(random.chance(0.5) ? 0 : random.number(0...7))
            let shift = Affine.translation(random.number(-20...90), random.number(-20...70))
            let clip = device(
                random.whole(-90...20), random.whole(-90...20), random.whole(1...150), random.whole(1...90))
            let transform = Homography(turn.concatenating(shift))
            let empty = [UInt8](repeating: 0, count: clip.width * clip.height)
            compare(empty, "edges of curves, round \(round)") { bytes in
                var list = EdgeList()
                list.set(path, transform: transform, rule: .evenOdd, clip: clip)
                var rasterizer = Rasterizer()
                rasterizer.begin(list, clip: clip)
                Self.write(&rasterizer, clip: clip, into: &bytes)
            }
        }
    }

    /// Outlines of strokes.
    ///
    /// - Returns: how many points of lines were compared.
    mutating func strokes() -> Int {
        var random = SeededGenerator(seed: 42)
        var points = 0
        for round in 0..<800 {
            let reach = [3.0, 60, 900, 100_000][round % 4]
            let path = Self.randomCurves(&random, reach: reach)
            let style = StrokeStyle(
                width: random.chance(0.1) ? reach : random.number(0.01...0.05) * reach,
                cap: LineCap.allCases[random.whole(0...2)], join: LineJoin.allCases[random.whole(0...2)])
            let pixel = random.chance(0.95) ? 0 : random.number(0.1...2)
            let bits = compare([UInt64](), "stroke, round \(round)") { bits in
                let outline = path.stroked(style, tolerance: 1.0 / 200, pixel: pixel)
                // Arcs come from the C library's sines, which are not the same everywhere.
                for element in outline.elements {
                    switch element {
                    case .move(let p), .line(let p): bits.append(contentsOf: [p.x.bitPattern, p.y.bitPattern])
                    case .quad, .cubic, .close: bits.append(1)
                    }
                }
            }
            points += bits.count / 2
        }
        return points
    }
}
