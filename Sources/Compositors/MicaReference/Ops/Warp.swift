import MicaBase
import MicaFrame

extension Painter {
    /// Another pass seen on a bent plane: each pixel reads the pass where its point lies in the flat plane.
    func warp(_ draw: WarpDraw, _ op: DrawOp) -> Paint? {
        guard let source = picture(draw.pass), let toLocal = op.transform.inverse else { return nil }
        let bend = WarpDraw.Bend(draw.map)
        /// The colour of the source at a point of the plane.
        func color(_ point: SIMD2<Double>) -> Color {
            let device = op.transform.apply(point.x, point.y)
            return device.w > 0 ? between(Point(device.x, device.y)) { source[$0, $1] } : .zero
        }
        return { x, y in
            let local = toLocal.apply(Double(x) + 0.5, Double(y) + 0.5)
            guard local.w > 0, local.x.isFinite, local.y.isFinite else { return .zero }
            if case .field(let field) = draw.map, field.kind == .smear {
                var sum = Color.zero
                for index in 0..<WarpDraw.Field.smearCount {
                    if let point = field.source(of: SIMD2(local.x, local.y), index) { sum += color(point) }
                }
                return sum / Double(WarpDraw.Field.smearCount)
            }
            if case .field(let field) = draw.map, field.kind == .displacement {
                let point = SIMD2(local.x, local.y)
                guard let place = field.place(onMap: point) else { return .zero }
                return field.source(of: point, map: color(place)).map { color($0) } ?? .zero
            }
            if case .field(let field) = draw.map, field.isTone {
                let alpha = source[x, y].w
                return Color(SIMD3(repeating: field.tone(at: SIMD2(local.x, local.y))) * alpha, alpha)
            }
            let look = bend.look(at: SIMD2(local.x, local.y))
            let under = look.front.map { color($0) } ?? .zero
            guard let back = look.back.map({ color($0) }) else { return under }
            // The back of a page: its picture is faint, and darker where the page turns away.
            let faint = back.rgb + (back.w - back.rgb) * (208.0 / 256)
            return Color(faint * look.light, back.w) + under * (1 - back.w)
        }
    }
}
