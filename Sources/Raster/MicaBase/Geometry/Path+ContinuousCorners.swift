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

    /// Appends a closed rectangle with smoothed corners; `smoothing` is 0...1.
    mutating func addSmoothRectangle(_ box: Box, radii: CornerRadii, smoothing: Double) {
        let r = radii.fitting(width: box.width, height: box.height)
        let (low, high) = (box.minimum, box.maximum)
        let shape = zip(Self.circular, Self.continuous).map { $0 + ($1 - $0) * smoothing }
        // Clockwise on the screen from the upper right corner: each corner, its radius, and the directions of its
        // sides, back and ahead.
        let corners: [(Point, Double, Point, Point)] = [
            (Point(high.x, low.y), r.maxXMinY, Point(-1, 0), Point(0, 1)),
            (high, r.maxXMaxY, Point(0, -1), Point(-1, 0)),
            (Point(low.x, high.y), r.minXMaxY, Point(1, 0), Point(0, -1)),
            (low, r.minXMinY, Point(0, 1), Point(1, 0)),
        ]
        var isFirst = true
        for (corner, radius, back, ahead) in corners {
            func at(_ index: Int) -> Point { corner + (back * shape[index].x + ahead * shape[index].y) * radius }
            func mirrored(_ index: Int) -> Point { corner + (back * shape[index].y + ahead * shape[index].x) * radius }
            let start = radius > 0 ? at(0) : corner
            if isFirst { move(to: start) } else { line(to: start) }
            isFirst = false
            guard radius > 0 else { continue }
            cubic(control1: at(1), control2: at(2), to: at(3))
            cubic(control1: at(4), control2: at(5), to: at(6))
            cubic(control1: mirrored(2), control2: mirrored(1), to: mirrored(0))
        }
        close()
    }
}
