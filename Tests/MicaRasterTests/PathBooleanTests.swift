import MicaBase
import Testing

@testable import MicaRaster

/// Regions of two paths: areas that are known, and laws that hold for any.
@Suite struct PathBooleanTests {
    private func square(_ x: Double, _ y: Double, _ size: Double = 10) -> Path {
        Path(rectangle: Box(x: x, y: y, width: size, height: size))
    }

    private func circle(_ x: Double, _ y: Double, _ radius: Double) -> Path {
        Path(ellipseIn: Box(x: x - radius, y: y - radius, width: 2 * radius, height: 2 * radius))
    }

    private func areas(_ a: Path, _ b: Path, isEvenOdd: Bool = false) -> [Double] {
        [Path.Combination.union, .intersection, .subtraction, .exclusion].map {
            a.combined(with: b, $0, isEvenOdd: isEvenOdd).signedArea
        }
    }

    @Test func signed_area_is_exact_for_lines_and_curves() {
        #expect(square(3, 4).signedArea == 100)
        // Four cubics with handles of 0.5523 have the circle's area but for 0.03 %.
        #expect(abs(circle(0, 0, 10).signedArea - 314.16) < 0.1)
    }

    @Test func squares_that_overlap_have_the_areas_that_they_should() {
        #expect(areas(square(0, 0), square(5, 5)) == [175, 25, 75, 150])
        // Corners of the result are where lines cross, exactly.
        let both = square(0, 0).combined(with: square(5, 5), .intersection)
        #expect(both.bounds == Box(x: 5, y: 5, width: 5, height: 5) && both.points.count == 4)
    }

    @Test func squares_that_only_touch_or_coincide() {
        #expect(areas(square(0, 0), square(10, 0)) == [200, 0, 100, 200])
        // One rectangle, without the line between.
        #expect(square(0, 0).combined(with: square(10, 0), .union).points.count == 4)
        #expect(areas(square(0, 0), square(10, 10)) == [200, 0, 100, 200])
        #expect(areas(square(0, 0), square(0, 0)) == [100, 100, 0, 0])
        #expect(areas(square(0, 0), square(0, 0, 5)) == [100, 25, 75, 75])
        #expect(areas(square(0, 0), square(30, 0)) == [200, 0, 100, 200])
        #expect(areas(square(0, 0), Path()) == [100, 0, 100, 100])
        #expect(areas(Path(), square(0, 0)) == [100, 0, 0, 100])
        #expect(areas(Path(), Path()) == [0, 0, 0, 0])
    }

    @Test func one_inside_of_the_other_leaves_a_hole() {
        let ring = square(0, 0).combined(with: square(2, 2, 4), .subtraction)
        #expect(ring.signedArea == 84)
        #expect(ring.flattened(tolerance: 1).winding(around: Point(3, 3)) == 0)
        #expect(abs(ring.flattened(tolerance: 1).winding(around: Point(1, 1))) == 1)
        #expect(ring.separated().count == 1 && ring.separated()[0].signedArea == 84)
    }

    @Test func circles_overlap_in_a_lens_whose_area_is_known() {
        // Radius 10, centres 10 apart: 2 r² (π/3 − √3/4).
        let lens = 2 * 100 * (Double.pi / 3 - 3.0.squareRoot() / 4)
        let disc = circle(0, 0, 10).signedArea
        let found = areas(circle(0, 0, 10), circle(10, 0, 10))
        #expect(abs(found[1] - lens) < 0.05 && abs(found[0] - (2 * disc - found[1])) < 0.01)
        // Curves stay curves: the lens is two arcs of four pieces each.
        let both = circle(0, 0, 10).combined(with: circle(10, 0, 10), .intersection)
        #expect(both.verbs.count <= 10 && both.verbs.contains(.cubic))
    }

    @Test func a_star_that_crosses_itself_is_normalised_by_its_rule() {
        var star = Path()
        let points = [Point(50, 0), Point(79, 90), Point(2, 35), Point(98, 35), Point(21, 90)]
        star.move(to: points[0])
        for point in points.dropFirst() { star.line(to: point) }
        star.close()
        let whole = star.normalized().signedArea, rim = star.normalized(isEvenOdd: true).signedArea
        // Winding counts the pentagon in the middle, even and odd does not; the loop's own area counts it twice.
        #expect(abs(abs(star.signedArea) - (whole + (whole - rim))) < 0.01)
        #expect(star.normalized().separated().count == 1)
        #expect(star.normalized(isEvenOdd: true).separated().count == 5)
    }

    @Test func bows_become_two_parts() {
        var bow = Path()
        bow.move(to: Point(0, 0))
        for point in [Point(10, 10), Point(10, 0), Point(0, 10)] { bow.line(to: point) }
        bow.close()
        let parts = bow.normalized().separated()
        #expect(parts.count == 2 && parts.allSatisfy { abs($0.signedArea - 25) < 1e-9 })
    }

