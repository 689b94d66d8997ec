import Foundation
import MicaTrace
import Synchronization

/// The fonts of the machine: finds them by name, gives their glyphs, and divides text into items for them.
///
/// All of it is behind one lock, as neither FreeType nor Pango may be used by two threads at once.
package final class FontLibrary: Sendable {
    /// The library of the process. The machine's fonts are searched at its first use.
    package static let shared = FontLibrary()

    /// How much memory glyphs may take. *Units*: bytes.
    package static let glyphBudget = 16 << 20

    let engine: Mutex<FontEngine>

    /// Keeps at most so many bytes of shaped texts from now on: for a program whose texts hardly ever come again.
    package func keepTexts(bytes: Int) { engine.withLock { $0.keepTexts(bytes: bytes) } }

    private init() {
        Self.isMade.store(true, ordering: .relaxed)
        engine = Mutex(FontEngine(glyphBudget: Self.glyphBudget))
    }

    /// Whether the library was ever used.
    private static let isMade = Atomic(false)

    // MARK: Finding

    /// The face with a name: a PostScript name, a full name, a family, or one of Apple's names that an installed font
    /// replaces. Capitals and spaces do not matter. nil when there is no such face.
    package func face(named name: String) -> FontFace? { engine.withLock { $0.face(named: name) } }

    /// The families of the machine's fonts, in order of their names.
    package var families: [String] { engine.withLock { $0.families } }

    /// The PostScript names of the faces of a family, in order; empty if there is no such family.
    package func faceNames(of family: String) -> [String] { engine.withLock { $0.faceNames(of: family) } }

    /// The face with a name, or the standard face and a notice, said once for each name.
    package func faceOrStandard(named name: String) -> FontFace {
        engine.withLock { engine in
            if let face = engine.face(named: name) { return face }
            let standard = engine.standard
            let instead =
                standard.isMissing ? "there are no fonts, and no text is drawn" : "\(standard.names.full) is used"
            Notices.shared.say("no font is called \"\(name)\": \(instead)", from: "CoreText")
            return standard
        }
    }

    /// Whether text was drawn on a machine without any font. A program that draws no text does not search for fonts.
    package static var lacksFonts: Bool {
        isMade.load(ordering: .relaxed) && shared.engine.withLock { $0.lacksFonts }
    }

    /// The face for Helvetica; a face without glyphs on a machine without fonts.
    package var standard: FontFace { engine.withLock { $0.standard } }

    /// The system's font nearest to a weight: Inter in San Francisco's place, or the standard family.
    ///
    /// - Parameter hasEqualDigits: Whether all digits are equally wide.
    package func system(weight: Int = 400, isItalic: Bool = false, hasEqualDigits: Bool = false) -> FontFace {
        engine.withLock { $0.systemFace(weight: weight, isItalic: isItalic, hasEqualDigits: hasEqualDigits) }
    }

    /// The member of a family that is nearest to a weight and a slant; nil when there is no such family.
    package func face(family: String, weight: Int, isItalic: Bool) -> FontFace? {
        engine.withLock { $0.face(family: family, weight: weight, isItalic: isItalic) }
    }

    /// The first face of a font file in memory; nil when the data is no font, or has no outlines.
    package func register(_ data: Data) -> FontFace? { engine.withLock { $0.register(data) } }

    /// What came of a font file that was to be added.
    package enum Registration: Sendable { case added, known, noFont }

    /// Adds the faces of a font file, which then are found by their names; the file has to stay where it is.
    package func register(file: String) -> Registration { engine.withLock { $0.register(file: file) } }

    // MARK: Glyphs

    /// The shapes of glyphs of a face.
    package func shapes(_ glyphs: [UInt32], of face: FontFace) -> [GlyphShape] {
        engine.withLock { engine in glyphs.map { engine.shape($0, of: face) } }
    }

    /// The glyph of a character; 0 when the face has none.
    package func glyph(for scalar: UInt32, in face: FontFace) -> UInt32 {
        engine.withLock { $0.glyph(for: scalar, in: face) }
    }

    /// The glyph with a PostScript name; 0 when the face has none.
    package func glyph(named name: String, in face: FontFace) -> UInt32 {
        engine.withLock { $0.glyph(named: name, in: face) }
    }

    /// The advance of each glyph. *Units*: font units.
    package func advances(_ glyphs: [UInt32], of face: FontFace) -> [Double] {
        engine.withLock { engine in glyphs.map { engine.advance($0, of: face) } }
    }

    // MARK: Text

    /// Counts the text that is divided and shaped, and the glyphs that are filled. What texts cost is tested by it,
    /// without a clock.
    package final class Work: Sendable {
        fileprivate let count = Atomic<Int>(0)
        /// How many bytes were given to `items` and `shape`; those that are given twice count twice.
        package var bytes: Int { count.load(ordering: .relaxed) }
        fileprivate let shaped = Atomic<Int>(0)
        /// How many parts of texts were shaped because they were not known.
        package var shapings: Int { shaped.load(ordering: .relaxed) }
        private let filled = Atomic<Int>(0)
        /// How many glyphs were filled because their coverage was not kept.
        package var fills: Int { filled.load(ordering: .relaxed) }
        /// Counts a glyph that is filled.
        package func countFill() { filled.wrappingAdd(1, ordering: .relaxed) }
        package init() {}
    }

    /// Where the work of a task is counted; nil: nowhere.
    @TaskLocal package static var work: Work?

    /// Divides a paragraph into items: by font, with a substitute for letters that a font lacks, by direction and by
    /// script.
    ///
    /// - Parameters:
    ///   - text: The paragraph in UTF-8, without the character that ends it.
    ///   - spans: The fonts, without gaps from its first byte to its last.
    ///   - direction: The direction of the paragraph.
    package func items(_ text: [UInt8], spans: [FontSpan], direction: BaseDirection) -> TextItems {
        Self.work?.count.wrappingAdd(text.count, ordering: .relaxed)
        return engine.withLock { $0.items(text, spans: spans, direction: direction) }
    }

    /// The glyphs of a part of an item, from left to right. *Units*: font units.
    ///
    /// - Parameters:
    ///   - text: The paragraph.
    ///   - line: The range in which the part has neighbours; joined letters look at those.
    ///   - part: The part; it lies in the item and in the line.
    ///   - item: Its font and direction.
    package func shape(_ text: [UInt8], line: Range<Int>, part: Range<Int>, item: TextItem) -> [ShapedGlyph] {
        Self.work?.count.wrappingAdd(part.count, ordering: .relaxed)
        return engine.withLock { engine in
            let before = engine.shapings
            defer { Self.work?.shaped.wrappingAdd(engine.shapings - before, ordering: .relaxed) }
            return engine.shape(text, line: line, part: part, item: item)
        }
    }
}
