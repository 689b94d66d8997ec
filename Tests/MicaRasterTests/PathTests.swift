import Foundation
import MicaBase
import Testing

@testable import MicaRaster

@Suite struct PathMeasureTests {
    private let circle = Path(ellipseIn: Box(x: -10, y: -10, width: 20, height: 20))

    @Test func lengths_of_lines_and_circles() {
        let rectangle = PathMeasure(Path(rectangle: Box(x: 1, y: 2, width: 10, height: 5)))
        #expect(rectangle.length == 30 && rectangle.segments.count == 4)
        // The curves that stand for the circle are longer by at most their error of 4.3e-6.
        #expect(abs(PathMeasure(circle).length - 20 * .pi) < 20 * .pi * 5e-6)
    }

    @Test func samples_have_constant_speed() throws {
        var path = Path()
        path.move(to: Point(0, 0))
        path.cubic(control1: Point(20, 0), control2: Point(2, 30), to: Point(40, 30))
        path.quad(control: Point(80, 30), to: Point(50, 0))
        let measure = PathMeasure(path)
        var previous = try #require(measure.sample(at: 0))
        let steps = 5000
        for step in 1...steps {
            let sample = try #require(measure.sample(at: measure.length * Double(step) / Double(steps)))
            let moved = (sample.point - previous.point).length
            #expect(abs(moved - measure.length / Double(steps)) < 1e-5)
            #expect(abs(sample.tangent.length - 1) < 1e-12)
            previous = sample
        }
        #expect(previous.point == Point(50, 0) && previous.parameter == 1)
    }

    @Test func samples_of_circles_are_at_their_angles() throws {
        let measure = PathMeasure(circle)
        for step in 0..<64 {
            let angle = Double(step) / 64 * 2 * .pi
            let sample = try #require(measure.sample(at: measure.length * Double(step) / 64))
            #expect((sample.point - 10 * Point(cos(angle), sin(angle))).length < 1e-4)
            #expect((sample.tangent - Point(-sin(angle), cos(angle))).length < 1e-3)
        }
    }

    @Test func contours_follow_one_another() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.line(to: Point(10, 0))
        path.move(to: Point(0, 20))
        path.line(to: Point(5, 20))
        path.move(to: Point(99, 99))
        let measure = PathMeasure(path)
        #expect(measure.contours.map(\.start) == [0, 10] && measure.length == 15)
        #expect(measure.sample(at: 12)?.point == Point(2, 20))
        #expect(measure.sample(at: -4)?.point == Point(0, 0))
        #expect(measure.sample(at: 400)?.point == Point(5, 20))
        #expect(PathMeasure(Path()).sample(at: 0) == nil)
    }

    @Test func tangents_exist_where_control_points_coincide() throws {
        let curve = Cubic(Point(0, 0), Point(0, 0), Point(10, 10), Point(10, 10))
        let diagonal = Point(0.5.squareRoot(), 0.5.squareRoot())
        for t in [0, 0.5, 1.0] {
            let tangent = try #require(curve.tangent(at: t))
            #expect((tangent - diagonal).length < 1e-9)
        }
        // A cusp in the middle: the curve leaves it the way it goes on.
        let cusp = Cubic(Point(0, 0), Point(10, 10), Point(0, 10), Point(10, 0))
        let after = try #require(cusp.tangent(at: 0.5))
        #expect(after.y < -0.9)
        #expect(Cubic(lineFrom: Point(1, 1), to: Point(1, 1)).tangent(at: 0.3) == nil)
    }

    @Test func trimming_is_even_in_the_parameter_of_a_curve() throws {
        // LO-1: airbnb/lottie-ios' snapshot bounce_strokes, drawn by iOS 16: where a curve's first handle is short, a share of its
        // length is the same share of its parameter.
        var path = Path()
        path.move(to: Point(-308, -15))
        path.cubic(control1: Point(-308, -15), control2: Point(-195, -33), to: Point(-140, 87))
        path.line(to: Point(81, 87))
        let measure = PathMeasure(path)
        let trimmed = path.trimmed(from: 0, to: 0.25)
        let end = try #require(trimmed.currentPoint)
        let parameter = measure.length * 0.25 / measure.segments[0].length
        #expect((end - measure.segments[0].point(at: parameter)).length < 1e-9)
        let exact = try #require(measure.sample(at: measure.length * 0.25))
        #expect((end - exact.point).length > 5)
        // Lines are as long as they are.
        let most = try #require(path.trimmed(from: 0, to: 0.9).currentPoint)
        #expect((most - (measure.sample(at: measure.length * 0.9)?.point ?? Point(0, 0))).length < 1e-9)
    }

    @Test func lines_and_curves_meet_between_paths() throws {
        // LO-2: airbnb/lottie-ios' snapshot TypeFace/Z: a side that is straight at one key and a curve at the next.
        var straight = Path()
        straight.move(to: Point(0, 0))
        straight.line(to: Point(30, 0))
        straight.line(to: Point(30, 30))
        straight.close()
        var bent = Path()
        bent.move(to: Point(0, 0))
        bent.cubic(control1: Point(10, 20), control2: Point(20, 20), to: Point(30, 0))
        bent.line(to: Point(30, 30))
        bent.close()
        let half = try #require(straight.interpolated(to: bent, 0.5))
        #expect(
            Array(half.elements) == [
                .move(Point(0, 0)), .cubic(control1: Point(5, 10), control2: Point(25, 10), end: Point(30, 0)),
                .line(Point(30, 30)), .close,
            ])
        var other = bent
        other.line(to: Point(1, 1))
        #expect(straight.interpolated(to: other, 0.5) == nil)
    }

    @Test func handles_turn_between_paths() throws {
        // LO-4: airbnb/lottie-ios' snapshots TypeFace/V and TypeFace/Z, drawn by iOS 16.
        func curve(_ handle: Point) -> Path {
            var path = Path()
            path.move(to: Point(5, 5))
            path.cubic(control1: Point(5, 5) + handle, control2: Point(95, 0), to: Point(95, 5))
            return path
        }
        let half = try #require(curve(Point(10, 0)).interpolated(to: curve(Point(0, 30)), 0.5))
        guard case .cubic(let first, let second, let end)? = Array(half.elements).last else {
            Issue.record("a curve between curves")
            return
        }
        // Twenty long, half way between right and down; one that does not change stays.
        let diagonal = 20 * 0.5.squareRoot()
        #expect((first - Point(5 + diagonal, 5 + diagonal)).length < 1e-9)
        #expect(second == Point(95, 0) && end == Point(95, 5))
        #expect(curve(Point(10, 0)).interpolated(to: curve(Point(0, 30)), 0) == curve(Point(10, 0)))
    }

    @Test func trimming_keeps_the_fraction_of_the_length() {
        let whole = PathMeasure(circle).length
        for (start, end) in [(0.0, 0.25), (0.1, 0.9), (0.5, 1.0), (0.33, 0.34)] {
            let trimmed = circle.trimmed(from: start, to: end)
            // A quarter of a circle is nearly even in its parameter.
            #expect(abs(PathMeasure(trimmed).length - whole * (end - start)) < whole * 1e-3)
            #expect(!trimmed.verbs.contains(.close))
        }
        #expect(circle.trimmed(from: -1, to: 7) == circle)
        #expect(circle.trimmed(from: 0.5, to: 0.5).isEmpty && circle.trimmed(from: 0.6, to: 0.5).isEmpty)
        var two = circle
        two.addRectangle(Box(x: 0, y: 0, width: 20, height: 20))
        let half = two.trimmed(from: 0, to: 0.6)
        // The circle is 62.8 of 142.8 and stays whole and closed.
        #expect(half.verbs.filter { $0 == .close }.count == 1)
        #expect(abs(PathMeasure(half).length - PathMeasure(two).length * 0.6) < 1e-6)
    }
}

