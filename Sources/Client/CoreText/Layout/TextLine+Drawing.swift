import CoreGraphics
import MicaText

extension TextLine {
    /// Draws the line at the context's text position.
    package func draw(in context: CGContext) {
        for run in runs where run.attributes.background != nil { run.drawBackground(in: context, of: self) }
        let isLong = runs.reduce(0) { $0 + $1.glyphs.count } > TextRun.shortCount
        let seen = isLong ? context.seenText : .infinite
        var first = 0
        while first < runs.count {
            // Neighbouring runs with the same paint are drawn as one shape, as in a text that is not split: where
            // their letters touch, no pixel is painted twice.
            var end = first + 1
            while end < runs.count, runs[end].isPainted(as: runs[first]) { end += 1 }
            let glyphs =
                end == first + 1
                ? runs[first].placed(within: seen) : runs[first..<end].flatMap { $0.placed(within: seen) }
            runs[first].draw(glyphs, in: context)
            for run in runs[first..<end] { run.drawLines(in: context) }
            first = end
        }
        for run in runs where run.isAttached { run.drawAttachment(in: context) }
    }
}

extension TextRun {
    /// The glyphs that may be seen, with their positions, as the context takes them.
    ///
    /// Glyphs of a long line that are far from the clip are left out: the outlines of a megabyte of text would take
    /// gigabytes.
    ///
    /// - Parameter seen: The clip; infinite for all glyphs. *Space*: text space.
    fileprivate func placed(within seen: CGRect) -> [PlacedGlyph] {
        let isAll = seen == .infinite || attributes.shadow != nil
        // No glyph reaches further from its pen than the font's box; a stroke's mitres do.
        let box = face.metrics.box
        let reach = max(-box.minX, -box.minY, box.maxX, box.maxY) / face.metrics.unitsPerEm
        let extent = max(reach, 4) + abs(attributes.strokeWidth) / 10
        let matrix = attributes.shape
        let growth = max(1, abs(matrix.a) + abs(matrix.c), abs(matrix.b) + abs(matrix.d))
        let near = seen.insetBy(dx: -CGFloat(extent * abs(size)) * growth, dy: -CGFloat(extent * abs(size)) * growth)
        return glyphs.compactMap { glyph in
            guard glyph.glyph != .max, isAll || near.contains(glyph.position) else { return nil }
            return PlacedGlyph(glyph: glyph.glyph, position: glyph.position)
        }
    }

    /// How many glyphs of a line are drawn without a look at the clip.
    fileprivate static let shortCount = 64

    /// Draws the object that the run is.
    fileprivate func drawAttachment(in context: CGContext) {
        guard let holder = attributes.attachment else { return }
        context.saveGState()
        context.concatenate(context.textMatrix)
        for glyph in glyphs where glyph.unit >= range.lowerBound && glyph.advance > 0 {
            let bounds = attributes.attachedBounds.offsetBy(
                dx: glyph.position.x, dy: CGFloat(attributes.baselineOffset))
            holder.drawAttached(in: bounds, context)
        }
        context.restoreGState()
    }

