import MicaGeometry
import MicaRaster

/// Corners of a rectangle. *Space*: y down, so that the top is where y is least.
public struct UIRectCorner: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt
    /// Makes a set from its bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }
    /// Least x, least y.
    public static var topLeft: UIRectCorner { UIRectCorner(rawValue: 1) }
    /// Greatest x, least y.
    public static var topRight: UIRectCorner { UIRectCorner(rawValue: 2) }
    /// Least x, greatest y.
    public static var bottomLeft: UIRectCorner { UIRectCorner(rawValue: 4) }
    /// Greatest x, greatest y.
    public static var bottomRight: UIRectCorner { UIRectCorner(rawValue: 8) }
    /// All four, with every bit set.
    public static var allCorners: UIRectCorner { UIRectCorner(rawValue: UInt.max) }
}

/// An outline with a way to draw it, made step by step. *Space*: y down. *Units*: points.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var outline = CGMutablePath()

    /// The width of lines.
    open var lineWidth: CGFloat = 1
    /// How open lines end.
    open var lineCapStyle: CGLineCap = .butt
    /// How lines meet.
    open var lineJoinStyle: CGLineJoin = .miter
    /// The largest length of a mitre, in line widths.
    open var miterLimit: CGFloat = 10
    /// How far from a curve its lines may be.
    open var flatness: CGFloat = 0.6
    /// Whether points are inside that are an odd number of crossings away from the outside.
    open var usesEvenOddFillRule = false
    private var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])

    /// Makes an empty path.
    public override init() { super.init() }

    /// Makes a closed rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        outline.addRect(rect)
    }

    /// Makes a closed ellipse that fills a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        outline.addEllipse(in: rect)
    }

    /// Makes a rectangle with round corners; a radius that does not fit is made as large as fits. Corners are arcs.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Makes a rectangle of which some corners are round; a radius that does not fit is made as large as fits.
    ///
    /// Corners are arcs of the radii's width, as Apple's are, which looks at no height.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        let box = rect.standardized
        let limit = min(box.width, box.height) / 2
        func radius(_ corner: UIRectCorner) -> CGFloat {
            corners.contains(corner) ? min(max(cornerRadii.width, 0), limit) : 0
        }
        let (topLeft, topRight) = (radius(.topLeft), radius(.topRight))
        let (bottomRight, bottomLeft) = (radius(.bottomRight), radius(.bottomLeft))
        func turn(_ x: CGFloat, _ y: CGFloat, _ radius: CGFloat, from quarter: CGFloat) {
            guard radius > 0 else { return }
            outline.addArc(
                center: CGPoint(x: x, y: y), radius: radius, startAngle: quarter * .pi / 2,
                endAngle: (quarter + 1) * .pi / 2, clockwise: false)
        }
        outline.move(to: CGPoint(x: box.minX + topLeft, y: box.minY))
        outline.addLine(to: CGPoint(x: box.maxX - topRight, y: box.minY))
        turn(box.maxX - topRight, box.minY + topRight, topRight, from: 3)
        outline.addLine(to: CGPoint(x: box.maxX, y: box.maxY - bottomRight))
        turn(box.maxX - bottomRight, box.maxY - bottomRight, bottomRight, from: 0)
        outline.addLine(to: CGPoint(x: box.minX + bottomLeft, y: box.maxY))
        turn(box.minX + bottomLeft, box.maxY - bottomLeft, bottomLeft, from: 1)
        outline.addLine(to: CGPoint(x: box.minX, y: box.minY + topLeft))
        turn(box.minX + topLeft, box.minY + topLeft, topLeft, from: 2)
        outline.closeSubpath()
    }

    /// Makes an open arc. *Units*: radians from the x axis; clockwise as seen, with y down.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    /// Makes a copy of a path of Core Graphics.
    public convenience init(cgPath CGPath: CGPath) {
        self.init()
        cgPath = CGPath
    }

    /// Reads a path from an archive; nil when it is damaged.
    public required init?(coder: NSCoder) {
        guard let verbs = coder.decodeObject(of: NSData.self, forKey: "UIBezierPathVerbs"),
            let numbers = coder.decodeObject(of: [NSArray.self, NSNumber.self], forKey: "UIBezierPathPoints") as? [Any]
        else { return nil }
        let values = numbers.compactMap { ($0 as? NSNumber)?.doubleValue }
        guard let path = Path(verbs: [UInt8](Data(referencing: verbs)), coordinates: values) else { return nil }
        outline = CGMutablePath(path: path)
        lineWidth = CGFloat(coder.decodeDouble(forKey: "UIBezierPathLineWidth"))
        usesEvenOddFillRule = coder.decodeBool(forKey: "UIBezierPathEvenOdd")
        super.init()
    }

    /// Writes the outline, the width of lines and the rule for filling into an archive.
    open func encode(with coder: NSCoder) {
        let path = outline.path
        coder.encode(Data(path.verbs.map { $0.rawValue }) as NSData, forKey: "UIBezierPathVerbs")
        coder.encode(
            NSArray(array: path.points.flatMap { [NSNumber(value: $0.x), NSNumber(value: $0.y)] }),
            forKey: "UIBezierPathPoints")
        coder.encode(Double(lineWidth), forKey: "UIBezierPathLineWidth")
        coder.encode(usesEvenOddFillRule, forKey: "UIBezierPathEvenOdd")
    }

    /// True: archives of paths can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// A copy that can be changed by itself.
    open func copy(with zone: NSZone? = nil) -> Any {
        let result = UIBezierPath()
        result.cgPath = outline
        (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
        (result.miterLimit, result.flatness, result.dash) = (miterLimit, flatness, dash)
        result.usesEvenOddFillRule = usesEvenOddFillRule
        return result
    }

    /// The outline for Core Graphics: a copy, as what is set is.
    open var cgPath: CGPath {
        get { outline.copy() ?? CGMutablePath() }
        set { outline = newValue.mutableCopy() ?? CGMutablePath() }
    }

    // MARK: Steps

    /// Begins a subpath.
    open func move(to point: CGPoint) { outline.move(to: point) }
    /// Appends a line.
    open func addLine(to point: CGPoint) { outline.addLine(to: point) }
    /// Appends a cubic curve.
    open func addCurve(to endPoint: CGPoint, controlPoint1: CGPoint, controlPoint2: CGPoint) {
        outline.addCurve(to: endPoint, control1: controlPoint1, control2: controlPoint2)
    }
    /// Appends a quadratic curve.
    open func addQuadCurve(to endPoint: CGPoint, controlPoint: CGPoint) {
        outline.addQuadCurve(to: endPoint, control: controlPoint)
    }
    /// Appends an arc, and a line to it where there is a current point. *Units*: radians; clockwise as seen, with y
    /// down.
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        outline.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }
    /// Closes the subpath with a line to where it began.
    open func close() { outline.closeSubpath() }
    /// Removes everything.
    open func removeAllPoints() { outline = CGMutablePath() }
    /// Appends every element of another path.
    open func append(_ bezierPath: UIBezierPath) { outline.addPath(bezierPath.cgPath) }
    /// Transforms every point.
    open func apply(_ transform: CGAffineTransform) {
        let moved = CGMutablePath()
        moved.addPath(outline, transform: transform)
        outline = moved
    }

    /// The same outline from its end to its beginning, in a new path that draws as this one does: each subpath is
    /// turned round, the last one first. *Source*: Apple, UIBezierPath.reversing().
    open func reversing() -> UIBezierPath {
        let result = UIBezierPath()
        (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
        (result.miterLimit, result.flatness, result.dash) = (miterLimit, flatness, dash)
        result.usesEvenOddFillRule = usesEvenOddFillRule
        result.outline = CGMutablePath(path: outline.path.reversed)
        return result
    }

    // MARK: Questions

    /// Whether there is no element.
    open var isEmpty: Bool { outline.isEmpty }
    /// The smallest rectangle around the outline.
    open var bounds: CGRect { outline.boundingBoxOfPath }
    /// Where the next segment begins.
    open var currentPoint: CGPoint { outline.currentPoint }
    /// Whether a point is inside.
    open func contains(_ point: CGPoint) -> Bool { outline.contains(point, using: rule) }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

    // MARK: Drawing

    /// Sets the lengths of a line that are drawn and left out in turn, and how far into them a line begins.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = (phase, unsafe pattern.map { start in (0..<max(count, 0)).map { unsafe start[$0] } } ?? [])
    }

    /// Fills the inside with the current context's colour.
    open func fill() { fill(with: .normal, alpha: 1) }

    /// Fills the inside with the current context's colour in a mode.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw(blendMode, alpha) { $0.fillPath(using: rule) }
    }

    /// Draws a line with the current context's colour.
    open func stroke() { stroke(with: .normal, alpha: 1) }

    /// Draws a line with the current context's colour in a mode.
    open func stroke(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw(blendMode, alpha) { context in
            context.setLineWidth(lineWidth)
            context.setLineCap(lineCapStyle)
            context.setLineJoin(lineJoinStyle)
            context.setMiterLimit(miterLimit)
            context.setFlatness(flatness)
            context.setLineDash(phase: dash.phase, lengths: dash.lengths)
            context.strokePath()
        }
    }

    /// Limits drawing in the current context to the inside.
    open func addClip() {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.beginPath()
        context.addPath(outline)
        if outline.isEmpty { context.clip(to: .zero) } else { context.clip(using: rule) }
    }

    private func draw(_ mode: CGBlendMode, _ alpha: CGFloat, _ body: (CGContext) -> Void) {
        guard let context = UIGraphicsGetCurrentContext(), !outline.isEmpty else { return }
        context.saveGState()
        if mode != .normal { context.setBlendMode(mode) }
        if alpha != 1 { context.setAlpha(alpha) }
        context.beginPath()
        context.addPath(outline)
        body(context)
        context.restoreGState()
    }
}

