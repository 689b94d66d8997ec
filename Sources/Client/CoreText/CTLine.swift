import CoreGraphics
import MicaText

/// A line of text; immutable. *Units*: points. *Space*: x from the line's left end, y up from the baseline.
public final class CTLine {
    /// The laid out line.
    package let line: TextLine

    /// Makes a line of a laid out line.
    package init(line: TextLine) { self.line = line }
}

/// Where a line that is too wide is truncated.
public enum CTLineTruncationType: UInt32, Sendable {
    /// At the beginning.
    case start = 0
    /// At the end.
    case end = 1
    /// In the middle.
    case middle = 2
}

/// The font of text without a font attribute: Helvetica at 12 points in Core Text.
package let standardFont = CTFont(face: FontLibrary.shared.standard, size: 12)

/// Makes one line of a whole text, of any width; paragraph separators have no width.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
    let storage = TextStorage(attrString, standard: standardFont)
    let paragraph = TextParagraph(storage, range: 0..<storage.units.count)
    return CTLine(line: TextLine(paragraph, part: 0..<paragraph.bytes.count))
}

/// Makes a line that fits a width, with a token in place of the truncated text. The line itself when it fits; nil
/// when not even the token fits.
///
/// Only the token's letters are used, in the font of the text at the cut. Without a token, an ellipsis is used.
public func CTLineCreateTruncatedLine(
    _ line: CTLine, _ width: Double, _ truncationType: CTLineTruncationType, _ truncationToken: CTLine?
) -> CTLine? {
    let token = truncationToken.map { Array($0.line.paragraph.storage.units[$0.line.range]) } ?? [0x2026]
    let truncation: Truncation =
        switch truncationType {
        case .start: .start
        case .end: .end
        case .middle: .middle
        }
    guard let cut = line.line.truncated(to: width, truncation, token: token) else { return nil }
    return CTLine(line: cut)
}

/// Makes a line with wider spaces, to fill a width; nil when the width is less than the line's own.
///
/// - Parameter justificationFactor: The fraction of the missing width that is added, from 0 to 1.
public func CTLineCreateJustifiedLine(
    _ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double
) -> CTLine? {
    guard justificationWidth >= line.line.visibleWidth else { return nil }
    return CTLine(
        line: line.line.justified(to: justificationWidth, factor: min(max(Double(justificationFactor), 0), 1)))
}

/// Draws the line at the context's text position, and moves the text position to the line's end.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    line.line.draw(in: context)
    context.textPosition = CGPoint(x: line.line.width, y: 0).applying(context.textMatrix)
}

/// The number of glyphs.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.line.runs.reduce(0) { $0 + $1.glyphs.count } }

/// The runs, from left to right: CTRun values.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.line.runs.map { CTRun(run: $0) } }

/// The line's range in the text, in units of UTF-16.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
    CFRange(location: line.line.range.lowerBound, length: line.line.range.count)
}

/// The width of the white space at the line's end.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { line.line.trailing }

/// The offset of the line's left end within a width: at the left for a factor of 0, at the right for 1.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
    max(0, flushWidth - line.line.visibleWidth) * min(max(Double(flushFactor), 0), 1)
}

/// The rectangle around the glyphs' outlines, in the context.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
    var all = CGRect.null
    for run in line.line.runs { all = all.union(run.imageBounds(run.glyphs.indices)) }
    guard !all.isNull else { return .zero }
    let origin = context?.textPosition ?? .zero
    return all.offsetBy(dx: origin.x, dy: origin.y)
}

/// Consecutive glyphs of a line with equal attributes; immutable.
public final class CTRun {
    /// The laid out run.
    package let run: TextRun

    init(run: TextRun) { self.run = run }
}

/// Properties of a run's glyphs.
public struct CTRunStatus: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a status from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// The run is right to left.
    public static let rightToLeft = CTRunStatus(rawValue: 1)
    /// The glyphs are not in the order of the letters.
    public static let nonMonotonic = CTRunStatus(rawValue: 2)
    /// The glyphs need a matrix of their own; never set here.
    public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 4)
}

/// The number of glyphs.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.run.glyphs.count }

/// The given attributes, with the font that is used.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
    var result: [AnyHashable: Any] = [:]
    for (key, value) in run.run.attributes.given { result[key.rawValue] = value }
    let font = run.run.attributes.font
    result[kCTFontAttributeName] =
        run.run.face == font.face ? font : CTFont(face: run.run.face, size: font.size, matrix: font.matrix)
    return result
}

/// The run's properties.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { run.run.isRightToLeft ? .rightToLeft : [] }

/// The run's range in the text, in units of UTF-16.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
    CFRange(location: run.run.range.lowerBound, length: run.run.range.count)
}

/// Draws glyphs of the run at their positions in the line, which begins at the context's text position. A length of 0
/// means all glyphs from the location on.
public func CTRunDraw(_ run: CTRun, _ context: CGContext, _ range: CFRange) {
    var part = run.run
    let chosen = part.indices(range)
    if chosen != part.glyphs.indices {
        let glyphs = Array(part.glyphs[chosen])
        part.x = glyphs.first.map { Double($0.position.x) } ?? part.x
        part.width = glyphs.reduce(0) { $0 + $1.advance }
        part.glyphs = glyphs
    }
    part.draw(in: context)
}

extension TextRun {
    /// The glyphs in a range; a length of 0 means all from the location on.
    func indices(_ range: CFRange) -> Range<Int> { range.units(of: glyphs.count) }

    /// The rectangle around the outlines of glyphs. *Space*: the line's.
    func imageBounds(_ part: Range<Int>) -> CGRect {
        var all = CGRect.null
        let scale = size / face.metrics.unitsPerEm
        let shapes = FontLibrary.shared.shapes(glyphs[part].map { $0.glyph }, of: face)
        for (glyph, shape) in zip(glyphs[part], shapes) where glyph.glyph != .max {
            let box: CGRect
            switch shape {
            case .empty: continue
            case .outline(let path):
                guard let bounds = path.bounds else { continue }
                box = CGRect(
                    x: bounds.minimum.x * scale, y: bounds.minimum.y * scale,
                    width: (bounds.maximum.x - bounds.minimum.x) * scale,
                    height: (bounds.maximum.y - bounds.minimum.y) * scale
                ).applying(attributes.shape)
            case .picture(let picture):
                let pixel = size / picture.pixelsPerEm
                let (width, height) = (Double(picture.bitmap.width), Double(picture.bitmap.height))
                box = CGRect(
                    x: picture.left * pixel, y: (picture.top - height) * pixel, width: width * pixel,
                    height: height * pixel)
            }
            all = all.union(box.offsetBy(dx: glyph.position.x, dy: glyph.position.y))
        }
        return all
    }
}
