internal import CLibCairo
import MicaGeometry
import MicaRaster

// Cairo looks for the crossings of all lines of a path, which takes the square of their number where they cross each
// other. Long paths are drawn through the coverage that the screen's rasterizer finds, whose cost grows with their length
// and the pixels that they cross.

extension Path {
    /// Whether the path is drawn through coverage of our own.
    var isLong: Bool { verbs.count > 2000 }
}

extension StrokeParameters {
    /// The outline of a stroke along a path, to be filled by the winding rule; nil if the line's space cannot be turned
    /// back. *Space*: pixels.
    func outline(of path: Path) -> Path? {
        let scale = Double(max(hypot(matrix.a, matrix.b), hypot(matrix.c, matrix.d)))
        guard matrix.isInvertible, scale > 0, scale.isFinite else { return nil }
        let pixel = 1 / scale
        return path.transformed(by: matrix.inverted())
            .stroked(style, tolerance: Rasterizer.usualTolerance * pixel, pixel: pixel).transformed(by: matrix)
    }
}

/// A path of many lines, in pixels.
struct LongPath {
    var path: Path
    var rule: CGPathFillRule
    var antialias: Bool

    init(_ path: Path, _ rule: CGPathFillRule, antialias: Bool) {
        (self.path, self.rule, self.antialias) = (path, rule, antialias)
    }

    /// The alpha of each pixel by its coverage; nil if no pixel of the bounds is covered.
    func coverage(in bounds: DeviceRect, alpha: Double = 1) -> CairoCanvas? {
        let part = bounds.intersection(path.pixels(outset: 1))
        guard let canvas = CairoCanvas(bounds: part) else { return nil }
        var rasterizer = Rasterizer()
        rasterizer.edges = antialias ? .soft : .hard
        rasterizer.begin(path, transform: Homography.identity, rule: rule == .winding ? .nonZero : .evenOdd, clip: part)
        canvas.withPixels {
            while rasterizer.nextRow() {
                for index in 0..<rasterizer.spanCount {
                    let span = rasterizer.span(index)
                    for x in span.x..<span.x + span.count {
                        let level = span.uniform ?? rasterizer.coverage[x - rasterizer.clip.minX]
                        let value = UInt32((Double(level) * alpha).rounded())
                        canvas[x, rasterizer.row] = value * 0x0101_0101
                    }
                }
            }
        }
        return canvas
    }
}

extension CairoCanvas {
    /// Paints the source through the coverage of a path.
    func mask(by path: LongPath, alpha: Double) {
        resetMatrix()
        // An operator that changes pixels outside of the shape wants the whole canvas.
        guard let coverage = path.coverage(in: bounds, alpha: alpha) ?? CairoCanvas(bounds: bounds) else { return }
        unsafe cairo_mask_surface(
            context, coverage.surface, Double(coverage.bounds.minX), Double(coverage.bounds.minY))
    }
}
