import MicaBase

/// Short texts that were divided and shaped last, within a budget: a label is measured, then drawn, and drawn again.
///
/// A class, because making a value may ask for others: a letter is shaped to find where a text is divided.
final class ShapingCache {
    /// The most bytes of a text that is kept.
    static let longest = 256

    /// A text that is divided for one font.
    struct Division: Hashable {
        var text: [UInt8]
        var face: Int
        var ligatures: Bool
        var kerning: Bool
        var direction: BaseDirection
    }

    /// A part of a text that is shaped with one font.
    struct Part: Hashable {
        var text: [UInt8]
        var part: Range<Int>
        var face: Int
        var isRightToLeft: Bool
        var script: UInt32
        var ligatures: Bool
        var kerning: Bool
    }

    private enum Key: Hashable {
        case division(Division)
        case part(Part)
    }

    private enum Value {
        case items(TextItems)
        case glyphs([ShapedGlyph])
    }

    private var entries: BudgetedCache<Key, Value>

    /// Makes an empty cache.
    ///
    /// - Parameter budget: The most that it holds. *Units*: bytes.
    init(budget: Int) { entries = BudgetedCache(budget: budget, slack: budget / 4) }

    /// The most that it holds. *Units*: bytes.
    var budget: Int { entries.budget }

    /// How a text is divided, made if it is not known.
    func items(_ key: Division, make: () -> TextItems) -> TextItems {
        guard key.text.count <= Self.longest else { return make() }
        if case .items(let found)? = entries.value(.division(key)) { return found }
        let items = make()
        entries.insert(
            .items(items), for: .division(key),
            bytes: 256 + key.text.count + items.breaks.count + items.items.count * 40)
        return items
    }

    /// The glyphs of a part, made if they are not known.
    func glyphs(_ key: Part, make: () -> [ShapedGlyph]) -> [ShapedGlyph] {
        guard key.text.count <= Self.longest else { return make() }
        if case .glyphs(let found)? = entries.value(.part(key)) { return found }
        let glyphs = make()
        let size = MemoryLayout<ShapedGlyph>.stride * glyphs.count
        entries.insert(.glyphs(glyphs), for: .part(key), bytes: 256 + key.text.count + size)
        return glyphs
    }
}
