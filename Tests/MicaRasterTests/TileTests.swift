import Foundation
import MicaBase
import MicaRandom
import MicaRaster
import Testing

@testable import MicaRaster

/// A random path of lines and curves, some of it far outside.
private func randomPath(_ random: inout SeededGenerator, reach: ClosedRange<Double>) -> Path {
    var path = Path()
    for _ in 0..<Int.random(in: 1...3, using: &random) {
        path.move(to: random.point(in: reach))
        for _ in 0..<Int.random(in: 1...6, using: &random) {
            switch Int.random(in: 0..<3, using: &random) {
            case 0: path.line(to: random.point(in: reach))
            case 1: path.quad(control: random.point(in: reach), to: random.point(in: reach))
            default:
                path.cubic(
                    control1: random.point(in: reach), control2: random.point(in: reach), to: random.point(in: reach))
            }
        }
        if Bool.random(using: &random) { path.close() }
    }
    return path
}

/// Draws tile by tile with one rasteriser, the tiles in a random order.
private func drawTiled(
    _ path: Path, _ transform: Homography, rule: FillRule, in rect: DeviceRect, _ random: inout SeededGenerator
) -> Mask {
    func cuts(_ low: Int, _ high: Int) -> [Int] {
        var result = [low]
        while let last = result.last, last < high {
            result.append(min(high, last + Int.random(in: 1...40, using: &random)))
        }
        return result
    }
    let columns = cuts(rect.minX, rect.maxX)
    let rows = cuts(rect.minY, rect.maxY)
    var tiles: [DeviceRect] = []
    for (minX, maxX) in zip(columns, columns.dropFirst()) {
        for (minY, maxY) in zip(rows, rows.dropFirst()) {
            tiles.append(DeviceRect(minX: minX, minY: minY, maxX: maxX, maxY: maxY))
        }
    }
    tiles.shuffle(using: &random)
    var rasterizer = Rasterizer()
    var whole = Mask(rect: rect)
    for tile in tiles {
        var mask = Mask(rect: tile)
        rasterizer.begin(path, transform: transform, rule: rule, clip: tile)
        precondition(collect(&rasterizer, into: &mask), "spans out of order or out of the clip")
        for y in tile.minY..<tile.maxY {
            for x in tile.minX..<tile.maxX { whole[x, y] = mask[x, y] }
        }
    }
    return whole
}

@Suite struct TileTests {
    private static let rect = DeviceRect(minX: -7, minY: -5, maxX: 90, maxY: 70)

    @Test(arguments: [100.0, 1000.0, 3e5, 1e9, 1e30])
    func tiles_have_the_bytes_of_the_whole(reach: Double) {
        var random = SeededGenerator(seed: UInt64(reach.bitPattern))
        for round in 0..<40 {
            let path = randomPath(&random, reach: -reach...reach)
            let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
            let whole = draw(path, rule: rule, in: Self.rect)
            #expect(drawTiled(path, .identity, rule: rule, in: Self.rect, &random) == whole, "round \(round)")
        }
    }

    @Test func tiles_have_the_bytes_of_the_whole_under_perspective() {
        var random = SeededGenerator(seed: 99)
        for round in 0..<60 {
            let path = randomPath(&random, reach: -100...100)
            // The near plane goes through the path in most rounds.
            let transform = Homography(
                a: random.number(-1...1), b: random.number(-1...1), c: random.number(-1...1),
                d: random.number(-1...1), tx: random.number(0...60), ty: random.number(0...60),
                p: random.number(-0.02...0.02), q: random.number(-0.02...0.02), w: 1)
            let rule: FillRule = round % 2 == 0 ? .nonZero : .evenOdd
            let whole = draw(path, transform, rule: rule, in: Self.rect)
            #expect(drawTiled(path, transform, rule: rule, in: Self.rect, &random) == whole, "round \(round)")
        }
    }

    @Test func bands_have_the_bytes_of_small_drawings() {
        // 3,000 columns are drawn in bands of 43 rows.
        let large = DeviceRect(minX: 0, minY: 0, maxX: 3000, maxY: 200)
        let path = Path(ellipseIn: Box(x: -20, y: -300.5, width: 3000.25, height: 480.3))
        let whole = draw(path, in: large)
        let part = DeviceRect(minX: 2500, minY: 30, maxX: 2700, maxY: 120)
        let small = draw(path, in: part)
        for y in part.minY..<part.maxY {
            for x in part.minX..<part.maxX where whole[x, y] != small[x, y] {
                Issue.record("column \(x), row \(y)")
                return
            }
        }
        #expect(small.area > 1000)
    }

    @Test func rows_that_were_not_read_leave_nothing_behind() {
        var rasterizer = Rasterizer()
        let circle = Path(ellipseIn: Box(x: 2, y: 2, width: 50, height: 50))
        rasterizer.begin(circle, transform: .identity, rule: .nonZero, clip: square(60))
        for _ in 0..<5 { _ = rasterizer.nextRow() }
        let small = Path(ellipseIn: Box(x: 20, y: 1, width: 20, height: 45))
        rasterizer.begin(small, transform: .identity, rule: .evenOdd, clip: square(48))
        var mask = Mask(rect: square(48))
        let isValid = collect(&rasterizer, into: &mask)
        #expect(isValid)
        #expect(mask == draw(small, rule: .evenOdd, in: square(48)))
    }
}

/// Level rectangles, row by row: the bytes of the rasteriser, whichever way they are made.
@Test func box_coverage_is_that_of_the_rasteriser() {
    var state: UInt64 = 12
    func number(_ limit: Double) -> Double {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Double(state >> 40) / Double(1 << 24) * limit
    }
    let clip = DeviceRect(minX: -3, minY: -2, maxX: 17, maxY: 19)
    for round in 0..<4_000 {
        let reach = round % 3 == 0 ? 2.0 : 30
        let corner = Point(number(24) - 6, number(24) - 6)
        let grid = round % 4 == 0 ? 1.0 : 64
        func snap(_ p: Point) -> Point { (p * grid).rounded(.down) / grid }
        let minimum = snap(corner)
        let box = Box(minimum: minimum, maximum: snap(corner + Point(number(reach), number(reach))))
        var rasterizer = Rasterizer()
        rasterizer.begin(rectangle: box, clip: clip)
        var expected = Mask(rect: clip)
        #expect(collect(&rasterizer, into: &expected))
        // White over nothing is as opaque as it is covered.
        var bitmap = Bitmap(width: clip.width, height: clip.height)
        bitmap.withSharedPixels { pixels in
            let block = pixels.block(
                x: 0, y: 0, width: clip.width, height: clip.height, minX: clip.minX, minY: clip.minY)
            BoxCoverage(box, clip: clip)?.blend(0xFFFF_FFFF, into: block, within: clip)
        }
        let result = bitmap.pixels.map { UInt8($0 >> 24) }
        #expect(result == expected.bytes, "\(box)")
    }
}
