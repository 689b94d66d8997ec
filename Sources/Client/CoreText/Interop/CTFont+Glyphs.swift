import CoreGraphics
import MicaText

/// A unit of UTF-16.
public typealias UniChar = UInt16

/// Finds the glyphs of characters; false when a glyph is missing, which is then 0. For a surrogate pair, the second
/// glyph is 0.
public func CTFontGetGlyphsForCharacters(
    _ font: CTFont, _ characters: UnsafePointer<UniChar>, _ glyphs: UnsafeMutablePointer<CGGlyph>, _ count: CFIndex
) -> Bool {
    var isComplete = true
    var index = 0
    while index < count {
        let unit = unsafe characters[index]
        var scalar = UInt32(unit)
        var length = 1
        if UTF16.isLeadSurrogate(unit), index + 1 < count, unsafe UTF16.isTrailSurrogate(characters[index + 1]) {
            scalar = unsafe 0x10000 + (UInt32(unit) - 0xD800) << 10 + (UInt32(characters[index + 1]) - 0xDC00)
            length = 2
            unsafe glyphs[index + 1] = 0
        }
        let glyph = FontLibrary.shared.glyph(for: scalar, in: font.face)
        unsafe glyphs[index] = CGGlyph(truncatingIfNeeded: glyph)
        if glyph == 0 { isComplete = false }
        index += length
    }
    return isComplete
}

/// The sum of the glyphs' advances; each advance is written to `advances` unless nil.
@discardableResult
public func CTFontGetAdvancesForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
    _ advances: UnsafeMutablePointer<CGSize>?, _ count: CFIndex
) -> Double {
    let wanted = (0..<max(count, 0)).map { unsafe UInt32(glyphs[$0]) }
    let units = FontLibrary.shared.advances(wanted, of: font.face)
    for (index, unit) in units.enumerated() {
        unsafe advances?[index] = CGSize(width: unit * font.scale + font.tracking, height: 0).applying(font.matrix)
    }
    return units.reduce(0, +) * font.scale + font.tracking * Double(units.count)
}

/// The rectangle around all glyphs; each glyph's rectangle is written to `boundingRects` unless nil.
@discardableResult
public func CTFontGetBoundingRectsForGlyphs(
    _ font: CTFont, _ orientation: CTFontOrientation, _ glyphs: UnsafePointer<CGGlyph>,
    _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex
) -> CGRect {
    var all = CGRect.null
    for index in 0..<max(count, 0) {
        let box = unsafe CTFontCreatePathForGlyph(font, glyphs[index], nil)?.boundingBoxOfPath ?? .zero
        unsafe boundingRects?[index] = box
        all = all.union(box)
    }
    return all.isNull ? .zero : all
}

/// The optical rectangle around glyphs that follow each other; each glyph's rectangle is written to `boundingRects` unless
/// nil.
///
/// A glyph's rectangle is as high as the font's ascent and descent. It is as wide as the glyph's advance, less the
/// optical edges of fonts that have them (`opbd` table). *Source*: Apple, CTFontGetOpticalBoundsForGlyphs.
///
/// - Parameter options: Ignored; Apple reserves it.
@discardableResult
public func CTFontGetOpticalBoundsForGlyphs(
    _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ boundingRects: UnsafeMutablePointer<CGRect>?, _ count: CFIndex,
    _ options: CFOptionFlags
) -> CGRect {
    let wanted = (0..<max(count, 0)).map { unsafe UInt32(glyphs[$0]) }
    let advances = FontLibrary.shared.advances(wanted, of: font.face)
    let edges = FontLibrary.shared.opticalEdges(wanted, of: font.face)
    let (ascent, descent) = (font.face.metrics.ascent * font.scale, font.face.metrics.descent * font.scale)
    var all = CGRect.null
    var x = 0.0
    for (index, (advance, edge)) in zip(advances, edges).enumerated() {
        let box = CGRect(
            x: edge.left * font.scale, y: -descent, width: (advance - edge.left - edge.right) * font.scale,
            height: ascent + descent
        ).applying(font.matrix)
        unsafe boundingRects?[index] = box
        all = all.union(box.offsetBy(dx: x, dy: 0))
        x += advance * font.scale
    }
    return all.isNull ? .zero : all
}

/// Draws glyphs with the context's colours. *Space*: positions are in text space.
public func CTFontDrawGlyphs(
    _ font: CTFont, _ glyphs: UnsafePointer<CGGlyph>, _ positions: UnsafePointer<CGPoint>, _ count: Int,
    _ context: CGContext
) {
    let placed = (0..<max(count, 0)).map { index in
        unsafe PlacedGlyph(glyph: UInt32(glyphs[index]), position: positions[index])
    }
    context.show(placed, of: font.face, size: font.size, shape: font.matrix)
}
