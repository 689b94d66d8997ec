/// How far a glyph's optical edges lie inside its advance; negative outside. *Units*: font units.
package struct OpticalEdges: Sendable, Equatable {
    /// From the glyph's origin to its left optical edge, to the right.
    package var left = 0.0
    /// From the end of its advance to its right optical edge, to the left.
    package var right = 0.0

    package init(left: Double = 0, right: Double = 0) { (self.left, self.right) = (left, right) }
}

/// A font's `opbd` table, which has the optical edges of glyphs.
///
/// Bytes are the file's, and not trusted: a glyph whose entry is not in the table has none. *Source*: Apple, TrueType
/// Reference Manual, "The 'opbd' table" and "Font Tables", lookup tables.
struct OpticalBoundsTable {
    /// An entry: the four edges in the order left, top, right, bottom.
    struct Entry: Equatable {
        var left, top, right, bottom: Int
    }

    private let bytes: [UInt8]
    /// Whether entries are numbers of points of the glyph's outline; otherwise distances.
    let hasPoints: Bool

    /// Reads a table; nil if it is not one of the two formats.
    init?(_ bytes: [UInt8]) {
        self.bytes = bytes
        guard bytes.count >= 8, bytes[0] == 0, bytes[1] == 1 else { return nil }
        let format = Int(bytes[4]) << 8 | Int(bytes[5])
        guard format <= 1 else { return nil }
        hasPoints = format == 1
    }

    private func unsigned(at place: Int) -> Int? {
        guard place >= 0, place + 1 < bytes.count else { return nil }
        return Int(bytes[place]) << 8 | Int(bytes[place + 1])
    }

    private func signed(at place: Int) -> Int? { unsigned(at: place).map { Int(Int16(truncatingIfNeeded: $0)) } }

    /// The entry of a glyph; nil if the font has none for it.
    func entry(of glyph: Int) -> Entry? {
        guard let offset = offset(of: glyph), offset > 0, let left = signed(at: offset),
            let top = signed(at: offset + 2), let right = signed(at: offset + 4), let bottom = signed(at: offset + 6)
        else { return nil }
        return Entry(left: left, top: top, right: right, bottom: bottom)
    }

    /// The offset of a glyph's entry from the table's beginning, by the lookup table after the header.
    private func offset(of glyph: Int) -> Int? {
        let start = 6
        guard glyph >= 0, let format = unsigned(at: start) else { return nil }
        switch format {
        case 0: return unsigned(at: start + 2 + 2 * glyph)
        case 2:
            // Segments of glyphs with one value.
            return segment(of: glyph, last: true).flatMap { unsigned(at: $0 + 4) }
        case 4:
            // Segments with the offset of their values, one for each glyph.
            guard let place = segment(of: glyph, last: true), let first = unsigned(at: place + 2),
                let values = unsigned(at: place + 4)
            else { return nil }
            return unsigned(at: start + values + 2 * (glyph - first))
        case 6: return segment(of: glyph, last: false).flatMap { unsigned(at: $0 + 2) }
        case 8:
            guard let first = unsigned(at: start + 2), let count = unsigned(at: start + 4), glyph >= first,
                glyph - first < count
            else { return nil }
            return unsigned(at: start + 6 + 2 * (glyph - first))
        default: return nil
        }
    }

    /// The place of the unit with a glyph, of a lookup table that is searched.
    ///
    /// - Parameter last: Whether units are ranges: the last glyph, then the first one.
    private func segment(of glyph: Int, last isRange: Bool) -> Int? {
        let start = 6
        guard let size = unsigned(at: start + 2), size >= 4, let count = unsigned(at: start + 4) else { return nil }
        for index in 0..<count {
            let place = start + 12 + index * size
            guard let last = unsigned(at: place) else { return nil }
            let first = isRange ? unsigned(at: place + 2) ?? last : last
            // The last unit of some fonts is a mark of the end.
            if last == 0xFFFF, first == 0xFFFF { return nil }
            if first <= glyph, glyph <= last { return place }
        }
        return nil
    }
}

extension FontLibrary {
    /// The optical edges of glyphs at a line's ends; no distances for a glyph if the font has none for it.
    package func opticalEdges(_ glyphs: [UInt32], of face: FontFace) -> [OpticalEdges] {
        engine.withLock { engine in glyphs.map { engine.opticalEdges($0, of: face) } }
    }
}

extension FontEngine {
    func opticalEdges(_ glyph: UInt32, of face: FontFace) -> OpticalEdges {
        open(face)?.opticalEdges(of: glyph) ?? OpticalEdges()
    }
}
