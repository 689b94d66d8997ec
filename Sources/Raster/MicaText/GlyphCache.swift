import MicaBase

/// A glyph that is a picture in colours, in the size that its font file has.
package struct GlyphPicture: Sendable {
    /// The pixels.
    package let bitmap: Bitmap
    /// How many pixels the font's size has.
    package let pixelsPerEm: Double
    /// From the pen position to the left edge. *Units*: pixels.
    package let left: Double
    /// From the baseline up to the top edge. *Units*: pixels.
    package let top: Double
}

/// The shape of a glyph. *Space* of an outline: font units, y up from the baseline.
package enum GlyphShape: Sendable {
    case empty
    case outline(Path)
    case picture(GlyphPicture)

    /// How much memory it takes, about. *Units*: bytes.
    var cost: Int {
        switch self {
        case .empty: 64
        case .outline(let path): 128 + path.verbs.count + path.points.count * 16
        case .picture(let picture): 128 + picture.bitmap.pixels.count * 4
        }
    }
}

/// The glyphs that were drawn last, within a budget.
///
/// The glyph that was not used for the longest time goes first. A glyph larger than the whole budget is made at each
/// use.
package struct GlyphCache: Sendable {
    /// The name of a glyph.
    package struct Key: Hashable, Sendable {
        /// The face's index in its library.
        package var face: Int
        /// The glyph's number in the face.
        package var glyph: UInt32
        /// Makes the key of a glyph.
        package init(face: Int, glyph: UInt32) { (self.face, self.glyph) = (face, glyph) }
    }

    private var entries: BudgetedCache<Key, GlyphShape>
    /// How many glyphs were made because the cache did not have them.
    package private(set) var misses = 0

    /// Makes an empty cache, which lets a quarter of the budget go when it is full.
    ///
    /// - Parameter budget: The most that the cache holds. *Units*: bytes.
    package init(budget: Int) { entries = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The most that the cache holds. *Units*: bytes.
    package var budget: Int { entries.budget }

    /// The size of all glyphs in the cache. *Units*: bytes.
    package var size: Int { entries.bytes }

    /// How many glyphs the cache has.
    package var count: Int { entries.count }

    /// The glyph's shape, made if the cache does not have it.
    package mutating func shape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
        if let found = entries.value(key) { return found }
        misses += 1
        let shape = make()
        entries.insert(shape, for: key, bytes: shape.cost)
        return shape
    }
}
