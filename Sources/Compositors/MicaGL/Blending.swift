import MicaBase

extension BlendMode {
    /// The fixed function of OpenGL that gives the same result; nil if there is none.
    ///
    /// Only modes whose result is linear in the source have one: then partial coverage may scale the source.
    ///
    /// - Parameter isClipped: whether clips cover pixels in part.
    func fixed(isClipped: Bool) -> GLContext.Blend? {
        switch self {
        case .sourceOver: .sourceOver
        case .screen: .screen
        case .destinationOver: .destinationOver
        case .destinationOut: .destinationOut
        case .sourceAtop: .sourceAtop
        case .xor: .xor
        // A sum that is limited to 1 is linear only up to the limit.
        case .plusLighter where !isClipped: .plus
        default: nil
        }
    }
}

extension Program {
    /// Blend modes over a copy of the target: u2 is the source, u3 the target's pixels, both of the same area.
    ///
    /// *Source*: W3C, "Compositing and Blending Level 1"; MicaReference's Blending. The modes' numbers are those of
    /// `BlendMode`. Parameters: the position of the pixels (2), and the mode.
    static let blend = Program(
        numbers: 3, main: ShaderParts.picture,
        """

        out vec4 result;
        float dodge(float s, float d) { return d == 0.0 ? 0.0 : s >= 1.0 ? 1.0 : min(1.0, d / (1.0 - s)); }
        float burn(float s, float d) { return d >= 1.0 ? 1.0 : s <= 0.0 ? 0.0 : 1.0 - min(1.0, (1.0 - d) / s); }
        float hardLight(float s, float d) {
            return s <= 0.5 ? 2.0 * s * d : 1.0 - 2.0 * (1.0 - s) * (1.0 - d);
        }
        float alone(int mode, float s, float d) {
            if (mode == \(n(.multiply))) return s * d;
            if (mode == \(n(.screen))) return s + d - s * d;
            if (mode == \(n(.overlay))) return hardLight(d, s);
            if (mode == \(n(.hardLight))) return hardLight(s, d);
            if (mode == \(n(.darken))) return min(s, d);
            if (mode == \(n(.lighten))) return max(s, d);
            if (mode == \(n(.difference))) return abs(s - d);
            if (mode == \(n(.exclusion))) return s + d - 2.0 * s * d;
            if (mode == \(n(.colorDodge))) return dodge(s, d);
            if (mode == \(n(.colorBurn))) return burn(s, d);
            if (mode == \(n(.softLight))) {
                if (s <= 0.5) return d - (1.0 - 2.0 * s) * d * (1.0 - d);
                return d + (2.0 * s - 1.0) * ((d <= 0.25 ? ((16.0 * d - 12.0) * d + 4.0) * d : sqrt(d)) - d);
            }
            if (mode == \(n(.linearDodge))) return min(1.0, s + d);
            if (mode == \(n(.linearBurn))) return max(0.0, s + d - 1.0);
            if (mode == \(n(.linearLight))) return clamp(d + 2.0 * s - 1.0, 0.0, 1.0);
            if (mode == \(n(.vividLight))) return s <= 0.5 ? burn(2.0 * s, d) : dodge(2.0 * s - 1.0, d);
            if (mode == \(n(.pinLight))) return s <= 0.5 ? min(d, 2.0 * s) : max(d, 2.0 * s - 1.0);
            if (mode == \(n(.subtract))) return max(0.0, d - s);
            if (mode == \(n(.subtractDestination))) return max(0.0, s - d);
            if (mode == \(n(.divide))) return s == 0.0 ? (d == 0.0 ? 0.0 : 1.0) : min(1.0, d / s);
            return s;
        }
        float luminosity(vec3 c) { return dot(c, vec3(0.3, 0.59, 0.11)); }
        float least(vec3 c) { return min(c.r, min(c.g, c.b)); }
        float most(vec3 c) { return max(c.r, max(c.g, c.b)); }
        vec3 withLuminosity(vec3 c, float light) {
            c += light - luminosity(c);
            if (least(c) < 0.0) c = light + (c - light) * light / (light - least(c));
            if (most(c) > 1.0) c = light + (c - light) * (1.0 - light) / (most(c) - light);
            return c;
        }
        vec3 withSaturation(vec3 c, vec3 other) {
            float range = most(c) - least(c);
            return range == 0.0 ? vec3(0.0) : (c - least(c)) * (most(other) - least(other)) / range;
        }
        vec3 together(int mode, vec3 s, vec3 d) {
            if (mode == \(n(.hue))) return withLuminosity(withSaturation(s, d), luminosity(d));
            if (mode == \(n(.saturation))) return withLuminosity(withSaturation(d, s), luminosity(d));
            if (mode == \(n(.color))) return withLuminosity(s, luminosity(d));
            return withLuminosity(d, luminosity(s));
        }
        vec4 blended(int mode, vec4 s, vec4 d) {
            float a = s.a, b = d.a;
            if (mode == \(n(.sourceOver))) return s + d * (1.0 - a);
            if (mode == \(n(.clear))) return vec4(0.0);
            if (mode == \(n(.copy))) return s;
            if (mode == \(n(.sourceIn))) return s * b;
            if (mode == \(n(.sourceOut))) return s * (1.0 - b);
            if (mode == \(n(.sourceAtop))) return s * b + d * (1.0 - a);
            if (mode == \(n(.destinationOver))) return d + s * (1.0 - b);
            if (mode == \(n(.destinationIn))) return d * a;
            if (mode == \(n(.destinationOut))) return d * (1.0 - a);
            if (mode == \(n(.destinationAtop))) return s * (1.0 - b) + d * a;
            if (mode == \(n(.xor))) return s * (1.0 - b) + d * (1.0 - a);
            if (mode == \(n(.plusLighter))) return clamp(s + d, 0.0, 1.0);
            if (mode == \(n(.plusDarker))) {
                float alpha = min(1.0, a + b);
                return vec4(clamp(s.rgb + d.rgb - (a + b) + alpha, 0.0, 1.0), alpha);
            }
            vec3 mixed = vec3(0.0);
            if (a > 0.0 && b > 0.0) {
                vec3 x = s.rgb / a, y = d.rgb / b;
                mixed = mode >= \(n(.hue)) ? together(mode, x, y)
                    : vec3(alone(mode, x.r, y.r), alone(mode, x.g, y.g), alone(mode, x.b, y.b));
            }
            return vec4(s.rgb * (1.0 - b) + d.rgb * (1.0 - a) + mixed * (a * b), a + b - a * b);
        }
        void main() {
            vec4 d = second(0, pixelFromBase());
            vec4 r = blended(int(parameter(2).x), first(0, pixelFromBase()) * vColor, d);
            result = (d + (r - d) * cover()).bgra;
        }
        """)

    private static func n(_ mode: BlendMode) -> Int { Int(mode.rawValue) }
}
