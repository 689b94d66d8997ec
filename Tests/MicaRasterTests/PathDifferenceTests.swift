import MicaBase
import MicaRandom
import MicaRaster
import Testing

@testable import MicaRaster

/// Where paths differ: never less than is so. And kept coverage.
@Suite struct PathDifferenceTests {
    private static let area = DeviceRect(minX: -8, minY: -8, maxX: 120, maxY: 110)

    private func coverage(_ path: Path, _ rule: FillRule) -> Mask {
        var rasterizer = Rasterizer()
        var mask = Mask(rect: Self.area)
        rasterizer.begin(path, transform: .identity, rule: rule, clip: Self.area)
        let isValid = collect(&rasterizer, into: &mask)
        #expect(isValid)
        return mask
    }

    /// A path of a few contours with any verbs.
    private func random(_ generator: inout SeededGenerator, contours: Int) -> Path {
        var path = Path()
        for _ in 0..<contours {
            path.move(to: generator.point(in: 0...100))
            for _ in 0..<Int.random(in: 2...40, using: &generator) {
                let (a, b, c) = (
                    generator.point(in: 0...100), generator.point(in: 0...100), generator.point(in: 0...100)
                )
                switch Int.random(in: 0...2, using: &generator) {
                case 0: path.line(to: a)
                case 1: path.quad(control: a, to: b)
                default: path.cubic(control1: a, control2: b, to: c)
                }
            }
            if Bool.random(using: &generator) { path.close() }
        }
        return path
    }

    /// The path with a piece of its elements left out, put in or moved.
    private func changed(_ path: Path, _ generator: inout SeededGenerator) -> Path {
        var elements = Array(path.elements)
        let first = Int.random(in: 0..<elements.count, using: &generator)
        let last = min(elements.count, first + Int.random(in: 0...3, using: &generator))
        switch Int.random(in: 0...3, using: &generator) {
        case 0: elements.removeSubrange(first..<last)
        case 1: elements.insert(.line(generator.point(in: 0...100)), at: first)
        case 2:
            elements.insert(.cubic(control1: Point(4, 9), control2: Point(50, 60), end: Point(90, 20)), at: first)
        default:
            if case .move = elements[first] { elements[first] = .move(generator.point(in: 0...100)) }
            elements.removeLast(min(2, elements.count - 1))
        }
        var result = Path()
        if case .move? = elements.first {} else { result.move(to: Point(1, 1)) }
        for element in elements { result.append(element) }
        return result
    }

    @Test(arguments: 0..<400) func coverage_is_the_same_outside_of_differences(seed: Int) {
        var generator = SeededGenerator(seed: UInt64(seed))
        let old = random(&generator, contours: 1 + seed % 3)
        var new = changed(old, &generator)
        if seed % 2 == 0 { new = changed(new, &generator) }
        var boxes: [Box] = []
        new.forEachDifference(from: old) { boxes.append($0.outset(by: 2)) }
        for rule in [FillRule.nonZero, .evenOdd] {
            let (before, after) = (coverage(old, rule), coverage(new, rule))
            for y in Self.area.minY..<Self.area.maxY {
                for x in Self.area.minX..<Self.area.maxX where before[x, y] != after[x, y] {
                    let isKnown = boxes.contains { box in
                        Double(x) + 1 > box.minimum.x && Double(x) < box.maximum.x && Double(y) + 1 > box.minimum.y
                            && Double(y) < box.maximum.y
                    }
                    #expect(isKnown, "seed \(seed), pixel \(x), \(y)")
                    if !isKnown { return }
                }
            }
        }
    }

    @Test func line_that_grows_differs_at_its_end() {
        var line = Path()
        line.move(to: Point(10, 10))
        for index in 1...30 { line.line(to: Point(10 + 3 * Double(index), 10 + Double(index % 2))) }
        var longer = line
        longer.line(to: Point(104, 12))
        let style = StrokeStyle(width: 6, cap: .round)
        var boxes: [Box] = []
        longer.stroked(style, tolerance: 0.01).forEachDifference(from: line.stroked(style, tolerance: 0.01)) {
            boxes.append($0)
        }
        #expect(boxes.count == 1)
        #expect((boxes.first?.minimum.x ?? 0) > 88)
        var none = 0
        line.forEachDifference(from: line) { _ in none += 1 }
        #expect(none == 0)
    }

    @Test func points_without_end_differ_everywhere() {
        var (one, other) = (Path(), Path())
        one.move(to: Point(1, 1))
        one.line(to: Point(.infinity, 4))
        one.line(to: Point(5, 9))
        other.move(to: Point(1, 1))
        other.line(to: Point(3, 4))
        other.line(to: Point(5, 9))
        var boxes: [Box] = []
        one.forEachDifference(from: other) { boxes.append($0) }
        #expect(boxes.count == 1 && boxes[0].minimum.x == -.infinity && boxes[0].maximum.y == .infinity)
    }

    @Test func kept_coverage_is_blended_as_it_is_swept() {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<20 {
            let path = random(&generator, contours: 1)
            var list = EdgeList()
            list.set(path, transform: .identity, rule: .evenOdd, clip: Self.area)
            var rasterizer = Rasterizer()
            guard let retained = CoverageMask(list, limit: 1 << 20, with: &rasterizer) else { continue }
            var (direct, rowwise) = (Bitmap(width: 120, height: 110), Bitmap(width: 120, height: 110))
            let clip = DeviceRect(minX: 7, minY: 3, maxX: 93, maxY: 77)
            var pieces: [(row: Int, span: CoverageSpan, bytes: [UInt8])] = []
            rasterizer.begin(list, clip: clip)
            while rasterizer.nextRow() {
                for span in rasterizer.spans {
                    let first = span.x - clip.minX
                    pieces.append((rasterizer.row, span, Array(rasterizer.coverage[first..<first + span.count])))
                }
            }
            direct.withSharedPixels {
                let block = $0.block(x: 0, y: 0, width: 120, height: 110, minX: 0, minY: 0)
                retained.blend(0x8040_2000, into: block, within: clip)
            }
            rowwise.withSharedPixels {
                let block = $0.block(x: 0, y: 0, width: 120, height: 110, minX: 0, minY: 0)
                for (row, span, bytes) in pieces {
                    if let alpha = span.uniform {
                        block.blend(0x8040_2000, coverage: alpha, x: span.x, y: row, count: span.count)
                    } else {
                        block.blend(0x8040_2000, coverage: bytes, first: 0, x: span.x, y: row, count: span.count)
                    }
                }
            }
            #expect(direct == rowwise)
        }
    }
}
