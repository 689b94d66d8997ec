import MicaBase
import MicaRaster

/// Boolean operations on paths.
///
/// Curves stay curves; crossings are accurate to 2^-16 of the paths' extent. Open subpaths count as closed, except in
/// the operations on lines.
extension CGPath {
    /// The region without crossings: contours do not overlap, so that both fill rules give the same region.
    public func normalized(using fillRule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.normalized(isEvenOdd: fillRule == .evenOdd))
    }

    /// The region inside this path or `other`.
    public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .union, rule)
    }

    /// The region inside both paths.
    public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .intersection, rule)
    }

    /// The region inside this path and outside `other`.
    public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .subtraction, rule)
    }

    /// The region inside exactly one of the two paths.
    public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .exclusion, rule)
    }

    /// The parts of this path's lines that are inside `other`; lines on its edge count as inside.
    public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.lines(inside: true, of: other.path, isEvenOdd: rule == .evenOdd))
    }

    /// The parts of this path's lines that are outside `other`.
    public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.lines(inside: false, of: other.path, isEvenOdd: rule == .evenOdd))
    }

    /// The connected parts of the region, each with its holes. Parts that share only points are separate.
    public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
        path.separated(isEvenOdd: rule == .evenOdd).map { CGPath(path: $0) }
    }

    /// Whether any point is inside both paths.
    public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
        !combined(other, .intersection, rule).isEmpty
    }

    private func combined(_ other: CGPath, _ combination: Path.Combination, _ rule: CGPathFillRule) -> CGPath {
        CGPath(path: path.combined(with: other.path, combination, isEvenOdd: rule == .evenOdd))
    }
}
