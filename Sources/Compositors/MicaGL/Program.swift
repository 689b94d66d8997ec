/// A program: a fragment shader, which stands beside the op that it is for, with what all of them share.
///
/// It is known by its identity: there is one of each, and every context compiles it when it is first drawn with.
final class Program: Sendable {
    /// The fragment shader.
    let fragment: String

    /// A program of an op's colours.
    ///
    /// - Parameter parts: functions, of which `color` gives the op's own colour, without coverage, tint and opacity.
    init(colors parts: String...) {
        fragment = Self.prelude + Self.coverage + parts.joined(separator: "\n") + Self.colorEnd
    }

    /// A program with a `main` of its own.
    init(main parts: String...) { fragment = Self.prelude + Self.coverage + parts.joined(separator: "\n") }

    /// The vertex shader of all of them: the corners of an instance's rectangle.
    static let vertex = """
        #version 300 es
        precision highp float;
        in vec4 i0, i1, i2, i3;
        uniform ivec4 uTarget;
        flat out vec4 vCover, vColor, vData;
        flat out ivec2 vFirst;
        void main() {
            vec2 corner = vec2(gl_VertexID & 1, gl_VertexID >> 1);
            vec2 at = mix(i0.xy, i0.zw, corner) - vec2(uTarget.xy);
            gl_Position = vec4(at / vec2(uTarget.zw) * 2.0 - 1.0, 0.0, 1.0);
            vFirst = ivec2(i0.xy);
            vCover = i1;
            vColor = i2;
            vData = i3;
        }
        """

    /// What fragment shaders begin with.
    ///
    /// Colours are premultiplied red, green, blue and alpha in here; textures have blue and red the other way round.
    private static let prelude = """
        #version 300 es
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        precision highp usampler2D;
        uniform ivec4 uTarget;
        uniform sampler2D u0;
        uniform sampler2D u1;
        flat in vec4 vCover, vColor, vData;
        flat in ivec2 vFirst;

        // The pixel, in device pixels.
        ivec2 pixel() { return ivec2(gl_FragCoord.xy) + uTarget.xy; }
        // The same, counted from the pixel that the parameters count from.
        ivec2 pixelFromBase() { return pixel() - ivec2(vData.yz); }
        // A parameter, and one of the op's own.
        vec4 number(int index) { return texelFetch(u1, ivec2(index & 1023, index >> 10), 0); }
        vec4 parameter(int index) { return number(int(vData.x) + index); }

        """

    /// How much of the pixel is covered: the product of the mask and of what quadrilaterals cover, each the exact area.
    ///
    /// An edge has the area on its right, within the pixel; the edges of a polygon have its area as their sum.
    private static let coverage = """

        // The integral of t, limited to 0...1, up to t.
        float side(float t) { return t <= 0.0 ? 0.0 : t >= 1.0 ? t - 0.5 : 0.5 * t * t; }
        float edge(vec2 a, vec2 b) {
            bool goesUp = a.y > b.y;
            vec2 top = goesUp ? b : a, bottom = goesUp ? a : b;
            float y0 = max(top.y, 0.0), y1 = min(bottom.y, 1.0);
            if (!(y0 < y1)) return 0.0;
            float slope = (bottom.x - top.x) / (bottom.y - top.y);
            float t0 = 1.0 - (top.x + (y0 - top.y) * slope), t1 = 1.0 - (top.x + (y1 - top.y) * slope);
            float low = min(t0, t1), high = max(t0, t1);
            float mean = low >= 1.0 ? 1.0 : high <= 0.0 ? 0.0
                : high - low < 0.001 ? clamp(0.5 * (low + high), 0.0, 1.0) : (side(high) - side(low)) / (high - low);
            return (goesUp ? -mean : mean) * (y1 - y0);
        }
        float cover() {
            float value = 1.0;
            if (vCover.x >= 0.0) value = texelFetch(u0, ivec2(vCover.xy) + pixel() - vFirst, 0).r;
            int first = int(vCover.z), count = int(vCover.w);
            for (int index = 0; index < count; index++) {
                vec4 base = number(first + 3 * index), p = number(first + 3 * index + 1), q = number(first + 3 * index + 2);
                vec4 at = vec2(pixel() - ivec2(base.xy)).xyxy;
                p -= at;
                q -= at;
                float area = edge(p.xy, p.zw) + edge(p.zw, q.xy) + edge(q.xy, q.zw) + edge(q.zw, p.xy);
                value *= min(abs(area), 1.0);
            }
            return value;
        }

        """

    /// What shaders of colours end with: `color` is the program's own, without coverage, tint and opacity.
    private static let colorEnd = """

        out vec4 result;
        void main() { result = (color() * vColor * cover()).bgra; }
        """
}

