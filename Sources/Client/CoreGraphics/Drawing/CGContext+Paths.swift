import MicaBase
import MicaRaster

extension CGContext {
    /// Clears the path.
    public func beginPath() { devicePath = CGMutablePath() }

    /// Begins a subpath at a point.
    public func move(to point: CGPoint) { devicePath.move(to: point, transform: ctm) }

    /// Appends a line. An empty path stays empty.
    public func addLine(to point: CGPoint) { devicePath.addLine(to: point, transform: ctm) }

    /// Appends a cubic curve. An empty path stays empty.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        devicePath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
    }

    /// Appends a quadratic curve. An empty path stays empty.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        devicePath.addQuadCurve(to: end, control: control, transform: ctm)
    }

    /// Closes the subpath with a line to its start.
    public func closePath() { devicePath.closeSubpath() }

    /// Appends a closed rectangle.
    public func addRect(_ rect: CGRect) { devicePath.addRect(rect, transform: ctm) }

    /// Appends closed rectangles.
    public func addRects(_ rects: [CGRect]) { devicePath.addRects(rects, transform: ctm) }

    /// Appends a subpath of lines, which begins at the first point.
    public func addLines(between points: [CGPoint]) { devicePath.addLines(between: points, transform: ctm) }

    /// Appends a closed ellipse that fills a rectangle.
    public func addEllipse(in rect: CGRect) { devicePath.addEllipse(in: rect, transform: ctm) }

    /// Appends a circular arc, after a line to its start when there is a current point.
    ///
    /// *Units*: radians. *Space*: user space; clockwise as seen with y up.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        devicePath.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: ctm)
    }

    /// Appends a circular arc that touches two lines, after a line to its start: the lines from the current point to
    /// `end1`, and from there to `end2`.
    public func addArc(tangent1End end1: CGPoint, tangent2End end2: CGPoint, radius: CGFloat) {
        devicePath.addArc(tangent1End: end1, tangent2End: end2, radius: radius, transform: ctm)
    }

    /// Appends every element of a path.
    public func addPath(_ path: CGPath) { devicePath.addPath(path, transform: ctm) }

    /// Replaces the path by the outline of its stroke.
    public func replacePathWithStrokedPath() {
        let scale = Double(max(hypot(ctm.a, ctm.b), hypot(ctm.c, ctm.d)))
        guard ctm.isInvertible, scale > 0 else { return beginPath() }
        let user = devicePath.path.transformed(by: ctm.inverted())
        let outline = user.stroked(strokeParameters(width: state.lineWidth).style, tolerance: 0.02 / scale)
        devicePath = CGMutablePath(path: outline.transformed(by: ctm))
    }

    /// A copy of the path, in user space; nil when the path is empty.
    public var path: CGPath? {
        if devicePath.isEmpty { return nil }
        return CGPath(path: devicePath.path.transformed(by: ctm.inverted()))
    }

    /// Whether the path has no elements.
    public var isPathEmpty: Bool { devicePath.isEmpty }

    /// The start of the next segment, in user space; the origin when the path is empty.
    public var currentPointOfPath: CGPoint {
        devicePath.isEmpty ? .zero : devicePath.currentPoint.applying(ctm.inverted())
    }

    /// The smallest rectangle of user space around all points, control points included; null when the path is empty.
    public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

    /// Whether drawing the path with `mode` would paint a point of user space.
    public func pathContains(_ point: CGPoint, mode: CGPathDrawingMode) -> Bool {
        guard let path else { return false }
        let style = strokeParameters(width: state.lineWidth).style
        var stroked: CGPath { CGPath(path: path.path.stroked(style, tolerance: 0.001)) }
        switch mode {
        case .fill: return path.contains(point)
        case .eoFill: return path.contains(point, using: .evenOdd)
        case .stroke: return stroked.contains(point)
        case .fillStroke: return path.contains(point) || stroked.contains(point)
        case .eoFillStroke: return path.contains(point, using: .evenOdd) || stroked.contains(point)
        }
    }

    /// Fills the path, and clears it.
    public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

    /// Strokes the path, and clears it.
    public func strokePath() { drawPath(using: .stroke) }

    /// Fills or strokes the path, or both, and clears it.
    public func drawPath(using mode: CGPathDrawingMode) {
        let outline = devicePath.path
        beginPath()
        switch mode {
        case .fill: fill(outline, .winding)
        case .eoFill: fill(outline, .evenOdd)
        case .stroke: stroke(outline, width: state.lineWidth)
        case .fillStroke:
            fill(outline, .winding)
            stroke(outline, width: state.lineWidth)
        case .eoFillStroke:
            fill(outline, .evenOdd)
            stroke(outline, width: state.lineWidth)
        }
    }

    /// Fills a rectangle, and clears the path.
    public func fill(_ rect: CGRect) { fill([rect]) }

    /// Fills rectangles, and clears the path.
    public func fill(_ rects: [CGRect]) {
        beginPath()
        addRects(rects)
        fillPath()
    }

    /// Strokes a rectangle, and clears the path.
    public func stroke(_ rect: CGRect) { stroke(rect, width: CGFloat(state.lineWidth)) }

    /// Strokes a rectangle with a line width, and clears the path.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        beginPath()
        addRect(rect)
        let outline = devicePath.path
        beginPath()
        stroke(outline, width: Double(width))
    }

    /// Makes a rectangle transparent, or black in a context without alpha, in any blend mode; clears the path.
    public func clear(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        let outline = devicePath.path
        beginPath()
        let paint = PreparedPaint(pattern: CanvasPaint(red: 0, green: 0, blue: 0, alpha: 1))
        draw(.fill(outline.transformed(by: deviceToPixels), .winding), paint, mode: .clear, shadow: nil)
    }

    /// Fills an ellipse within a rectangle, and clears the path.
    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    /// Strokes an ellipse within a rectangle, and clears the path.
    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    /// Strokes lines between pairs of points, 0 to 1, 2 to 3 and so on; clears the path.
    public func strokeLineSegments(between points: [CGPoint]) {
        beginPath()
        for index in stride(from: 0, to: points.count - 1, by: 2) {
            move(to: points[index])
            addLine(to: points[index + 1])
        }
        strokePath()
    }

    private func fill(_ outline: Path, _ rule: CGPathFillRule) {
        guard !outline.isEmpty, let paint = prepared(state.fill) else { return }
        draw(.fill(outline.transformed(by: deviceToPixels), rule), paint)
    }

    private func stroke(_ outline: Path, width: Double) {
        guard !outline.isEmpty, width > 0, width.isFinite, ctm.isInvertible, let paint = prepared(state.stroke) else {
            return
        }
        draw(.stroke(outline.transformed(by: deviceToPixels), strokeParameters(width: width)), paint)
    }

    /// The parameters of a stroke in the current state.
    func strokeParameters(width: Double) -> StrokeParameters {
        StrokeParameters(
            width: width, cap: state.lineCap, join: state.lineJoin, miterLimit: max(1, state.miterLimit),
            phase: state.dashPhase, lengths: state.dashLengths, matrix: ctm.concatenating(deviceToPixels))
    }
}

extension CGAffineTransform {
    /// Whether the transformation has an inverse.
    var isInvertible: Bool {
        let determinant = a * d - b * c
        return determinant != 0 && (1 / determinant).isFinite && tx.isFinite && ty.isFinite
    }
}
