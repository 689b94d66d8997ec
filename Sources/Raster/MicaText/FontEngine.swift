internal import CLibPango
import Foundation
import MicaTrace

/// A font file of the machine, as Fontconfig describes it.
struct FontRecord {
    var file: String
    var index: Int
    var names: FontNames
    /// Whether its glyphs are pictures in colours; otherwise they are outlines.
    var isColored: Bool
}

/// The state of a `FontLibrary`, behind its lock.
@safe final class FontEngine {
    /// The glyphs that were drawn last.
    var glyphs: GlyphCache
    /// The texts that were shaped last.
    private var shaped = ShapingCache(budget: 16 << 20)
    private var plain = PlainText()
    /// Keeps at most so many bytes of shaped texts from now on, and none of those before.
    func keepTexts(bytes: Int) { shaped = ShapingCache(budget: bytes) }

    /// How many parts of texts HarfBuzz has shaped.
    private(set) var shapings = 0

    private var records: [FontRecord] = []
    /// The faces that were asked for, by file and index.
    private var faces: [String: FontFace] = [:]
    private var opened: [Int: OpenFont?] = [:]
    private var byName: [String: FontFace?] = [:]
    /// The system's fonts that were asked for: each label asks for one.
    var systemFaces: [SystemFont.Style: FontFace] = [:]
    private let files: FreeTypeLibrary
    /// The part that uses Pango; nil when Pango could not be had.
    let itemizer: Itemizer?
    private var standardFace: FontFace?

    init(glyphBudget: Int) {
        glyphs = GlyphCache(budget: glyphBudget)
        files = FreeTypeLibrary()
        // Held by Pango's font map, which reads it on a thread of its own: nothing is added to it later.
        guard let config = unsafe FcConfigCreate() else {
            itemizer = nil
            return
        }
        let rules = Array(FontConfiguration.rules.utf8) + [0]
        unsafe rules.withUnsafeBufferPointer { buffer in
            _ = unsafe FcConfigParseAndLoadFromMemory(config, buffer.baseAddress, 1)
        }
        unsafe FcConfigBuildFonts(config)
        itemizer = unsafe Itemizer(config: config)
        records = unsafe Self.records(of: config)
    }

    // MARK: Finding

    private static func records(of config: OpaquePointer) -> [FontRecord] {
        guard let pattern = unsafe FcPatternCreate(), let wanted = unsafe FcObjectSetCreate() else { return [] }
        defer {
            unsafe FcPatternDestroy(pattern)
            unsafe FcObjectSetDestroy(wanted)
        }
        for name in [
            FC_FILE, FC_INDEX, FC_FAMILY, FC_STYLE, FC_FULLNAME, FC_POSTSCRIPT_NAME, FC_WEIGHT, FC_WIDTH, FC_SLANT,
            FC_COLOR, FC_SCALABLE, FC_VARIABLE,
        ] {
            unsafe FcObjectSetAdd(wanted, name)
        }
        guard let list = unsafe FcFontList(config, pattern, wanted) else { return [] }
        defer { unsafe FcFontSetDestroy(list) }
        var result: [FontRecord] = []
        for index in 0..<Int(unsafe list.pointee.nfont) {
            guard let entry = unsafe list.pointee.fonts[index] else { continue }
            if let record = unsafe record(of: entry) { result.append(record) }
        }
        // The order of a folder's files differs by machine.
        return result.sorted { ($0.file, $0.index) < ($1.file, $1.index) }
    }

    private static func text(_ pattern: OpaquePointer, _ key: String) -> String? {
        var value: UnsafeMutablePointer<FcChar8>?
        guard unsafe FcPatternGetString(pattern, key, 0, &value) == FcResultMatch, let value = unsafe value else {
            return nil
        }
        return unsafe String(cString: value)
    }

    private static func number(_ pattern: OpaquePointer, _ key: String) -> Double? {
        var value = 0.0
        if unsafe FcPatternGetDouble(pattern, key, 0, &value) == FcResultMatch { return value }
        var whole: Int32 = 0
        return unsafe FcPatternGetInteger(pattern, key, 0, &whole) == FcResultMatch ? Double(whole) : nil
    }