    fileprivate func drawBackground(in context: CGContext, of line: TextLine) {
        guard let color = attributes.background else { return }
        context.saveGState()
        context.concatenate(context.textMatrix)
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: -line.descent, width: width, height: line.ascent + line.descent))
        context.restoreGState()
    }

    /// Whether letters of another run have the same face, size and paint.
    fileprivate func isPainted(as other: TextRun) -> Bool {
        let (own, others) = (attributes, other.attributes)
        return face === other.face && own.font.size == others.font.size && own.shape == others.shape
            && own.color == others.color && own.strokeWidth == others.strokeWidth
            && own.strokeColor == others.strokeColor && own.shadow == others.shadow
    }

    /// Draws the glyphs, the underline and the strikethrough.
    func draw(in context: CGContext) {
        draw(placed(within: glyphs.count > Self.shortCount ? context.seenText : .infinite), in: context)
        drawLines(in: context)
    }

    /// Draws glyphs with the run's attributes.
    fileprivate func draw(_ glyphs: [PlacedGlyph], in context: CGContext) {
        context.saveGState()
        defer { context.restoreGState() }
        let color = attributes.color
        if let color { context.setFillColor(color) }
        if let shadow = attributes.shadow {
            context.setShadow(offset: shadow.offset, blur: shadow.blur, color: shadow.color)
        }
        let isStroked = attributes.strokeWidth != 0
        if isStroked {
            if let line = attributes.strokeColor ?? color { context.setStrokeColor(line) }
            context.setLineWidth(abs(attributes.strokeWidth) / 100 * size)
            context.setTextDrawingMode(attributes.strokeWidth < 0 ? .fillStroke : .stroke)
        }
        context.show(glyphs, of: face, size: size, shape: attributes.shape)
    }

    /// Draws the underline and the strikethrough.
    fileprivate func drawLines(in context: CGContext) {
        guard attributes.underline != 0 || attributes.strike != 0 else { return }
        context.saveGState()
        defer { context.restoreGState() }
        if let color = attributes.color { context.setFillColor(color) }
        if attributes.underline != 0 {
            drawLine(attributes.underline, attributes.underlineColor, at: underlinePosition, in: context)
        }
        if attributes.strike != 0 {
            drawLine(attributes.strike, attributes.strikeColor, at: strikePosition, in: context)
        }
    }

    /// Draws a line along the run, on whole pixels where the context is not rotated.
    private func drawLine(_ style: Int, _ color: CGColor?, at middle: Double, in context: CGContext) {
        let kind = style & 0xF
        guard kind != 0, width > 0 else { return }
        context.saveGState()
        defer { context.restoreGState() }
        context.concatenate(context.textMatrix)
        if let color { context.setFillColor(color) }
        let thickness = max(underlineThickness, 1e-3) * (kind == 2 ? 2 : 1)
        var lines = [middle + attributes.baselineOffset]
        if kind == 9 { lines.append(lines[0] - 2 * thickness) }
        for y in lines {
            let line = Self.onPixels(
                CGRect(x: x, y: y - thickness / 2, width: width, height: thickness), in: context)
            for dash in dashes(style >> 8 & 0xF, of: line, unit: thickness) { context.fill(dash) }
        }
    }

    /// The rectangle, moved and thickened vertically to whole pixels; unchanged in a rotated context.
    private static func onPixels(_ rect: CGRect, in context: CGContext) -> CGRect {
        let m = context.ctm
        guard m.b == 0, m.c == 0, m.d != 0 else { return rect }
        var device = context.convertToDeviceSpace(rect)
        let height = max(1, device.height.rounded())
        device.origin.y = (device.midY - height / 2).rounded()
        device.size.height = height
        return context.convertToUserSpace(device)
    }

    private func dashes(_ pattern: Int, of line: CGRect, unit: Double) -> [CGRect] {
        let dot = CGFloat(unit)
        let lengths: [CGFloat]
        switch pattern {
        case 1: lengths = [dot, dot]
        case 2: lengths = [3 * dot, 2 * dot]
        case 3: lengths = [3 * dot, 2 * dot, dot, 2 * dot]
        case 4: lengths = [3 * dot, 2 * dot, dot, 2 * dot, dot, 2 * dot]
        default: return [line]
        }
        // Patterns of neighbouring runs are continuous, because they are counted from the line's beginning.
        var result: [CGRect] = []
        let period = lengths.reduce(0, +)
        guard period > 0, line.width / period < 10_000 else { return [line] }
        var start = (line.minX / period).rounded(.down) * period
        while start < line.maxX {
            var at = start
            for (index, length) in lengths.enumerated() {
                if index % 2 == 0 {
                    let part = CGRect(x: at, y: line.minY, width: length, height: line.height).intersection(line)
                    if !part.isEmpty { result.append(part) }
                }
                at += length
            }
            start += period
        }
        return result
    }
}

extension CGContext {
    /// The bounding box of the clip. *Space*: text space; infinite where the text matrix has no inverse.
    fileprivate var seenText: CGRect {
        let m = textMatrix
        guard m.a * m.d - m.b * m.c != 0 else { return .infinite }
        return boundingBoxOfClipPath.applying(m.inverted())
    }
}
