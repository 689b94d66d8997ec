import MicaBase
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaGL
import MicaReference

/// A compositor with a device of its own, and its pictures.
struct Drawing {
    let device: GLDevice
    let compositor: GLCompositor

    /// - Parameter imageBudget: the bytes of images that stay.
    init(passBudget: Int = 64 << 20, imageBudget: Int = 64 << 20) throws {
        device = try GLDevice(passBudget: passBudget, imageBudget: imageBudget)
        compositor = GLCompositor(device: device) { CPUCompositor(threads: 1) }
    }

    /// All of a frame, over pixels that are to be overwritten.
    func bitmap(_ frame: Frame) -> Bitmap {
        var bitmap = Bitmap(width: frame.width, height: frame.height, filledWith: 0xFF12_3456)
        compositor.draw(frame, region: DamageRegion(frame.bounds), into: &bitmap)
        return bitmap
    }
}

/// A frame as the reference draws it.
func reference(_ frame: Frame) -> Bitmap {
    var bitmap = Bitmap(width: frame.width, height: frame.height)
    ReferenceCompositor().draw(frame, into: &bitmap)
    return bitmap
}

extension Frame {
    /// A frame of one pass.
    init(_ width: Int, _ height: Int, _ ops: [DrawOp]) {
        self.init(width: width, height: height)
        passes = [RenderPass(bounds: bounds)]
        passes[0].ops = ops
    }
}

extension DrawOp {
    /// A rectangle of one colour.
    static func rectangle(
        _ rect: DeviceRect, _ color: UInt32, radius: Double = 0, transform: Homography = .identity
    ) -> DrawOp {
        let local = LocalRect(
            minX: Double(rect.minX), minY: Double(rect.minY), maxX: Double(rect.maxX), maxY: Double(rect.maxY))
        return DrawOp(
            content: .fill(shape: RoundedRect(local, radius: radius), color: PixelColor(premultiplied: color)),
            transform: transform, bounds: transform.deviceBounds(of: local))
    }

    /// A rounded rectangle's shadow.
    static func shadow(_ rect: LocalRect, radius: Double, deviation: Double, _ color: UInt32) -> DrawOp {
        let draw = ShadowDraw(shape: RoundedRect(rect, radius: radius), deviation: deviation)
        return DrawOp(
            content: .shadow(draw, color: PixelColor(premultiplied: color)), transform: .identity,
            bounds: Homography.identity.deviceBounds(of: draw.box))
    }

    /// An image, pixel on pixel.
    static func image(_ image: ImageResource, x: Int, y: Int) -> DrawOp {
        let bounds = DeviceRect(minX: x, minY: y, maxX: x + image.width, maxY: y + image.height)
        let rect = LocalRect(
            minX: Double(x), minY: Double(y), maxX: Double(bounds.maxX), maxY: Double(bounds.maxY))
        let source = LocalRect(minX: 0, minY: 0, maxX: Double(image.width), maxY: Double(image.height))
        return DrawOp(
            content: .image(ImageDraw(image: image, destination: rect, source: source, sampling: .bilinear)),
            transform: .identity, bounds: bounds)
    }
}
