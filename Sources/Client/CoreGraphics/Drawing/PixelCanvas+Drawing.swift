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
        let brush = Brush(paint, alpha: UInt8((min(max(alpha, 0), 1) * 255).rounded()), mode: mode.blendMode, in: area)
        // What a pixel has besides its colours is not defined here, and such modes read it.
        if isOpaque, brush.mode != .sourceOver { makeOpaque(area) }
        // A pattern's cell may be drawn with another canvas meanwhile, but never with this one.
        var own = tools.take() ?? DrawingTools()
        own.draw(shape, brush, area, clips, masks, antialias: antialias, on: block)
        if isOpaque, brush.mode != .sourceOver { makeOpaque(area) }
        tools = consume own
    }

    /// Sets the alpha of the pixels of an area to 255.
    private func makeOpaque(_ area: DeviceRect) {
        for y in area.minY..<area.maxY {
            block.withRun(x: area.minX, y: y, count: area.width) { run in
                for i in 0..<area.width { run[i] |= 0xFF00_0000 }
            }
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
        antialias: Bool, on block: PixelBlock
    ) {
        pen.prepare(width: area.width)
        let isClipped = limit(area, clips, masks)
        guard begin(shape, area, antialias: antialias) else { return }
        if !isClipped, let pixel = brush.pixel, rasterizer.blend(pixel, into: block) { return }
        while rasterizer.nextRow() {
            let y = rasterizer.row
            for index in 0..<rasterizer.spanCount {
                let span = rasterizer.rowSpans[index]
                let run = Run(block: block, x: span.x, y: y, count: span.count)
                let first = span.x - rasterizer.clip.minX
                if isClipped {
                    pen.take(inside, from: (y - area.minY) * area.width + span.x - area.minX, count: span.count)
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
                let span = rasterizer.rowSpans[index]
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
    /// The premultiplied pixel of a colour that is drawn over the others, with the alpha; nil for other paints and modes.
    let pixel: UInt32?
    /// The pixels of a picture that is drawn over the others in its place, and covers the area; nil for others.
    let picture: PixelBlock?

    init(_ paint: CanvasPaint, alpha: UInt8, mode: BlendMode, in area: DeviceRect) {
        (self.paint, self.alpha, self.mode) = (paint, alpha, mode)
        let isOver = mode == .sourceOver
        pixel = isOver ? paint.color.map { PixelArithmetic.multiply($0, UInt32(alpha)) } : nil
        picture = isOver ? paint.picture(covering: area) : nil
    }
}

/// Neighbouring pixels of a row.
private struct Run {
    let block: PixelBlock
    let x: Int
    let y: Int
    let count: Int
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
        let (x, y, count) = (run.x, run.y, run.count)
        let alpha = PixelArithmetic.multiply(level, brush.alpha)
        if let pixel = brush.pixel {
            run.block.blend(pixel, coverage: level, x: x, y: y, count: count)
        } else if let picture = brush.picture {
            run.block.blend(picture, alpha: alpha, x: x, y: y, count: count)
        } else if brush.mode == .sourceOver {
            fill(brush.paint, x: x, y: y, count: count)
            run.block.blend(paint, first: 0, alpha: alpha, x: x, y: y, count: count)
        } else {
            var own = levels.mutableSpan
            own.fill(level, start: 0, count: count)
            blend(run, brush)
        }
    }

    /// Blends pixels with the coverage that was taken.
    mutating func blend(_ run: Run, _ brush: Brush) { blend(run, levels, from: 0, brush) }

    /// Blends pixels with a coverage for each, from a place in `coverage` on.
    mutating func blend(_ run: Run, _ coverage: [UInt8], from first: Int, _ brush: Brush) {
        let (x, y, count) = (run.x, run.y, run.count)
        if let pixel = brush.pixel {
            return run.block.blend(pixel, coverage: coverage, first: first, x: x, y: y, count: count)
        }
        if let picture = brush.picture {
            return run.block.blend(
                picture, coverage: coverage, firstCoverage: first, alpha: brush.alpha, x: x, y: y, count: count)
        }
        fill(brush.paint, x: x, y: y, count: count)
        if brush.mode == .sourceOver {
            return run.block.blend(
                paint, first: 0, coverage: coverage, firstCoverage: first, alpha: brush.alpha, x: x, y: y, count: count)
        }
        if brush.alpha < 255 {
            for i in 0..<count { paint[i] = PixelArithmetic.multiply(paint[i], UInt32(brush.alpha)) }
        }
        let source = paint
        run.block.withRun(x: x, y: y, count: count) { pixels in
            pixels.blend(
                brush.mode, source.span, first: 0, coverage: coverage.span, firstCoverage: first, start: 0, count: count
            )
        }
    }
}

extension CGPathFillRule {
    /// The rule as the rasterizer names it.
    fileprivate var rasterRule: FillRule { self == .winding ? .nonZero : .evenOdd }
}
