import MicaBase
import MicaExamples
import QuartzCore
import Testing

@testable import GLKit

/// The tutorial's triangle, as the gallery draws it.
@Suite struct TriangleTests {
    @Test func triangle_has_the_colours_of_its_corners_mixed_and_black_around_it() throws {
        let example = try #require(gallery.first { $0.id == "gl-triangle" })
        let picture = example.renderer(scale: 2).bitmap(at: 0)
        // The plain layer: 260 x 280 pixels from (40, 100); clip space goes from -1 to 1, y up.
        var edge = 0
        for y in 0..<280 {
            for x in 0..<260 {
                let (px, py) = ((Double(x) + 0.5) / 130 - 1, 1 - (Double(y) + 0.5) / 140)
                // Parts of left (blue), top (green) and right (red).
                let top = py + 0.5, right = px + 0.5 - top / 2
                let parts = [right, top, 1 - top - right]
                let pixel = picture[40 + x, 100 + y]
                let isInside = parts.allSatisfy { $0 >= 0 }
                let expected = isInside ? parts.map { $0 * 255 } : [0, 0, 0]
                let off = zip([16, 8, 0], expected).map { abs(Double(pixel >> UInt32($0) & 0xFF) - $1) }.max() ?? 0
                if off > 2 || pixel >> 24 != 255 { edge += 1 }
            }
        }
        #expect(edge <= 40)
    }
}
