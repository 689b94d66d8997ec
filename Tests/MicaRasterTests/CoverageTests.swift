import Foundation
import MicaBase
import MicaRandom
import Testing

@testable import MicaRaster

/// Rounding to 255 steps is 0.5, corners at 4,096ths add 0.1, chords at 1/256 of a pixel nearly 1.
private let oneStep = 1.0

@Suite struct CoverageTests {
    @Test func half_planes_have_exact_areas() {
        for degrees in stride(from: 0.0, to: 360, by: 7.3) {
            let angle = degrees * .pi / 180
            let along = Point(cos(angle), sin(angle)) * 100
            let through = Point(12.3, 11.7)
            let side = along.quarterTurn
            let corners = [through - along, through + along, through + along + side, through - along + side]
            let mask = draw(polygon(corners), in: square(24))
            #expect(mask.largestError { exactArea(corners, $0, $1) } <= 0.75, "at \(degrees) degrees")
        }
    }

    @Test func rotated_squares_have_exact_areas() {
        let local = Path(rectangle: Box(x: -9, y: -9, width: 18, height: 18))
        for degrees in stride(from: 0.0, to: 91, by: 3) {
            let map = Affine.rotation(degrees * .pi / 180).concatenating(.translation(16.25, 15.6))
            let corners = local.points.map(map.apply)
            let mask = draw(local, Homography(map), in: square(32))
            #expect(mask.largestError { exactArea(corners, $0, $1) } <= 0.75, "at \(degrees) degrees")
            #expect(abs(mask.area - 324) < 0.2)
        }
    }

    @Test(arguments: [0.3, 1.0, 4.5, 13.0, 40.0, 300.0])
    func circles_have_exact_areas(radius: Double) {
        let center = Point(21.4, 20.8)
        // Large circles are drawn with their edge in sight and not their middle.
        let middle = radius > 20 ? center - Point(radius, 0) : center
        let box = Box(x: middle.x - radius, y: middle.y - radius, width: 2 * radius, height: 2 * radius)
        let mask = draw(Path(ellipseIn: box), in: square(42))
        #expect(mask.largestError { discArea(center: middle, radius: radius, $0, $1) } <= oneStep)
    }

    @Test func rings_are_the_difference_of_discs_under_even_odd() {
        let center = Point(20.2, 19.9)
        var path = Path()
        for radius in [17.5, 16.1] {
            path.addEllipse(in: Box(x: center.x - radius, y: center.y - radius, width: 2 * radius, height: 2 * radius))
        }
        let mask = draw(path, rule: .evenOdd, in: square(40))
        let error = mask.largestError {
            discArea(center: center, radius: 17.5, $0, $1) - discArea(center: center, radius: 16.1, $0, $1)
        }
        #expect(error <= oneStep)
    }

    @Test func rounded_rectangles_have_circular_corners() {
        let box = Box(x: 3.25, y: 4.5, width: 30, height: 25)
        let radii = CornerRadii(minXMinY: 4, maxXMinY: 7.5, minXMaxY: 0, maxXMaxY: 12)
        let mask = draw(Path(roundedRectangle: box, radii: radii), in: square(40))
        let expected = { (x: Int, y: Int) -> Double in
            let inBox = exactArea([box.minimum, Point(33.25, 4.5), box.maximum, Point(3.25, 29.5)], x, y)
            // Pixels that a corner's square touches: the inside, less the part of the square beyond its disc.
            func beyond(_ square: Box, _ center: Point, _ radius: Double) -> Double {
                let corners = [
                    square.minimum, Point(square.maximum.x, square.minimum.y), square.maximum,
                    Point(square.minimum.x, square.maximum.y),
                ]
                let whole = exactArea(corners, x, y)
                guard whole > 0 else { return 0 }
                var sum = 0.0
                for step in 0..<256 {
                    let sx = Double(x) + (Double(step) + 0.5) / 256
                    guard sx > square.minimum.x, sx < square.maximum.x else { continue }
                    let dx = sx - center.x
                    let half = max(0, radius * radius - dx * dx).squareRoot()
                    let low = max(Double(y), square.minimum.y, center.y - half)
                    let high = min(Double(y + 1), square.maximum.y, center.y + half)
                    sum += max(0, high - low)
                }
                return whole - sum / 256
            }
            return inBox
                - beyond(Box(x: 3.25, y: 4.5, width: 4, height: 4), Point(7.25, 8.5), 4)
                - beyond(Box(x: 25.75, y: 4.5, width: 7.5, height: 7.5), Point(25.75, 12), 7.5)
                - beyond(Box(x: 21.25, y: 17.5, width: 12, height: 12), Point(21.25, 17.5), 12)
        }
        #expect(mask.largestError(expected) <= oneStep + 0.25)
    }

