import Foundation
import MicaFrame
import MicaGeometry

extension PassPainter {
    /// Colours that run over a rounded rectangle.
    func gradient(_ shape: RoundedRect, _ draw: GradientDraw, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let toLocal = op.transform.inverse else { return }
        let (kind, map) = draw.geometry.unit(of: toLocal)
        let numbers = state.numbers
        numbers.add(map, from: part.area)
        let stops = draw.ramp.stops
        numbers.add(SIMD4(Float(kind), Float(stops.count), 0, 0))
        for stop in stops {
            let color = stop.color
            numbers.add(SIMD4(Float(stop.location), 0, 0, 0))
            numbers.add(
                SIMD4(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha)))
        }
        try paint(Ink(program: .gradient), Shape(shape, op.transform, state.outlines), op, in: part)
    }
}

extension GradientDraw.Geometry {
    /// Which kind it is to the shader, and the map to the plane in which it is like all others of its kind: the location is x of an
    /// axial one, the distance from (0, 0) of a radial one, and the angle from x towards y of a conic one.
    fileprivate func unit(of toLocal: Homography) -> (kind: Int, map: Homography) {
        /// The map followed by x' = a x + c y + e, y' = b x + d y + f.
        func then(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) -> Homography {
            let h = toLocal
            return Homography(
                a: a * h.a + c * h.b + e * h.p, b: b * h.a + d * h.b + f * h.p, c: a * h.c + c * h.d + e * h.q,
                d: b * h.c + d * h.d + f * h.q, tx: a * h.tx + c * h.ty + e * h.w,
                ty: b * h.tx + d * h.ty + f * h.w, p: h.p, q: h.q, w: h.w)
        }
        switch self {
        case .axial(let start, let end):
            let way = end - start
            let unit = way / (way * way).sum()
            return (0, then(unit.x, 0, unit.y, 0, -(start * unit).sum(), 0))
        case .radial(let center, let radii):
            return (1, then(1 / radii.x, 0, 0, 1 / radii.y, -center.x / radii.x, -center.y / radii.y))
        case .conic(let center, let angle):
            let (c, s) = (cos(angle), sin(angle))
            return (
                2,
                then(
                    c, -s, s, c, -(center.x * c + center.y * s), center.x * s - center.y * c)
            )
        }
    }
}

extension Program {
    /// Parameters: the map (3), kind and number of stops, and for each stop its location and its straight colour.
    static let gradient = Program(
        colors: ShaderParts.plane,
        """
        vec4 color() {
            vec2 at = local(0).xy;
            vec4 kind = parameter(3);
            float t = at.x;
            if (kind.x == 1.0) {
                t = length(at);
            } else if (kind.x == 2.0) {
                t = atan(at.y, at.x) / 6.283185307179586;
                t -= floor(t);
            }
            t = t > 0.0 ? min(t, 1.0) : 0.0;
            int count = int(kind.y), next = 0;
            while (next < count && parameter(4 + 2 * next).x <= t) next++;
            vec4 straight;
            if (next == 0) {
                straight = parameter(5);
            } else if (next == count) {
                straight = parameter(3 + 2 * count);
            } else {
                float from = parameter(2 + 2 * next).x, to = parameter(4 + 2 * next).x;
                straight = mix(parameter(3 + 2 * next), parameter(5 + 2 * next), (t - from) / (to - from));
            }
            return vec4(straight.rgb * straight.a, straight.a);
        }
        """)
}
