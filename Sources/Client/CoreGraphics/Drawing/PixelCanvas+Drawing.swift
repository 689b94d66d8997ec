import MicaBase
import MicaRaster

extension PixelCanvas {
    /// Paints a shape within clips.
    ///
    /// A mode changes no pixel outside of the shape and the clips; where the coverage is partial, the result is mixed
    /// with the old pixel in that proportion.
    ///
    /// - Parameters:
    ///   - alpha: Multiplies the paint; 0...1.
    ///   - masks: Paints by whose alpha the coverage is multiplied.
    ///   - antialias: Whether pixels that the shape covers in part are painted in part; if not, they are painted wholly
    ///     from one half on.
    func draw(
        _ shape: DrawnShape, _ paint: CanvasPaint, alpha: Double = 1, mode: CGBlendMode, clips: [ClipPath] = [],
        masks: [CanvasPaint] = [], antialias: Bool
    ) {
        var area = bounds.intersection(shape.pixels(in: bounds))
        for clip in clips { area = area.intersection(clip.path.pixels(outset: 0)) }
        guard !area.isEmpty else { return }
        var masks = masks
        if case .stencil(_, let stencil) = shape { masks.append(stencil) }
        let brush = Brush(paint, alpha: UInt8((min(max(alpha, 0), 1) * 255).rounded()), mode: mode.blendMode)
        // A pattern's cell may be drawn with another canvas meanwhile, but never with this one.
        var own = tools.take() ?? DrawingTools()
        own.draw(shape, brush, area, clips, masks, antialias: antialias, on: self)
        tools = consume own
    }

    /// Lends a run of pixels; those of an opaque canvas have an alpha of 255 before and after.
    fileprivate func change(x: Int, y: Int, count: Int, _ body: (inout MutableSpan<UInt32>) -> Void) {
        withRun(x: x, y: y, count: count) { run in
            if isOpaque { for i in 0..<count { run[i] |= 0xFF00_0000 } }
            body(&run)
            if isOpaque { for i in 0..<count { run[i] |= 0xFF00_0000 } }
        }
    }
}

/// The memory that drawing works with.
struct DrawingTools: ~Copyable {
    private var rasterizer = Rasterizer()
    private var stroker = PathStroker()
    private var outline = Path()
    /// The coverage by clips and masks of each pixel of an area, row by row.
    private var inside: [UInt8] = []
    private var pen = Pen()

    /// Paints a shape in an area.
    fileprivate mutating func draw(
        _ shape: DrawnShape, _ brush: Brush, _ area: DeviceRect, _ clips: [ClipPath], _ masks: [CanvasPaint],
        antialias: Bool, on canvas: PixelCanvas
    ) {
        pen.prepare(width: area.width)
        let isClipped = limit(area, clips, masks)
        guard begin(shape, area, antialias: antialias) else { return }
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.span(index)
                let run = Run(canvas: canvas, x: span.x, y: rasterizer.row, count: span.count)
                let first = span.x - rasterizer.clip.minX
                if isClipped {
                    let place = (run.y - area.minY) * area.width + span.x - area.minX
                    pen.take(inside, from: place, count: span.count)
                    if let level = span.uniform {
                        pen.multiply(by: level, count: span.count)
                    } else {
                        pen.multiply(by: rasterizer.coverage, from: first, count: span.count)
                    }
                    pen.blend(run, brush)
                } else if let level = span.uniform {
                    pen.blend(run, level, brush)
                } else {
                    pen.blend(run, rasterizer.coverage, from: first, brush)
                }
            }
        }
    }

    /// Begins to rasterize a shape; false if it has no inside.
    private mutating func begin(_ shape: DrawnShape, _ area: DeviceRect, antialias: Bool) -> Bool {
        rasterizer.edges = antialias ? .soft : .hard
        let identity = Homography(Affine.identity)
        switch shape {
        case .everything:
            let box = Box(
                x: Double(area.minX), y: Double(area.minY), width: Double(area.width), height: Double(area.height))
            rasterizer.begin(rectangle: box, clip: area)
        case .fill(let path, let rule):
            rasterizer.begin(path, transform: identity, rule: rule.rasterRule, clip: area)
        case .stencil(let path, _): rasterizer.begin(path, transform: identity, rule: .nonZero, clip: area)
        case .stroke(let path, let stroke):
            let toPixels = Affine(stroke.matrix), scale = toPixels.maximumScale
            guard scale > 0, scale.isFinite else { return false }
            stroker.stroke(
                path.transformed(by: stroke.matrix.inverted()), stroke.style,
                tolerance: Rasterizer.usualTolerance / scale, pixel: 1 / scale, into: &outline)
            rasterizer.begin(outline, transform: Homography(toPixels), rule: .nonZero, clip: area)
        }
        return true
    }

    /// Computes how much of each pixel of an area clips and masks leave; false if they leave all.
    private mutating func limit(_ area: DeviceRect, _ clips: [ClipPath], _ masks: [CanvasPaint]) -> Bool {
        let count = area.width * area.height
        var isMade = false
        // The area is cut to rectangles of whole pixels already.
        for path in clips where DeviceRect(wholePixels: path.path) == nil {
            let own = coverage(of: path, area)
            if isMade {
                var levels = inside.mutableSpan
                levels.multiply(by: own.span, first: 0, start: 0, count: count)
            } else {
                inside = own
            }
            isMade = true
        }
        guard !masks.isEmpty else { return isMade }
        if !isMade { inside = Array(repeating: 255, count: count) }
        for mask in masks {
            for y in area.minY..<area.maxY {
                pen.fill(mask, x: area.minX, y: y, count: area.width)
                let paint = pen.paint
                var levels = inside.mutableSpan
                levels.multiply(
                    byAlphaOf: paint.span, first: 0, start: (y - area.minY) * area.width, count: area.width)
            }
        }
        return true
    }

    /// The coverage of each pixel of an area by a clip, row by row.
    private mutating func coverage(of path: ClipPath, _ area: DeviceRect) -> [UInt8] {
        rasterizer.edges = path.antialias ? .soft : .hard
        rasterizer.begin(path.path, transform: Homography(Affine.identity), rule: path.rule.rasterRule, clip: area)
        var result = [UInt8](repeating: 0, count: area.width * area.height)
        var levels = result.mutableSpan
        while rasterizer.nextRow() {
            let start = (rasterizer.row - area.minY) * area.width - area.minX
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.span(index)
                if let level = span.uniform {
                    levels.fill(level, start: start + span.x, count: span.count)
                } else {
                    let first = span.x - rasterizer.clip.minX
                    levels.copy(rasterizer.coverage.span, first: first, start: start + span.x, count: span.count)
                }
            }
        }
        return result
    }
}

