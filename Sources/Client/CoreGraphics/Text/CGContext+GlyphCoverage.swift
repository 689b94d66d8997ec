import MicaBase
import MicaRaster
import MicaText

extension GlyphRun {
    /// The font size. *Units*: pixels.
    fileprivate var size: Double { abs(Double(turn.d)) * face.metrics.unitsPerEm }

    /// Whether letters are upright, or mirrored, and small enough to be kept.
    fileprivate var isUpright: Bool {
        turn.b == 0 && turn.c == 0 && turn.tx == 0 && turn.ty == 0 && turn.a != 0 && turn.d != 0 && size.isFinite
            && max(size, abs(Double(turn.a)) * face.metrics.unitsPerEm) <= GlyphCoverageStore.largestSize
    }
}

/// The fast way of drawing text: coverage that is kept, blended by Mica's kernels.
extension CGContext {
    /// Draws glyphs from the store of coverage; false, with nothing drawn, where the plain way is to draw.
    ///
    /// The fast way is for upright text of usual sizes in one colour, within clips of whole pixels.
    func drawKept(_ run: GlyphRun, _ paint: PreparedPaint) -> Bool {
        guard run.isUpright, let pixel = paint.pixel, state.blendMode == .normal, state.shadow == nil,
            state.masks.isEmpty, antialiases, let clip = wholePixelClip
        else { return false }
        let isExact = run.text.positionsByPart
        let usual = run.text.quantizes ? 4 : GlyphCoverageStore.steps(atSize: run.size)
        let stepsX = isExact ? usual : 1
        var glyphs: [(glyph: UInt32, pen: GlyphCoverageStore.Pen)] = []
        glyphs.reserveCapacity(run.glyphs.count)
        for glyph in run.glyphs {
            guard
                let pen = GlyphCoverageStore.Pen(
                    glyph.position.x, glyph.position.y, stepsX: stepsX, stepsY: isExact ? 4 : 1)
            else { continue }
            glyphs.append((glyph.glyph, pen))
        }
        let kept = GlyphCoverageStore.shared.coverage(
            of: glyphs, face: run.face, scaleX: Double(run.turn.a), scaleY: Double(run.turn.d)
        ) { GlyphCoverage($0, from: $1, run) }
        if run.face.metrics.isPictures {
            drawPictures(zip(glyphs.map(\.pen), kept), within: clip)
        } else {
            blend(pixel, zip(glyphs.map(\.pen), kept), within: clip)
        }
        return true
    }

    /// Blends one colour through the coverage of glyphs, which counts as one shape: where letters touch, no pixel is
    /// painted twice.
    private func blend(
        _ pixel: UInt32, _ glyphs: Zip2Sequence<[GlyphCoverageStore.Pen], [GlyphCoverage]>, within clip: DeviceRect
    ) {
        var region: DeviceRect?
        for (pen, coverage) in glyphs where !coverage.area.isEmpty {
            let area = coverage.area.moved(x: pen.x, y: pen.y).intersection(clip)
            if !area.isEmpty { region = region?.union(area) ?? area }
        }
        guard let region else { return }
        var levels = [UInt8](repeating: 0, count: region.width * region.height)
        for (pen, coverage) in glyphs { coverage.add(to: &levels, of: region, x: pen.x, y: pen.y) }
        change(region) {
            let block = canvas.block
            for y in region.minY..<region.maxY {
                let first = (y - region.minY) * region.width
                block.blend(pixel, coverage: levels, first: first, x: region.minX, y: y, count: region.width)
            }
        }
    }

    /// Blends glyphs that are pictures.
    private func drawPictures(
        _ glyphs: Zip2Sequence<[GlyphCoverageStore.Pen], [GlyphCoverage]>, within clip: DeviceRect
    ) {
        let alpha = UInt8((state.alpha * 255).rounded())
        for (pen, coverage) in glyphs {
            guard let bitmap = coverage.picture else { continue }
            let own = coverage.area.moved(x: pen.x, y: pen.y)
            let part = own.intersection(clip)
            guard !part.isEmpty else { continue }
            let pixels = CGImage(bitmap: bitmap).bitmap(in: pixelSpace)
            change(part) {
                let block = canvas.block
                for y in part.minY..<part.maxY {
                    let first = (y - own.minY) * own.width + part.minX - own.minX
                    block.blend(pixels.pixels, first: first, alpha: alpha, x: part.minX, y: y, count: part.width)
                }
            }
        }
    }

    /// The pixels that the clip leaves; nil where it has edges within pixels.
    private var wholePixelClip: DeviceRect? {
        var region = bounds
        for clip in state.clips {
            guard let own = DeviceRect(wholePixels: clip.path) else { return nil }
            region = region.intersection(own)
        }
        return region
    }
}

extension GlyphCoverage {
    /// Draws a picture, once.
    ///
    /// - Parameter start: The pen, from its whole pixel.
    fileprivate init(_ picture: GlyphPicture, from start: Point, _ run: GlyphRun) {
        self.init()
        let matrix = run.matrix(of: picture, at: CGPoint(x: start.x, y: start.y))
        let outline = picture.outline.transformed(by: matrix)
        let area = outline.pixels(outset: 0)
        guard !area.isEmpty, let source = PixelCanvas(bitmap: picture.bitmap), let canvas = PixelCanvas(bounds: area)
        else { return }
        let pattern = CanvasPaint(canvas: source, matrix: matrix, filter: .good, repeats: false)
        canvas.draw(.fill(outline, .winding), pattern, mode: .normal, antialias: true)
        (self.area, self.picture) = (area, canvas.bitmap)
    }
}

extension DeviceRect {
    /// The rectangle moved by whole pixels.
    fileprivate func moved(x: Int, y: Int) -> DeviceRect {
        DeviceRect(minX: minX + x, minY: minY + y, maxX: maxX + x, maxY: maxY + y)
    }
}
