import CoreGraphics
import MicaText

/// Lays out a text in frames; immutable.
public final class CTFramesetter {
    let storage: TextStorage

    init(_ string: NSAttributedString) { storage = TextStorage(string, standard: standardFont) }

    func layout(_ range: CFRange) -> TextLayout {
        var layout = TextLayout(storage)
        layout.range = range.units(of: storage.units.count)
        return layout
    }
}

extension CFRange {
    /// The part of a text or a list with a number of elements. Elements that it has not are left out; a length of 0
    /// means all from the location on.
    func units(of count: Int) -> Range<Int> {
        let start = Swift.min(Swift.max(location, 0), count)
        return start..<(length == 0 ? count : start + Swift.min(Swift.max(length, 0), count - start))
    }
}

/// A text laid out in a path's bounding box; immutable.
public final class CTFrame {
    /// The bounding box of the path. *Space*: y up.
    let box: CGRect
    let path: CGPath
    let range: CFRange
    /// The lines, from the top.
    package let lines: [TextLayout.PlacedLine]

    init(box: CGRect, path: CGPath, range: CFRange, lines: [TextLayout.PlacedLine]) {
        (self.box, self.path, self.range, self.lines) = (box, path, range, lines)
    }

    /// The origin of a line's baseline. *Space*: from the lower left corner of the box, y up.
    func origin(_ line: TextLayout.PlacedLine) -> CGPoint {
        CGPoint(x: CGFloat(line.x), y: box.height - CGFloat(line.baseline))
    }
}

/// Makes a framesetter of a text.
public func CTFramesetterCreateWithAttributedString(_ attrString: CFAttributedString) -> CTFramesetter {
    CTFramesetter(attrString)
}

/// Lays out a range of the text in a path's bounding box, from its top; lines that do not fit completely are left
/// out.
///
/// A length of 0 means the rest of the text. The attributes are ignored.
public func CTFramesetterCreateFrame(
    _ framesetter: CTFramesetter, _ stringRange: CFRange, _ path: CGPath, _ frameAttributes: CFDictionary?
) -> CTFrame {
    let box = path.boundingBoxOfPath.isNull ? .zero : path.boundingBoxOfPath
    var layout = framesetter.layout(stringRange)
    layout.width = Double(box.width)
    layout.height = Double(box.height)
    let lines = layout.lines()
    let start = layout.range?.lowerBound ?? 0
    let range = lines.last.map { last in
        CFRange(
            location: start,
            length: last.line.paragraph.storage === framesetter.storage
                ? last.line.range.upperBound - start : (layout.range?.count ?? 0))
    }
    return CTFrame(box: box, path: path, range: range ?? CFRange(location: start, length: 0), lines: lines)
}

/// The size that a frame needs for a range of the text; the range that fits is written to `fitRange`.
///
/// A length of 0 means the rest of the text. The attributes are ignored.
public func CTFramesetterSuggestFrameSizeWithConstraints(
    _ framesetter: CTFramesetter, _ stringRange: CFRange, _ frameAttributes: CFDictionary?, _ constraints: CGSize,
    _ fitRange: UnsafeMutablePointer<CFRange>?
) -> CGSize {
    var layout = framesetter.layout(stringRange)
    // Constraints of 0 or less, or of 10 million or more, mean no limit.
    func limit(_ v: CGFloat) -> Double? { v > 0 && v < 1e7 ? Double(v) : nil }
    layout.width = limit(constraints.width)
    layout.height = limit(constraints.height)
    let lines = layout.lines()
    let start = layout.range?.lowerBound ?? 0
    let end = lines.last.map { $0.line.range.upperBound } ?? start
    unsafe fitRange?.pointee = CFRange(location: start, length: end - start)
    let isMoved = layout.width != nil
    let width = lines.map { line in
        let settings = line.line.paragraph.attributes.paragraph
        return line.line.visibleWidth + max(settings.headIndent, isMoved ? 0 : max(0, line.x))
    }.max()
    return CGSize(width: width ?? 0, height: lines.last?.bottom ?? 0)
}

/// Draws the frame at its path.
public func CTFrameDraw(_ frame: CTFrame, _ context: CGContext) {
    context.saveGState()
    let saved = context.textMatrix
    for line in frame.lines {
        let origin = frame.origin(line)
        context.textPosition = CGPoint(x: frame.box.minX + origin.x, y: frame.box.minY + origin.y)
        line.line.draw(in: context)
    }
    context.textMatrix = saved
    context.restoreGState()
}

/// The lines: CTLine values.
public func CTFrameGetLines(_ frame: CTFrame) -> CFArray { frame.lines.map { CTLine(line: $0.line) } }

/// Writes the origins of lines, from the lower left corner of the path's bounding box. A length of 0 means all lines
/// from the location on.
public func CTFrameGetLineOrigins(_ frame: CTFrame, _ range: CFRange, _ origins: UnsafeMutablePointer<CGPoint>) {
    for (index, line) in frame.lines[range.units(of: frame.lines.count)].enumerated() {
        unsafe origins[index] = frame.origin(line)
    }
}

/// The path that the frame was laid out in.
public func CTFrameGetPath(_ frame: CTFrame) -> CGPath { frame.path }

/// The range of the text that fits in the frame.
public func CTFrameGetVisibleStringRange(_ frame: CTFrame) -> CFRange { frame.range }
