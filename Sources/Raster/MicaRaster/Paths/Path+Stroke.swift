import Foundation
import MicaBase

/// How a path is stroked.
package struct StrokeStyle: Sendable, Equatable {
    /// The width, in the path's units; nothing is drawn when it is not above 0.
    package var width: Double
    /// How open contours and dashes end.
    package var cap: LineCap
    /// How segments meet.
    package var join: LineJoin
    /// The largest length of a mitre, from the inner to the outer corner, in line widths.
    package var miterLimit: Double
    /// The dashes; nil for a solid line.
    package var dash: DashPattern?

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
    /// Every part of the outline winds the same way round, so that overlaps never cancel. An outline for drawing whose
    /// strips overlap, because the line turns back or bends more than its width allows, is cut into pieces that do not
    /// (`withoutOverlaps`). Curves become chords; round caps and joins stay curves. A contour of length 0 is a dot
    /// under round caps, an axis-aligned square under square caps, and nothing under butt caps; a single move is
    /// nothing.
    ///
    /// - Parameters:
    ///   - tolerance: the largest distance from the true outline, in the path's units: a rasterizer's tolerance divided
    ///     by `Homography.maximumScale(over:)`.
    ///   - pixel: the size of a pixel in the path's units, if the outline is for drawing; short chords may then be
    ///     further off, as `ChordRule` says. 0 otherwise.
    package func stroked(_ style: StrokeStyle, tolerance: Double, pixel: Double = 0) -> Path {
        var stroker = PathStroker()
        var outline = Path()
        stroker.stroke(self, style, tolerance: tolerance, pixel: pixel, into: &outline)
        return outline
    }
}

/// Makes outlines of strokes, and uses its memory again for each.
package struct PathStroker: Sendable {
    private var stroker = Stroker()
    private var contour = PathContour(start: .zero)

    /// Makes a stroker without memory.
    package init() {}

    /// Replaces a path by the outline of a stroke along another path (`Path.stroked`), in the same memory.
    package mutating func stroke(
        _ path: Path, _ style: StrokeStyle, tolerance: Double, pixel: Double, into outline: inout Path
    ) {
        outline.removeAll()
        guard style.width > 0, style.width.isFinite else { return }
        // A dot gets a length, so that caps have a direction; it is too short to be seen.
        let source = style.dash.map { path.dashed($0, dotLength: style.width / 1024) } ?? path
        let tolerance = tolerance > 0 ? tolerance : Rasterizer.usualTolerance
        stroker.begin(
            style, tolerance: tolerance, pixel: max(0, pixel), segments: source.verbs.count, in: &outline)
        source.forEachContour(in: &contour) { stroker.append($0) }
        stroker.finish(&outline)
        if stroker.overlaps, pixel > 0, let region = outline.withoutOverlaps(tolerance: tolerance, pixel: pixel) {
            outline = region
        }
    }
}
