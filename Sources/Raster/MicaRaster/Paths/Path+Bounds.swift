import MicaBase

extension Path {
    /// The smallest box around the outline itself, not around its control points; nil when no point is finite.
    package var bounds: Box? {
        var box: Box?
        func include(_ point: Point) {
            guard point.isFinite else { return }
            if box == nil { box = Box(minimum: point, maximum: point) } else { box?.include(point) }
        }
        var current = Point.zero
        var start = Point.zero
        for element in elements {
            switch element {
            case .move(let point):
                start = point
                current = point
                include(point)
            case .line(let end):
                current = end
                include(end)
            case .quad(let control, let end):
                Cubic(quadFrom: current, control: control, to: end).extrema(include)
                current = end
                include(end)
            case .cubic(let control1, let control2, let end):
                Cubic(current, control1, control2, end).extrema(include)
                current = end
                include(end)
            case .close:
                current = start
            }
        }
        return box
    }
}
