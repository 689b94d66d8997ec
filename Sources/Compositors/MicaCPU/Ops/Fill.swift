import MicaBase
import MicaFrame
import MicaRaster

// Rounded rectangles of one colour, and the drawing of all shapes of one colour.

extension FramePlan {
    /// Prepares a rounded rectangle of one colour.
    mutating func fill(
        _ shape: RoundedRect, _ color: PixelColor, _ op: DrawOp, _ opacity: Double, _ bounds: DeviceRect
    ) -> Content? {
        let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
        guard pixel != 0 else { return nil }
        return .solid(shapes.add(shape, op.transform, clip: bounds), pixel: pixel)
    }
}

extension TileRenderer {
    /// Draws a shape of one colour.
    mutating func drawSolid(
        _ shape: PreparedShape, _ pixel: UInt32, _ mask: ClipMasks.Cover, _ edges: EdgeMode,
        _ plan: borrowing FramePlan, _ area: DeviceRect
    ) {
        switch shape {
        case .box(let box) where mask.isEverything && edges == .soft:
            BoxCoverage(box, clip: area)?.blend(pixel, into: target, within: area)
        case .mask(let index) where mask.isEverything && edges == .soft:
            plan.shapes.mask(index).blend(pixel, into: target, within: area)
        case .edges(let index)
        where mask.isEverything && rasterizer.blend(pixel, plan.shapes.edges.span, index, clip: area, into: target):
            break
        default:
            if plan.begin(shape, &rasterizer, area) { drawSolid(pixel, mask) }
        }
    }

    /// Fills the shape that the rasterizer has begun.
    private mutating func drawSolid(_ pixel: UInt32, _ mask: ClipMasks.Cover) {
        if mask.isEverything, rasterizer.blend(pixel, into: target) { return }
        while rasterizer.nextRow() {
            for index in 0..<rasterizer.spanCount {
                let run = rasterizer.rowSpans[index]
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
}
