import CoreGraphics

/// The line's width, with the white space at its end. Ascent, descent and leading are written to their pointers
/// unless nil.
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    unsafe ascent?.pointee = CGFloat(line.line.ascent)
    unsafe descent?.pointee = CGFloat(line.line.descent)
    unsafe leading?.pointee = CGFloat(line.line.leading)
    return line.line.width
}

/// The run's width. Ascent, descent and leading are written to their pointers unless nil.
public func CTRunGetTypographicBounds(
    _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?,
    _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    unsafe ascent?.pointee = CGFloat(run.run.ascent)
    unsafe descent?.pointee = CGFloat(run.run.descent)
    unsafe leading?.pointee = CGFloat(run.run.leading)
    return run.run.glyphs[run.run.indices(range)].reduce(0) { $0 + $1.advance }
}

/// Writes the indices of glyphs in the font; 0 for control characters. A length of 0 means all glyphs from the
/// location on.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() {
        unsafe buffer[index] = glyph.glyph == .max ? 0 : CGGlyph(truncatingIfNeeded: glyph.glyph)
    }
}

/// Writes the positions of glyphs in the line.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() { unsafe buffer[index] = glyph.position }
}

/// Writes the advances of glyphs.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() {
        unsafe buffer[index] = CGSize(width: glyph.advance, height: 0)
    }
}

/// Writes each glyph's index in the text, in units of UTF-16.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() { unsafe buffer[index] = glyph.unit }
}

/// The distance from the line's left end to a letter's leading edge; after the last letter, to the line's end.
public func CTLineGetOffsetForStringIndex(
    _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
    let offset = line.line.offset(ofUnit: charIndex)
    unsafe secondaryOffset?.pointee = offset
    return offset
}

/// The text index nearest to a point, as for a caret; beyond the line's end, the index after the last letter.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
    line.line.unit(at: Double(position.x))
}

extension TextLine {
    /// The distance from the left end to a letter's leading edge, which is its right edge in right-to-left text.
    func offset(ofUnit unit: Int) -> CGFloat {
        guard unit < range.upperBound else { return isRightToLeft ? 0 : CGFloat(width) }
        for run in runs where run.range.contains(unit) {
            var pen = run.x
            var best: (unit: Int, offset: Double)?
            for glyph in run.glyphs {
                if glyph.unit <= unit, glyph.unit >= best?.unit ?? .min {
                    // If a letter has several glyphs, the outermost counts.
                    let edge = run.isRightToLeft ? pen + glyph.advance : pen
                    if best?.unit != glyph.unit || run.isRightToLeft { best = (glyph.unit, edge) }
                }
                pen += glyph.advance
            }
            if let best { return CGFloat(best.offset) }
        }
        return isRightToLeft ? CGFloat(width) : 0
    }

    /// The text index nearest to a distance from the left end.
    func unit(at x: Double) -> Int {
        guard let first = runs.first, let last = runs.last else { return range.lowerBound }
        if x <= first.x { return isRightToLeft ? range.upperBound : range.lowerBound }
        if x >= last.x + last.width { return isRightToLeft ? range.lowerBound : range.upperBound }
        for run in runs where x < run.x + run.width {
            var pen = run.x
            for glyph in run.glyphs {
                let isBeforeMiddle = x < pen + glyph.advance / 2
                if x < pen + glyph.advance {
                    if isBeforeMiddle != run.isRightToLeft { return glyph.unit }
                    let following = run.glyphs.map { $0.unit }.filter { $0 > glyph.unit }.min()
                    return following ?? run.range.upperBound
                }
                pen += glyph.advance
            }
        }
        return range.upperBound
    }
}
