import Testing

@testable import MicaBase
@testable import MicaRaster

/// The cost of long paths, counted in segments that are looked at and in bytes.
@Suite struct LongPathTests {
    /// A zigzag of lines of length 5.
    private func zigzag(_ count: Int) -> Path {
        var path = Path()
        path.move(to: Point(0, 0))
        for index in 1...count { path.line(to: Point(Double(index) * 4, index % 2 == 0 ? 0 : 3)) }
        return path
    }

    @Test func a_dash_looks_at_its_own_segments_alone() throws {
        let measure = PathMeasure(zigzag(1_000))
        let contour = try #require(measure.contours.first)
        var looked = 0
        for dash in 0..<400 {
            let start = Double(dash) * 12.5
            let indices = measure.indices(of: contour, from: start, to: start + 6)
            looked += indices.count
            // Those before end before the dash, those behind begin behind it.
            for (index, segment) in measure.segments.enumerated() where !indices.contains(index) {
                #expect(segment.start + segment.length <= start || segment.start >= start + 6)
            }
        }
        #expect(looked <= 3 * 400)
    }

    @Test func dashes_of_parts_are_those_of_the_whole() {
        // The second half of a path has the same dashes as a path of its own.
        let whole = zigzag(200).dashed(DashPattern(lengths: [7, 3]), dotLength: 1)
        let length = PathMeasure(whole).length
        #expect(abs(length - 700) < 1e-6)
        let bounds = whole.controlBounds
        #expect(bounds?.minimum == Point(0, 0) && abs((bounds?.maximum.x ?? 0) - 797.6) < 1e-9)
    }

    @Test func a_stroke_that_is_too_long_to_be_cut_up_takes_no_memory_for_it() {
        var path = Path()
        path.move(to: Point(0, 0))
        for index in 0..<20_000 { path.line(to: Point(Double(index * 37 % 256), Double(index * 91 % 256))) }
        #expect(path.withoutOverlaps(tolerance: 0.05, pixel: 1) == nil)
        #expect(OverlapSweep.exceedsLimit(path))
        #expect(!OverlapSweep.exceedsLimit(zigzag(1_000)))
    }

    @Test func a_stroke_of_many_curves_has_a_budget_of_chords() {
        #expect(Stroker.mostChords(segments: 1) == 1024 && Stroker.mostChords(segments: 500) == 1024)
        #expect(Stroker.mostChords(segments: 50_000) == 10 && Stroker.mostChords(segments: 1 << 30) == 4)
        func points(_ count: Int) -> Int {
            var path = Path()
            path.move(to: Point(0, 0))
            for index in 0..<count {
                let x = Double(index * 37 % 256)
                path.cubic(control1: Point(x, 300), control2: Point(-x, -300), to: Point(256 - x, Double(index % 200)))
            }
            return path.stroked(StrokeStyle(width: 50, join: .bevel), tolerance: 0.05).points.count
        }
        #expect(points(100_000) < 200 * points(200))
    }
}
