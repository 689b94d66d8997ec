import MicaBase
import MicaFrame

extension FramePlan {
    /// Prepares the inside of a path.
    mutating func path(
        _ draw: PathDraw, _ color: PixelColor, _ op: DrawOp, _ opacity: Double, _ bounds: DeviceRect
    ) -> Content? {
        let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
        guard pixel != 0 else { return nil }
        return .solid(shapes.add(draw, op.transform, clip: bounds, whole: op.bounds), pixel: pixel)
    }
}
