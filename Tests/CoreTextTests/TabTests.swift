import Foundation
import MicaText
import Testing

@testable import CoreText

@Suite struct TabTests {
    private func style(_ stops: [(TabStop.Alignment, Double)], interval: Double = 0) -> CTParagraphStyle {
        var settings = ParagraphSettings()
        settings.tabStops = stops.map { TabStop(location: $0.1, alignment: $0.0) }
        settings.tabInterval = interval
        return CTParagraphStyle(settings: settings)
    }

    private func tabbed(_ text: String, _ style: CTParagraphStyle) -> CTLine {
        line(text, 20, [NSAttributedString.Key(kCTParagraphStyleAttributeName): style])
    }

    /// Where a letter begins.
    private func position(_ line: CTLine, _ index: Int) -> Double {
        CTLineGetOffsetForStringIndex(line, index, nil)
    }

    @Test func tab_leads_to_the_next_stop() {
        let text = tabbed("a\tb\tc\td", style([(.left, 120), (.left, 50)], interval: 100))
        // Stops are sorted; behind the last one steps are equal.
        for (index, x) in [(2, 50.0), (4, 120), (6, 200)] { #expect(abs(position(text, index) - x) < 1e-9) }
        let plain = tabbed("a\tb", style([]))
        #expect(abs(position(plain, 2) - 28) < 1e-9)
        // A stop that the pen has passed is no stop.
        #expect(abs(position(tabbed("wide\tb", style([(.left, 20), (.left, 90)])), 5) - 90) < 1e-9)
    }

    @Test func tab_puts_the_end_or_the_middle_of_text_to_its_stop() {
        let stops = style([(.right, 100), (.center, 200), (.left, 300)])
        let text = tabbed("a\tbcd\tefg\th", stops)
        let (second, third) = (width(line("bcd")), width(line("efg")))
        #expect(abs(position(text, 2) - (100 - second)) < 1e-9 && abs(position(text, 5) - 100) < 1e-9)
        #expect(abs(position(text, 6) - (200 - third / 2)) < 1e-9)
        #expect(abs(position(text, 10) - 300) < 1e-9)
        #expect(abs(width(text) - (300 + width(line("h")))) < 1e-9)
        // The glyphs are where the letters are.
        let glyphs = text.line.runs.flatMap { $0.glyphs.filter { $0.glyph != .max } }
        #expect(
            zip(glyphs.map { $0.position.x }, glyphs.map { position(text, $0.unit) }).allSatisfy { abs($0 - $1) < 1e-9 }
        )
    }

    @Test func tab_before_text_that_is_too_wide_takes_no_room() {
        let text = tabbed("aaa\tbbbbbbbbb", style([(.right, 60)]))
        #expect(abs(width(text) - width(line("aaa")) - width(line("bbbbbbbbb"))) < 1e-9)
    }

    @Test func tab_stops_count_when_lines_are_broken() {
        let wide = NSMutableAttributedString(attributedString: NSAttributedString(string: "a\tb c"))
        wide.addAttributes(
            [
                NSAttributedString.Key(kCTFontAttributeName): CTFontCreateWithName("Helvetica", 20, nil),
                NSAttributedString.Key(kCTParagraphStyleAttributeName): style([(.right, 100)]),
            ], range: NSRange(location: 0, length: wide.length))
        let setter = CTTypesetterCreateWithAttributedString(wide)
        // "b c" ends at 100: all of it fits there, and none of it in less.
        #expect(CTTypesetterSuggestLineBreak(setter, 0, 101) == 5)
        #expect(CTTypesetterSuggestLineBreak(setter, 0, 30) == 2)
    }
}