/// Functions that several shaders have.
enum ShaderParts {
    /// A point of a plane that is seen at the pixel's centre; three parameters.
    static let plane = """
        // Where the pixel's centre lies in a plane: x, y, and what they were divided by.
        vec3 local(int index) {
            vec2 at = vec2(pixelFromBase()) + 0.5;
            vec3 p = parameter(index).xyz * at.x + parameter(index + 1).xyz * at.y + parameter(index + 2).xyz;
            return vec3(p.xy / p.z, p.z);
        }

        """

    /// Looking up texels between the edges of a range (min x, min y, max x, max y, all inside).
    static let texels = """
        uniform sampler2D u2;
        // `place` is where the first texel lies in the texture, and in which of its levels.
        vec4 texel(ivec2 at, vec4 range, vec3 place) {
            return texelFetch(
                u2, clamp(at, ivec2(range.xy), ivec2(range.zw)) + ivec2(place.xy), int(place.z)).bgra;
        }
        // Whole numbers that are far away, or none, stay within reach.
        ivec2 whole(vec2 at) { return ivec2(clamp(at, vec2(-1e6), vec2(1e6))); }
        vec4 nearest(vec2 at, vec4 range, vec3 place) {
            return texel(whole(floor(at + 1.0 / 65536.0)), range, place);
        }
        // The same by whole numbers, of a map that is affine: six parameters (`NumberList.addExact`).
        int nearestAlong(int index, ivec2 at) {
            vec3 a = parameter(index).xyz, b = parameter(index + 1).xyz, start = parameter(index + 2).xyz;
            uvec2 far = uvec2(at);
            uint low = uint(a.z) * far.x + uint(b.z) * far.y + uint(start.z);
            uint high = uint(a.y) * far.x + uint(b.y) * far.y + uint(start.y) + (low >> 16);
            return int(a.x) * at.x + int(b.x) * at.y + int(start.x) + int(high >> 16);
        }
        vec4 nearestExact(int index, vec4 range, vec3 place) {
            ivec2 at = pixelFromBase();
            return texel(ivec2(nearestAlong(index, at), nearestAlong(index + 3, at)), range, place);
        }
        vec4 linear(vec2 at, vec4 range, vec3 place) {
            at -= 0.5;
            vec2 first = floor(at), part = at - first;
            ivec2 i = whole(first);
            vec4 above = mix(texel(i, range, place), texel(i + ivec2(1, 0), range, place), part.x);
            vec4 below = mix(texel(i + ivec2(0, 1), range, place), texel(i + ivec2(1, 1), range, place), part.x);
            return mix(above, below, part.y);
        }

        """

    /// The pixels of passes, transparent outside their boxes (min x, min y, max x, max y in device pixels).
    static let picture = """
        uniform sampler2D u2;
        uniform sampler2D u3;
        vec4 first(vec4 box, ivec2 at) {
            ivec4 edges = ivec4(box);
            if (any(lessThan(at, edges.xy)) || any(greaterThanEqual(at, edges.zw))) return vec4(0.0);
            return texelFetch(u2, at - edges.xy, 0).bgra;
        }
        vec4 second(vec4 box, ivec2 at) {
            ivec4 edges = ivec4(box);
            if (any(lessThan(at, edges.xy)) || any(greaterThanEqual(at, edges.zw))) return vec4(0.0);
            return texelFetch(u3, at - edges.xy, 0).bgra;
        }

        """

    /// Colours through a filter; six parameters.
    static let filter = """
        const vec3 luma = vec3(0.2126, 0.7152, 0.0722);
        vec4 filtered(vec4 color, int index) {
            int kind = int(parameter(index).x);
            if (kind == 0) return color;
            float alpha = color.a;
            if (alpha * 255.0 < 0.5) return vec4(0.0);
            float light = dot(color.rgb, luma);
            if (kind == 1) {
                vec4 straight = vec4(color.rgb / alpha, alpha);
                vec4 r = vec4(
                    dot(parameter(index + 1), straight), dot(parameter(index + 2), straight),
                    dot(parameter(index + 3), straight), dot(parameter(index + 4), straight)) + parameter(index + 5);
                r = clamp(r, 0.0, 1.0);
                return vec4(r.rgb * r.a, r.a);
            }
            if (kind == 2) return color * parameter(index + 1);
            if (kind == 3) return parameter(index + 1) * alpha;
            if (kind == 4) return vec4(0.0, 0.0, 0.0, light);
            float most = max(color.r, max(color.g, color.b)), least = min(color.r, min(color.g, color.b));
            float factor = parameter(index).y * (alpha - (most - least)) / alpha;
            return vec4(clamp(color.rgb + (color.rgb - light) * factor, 0.0, alpha), alpha);
        }

        """
}
