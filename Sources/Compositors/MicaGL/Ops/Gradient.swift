import Foundation
import MicaBase
import MicaFrame

extension PassPainter {
    /// A gradient in a rounded rectangle.
    func gradient(_ shape: RoundedRect, _ draw: GradientDraw, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        guard let toLocal = op.transform.inverse else { return }
        let (kind, map) = draw.geometry.unit(of: toLocal)
        let numbers = state.numbers
        numbers.add(map, from: part.area)
        let stops = draw.ramp.stops
        (numbers[0].w, numbers[1].w) = (Float(kind), Float(stops.count))
        var features: Features = kind == 2 ? .conic : []
        if !numbers.addRamp(stops) { features.insert(.stops) }
        for stop in stops {
            numbers.add(SIMD4(Float(stop.location), 0, 0, 0))
            numbers.add(SIMD4(straight: stop.color))
        }
        let ink = Ink(program: .gradient, features: features, isOpaque: stops.allSatisfy { $0.color.alpha >= 1 })
        try paint(ink, Shape(shape, op.transform, state.outlines), op, in: part)
    }
}

extension SIMD4<Float> {
    /// A colour that is not premultiplied.
    fileprivate init(straight color: PixelColor) {
        self.init(Float(color.red), Float(color.green), Float(color.blue), Float(color.alpha))
    }
}

extension NumberList {
    /// Adds a ramp of at most three stops in the shaders' four parameters: the start and the steepness of each of the
    /// two steps from a colour to the next, the first colour, and the difference of each step. Adds four zeros for a
    /// ramp that has more stops, or two stops closer together than 1/1,000.
    ///
    /// - Returns: whether the parameters describe the ramp.
    fileprivate func addRamp(_ stops: [GradientRamp.Stop]) -> Bool {
        var (ways, added) = (SIMD4<Float>.zero, (SIMD4<Float>.zero, SIMD4<Float>.zero))
        for index in 0..<min(2, stops.count - 1) {
            let (from, to) = (stops[index], stops[index + 1])
            // A steeper step is a sudden change: its location has the colour of the later stop.
            guard to.location - from.location > 1e-3 else {
                addZeros(4)
                return false
            }
            ways[2 * index] = Float(from.location)
            ways[2 * index + 1] = Float(1 / (to.location - from.location))
            let way = SIMD4(straight: to.color) - SIMD4(straight: from.color)
            if index == 0 { added.0 = way } else { added.1 = way }
        }
        guard stops.count <= 3 else {
            addZeros(4)
            return false
        }
        add(ways)
        add(SIMD4(straight: stops[0].color))
        add(added.0)
        add(added.1)
        return true
    }
}

extension GradientDraw.Geometry {
    /// The kind's number in the shader, and the map to a unit plane. There the location is x of an axial gradient, the
    /// distance from (0, 0) of a radial one, and the angle from x towards y of a conic one.
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
    /// Parameters: the map (3), with the kind and the number of stops in its fourth components; a ramp of few colours
    /// (4); for each stop its location and its straight colour.
    static let gradient = Program(
        numbers: 7,
        colors: ShaderParts.plane,
        """
        vec4 color() {
            vec2 at = local(0).xy;
            float kind = parameter(0).w;
            float t = kind == 0.0 ? at.x : length(at);
        #ifdef CONIC
            if (kind == 2.0) {
                t = atan(at.y, at.x) / 6.283185307179586;
                t -= floor(t);
            }
        #endif
            t = t > 0.0 ? min(t, 1.0) : 0.0;
            vec4 straight;
        #ifdef STOPS
            int count = int(parameter(1).w), next = 0;
            while (next < count && anyParameter(7 + 2 * next).x <= t) next++;
            if (next == 0) {
                straight = anyParameter(8);
            } else if (next == count) {
                straight = anyParameter(6 + 2 * count);
            } else {
                float from = anyParameter(5 + 2 * next).x, to = anyParameter(7 + 2 * next).x;
                straight = mix(anyParameter(6 + 2 * next), anyParameter(8 + 2 * next), (t - from) / (to - from));
            }
        #else
            vec4 ways = parameter(3);
            vec2 far = clamp((vec2(t) - ways.xz) * ways.yw, 0.0, 1.0);
            straight = parameter(4) + parameter(5) * far.x + parameter(6) * far.y;
        #endif
            return vec4(straight.rgb * straight.a, straight.a);
        }
        """)
}
