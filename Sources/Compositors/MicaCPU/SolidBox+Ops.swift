import MicaBase
import MicaFrame
import MicaRaster

extension SolidBox {
    /// The box of an op, within its bounds. *nil when* the op is anything but an axis-aligned rectangle of one colour
    /// without a clip.
    init?(_ ops: Span<DrawOp>, at index: Int) {
        // Read through the span: an op is too large to be copied.
        guard ops[index].clip == nil, ops[index].edges == .soft, ops[index].blend == .sourceOver,
            case .fill(let shape, let color) = ops[index].content, shape.hasSquareCorners, !shape.rect.isEmpty,
            let box = ops[index].transform.axisAlignedBox(of: shape.rect)
        else { return nil }
        let (tint, opacity) = (ops[index].tint, ops[index].opacity)
        let pixel = (tint == .white ? color : color.tinted(tint)).premultiplied(
            opacity: opacity > 0 ? min(opacity, 1) : 0)
        guard let coverage = BoxCoverage(box, clip: ops[index].bounds) else {
            self.init(edges: .zero, pixel: pixel, pass: 0)
            return
        }
        self.init(coverage, pixel: pixel, pass: 0)
    }
}
