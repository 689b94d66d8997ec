import MicaFrame
import MicaPixels
import MicaRaster

// Runs of the rasteriser: one colour, images and gradients.

extension TileRenderer {
    /// Fills the shape that the rasteriser has begun.
    mutating func drawSolid(_ pixel: UInt32, _ mask: ClipMasks.Cover) {
        if mask.isEverything, rasterizer.blend(pixel, into: target) { return }
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                if case .mask(let mask) = mask {
                    cover(run, mask)
                    target.blend(pixel, coverage: coverage, first: 0, x: run.x, y: rasterizer.row, count: run.count)
                } else if let alpha = run.uniform {
                    target.blend(pixel, coverage: alpha, x: run.x, y: rasterizer.row, count: run.count)
                } else {
                    target.blend(
                        pixel, coverage: rasterizer.coverage, first: run.x - rasterizer.clip.minX, x: run.x,
                        y: rasterizer.row, count: run.count)
                }
            }
        }
    }

    /// Draws an image into the shape that the rasteriser has begun.
    mutating func drawImage(_ image: borrowing PreparedImage, _ mask: ClipMasks.Cover, _ op: FramePlan.Op) {
        let isCopied = image.needsSamplingAlone && op.opacity == 255 && op.tint == 0x00FF_FFFF && mask.isEverything
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                if isUncovered {
                    setPixels(image, run, op)
                    continue
                }
                if op.tint == 0x00FF_FFFF,
                    let first = image.firstTexel(x: run.x, y: rasterizer.row, count: run.count)
                {
                    drawPixels(
                        image.texels, first: first, run, mask, alpha: op.opacity, isOpaque: image.isOpaque)
                    continue
                }
                if isCopied, run.uniform == 255 {
                    let y = rasterizer.row
                    target.withRun(x: run.x, y: y, count: run.count) {
                        image.sample(&$0, x: run.x, y: y, count: run.count)
                    }
                    continue
                }
                image.sample(&samples, &spareSamples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: image.isOpaque)
            }
        }
    }

    /// Sets a run of an image's pixels, over the background's colour.
    private mutating func setPixels(_ image: borrowing PreparedImage, _ run: CoverageSpan, _ op: FramePlan.Op) {
        let (x, y) = (run.x, rasterizer.row)
        if op.tint == 0x00FF_FFFF, let first = image.firstTexel(x: x, y: y, count: run.count) {
            target.set(image.texels, first: first, alpha: op.opacity, onto: background, x: x, y: y, count: run.count)
            return
        }
        image.sample(&samples, &spareSamples, x: x, y: y, count: run.count)
        tintSamples(op.tint, count: run.count)
        target.set(samples, first: 0, alpha: op.opacity, onto: background, x: x, y: y, count: run.count)
    }

    /// Draws a gradient into the shape that the rasteriser has begun.
    mutating func drawGradient(
        _ gradient: borrowing PreparedGradient, _ mask: ClipMasks.Cover, _ op: FramePlan.Op
    ) {
        let isCopied = gradient.isOpaque && op.opacity == 255 && op.tint == 0x00FF_FFFF && mask.isEverything
        while rasterizer.nextRow() {
            if isCopied, drawWholeRow(gradient) { continue }
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.span(index)
                if isCopied, run.uniform == 255 {
                    let y = rasterizer.row
                    target.withRun(x: run.x, y: y, count: run.count) {
                        gradient.sample(&$0, x: run.x, y: y, count: run.count)
                    }
                    continue
                }
                gradient.sample(&samples, x: run.x, y: rasterizer.row, count: run.count)
                tintSamples(op.tint, count: run.count)
                drawSamples(run, mask, alpha: op.opacity, isOpaque: gradient.isOpaque)
            }
        }
    }

    /// Draws an opaque gradient into all of the rasteriser's row at once, where it belongs, if that has one pixel at most on each
    /// side that is covered in part: what was there comes back below that.
    ///
    /// - Returns: false where the row is to be drawn span by span, and nothing is drawn.
    private func drawWholeRow(_ gradient: PreparedGradient) -> Bool {
        let count = rasterizer.spanCount
        guard count > 1, count <= 3 else { return false }
        let first = rasterizer.span(0), last = rasterizer.span(count - 1)
        let middle = first.uniform == 255 ? first : rasterizer.span(1)
        guard middle.uniform == 255, first.count == 1 || first.uniform == 255, last.count == 1 || last.uniform == 255,
            last.x + last.count - first.x == middle.count + (first.uniform == 255 ? 0 : 1)
                + (last.uniform == 255 ? 0 : 1)
        else { return false }
        let (y, length) = (rasterizer.row, last.x + last.count - first.x)
        let left = coverage(ofOne: first), right = coverage(ofOne: last)
        target.withRun(x: first.x, y: y, count: length) { pixels in
            let (below, belowLast) = (pixels[0], pixels[length - 1])
            gradient.sample(&pixels, x: first.x, y: y, count: length)
            if left != 255 {
                pixels[0] = PixelArithmetic.sourceOver(PixelArithmetic.multiply(pixels[0], left), below)
            }
            if right != 255 {
                pixels[length - 1] = PixelArithmetic.sourceOver(
                    PixelArithmetic.multiply(pixels[length - 1], right), belowLast)
            }
        }
        return true
    }

    /// The coverage of a span of one pixel, or of all of them.
    @inline(__always)  // Twice for each row of a gradient.
    private func coverage(ofOne run: CoverageSpan) -> UInt32 {
        UInt32(run.uniform ?? rasterizer.coverage[run.x - rasterizer.clip.minX])
    }

    /// Multiplies the colours of samples, unless that changes nothing.
    private mutating func tintSamples(_ tint: UInt32, count: Int) {
        guard tint != 0x00FF_FFFF else { return }
        var span = samples.mutableSpan
        span.multiply(byFactors: tint, count: count)
    }

    /// Draws a run of samples with the run's coverage.
    private mutating func drawSamples(_ run: CoverageSpan, _ mask: ClipMasks.Cover, alpha: UInt8, isOpaque: Bool) {
        drawPixels(samples, first: 0, run, mask, alpha: alpha, isOpaque: isOpaque)
    }

    /// Draws a run of pixels with the run's coverage.
    private mutating func drawPixels(
        _ pixels: [UInt32], first: Int, _ run: CoverageSpan, _ mask: ClipMasks.Cover, alpha: UInt8, isOpaque: Bool
    ) {
        let (x, y) = (run.x, rasterizer.row)
        if case .mask(let mask) = mask {
            cover(run, mask)
            target.blend(
                pixels, first: first, coverage: coverage, firstCoverage: 0, alpha: alpha, x: x, y: y,
                count: run.count)
        } else if let uniform = run.uniform {
            let alpha = PixelArithmetic.multiply(uniform, alpha)
            if alpha == 255, isOpaque {
                target.copy(pixels, first: first, x: x, y: y, count: run.count)
            } else {
                target.blend(pixels, first: first, alpha: alpha, x: x, y: y, count: run.count)
            }
        } else {
            target.blend(
                pixels, first: first, coverage: rasterizer.coverage, firstCoverage: x - rasterizer.clip.minX,
                alpha: alpha, x: x, y: y, count: run.count)
        }
    }
}
