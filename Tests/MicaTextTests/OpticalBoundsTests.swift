import Testing

@testable import MicaText

/// Tables of optical edges, whose bytes are a font file's.
@Suite struct OpticalBoundsTests {
    private func table(format: UInt16 = 0, _ lookup: [UInt16]) -> OpticalBoundsTable? {
        let entry: [Int16] = [-50, 1, 55, 2]
        let words = [1, 0, format] + lookup + entry.map { UInt16(bitPattern: $0) }
        return OpticalBoundsTable(words.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] })
    }

    private let found = OpticalBoundsTable.Entry(left: -50, top: 1, right: 55, bottom: 2)

    /// *Source*: Apple, TrueType Reference Manual, "Font Tables", lookup tables. Each has an entry for glyph 2 only.
    @Test(
        "Each format of lookup tables finds its glyphs",
        arguments: [
            // One value for each glyph.
            [0, 0, 0, 14],
            // Ranges: last, first, value; after unit size, number, and three words of the search.
            [2, 6, 1, 0, 0, 0, 2, 2, 24],
            // Ranges with the place of their values.
            [4, 6, 1, 0, 0, 0, 2, 1, 18, 0, 28],
            // Single glyphs.
            [6, 4, 1, 0, 0, 0, 2, 22],
            // A trimmed array.
            [8, 2, 1, 14],
        ] as [[UInt16]])
    func formats(_ lookup: [UInt16]) throws {
        let table = try #require(self.table(lookup))
        #expect(table.entry(of: 2) == found, "\(lookup)")
        for glyph in [0, 3, 65_535] where lookup[0] != 0 || glyph < 2 { #expect(table.entry(of: glyph) == nil) }
    }

    @Test("A damaged table has no entries, and is read nowhere beyond its end")
    func damage() throws {
        #expect(OpticalBoundsTable([]) == nil && table(format: 2, [0]) == nil)
        let whole = [1, 0, 0, 4, 6, 1, 0, 0, 0, 2, 1, 18, 0, 28, 0xFFCE, 1, 55, 2] as [UInt16]
        let bytes = whole.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
        for count in 0..<bytes.count {
            guard let table = OpticalBoundsTable(Array(bytes.prefix(count))) else { continue }
            for glyph in 0..<4 { #expect(table.entry(of: glyph) == nil) }
        }
        for place in bytes.indices {
            for value in [UInt8(0), 1, 127, 255] {
                var changed = bytes
                changed[place] = value
                guard let table = OpticalBoundsTable(changed) else { continue }
                for glyph in [0, 1, 2, 3, 65_535] { _ = table.entry(of: glyph) }
            }
        }
    }
}