    @Test func rounded_rectangle_radii_are_scaled_to_fit() {
        let fitted = CornerRadii(minXMinY: 30, maxXMinY: 10, minXMaxY: -4, maxXMaxY: .nan).fitting(
            width: 20, height: 100)
        #expect(fitted == CornerRadii(minXMinY: 15, maxXMinY: 5, minXMaxY: 0, maxXMaxY: 0))
        let round = draw(
            Path(roundedRectangle: Box(x: 2, y: 2, width: 16, height: 16), radii: CornerRadii(1e9)), in: square(20))
        #expect(round == draw(Path(ellipseIn: Box(x: 2, y: 2, width: 16, height: 16)), in: square(20)))
    }

    @Test func shared_edges_add_up_to_full_coverage() {
        var random = SeededGenerator(seed: 5)
        for _ in 0..<50 {
            let corners = [Point(0, 0), Point(32, 0), Point(32, 32), Point(0, 32)]
            let middle = random.point(in: 4...28)
            var sums = [Int](repeating: 0, count: 32 * 32)
            for index in corners.indices {
                let part = draw(polygon([middle, corners[index], corners[(index + 1) % 4]]), in: square(32))
                for pixel in sums.indices { sums[pixel] += Int(part.bytes[pixel]) }
            }
            // Each of at most four parts is rounded by itself.
            #expect(sums.allSatisfy { abs($0 - 255) <= 2 })
        }
    }

    @Test func fill_rules_differ_where_outlines_overlap() {
        var path = Path(rectangle: Box(x: 2, y: 2, width: 16, height: 16))
        path.addRectangle(Box(x: 6, y: 6, width: 8, height: 8))
        let nonZero = draw(path, rule: .nonZero, in: square(20))
        let evenOdd = draw(path, rule: .evenOdd, in: square(20))
        #expect(nonZero[10, 10] == 255 && evenOdd[10, 10] == 0)
        #expect(nonZero[4, 10] == 255 && evenOdd[4, 10] == 255)
        #expect(nonZero[1, 10] == 0 && evenOdd[1, 10] == 0)
        // An inner contour that runs the other way is a hole under both rules.
        var ring = Path(rectangle: Box(x: 2, y: 2, width: 16, height: 16))
        ring.append(polygon([Point(6, 6), Point(6, 14), Point(14, 14), Point(14, 6)]))
        #expect(draw(ring, rule: .nonZero, in: square(20)) == evenOdd)
        #expect(draw(ring, rule: .evenOdd, in: square(20)) == evenOdd)
    }

    @Test func star_has_a_hole_under_even_odd_alone() {
        let points = (0..<5).map { Point(20 + 18 * sin(Double($0) * 0.8 * .pi), 20 - 18 * cos(Double($0) * 0.8 * .pi)) }
        #expect(draw(polygon(points), rule: .nonZero, in: square(40))[20, 20] == 255)
        #expect(draw(polygon(points), rule: .evenOdd, in: square(40))[20, 20] == 0)
    }

    @Test func many_windings_do_not_overflow() {
        var path = Path()
        for _ in 0..<20_000 { path.addRectangle(Box(x: 1.5, y: 1.5, width: 5, height: 5)) }
        let mask = draw(path, in: square(8))
        #expect(mask[3, 3] == 255 && mask[1, 1] == 255 && mask[0, 0] == 0)
        #expect(draw(path, rule: .evenOdd, in: square(8)).bytes.allSatisfy { $0 == 0 })
    }

