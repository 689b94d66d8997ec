import CoreGraphics

/// The line's measures: its width with the white space at its end, and where there is room, how far it reaches above and
/// below the baseline and what it leaves free before the next line.
public func CTLineGetTypographicBounds(
    _ line: CTLine, _ ascent: UnsafeMutablePointer<CGFloat>?, _ descent: UnsafeMutablePointer<CGFloat>?,
    _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    unsafe ascent?.pointee = CGFloat(line.line.ascent)
    unsafe descent?.pointee = CGFloat(line.line.descent)
    unsafe leading?.pointee = CGFloat(line.line.leading)
    return line.line.width
}

/// The run's measures: its width, and where there is room, how far it reaches above and below the baseline and what it
/// leaves free before the next line.
public func CTRunGetTypographicBounds(
    _ run: CTRun, _ range: CFRange, _ ascent: UnsafeMutablePointer<CGFloat>?,
    _ descent: UnsafeMutablePointer<CGFloat>?, _ leading: UnsafeMutablePointer<CGFloat>?
) -> Double {
    unsafe ascent?.pointee = CGFloat(run.run.ascent)
    unsafe descent?.pointee = CGFloat(run.run.descent)
    unsafe leading?.pointee = CGFloat(run.run.leading)
    return run.run.glyphs[run.run.indices(range)].reduce(0) { $0 + $1.advance }
}

/// Writes the numbers of glyphs; a length of 0 stands for all from the location on. Of a control character it is 0.
public func CTRunGetGlyphs(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGGlyph>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() {
        unsafe buffer[index] = glyph.glyph == .max ? 0 : CGGlyph(truncatingIfNeeded: glyph.glyph)
    }
}

/// Writes where glyphs are in the line.
public func CTRunGetPositions(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGPoint>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() { unsafe buffer[index] = glyph.position }
}

/// Writes how far glyphs move the pen.
public func CTRunGetAdvances(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CGSize>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() {
        unsafe buffer[index] = CGSize(width: glyph.advance, height: 0)
    }
}

/// Writes which letters of the text glyphs stand for.
public func CTRunGetStringIndices(_ run: CTRun, _ range: CFRange, _ buffer: UnsafeMutablePointer<CFIndex>) {
    for (index, glyph) in run.run.glyphs[run.run.indices(range)].enumerated() { unsafe buffer[index] = glyph.unit }
}

/// How far a letter of the text begins from the line's left end; behind the last one the line's width.
public func CTLineGetOffsetForStringIndex(
    _ line: CTLine, _ charIndex: CFIndex, _ secondaryOffset: UnsafeMutablePointer<CGFloat>?
) -> CGFloat {
    let offset = line.line.offset(ofUnit: charIndex)
    unsafe secondaryOffset?.pointee = offset
    return offset
}

/// Which letter of the text is at a point of the line; the nearest one outside, behind the last one past the end.
public func CTLineGetStringIndexForPosition(_ line: CTLine, _ position: CGPoint) -> CFIndex {
    line.line.unit(at: Double(position.x))
}

extension TextLine {
    /// How far a letter begins from the left end: at its right edge when it runs to the left.
    func offset(ofUnit unit: Int) -> CGFloat {
        guard unit < range.upperBound else { return isRightToLeft ? 0 : CGFloat(width) }
        for run in runs where run.range.contains(unit) {
            var pen = run.x
            var best: (unit: Int, offset: Double)?
            for glyph in run.glyphs {
                if glyph.unit <= unit, glyph.unit >= best?.unit ?? .min {
                    // Of the glyphs of one letter, the outermost.
                    let edge = run.isRightToLeft ? pen + glyph.advance : pen
                    if best?.unit != glyph.unit || run.isRightToLeft { best = (glyph.unit, edge) }
                }
                pen += glyph.advance
            }
            if let best { return CGFloat(best.offset) }
        }
        return isRightToLeft ? CGFloat(width) : 0
    }

    /// Which letter is at a distance from the left end.
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
