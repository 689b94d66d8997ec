import MicaGeometry
import MicaRaster

extension CGContext {
    /// Forgets the path.
    public func beginPath() { devicePath = CGMutablePath() }

    /// Begins a subpath.
    public func move(to point: CGPoint) { devicePath.move(to: point, transform: ctm) }

    /// Appends a line; nothing in an empty path.
    public func addLine(to point: CGPoint) { devicePath.addLine(to: point, transform: ctm) }

    /// Appends a cubic curve; nothing in an empty path.
    public func addCurve(to end: CGPoint, control1: CGPoint, control2: CGPoint) {
        devicePath.addCurve(to: end, control1: control1, control2: control2, transform: ctm)
    }

    /// Appends a quadratic curve; nothing in an empty path.
    public func addQuadCurve(to end: CGPoint, control: CGPoint) {
        devicePath.addQuadCurve(to: end, control: control, transform: ctm)
    }

    /// Closes the subpath with a line to where it began.
    public func closePath() { devicePath.closeSubpath() }

    /// Appends a closed rectangle.
    public func addRect(_ rect: CGRect) { devicePath.addRect(rect, transform: ctm) }

    /// Appends closed rectangles.
    public func addRects(_ rects: [CGRect]) { devicePath.addRects(rects, transform: ctm) }

    /// Appends a subpath of lines from the first point on.
    public func addLines(between points: [CGPoint]) { devicePath.addLines(between: points, transform: ctm) }

    /// Appends a closed ellipse that fills a rectangle.
    public func addEllipse(in rect: CGRect) { devicePath.addEllipse(in: rect, transform: ctm) }

    /// Appends an arc, and a line to it where there is a current point.
    ///
    /// *Units*: radians. *Space*: user space; clockwise as seen where y points up.
    public func addArc(center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool) {
        devicePath.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise,
            transform: ctm)
    }

    /// Appends an arc that touches the line to one point, and the line from there to another, and a line to the arc.
    public func addArc(tangent1End end1: CGPoint, tangent2End end2: CGPoint, radius: CGFloat) {
        devicePath.addArc(tangent1End: end1, tangent2End: end2, radius: radius, transform: ctm)
    }

    /// Appends every element of a path.
    public func addPath(_ path: CGPath) { devicePath.addPath(path, transform: ctm) }

    /// Makes the path the outline of the line that stroking it would draw.
    public func replacePathWithStrokedPath() {
        let scale = Double(max(hypot(ctm.a, ctm.b), hypot(ctm.c, ctm.d)))
        guard ctm.isInvertible, scale > 0 else { return beginPath() }
        let user = devicePath.path.transformed(by: ctm.inverted())
        let outline = user.stroked(strokeParameters(width: state.lineWidth).style, tolerance: 0.02 / scale)
        devicePath = CGMutablePath(path: outline.transformed(by: ctm))
    }

    /// The path as it is now, in user space; nil when it is empty.
    public var path: CGPath? {
        if devicePath.isEmpty { return nil }
        return CGPath(path: devicePath.path.transformed(by: ctm.inverted()))
    }

    /// Whether the path has no element.
    public var isPathEmpty: Bool { devicePath.isEmpty }

    /// Where the next segment begins; the origin when the path is empty.
    public var currentPointOfPath: CGPoint {
        devicePath.isEmpty ? .zero : devicePath.currentPoint.applying(ctm.inverted())
    }

    /// The smallest rectangle of user space around all points, those that only steer curves included; null without any.
    public var boundingBoxOfPath: CGRect { path?.boundingBox ?? .null }

    /// Whether drawing the path would paint a point of user space.
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

    /// Paints the inside of the path, and forgets the path.
    public func fillPath(using rule: CGPathFillRule = .winding) { drawPath(using: rule == .winding ? .fill : .eoFill) }

    /// Paints a line along the path, and forgets the path.
    public func strokePath() { drawPath(using: .stroke) }

    /// Paints the inside of the path, a line along it, or both, and forgets the path.
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

    /// Paints a rectangle, and forgets the path.
    public func fill(_ rect: CGRect) { fill([rect]) }

    /// Paints rectangles, and forgets the path.
    public func fill(_ rects: [CGRect]) {
        beginPath()
        addRects(rects)
        fillPath()
    }

    /// Paints a line along a rectangle, and forgets the path.
    public func stroke(_ rect: CGRect) { stroke(rect, width: CGFloat(state.lineWidth)) }

    /// Paints a line of a width along a rectangle, and forgets the path.
    public func stroke(_ rect: CGRect, width: CGFloat) {
        beginPath()
        addRect(rect)
        let outline = devicePath.path
        beginPath()
        stroke(outline, width: Double(width))
    }

    /// Makes a rectangle transparent, or black where there is no alpha, whatever the blend mode; forgets the path.
    public func clear(_ rect: CGRect) {
        beginPath()
        addRect(rect)
        let outline = devicePath.path
        beginPath()
        let paint = PreparedPaint(pattern: CairoPattern(red: 0, green: 0, blue: 0, alpha: 1))
        draw(.fill(outline.transformed(by: deviceToPixels), .winding), paint, mode: .clear, shadow: nil)
    }

    /// Paints an ellipse that fills a rectangle, and forgets the path.
    public func fillEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        fillPath()
    }

    /// Paints a line along an ellipse that fills a rectangle, and forgets the path.
    public func strokeEllipse(in rect: CGRect) {
        beginPath()
        addEllipse(in: rect)
        strokePath()
    }

    /// Paints lines, each from a point to the one after it, taken two by two; forgets the path.
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

    /// How a line would be drawn now.
    func strokeParameters(width: Double) -> StrokeParameters {
        StrokeParameters(
            width: width, cap: state.lineCap, join: state.lineJoin, miterLimit: max(1, state.miterLimit),
            phase: state.dashPhase, lengths: state.dashLengths, matrix: ctm.concatenating(deviceToPixels))
    }
}

extension CGAffineTransform {
    /// Whether another transformation can undo this one.
    var isInvertible: Bool {
        let determinant = a * d - b * c
        return determinant != 0 && (1 / determinant).isFinite && tx.isFinite && ty.isFinite
    }
}
