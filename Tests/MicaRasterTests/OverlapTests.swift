import Foundation
import MicaBase
import MicaRandom
import Testing

@testable import MicaRaster

/// Regions without overlaps, beside the windings of the paths that they are of.
@Suite struct OverlapTests {
    private func random(_ generator: inout SeededGenerator, points: Int, onGrid: Bool) -> Path {
        var path = Path()
        func position() -> Point {
            let point = Point(.random(in: 0...40, using: &generator), .random(in: 0...40, using: &generator))
            return onGrid ? Point(point.x.rounded(), point.y.rounded()) : point
        }
        for contour in 0..<2 {
            path.move(to: position())
            for _ in 1..<points { path.line(to: position()) }
            if contour == 0 { path.close() }
        }
        return path
    }

    /// Checks windings of points that lie away from all lines; where lines cross nearer than that nothing is promised.
    private func check(_ path: Path, _ region: Path, _ generator: inout SeededGenerator) {
        var wrong = 0
        for _ in 0..<400 {
            let point = Point(.random(in: -1...41, using: &generator), .random(in: -1...41, using: &generator))
            let expected = path.winding(around: point) != 0 ? 1 : 0
            if abs(region.winding(around: point)) != expected { wrong += 1 }
        }
        // Rows of a 256th of a pixel, at each of some hundred crossings, may be off, but only beside the crossing.
        #expect(wrong <= 1, "\(wrong) of 400 places")
    }

    @Test func random_paths_are_covered_once_where_they_wind_at_all() throws {
        var generator = SeededGenerator(seed: 1599)
        for round in 0..<60 {
            let path = random(&generator, points: 3 + round % 20, onGrid: round % 3 == 0)
            let region = try #require(path.withoutOverlaps(tolerance: 0.01, pixel: 1))
            check(path, region, &generator)
        }
    }

    @Test func random_strokes_that_overlap_are_covered_once() throws {
        var generator = SeededGenerator(seed: 1728)
        for round in 0..<40 {
            let line = random(&generator, points: 3 + round % 5, onGrid: round % 2 == 0)
            let style = StrokeStyle(
                width: .random(in: 0.5...12, using: &generator), cap: LineCap.allCases[round % 3],
                join: LineJoin.allCases[round / 3 % 3])
            let outline = line.stroked(style, tolerance: 0.01)
            let region = try #require(outline.withoutOverlaps(tolerance: 0.01, pixel: 1))
            check(outline.flattened(tolerance: 0.01), region, &generator)
        }
    }

    @Test func a_line_that_turns_right_back_covers_its_strip_once() {
        var line = Path()
        line.move(to: Point(10, 10.4))
        line.line(to: Point(30, 10.4))
        line.line(to: Point(20, 10.4))
        let style = StrokeStyle(width: 0.5, cap: .butt, join: .bevel)
        let once = draw(line.stroked(style, tolerance: tolerance, pixel: 1), in: square(40))
        #expect(
            once.largestError {
                exactArea(
                    [
                        Point(10, 10.15), Point(30, 10.15), Point(30, 10.65), Point(10, 10.65),
                    ], $0, $1)
            } <= 1)
        // Without a pixel's size the outline is as it is walked.
        let twice = draw(line.stroked(style, tolerance: tolerance), in: square(40))
        #expect(once[12, 10] < 140 && twice[25, 10] > 250)
    }

    @Test func a_curve_tighter_than_its_width_covers_its_inside_once() throws {
        var line = Path()
        line.move(to: Point(4, 8))
        line.cubic(control1: Point(36, 8), control2: Point(36, 9), to: Point(4, 9))
        let outline = line.stroked(StrokeStyle(width: 6), tolerance: 0.005, pixel: 1)
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<2000 {
            let point = Point(.random(in: 0...40, using: &generator), .random(in: 0...20, using: &generator))
            #expect(abs(outline.winding(around: point)) <= 1)
        }
    }

    @Test func more_than_the_limits_is_left_as_it_is() {
        var generator = SeededGenerator(seed: 9)
        let path = random(&generator, points: 5000, onGrid: false)
        #expect(path.withoutOverlaps(tolerance: 0.01, pixel: 1) == nil)
        var line = random(&generator, points: 3, onGrid: false)
        line.line(to: Point(.infinity, 3))
        #expect(line.withoutOverlaps(tolerance: 0.01, pixel: 1) == nil)
        #expect(Path().withoutOverlaps(tolerance: 0.01, pixel: 1)?.isEmpty == true)
    }
}

private let tolerance = 1.0 / 512
