import Foundation
import MicaText
import Testing

@testable import CoreText

func line(_ text: String, _ size: Double = 20, _ more: [NSAttributedString.Key: Any] = [:]) -> CTLine {
    var attributes: [NSAttributedString.Key: Any] = [
        NSAttributedString.Key(kCTFontAttributeName): CTFontCreateWithName("Helvetica", CGFloat(size), nil)
    ]
    attributes.merge(more) { $1 }
    return CTLineCreateWithAttributedString(NSAttributedString(string: text, attributes: attributes))
}

func width(_ line: CTLine) -> Double { CTLineGetTypographicBounds(line, nil, nil, nil) }

@Suite struct LineTests {
    @Test func line_width_is_the_sum_of_advances() {
        // H 1479, i 455 of 2048 units.
        #expect(abs(width(line("Hi")) - (1479 + 455) * 20 / 2048) < 1e-9)
        #expect(width(line("")) == 0)
    }

    @Test func expansion_is_the_logarithm_of_the_width() {
        let wide = line("Hi", 20, [NSAttributedString.Key("NSExpansion"): log(1.5)])
        #expect(abs(width(wide) - 1.5 * width(line("Hi"))) < 1e-9)
        let far = line("Hi", 20, [NSAttributedString.Key("NSExpansion"): 1e9])
        #expect(width(far).isFinite && width(far) > width(wide))
        let none = line("Hi", 20, [NSAttributedString.Key("NSExpansion"): Double.nan])
        #expect(width(none) == width(line("Hi")))
    }

    @Test func obliqueness_leans_letters_and_keeps_their_advances() throws {
        let upright = line("H")
        let leaning = line("H", 20, [NSAttributedString.Key("NSObliqueness"): 0.5])
        #expect(width(leaning) == width(upright))
        let shape = try #require(leaning.line.runs.first?.attributes.shape)
        // The top of the letter, 1 unit up, is half a unit further right.
        #expect(CGPoint(x: 0, y: 1).applying(shape) == CGPoint(x: 0.5, y: 1))
        let (tall, straight) = (CTLineGetImageBounds(leaning, nil), CTLineGetImageBounds(upright, nil))
        #expect(tall.height == straight.height && tall.width > straight.width + 0.4 * straight.height)
    }

    @Test func line_measures_are_those_of_the_font() {
        var (ascent, descent, leading): (CGFloat, CGFloat, CGFloat) = (0, 0, 0)
        _ = unsafe CTLineGetTypographicBounds(line("Hg"), &ascent, &descent, &leading)
        #expect(abs(ascent - 1854 * 20 / 2048) < 1e-9)
        #expect(abs(descent - 434 * 20 / 2048) < 1e-9)
        #expect(abs(leading - 67 * 20 / 2048) < 1e-9)
    }

    @Test func bounds_of_a_line_follow_the_options() {
        let line = line("Hg")
        let (ascent, descent, leading) = (1854.0 * 20 / 2048, 434.0 * 20 / 2048, 67.0 * 20 / 2048)
        let all = CTLineGetBoundsWithOptions(line, [])
        #expect(all.minX == 0 && abs(Double(all.width) - width(line)) < 1e-9)
        #expect(abs(Double(all.minY) + descent + leading) < 1e-9 && abs(Double(all.maxY) - ascent) < 1e-9)
        let tight = CTLineGetBoundsWithOptions(line, .excludeTypographicLeading)
        #expect(abs(Double(tight.minY) + descent) < 1e-9 && abs(Double(tight.maxY) - ascent) < 1e-9)
        #expect(CTLineGetBoundsWithOptions(line, .useGlyphPathBounds) == CTLineGetImageBounds(line, nil))
        let shift = NSAttributedString.Key(kCTBaselineOffsetAttributeName)
        let moved = CoreTextTests.line("Hg", 20, [shift: 5.0])
        #expect(CTLineGetBoundsWithOptions(moved, []).maxY > all.maxY + 4)
        #expect(CTLineGetBoundsWithOptions(moved, .excludeTypographicShifts) == all)
        #expect(CTLineBoundsOptions.includeLanguageExtents.rawValue == 32)
    }

