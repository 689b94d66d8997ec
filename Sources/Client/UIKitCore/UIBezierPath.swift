import MicaBase
import MicaRaster

/// A set of a rectangle's corners. *Space*: y down, so that the top has the least y.
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
    /// All four corners, with every bit set.
    public static var allCorners: UIRectCorner { UIRectCorner(rawValue: UInt.max) }
}

/// A path with a style of drawing, built step by step. *Space*: y down. *Units*: points.
open class UIBezierPath: NSObject, NSCopying, NSSecureCoding {
    private var outline = CGMutablePath()

    /// The width of lines; 1 at first.
    open var lineWidth: CGFloat = 1
    /// The ends of open lines; butt at first.
    open var lineCapStyle: CGLineCap = .butt
    /// The joins of lines; miter at first.
    open var lineJoinStyle: CGLineJoin = .miter
    /// The largest length of a miter, in line widths; 10 at first.
    open var miterLimit: CGFloat = 10
    /// How far the lines that draw a curve may be from it when the path is filled; 0.6 at first. Smaller values give more
    /// lines. *Units*: pixels, about.
    open var flatness: CGFloat = 0.6
    /// Whether points are inside if a ray to the outside crosses the path an odd number of times; false at first, for
    /// the winding rule.
    open var usesEvenOddFillRule = false
    private var dash: (phase: CGFloat, lengths: [CGFloat]) = (0, [])

    /// Makes an empty path.
    public override init() { super.init() }

    /// Makes a path of a closed rectangle.
    public convenience init(rect: CGRect) {
        self.init()
        outline.addRect(rect)
    }

    /// Makes a path of a closed ellipse that fills a rectangle.
    public convenience init(ovalIn rect: CGRect) {
        self.init()
        outline.addEllipse(in: rect)
    }

