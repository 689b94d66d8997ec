internal import CLibPango
import Foundation
import MicaBase

/// FreeType itself.
@safe final class FreeTypeLibrary {
    fileprivate let library: FT_Library?

    init() {
        var made: FT_Library?
        unsafe library = unsafe FT_Init_FreeType(&made) == 0 ? made : nil
    }

    deinit { if let library = unsafe library { unsafe FT_Done_FreeType(library) } }
}

/// An open face of a font file: outlines from FreeType, shaping by HarfBuzz, both in the font's units.
@safe final class OpenFont {
    let names: FontNames
    let metrics: FontMetrics
    private let face: FT_Face
    private let font: OpaquePointer
    private let library: FreeTypeLibrary
    /// How many pixels of the glyphs' pictures the font's size has.
    private let pixelsPerEm: Double
    /// The optical edges; nil if the font has none.
    private lazy var opticalBounds = OpticalBoundsTable(table("opbd"))

    /// Opens a face; nil when the file is no font, or a font without outlines and pictures.
    init?(library: FreeTypeLibrary, file: String, index: Int) {
        var opened: FT_Face?
        guard let freeType = unsafe library.library, unsafe FT_New_Face(freeType, file, index, &opened) == 0,
            let face = unsafe opened
        else { return nil }
        let hasOutlines = unsafe mica_has_outlines(face) != 0
        let hasPictures = unsafe mica_has_color(face) != 0 && mica_has_sizes(face) != 0
        // `hb_blob_create_from_file_or_fail` is younger than the HarfBuzz of Ubuntu 22.04 (2.7): no bytes mean the same.
        guard hasOutlines || hasPictures, let blob = unsafe hb_blob_create_from_file(file),
            unsafe hb_blob_get_length(blob) > 0
        else {
            unsafe FT_Done_Face(face)
            return nil
        }
        // HarfBuzz counts its own references: the font holds the face, which holds the file's bytes.
        let shaped = unsafe hb_face_create(blob, UInt32(index))
        unsafe hb_blob_destroy(blob)
        let font = unsafe hb_font_create(shaped)
        let units = unsafe Double(hb_face_get_upem(shaped))
        unsafe hb_face_destroy(shaped)
        guard let font = unsafe font else {
            unsafe FT_Done_Face(face)
            return nil
        }
        var pixels = 0.0
        let isPictures = hasPictures && !hasOutlines
        if isPictures {
            // The largest pictures in the file.
            let sizes = unsafe (0..<Int(face.pointee.num_fixed_sizes)).map {
                unsafe Double(face.pointee.available_sizes[$0].y_ppem) / 64
            }
            let best = sizes.indices.max { sizes[$0] < sizes[$1] } ?? 0
            unsafe FT_Select_Size(face, Int32(best))
            pixels = sizes.isEmpty ? 1 : max(sizes[best], 1)
        }
        unsafe self.face = unsafe face
        unsafe self.font = unsafe font
        self.library = library
        pixelsPerEm = pixels
        metrics = unsafe Self.metrics(of: face, units: units, isPictures: isPictures)
        names = unsafe Self.names(of: face)
    }

    deinit {
        unsafe hb_font_destroy(font)
        unsafe FT_Done_Face(face)
    }