extension Path {
    /// Each contour from its end to its beginning, the last one first.
    fileprivate var reversed: Path {
        var contours: [(elements: [Path.Element], isClosed: Bool)] = []
        for element in elements {
            switch element {
            case .move: contours.append(([element], false))
            case .close:
                if !contours.isEmpty { contours[contours.count - 1].isClosed = true }
            default:
                // What follows a close begins where the contour before began.
                if let last = contours.last, last.isClosed, let first = last.elements.first {
                    contours.append(([first], false))
                }
                if !contours.isEmpty { contours[contours.count - 1].elements.append(element) }
            }
        }
        var result = Path()
        for contour in contours.reversed() {
            let ends = contour.elements.map(\.end)
            guard let last = ends.last else { continue }
            result.move(to: last)
            for index in contour.elements.indices.dropFirst().reversed() {
                let start = ends[index - 1]
                switch contour.elements[index] {
                case .quad(let control, _): result.quad(control: control, to: start)
                case .cubic(let control1, let control2, _):
                    result.cubic(control1: control2, control2: control1, to: start)
                case .line, .move, .close: result.line(to: start)
                }
            }
            if contour.isClosed { result.close() }
        }
        return result
    }
}

extension Path.Element {
    /// Where it ends; the origin for a close, which is no element of a contour here.
    fileprivate var end: Point {
        switch self {
        case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end): end
        case .close: .zero
        }
    }
}