    @Test func lines_are_cut_at_the_edge_of_a_region() {
        var line = Path()
        line.move(to: Point(-5, 5))
        line.line(to: Point(25, 5))
        let inside = line.lines(inside: true, of: square(0, 0)), outside = line.lines(inside: false, of: square(0, 0))
        #expect(inside.points == [Point(0, 5), Point(10, 5)])
        #expect(outside.points == [Point(-5, 5), Point(0, 5), Point(10, 5), Point(25, 5)])
        #expect(line.lines(inside: true, of: Path()).isEmpty)
    }

    @Test(arguments: 0..<40) func laws_of_areas_hold_for_any_two_outlines(seed: UInt64) {
        var state = seed &* 7919 &+ 3
        func random() -> Double {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            // Some seeds have few places, so that outlines share corners and edges.
            let value = Double(state >> 40) / 16_777_216
            return seed.isMultiple(of: 3) ? (value * 6).rounded() * 10 : value * 60
        }
        func outline() -> Path {
            var path = Path()
            for _ in 0..<2 {
                path.move(to: Point(random(), random()))
                for index in 0..<5 {
                    if index.isMultiple(of: 2) {
                        path.line(to: Point(random(), random()))
                    } else {
                        path.cubic(
                            control1: Point(random(), random()), control2: Point(random(), random()),
                            to: Point(random(), random()))
                    }
                }
                path.close()
            }
            return path
        }
        let (a, b) = (outline(), outline())
        for isEvenOdd in [false, true] {
            let found = areas(a, b, isEvenOdd: isEvenOdd)
            let (first, second) = (
                a.normalized(isEvenOdd: isEvenOdd).signedArea, b.normalized(isEvenOdd: isEvenOdd).signedArea
            )
            #expect(abs(found[0] + found[1] - first - second) < 0.05, "union + intersection = both")
            #expect(abs(found[2] + found[1] - first) < 0.05, "difference + intersection = the first")
            #expect(abs(found[3] + found[1] - found[0]) < 0.05, "exclusion + intersection = union")
            #expect(found.allSatisfy { $0 > -0.05 })
            // Points in the middle of nowhere in particular.
            let (p, q) = (a.flattened(tolerance: 1e-3), b.flattened(tolerance: 1e-3))
            let union = a.combined(with: b, .union, isEvenOdd: isEvenOdd).flattened(tolerance: 1e-3)
            let rest = a.combined(with: b, .subtraction, isEvenOdd: isEvenOdd).flattened(tolerance: 1e-3)
            func isIn(_ path: Path, _ point: Point, _ isEvenOdd: Bool) -> Bool {
                let winding = path.winding(around: point)
                return isEvenOdd ? winding % 2 != 0 : winding != 0
            }
            var wrong = 0
            for index in 0..<400 {
                let point = Point(Double(index % 20) * 3 + 0.617, Double(index / 20) * 3 + 0.419)
                let (inP, inQ) = (isIn(p, point, isEvenOdd), isIn(q, point, isEvenOdd))
                if isIn(union, point, false) != (inP || inQ) { wrong += 1 }
                if isIn(rest, point, false) != (inP && !inQ) { wrong += 1 }
                if abs(union.winding(around: point)) > 1 { wrong += 1 }
            }
            #expect(wrong <= 1, "a point that lies on an outline may be off")
        }
    }

    @Test func paths_without_extent_or_with_huge_numbers_are_taken() {
        var dot = Path()
        dot.move(to: Point(1, 1))
        dot.line(to: Point(1, 1))
        dot.close()
        #expect(dot.normalized().isEmpty)
        #expect(square(-1e300, 0, 1e300).combined(with: square(0, 0), .union).points.allSatisfy { $0.isFinite })
        #expect(square(.nan, 0).normalized().points.allSatisfy { $0.isFinite })
        #expect(square(1e-200, 0, 1e-200).normalized().signedArea.isFinite)
    }

    @Test func outlines_that_cross_themselves_everywhere_take_bounded_work() {
        // A star whose handles are far longer than it is: found by FuzzLottie, where its union took minutes.
        var star = Path()
        func corner(_ index: Int) -> (point: Point, way: Point) {
            let (turns, length) = (Double(index % 40) / 40, index.isMultiple(of: 2) ? 20.0 : 9.0)
            // Whole steps on a square in place of an angle: no sine is needed to cross.
            let (x, y) = (
                abs((turns * 4).truncatingRemainder(dividingBy: 4) - 2) - 1,
                abs((turns * 4 + 1).truncatingRemainder(dividingBy: 4) - 2) - 1
            )
            return (Point(x * length, y * length), Point(-y, x) * 1e9)
        }
        star.move(to: corner(0).point)
        for index in 1...40 {
            let (a, b) = (corner(index - 1), corner(index))
            star.cubic(control1: a.point + a.way, control2: b.point - b.way, to: b.point)
        }
        star.close()
        let arrangement = PathArrangement(star, square(0, 0))
        // Bounded, however many crossings there are: 4 million looks at most find as many cuts.
        #expect(arrangement.pieces.count > 1_000 && arrangement.pieces.count < 2_000_000)
        #expect(star.combined(with: square(0, 0), .union).points.allSatisfy { $0.isFinite })
    }
}
