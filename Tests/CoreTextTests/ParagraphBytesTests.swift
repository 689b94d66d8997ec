import Testing

@testable import CoreText

/// Bytes and units of a paragraph.
@Suite struct ParagraphBytesTests {
    @Test func ascii_is_converted_alike_in_fewer_steps() throws {
        for text in ["", "a", "Row number 12", "tab\there\u{7F}\u{1}"] {
            let units = Array(text.utf16)
            for range in [0..<units.count, units.count / 3..<units.count, 0..<units.count / 2] {
                let fast = try #require(ParagraphBytes(ascii: units, range))
                let plain = ParagraphBytes(units, range)
                #expect(fast.bytes == plain.bytes)
                for byte in 0...fast.bytes.count { #expect(fast.unit(ofByte: byte) == plain.unit(ofByte: byte)) }
                for unit in -1...units.count + 1 { #expect(fast.byte(ofUnit: unit) == plain.byte(ofUnit: unit)) }
            }
        }
        for text in ["é", "a\u{0}b", "漢", "😀"] {
            let units = Array(text.utf16)
            #expect(ParagraphBytes(ascii: units, 0..<units.count) == nil)
        }
    }
}
