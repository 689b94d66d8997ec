import MicaFrame
import MicaPixels
import MicaRaster

// Other passes of the frame, and rows of samples.

extension TileRenderer {
    /// Puts a row of two passes mixed into `samples`.
    mutating func mix(
        _ from: Int, _ to: Int, _ fraction: UInt32, _ plan: borrowing FramePlan, y: Int, _ area: DeviceRect
    ) {
        if let block = block(of: from, plan) {
            var span = samples.mutableSpan
            span.copy(block, x: area.minX, y: y, count: area.width)
        } else {
            samples.fill(0, start: 0, count: area.width)
        }
        if let block = block(of: to, plan) {
            var span = spareSamples.mutableSpan
            span.copy(block, x: area.minX, y: y, count: area.width)
        } else {
            spareSamples.fill(0, start: 0, count: area.width)
        }
        samples.interpolate(towards: spareSamples, fraction: fraction, count: area.width)
    }

    /// Draws another pass, pixel on pixel.
    ///
    /// Coverage is the clips' times the mask pass's alpha, times the opacity: each product rounded, in this order.
    mutating func drawPass(
        _ area: DeviceRect, _ plan: borrowing FramePlan, _ shown: Int, _ maskPass: Int, _ mask: ClipMasks.Cover,
        alpha: UInt8
    ) {
        guard let source = block(of: shown, plan) else { return }
        let masking = block(of: maskPass, plan)
        if maskPass >= 0, masking == nil { return }
        if let masking, mask.isEverything {
            for y in area.minY..<area.maxY {
                target.blend(source, maskedBy: masking, alpha: alpha, x: area.minX, y: y, count: area.width)
            }
            return
        }
        for y in area.minY..<area.maxY {
            var isCovered = true
            if case .mask(let mask) = mask {
                coverage.copy(
                    clipMasks.bytes(mask), first: clipMasks.offset(mask, x: area.minX, y: y), start: 0,
                    count: area.width)
                isCovered = false
            }
            if let masking {
                if isCovered { coverage.fill(255, start: 0, count: area.width) }
                var span = coverage.mutableSpan
                span.multiply(byAlphaOf: masking, x: area.minX, y: y, count: area.width)
                isCovered = false
            }
            if isCovered {
                target.blend(source, alpha: alpha, x: area.minX, y: y, count: area.width)
            } else {
                target.blend(
                    source, coverage: coverage, firstCoverage: 0, alpha: alpha, x: area.minX, y: y, count: area.width)
            }
        }
    }

    /// Draws a row of samples, times a clip mask.
    mutating func drawRow(_ mask: ClipMasks.Cover, x: Int, y: Int, _ count: Int, alpha: UInt8) {
        if case .mask(let mask) = mask {
            target.blend(
                samples, first: 0, coverage: clipMasks.bytes(mask), firstCoverage: clipMasks.offset(mask, x: x, y: y),
                alpha: alpha, x: x, y: y, count: count)
        } else {
            target.blend(samples, first: 0, alpha: alpha, x: x, y: y, count: count)
        }
    }

    /// Combines another pass, faded by an opacity, in another way than source over; clips let part of what was there stay.
    mutating func blendPass(
        _ area: DeviceRect, _ plan: borrowing FramePlan, _ shown: Int, _ mask: ClipMasks.Cover, _ op: FramePlan.Op
    ) {
        let source = block(of: shown, plan)
        if source == nil, !op.blend.isUnbounded { return }
        if source == nil { samples.fill(0, start: 0, count: area.width) }
        coverage.fill(255, start: 0, count: area.width)
        for y in area.minY..<area.maxY {
            if let source {
                var span = samples.mutableSpan
                span.multiply(source, alpha: op.opacity, x: area.minX, y: y, count: area.width)
            }
            if case .mask(let mask) = mask {
                coverage.copy(
                    clipMasks.bytes(mask), first: clipMasks.offset(mask, x: area.minX, y: y), start: 0,
                    count: area.width)
            }
            target.blend(op.blend, samples, coverage: coverage, x: area.minX, y: y, count: area.width)
        }
    }
}
