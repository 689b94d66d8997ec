import MicaFrame
import MicaGeometry
import MicaPixels
import MicaRaster

extension SolidBox {
    /// Makes a box of an op, within its bounds; nil where it is anything but a level rectangle of one colour without a clip.
    init?(_ ops: Span<DrawOp>, at place: Int) {
        // Looked at in place: an op is too large to be copied.
        guard ops[place].clip == nil, ops[place].edges == .soft, ops[place].blend == .sourceOver,
            case .fill(let shape, let color) = ops[place].content, shape.isPlain, !shape.rect.isEmpty,
            let box = ops[place].transform.levelBox(of: shape.rect)
        else { return nil }
        let (tint, opacity) = (ops[place].tint, ops[place].opacity)
        let pixel = (tint == .white ? color : color.tinted(tint)).premultiplied(
            opacity: opacity > 0 ? min(opacity, 1) : 0)
        guard let coverage = BoxCoverage(box, clip: ops[place].bounds) else {
            self.init(edges: .zero, pixel: pixel, pass: 0)
            return
        }
        self.init(coverage, pixel: pixel, pass: 0)
    }
}

extension Homography {
    /// A local rectangle in device pixels; nil unless the map keeps it level.
    func levelBox(of rect: LocalRect) -> Box? {
        guard isScaleAndTranslation else { return nil }
        let low = apply(rect.minX, rect.minY), high = apply(rect.maxX, rect.maxY)
        return Box(
            minimum: Point(min(low.x, high.x), min(low.y, high.y)),
            maximum: Point(max(low.x, high.x), max(low.y, high.y)))
    }
}
