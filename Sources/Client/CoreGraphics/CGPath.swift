import MicaBase
import MicaRaster
import Synchronization

/// Called with each element of a path, and with the `info` that the program passed.
///
/// A Swift closure here, because a C function cannot take a Swift structure on Linux. A closure literal, as client
/// code writes it, fits both.
public typealias CGPathApplierFunction = (_ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>) ->
    Void

/// Which points count as inside where a path overlaps itself.
public enum CGPathFillRule: Int, Sendable {
    /// Points that the path winds around, counted with its direction.
    case winding = 0
    /// Points whose rays to infinity cross the path an odd number of times.
    case evenOdd = 1
}

/// The kinds of path elements.
public enum CGPathElementType: Int32, Sendable {
    /// Begins a subpath; one point.
    case moveToPoint = 0
    /// A line; one point.
    case addLineToPoint = 1
    /// A quadratic curve; its control point and its end.
    case addQuadCurveToPoint = 2
    /// A cubic curve; its two control points and its end.
    case addCurveToPoint = 3
    /// A line to the start of the subpath; no points.
    case closeSubpath = 4
}

/// An element of a path, during a visit.
@unsafe public struct CGPathElement {
    /// What the element does.
    public var type: CGPathElementType
    /// As many points as `type` needs; valid only during the visit.
    public var points: UnsafeMutablePointer<CGPoint>

    /// Makes an element that refers to points.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        unsafe self.type = type
        unsafe self.points = points
    }
}

/// A path of lines and curves; immutable, unless it is a `CGMutablePath`.
// Safe because: the only stored property is a Mutex, so that even a mutable path that crosses threads stays whole.
public class CGPath: @unchecked Sendable {
    let outline: Mutex<Path>

    /// Makes a path from an outline.
    package init(path: Path) {
        outline = Mutex(path)
    }

    /// Makes a rectangle, optionally transformed.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(path: Path(rectangle: Box(rect)).transformed(by: unsafe transform?.pointee))
    }

    /// Makes an ellipse that fills a rectangle, optionally transformed.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(path: Path(ellipseIn: Box(rect)).transformed(by: unsafe transform?.pointee))
    }

    /// Makes a rectangle with elliptical corners, optionally transformed.
    ///
    /// Corners that do not fit are shrunk until they just fit.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = Path(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        self.init(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// A copy of the current outline.
    package var path: Path { outline.withLock { $0 } }

    /// An immutable copy.
    public func copy() -> CGPath? { CGPath(path: path) }

    /// An immutable copy, transformed.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// A mutable copy.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(path: path) }

    /// A mutable copy, transformed.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// Whether the path has no elements.
    public var isEmpty: Bool { path.isEmpty }

    /// The start of the next segment; the origin in an empty path.
    public var currentPoint: CGPoint { path.currentPoint.map { CGPoint($0) } ?? .zero }

    /// The smallest rectangle around all points, control points included; null in an empty path.
    public var boundingBox: CGRect { path.controlBounds.map { CGRect($0) } ?? .null }

    /// The smallest rectangle around the outline itself, without control points; null in an empty path.
    public var boundingBoxOfPath: CGRect { path.bounds.map { CGRect($0) } ?? .null }

    /// Whether the path is one axis-aligned rectangle; if so, the rectangle is written to `rect`.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        guard let box = path.uprightRectangle else { return false }
        unsafe rect?.pointee = CGRect(box)
        return true
    }

    /// Whether a point is inside; open subpaths count as closed.
    ///
    /// Curves are approximated by lines, with an error of at most a thousandth of a unit.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let outline = path.transformed(by: transform).flattened(tolerance: 0.001)
        let winding = outline.winding(around: Point(Double(point.x), Double(point.y)))
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// The path with lines instead of curves; no line is further from its curve than `threshold`.
    public func flattened(threshold: CGFloat) -> CGPath {
        CGPath(path: path.flattened(tolerance: Double(threshold)))
    }

    /// Calls a function with each element in order, and with `info`.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        unsafe applyWithBlock { unsafe function(info, $0) }
    }

    /// Calls a block with each element in order.
    public func applyWithBlock(_ block: (UnsafePointer<CGPathElement>) -> Void) {
        let points = UnsafeMutablePointer<CGPoint>.allocate(capacity: 3)
        unsafe points.initialize(repeating: .zero, count: 3)
        defer { unsafe points.deallocate() }
        func visit(_ type: CGPathElementType, _ corners: Point...) {
            for (index, corner) in corners.enumerated() { unsafe points[index] = CGPoint(corner) }
            var element = unsafe CGPathElement(type: type, points: points)
            unsafe withUnsafePointer(to: &element) { unsafe block($0) }
        }
        for element in path.elements {
            switch element {
            case .move(let end): visit(.moveToPoint, end)
            case .line(let end): visit(.addLineToPoint, end)
            case .quad(let control, let end): visit(.addQuadCurveToPoint, control, end)
            case .cubic(let control1, let control2, let end): visit(.addCurveToPoint, control1, control2, end)
            case .close: visit(.closeSubpath)
            }
        }
    }
}

extension CGPath: Hashable {
    /// Paths are equal when their elements are.
    public static func == (a: CGPath, b: CGPath) -> Bool { a === b || a.path == b.path }

    /// Feeds the points to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(path.points) }
}

extension Path {
    /// Makes a rectangle with elliptical corners. Corners that do not fit are shrunk.
    init(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
        let (x, y) = (Double(min(cornerWidth, rect.width / 2)), Double(min(cornerHeight, rect.height / 2)))
        guard x > 0, y > 0 else {
            self.init(rectangle: Box(rect))
            return
        }
        // Drawn in a space where the corners are circles, then stretched back.
        let stretch = y / x
        let box = Box(
            x: Double(rect.minX), y: Double(rect.minY) / stretch, width: Double(rect.width),
            height: Double(rect.height) / stretch)
        let circular = Path(roundedRectangle: box, radii: CornerRadii(x))
        self = stretch == 1 ? circular : circular.transformed(by: .scale(1, stretch))
    }

    /// The outline transformed; the outline itself when there is no transformation.
    func transformed(by transform: CGAffineTransform?) -> Path {
        guard let t = transform, !t.isIdentity else { return self }
        return transformed(
            by: Affine(
                a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx), ty: Double(t.ty)))
    }

    /// The rectangle, if the path is a rectangle: four axis-aligned sides that are closed or end at their start.
    var uprightRectangle: Box? {
        var corners = points
        guard verbs.first == .move else { return nil }
        let tail = verbs.dropFirst()
        guard tail.prefix(3).allSatisfy({ $0 == .line }), tail.count >= 3 else { return nil }
        switch Array(tail.dropFirst(3)) {
        case [], [.close]: break
        case [.line], [.line, .close]:
            guard corners.first == corners.last else { return nil }
            corners.removeLast()
        default: return nil
        }
        guard corners.count == 4 else { return nil }
        let (p, q, r, s) = (corners[0], corners[1], corners[2], corners[3])
        let across = p.y == q.y && q.x == r.x && r.y == s.y && s.x == p.x
        let down = p.x == q.x && q.y == r.y && r.x == s.x && s.y == p.y
        return across || down ? controlBounds : nil
    }
}

extension Box {
    /// Makes a box of a rectangle, with positive sizes.
    init(_ rect: CGRect) {
        self.init(x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width), height: Double(rect.height))
    }
}

extension CGRect {
    /// Makes a rectangle of a box.
    init(_ box: Box) {
        self.init(x: box.minimum.x, y: box.minimum.y, width: box.width, height: box.height)
    }
}

extension CGPoint {
    /// Makes a point of a geometry's point.
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
