import CoreGraphics
import MicaBase
import Testing

@testable import QuartzCore

/// The chords that bitmap contexts draw in place of curves (`Path.withChords`).
@Suite struct ContextChordTests {
    /// Quarters of circles about the origin, one behind the other.
    private func arc(_ radius: Double, quarters: Int = 1) -> Path {
        let handle = 0.552_284_75 * radius
        var path = Path()
        for _ in 0..<quarters {
            path.move(to: Point(radius, 0))
            path.cubic(control1: Point(radius, handle), control2: Point(handle, radius), to: Point(0, radius))
        }
        return path
    }

    private func chords(_ path: Path?) -> Int? { path.map { $0.verbs.count { $0 == .line } } }

    @Test(arguments: [(9.0, 8), (29, 16), (39, 16), (70, 32), (110, 32), (280, 64)])
    func quarters_of_circles_are_halved(radius: Double, count: Int) throws {
        #expect(chords(arc(radius).withChords(toPixels: .identity)) == count)
        // What counts is how large it is in pixels.
        let scale = CGAffineTransform(a: 0, b: 4, c: -4, d: 0, tx: 7, ty: 9)
        let small = try #require(arc(radius / 4).withChords(toPixels: scale))
        #expect(chords(small) == count)
        #expect(small.points.allSatisfy { abs($0.length - radius / 4) < 0.0003 * radius })
        // Between the two a quarter has chords of both lengths.
        let mixed = try #require(chords(arc(49.2).withChords(toPixels: .identity)))
        #expect(mixed > 16 && mixed < 32)
    }

    @Test func wide_lines_have_more_chords_and_keep_their_ends() throws {
        let thin = try #require(arc(39).withChords(toPixels: .identity, halfWidth: 0.5))
        let wide = try #require(arc(39).withChords(toPixels: .identity, halfWidth: 18))
        // Two more are pieces of the tangents.
        #expect(chords(thin) == 18 && chords(wide) == 34)
        #expect(abs(wide.points[1].x - 39) < 1e-9 && wide.points[1].y > 0.3 && wide.points[1].y < 0.4)
        #expect(arc(4).withChords(toPixels: .identity, halfWidth: 6) == nil)
    }

    @Test func lines_stay_and_bounds_hold() throws {
        var lines = Path()
        lines.polyline([Point(0, 0), Point(10, 0), Point(10, 10)])
        lines.close()
        #expect(lines.withChords(toPixels: .identity) == lines)
        let huge = CGAffineTransform(scaleX: 1e9, y: 1e9)
        #expect(arc(10, quarters: 400).withChords(toPixels: huge) == nil)
        #expect(arc(10).withChords(toPixels: CGAffineTransform(scaleX: 1, y: 0)) == nil)
        var endless = Path()
        endless.move(to: Point(0, 0))
        endless.cubic(control1: Point(.nan, 0), control2: Point(0, .infinity), to: Point(5, 5))
        #expect(endless.withChords(toPixels: .identity)?.verbs == endless.verbs)
    }
}
