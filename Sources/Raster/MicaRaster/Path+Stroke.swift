import Foundation

/// How a line ends.
package enum LineCap: UInt8, Sendable, CaseIterable {
    /// At its end point, square to the line.
    case butt
    /// With a half circle around its end point.
    case round
    /// Half the width beyond its end point, square to the line.
    case square
}

/// How two lines meet.
package enum LineJoin: UInt8, Sendable, CaseIterable {
    /// With the outer edges prolonged until they meet, or as `bevel` when that is farther than the limit allows.
    case miter
    /// With a circle around the corner.
    case round
    /// With the outer corners connected.
    case bevel
}

/// How a path is stroked.
package struct StrokeStyle: Sendable, Equatable {
    /// The width, in the path's units; nothing is drawn when it is not above 0.
    package var width: Double
    /// How open contours and dashes end.
    package var cap: LineCap
    /// How segments meet.
    package var join: LineJoin
    /// The largest length of a mitre, from the inner to the outer corner, in widths.
    package var miterLimit: Double
    /// The dashes; nil for a solid line.
    package var dash: DashPattern?

    /// Makes a style.
    package init(
        width: Double, cap: LineCap = .butt, join: LineJoin = .miter, miterLimit: Double = 10, dash: DashPattern? = nil
    ) {
        self.width = width
        self.cap = cap
        self.join = join
        self.miterLimit = miterLimit
        self.dash = dash
    }
}

extension Path {
    /// The outline of a stroke along the path, to be filled by `FillRule.nonZero`.
    ///
    /// Every part of the outline winds the same way round, so that overlaps never cancel. Curves are followed by chords;
    /// round caps and joins stay curves. A contour of length 0 is a dot under round caps, a square level with the axes
    /// under square ones, and nothing under butt ones; a move alone is nothing.
    ///
    /// - Parameters:
    ///   - tolerance: the largest distance from the true outline, in the path's units: a rasteriser's tolerance divided by
    ///     `Homography.maximumScale(over:)`.
    ///   - pixel: the size of a pixel in the path's units, where the outline is for drawing: short chords may then be
    ///     further off, as `ChordRule` says.
    package func stroked(_ style: StrokeStyle, tolerance: Double, pixel: Double = 0) -> Path {
        guard style.width > 0, style.width.isFinite else { return Path() }
        // Caps turn with a dot's direction: long enough to have one, short enough not to be seen.
        let source = style.dash.map { dashed($0, dotLength: style.width / 1024) } ?? self
        var stroker = Stroker(
            style: style, tolerance: tolerance > 0 ? tolerance : Rasterizer.usualTolerance, pixel: max(0, pixel))
        for contour in source.contours() {
            stroker.append(contour)
        }
        return stroker.outline
    }
}
