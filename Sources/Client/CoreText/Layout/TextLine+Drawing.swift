import CoreGraphics
import MicaText

extension TextLine {
    /// Draws the line where the context's text position is.
    package func draw(in context: CGContext) {
        for run in runs where run.attributes.background != nil { run.drawBackground(in: context, of: self) }
        for run in runs { run.draw(in: context) }
    }
}

extension TextRun {
    /// The glyphs, for the context.
    private var placed: [PlacedGlyph] {
        glyphs.compactMap { $0.glyph == .max ? nil : PlacedGlyph(glyph: $0.glyph, position: $0.position) }
    }

    fileprivate func drawBackground(in context: CGContext, of line: TextLine) {
        guard let color = attributes.background else { return }
        context.saveGState()
        context.concatenate(context.textMatrix)
        context.setFillColor(color)
        context.fill(CGRect(x: x, y: -line.descent, width: width, height: line.ascent + line.descent))
        context.restoreGState()
    }

    /// Draws the glyphs and the lines under and through them.
    func draw(in context: CGContext) {
        context.saveGState()
        defer { context.restoreGState() }
        let color = attributes.color
        if let color { context.setFillColor(color) }
        let isStroked = attributes.strokeWidth != 0
        if isStroked {
            if let line = attributes.strokeColor ?? color { context.setStrokeColor(line) }
            context.setLineWidth(abs(attributes.strokeWidth) / 100 * size)
            context.setTextDrawingMode(attributes.strokeWidth < 0 ? .fillStroke : .stroke)
        }
        context.show(placed, of: face, size: size, shape: attributes.font.matrix)
        if attributes.underline != 0 {
            drawLine(attributes.underline, attributes.underlineColor, at: underlinePosition, in: context)
        }
        if attributes.strike != 0 {
            drawLine(attributes.strike, attributes.strikeColor, at: strikePosition, in: context)
        }
    }

    /// Draws a line along the run, on whole pixels where the context is upright.
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

    /// The rectangle, moved and thickened to whole pixels up and down; as it is when the context is turned.
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
        // Patterns of neighbours go on, as they are counted from the line's beginning.
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
