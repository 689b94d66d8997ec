import MicaBase
import MicaFrame
import MicaRaster

extension FramePlan {
    /// Prepares a mix of two other passes.
    func dissolve(_ from: PassIndex?, _ to: PassIndex?, _ fraction: Double) -> Content? {
        let share = UInt32((max(0, min(1, fraction.isNaN ? 0 : fraction)) * 256).rounded())
        return .dissolve(from?.rawValue ?? -1, to?.rawValue ?? -1, fraction: share)
    }
}

extension TileRenderer {
    /// Draws a mix of two other passes.
    mutating func drawDissolve(
        _ from: Int, _ to: Int, _ fraction: UInt32, _ plan: borrowing FramePlan, _ mask: ClipMasks.Cover,
        _ op: FramePlan.Op, _ area: DeviceRect
    ) {
        for y in area.minY..<area.maxY {
            mix(from, to, fraction, plan, y: y, area)
            drawRow(mask, x: area.minX, y: y, area.width, alpha: op.opacity)
        }
    }

    /// Writes a row of the mix into `samples`.
    private mutating func mix(
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
}
