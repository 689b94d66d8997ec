import MicaBase
import MicaFrame

extension FramePlan {
    /// Prepares the ring between a rounded rectangle and itself inset by `width`.
    mutating func border(
        _ shape: RoundedRect, _ width: Double, _ color: PixelColor, _ op: DrawOp, _ opacity: Double,
        _ bounds: DeviceRect
    ) -> Content? {
        let pixel = color.tinted(op.tint).premultiplied(opacity: opacity)
        guard pixel != 0 else { return nil }
        return .solid(shapes.addRing(shape, width: width, op.transform, clip: bounds), pixel: pixel)
    }
}
