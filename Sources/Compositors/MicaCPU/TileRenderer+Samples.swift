import MicaFrame
import MicaRaster

// Runs and rows of samples.

extension TileRenderer {
    /// Multiplies the colours of samples by a tint, unless it is white.
    mutating func tintSamples(_ tint: UInt32, count: Int) {
        guard tint != 0x00FF_FFFF else { return }
        var span = samples.mutableSpan
        span.multiply(byFactors: tint, count: count)
    }

    /// Draws the run in `samples` with the run's coverage.
    mutating func drawSamples(_ run: CoverageSpan, _ mask: ClipMasks.Cover, alpha: UInt8, isOpaque: Bool) {
        drawPixels(samples, first: 0, run, mask, alpha: alpha, isOpaque: isOpaque)
    }

    /// Draws a run of pixels with the run's coverage.
    mutating func drawPixels(
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

    /// Draws a row of samples, multiplied by a clip mask.
    mutating func drawRow(_ mask: ClipMasks.Cover, x: Int, y: Int, _ count: Int, alpha: UInt8) {
        if case .mask(let mask) = mask {
            target.blend(
                samples, first: 0, coverage: clipMasks.bytes(mask), firstCoverage: clipMasks.offset(mask, x: x, y: y),
                alpha: alpha, x: x, y: y, count: count)
        } else {
            target.blend(samples, first: 0, alpha: alpha, x: x, y: y, count: count)
        }
    }
}
