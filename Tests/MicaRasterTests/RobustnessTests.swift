import Foundation
import MicaBase
import MicaRandom
import Testing

@testable import MicaRaster

@Suite struct RobustnessTests {
    @Test func huge_shapes_cover_everything() {
        let size = 1e9
        let box = Box(x: -size, y: -size, width: 2 * size, height: 2 * size)
        #expect(draw(Path(rectangle: box), in: square(16)).bytes.allSatisfy { $0 == 255 })
        #expect(draw(Path(ellipseIn: box), in: square(16)).bytes.allSatisfy { $0 == 255 })
        let turned = Homography(Affine.rotation(0.3))
        #expect(draw(Path(rectangle: box), turned, in: square(16)).bytes.allSatisfy { $0 == 255 })
        #expect(draw(Path(ellipseIn: box), turned, rule: .evenOdd, in: square(16)).bytes.allSatisfy { $0 == 255 })
    }

    @Test func huge_circle_has_a_straight_edge_in_its_place() {
        // The circle's rightmost point is at x = 8.25; over 16 rows it bends by 3e-8 of a pixel.
        let radius = 1e9
        let path = Path(ellipseIn: Box(minimum: Point(8.25 - 2 * radius, 8 - radius), maximum: Point(8.25, 8 + radius)))
        let mask = draw(path, in: square(16))
        for y in 0..<16 {
            #expect(mask[7, y] == 255 && mask[9, y] == 0)
            #expect(abs(Int(mask[8, y]) - 64) <= 1)
        }
    }

    @Test func slanted_edges_keep_their_place_when_cut_at_the_limit() {
        // y = x through the middle, from -1e8 to 1e8, closed far to the left.
        let far = 1e8
        let mask = draw(polygon([Point(-far, -far), Point(far, far), Point(-far, far)]), in: square(16))
        for index in 0..<16 {
            #expect(abs(Int(mask[index, index]) - 128) <= 1)
            if index > 0 { #expect(mask[index - 1, index] == 255 && mask[index, index - 1] == 0) }
        }
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, .greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e300])
    func strange_coordinates_are_harmless(value: Double) {
        let strange = [Point(value, 5), Point(5, value), Point(value, value)]
        for point in strange {
            for position in 0..<4 {
                var points = [Point(1, 1), Point(12, 2), Point(13, 13), Point(2, 12)]
                points[position] = point
                var curve = Path()
                curve.move(to: points[0])
                curve.cubic(control1: points[1], control2: points[2], to: points[3])
                curve.quad(control: points[1], to: points[2])
                for path in [polygon(points), curve] {
                    for transform in [Homography.identity, perspective] {
                        _ = draw(path, transform, in: square(16))
                    }
                }
            }
        }
        #expect(draw(polygon([Point(value, value)]), in: square(8)).area == 0)
    }

    private var perspective: Homography {
        Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, p: 0.05, q: -0.1, w: 1)
    }

    @Test func points_that_are_not_numbers_are_passed_over() {
        let whole = polygon([Point(2, 2), Point(12, 2), Point(12, 12)])
        let broken = polygon([Point(2, 2), Point(.nan, 7), Point(12, 2), Point(12, 12), Point(3, .infinity)])
        #expect(draw(broken, in: square(16)) == draw(whole, in: square(16)))
    }

    @Test func strange_transforms_are_harmless() {
        let path = Path(ellipseIn: Box(x: 1, y: 1, width: 12, height: 12))
        for value in [Double.nan, .infinity, 0, 1e200, -1e200, 1e-200] {
            for index in 0..<9 {
                var m = [1.0, 0, 0, 0, 1, 0, 0, 0, 1]
                m[index] = value
                let transform = Homography(
                    a: m[0], b: m[3], c: m[1], d: m[4], tx: m[2], ty: m[5], p: m[6], q: m[7], w: m[8])
                _ = draw(path, transform, in: square(16))
                #expect(transform.maximumScale(over: Box(x: 0, y: 0, width: 9, height: 9)) >= 0)
            }
        }
    }

    @Test func random_bits_as_coordinates_are_harmless() {
        var random = SeededGenerator(seed: 4242)
        // Half of the numbers any bits at all, half of a size that pictures have.
        func number() -> Double {
            Bool.random(using: &random) ? Double(bitPattern: random.next()) : random.number(-50...50)
        }
        func point() -> Point { Point(number(), number()) }
        for round in 0..<600 {
            var path = Path()
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                switch Int.random(in: 0..<6, using: &random) {
                case 0: path.move(to: point())
                case 1: path.line(to: point())
                case 2: path.quad(control: point(), to: point())
                case 3: path.cubic(control1: point(), control2: point(), to: point())
                case 4: path.addArc(center: point(), radius: number(), startAngle: number(), sweep: number())
                default: path.close()
                }
            }
            let numbers = (0..<9).map { _ in number() }
            let transform =
                round % 3 == 0
                ? Homography(
                    a: numbers[0], b: numbers[1], c: numbers[2], d: numbers[3], tx: numbers[4], ty: numbers[5],
                    p: numbers[6], q: numbers[7], w: numbers[8]) : .identity
            let dash = DashPattern(lengths: [abs(number()), abs(number())], phase: number())
            let style = StrokeStyle(
                width: abs(number()), cap: .round, join: .miter, miterLimit: number(), dash: round % 2 == 0 ? dash : nil
            )
            _ = path.bounds
            _ = PathMeasure(path).sample(at: number())
            let trimmed = path.trimmed(from: 0.2, to: 0.9)
            for outline in [path, trimmed, trimmed.stroked(style, tolerance: 0.1)] {
                let mask = draw(outline, transform, in: square(24))
                #expect(mask.area <= 24 * 24)
            }
        }
    }

    @Test func degenerate_paths_cover_nothing() {
        var paths = [Path(), polygon([Point(3, 3)]), polygon([Point(3, 3), Point(9, 9)])]
        var onlyMoves = Path()
        onlyMoves.move(to: Point(2, 2))
        onlyMoves.move(to: Point(4, 4))
        paths.append(onlyMoves)
        paths.append(Path(rectangle: Box(x: 2, y: 2, width: 0, height: 9)))
        paths.append(Path(ellipseIn: Box(x: 2, y: 2, width: 9, height: 0)))
        for path in paths {
            #expect(draw(path, in: square(12)).area == 0)
            #expect(draw(path, rule: .evenOdd, in: square(12)).area == 0)
        }
    }

    @Test func empty_and_distant_clips_draw_nothing() {
        let path = Path(rectangle: Box(x: -1e12, y: -1e12, width: 2e12, height: 2e12))
        let clips = [
            DeviceRect(minX: 5, minY: 5, maxX: 5, maxY: 9), DeviceRect(minX: 5, minY: 5, maxX: 2, maxY: 1),
            DeviceRect(minX: 1 << 40, minY: 0, maxX: 1 << 40 + 8, maxY: 8),
            DeviceRect(minX: .min, minY: .min, maxX: .min + 3, maxY: .min + 3),
        ]
        for clip in clips {
            var rasterizer = Rasterizer()
            rasterizer.begin(path, transform: .identity, rule: .nonZero, clip: clip)
            let hasRow = rasterizer.nextRow()
            #expect(!hasRow)
        }
    }
}