    /// *Source*: Apple, CTLineBoundsOptions: "treat standard punctuation hanging off either end of the line as fully hanging".
    @Test("Bounds leave out hanging punctuation at both ends")
    func hanging() {
        func bounds(_ text: String, _ options: CTLineBoundsOptions = .useHangingPunctuation) -> CGRect {
            CTLineGetBoundsWithOptions(line(text), options)
        }
        let ends = [("\u{201C}", ","), ("\"", "."), ("*", "-"), ("\u{2014}", "\u{2026}"), ("'", ".\u{201D}")]
        for (before, after) in ends {
            let found = bounds(before + "Hgo" + after)
            #expect(abs(Double(found.minX) - width(line(before))) < 1e-6, "\(before)")
            #expect(abs(Double(found.width) - width(line("Hgo"))) < 1e-6, "\(before) \(after)")
            #expect(bounds(before + "Hgo" + after, []).minX == 0)
            #expect(found.height == bounds("Hgo", []).height)
        }
        // White space beyond punctuation hangs with it, and stays without.
        #expect(abs(bounds("Hgo, ").width - bounds("Hgo").width) < 1e-6)
        #expect(bounds("Hgo ") == bounds("Hgo ", []))
        // Brackets and other marks are not among them, nor is a line of punctuation.
        #expect(bounds("(Hgo)!") == bounds("(Hgo)!", []) && bounds("...") == bounds("...", []) && bounds("").width == 0)
        // From right to left the full stop is at the left.
        let hebrew = bounds("\u{5D0}\u{5D1}.")
        #expect(abs(Double(hebrew.minX) - width(line("."))) < 1e-6 && hebrew.maxX == bounds("\u{5D0}\u{5D1}.", []).maxX)
        let outlines = bounds("*Hgo,", [.useHangingPunctuation, .useGlyphPathBounds])
        let letters = bounds("Hgo", .useGlyphPathBounds)
        #expect(abs(outlines.width - letters.width) < 1e-6 && abs(outlines.maxY - letters.maxY) < 1e-6)
    }

