import Foundation
import MicaBase
import MicaRaster
import MicaTrace
import Testing

@testable import MicaText

@Suite struct FontLibraryTests {
    let library = FontLibrary.shared

    @Test(arguments: [
        ("Helvetica", "LiberationSans"), ("Helvetica-Bold", "LiberationSans-Bold"),
        ("HelveticaNeue-Italic", "LiberationSans-Italic"), ("Arial-BoldItalicMT", "LiberationSans-BoldItalic"),
        (".SFUI-Semibold", ".SFUI-Semibold"), ("Times New Roman", "LiberationSerif"),
        ("Courier-Oblique", "LiberationMono-Italic"), ("Menlo", "LiberationMono"), ("DejaVu Sans", "DejaVuSans"),
        ("DejaVuSans-Bold", "DejaVuSans-Bold"), ("dejavu sans mono bold", "DejaVuSansMono-Bold"),
        ("LiberationSerif-Bold", "LiberationSerif-Bold"), ("AppleColorEmoji", "NotoColorEmoji"),
    ])
    func font_name_finds_the_pinned_face(name: String, postScript: String) {
        #expect(library.face(named: name)?.names.postScript == postScript)
    }

    @Test func font_unknown_is_nil_and_falls_back_with_one_notice() {
        #expect(library.face(named: "No Such Font 7") == nil)
        #expect(library.face(named: "") == nil)
        #expect(library.faceOrStandard(named: "No Such Font 7") === library.standard)
        _ = library.faceOrStandard(named: "No Such Font 7")
        #expect(
            Notices.shared.lines.filter { $0.hasPrefix("CoreText: no font is called \"No Such Font 7\"") }.count == 1)
    }

    @Test func font_measures_are_those_of_the_file() {
        let metrics = library.standard.metrics
        #expect(metrics.unitsPerEm == 2048)
        #expect((metrics.ascent, metrics.descent, metrics.lineGap) == (1854, 434, 67))
        #expect((metrics.capHeight, metrics.xHeight) == (1409, 1082))
        #expect(!metrics.isMonospaced && !metrics.isPictures)
        #expect(library.face(named: "Courier")?.metrics.isMonospaced == true)
        #expect(library.face(named: "emoji")?.metrics.isPictures == true)
    }

    @Test func glyph_has_outline_in_font_units() throws {
        let face = library.standard
        let glyph = library.glyph(for: 0x48, in: face)
        #expect(glyph != 0)
        #expect(library.advances([glyph], of: face) == [1479])
        guard case .outline(let path) = library.shapes([glyph], of: face)[0] else {
            Issue.record("H has an outline")
            return
        }
        let box = try #require(path.bounds)
        #expect(box.minimum.y == 0 && box.maximum.y == 1409)
        guard case .empty = library.shapes([library.glyph(for: 32, in: face)], of: face)[0] else {
            Issue.record("a space has none")
            return
        }
    }

    @Test func glyph_of_emoji_is_a_picture_in_colours() throws {
        let face = try #require(library.face(named: "emoji"))
        let glyph = library.glyph(for: 0x1F600, in: face)
        guard case .picture(let picture) = library.shapes([glyph], of: face)[0] else {
            Issue.record("an emoji is a picture")
            return
        }
        #expect(picture.bitmap.width > 100 && picture.pixelsPerEm > 50)
        #expect(Set(picture.bitmap.pixels).count > 100)
    }

    @Test func items_are_cut_by_font_direction_and_script() {
        let text = Array("ab אב عر 😀 e\u{301}".utf8)
        let items = library.items(
            text, spans: [FontSpan(range: 0..<text.count, face: library.standard)], direction: .natural)
        #expect(items.baseLevel == 0)
        #expect(items.items.map { $0.range.count }.reduce(0, +) == text.count)
        let names = items.items.map { "\($0.face.names.postScript) \($0.level)" }
        #expect(names.contains("DejaVuSans 1"))
        #expect(names.contains("NotoColorEmoji 0") || names.contains("NotoColorEmoji 1"))
        #expect(names.first == "LiberationSans 0")
        let hebrew = library.items(
            Array("אב ab".utf8), spans: [FontSpan(range: 0..<7, face: library.standard)], direction: .natural)
        #expect(hebrew.baseLevel == 1)
    }

    @Test func digits_beside_arabic_are_in_the_font_that_is_wanted() {
        let text = Array("مرحبا 2026".utf8)
        let items = library.items(
            text, spans: [FontSpan(range: 0..<text.count, face: library.standard)], direction: .natural)
        #expect(items.items.allSatisfy { !$0.face.metrics.isPictures })
        #expect(items.items.first { $0.range.contains(text.count - 1) }?.face === library.standard)
    }

    @Test func breaks_are_at_spaces_and_not_within_letters() {
        let text = Array("to be, e\u{301}".utf8)
        let items = library.items(
            text, spans: [FontSpan(range: 0..<text.count, face: library.standard)], direction: .natural)
        let lines = items.breaks.indices.filter { items.breaks[$0].contains(.line) }
        #expect(lines == [3, 7, 10])
        #expect(!items.breaks[8].contains(.grapheme))
    }

    @Test func shaping_joins_arabic_and_counts_in_font_units() throws {
        let text = Array("سلام".utf8)
        let items = library.items(
            text, spans: [FontSpan(range: 0..<text.count, face: library.standard)], direction: .natural)
        let item = try #require(items.items.first)
        #expect(items.items.count == 1 && item.level == 1)
        let joined = library.shape(text, line: 0..<text.count, part: item.range, item: item)
        let alone = library.shape(text, line: 0..<2, part: 0..<2, item: item)
        #expect(joined.last?.glyph != alone.first?.glyph)
        // Glyphs come from left to right, so that the first letter is the last of them; lam and alef are one.
        #expect(joined.first.map { $0.cluster } == 6 && joined.last.map { $0.cluster } == 0)
    }

    @Test func font_in_memory_is_found_by_its_name_and_garbage_is_refused() throws {
        #expect(library.register(Data([1, 2, 3])) == nil)
        #expect(library.register(Data()) == nil)
        let file = try #require(library.face(named: "LiberationMono-Bold")).file
        let data = try Data(contentsOf: URL(fileURLWithPath: file))
        let face = try #require(library.register(data))
        #expect(face.names.postScript == "LiberationMono-Bold")
        #expect(face.file.hasPrefix("/proc/self/fd/"))
        let text = Array("aא".utf8)
        let items = library.items(text, spans: [FontSpan(range: 0..<3, face: face)], direction: .leftToRight)
        #expect(items.items.first?.face === face)
        #expect(items.items.last?.face.names.family == "DejaVu Sans")
        for cut in [12, 100, 5000, data.count / 2] { _ = library.register(data.prefix(cut)) }
    }

    @Test func glyph_cache_stays_within_its_budget() {
        var cache = GlyphCache(budget: 20_000)
        var path = Path()
        path.move(to: Point(0, 0))
        for step in 0..<100 { path.line(to: Point(Double(step), 1)) }
        for glyph in 0..<500 {
            _ = cache.shape(GlyphCache.Key(face: 0, glyph: UInt32(glyph))) { .outline(path) }
            #expect(cache.size <= 20_000)
            // The one that is used again and again stays.
            _ = cache.shape(GlyphCache.Key(face: 0, glyph: 0)) { .outline(path) }
        }
        #expect(cache.misses == 500)
        #expect(cache.count > 3)
        let before = cache.misses
        for _ in 0..<5 { path.append(path) }
        for _ in 0..<2 { _ = cache.shape(GlyphCache.Key(face: 1, glyph: 1)) { .outline(path) } }
        #expect(cache.size <= 20_000 && cache.misses == before + 2)
    }
}
