import Foundation

/// Corners whose curvature grows and shrinks without a step, as icons and controls have them since iOS 7.
///
/// Each corner is three curves. With full smoothing their points are the published ones of
/// UIBezierPath(roundedRect:cornerRadius:): PaintCode, "Drawing Code for iOS 7 Rounded Rectangles",
/// www.paintcodeapp.com/news/code-for-ios-7-rounded-rectangles. The shape is described in Figma, "Desperately seeking
/// squircles", www.figma.com/blog/desperately-seeking-squircles. Without smoothing the curves are a quarter of a
/// circle, cut at the same directions. Smoothing between 0 and 1 interpolates each point.
extension Path {
    /// How far a continuous corner reaches along its sides, in radii: CALayer.cornerCurveExpansionFactor.
    package static let continuousExpansion = 1.528665

    /// Points of a corner, in radii: x from the corner back along the arriving side, y along the leaving side. The
    /// start, then two controls and an end for each of the first two curves. The third curve mirrors the first.
    private static let continuous = [
        Point(continuousExpansion, 0), Point(1.08849323, 0), Point(0.86840689, 0), Point(0.63149399, 0.074911),
        Point(0.37282392, 0.16906013), Point(0.16906013, 0.37282392), Point(0.074911, 0.63149399),
    ]

    /// The points of a quarter of a circle, in the order of `continuous`.
    private static let circular = {
        let end = continuous[3]
        let angle = atan2(1 - end.x, 1 - end.y)
        func point(_ angle: Double) -> Point { Point(1 - sin(angle), 1 - cos(angle)) }
        func way(_ angle: Double) -> Point { Point(-cos(angle), sin(angle)) }
        let rest = Double.pi / 2 - 2 * angle
        let short = 4.0 / 3 * tan(angle / 4), long = 4.0 / 3 * tan(rest / 4)
        let (first, second) = (point(angle), point(angle + rest))
        return [
            Point(1, 0), Point(1 - short, 0), first - way(angle) * short, first, first + way(angle) * long,
            second - way(angle + rest) * long, second,
        ]
    }()

    /// The curves of one corner, clockwise on the screen.
    private struct SmoothCorner {
        var curves: [Cubic]
        /// The corner itself, if it is square.
        var start: Point, end: Point
        /// The parts of the first and of the last curve beyond the middle of their sides.
        var head: Cubic?, tail: Cubic?
    }

    /// Appends a closed rectangle with smoothed corners.
    ///
    /// Corners that have no room cross in the middle of their side: the outline is the inner of both curves, and the
    /// sliver between both and the side is a contour of its own. This is the area in which the winding number of the
    /// crossed outline is not 0, of contours that wind in one direction.
    ///
    /// - Parameter smoothing: 0...1; at most 1 if corners have no room.
    mutating func addSmoothRectangle(_ box: Box, radii: CornerRadii, smoothing: Double) {
        let r = radii.fitting(width: box.width, height: box.height)
        let (low, high) = (box.minimum, box.maximum)
        let shape = zip(Self.circular, Self.continuous).map { $0 + ($1 - $0) * smoothing }
        // Clockwise on the screen from the upper right corner: each corner, its radius, the directions of its sides,
        // back and ahead, and the length of the side that it leaves along.
        let places: [(Point, Double, Point, Point, Double)] = [
            (Point(high.x, low.y), r.maxXMinY, Point(-1, 0), Point(0, 1), box.height),
            (high, r.maxXMaxY, Point(0, -1), Point(-1, 0), box.width),
            (Point(low.x, high.y), r.minXMaxY, Point(1, 0), Point(0, -1), box.height),
            (low, r.minXMinY, Point(0, 1), Point(1, 0), box.width),
        ]
        var corners = places.map { corner, radius, back, ahead, _ in
            guard radius > 0 else { return SmoothCorner(curves: [], start: corner, end: corner) }
            func at(_ index: Int) -> Point { corner + (back * shape[index].x + ahead * shape[index].y) * radius }
            func mirrored(_ index: Int) -> Point { corner + (back * shape[index].y + ahead * shape[index].x) * radius }
            let curves = [
                Cubic(at(0), at(1), at(2), at(3)), Cubic(at(3), at(4), at(5), at(6)),
                Cubic(at(6), mirrored(2), mirrored(1), mirrored(0)),
            ]
            return SmoothCorner(curves: curves, start: at(0), end: mirrored(0))
        }
        for index in 0..<4 {
            let (place, next) = (places[index], (index + 1) % 4)
            let reach = shape[0].x * place.1
            guard place.1 > 0, place.1 == places[next].1, 2 * reach > place.4 * (1 + 1e-9) else { continue }
            var (corner, following) = (corners[index], corners[next])
            Self.cross(&corner, &following, atPart: place.4 / 2, of: place.1, shape)
            (corners[index], corners[next]) = (corner, following)
        }
        move(to: corners[0].start)
        for (index, corner) in corners.enumerated() {
            if index > 0, corner.head == nil { line(to: corner.start) }
            for curve in corner.curves { cubic(control1: curve.p1, control2: curve.p2, to: curve.p3) }
        }
        close()
        for index in 0..<4 {
            guard let tail = corners[index].tail, let head = corners[(index + 1) % 4].head else { continue }
            move(to: head.p3)
            cubic(control1: head.p2, control2: head.p1, to: head.p0)
            line(to: tail.p3)
            cubic(control1: tail.p2, control2: tail.p1, to: tail.p0)
            close()
        }
    }

    /// Cuts the curves of two corners where they cross.
    ///
    /// - Parameters:
    ///   - half: The distance of the middle of the side from its ends.
    ///   - radius: The radius of both corners.
    private static func cross(
        _ corner: inout SmoothCorner, _ next: inout SmoothCorner, atPart half: Double, of radius: Double,
        _ shape: [Point]
    ) {
        // Along the side the first curve goes from its start to its end without a turn.
        let along = Cubic(shape[0], shape[1], shape[2], shape[3])
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if along.point(at: middle).x * radius > half { low = middle } else { high = middle }
        }
        let (first, last) = (next.curves[0], corner.curves[2])
        next.head = first.part(from: 0, to: low)
        next.curves[0] = first.part(from: low, to: 1)
        corner.tail = last.part(from: 1 - low, to: 1)
        corner.curves[2] = last.part(from: 0, to: 1 - low)
        next.start = next.curves[0].p0
    }
}