    /// Helvetica's file with an `opbd` table: H with -100 and 40, o with other entries.
    private func optical(format: UInt16, edges: [Int16]) throws -> CTFont {
        let file = FontLibrary.shared.standard.file
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: file)))
        let glyph = UInt16(FontLibrary.shared.glyph(for: 0x48, in: FontLibrary.shared.standard))
        // Version 1, the format; a trimmed array of one value from H on, the offset of the entry; the entry.
        let words = [0x0001, 0x0000, format, 8, glyph, 1, 14] + edges.map { UInt16(bitPattern: $0) }
        let table = words.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        let face = try #require(FontLibrary.shared.register(Data(adding("opbd", table, to: bytes))))
        return CTFont(face: face, size: 20)
    }

    /// A font file with one table more. Its sums are not those of the bytes, which no reader here checks.
    private func adding(_ name: String, _ table: [UInt8], to font: [UInt8]) -> [UInt8] {
        func number(_ place: Int, _ size: Int) -> Int { font[place..<place + size].reduce(0) { $0 << 8 | Int($1) } }
        func bytes(_ value: Int) -> [UInt8] { [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) } }
        let count = number(4, 2)
        var records: [(name: [UInt8], rest: [UInt8])] = []
        for index in 0..<count {
            let place = 12 + 16 * index
            let rest = Array(font[place + 4..<place + 8]) + bytes(number(place + 8, 4) + 16)
            records.append((Array(font[place..<place + 4]), rest + Array(font[place + 12..<place + 16])))
        }
        let padded = (font.count + 16 + 3) / 4 * 4
        records.append((Array(name.utf8), bytes(0) + bytes(padded) + bytes(table.count)))
        records.sort { $0.name.lexicographicallyPrecedes($1.name) }
        let head = Array(font[0..<4]) + [UInt8((count + 1) >> 8), UInt8((count + 1) & 255)] + Array(font[6..<12])
        let body = head + records.flatMap { $0.name + $0.rest } + font[(12 + 16 * count)...]
        return body + [UInt8](repeating: 0, count: padded - body.count) + table
    }

    /// *Source*: Apple, TrueType Reference Manual, "The 'opbd' table"; CTFontGetOpticalBoundsForGlyphs.
    @Test("Optical bounds are those of the font's first and last glyph, and typographic without a table")
    func opticalBounds() throws {
        let key = NSAttributedString.Key(kCTFontAttributeName)
        func bounds(_ text: String, _ font: CTFont, _ options: CTLineBoundsOptions) -> CGRect {
            CTLineGetBoundsWithOptions(line(text, 20, [key: font]), options)
        }
        let unit = 20.0 / 2048
        // At the line's start H is moved 100 units to the left, at its end 40 to the right.
        let font = try optical(format: 0, edges: [-100, 0, 40, 0])
        let (plain, found) = (bounds("HoH", font, []), bounds("HoH", font, .useOpticalBounds))
        #expect(abs(Double(found.minX) - 100 * unit) < 1e-6, "\(found)")
        #expect(abs(Double(plain.maxX - found.maxX) - 40 * unit) < 1e-6, "\(found)")
        #expect(found.minY == plain.minY && found.height == plain.height)
        #expect(bounds("oHo", font, .useOpticalBounds) == bounds("oHo", font, []))
        // It has precedence over outlines, and hanging punctuation over it.
        #expect(bounds("HoH", font, [.useOpticalBounds, .useGlyphPathBounds]) == found)
        let hung = bounds("HoH.", font, [.useOpticalBounds, .useHangingPunctuation])
        #expect(abs(hung.minX - found.minX) < 1e-6 && abs(hung.maxX - found.maxX) < 1e-6)
        // Helvetica's own file has no such table.
        let helvetica = CTFontCreateWithName("Helvetica", 20, nil)
        #expect(bounds("HoH", helvetica, .useOpticalBounds) == plain)
        // Points of the outline: an edge is at one of H's points, or at the end of its advance if it has no point.
        let point = try optical(format: 1, edges: [0, -1, -1, -1])
        let edge = bounds("H", point, .useOpticalBounds)
        let glyph = CGGlyph(FontLibrary.shared.glyph(for: 0x48, in: point.face))
        let outline = try #require(unsafe CTFontCreatePathForGlyph(point, glyph, nil))
        var corners: [CGFloat] = []
        outline.applyWithBlock { element in
            if unsafe element.pointee.type != .closeSubpath { unsafe corners.append(element.pointee.points[0].x) }
        }
        #expect(edge.maxX == bounds("H", point, []).maxX && corners.contains { abs($0 - edge.minX) < 1e-6 }, "\(edge)")
        let none = try optical(format: 1, edges: [30_000, -1, -2, -1])
        #expect(bounds("H", none, .useOpticalBounds) == bounds("H", none, []))
    }

    @Test("Bounds of glyphs are optical")
    func opticalGlyphs() throws {
        let font = try optical(format: 0, edges: [-100, 0, 40, 0])
        var (units, glyphs): ([UniChar], [CGGlyph]) = ([0x48, 0x6F], [0, 0])
        #expect(unsafe CTFontGetGlyphsForCharacters(font, &units, &glyphs, 2))
        var boxes = [CGRect](repeating: .zero, count: 2)
        let all = unsafe CTFontGetOpticalBoundsForGlyphs(font, glyphs, &boxes, 2, 0)
        let unit = 20.0 / 2048
        #expect(abs(Double(boxes[0].minX) - 100 * unit) < 1e-6)
        #expect(abs(Double(boxes[0].width) - (1479 - 140) * unit) < 1e-6)
        #expect(boxes[1].minX == 0 && abs(Double(boxes[0].maxY) - 1854 * unit) < 1e-6)
        #expect(abs(Double(all.maxX) - Double(1479 * unit) - Double(boxes[1].width)) < 1e-6)
        #expect(unsafe CTFontGetOpticalBoundsForGlyphs(font, glyphs, nil, 0, 0) == .zero)
    }

    @Test("Bounds with language extents hold the line's outlines, and are not less than the typographic ones")
    func extents() {
        // Marks above marks are higher than the font's ascent.
        let high = line("A\u{30A}\u{301}\u{302}\u{303}")
        let (plain, image) = (CTLineGetBoundsWithOptions(high, []), CTLineGetImageBounds(high, nil))
        let found = CTLineGetBoundsWithOptions(high, .includeLanguageExtents)
        #expect(image.maxY > plain.maxY && found.contains(image) && found.contains(plain), "\(image) \(plain)")
        #expect(CTLineGetBoundsWithOptions(high, [.includeLanguageExtents, .useGlyphPathBounds]) == image)
        let low = line("Hg")
        #expect(
            CTLineGetBoundsWithOptions(low, .includeLanguageExtents).contains(CTLineGetBoundsWithOptions(low, [])))
        #expect(CTLineGetBoundsWithOptions(line(""), .includeLanguageExtents).width == 0)
    }

    @Test func kern_is_added_behind_every_letter() {
        let key = NSAttributedString.Key(kCTKernAttributeName)
        #expect(abs(width(line("HHH", 20, [key: 3.0])) - width(line("HHH")) - 9) < 1e-9)
        #expect(abs(width(line("אאא", 20, [key: 3.0])) - width(line("אאא")) - 9) < 1e-9)
        // Zero switches the font's own kerning off.
        #expect(width(line("AVAVA", 20, [key: 0])) > width(line("AVAVA")) + 1)
    }

    @Test func colour_moves_no_letter() throws {
        let text = NSMutableAttributedString(attributedString: NSAttributedString(string: "AVA office e\u{301}"))
        let plain = CTLineCreateWithAttributedString(text)
        text.addAttribute(
            NSAttributedString.Key(kCTForegroundColorAttributeName),
            value: CGColor(red: 1, green: 0, blue: 0, alpha: 1),
            range: NSRange(location: 1, length: 1))
        let red = CTLineCreateWithAttributedString(text)
        #expect(width(red) == width(plain))
        #expect(red.line.runs.count == 3)
        let positions = red.line.runs.flatMap { $0.glyphs.map { $0.position } }
        #expect(positions == plain.line.runs.flatMap { $0.glyphs.map { $0.position } })
    }

    @Test func combining_marks_take_no_room_and_lie_over_their_letter() throws {
        // A pair that has no glyph of its own: letter and mark are of one font, the fallback, if need be.
        let marked = line("q\u{301}")
        let run = try #require(marked.line.runs.first)
        #expect(marked.line.runs.count == 1 && run.glyphs.count == 2)
        #expect(run.glyphs.allSatisfy { $0.unit == 0 && $0.glyph != 0 })
        let own = CTFontCreateWithName(run.face.names.postScript, 20, nil)
        let letter = line("q", 20, [NSAttributedString.Key(kCTFontAttributeName): own])
        #expect(abs(width(marked) - width(letter)) < 1e-9)
        #expect(run.glyphs[1].advance == 0, "the mark")
        #expect(run.glyphs[1].position.x >= 0 && run.glyphs[1].position.x <= width(letter))
    }

    @Test func right_to_left_runs_are_mirrored() throws {
        let mixed = line("abc אבג def")
        #expect(mixed.line.runs.contains { $0.isRightToLeft })
        let hebrew = try #require(mixed.line.runs.first { $0.isRightToLeft })
        #expect(hebrew.glyphs.map { $0.unit } == [6, 5, 4])
        #expect(!mixed.line.isRightToLeft && line("אבג abc").line.isRightToLeft)
        // Of a line that runs to the left the white space at its end is at the left.
        let spaced = line("אבג   ")
        #expect(CTLineGetTrailingWhitespaceWidth(spaced) > 0)
        #expect(spaced.line.visibleStart == spaced.line.trailing)
    }

    @Test func offsets_and_indices_are_inverse() {
        let text = line("Hello, wörld")
        for index in 0...12 {
            let x = CTLineGetOffsetForStringIndex(text, index, nil)
            #expect(CTLineGetStringIndexForPosition(text, CGPoint(x: x, y: 0)) == index)
        }
        let hebrew = line("אבגד")
        for index in 0...4 {
            let x = CTLineGetOffsetForStringIndex(hebrew, index, nil)
            #expect(CTLineGetStringIndexForPosition(hebrew, CGPoint(x: x, y: 0)) == index)
        }
    }

    @Test(arguments: [CTLineTruncationType.start, .end, .middle])
    func truncation_keeps_as_much_as_fits(type: CTLineTruncationType) throws {
        let whole = line("The quick brown fox")
        #expect(CTLineCreateTruncatedLine(whole, 1000, type, nil).map { width($0) } == width(whole))
        let cut = try #require(CTLineCreateTruncatedLine(whole, 100, type, nil))
        #expect(width(cut) <= 100)
        let text = String(decoding: cut.line.paragraph.storage.units, as: UTF16.self)
        #expect(text.contains("…") && text.filter { $0 == "…" }.count == 1)
        switch type {
        case .start: #expect(text.hasPrefix("…") && "The quick brown fox".hasSuffix(text.dropFirst()))
        case .end: #expect(text.hasSuffix("…") && "The quick brown fox".hasPrefix(text.dropLast()))
        case .middle: #expect(text.hasPrefix("T") && text.hasSuffix("x"))
        }
        // One letter more would not fit.
        let longer =
            switch type {
            case .start: "…" + String("The quick brown fox".suffix(text.count))
            case .end: String("The quick brown fox".prefix(text.count)) + "…"
            case .middle: ""
            }
        if type != .middle { #expect(width(line(longer)) > 100) }
        #expect(CTLineCreateTruncatedLine(whole, 2, type, nil) == nil)
    }

    @Test func truncated_lines_are_the_widest_that_fit() throws {
        for (text, width) in [
            ("Row number 12", 60.0), ("To Ta Tv We", 40), ("a b  c   d", 30), ("ends in spaces    ", 50),
        ] {
            let line = line(text, 20).line
            let cut = try #require(line.truncated(to: width, .end))
            #expect(cut.visibleWidth <= width + 1e-3)
            // The line of one letter more is too wide.
            let letters = cut.paragraph.storage.units.count - 1
            let units = Array(text.utf16)
            let longer = Array(units[..<min(letters + 1, units.count)]) + [0x2026]
            let attributes = line.paragraph.attributes
            let storage = TextStorage(units: longer, runs: [(0..<longer.count, attributes)])
            #expect(TextLine(TextParagraph(storage, range: 0..<longer.count)).visibleWidth > width)
        }
    }

    @Test func justified_line_has_the_width_and_widens_spaces_only() throws {
        let plain = line("one two three")
        let wide = try #require(CTLineCreateJustifiedLine(plain, 1, 300))
        #expect(abs(width(wide) - 300) < 1e-9)
        let half = try #require(CTLineCreateJustifiedLine(plain, 0.5, 300))
        #expect(abs(width(half) - (300 + width(plain)) / 2) < 1e-9)
        #expect(CTLineCreateJustifiedLine(plain, 1, 10) == nil)
        let (before, after) = (plain.line.runs.flatMap { $0.glyphs }, wide.line.runs.flatMap { $0.glyphs })
        for (a, b) in zip(before, after) where a.unit != 3 && a.unit != 7 { #expect(a.advance == b.advance) }
    }

    @Test func emoji_and_letters_of_other_scripts_find_a_font() {
        let runs = line("a😀אع").line.runs
        #expect(runs.contains { $0.face.metrics.isPictures })
        #expect(runs.allSatisfy { $0.glyphs.allSatisfy { $0.glyph != 0 } })
        // A family of four is one letter.
        #expect(line("👨‍👩‍👧‍👦").line.runs.flatMap { $0.glyphs }.count == 1)
    }

    @Test func half_a_character_and_control_characters_are_no_fault() {
        var units: [UInt16] = [0x41, 0xD800, 0x42, 0xDC00, 9, 10, 13, 0x2028, 0, 127, 0x202E, 0x200D]
        units += units.reversed()
        let text = unsafe String(utf16CodeUnits: units, count: units.count)
        #expect(width(line(text)) > 0)
        let setter = CTFramesetterCreateWithAttributedString(NSAttributedString(string: text))
        var fit = CFRange()
        let size = unsafe CTFramesetterSuggestFrameSizeWithConstraints(
            setter, CFRange(), nil, CGSize(width: 10, height: 1e9), &fit)
        #expect(size.height > 0)
    }

    @Test func font_functions_give_what_the_file_says() throws {
        let font = CTFontCreateWithName("Helvetica-Bold", 24, nil)
        #expect(CTFontCopyPostScriptName(font) == "LiberationSans-Bold")
        #expect(CTFontCopyFamilyName(font) == "Liberation Sans")
        #expect(CTFontGetSymbolicTraits(font) == .traitBold)
        let both = CTFontCreateCopyWithSymbolicTraits(font, 0, nil, .traitItalic, .traitItalic)
        #expect(both.map { CTFontGetSymbolicTraits($0) } == [.traitBold, .traitItalic])
        #expect(CTFontGetSize(CTFontCreateWithName("Helvetica", 0, nil)) == 12)
        let characters = Array("H€\u{10FFFF}".utf16)
        var glyphs = [CGGlyph](repeating: 7, count: characters.count)
        #expect(unsafe !CTFontGetGlyphsForCharacters(font, characters, &glyphs, characters.count))
        #expect(glyphs[0] != 0 && glyphs[1] != 0 && glyphs[2] == 0 && glyphs[3] == 0)
        var advances = [CGSize](repeating: .zero, count: 2)
        let sum = unsafe CTFontGetAdvancesForGlyphs(font, .default, glyphs, &advances, 2)
        #expect(abs(sum - Double(advances[0].width + advances[1].width)) < 1e-9)
        let outline = CTFontCreatePathForGlyph(font, glyphs[0], nil)
        let path = try #require(outline)
        #expect(abs(path.boundingBoxOfPath.maxY - CTFontGetCapHeight(font)) < 0.01)
        #expect(abs(path.boundingBoxOfPath.minY) < 1e-9)
        #expect(font == CTFontCreateWithName("Arial-BoldMT", 24, nil))
        #expect(font != CTFontCreateWithName("Helvetica-Bold", 25, nil))
    }
}
