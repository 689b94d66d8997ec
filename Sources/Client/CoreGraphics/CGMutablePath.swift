import MicaBase

/// A path of lines and curves that can be extended.
///
/// In every method, the transformation applies to the points passed, not to the elements that the path already has.
// Safe because: CGPath keeps the outline in a Mutex.
public final class CGMutablePath: CGPath, @unchecked Sendable {
    /// Makes an empty path.
    public convenience init() {
        self.init(path: Path())
    }

    /// Begins a subpath at a point.
    public func move(to point: CGPoint, transform: CGAffineTransform = .identity) {
        change { $0.move(to: Point(point, transform)) }
    }

    /// Appends a line. An empty path stays empty.
    public func addLine(to point: CGPoint, transform: CGAffineTransform = .identity) {
        extend { $0.line(to: Point(point, transform)) }
    }

    /// Appends a quadratic curve. An empty path stays empty.
    public func addQuadCurve(to end: CGPoint, control: CGPoint, transform: CGAffineTransform = .identity) {
        extend { $0.quad(control: Point(control, transform), to: Point(end, transform)) }
    }

    /// Appends a cubic curve. An empty path stays empty.
    public func addCurve(
        to end: CGPoint, control1: CGPoint, control2: CGPoint, transform: CGAffineTransform = .identity
    ) {
        let (first, second, last) = (Point(control1, transform), Point(control2, transform), Point(end, transform))
        outline.withLock { $0.extend(control1: first, control2: second, to: last) }
    }

    /// Appends a subpath of lines, which begins at the first point.
    public func addLines(between points: [CGPoint], transform: CGAffineTransform = .identity) {
        guard let first = points.first else { return }
        change { path in
            path.move(to: Point(first, transform))
            for point in points.dropFirst() { path.line(to: Point(point, transform)) }
        }
    }

    /// Appends a closed rectangle.
    public func addRect(_ rect: CGRect, transform: CGAffineTransform = .identity) {
        append(Path(rectangle: Box(rect)), transform)
    }

    /// Appends closed rectangles.
    public func addRects(_ rects: [CGRect], transform: CGAffineTransform = .identity) {
        for rect in rects { addRect(rect, transform: transform) }
    }

    /// Appends a closed ellipse that fills a rectangle.
    public func addEllipse(in rect: CGRect, transform: CGAffineTransform = .identity) {
        append(Path(ellipseIn: Box(rect)), transform)
    }

    /// Appends a closed rectangle with elliptical corners. Corners that do not fit are shrunk.
    public func addRoundedRect(
        in rect: CGRect, cornerWidth: CGFloat, cornerHeight: CGFloat, transform: CGAffineTransform = .identity
    ) {
        append(Path(roundedRect: rect, cornerWidth: cornerWidth, cornerHeight: cornerHeight), transform)
    }

    /// Appends every element of another path.
    public func addPath(_ path: CGPath, transform: CGAffineTransform = .identity) {
        append(path.path, transform)
    }

    /// Closes the subpath with a line to its start.
    public func closeSubpath() {
        change { $0.close() }
    }

    /// Appends a circular arc, after a line to its start when the path has a current point.
    ///
    /// *Units*: radians, from +x towards +y. *Space*: clockwise as seen with y up: the angle grows when `clockwise`
    /// is false.
    public func addArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool,
        transform: CGAffineTransform = .identity
    ) {
        let turn = 2 * CGFloat.pi
        var delta = endAngle - startAngle
        if clockwise {
            if delta > 0 { delta = delta.truncatingRemainder(dividingBy: turn) - turn }
        } else if delta < 0 {
            delta = delta.truncatingRemainder(dividingBy: turn) + turn
        }
        addRelativeArc(center: center, radius: radius, startAngle: startAngle, delta: delta, transform: transform)
    }

    /// Appends a circular arc, after a line to its start when the path has a current point.
    ///
    /// *Units*: radians, from +x towards +y; a negative delta turns the other way.
    public func addRelativeArc(
        center: CGPoint, radius: CGFloat, startAngle: CGFloat, delta: CGFloat, transform: CGAffineTransform = .identity
    ) {
        var arc = Path()
        arc.addArc(
            center: Point(center, .identity), radius: Double(radius), startAngle: Double(startAngle),
            sweep: Double(delta))
        join(arc.transformed(by: transform))
    }

    /// Appends a circular arc that touches two lines, after a line to its start. An empty path stays empty.
    ///
    /// The first line runs from the current point to `tangent1End`, the second from there to `tangent2End`.
    public func addArc(
        tangent1End: CGPoint, tangent2End: CGPoint, radius: CGFloat, transform: CGAffineTransform = .identity
    ) {
        guard !isEmpty else { return }
        // The tangents are computed in the space of the given points, before the transformation.
        let start = Point(currentPoint.applying(transform.inverted()), .identity)
        let (corner, end) = (Point(tangent1End, .identity), Point(tangent2End, .identity))
        func length(_ p: Point) -> Double { (p * p).sum().squareRoot() }
        let (back, forth) = (start - corner, end - corner)
        let cross = back.x * forth.y - back.y * forth.x
        guard radius > 0, length(back) > 0, length(forth) > 0, abs(cross) > 1e-12 * length(back) * length(forth) else {
            return addLine(to: tangent1End, transform: transform)
        }
        let (toStart, toEnd) = (back / length(back), forth / length(forth))
        let half = acos(max(-1, min(1, (toStart * toEnd).sum()))) / 2
        let middle = toStart + toEnd
        let center = corner + middle / length(middle) * (Double(radius) / sin(half))
        let touch = corner + toStart * (Double(radius) / tan(half)) - center
        let sweep = (Double.pi - 2 * half) * (cross > 0 ? -1 : 1)
        addRelativeArc(
            center: CGPoint(center), radius: radius, startAngle: CGFloat(atan2(touch.y, touch.x)),
            delta: CGFloat(sweep),
            transform: transform)
    }

    private func change(_ body: (inout Path) -> Void) {
        outline.withLock { path in body(&path) }
    }

    /// Changes the path unless it is empty.
    private func extend(_ body: (inout Path) -> Void) {
        change { path in
            if !path.isEmpty { body(&path) }
        }
    }

    private func append(_ other: Path, _ transform: CGAffineTransform) {
        let piece = other.transformed(by: transform)
        change { $0.append(piece) }
    }

    /// Appends an outline. Its first move becomes a line when the path has a current point.
    private func join(_ piece: Path) {
        change { path in
            for (index, element) in piece.elements.enumerated() {
                if index == 0, case .move(let point) = element, let current = path.currentPoint {
                    if current != point { path.line(to: point) }
                } else {
                    path.append(element)
                }
            }
        }
    }
}

extension Point {
    /// The point after a transformation.
    fileprivate init(_ point: CGPoint, _ transform: CGAffineTransform) {
        let moved = point.applying(transform)
        self.init(Double(moved.x), Double(moved.y))
    }
}
