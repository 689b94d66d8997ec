import CoreText
import Foundation
import MicaBase
import MicaExamples
import Testing
import UIKit

/// What tutorials on Core Animation say of the examples text-plain and text-rich.
@Suite struct TextExampleTests {
    private func bitmap(_ id: String, scale: CGFloat = 2) throws -> Bitmap {
        let example = try #require(gallery.first { $0.id == id })
        let image = example.renderer(scale: scale).image(at: 0)
        return image.resource.bitmap()
    }

    @Test func text_plain_is_soft_at_scale_1_and_sharp_at_the_screens() throws {
        let drawn = try bitmap("text-plain")
        func black(_ rows: Range<Int>) -> Int {
            rows.reduce(0) { sum, y in sum + (0..<drawn.width).count { drawn[$0, y] & 255 < 40 } }
        }
        let (soft, sharp) = (black(20..<330), black(350..<660))
        #expect(soft > 100 && sharp > 2 * soft)
    }

    @Test func text_plain_lines_fill_the_width_but_for_the_last() throws {
        let drawn = try bitmap("text-plain")
        // Lines are (1950 + 494) / 2048 * 15 points high: San Francisco's metrics.
        let height = 2444.0 / 2048 * 15 * 2
        func end(_ line: Int) -> Int {
            let top = 350 + Int(Double(line) * height)
            return (top..<min(top + Int(height), drawn.height)).map { y in
                (0..<drawn.width).last { drawn[$0, y] & 255 < 128 } ?? 0
            }.max()
                ?? 0
        }
        let ends = (0..<10).map { end($0) }.filter { $0 > 0 }
        #expect(ends.count >= 6)
        for end in ends.dropLast() { #expect(abs(end - 620) <= 6, "a line ends at \(end)") }
        #expect((ends.last ?? 640) < 600)
    }

    @Test func text_rich_characters_6_to_10_are_red_and_underlined() throws {
        let drawn = try bitmap("text-rich")
        var red = CGRect.null
        var black = 0
        for y in 0..<drawn.height {
            for x in 0..<drawn.width {
                let (r, g) = (drawn[x, y] >> 16 & 255, drawn[x, y] >> 8 & 255)
                if r > 200, g < 60 { red = red.union(CGRect(x: x, y: y, width: 1, height: 1)) }
                if r < 60, g < 60 { black += 1 }
            }
        }
        #expect(black > 1000 && !red.isNull)
        // All of it on the first line, whose letters reach a little below San Francisco's; the underline its widest row.
        #expect(red.minY >= 20 && red.maxY < 21 + 2444.0 / 2048 * 30)
        func reds(_ y: Int) -> Int {
            (0..<drawn.width).count { drawn[$0, y] >> 16 & 255 > 200 && drawn[$0, y] >> 8 & 255 < 60 }
        }
        let rows = (Int(red.minY)..<Int(red.maxY)).map { reds($0) }
        #expect(Double(rows.max() ?? 0) > 0.95 * Double(red.width))
        #expect(rows.firstIndex(of: rows.max() ?? 0).map { $0 > rows.count * 2 / 3 } == true)
    }

    @Test func text_examples_are_pictures_of_many_colours() throws {
        let drawn = try bitmap("text-kinds")
        #expect(Set(drawn.pixels).count > 500)
    }
}
