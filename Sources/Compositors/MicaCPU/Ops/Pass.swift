import MicaBase
import MicaFrame
import MicaRaster

extension FramePlan {
    /// Prepares another pass, and limits the op's bounds to the pixels that the pass may change.
    func pass(_ shown: PassIndex, mask: PassIndex?, _ op: DrawOp, _ bounds: inout DeviceRect) -> Content? {
        if !op.blend.isUnbounded { bounds = bounds.intersection(passes.uses[shown.rawValue].bounds) }
        if let mask { bounds = bounds.intersection(passes.uses[mask.rawValue].bounds) }
        return bounds.isEmpty ? nil : .pass(shown.rawValue, mask: mask?.rawValue ?? -1)
    }
}

extension TileRenderer {
    /// Draws another pass, pixel on pixel.
    ///
    /// The coverage is the clips', times the mask pass's alpha, times the opacity; each product is rounded, in this
    /// order.
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

    /// Combines another pass, multiplied by an opacity, with a blend mode other than source over. Clips let a part of
    /// the pixels below remain.
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