@Suite struct PathTests {
    @Test func elements_come_back_as_they_were_appended() {
        let elements: [Path.Element] = [
            .move(Point(1, 2)), .line(Point(3, 4)), .quad(control: Point(5, 6), end: Point(7, 8)),
            .cubic(control1: Point(9, 10), control2: Point(11, 12), end: Point(13, 14)), .close,
        ]
        var path = Path()
        for element in elements { path.append(element) }
        #expect(Array(path.elements) == elements)
        #expect(path.currentPoint == Point(1, 2))
        path.line(to: Point(0, 0))
        #expect(Array(path.elements).suffix(2) == [.move(Point(1, 2)), .line(Point(0, 0))])
    }

    @Test func bounds_hold_the_outline_and_control_bounds_the_points() {
        var path = Path()
        path.move(to: Point(0, 0))
        path.cubic(control1: Point(0, 40), control2: Point(40, 40), to: Point(40, 0))
        #expect(path.controlBounds == Box(x: 0, y: 0, width: 40, height: 40))
        #expect(path.bounds == Box(x: 0, y: 0, width: 40, height: 30))
        path.quad(control: Point(60, -20), to: Point(80, 0))
        #expect(path.bounds == Box(minimum: Point(0, -10), maximum: Point(80, 30)))
        #expect(Path().bounds == nil)
        let circle = Path(ellipseIn: Box(x: 3, y: 4, width: 10, height: 8))
        #expect(circle.bounds == Box(x: 3, y: 4, width: 10, height: 8))
    }

    @Test func transforming_maps_every_point() {
        let map = Affine(a: 2, b: 1, c: -1, d: 3, tx: 4, ty: 5)
        let path = Path(ellipseIn: Box(x: 3, y: 4, width: 10, height: 8))
        let mapped = path.transformed(by: map)
        #expect(mapped.verbs == path.verbs && mapped.points == path.points.map(map.apply))
        #expect(mapped.currentPoint == path.currentPoint.map(map.apply))
        let both = map.concatenating(.rotation(1))
        let p = Point(3, -2)
        #expect((both.apply(p) - Affine.rotation(1).apply(map.apply(p))).length < 1e-12)
        #expect(abs(Affine(a: 3, b: 0, c: 0, d: -2, tx: 9, ty: 9).maximumScale - 3) < 1e-12)
    }

    @Test func arcs_begin_and_end_at_their_angles() throws {
        var path = Path()
        path.addArc(center: Point(10, 10), radius: 5, startAngle: .pi / 2, sweep: -.pi)
        #expect((path.points[0] - Point(10, 15)).length < 1e-12)
        let end = try #require(path.currentPoint)
        #expect((end - Point(10, 5)).length < 1e-12)
        #expect(path.verbs.count == 5)
        for t in stride(from: 0.0, through: 1, by: 0.01) {
            for segment in PathMeasure(path).segments {
                #expect(abs((segment.point(at: t) - Point(10, 10)).length - 5) < 5 * 4.4e-6)
            }
        }
        path.addArc(center: Point(30, 10), radius: 5, startAngle: 0, sweep: 1)
        #expect(path.verbs[5] == .line)
    }

    @Test func appending_paths_keeps_their_elements() {
        var path = Path(rectangle: Box(x: 0, y: 0, width: 1, height: 1))
        let other = Path(ellipseIn: Box(x: 0, y: 0, width: 1, height: 1))
        path.append(other)
        #expect(path.verbs.count == 5 + other.verbs.count && path.currentPoint == other.currentPoint)
        path.removeAll()
        #expect(path == Path())
    }
}