    @Test func direction_does_not_matter() {
        var random = SeededGenerator(seed: 11)
        for _ in 0..<100 {
            let points = (0..<5).map { _ in random.point(in: -10...50) }
            #expect(draw(polygon(points), in: square(40)) == draw(polygon(points.reversed()), in: square(40)))
        }
    }

    @Test func open_contours_count_as_closed() {
        var path = Path()
        path.move(to: Point(1, 1))
        path.line(to: Point(9, 2))
        path.line(to: Point(5, 9))
        var closed = path
        closed.close()
        #expect(draw(path, in: square(10)) == draw(closed, in: square(10)))
    }
}

@Suite struct RectangleCoverageTests {
    @Test func rectangles_have_the_bytes_of_the_general_way() {
        var random = SeededGenerator(seed: 21)
        for round in 0..<400 {
            let low = random.point(in: -8...34)
            let size = random.point(in: 0...(round % 2 == 0 ? 3 : 40))
            let box = Box(minimum: low, maximum: low + size)
            // A corner in the middle of a side keeps the path from being taken for a rectangle.
            let middle = Point(low.x + size.x / 2, low.y)
            let general = polygon([
                low, middle, Point(box.maximum.x, low.y), box.maximum, Point(low.x, box.maximum.y),
            ])
            let expected = draw(general, in: square(32))
            #expect(draw(Path(rectangle: box), in: square(32)) == expected)
            var rasterizer = Rasterizer()
            var mask = Mask(rect: square(32))
            rasterizer.begin(rectangle: box, clip: square(32))
            let isValid = collect(&rasterizer, into: &mask)
            #expect(isValid && mask == expected)
        }
    }

    /// Thin ones, and sides that lie just inside of a pixel: what has less than half of 1/255 of a pixel leaves it out.
    @Test(arguments: [
        (3.5, 3.5, 0..<0), (3.0, 3.0, 0..<0), (3.5, 3.501, 0..<0), (3.5, 3.5035, 3..<4), (2.999, 3.001, 0..<0),
        (2.9995, 8.0005, 3..<8), (2.99, 8.01, 2..<9),
    ]) func covering_edges_have_the_pixels_of_the_general_way(_ low: Double, _ high: Double, _ columns: Range<Int>) {
        let path = Path(rectangle: Box(minimum: Point(low, 2), maximum: Point(high, 5)))
        // A corner in the middle of a side keeps the path from being taken for a rectangle.
        let general = polygon([Point(low, 2), Point(high, 2), Point(high, 5), Point(low, 5), Point(low, 3)])
        for path in [path, general] {
            var rasterizer = Rasterizer()
            rasterizer.edges = .covering
            var mask = Mask(rect: square(12)), expected = mask
            rasterizer.begin(path, transform: .identity, rule: .nonZero, clip: square(12))
            let isValid = collect(&rasterizer, into: &mask)
            for y in 2..<5 { for x in columns { expected[x, y] = 255 } }
            #expect(isValid && mask == expected)
        }
    }

    @Test func quarter_turns_and_mirrors_are_rectangles_too() {
        let path = Path(rectangle: Box(x: 1.25, y: 2.5, width: 7, height: 11))
        let turned = Affine(a: 0, b: 1, c: -1, d: 0, tx: 20, ty: 3)
        #expect(FixedRectangle(path, affine: turned) != nil)
        let mask = draw(path, Homography(turned), in: square(24))
        let corners = path.points.map(turned.apply)
        #expect(mask.largestError { exactArea(corners, $0, $1) } <= 0.51)
        #expect(FixedRectangle(path, affine: .rotation(0.1)) == nil)
    }

    @Test func whole_pixel_rectangles_are_one_run_per_row() {
        var rasterizer = Rasterizer()
        let path = Path(rectangle: Box(x: 3, y: 4, width: 20, height: 2))
        rasterizer.begin(path, transform: .identity, rule: .nonZero, clip: square(30))
        for row in 4...5 {
            let hasRow = rasterizer.nextRow()
            let spans = rasterizer.spans
            #expect(hasRow)
            let drawnRow = rasterizer.row
            #expect(drawnRow == row)
            #expect(spans == [CoverageSpan(x: 3, count: 20, uniform: 255)])
        }
        let hasRow = rasterizer.nextRow()
        #expect(!hasRow)
    }
}
