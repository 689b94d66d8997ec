internal import CLibPango

/// The part of Pango that divides a paragraph: directions, scripts, substitutes for fonts, and where lines may end.
@safe final class Itemizer {
    private let map: OpaquePointer
    private let context: OpaquePointer
    /// What Pango is asked for, by face.
    private var descriptions: [Int: OpaquePointer] = unsafe [:]

    init?(config: OpaquePointer) {
        guard let map = unsafe mica_font_map(config), let context = unsafe pango_font_map_create_context(map) else {
            return nil
        }
        unsafe self.map = unsafe map
        unsafe self.context = unsafe context
        // Not the environment's language, so that everybody gets the same fonts.
        unsafe pango_context_set_language(context, pango_language_from_string("en"))
    }

    deinit {
        unsafe descriptions.values.forEach { unsafe pango_font_description_free($0) }
        unsafe g_object_unref(gpointer(context))
        unsafe g_object_unref(gpointer(map))
    }

    func items(
        _ text: [UInt8], spans: [FontSpan], direction: BaseDirection, fallbacks: [String],
        face: (String, Int) -> FontFace?, covers: (FontFace, UInt32) -> Bool
    ) -> TextItems {
        let attributes = unsafe pango_attr_list_new()
        defer { unsafe pango_attr_list_unref(attributes) }
        for span in spans {
            let description = unsafe description(of: span.face, fallbacks: fallbacks)
            unsafe mica_attr_list_insert_font(
                attributes, description, UInt32(span.range.lowerBound), UInt32(span.range.upperBound))
        }
        return unsafe text.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                unsafe items(
                    characters, attributes: attributes, spans: spans, direction: direction, face: face, covers: covers,
                    bytes: text)
            }
        }
    }

    private func description(of face: FontFace, fallbacks: [String]) -> OpaquePointer? {
        if let known = unsafe descriptions[face.id] { return unsafe known }
        let description = unsafe pango_font_description_new()
        let names = (face.base ?? face).names
        let families = ([names.family] + fallbacks).joined(separator: ",")
        unsafe pango_font_description_set_family(description, families)
        unsafe pango_font_description_set_weight(description, PangoWeight(rawValue: UInt32(names.weight)))
        unsafe pango_font_description_set_style(
            description, names.isItalic ? PANGO_STYLE_ITALIC : PANGO_STYLE_NORMAL)
        // Sizes do not matter: glyphs are measured in the font's own units.
        unsafe pango_font_description_set_absolute_size(description, 32 * 1024)
        unsafe descriptions[face.id] = unsafe description
        return unsafe description
    }

    private func items(
        _ characters: UnsafeBufferPointer<CChar>, attributes: OpaquePointer?, spans: [FontSpan],
        direction: BaseDirection, face: (String, Int) -> FontFace?, covers: (FontFace, UInt32) -> Bool, bytes: [UInt8]
    ) -> TextItems {
        let (start, count) = (characters.baseAddress, Int32(characters.count))
        let isRightToLeft =
            switch direction {
            case .natural: unsafe mica_is_right_to_left(start, count) != 0
            case .leftToRight: false
            case .rightToLeft: true
            }
        let list = unsafe pango_itemize_with_base_dir(
            context, isRightToLeft ? PANGO_DIRECTION_RTL : PANGO_DIRECTION_LTR, start, 0, count, attributes, nil)
        var result: [TextItem] = []
        var span = 0
        var node = unsafe list
        while let current = unsafe node {
            if let item = unsafe current.pointee.data?.assumingMemoryBound(to: MicaPangoItem.self) {
                unsafe append(
                    item.pointee, spans: spans, from: &span, face: face, covers: covers, bytes: bytes, to: &result)
                unsafe mica_item_free(item)
            }
            unsafe node = unsafe current.pointee.next
        }
        unsafe g_list_free(list)
        return unsafe TextItems(
            items: Self.cutAtMarks(result, bytes), baseLevel: isRightToLeft ? 1 : 0,
            breaks: breaks(start, count, bytes: bytes))
    }

    /// Appends an item, cut where the wanted fonts change. `span` is the first span that the items before left.
    private func append(
        _ item: MicaPangoItem, spans: [FontSpan], from span: inout Int, face: (String, Int) -> FontFace?,
        covers: (FontFace, UInt32) -> Bool,
        bytes: [UInt8], to result: inout [TextItem]
    ) {
        let range = unsafe Int(item.offset)..<Int(item.offset + item.length)
        let script = unsafe mica_hb_script(item.analysis.script).rawValue
        let level = unsafe Int(item.analysis.level)
        let found = unsafe Self.file(of: item.analysis.font).flatMap { face($0.file, $0.index) }
        // Both are in order: the items before have used up the spans before.
        while span < spans.count, spans[span].range.upperBound <= range.lowerBound { span += 1 }
        for span in spans[span...] {
            guard span.range.lowerBound < range.upperBound else { break }
            let part = range.clamped(to: span.range)
            guard !part.isEmpty else { continue }
            func append(_ range: Range<Int>, _ face: FontFace) {
                result.append(
                    TextItem(
                        range: range, face: face, level: level, script: script, ligatures: span.ligatures,
                        kerning: span.kerning))
            }
            // Another file of the wanted family is no substitute.
            guard let found, found.names.family != (span.face.base ?? span.face).names.family else {
                append(part, span.face)
                continue
            }
            // Pango may take another font though the wanted one has all letters: digits beside Arabic from an emoji
            // font. Text that is to be drawn as emoji says so.
            let cuts = Self.coverage(of: part, bytes) { $0 != 0xFE0F && covers(span.face, $0) }
            if span.face.isInMemory || cuts.allSatisfy({ $0.isCovered }) {
                for (range, isCovered) in cuts { append(range, isCovered ? span.face : found) }
            } else {
                append(part, found)
            }
        }
    }

    /// How many combining marks in a row are shaped together. Unicode's stream-safe text has at most 30 (UAX 15, 13). A
    /// shaper's time grows with the square of their number, and faster for text of no language.
    private static let marksInARow = 64

    /// Items cut where too many marks follow each other to be shaped together.
    private static func cutAtMarks(_ items: [TextItem], _ bytes: [UInt8]) -> [TextItem] {
        guard bytes.count > 2 * marksInARow else { return items }
        var result: [TextItem] = []
        for item in items {
            var (start, count, offset) = (item.range.lowerBound, 0, item.range.lowerBound)
            for scalar in String(decoding: bytes[item.range], as: UTF8.self).unicodeScalars {
                if scalar.value >= 0x300, scalar.properties.canonicalCombiningClass != .notReordered {
                    count += 1
                } else {
                    count = 0
                }
                if count > marksInARow {
                    var part = item
                    part.range = start..<offset
                    result.append(part)
                    (start, count) = (offset, 1)
                }
                offset += UTF8.width(scalar)
            }
            var rest = item
            rest.range = start..<item.range.upperBound
            result.append(rest)
        }
        return result
    }

    /// Cuts a part where letters that a font has and letters that it does not have meet.
    private static func coverage(
        of part: Range<Int>, _ bytes: [UInt8], _ covers: (UInt32) -> Bool
    ) -> [(range: Range<Int>, isCovered: Bool)] {
        var result: [(range: Range<Int>, isCovered: Bool)] = []
        var start = part.lowerBound
        for scalar in String(decoding: bytes[part], as: UTF8.self).unicodeScalars {
            let end = start + UTF8.width(scalar)
            let isCovered = covers(scalar.value)
            if let last = result.last, last.isCovered == isCovered {
                result[result.count - 1].range = last.range.lowerBound..<end
            } else {
                result.append((start..<end, isCovered))
            }
            start = end
        }
        return result
    }

    private static func file(of font: OpaquePointer?) -> (file: String, index: Int)? {
        guard let pattern = unsafe mica_pattern_of(font) else { return nil }
        var name: UnsafeMutablePointer<FcChar8>?
        var index: Int32 = 0
        guard unsafe FcPatternGetString(pattern, FC_FILE, 0, &name) == FcResultMatch, let name = unsafe name else {
            return nil
        }
        _ = unsafe FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
        return unsafe (String(cString: name), Int(index & 0xFFFF))
    }

    /// The breaks that are allowed before each character of a text.
    func breaks(of text: [UInt8]) -> [BreakFlags] {
        unsafe text.withUnsafeBufferPointer { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) {
                unsafe breaks($0.baseAddress, Int32($0.count), bytes: text)
            }
        }
    }

    private func breaks(_ start: UnsafePointer<CChar>?, _ count: Int32, bytes: [UInt8]) -> [BreakFlags] {
        // A character begins at each byte that is not a continuation byte.
        let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 }
        let attributes = UnsafeMutablePointer<MicaPangoLogAttr>.allocate(capacity: starts.count + 1)
        defer { unsafe attributes.deallocate() }
        unsafe attributes.initialize(repeating: MicaPangoLogAttr(), count: starts.count + 1)
        unsafe mica_get_log_attrs(start, count, attributes, Int32(starts.count + 1))
        var result = [BreakFlags](repeating: [], count: bytes.count + 1)
        for (index, byte) in (starts + [bytes.count]).enumerated() {
            result[byte] = unsafe BreakFlags(rawValue: UInt8(mica_log_attr_bits(attributes, Int32(index))))
        }
        return result
    }
}
