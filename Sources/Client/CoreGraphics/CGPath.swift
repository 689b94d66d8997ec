import MicaGeometry
import MicaRaster
import Synchronization

/// What visits the elements of a path: something of the program's own, and an element.
///
/// A Swift closure here, since a C function cannot take a Swift structure on Linux; a closure literal, as client code writes
/// it, is either.
public typealias CGPathApplierFunction = (_ info: UnsafeMutableRawPointer?, _ element: UnsafePointer<CGPathElement>) ->
    Void

/// Which points a path that crosses itself has inside.
public enum CGPathFillRule: Int, Sendable {
    /// Those that the path goes round, counted with its direction.
    case winding = 0
    /// Those that are an odd number of crossings away from the outside.
    case evenOdd = 1
}

/// What an element of a path does.
public enum CGPathElementType: Int32, Sendable {
    /// Begins a subpath; one point.
    case moveToPoint = 0
    /// A line; one point.
    case addLineToPoint = 1
    /// A quadratic curve; its control point and its end.
    case addQuadCurveToPoint = 2
    /// A cubic curve; its two control points and its end.
    case addCurveToPoint = 3
    /// A line to where the subpath began; no points.
    case closeSubpath = 4
}

/// An element of a path while it is being visited.
@unsafe public struct CGPathElement {
    /// What the element does.
    public var type: CGPathElementType
    /// As many points as the type says; valid only during the visit.
    public var points: UnsafeMutablePointer<CGPoint>

    /// Makes an element of points that are kept elsewhere.
    public init(type: CGPathElementType, points: UnsafeMutablePointer<CGPoint>) {
        unsafe self.type = type
        unsafe self.points = points
    }
}

/// An outline of lines and curves; immutable, unless it is a `CGMutablePath`.
// Safe because: the only stored property is a Mutex, so that even a mutable path that crosses threads stays whole.
public class CGPath: @unchecked Sendable {
    let outline: Mutex<Path>

    /// Makes a path of an outline.
    package init(path: Path) {
        outline = Mutex(path)
    }

    /// Makes a rectangle, transformed if there is a transformation.
    public convenience init(rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(path: Path(rectangle: Box(rect)).transformed(by: unsafe transform?.pointee))
    }

    /// Makes an ellipse that fills a rectangle, transformed if there is a transformation.
    public convenience init(ellipseIn rect: CGRect, transform: UnsafePointer<CGAffineTransform>?) {
        self.init(path: Path(ellipseIn: Box(rect)).transformed(by: unsafe transform?.pointee))
    }

    /// Makes a rectangle with elliptical corners, transformed if there is a transformation.
    ///
    /// Corners that do not fit are made as large as fits.
    public convenience init(
        roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat,
        transform: UnsafePointer<CGAffineTransform>?
    ) {
        let path = Path(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight)
        self.init(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// The outline as it is now.
    package var path: Path { outline.withLock { $0 } }

    /// The same outline, immutable.
    public func copy() -> CGPath? { CGPath(path: path) }

    /// The outline transformed, immutable.
    public func copy(using transform: UnsafePointer<CGAffineTransform>?) -> CGPath? {
        CGPath(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// The same outline, to be changed.
    public func mutableCopy() -> CGMutablePath? { CGMutablePath(path: path) }

    /// The outline transformed, to be changed.
    public func mutableCopy(using transform: UnsafePointer<CGAffineTransform>?) -> CGMutablePath? {
        CGMutablePath(path: path.transformed(by: unsafe transform?.pointee))
    }

    /// Whether there is no element.
    public var isEmpty: Bool { path.isEmpty }

    /// Where the next segment begins; the origin in an empty path.
    public var currentPoint: CGPoint { path.currentPoint.map { CGPoint($0) } ?? .zero }

    /// The smallest rectangle around all points, those that only steer curves included; null when there are none.
    public var boundingBox: CGRect { path.controlBounds.map { CGRect($0) } ?? .null }

    /// The smallest rectangle around the outline itself; null when there is none.
    public var boundingBoxOfPath: CGRect { path.bounds.map { CGRect($0) } ?? .null }

    /// Whether the path is one upright rectangle, which is then written to where the pointer says.
    public func isRect(_ rect: UnsafeMutablePointer<CGRect>?) -> Bool {
        guard let box = path.uprightRectangle else { return false }
        unsafe rect?.pointee = CGRect(box)
        return true
    }

    /// Whether a point is inside; subpaths count as closed.
    ///
    /// Curves are taken as lines that are within a thousandth of them.
    public func contains(
        _ point: CGPoint, using rule: CGPathFillRule = .winding, transform: CGAffineTransform = .identity
    ) -> Bool {
        let outline = path.transformed(by: transform).flattened(tolerance: 0.001)
        let winding = outline.winding(around: Point(Double(point.x), Double(point.y)))
        return rule == .winding ? winding != 0 : winding % 2 != 0
    }

    /// The outline in lines only, none further from it than the threshold.
    public func flattened(threshold: CGFloat) -> CGPath {
        CGPath(path: path.flattened(tolerance: Double(threshold)))
    }

    /// Visits the elements one after the other, with something of the program's own.
    public func apply(info: UnsafeMutableRawPointer?, function: CGPathApplierFunction) {
        unsafe applyWithBlock { unsafe function(info, $0) }
    }

    /// Visits the elements one after the other.
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
    /// Makes a rectangle with elliptical corners; corners that do not fit are made as large as fits.
    init(roundedRect rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat) {
        let (x, y) = (Double(min(cornerWidth, rect.width / 2)), Double(min(cornerHeight, rect.height / 2)))
        guard x > 0, y > 0 else {
            self.init(rectangle: Box(rect))
            return
        }
        // Drawn where the corners are circles, then stretched back.
        let stretch = y / x
        let box = Box(
            x: Double(rect.minX), y: Double(rect.minY) / stretch, width: Double(rect.width),
            height: Double(rect.height) / stretch)
        let circular = Path(roundedRectangle: box, radii: CornerRadii(x))
        self = stretch == 1 ? circular : circular.transformed(by: .scale(1, stretch))
    }

    /// The path transformed; itself when there is no transformation.
    func transformed(by transform: CGAffineTransform?) -> Path {
        guard let t = transform, !t.isIdentity else { return self }
        return transformed(
            by: Affine(
                a: Double(t.a), b: Double(t.b), c: Double(t.c), d: Double(t.d), tx: Double(t.tx), ty: Double(t.ty)))
    }

    /// The rectangle, when the path is one: four upright sides, closed or back where they began.
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
    /// The same rectangle, with its size turned positive.
    init(_ rect: CGRect) {
        self.init(x: Double(rect.minX), y: Double(rect.minY), width: Double(rect.width), height: Double(rect.height))
    }
}

extension CGRect {
    /// The same rectangle.
    init(_ box: Box) {
        self.init(x: box.minimum.x, y: box.minimum.y, width: box.width, height: box.height)
    }
}

extension CGPoint {
    /// The same point.
    init(_ point: Point) { self.init(x: point.x, y: point.y) }
}
