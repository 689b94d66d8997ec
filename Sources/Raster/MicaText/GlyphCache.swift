import MicaGeometry
import MicaResources

/// A glyph that is pixels in colours, at the size of its font's file.
package struct GlyphPicture: Sendable {
    /// The pixels.
    package let bitmap: Bitmap
    /// How many pixels the size of the font has.
    package let pixelsPerEm: Double
    /// From the pen to the left edge. *Units*: pixels.
    package let left: Double
    /// From the baseline up to the top edge. *Units*: pixels.
    package let top: Double
}

/// What is drawn for a glyph. *Space* of an outline: font units, y up from the baseline.
package enum GlyphShape: Sendable {
    case empty
    case outline(Path)
    case picture(GlyphPicture)

    /// About how much memory it takes. *Units*: bytes.
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
/// What was not used longest goes first. A glyph that alone is over the budget is made whenever it is wanted.
package struct GlyphCache: Sendable {
    /// Which glyph.
    package struct Key: Hashable, Sendable {
        /// The face's place in its library.
        package var face: Int
        /// The glyph's number in the face.
        package var glyph: UInt32
        /// Names a glyph.
        package init(face: Int, glyph: UInt32) { (self.face, self.glyph) = (face, glyph) }
    }

    private var entries: BudgetedCache<Key, GlyphShape>
    /// How many glyphs were made because they were not there.
    package private(set) var misses = 0

    /// Makes an empty cache, which lets a quarter of the budget go when it is full.
    ///
    /// - Parameter budget: The most that is kept. *Units*: bytes.
    package init(budget: Int) { entries = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The most that is kept. *Units*: bytes.
    package var budget: Int { entries.budget }

    /// What is kept now. *Units*: bytes.
    package var size: Int { entries.bytes }

    /// How many glyphs there are.
    package var count: Int { entries.count }

    /// The glyph, made if it is not there.
    package mutating func shape(_ key: Key, make: () -> GlyphShape) -> GlyphShape {
        if let found = entries.value(key) { return found }
        misses += 1
        let shape = make()
        entries.insert(shape, for: key, bytes: shape.cost)
        return shape
    }
}