    private static func flag(_ pattern: OpaquePointer, _ key: String) -> Bool {
        var value: FcBool = 0
        return unsafe FcPatternGetBool(pattern, key, 0, &value) == FcResultMatch && value != 0
    }

    /// The record of a pattern; nil for one without outlines and colours, and for one that is several fonts.
    private static func record(of pattern: OpaquePointer) -> FontRecord? {
        let isColored = unsafe flag(pattern, FC_COLOR)
        guard unsafe flag(pattern, FC_SCALABLE) || isColored, unsafe !flag(pattern, FC_VARIABLE),
            let file = unsafe text(pattern, FC_FILE), let family = unsafe text(pattern, FC_FAMILY)
        else { return nil }
        let style = unsafe text(pattern, FC_STYLE) ?? "Regular"
        let full = unsafe text(pattern, FC_FULLNAME) ?? "\(family) \(style)"
        let index = unsafe Int(number(pattern, FC_INDEX) ?? 0)
        guard index < 1 << 16 else { return nil }
        let names = FontNames(
            family: family, style: style, full: full,
            postScript: unsafe text(pattern, FC_POSTSCRIPT_NAME) ?? full.filter { $0 != " " },
            weight: Int(FcWeightToOpenTypeDouble(unsafe number(pattern, FC_WEIGHT) ?? 80)),
            width: unsafe Int(number(pattern, FC_WIDTH) ?? 100),
            isItalic: unsafe (number(pattern, FC_SLANT) ?? 0) > 0)
        return FontRecord(file: file, index: index, names: names, isColored: isColored)
    }

    private static func plain(_ name: String) -> String { name.lowercased().filter { $0 != " " } }

    func face(named name: String) -> FontFace? {
        if let known = byName[name] { return known }
        let face = lookUp(name)
        // Names come from documents; few are asked for again.
        if byName.count >= 4_096 { byName.removeAll() }
        byName[name] = .some(face)
        return face
    }

    private func lookUp(_ name: String) -> FontFace? {
        let key = Self.plain(name)
        guard !key.isEmpty else { return nil }
        if let style = AppleFontNames.systemStyle(of: name) {
            return systemFace(weight: style.weight, isItalic: style.isItalic)
        }
        if let apple = AppleFontNames.meaning(of: name),
            let face = face(family: apple.family, weight: apple.isBold ? 700 : 400, isItalic: apple.isItalic)
        {
            return face
        }
        let exact = records.first {
            Self.plain($0.names.postScript) == key || Self.plain($0.names.full) == key
        }
        if let exact { return face(of: exact) }
        if let face = face(family: name, weight: 400, isItalic: false) { return face }
        // A family with a style, however the two are joined.
        let families = Set(records.map { $0.names.family }).sorted { ($1.count, $0) < ($0.count, $1) }
        for family in families where key.hasPrefix(Self.plain(family)) {
            guard let style = FontStyle(key.dropFirst(Self.plain(family).count)) else { continue }
            return face(family: family, weight: style.isBold ? 700 : 400, isItalic: style.isItalic)
        }
        guard let near = AppleFontNames.nearest(to: name),
            let face = face(family: near.family, weight: near.isBold ? 700 : 400, isItalic: near.isItalic)
        else { return nil }
        Notices.shared.say(
            "the font \"\(name)\" of iOS is not installed: \(face.names.full) is used", from: "CoreText")
        return face
    }

    func face(family: String, weight: Int, isItalic: Bool) -> FontFace? {
        let key = Self.plain(family)
        if key == Self.plain(SystemFont.family) { return systemFace(weight: weight, isItalic: isItalic) }
        func distance(_ record: FontRecord) -> Int {
            abs(record.names.weight - weight) + (record.names.isItalic == isItalic ? 0 : 10000)
                + abs(record.names.width - 100) * 100
        }
        let members = records.filter { Self.plain($0.names.family) == key }
        return members.min { distance($0) < distance($1) }.flatMap { face(of: $0) }
    }

    /// The families of the machine's fonts, in order of their names.
    var families: [String] { Set(records.map { $0.names.family }).sorted() }

