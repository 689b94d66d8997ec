import CoreGraphics
import MicaText

/// A line of text; immutable. *Units*: points. *Space*: x from the line's beginning at the left, y up from the baseline.
public final class CTLine {
    /// What it consists of.
    package let line: TextLine

    /// Makes a line of its content.
    package init(line: TextLine) { self.line = line }
}

/// What is left out of a line that is too wide.
public enum CTLineTruncationType: UInt32, Sendable {
    /// The beginning.
    case start = 0
    /// The end.
    case end = 1
    /// The middle.
    case middle = 2
}

/// The font of text that has none: Core Text's is Helvetica at 12 points.
package let standardFont = CTFont(face: FontLibrary.shared.standard, size: 12)

/// Makes a line of all of a text, whatever its width; what ends paragraphs takes no room.
public func CTLineCreateWithAttributedString(_ attrString: CFAttributedString) -> CTLine {
    let storage = TextStorage(attrString, standard: standardFont)
    let paragraph = TextParagraph(storage, range: 0..<storage.units.count)
    return CTLine(line: TextLine(paragraph, part: 0..<paragraph.bytes.count))
}

/// Makes a line that is no wider than a width, with a token in place of what is left out; the line itself when it
/// fits, nil when not even the token does.
///
/// Of the token only the letters are taken, an ellipsis without one; they are in the font of where they stand.
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

/// Makes a line whose spaces are widened towards a width; nil when that is less than the line's own.
///
/// - Parameter justificationFactor: How much of what is missing is added, from 0 to 1.
public func CTLineCreateJustifiedLine(
    _ line: CTLine, _ justificationFactor: CGFloat, _ justificationWidth: Double
) -> CTLine? {
    guard justificationWidth >= line.line.visibleWidth else { return nil }
    return CTLine(
        line: line.line.justified(to: justificationWidth, factor: min(max(Double(justificationFactor), 0), 1)))
}

/// Draws the line where the context's text position is, which is at its end afterwards.
public func CTLineDraw(_ line: CTLine, _ context: CGContext) {
    line.line.draw(in: context)
    context.textPosition = CGPoint(x: line.line.width, y: 0).applying(context.textMatrix)
}

/// How many glyphs there are.
public func CTLineGetGlyphCount(_ line: CTLine) -> CFIndex { line.line.runs.reduce(0) { $0 + $1.glyphs.count } }

/// The runs, from left to right: CTRun values.
public func CTLineGetGlyphRuns(_ line: CTLine) -> CFArray { line.line.runs.map { CTRun(run: $0) } }

/// Where the line's letters are in the text.
public func CTLineGetStringRange(_ line: CTLine) -> CFRange {
    CFRange(location: line.line.range.lowerBound, length: line.line.range.count)
}

/// How wide the white space at the end is.
public func CTLineGetTrailingWhitespaceWidth(_ line: CTLine) -> Double { line.line.trailing }

/// How far the line begins from the left so that it lies in a width: at the left for 0, at the right for 1.
public func CTLineGetPenOffsetForFlush(_ line: CTLine, _ flushFactor: CGFloat, _ flushWidth: Double) -> Double {
    max(0, flushWidth - line.line.visibleWidth) * min(max(Double(flushFactor), 0), 1)
}

/// The rectangle around the outlines of the glyphs, as it lies in the context.
public func CTLineGetImageBounds(_ line: CTLine, _ context: CGContext?) -> CGRect {
    var all = CGRect.null
    for run in line.line.runs { all = all.union(run.imageBounds(run.glyphs.indices)) }
    guard !all.isNull else { return .zero }
    let origin = context?.textPosition ?? .zero
    return all.offsetBy(dx: origin.x, dy: origin.y)
}

/// The runs of a frame's or a line's letters with equal attributes; immutable.
public final class CTRun {
    /// What it consists of.
    package let run: TextRun

    init(run: TextRun) { self.run = run }
}

/// What is special about a run.
public struct CTRunStatus: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32
    /// Makes a status from its bits.
    public init(rawValue: UInt32) { self.rawValue = rawValue }
    /// It runs to the left.
    public static let rightToLeft = CTRunStatus(rawValue: 1)
    /// The glyphs are not in the order of the letters.
    public static let nonMonotonic = CTRunStatus(rawValue: 2)
    /// The glyphs need a matrix of their own; never so here.
    public static let hasNonIdentityMatrix = CTRunStatus(rawValue: 4)
}

/// How many glyphs there are.
public func CTRunGetGlyphCount(_ run: CTRun) -> CFIndex { run.run.glyphs.count }

/// The attributes as they were given, with the font that was used.
public func CTRunGetAttributes(_ run: CTRun) -> CFDictionary {
    var result: [AnyHashable: Any] = [:]
    for (key, value) in run.run.attributes.given { result[key.rawValue] = value }
    let font = run.run.attributes.font
    result[kCTFontAttributeName] =
        run.run.face == font.face ? font : CTFont(face: run.run.face, size: font.size, matrix: font.matrix)
    return result
}

/// What is special about the run.
public func CTRunGetStatus(_ run: CTRun) -> CTRunStatus { run.run.isRightToLeft ? .rightToLeft : [] }

/// Where the run's letters are in the text.
public func CTRunGetStringRange(_ run: CTRun) -> CFRange {
    CFRange(location: run.run.range.lowerBound, length: run.run.range.count)
}

/// Draws glyphs of the run as they lie in the line that begins at the context's text position; a length of 0 stands for
/// all from the location on.
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
    /// The glyphs that a range names; a length of 0 stands for all from the location on.
    func indices(_ range: CFRange) -> Range<Int> {
        let start = min(max(range.location, 0), glyphs.count)
        let end = range.length == 0 ? glyphs.count : min(max(start, range.location + range.length), glyphs.count)
        return start..<end
    }

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
                    height: (bounds.maximum.y - bounds.minimum.y) * scale)
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