    private static func metrics(of face: FT_Face, units: Double, isPictures: Bool) -> FontMetrics {
        var result = FontMetrics()
        result.unitsPerEm = max(units, 1)
        result.isPictures = isPictures
        result.glyphCount = unsafe Int(face.pointee.num_glyphs)
        result.isMonospaced = unsafe mica_is_monospaced(face) != 0
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_HHEA) {
            let lines = unsafe table.assumingMemoryBound(to: TT_HoriHeader.self)
            result.ascent = unsafe Double(lines.pointee.Ascender)
            result.descent = unsafe -Double(lines.pointee.Descender)
            result.lineGap = unsafe max(0, Double(lines.pointee.Line_Gap))
        } else {
            result.ascent = unsafe Double(face.pointee.ascender)
            result.descent = unsafe -Double(face.pointee.descender)
            result.lineGap = unsafe max(0, Double(face.pointee.height) - result.ascent - result.descent)
        }
        let box = unsafe face.pointee.bbox
        result.box = (Double(box.xMin), Double(box.yMin), Double(box.xMax), Double(box.yMax))
        result.underlinePosition = unsafe Double(face.pointee.underline_position)
        result.underlineThickness = unsafe Double(face.pointee.underline_thickness)
        if result.underlineThickness <= 0 {
            (result.underlinePosition, result.underlineThickness) = (-result.unitsPerEm / 10, result.unitsPerEm / 20)
        }
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_OS2) {
            let os2 = unsafe table.assumingMemoryBound(to: TT_OS2.self)
            result.capHeight = unsafe Double(os2.pointee.sCapHeight)
            result.xHeight = unsafe Double(os2.pointee.sxHeight)
            result.strikePosition = unsafe Double(os2.pointee.yStrikeoutPosition)
        }
        if let table = unsafe FT_Get_Sfnt_Table(face, FT_SFNT_POST) {
            let post = unsafe table.assumingMemoryBound(to: TT_Postscript.self)
            result.italicAngle = unsafe Double(post.pointee.italicAngle) / 65536
        }
        // Old fonts state none of these: they are measured on letters.
        if result.xHeight <= 0 { result.xHeight = unsafe height(of: "x", in: face) ?? result.ascent / 2 }
        if result.capHeight <= 0 { result.capHeight = unsafe height(of: "H", in: face) ?? result.ascent * 0.75 }
        if result.strikePosition <= 0 { result.strikePosition = result.xHeight / 2 }
        return result
    }

    private static func height(of letter: Unicode.Scalar, in face: FT_Face) -> Double? {
        let glyph = unsafe FT_Get_Char_Index(face, FT_ULong(letter.value))
        guard glyph != 0, unsafe FT_Load_Glyph(face, glyph, mica_load_outline()) == 0 else { return nil }
        return unsafe Double(face.pointee.glyph.pointee.metrics.horiBearingY)
    }

    /// The names in the file itself, for fonts that Fontconfig does not know.
    private static func names(of face: FT_Face) -> FontNames {
        let family = unsafe face.pointee.family_name.map { unsafe String(cString: $0) } ?? "unnamed"
        let style = unsafe face.pointee.style_name.map { unsafe String(cString: $0) } ?? "Regular"
        let full = style == "Regular" ? family : "\(family) \(style)"
        let postScript = unsafe FT_Get_Postscript_Name(face).map { unsafe String(cString: $0) }
        let flags = unsafe face.pointee.style_flags
        return FontNames(
            family: family, style: style, full: full, postScript: postScript ?? full.filter { $0 != " " },
            weight: flags & 2 != 0 ? 700 : 400, width: 100, isItalic: flags & 1 != 0)
    }

    // MARK: Glyphs

    func glyph(for scalar: UInt32) -> UInt32 {
        var glyph: hb_codepoint_t = 0
        return unsafe hb_font_get_nominal_glyph(font, scalar, &glyph) != 0 ? glyph : 0
    }

    func glyph(named name: String) -> UInt32 { unsafe FT_Get_Name_Index(face, name) }

    func advance(of glyph: UInt32) -> Double { unsafe Double(hb_font_get_glyph_h_advance(font, glyph)) }

    /// The bytes of a table; empty if the font has none of this name.
    private func table(_ name: String) -> [UInt8] {
        let tag = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        guard let blob = unsafe hb_face_reference_table(hb_font_get_face(font), tag) else { return [] }
        defer { unsafe hb_blob_destroy(blob) }
        var length: UInt32 = 0
        guard let data = unsafe hb_blob_get_data(blob, &length), length > 0 else { return [] }
        return unsafe data.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
            unsafe Array(UnsafeBufferPointer(start: $0, count: Int(length)))
        }
    }

    /// A glyph's optical edges; nil if the font has none for it.
    func opticalEdges(of glyph: UInt32) -> OpticalEdges? {
        guard let table = opticalBounds, let entry = table.entry(of: Int(glyph)) else { return nil }
        // A distance is how far the glyph is moved to the right, so that its edge lies on the margin.
        if !table.hasPoints { return OpticalEdges(left: -Double(entry.left), right: Double(entry.right)) }
        guard unsafe FT_Load_Glyph(face, glyph, mica_load_outline()) == 0 else { return nil }
        let outline = unsafe face.pointee.glyph.pointee.outline
        func x(_ index: Int) -> Double? {
            guard index >= 0, unsafe index < Int(outline.n_points), let points = unsafe outline.points else {
                return nil
            }
            return unsafe Double(points[index].x)
        }
        let right = x(entry.right).map { advance(of: glyph) - $0 }
        return OpticalEdges(left: x(entry.left) ?? 0, right: right ?? 0)
    }

    func shape(of glyph: UInt32) -> GlyphShape { metrics.isPictures ? picture(of: glyph) : outline(of: glyph) }

    private func outline(of glyph: UInt32) -> GlyphShape {
        guard unsafe FT_Load_Glyph(face, glyph, mica_load_outline()) == 0 else { return .empty }
        var path = Path()
        var visits = unsafe FT_Outline_Funcs(
            move_to: { to, path in
                unsafe outlineVisit(path) {
                    $0.close(); unsafe $0.move(to: point(to))
                }
            },
            line_to: { to, path in unsafe outlineVisit(path) { unsafe $0.line(to: point(to)) } },
            conic_to: { control, to, path in
                unsafe outlineVisit(path) { unsafe $0.quad(control: point(control), to: point(to)) }
            },
            cubic_to: { first, second, to, path in
                unsafe outlineVisit(path) {
                    unsafe $0.cubic(control1: point(first), control2: point(second), to: point(to))
                }
            }, shift: 0, delta: 0)
        var outline = unsafe face.pointee.glyph.pointee.outline
        let result = unsafe withUnsafeMutablePointer(to: &path) {
            unsafe FT_Outline_Decompose(&outline, &visits, $0)
        }
        guard result == 0 else { return .empty }
        path.close()
        return path.isEmpty ? .empty : .outline(path)
    }

    private func picture(of glyph: UInt32) -> GlyphShape {
        guard unsafe FT_Load_Glyph(face, glyph, mica_load_picture()) == 0 else { return .empty }
        let slot = unsafe face.pointee.glyph.pointee
        let map = unsafe slot.bitmap
        let (width, height, pitch) = unsafe (Int(map.width), Int(map.rows), Int(map.pitch))
        guard unsafe map.pixel_mode == UInt8(FT_PIXEL_MODE_BGRA.rawValue), width > 0, height > 0, pitch >= width * 4,
            let bytes = unsafe map.buffer
        else { return .empty }
        var bitmap = Bitmap(width: width, height: height)
        for y in 0..<height {
            for x in 0..<width {
                let at = y * pitch + x * 4
                let (blue, green) = unsafe (UInt32(bytes[at]), UInt32(bytes[at + 1]))
                let (red, alpha) = unsafe (UInt32(bytes[at + 2]), UInt32(bytes[at + 3]))
                bitmap.pixels[y * width + x] = alpha << 24 | red << 16 | green << 8 | blue
            }
        }
        return unsafe .picture(
            GlyphPicture(
                bitmap: bitmap, pixelsPerEm: pixelsPerEm, left: Double(slot.bitmap_left), top: Double(slot.bitmap_top)))
    }

    // MARK: Shaping

    func shape(_ text: [UInt8], line: Range<Int>, part: Range<Int>, item: TextItem) -> [ShapedGlyph] {
        guard !part.isEmpty, let buffer = unsafe hb_buffer_create() else { return [] }
        defer { unsafe hb_buffer_destroy(buffer) }
        unsafe text.withUnsafeBufferPointer { bytes in
            guard let start = bytes.baseAddress else { return }
            unsafe (start + line.lowerBound).withMemoryRebound(to: CChar.self, capacity: line.count) {
                unsafe hb_buffer_add_utf8(
                    buffer, $0, Int32(line.count), UInt32(part.lowerBound - line.lowerBound), Int32(part.count))
            }
        }
        unsafe hb_buffer_set_direction(buffer, item.level % 2 == 0 ? HB_DIRECTION_LTR : HB_DIRECTION_RTL)
        unsafe hb_buffer_set_script(buffer, hb_script_t(rawValue: item.script))
        unsafe hb_buffer_set_language(buffer, hb_language_from_string("en", -1))
        var features: [hb_feature_t] = []
        func set(_ name: String, _ value: UInt32) {
            let tag = name.utf8.reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            features.append(hb_feature_t(tag: tag, value: value, start: 0, end: UInt32.max))
        }
        func off(_ name: String) { set(name, 0) }
        if !item.ligatures { for name in ["liga", "clig", "dlig"] { off(name) } }
        if !item.kerning { off("kern") }
        if item.face.hasEqualDigits { set("tnum", 1) }
        unsafe features.withUnsafeBufferPointer {
            unsafe hb_shape(font, buffer, $0.baseAddress, UInt32($0.count))
        }
        var count: UInt32 = 0
        let infos = unsafe hb_buffer_get_glyph_infos(buffer, &count)
        let positions = unsafe hb_buffer_get_glyph_positions(buffer, &count)
        guard let infos = unsafe infos, let positions = unsafe positions else { return [] }
        return (0..<Int(count)).map { index in
            let (info, position) = unsafe (infos[index], positions[index])
            return ShapedGlyph(
                glyph: info.codepoint, cluster: Int(info.cluster) + line.lowerBound,
                advance: position.x_advance,
                x: position.x_offset, y: position.y_offset)
        }
    }
}

private func outlineVisit(_ path: UnsafeMutableRawPointer?, _ body: (inout Path) -> Void) -> Int32 {
    guard let path = unsafe path else { return 1 }
    unsafe body(&path.assumingMemoryBound(to: Path.self).pointee)
    return 0
}

private func point(_ vector: UnsafePointer<FT_Vector>?) -> Point {
    guard let vector = unsafe vector else { return .zero }
    return unsafe Point(Double(vector.pointee.x), Double(vector.pointee.y))
}