    /// The PostScript names of the faces of a family, in order.
    func faceNames(of family: String) -> [String] {
        let key = Self.plain(family)
        return Set(records.filter { Self.plain($0.names.family) == key }.map { $0.names.postScript }).sorted()
    }

    /// Whether a font was asked for and the machine has none.
    var lacksFonts: Bool { standardFace?.isMissing == true }

    /// The font for Helvetica, or else any font.
    var standard: FontFace {
        if let standardFace { return standardFace }
        let families = AppleFontNames.fallbacks + records.filter { !$0.isColored }.map { $0.names.family }
        let found = families.lazy.compactMap { self.face(family: $0, weight: 400, isItalic: false) }.first
        if found?.names.family != AppleFontNames.fallbacks[0] {
            let instead = found.map { "\($0.names.full) is used" } ?? "no text is drawn"
            let missing = AppleFontNames.fallbacks[0]
            Notices.shared.say("the font \(missing) is not installed (run dev/setup): \(instead)", from: "CoreText")
        }
        let face =
            found ?? FontFace(id: -1, file: "", index: 0, names: FontNames(family: "none"), metrics: FontMetrics())
        standardFace = face
        return face
    }

    private func face(of record: FontRecord) -> FontFace? { face(file: record.file, index: record.index, record.names) }

    /// The face in a file that Pango found; nil when the file cannot be read.
    func face(file: String, index: Int, _ names: FontNames? = nil) -> FontFace? {
        let key = "\(index) \(file)"
        if let known = faces[key] { return known }
        guard let open = OpenFont(library: files, file: file, index: index) else { return nil }
        let known = names ?? records.first { $0.file == file && $0.index == index }?.names
        let face = FontFace(
            id: faces.count, file: file, index: index, names: known ?? open.names, metrics: open.metrics)
        faces[key] = face
        opened[face.id] = open
        FontConfiguration.note(file)
        return face
    }

    /// The system's font that a face is drawn as.
    func variant(of base: FontFace, hasEqualDigits: Bool) -> FontFace {
        let key = "system\(hasEqualDigits ? " digits" : "") \(base.id)"
        if let known = faces[key] { return known }
        let face = FontFace(
            id: faces.count, file: base.file, index: base.index, names: SystemFont.names(of: base),
            metrics: SystemFont.metrics(of: base), base: base, hasEqualDigits: hasEqualDigits)
        faces[key] = face
        opened[face.id] = opened[base.id]
        return face
    }

    /// Fontconfig does not know such a font: the itemizer searches it for letters itself.
    func register(_ data: Data) -> FontFace? {
        guard let file = FontMemory.file(holding: data) else { return nil }
        guard let open = OpenFont(library: files, file: file.path, index: 0), !open.metrics.isPictures else {
            return nil
        }
        file.keep()
        records.append(FontRecord(file: file.path, index: 0, names: open.names, isColored: false))
        forgetSearches()
        return face(file: file.path, index: 0)
    }

    /// Adds the faces with outlines of a font file on the disk.
    func register(file: String) -> FontLibrary.Registration {
        guard !records.contains(where: { $0.file == file }) else { return .known }
        var found: [FontRecord] = []
        // A collection has some faces; a file of another kind has none, and the first one fails.
        while found.count < 64, let open = OpenFont(library: files, file: file, index: found.count) {
            guard !open.metrics.isPictures else { break }
            found.append(FontRecord(file: file, index: found.count, names: open.names, isColored: false))
        }
        guard !found.isEmpty else { return .noFont }
        records += found
        forgetSearches()
        return .added
    }

    /// Forgets what was searched among fewer fonts: a name or a letter that no font had may be in a new one.
    private func forgetSearches() {
        byName.removeAll()
        systemFaces.removeAll()
        shaped = ShapingCache(budget: shaped.budget)
    }

    // MARK: Glyphs

    func open(_ face: FontFace) -> OpenFont? {
        if let known = opened[face.id] { return known }
        return nil
    }

    func shape(_ glyph: UInt32, of face: FontFace) -> GlyphShape {
        glyphs.shape(GlyphCache.Key(face: face.id, glyph: glyph)) { open(face)?.shape(of: glyph) ?? .empty }
    }

