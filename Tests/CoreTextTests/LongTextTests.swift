import MicaText
import Testing

@testable import CoreText

/// The cost of long texts is that of their visible part. Costs are counted in bytes that are divided and shaped.
@Suite struct LongTextTests {
    private func layout(
        _ text: String, wraps: Bool = true, _ truncation: Truncation? = nil, width: Double = 100, height: Double = 100
    ) -> TextLayout {
        var layout = TextLayout(TextStorage(text, attributes: TextAttributes(font: standardFont)))
        (layout.width, layout.wraps, layout.truncation) = (width, wraps, truncation)
        if truncation != nil { layout.height = height }
        layout.need = .seen(TextLayout.Seen(width: width, height: height, pixelsPerPoint: 1))
        return layout
    }

    /// The lines of a layout, and how many bytes were divided and shaped for them.
    private func work(_ layout: TextLayout) -> (lines: [TextLayout.PlacedLine], bytes: Int) {
        let work = FontLibrary.Work()
        let lines = FontLibrary.$work.withValue(work) { layout.lines() }
        return (lines, work.bytes)
    }

    static let texts = [
        "lorem ipsum ", "x", "漢字", "a ب ", "مرحبا بالعالم ", "\n", "\t", "a\u{301}", "\u{301}", "\u{200B}", "👨\u{200D}",
        "\u{2067}a\u{2066}ب", "กา", " ", "नमस्ते ",
    ]

    @Test(arguments: texts, [true, false])
    func a_text_of_a_hundred_thousand_letters_costs_as_much_as_a_shorter_one(_ piece: String, _ wraps: Bool) {
        let text = String(repeating: piece, count: 100_000 / piece.unicodeScalars.count)
        let (lines, bytes) = work(layout(text, wraps: wraps))
        #expect(!lines.isEmpty)
        // Text without width is looked at until the limit, four times as much at each look: 8, 32 thousand units.
        #expect(bytes < 6 * 32_768 * 4, "\(bytes) bytes")
        let longer = work(layout(text + text, wraps: wraps))
        #expect(longer.bytes <= bytes && longer.lines.count == lines.count)
        for (line, other) in zip(lines, longer.lines) {
            #expect(line.line.width == other.line.width && line.x == other.x && line.baseline == other.baseline)
        }
    }

    @Test(arguments: [Truncation.start, .middle, .end], [true, false])
    func truncation_shapes_what_is_kept(_ truncation: Truncation, _ wraps: Bool) throws {
        func text(_ count: Int) -> String { "Beginning " + String(repeating: "word ", count: count) + "the end" }
        let long = work(layout(text(50_000), wraps: wraps, truncation, height: 20))
        let short = work(layout(text(400), wraps: wraps, truncation, height: 20))
        #expect(long.bytes < 150_000, "\(long.bytes) bytes")
        let (line, same) = (try #require(long.lines.last), try #require(short.lines.last))
        #expect(
            line.line.runs.flatMap { $0.glyphs.map { $0.glyph } }
                == same.line.runs.flatMap { $0.glyphs.map { $0.glyph } })
        #expect(line.line.width == same.line.width && line.line.visibleWidth <= 100)
    }

    @Test func a_paragraph_in_parts_breaks_where_the_whole_does() {
        let words = (0..<6_000).map { String(repeating: "ab", count: 1 + $0 * $0 % 7) }
        let text = words.joined(separator: " ")
        #expect(text.utf16.count > 4 * TextLayout.partLength)
        var parts = TextLayout(TextStorage(text, attributes: TextAttributes(font: standardFont)))
        (parts.width, parts.wraps) = (150, true)
        let whole = TextParagraph(parts.storage, range: 0..<text.utf16.count)
        var start = 0
        for line in parts.lines() {
            let end = whole.lineEnd(from: start, width: 150, byCharacter: false)
            #expect(line.line.range == start..<end)
            start = end
        }
        #expect(start == text.utf16.count)
    }

    @Test func measuring_gives_the_width_of_all_of_a_line() {
        let piece = "lorem ipsum "
        func width(_ count: Int) -> Double {
            TextLayout(
                TextStorage(
                    String(repeating: piece, count: count), attributes: TextAttributes(font: standardFont))
            ).size().width
        }
        let space = width(2) - 2 * width(1)
        let wanted = 5_000 * (width(1) + space) - space
        #expect(abs(width(5_000) - wanted) < 1e-6 * wanted)
        #expect(TextLayout(TextStorage("a\nb", attributes: TextAttributes(font: standardFont))).size().height > 25)
    }

    @Test func a_line_looks_at_its_own_items_alone() {
        let storage = TextStorage(
            String(repeating: "a ب ", count: 500), attributes: TextAttributes(font: standardFont))
        let paragraph = TextParagraph(storage, range: 0..<storage.units.count)
        #expect(paragraph.items.items.count >= 1_000)
        let part = 1_000..<1_020
        #expect(
            paragraph.items.items(in: part).map { $0.range }
                == paragraph.items.items.map { $0.range }.filter { !$0.clamped(to: part).isEmpty })
        #expect(paragraph.items.items(in: part).count < 20)
    }

    @Test func layout_ends_after_a_number_of_lines() {
        var layout = TextLayout(
            TextStorage(String(repeating: "line\n", count: 100), attributes: TextAttributes(font: standardFont)))
        layout.lineLimit = 3
        #expect(layout.lines().count == 3)
    }
}
