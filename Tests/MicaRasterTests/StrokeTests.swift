import Foundation
import MicaBase
import MicaRandom
import Testing

@testable import MicaRaster

/// What strokes may differ from exact shapes: 0.5 for rounding, and 1/512 of a pixel on both sides of an edge.
private let strokeStep = 1.5
private let tolerance = 1.0 / 512

private func open(_ points: [Point]) -> Path {
    var path = Path()
    path.move(to: points[0])
    for point in points.dropFirst() { path.line(to: point) }
    return path
}

private func strokeMask(_ path: Path, _ style: StrokeStyle, size: Int = 40) -> Mask {
    draw(path.stroked(style, tolerance: tolerance), in: square(size))
}

private func circle(_ center: Point, _ radius: Double) -> Path {
    Path(ellipseIn: Box(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
}

@Suite struct StrokeTests {
    @Test func butt_caps_end_at_the_end_points() {
        for degrees in stride(from: 0.0, to: 180, by: 17) {
            let direction = Point(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
            let a = Point(20.3, 19.8) - direction * 12
            let b = Point(20.3, 19.8) + direction * 12
            let side = direction.quarterTurn * 2.25
            let mask = strokeMask(open([a, b]), StrokeStyle(width: 4.5))
            let corners = [a + side, b + side, b - side, a - side]
            #expect(mask.largestError { exactArea(corners, $0, $1) } <= 0.75)
        }
    }

    @Test func square_caps_reach_half_a_width_further() {
        let mask = strokeMask(open([Point(10, 10.5), Point(30, 10.5)]), StrokeStyle(width: 5, cap: .square))
        #expect(mask == draw(Path(rectangle: Box(x: 7.5, y: 8, width: 25, height: 5)), in: square(40)))
    }

    @Test func round_caps_are_half_discs() {
        let a = Point(10, 15.3)
        let b = Point(30, 15.3)
        let mask = strokeMask(open([a, b]), StrokeStyle(width: 9, cap: .round))
        let error = mask.largestError { x, y in
            if x < 10 { return discArea(center: a, radius: 4.5, x, y) }
            if x >= 30 { return discArea(center: b, radius: 4.5, x, y) }
            return max(0, min(Double(y + 1), 19.8) - max(Double(y), 10.8))
        }
        #expect(error <= strokeStep)
    }

    @Test func hairlines_have_the_coverage_of_their_width() {
        let mask = strokeMask(open([Point(4, 10.5), Point(30, 10.5)]), StrokeStyle(width: 0.25))
        for x in 4..<30 {
            #expect(mask[x, 10] == 64 && mask[x, 9] == 0 && mask[x, 11] == 0)
        }
        let diagonal = strokeMask(open([Point(5, 5), Point(35, 30)]), StrokeStyle(width: 0.1))
        #expect(abs(diagonal.area - 0.1 * (900 + 625).squareRoot()) < 0.1)
    }

    @Test func mitred_rectangles_are_two_rectangles() {
        let mask = strokeMask(Path(rectangle: Box(x: 8, y: 9, width: 20, height: 15)), StrokeStyle(width: 3.5))
        var ring = Path(rectangle: Box(x: 6.25, y: 7.25, width: 23.5, height: 18.5))
        ring.addRectangle(Box(x: 9.75, y: 10.75, width: 16.5, height: 11.5))
        #expect(mask == draw(ring, rule: .evenOdd, in: square(40)))
    }

    @Test(arguments: [LineJoin.miter, .bevel, .round])
    func joins_differ_at_the_outer_corner_alone(join: LineJoin) {
        let mask = strokeMask(open([Point(6, 30), Point(30, 30), Point(30, 6)]), StrokeStyle(width: 8, join: join))
        let error = mask.largestError { x, y in
            let inStrips = (x < 30 && x >= 6 && y >= 26 && y < 34) || (x >= 26 && x < 34 && y >= 6 && y < 30)
            if inStrips { return 1 }
            guard x >= 30, x < 34, y >= 30, y < 34 else { return 0 }
            switch join {
            case .miter: return 1
            case .bevel: return exactArea([Point(30, 30), Point(34, 30), Point(30, 34)], x, y)
            case .round: return discArea(center: Point(30, 30), radius: 4, x, y)
            }
        }
        #expect(error <= strokeStep)
    }

    @Test func inner_corners_are_not_counted_twice() {
        // Thin lines, so that the overlap shares its pixel with the outside.
        let path = open([Point(5.3, 5.6), Point(20.4, 5.6), Point(20.4, 22.1)])
        let mask = strokeMask(path, StrokeStyle(width: 0.8))
        let error = mask.largestError { x, y in
            exactArea([Point(5.3, 5.2), Point(20.8, 5.2), Point(20.8, 6.0), Point(5.3, 6.0)], x, y)
                + exactArea([Point(20, 6), Point(20.8, 6), Point(20.8, 22.1), Point(20, 22.1)], x, y)
        }
        #expect(error <= 0.75)
    }

    @Test func mitre_limit_cuts_sharp_corners() {
        // A turn of 180 - 28.07 degrees: a mitre is 4.12 widths long.
        let path = open([Point(2, 24), Point(30, 20), Point(2, 16)])
        let angle = 2 * atan2(4.0, 28.0)
        let ratio = 1 / sin(angle / 2)
        let long = strokeMask(path, StrokeStyle(width: 2, miterLimit: ratio + 0.01))
        let short = strokeMask(path, StrokeStyle(width: 2, miterLimit: ratio - 0.01))
        #expect(long[35, 20] > 0)
        #expect(short[31, 20] == 0 && short[29, 20] > 0)
        let bevel = strokeMask(path, StrokeStyle(width: 2, join: .bevel))
        #expect(short == bevel)
    }

    /// The same with the tolerance that shapes are drawn with, where short chords may be further off.
    private func drawnMask(_ path: Path, _ style: StrokeStyle) -> Mask {
        draw(path.stroked(style, tolerance: Rasterizer.usualTolerance, pixel: 1), in: square(40))
    }

    @Test(arguments: [false, true]) func stroked_circles_are_rings(asDrawn: Bool) {
        let center = Point(20.2, 19.7)
        for (radius, width) in [(12.0, 5.0), (14.0, 0.5), (3.0, 4.0), (9.0, 16.0), (1.0, 1.5), (17.0, 2.0)] {
            for join in LineJoin.allCases {
                let style = StrokeStyle(width: width, join: join)
                let mask =
                    asDrawn ? drawnMask(circle(center, radius), style) : strokeMask(circle(center, radius), style)
                let error = mask.largestError {
                    discArea(center: center, radius: radius + width / 2, $0, $1)
                        - discArea(center: center, radius: radius - width / 2, $0, $1)
                }
                #expect(error <= strokeStep, "radius \(radius), width \(width)")
            }
        }
    }

    @Test func strokes_wider_than_a_circle_fill_it() {
        let center = Point(20.2, 19.7)
        let mask = strokeMask(circle(center, 2), StrokeStyle(width: 20))
        #expect(mask.largestError { discArea(center: center, radius: 12, $0, $1) } <= strokeStep)
    }

    @Test func dots_follow_the_cap() {
        var dot = Path()
        dot.move(to: Point(10, 10))
        dot.line(to: Point(10, 10))
        #expect(strokeMask(dot, StrokeStyle(width: 6)).area == 0)
        let squareDot = strokeMask(dot, StrokeStyle(width: 6, cap: .square))
        #expect(squareDot == draw(Path(rectangle: Box(x: 7, y: 7, width: 6, height: 6)), in: square(40)))
        let round = strokeMask(dot, StrokeStyle(width: 6, cap: .round))
        #expect(round.largestError { discArea(center: Point(10, 10), radius: 3, $0, $1) } <= strokeStep)
        var move = Path()
        move.move(to: Point(10, 10))
        #expect(move.stroked(StrokeStyle(width: 6, cap: .round), tolerance: tolerance).isEmpty)
    }

    @Test func lines_that_turn_back_have_a_cap_at_the_turn() {
        let path = open([Point(8, 20), Point(28, 20), Point(12, 20)])
        let mask = strokeMask(path, StrokeStyle(width: 6, join: .round))
        #expect(mask[29, 20] == 255 && mask[32, 20] == 0)
        #expect(mask[8, 20] == 255 && mask[7, 20] == 0)
        #expect(abs(mask.area - (120 + 4.5 * .pi)) < 0.5)
    }

    @Test func dots_and_lines_overlap_without_cancelling() {
        var path = open([Point(5, 10), Point(30, 10)])
        path.move(to: Point(15, 10))
        path.line(to: Point(15, 10))
        path.move(to: Point(25, 10))
        path.line(to: Point(8, 10))
        let mask = strokeMask(path, StrokeStyle(width: 6, cap: .round))
        for x in 5..<30 { #expect(mask[x, 10] == 255) }
    }

    @Test func widths_that_are_none_draw_nothing() {
        let path = open([Point(5, 10), Point(30, 10)])
        for width in [0, -1, .nan, .infinity] {
            #expect(path.stroked(StrokeStyle(width: width), tolerance: tolerance).isEmpty)
        }
    }

    @Test func outlines_in_memory_of_others_are_the_same() {
        var random = SeededGenerator(seed: 78)
        var stroker = PathStroker()
        var outline = Path()
        for round in 0..<60 {
            var path = Path()
            for _ in 0..<random.whole(0...3) {
                path.move(to: random.point(in: 5...55))
                for _ in 0..<random.whole(0...9) {
                    path.cubic(
                        control1: random.point(in: 0...60), control2: random.point(in: 0...60),
                        to: random.point(in: 5...55))
                }
                if Bool.random(using: &random) { path.close() }
            }
            let dash = random.whole(0...3) == 0 ? DashPattern(lengths: [random.number(1...9)], phase: 1) : nil
            let style = StrokeStyle(
                width: random.whole(0...9) == 0 ? 0 : random.number(0.1...16), cap: LineCap.allCases[round % 3],
                join: LineJoin.allCases[round / 3 % 3], dash: dash)
            stroker.stroke(path, style, tolerance: tolerance, pixel: 1, into: &outline)
            #expect(outline == path.stroked(style, tolerance: tolerance, pixel: 1), "round \(round)")
        }
    }

    @Test func round_strokes_hold_all_points_near_the_path() {
        var random = SeededGenerator(seed: 77)
        for round in 0..<24 {
            var path = Path()
            path.move(to: random.point(in: 5...55))
            for _ in 0..<3 {
                if Bool.random(using: &random) {
                    path.cubic(
                        control1: random.point(in: 0...60), control2: random.point(in: 0...60),
                        to: random.point(in: 5...55))
                } else {
                    path.line(to: random.point(in: 5...55))
                }
            }
            if Bool.random(using: &random) { path.close() }
            let width = random.number(1...16)
            let mask = strokeMask(path, StrokeStyle(width: width, cap: .round, join: .round), size: 60)
            var samples: [Point] = []
            for segment in PathMeasure(path).segments {
                for step in 0...200 { samples.append(segment.point(at: Double(step) / 200)) }
            }
            for y in 0..<60 {
                for x in 0..<60 {
                    let middle = Point(Double(x) + 0.5, Double(y) + 0.5)
                    let distance = samples.reduce(Double.infinity) { min($0, ($1 - middle).squaredLength) }.squareRoot()
                    // A pixel's corners are 0.71 from its middle; samples are at most 0.6 apart, which lengthens a
                    // distance by less than 0.07.
                    if distance < width / 2 - 0.75, mask[x, y] != 255 {
                        Issue.record("round \(round): hole at \(x), \(y)")
                    }
                    if distance > width / 2 + 0.78, mask[x, y] != 0 {
                        Issue.record("round \(round): speck at \(x), \(y)")
                    }
                }
            }
        }
    }

    @Test(arguments: [Double.nan, .infinity, .greatestFiniteMagnitude, 1e300, 1e9])
    func strange_coordinates_are_harmless(value: Double) {
        for point in [Point(value, 5), Point(5, -value), Point(value, value)] {
            for position in 0..<4 {
                var points = [Point(1, 1), Point(12, 2), Point(13, 13), Point(2, 12)]
                points[position] = point
                var path = polygon(points)
                path.move(to: points[0])
                path.cubic(control1: points[1], control2: points[2], to: points[3])
                path.quad(control: points[1], to: points[2])
                for dash in [nil, DashPattern(lengths: [3, 1]), DashPattern(lengths: [1e-9, 1e-9])] {
                    let style = StrokeStyle(width: 2, cap: .round, join: .round, dash: dash)
                    let outline = path.stroked(style, tolerance: tolerance)
                    #expect(outline.points.allSatisfy { $0.isFinite })
                    _ = draw(outline, in: square(16))
                }
            }
        }
    }
}

@Suite struct DashTests {
    private let line = open([Point(4, 10), Point(34, 10)])

    private func rectangles(_ ranges: [ClosedRange<Double>]) -> Mask {
        var path = Path()
        for range in ranges {
            path.addRectangle(Box(x: range.lowerBound, y: 8, width: range.upperBound - range.lowerBound, height: 4))
        }
        return draw(path, in: square(40))
    }

    @Test func dashes_follow_the_pattern() {
        let mask = strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: [7, 3.5])))
        #expect(mask == rectangles([4...11, 14.5...21.5, 25...32]))
    }

    @Test func odd_patterns_go_round_twice() {
        let mask = strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: [8])))
        #expect(mask == rectangles([4...12, 20...28]))
    }

    @Test func phases_move_the_pattern_back() {
        let forward = strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: [7, 3], phase: 2)))
        #expect(forward == rectangles([4...9, 12...19, 22...29, 32...34]))
        let backward = strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: [7, 3], phase: -8)))
        #expect(backward == forward)
        let inGap = strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: [7, 3], phase: 8)))
        #expect(inGap == rectangles([6...13, 16...23, 26...33]))
    }

    @Test func dots_are_dashes_of_no_length() {
        let style = StrokeStyle(width: 4, cap: .round, dash: DashPattern(lengths: [0, 10]))
        let mask = strokeMask(line, style)
        let error = mask.largestError { x, y in
            // The one that would begin where the line ends is not drawn.
            [4.0, 14, 24].reduce(0) { $0 + discArea(center: Point($1, 10), radius: 2, x, y) }
        }
        #expect(error <= strokeStep + 0.5)
    }

    @Test func patterns_without_meaning_draw_a_solid_line() {
        let solid = strokeMask(line, StrokeStyle(width: 4))
        for lengths in [[], [0, 0], [3, -1], [.nan], [.infinity, 1]] {
            #expect(strokeMask(line, StrokeStyle(width: 4, dash: DashPattern(lengths: lengths))) == solid)
        }
    }

    @Test func closed_contours_begin_and_end_in_one_dash() {
        // The perimeter is 80; the dash that ends it and the one that begins it turn the corner with a mitre.
        let path = Path(rectangle: Box(x: 10, y: 10, width: 20, height: 20))
        let dashed = path.dashed(DashPattern(lengths: [10, 10], phase: 5), dotLength: 0.01)
        #expect(dashed.verbs.filter { $0 == .move }.count == 4)
        let mask = strokeMask(path, StrokeStyle(width: 4, dash: DashPattern(lengths: [10, 10], phase: 5)))
        #expect(mask[8, 8] == 255 && mask[12, 10] == 255 && mask[10, 12] == 255 && mask[20, 10] == 0)
    }

    @Test func dashes_longer_than_the_path_leave_it_closed() {
        let path = Path(rectangle: Box(x: 10, y: 10, width: 20, height: 20))
        let dashed = strokeMask(path, StrokeStyle(width: 4, dash: DashPattern(lengths: [100, 5])))
        #expect(dashed == strokeMask(path, StrokeStyle(width: 4)))
    }

    @Test func dashes_of_curves_have_their_lengths() {
        let path = circle(Point(20, 20), 15)
        let dashed = path.dashed(DashPattern(lengths: [4, 2]), dotLength: 0.01)
        for contour in PathMeasure(dashed).contours.dropLast() {
            #expect(abs(contour.length - 4) < 1e-4)
        }
    }
}