    func glyph(for scalar: UInt32, in face: FontFace) -> UInt32 { open(face)?.glyph(for: scalar) ?? 0 }

    func glyph(named name: String, in face: FontFace) -> UInt32 { open(face)?.glyph(named: name) ?? 0 }

    func advance(_ glyph: UInt32, of face: FontFace) -> Double { open(face)?.advance(of: glyph) ?? 0 }

    // MARK: Text

    func shape(_ text: [UInt8], line: Range<Int>, part: Range<Int>, item: TextItem) -> [ShapedGlyph] {
        func make() -> [ShapedGlyph] {
            shapings += 1
            return open(item.face)?.shape(text, line: line, part: part, item: item) ?? []
        }
        guard line == 0..<text.count else { return make() }
        let key = ShapingCache.Part(
            text: text, part: part, face: item.face.id, isRightToLeft: item.level % 2 == 1, script: item.script,
            ligatures: item.ligatures, kerning: item.kerning)
        return shaped.glyphs(key, make: make)
    }

    func items(_ text: [UInt8], spans: [FontSpan], direction: BaseDirection) -> TextItems {
        guard let itemizer, !text.isEmpty else {
            let level = direction == .rightToLeft ? 1 : 0
            return TextItems(items: [], baseLevel: level, breaks: Array(repeating: [], count: text.count + 1))
        }
        guard spans.count == 1, spans[0].range == 0..<text.count else {
            return divided(text, spans: spans, direction: direction, itemizer)
        }
        let key = ShapingCache.Division(
            text: text, face: spans[0].face.id, ligatures: spans[0].ligatures, kerning: spans[0].kerning,
            direction: direction)
        return shaped.items(key) {
            if direction != .rightToLeft,
                let item = plain.item(text, spans[0], covers: { glyph(for: $0, in: spans[0].face) != 0 })
            {
                return TextItems(
                    items: [item], baseLevel: 0, breaks: PlainText.breaks(of: text) ?? itemizer.breaks(of: text))
            }
            return divided(text, spans: spans, direction: direction, itemizer)
        }
    }

    /// A paragraph as Pango divides it.
    func divided(_ text: [UInt8], spans: [FontSpan], direction: BaseDirection, _ itemizer: Itemizer) -> TextItems {
        var result = itemizer.items(
            text, spans: spans, direction: direction, fallbacks: AppleFontNames.fallbacks,
            face: { [unowned self] in self.face(file: $0, index: $1) },
            covers: { [unowned self] in self.glyph(for: $1, in: $0) != 0 })
        joinLetters(&result, text)
        return result
    }

    /// Gives each grapheme to a single font: a mark goes to the font of its letter, which may have both as one glyph,
    /// or the letter goes to the font of its mark.
    private func joinLetters(_ text: inout TextItems, _ bytes: [UInt8]) {
        guard text.items.count > 1 else { return }
        for index in text.items.indices.dropFirst() {
            let (first, second) = (text.items[index - 1], text.items[index])
            let seam = second.range.lowerBound
            guard first.level == second.level, first.range.upperBound == seam,
                !text.breaks[seam].contains(.grapheme), !first.range.isEmpty
            else { continue }
            let start = (0..<seam).last { text.breaks[$0].contains(.grapheme) } ?? 0
            let end = (seam + 1..<bytes.count).first { text.breaks[$0].contains(.grapheme) } ?? bytes.count
            guard start >= first.range.lowerBound, end <= second.range.upperBound else { continue }
            func has(_ item: TextItem) -> Bool {
                shape(bytes, line: start..<end, part: start..<end, item: item).allSatisfy { $0.glyph != 0 }
            }
            if has(first) {
                text.items[index - 1].range = first.range.lowerBound..<end
                text.items[index].range = end..<second.range.upperBound
            } else if has(second) {
                text.items[index - 1].range = first.range.lowerBound..<start
                text.items[index].range = start..<second.range.upperBound
            }
        }
        text.items.removeAll { $0.range.isEmpty }
    }
}
