import Testing

@testable import MicaText

/// Short plain text is divided without Pango, as Pango divides it.
@Suite struct PlainTextTests {
    @Test func plain_text_is_divided_as_pango_divides_it() throws {
        let engine = FontEngine(glyphBudget: 1 << 20)
        let itemizer = try #require(engine.itemizer)
        var seed: UInt64 = 7
        func next(_ limit: Int) -> Int {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(seed >> 33) % limit
        }
        let letters = Array("abc XYZ 0123 .,-()[]#*!?/\\'\"@&%$:;<>_~".utf8)
        let plain = Array("abXY 01 9z".utf8)
        let fixed = ["", " ", "42", "#1*", "(a)", "a-b", "1.5", "Hello, world!", "...", "a  b", "https://a.b/c?d=e"]
        let texts =
            fixed.map { Array($0.utf8) }
            + (0..<300).map { _ in (0..<next(20) + 1).map { _ in letters[next(letters.count)] } }
            + (0..<300).map { _ in (0..<next(12) + 1).map { _ in plain[next(plain.count)] } }
        for text in texts where !text.isEmpty {
            for direction in [BaseDirection.natural, .leftToRight, .rightToLeft] {
                let spans = [FontSpan(range: 0..<text.count, face: engine.standard, ligatures: false)]
                let own = engine.items(text, spans: spans, direction: direction)
                let pango = engine.divided(text, spans: spans, direction: direction, itemizer)
                #expect(own.baseLevel == pango.baseLevel && own.breaks == pango.breaks)
                // Each byte has the same font, script, level and ligatures, on which shaping depends; the items may differ.
                // If the machine has an emoji font, Pango takes it for digits, # and *, with which emoji begin, and for
                // spaces beside them. The itemizer gives these parts back to the text's own font.
                let begins = Set("0123456789#*".utf8)
                func isAtEmoji(_ seam: Int) -> Bool {
                    let around = [text[..<seam].last { $0 != 0x20 }, text[seam...].first { $0 != 0x20 }]
                    return around.contains { $0.map(begins.contains) ?? false }
                }
                if direction != .rightToLeft {
                    let seams = pango.items.map(\.range.lowerBound).filter { $0 > 0 }
                    #expect(own.items.count == 1 && seams.allSatisfy(isAtEmoji))
                }
                func bytes<Value>(_ items: TextItems, _ value: (TextItem) -> Value) -> [Value] {
                    items.items.sorted { $0.range.lowerBound < $1.range.lowerBound }
                        .flatMap { Array(repeating: value($0), count: $0.range.count) }
                }
                let words = String(decoding: text, as: UTF8.self)
                #expect(bytes(own, \.script) == bytes(pango, \.script), "\(words)")
                #expect(bytes(own, \.level) == bytes(pango, \.level), "\(words)")
                #expect(bytes(own, \.ligatures) == bytes(pango, \.ligatures), "\(words)")
                #expect(
                    bytes(own, { ObjectIdentifier($0.face) }) == bytes(pango, { ObjectIdentifier($0.face) }), "\(words)"
                )
            }
        }
    }

    @Test func a_text_is_shaped_once_until_it_is_forgotten() {
        let engine = FontEngine(glyphBudget: 1 << 20)
        func shape(_ text: String) -> [ShapedGlyph] {
            let bytes = Array(text.utf8)
            let spans = [FontSpan(range: 0..<bytes.count, face: engine.standard)]
            let items = engine.items(bytes, spans: spans, direction: .natural)
            return items.items.flatMap { engine.shape(bytes, line: 0..<bytes.count, part: $0.range, item: $0) }
        }
        let first = shape("Office")
        #expect(shape("Office") == first && engine.shapings == 1)
        #expect(shape("Offices").count == first.count + 1 && engine.shapings == 2)
        // Long texts are not kept.
        let long = String(repeating: "long ", count: 100)
        _ = shape(long)
        _ = shape(long)
        #expect(engine.shapings == 4)
        for number in 0..<40_000 { _ = shape("number \(number)") }
        let before = engine.shapings
        _ = shape("Office")
        #expect(engine.shapings == before + 1)
    }
}
