import MicaGeometry
import MicaRaster

/// Regions and lines that paths make together.
///
/// Curves stay curves; where they cross is within 2^-16 of the paths' extent. Open subpaths count as closed, but for lines.
extension CGPath {
    /// The region without crossings: its contours do not overlap, so that both rules fill the same.
    public func normalized(using fillRule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.normalized(isEvenOdd: fillRule == .evenOdd))
    }

    /// What is inside of this path or another.
    public func union(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .union, rule)
    }

    /// What is inside of both paths.
    public func intersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .intersection, rule)
    }

    /// What is inside of this path and outside of another.
    public func subtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .subtraction, rule)
    }

    /// What is inside of one of the paths and outside of the other.
    public func symmetricDifference(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        combined(other, .exclusion, rule)
    }

    /// The parts of this path's lines that are inside of another path; lines on its edge count as inside.
    public func lineIntersection(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.lines(inside: true, of: other.path, isEvenOdd: rule == .evenOdd))
    }

    /// The parts of this path's lines that are outside of another path.
    public func lineSubtracting(_ other: CGPath, using rule: CGPathFillRule = .winding) -> CGPath {
        CGPath(path: path.lines(inside: false, of: other.path, isEvenOdd: rule == .evenOdd))
    }

    /// The parts of the region that do not touch along a line, each with its holes.
    public func componentsSeparated(using rule: CGPathFillRule = .winding) -> [CGPath] {
        path.separated(isEvenOdd: rule == .evenOdd).map { CGPath(path: $0) }
    }

    /// Whether any point is inside of both paths.
    public func intersects(_ other: CGPath, using rule: CGPathFillRule = .winding) -> Bool {
        !combined(other, .intersection, rule).isEmpty
    }

    private func combined(_ other: CGPath, _ combination: Path.Combination, _ rule: CGPathFillRule) -> CGPath {
        CGPath(path: path.combined(with: other.path, combination, isEvenOdd: rule == .evenOdd))
    }
}