@Suite struct PerspectiveTests {
    private let map = Homography(a: 0.9, b: -0.1, c: 0.2, d: 1.1, tx: 4, ty: 3, p: 0.004, q: 0.01, w: 1)

    @Test func quadrilaterals_have_exact_areas() throws {
        let path = Path(rectangle: Box(x: 2, y: 3, width: 30, height: 25))
        let corners = try path.points.map { try #require(map.apply($0)) }
        #expect(draw(path, map, in: square(40)).largestError { exactArea(corners, $0, $1) } <= 0.75)
    }

    @Test func circles_follow_the_inverse_map() throws {
        let inverse = try #require(map.inverse)
        let path = Path(ellipseIn: Box(x: 3, y: 3, width: 26, height: 26))
        let mask = draw(path, map, in: square(36))
        let error = mask.largestError { x, y in
            var inside = 0
            for step in 0..<1024 {
                // A lattice without rows or columns.
                let u = (Double(step) + 0.5) / 1024
                let v = (Double(step) * 0.6180339887498949).truncatingRemainder(dividingBy: 1)
                if let p = inverse.apply(Point(Double(x) + u, Double(y) + v)), (p - Point(16, 16)).length < 13 {
                    inside += 1
                }
            }
            return Double(inside) / 1024
        }
        // 1,024 lattice samples are within 2 of 255 of an area.
        #expect(error <= 3)
    }

    @Test func what_is_behind_the_viewer_is_cut() {
        // w = 1 - y / 10: everything from y = 10 on is behind. x' = 5 + (x - 5) / w.
        let map = Homography(a: 1, b: 0, c: -0.5, d: 1, tx: 0, ty: 0, p: 0, q: -0.1, w: 1)
        let mask = draw(Path(rectangle: Box(x: 0, y: 0, width: 10, height: 30)), map, in: square(20))
        // Row y' = y / w comes from y = y' / (1 + y' / 10), where w = 1 / (1 + y' / 10): the strip widens downwards.
        for row in 1..<20 {
            let w = 1 / (1 + (Double(row) + 0.5) / 10)
            let low = 5 - 5 / w
            let high = 5 + 5 / w
            let column = 15
            let expected = max(0, min(Double(column + 1), high) - max(Double(column), low))
            #expect(abs(Double(mask[column, row]) / 255 - expected) < 0.2, "row \(row)")
            #expect(mask[5, row] == 255)
        }
        let behind = Homography(a: 1, b: 0, c: 0, d: 1, tx: 0, ty: 0, p: 0, q: 0, w: -1)
        #expect(draw(Path(rectangle: Box(x: -5, y: -5, width: 10, height: 30)), behind, in: square(20)).area == 0)
    }

    @Test func affine_maps_and_homographies_agree() {
        let affine = Affine(a: 1.2, b: 0.3, c: -0.4, d: 0.9, tx: 8, ty: 2)
        // The same map with a trace of perspective that moves nothing by a visible distance.
        var nearly = Homography(affine)
        nearly.p = 1e-12
        #expect(nearly.affine == nil)
        let path = Path(roundedRectangle: Box(x: 2, y: 2, width: 20, height: 18), radii: CornerRadii(6))
        let expected = draw(path, Homography(affine), in: square(40))
        let mask = draw(path, nearly, in: square(40))
        #expect(mask.largestError { Double(expected[$0, $1]) / 255 } <= 2)
        let doubled = Homography(a: 2.4, b: 0.6, c: -0.8, d: 1.8, tx: 16, ty: 4, p: 0, q: 0, w: 2)
        #expect(draw(path, doubled, in: square(40)) == expected)
    }

    @Test func inverse_and_concatenation_undo_each_other() throws {
        let both = map.concatenating(try #require(map.inverse))
        for p in [Point(0, 0), Point(10, 3), Point(-4, 20)] {
            let back = try #require(both.apply(p))
            #expect((back - p).length < 1e-9)
        }
        #expect(Homography(a: 1, b: 1, c: 1, d: 1, tx: 0, ty: 0, p: 0, q: 0, w: 1).inverse == nil)
    }
}