/// How a shape's pixels are painted.
private struct Brush {
    let paint: CanvasPaint
    /// Multiplies the paint.
    let alpha: UInt8
    let mode: BlendMode
    /// The premultiplied pixel of a colour, with the alpha; nil for other paints.
    let pixel: UInt32?

    init(_ paint: CanvasPaint, alpha: UInt8, mode: BlendMode) {
        (self.paint, self.alpha, self.mode) = (paint, alpha, mode)
        pixel = paint.color.map { PixelArithmetic.multiply($0, UInt32(alpha)) }
    }
}

/// Neighbouring pixels of a row of a canvas.
private struct Run {
    let canvas: PixelCanvas
    let x: Int
    let y: Int
    let count: Int

    /// Lends the pixels.
    func change(_ body: (inout MutableSpan<UInt32>) -> Void) { canvas.change(x: x, y: y, count: count, body) }
}

/// Blends runs of pixels, with memory for one run.
private struct Pen {
    /// The paint of the run.
    private(set) var paint: [UInt32] = []
    /// The coverage of the run.
    private var levels: [UInt8] = []

    /// Makes room for runs of a width.
    mutating func prepare(width: Int) {
        if paint.count < width { paint = Array(repeating: 0, count: width) }
        if levels.count < width { levels = Array(repeating: 0, count: width) }
    }

    /// Takes the paint of pixels.
    mutating func fill(_ source: CanvasPaint, x: Int, y: Int, count: Int) {
        source.fill(&paint, x: x, y: y, count: count)
    }

    /// Takes coverage.
    mutating func take(_ coverage: [UInt8], from first: Int, count: Int) {
        var own = levels.mutableSpan
        own.copy(coverage.span, first: first, start: 0, count: count)
    }

    /// Multiplies the coverage.
    mutating func multiply(by coverage: [UInt8], from first: Int, count: Int) {
        var own = levels.mutableSpan
        own.multiply(by: coverage.span, first: first, start: 0, count: count)
    }

    /// Multiplies the coverage.
    mutating func multiply(by level: UInt8, count: Int) {
        var own = levels.mutableSpan
        own.multiply(by: level, start: 0, count: count)
    }

    /// Blends pixels of one coverage.
    mutating func blend(_ run: Run, _ level: UInt8, _ brush: Brush) {
        guard level > 0 else { return }
        let count = run.count
        guard brush.mode == .sourceOver else {
            var own = levels.mutableSpan
            own.fill(level, start: 0, count: count)
            return blend(run, brush)
        }
        if let pixel = brush.pixel {
            return run.change { $0.blend(pixel, coverage: level, start: 0, count: count) }
        }
        fill(brush.paint, x: run.x, y: run.y, count: count)
        let alpha = PixelArithmetic.multiply(level, brush.alpha)
        run.change { $0.blend(paint.span, first: 0, alpha: alpha, start: 0, count: count) }
    }

    /// Blends pixels with the coverage that was taken.
    mutating func blend(_ run: Run, _ brush: Brush) { blend(run, levels, from: 0, brush) }

    /// Blends pixels with a coverage for each, from a place in `coverage` on.
    mutating func blend(_ run: Run, _ coverage: [UInt8], from first: Int, _ brush: Brush) {
        let count = run.count
        if brush.mode == .sourceOver, let pixel = brush.pixel {
            return run.change { $0.blend(pixel, coverage: coverage.span, first: first, start: 0, count: count) }
        }
        fill(brush.paint, x: run.x, y: run.y, count: count)
        guard brush.mode != .sourceOver else {
            return run.change {
                $0.blend(
                    paint.span, first: 0, coverage: coverage.span, firstCoverage: first, alpha: brush.alpha, start: 0,
                    count: count)
            }
        }
        if brush.alpha < 255 {
            for i in 0..<count { paint[i] = PixelArithmetic.multiply(paint[i], UInt32(brush.alpha)) }
        }
        run.change {
            $0.blend(
                brush.mode, paint.span, first: 0, coverage: coverage.span, firstCoverage: first, start: 0, count: count)
        }
    }
}

extension CGPathFillRule {
    /// The rule as the rasterizer names it.
    fileprivate var rasterRule: FillRule { self == .winding ? .nonZero : .evenOdd }
}
