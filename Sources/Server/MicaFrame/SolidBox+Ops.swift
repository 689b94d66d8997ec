import MicaPixels
import MicaRaster

extension SolidBox {
    /// Makes a box of an op, within its bounds; nil where it is anything but a level rectangle of one colour without a clip.
    package init?(_ ops: Span<DrawOp>, at place: Int) {
        // Looked at in place: an op is too large to be copied.
        guard ops[place].clip == nil, ops[place].edges == .soft, ops[place].blend == .sourceOver,
            case .fill(let shape, let color) = ops[place].content
        else { return nil }
        self.init(
            shape, ops[place].transform, bounds: ops[place].bounds,
            pixel: Self.pixel(color, ops[place].tint, ops[place].opacity))
    }

    /// Makes a box of a rectangle of one colour without a clip.
    init?(_ fill: RectangleFill, pixel: UInt32) {
        guard fill.clip == nil, fill.edges == .soft else { return nil }
        self.init(fill.shape, fill.transform, bounds: fill.bounds, pixel: pixel)
    }

    @inline(__always)  // Two callers, one of which has its rectangle at hand and the other in an op.
    private init?(_ shape: RoundedRect, _ transform: Homography, bounds: DeviceRect, pixel: UInt32) {
        guard shape.isPlain else { return nil }
        self.init(shape.rect, transform, bounds: bounds, pixel: pixel)
    }

    /// Makes a box of a rectangle of one colour, within bounds; nil where it is empty or not level.
    @inline(__always)  // The same.
    init?(_ rect: LocalRect, _ transform: Homography, bounds: DeviceRect, pixel: UInt32) {
        guard !rect.isEmpty, let box = transform.levelBox(of: rect) else { return nil }
        guard let coverage = BoxCoverage(box, clip: bounds) else {
            self.init(edges: .zero, pixel: pixel, pass: 0)
            return
        }
        self.init(coverage, pixel: pixel, pass: 0)
    }

    /// The pixel of a colour in an op.
    static func pixel(_ color: PixelColor, _ tint: Tint, _ opacity: Double) -> UInt32 {
        (tint == .white ? color : color.tinted(tint)).premultiplied(opacity: opacity > 0 ? min(opacity, 1) : 0)
    }
}

extension Homography {
    /// A local rectangle in device pixels; nil unless the map keeps it level.
    package func levelBox(of rect: LocalRect) -> Box? {
        guard isScaleAndTranslation else { return nil }
        let low = apply(rect.minX, rect.minY), high = apply(rect.maxX, rect.maxY)
        return Box(
            minimum: Point(min(low.x, high.x), min(low.y, high.y)),
            maximum: Point(max(low.x, high.x), max(low.y, high.y)))
    }
}