    /// Makes a rectangle with round corners, whose curvature grows and shrinks without a step. A radius that is too
    /// large is reduced to the largest that fits; of more than about a third of the shorter side the ends are half
    /// circles.
    public convenience init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self.init(
            roundedRect: rect, byRoundingCorners: .allCorners,
            cornerRadii: CGSize(width: cornerRadius, height: cornerRadius))
    }

    /// Makes a rectangle with some round corners, as `init(roundedRect:cornerRadius:)` makes them. A radius that is too
    /// large is reduced to the largest that fits.
    ///
    /// Only the width of the radii counts, as in Apple's.
    public convenience init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self.init()
        outline = CGMutablePath(path: Path(smoothRect: rect.standardized, corners, radius: cornerRadii.width))
    }

    /// Makes a path of an open arc. *Units*: radians from the x axis; clockwise as seen, with y down.
    public convenience init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        self.init()
        addArc(withCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
    }

    /// Makes a path with a copy of Core Graphics's path.
    public convenience init(cgPath CGPath: CGPath) {
        self.init()
        cgPath = CGPath
    }

    /// Reads a path from an archive; nil if it is damaged.
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

    /// Writes the path, the line width and the fill rule into an archive.
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

    /// A copy, which may be changed independently.
    open func copy(with zone: NSZone? = nil) -> Any {
        let result = UIBezierPath()
        result.cgPath = outline
        (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
        (result.miterLimit, result.flatness, result.dash) = (miterLimit, flatness, dash)
        result.usesEvenOddFillRule = usesEvenOddFillRule
        return result
    }

    /// The path for Core Graphics. Both reading and setting copy it.
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
    /// Appends an arc, with a line to its beginning if there is a current point. *Units*: radians; clockwise as seen,
    /// with y down.
    open func addArc(
        withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        outline.addArc(
            center: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: !clockwise)
    }
    /// Closes the subpath with a line to its beginning.
    open func close() { outline.closeSubpath() }
    /// Removes all elements.
    open func removeAllPoints() { outline = CGMutablePath() }
    /// Appends every element of another path.
    open func append(_ bezierPath: UIBezierPath) { outline.addPath(bezierPath.cgPath) }
    /// Transforms every point.
    open func apply(_ transform: CGAffineTransform) {
        let moved = CGMutablePath()
        moved.addPath(outline, transform: transform)
        outline = moved
    }

    /// The path from its end to its beginning, with the same style: each subpath is reversed, the last one first.
    open func reversing() -> UIBezierPath {
        let result = UIBezierPath()
        (result.lineWidth, result.lineCapStyle, result.lineJoinStyle) = (lineWidth, lineCapStyle, lineJoinStyle)
        (result.miterLimit, result.flatness, result.dash) = (miterLimit, flatness, dash)
        result.usesEvenOddFillRule = usesEvenOddFillRule
        result.outline = CGMutablePath(path: outline.path.reversed)
        return result
    }

    // MARK: Questions

    /// Whether the path has no elements.
    open var isEmpty: Bool { outline.isEmpty }
    /// The smallest rectangle around the path.
    open var bounds: CGRect { outline.boundingBoxOfPath }
    /// The end of the last segment, where the next one begins.
    open var currentPoint: CGPoint { outline.currentPoint }
    /// Whether a point is inside, by the fill rule.
    open func contains(_ point: CGPoint) -> Bool { outline.contains(point, using: rule) }

    private var rule: CGPathFillRule { usesEvenOddFillRule ? .evenOdd : .winding }

    // MARK: Drawing

    /// Sets the alternating lengths of drawn and skipped parts of lines, and the offset at which a line begins in them.
    open func setLineDash(_ pattern: UnsafePointer<CGFloat>?, count: Int, phase: CGFloat) {
        dash = (phase, unsafe pattern.map { start in (0..<max(count, 0)).map { unsafe start[$0] } } ?? [])
    }

    /// Fills the path with the current context's fill colour.
    open func fill() { fill(with: .normal, alpha: 1) }

    /// Fills the path with the current context's fill colour, in a blend mode and with an alpha.
    ///
    /// Curves are lines with their corners on the curve, as coarse as `flatness` allows: they are halved until the second
    /// differences of their control points are at most 0.27 of it along x and y. *Source*: measured on Apple's picture
    /// of pointfreeco/swift-snapshot-testing testUIBezierPath (2020): its curves of 30 pixels have 8 and 16 lines, the
    /// middle of the cubic ones 8, which leaves 0.146 to 0.176 of a pixel for a flatness of 0.6.
    open func fill(with blendMode: CGBlendMode, alpha: CGFloat) {
        draw(blendMode, alpha) { context in
            let map = context.ctm
            if flatness > 0, map.a * map.d != map.b * map.c {
                context.beginPath()
                let chords = outline.path.transformed(by: Affine(map)).chords(tolerance: Double(flatness) * 0.27)
                context.addPath(CGMutablePath(path: chords.transformed(by: Affine(map.inverted()))))
            }
            context.fillPath(using: rule)
        }
    }

    /// Strokes the path with the current context's stroke colour.
    open func stroke() { stroke(with: .normal, alpha: 1) }

    /// Strokes the path with the current context's stroke colour, in a blend mode and with an alpha.
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

    /// Clips drawing in the current context to the path's inside.
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
    /// Each contour reversed, the last one first.
    fileprivate var reversed: Path {
        var contours: [(elements: [Path.Element], isClosed: Bool)] = []
        for element in elements {
            switch element {
            case .move: contours.append(([element], false))
            case .close:
                if !contours.isEmpty { contours[contours.count - 1].isClosed = true }
            default:
                // After a close, the next contour begins where the closed one began.
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
    /// The end of the element; the origin for a close, which is no element of a contour here.
    fileprivate var end: Point {
        switch self {
        case .move(let end), .line(let end), .quad(_, let end), .cubic(_, _, let end): end
        case .close: .zero
        }
    }
}

extension Affine {
    fileprivate init(_ t: CGAffineTransform) {
        self.init(
            a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx), ty: Double(t.ty))
    }
}
