/// The features of a program. A program is compiled without those that none of its instances needs: it is then faster,
/// most of all where the CPU runs the shaders.
struct Features: OptionSet, Hashable {
    let rawValue: UInt16

    /// Coverage by a mask, by an axis-aligned rectangle, by one quadrilateral, by further quadrilaterals.
    static let mask = Features(rawValue: 1), level = Features(rawValue: 2), quadrilateral = Features(rawValue: 4)
    static let quadrilaterals = Features(rawValue: 8)
    /// Lookups of texels: the nearest by floats, the nearest by whole numbers (exact), linear between four texels, a
    /// mipmap level.
    static let nearest = Features(rawValue: 16), exact = Features(rawValue: 32), linear = Features(rawValue: 64)
    static let levels = Features(rawValue: 128)
    /// A filter of colours; a second picture.
    static let filter = Features(rawValue: 256), second = Features(rawValue: 512)
    /// Gradients around a centre; gradients of many colours.
    static let conic = Features(rawValue: 1024), stops = Features(rawValue: 2048)
    /// Coverage by a rounded rectangle.
    static let round = Features(rawValue: 4096)
    /// Only an alpha, without colours.
    static let alpha = Features(rawValue: 8192)
    /// Pictures that may be read outside their pixels, where they are transparent.
    static let beyond = Features(rawValue: 16384)

    /// The shaders know a feature by its name.
    private static let names = [
        "MASK", "LEVEL", "QUADRILATERAL", "QUADRILATERALS", "NEAREST", "EXACT", "LINEAR", "LEVELS", "FILTER", "SECOND",
        "CONIC", "STOPS", "ROUND", "ALPHA", "BEYOND",
    ]

    /// How many of the 15 vectors that OpenGL ES 3.0 passes from vertices to fragments are taken by coverage and
    /// colour.
    private var vectors: Int {
        var count = 2
        if contains(.mask) { count += 1 }
        if contains(.level) { count += 1 }
        if contains(.quadrilateral) { count += 3 }
        if contains(.quadrilaterals) { count += 1 }
        if contains(.round) { count += 2 }
        return count
    }

    /// The first lines of a shader.
    fileprivate func definitions(numbers: Int) -> String {
        var text = "#version 300 es\n#define NUMBERS \(min(numbers, 15 - vectors))\n"
        for (index, name) in Self.names.enumerated() where rawValue >> UInt16(index) & 1 == 1 {
            text += "#define \(name)\n"
        }
        return text
    }
}

/// A program: the fragment shader in its op's file, with the parts that all programs share.
///
/// Identity is the key: there is one instance for each program. Each context compiles it at its first use, with the
/// features that are needed.
final class Program: Sendable {
    private let fragment: String
    /// The program's own `main` of the vertex shader; nil for the common one.
    private let ownVertex: String?
    /// How many parameters the vertex shader passes on, so that the fragment shader need not look them up for each
    /// pixel.
    private let numbers: Int

    /// A program of an op's colours.
    ///
    /// - Parameters:
    ///   - numbers: how many of its first parameters are looked up by constant indices. As many as there is room for
    ///     are passed on from the vertex shader.
    ///   - parts: functions; `color` gives the op's own colour, without coverage, tint and opacity.
    init(numbers: Int = 0, colors parts: String...) {
        fragment = Self.prelude + Self.coverage + parts.joined(separator: "\n") + Self.colorEnd
        (self.numbers, ownVertex) = (numbers, nil)
    }

    /// Whether the corners of its instances count from the base's pixel.
    var isFromBase: Bool { ownVertex != nil }

    /// A program with a `main` of its own.
    ///
    /// - Parameter vertex: a `main` for the vertex shader, of instances whose corners count from the base's pixel; nil
    ///   for the common one.
    init(numbers: Int = 0, vertex: String? = nil, main parts: String...) {
        fragment = Self.prelude + Self.coverage + parts.joined(separator: "\n")
        (self.numbers, ownVertex) = (numbers, vertex)
    }

    /// The fragment shader with some features.
    func fragment(_ features: Features) -> String { features.definitions(numbers: numbers) + fragment }

    /// The vertex shader: the corners of an instance, and values that are equal for all of its pixels.
    func vertex(_ features: Features) -> String {
        features.definitions(numbers: numbers) + Self.vertexPrelude + (ownVertex ?? Self.vertex)
    }

    private static let vertexPrelude = """
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        in vec4 i0, i1, i2, i3, i4;
        uniform ivec2 uTarget;
        uniform sampler2D u1;
        flat out vec4 vColor, vData;
        #ifdef MASK
        flat out ivec3 vMask;
        #endif
        #ifdef LEVEL
        flat out vec4 vLevel;
        #endif
        #ifdef QUADRILATERAL
        flat out vec4 vFirst, vSecond, vSlopes;
        float slope(vec2 a, vec2 b) { return a.y == b.y ? 0.0 : (b.x - a.x) / (b.y - a.y); }
        #endif
        #ifdef QUADRILATERALS
        flat out ivec2 vMore;
        #endif
        #ifdef ROUND
        flat out vec4 vRound, vSize;
        #endif
        #if NUMBERS > 0
        flat out vec4 vNumbers[NUMBERS];
        #endif
        vec4 number(int index) { return texelFetch(u1, ivec2(index & 1023, index >> 10), 0); }

        """

    private static let vertex = """
        void main() {
            vec2 corner = gl_VertexID == 0 ? i0.xy : gl_VertexID == 1 ? i0.zw : gl_VertexID == 2 ? i1.xy : i1.zw;
            gl_Position = vec4(corner / vec2(uTarget) * 2.0 - 1.0, i4.w * 2.0 - 1.0, 1.0);
            vColor = i3;
            vData = i4;
        #ifdef MASK
            vMask = i2.x < 0.0 ? ivec3(0) : ivec3(ivec2(i2.xy) - ivec2(i0.xy), 1);
        #endif
        #ifdef LEVEL
            vLevel = number(int(i2.z));
        #endif
        #ifdef QUADRILATERAL
            // Without one, one that covers everything.
            vFirst = vec4(-2e4, -2e4, 2e4, -2e4);
            vSecond = vec4(2e4, 2e4, -2e4, 2e4);
            if (i2.w >= 1.0) {
                vFirst = number(int(i2.z) + 1);
                vSecond = number(int(i2.z) + 2);
            }
            vSlopes = vec4(
                slope(vFirst.xy, vFirst.zw), slope(vFirst.zw, vSecond.xy), slope(vSecond.xy, vSecond.zw),
                slope(vSecond.zw, vFirst.xy));
        #endif
        #ifdef QUADRILATERALS
            vMore = ivec2(int(i2.z) + 1, int(i2.w));
        #endif
        #ifdef ROUND
            // Half more than a whole number says that there is one.
            vRound = vec4(0.0, 0.0, 1.0, 0.0);
            vSize = vec4(1e6, 1e6, 0.0, 0.0);
            if (fract(i2.w) > 0.0) {
                int at = int(i2.z) + 1 + 2 * int(i2.w);
                vRound = number(at);
                vSize = number(at + 1);
            }
        #endif
        #if NUMBERS > 0
            for (int index = 0; index < NUMBERS; index++) vNumbers[index] = number(int(i4.x) + index);
        #endif
        }
        """

    /// The head of fragment shaders.
    ///
    /// Colours in shaders are premultiplied red, green, blue and alpha; in textures, blue and red are exchanged.
    private static let prelude = """
        precision highp float;
        precision highp int;
        precision highp sampler2D;
        precision highp usampler2D;
        uniform ivec2 uTarget;
        uniform sampler2D u0;
        uniform sampler2D u1;
        flat in vec4 vColor, vData;
        #ifdef MASK
        flat in ivec3 vMask;
        #endif
        #ifdef LEVEL
        flat in vec4 vLevel;
        #endif
        #ifdef QUADRILATERAL
        flat in vec4 vFirst, vSecond, vSlopes;
        #endif
        #ifdef QUADRILATERALS
        flat in ivec2 vMore;
        #endif
        #ifdef ROUND
        flat in vec4 vRound, vSize;
        #endif
        #if NUMBERS > 0
        flat in vec4 vNumbers[NUMBERS];
        #endif

        // The texel of the target.
        ivec2 pixel() { return ivec2(gl_FragCoord.xy); }
        // The pixel of the target, counted from the base's pixel.
        ivec2 pixelFromBase() { return pixel() - ivec2(vData.yz); }
        // A number of the table; one of the op's own parameters by any index, and by a constant index.
        vec4 number(int index) { return texelFetch(u1, ivec2(index & 1023, index >> 10), 0); }
        vec4 anyParameter(int index) { return number(int(vData.x) + index); }
        vec4 parameter(int index) {
        #if NUMBERS > 0
            if (index < NUMBERS) return vNumbers[min(index, NUMBERS - 1)];
        #endif
            return anyParameter(index);
        }

        """

    /// The coverage of the pixel: the product of the mask and of the exact areas that rectangles and quadrilaterals
    /// cover.
    ///
    /// An edge contributes the area on its right within the pixel, with a sign; the sum over the edges of a polygon is
    /// the polygon's area.
    private static let coverage = """

        // The integral of t, limited to 0...1, up to t.
        float side(float t) {
            float within = clamp(t, 0.0, 1.0);
            return 0.5 * within * within + max(t - 1.0, 0.0);
        }
        float edge(vec2 a, vec2 b, float slope) {
            bool goesUp = a.y > b.y;
            vec2 top = goesUp ? b : a;
            float bottom = goesUp ? a.y : b.y;
            float y0 = max(top.y, 0.0), y1 = min(bottom, 1.0);
            float t0 = 1.0 - (top.x + (y0 - top.y) * slope), t1 = 1.0 - (top.x + (y1 - top.y) * slope);
            float low = min(t0, t1), high = max(t0, t1), length = high - low;
            float mean = length < 0.001 ? clamp(0.5 * (low + high), 0.0, 1.0) : (side(high) - side(low)) / length;
            mean = low >= 1.0 ? 1.0 : high <= 0.0 ? 0.0 : mean;
            return y0 < y1 ? (goesUp ? -mean : mean) * (y1 - y0) : 0.0;
        }
        #ifdef ROUND
        // The integral of a ramp.
        float ramp(float t) { float within = max(t, 0.0); return 0.5 * within * within; }
        // How much a rounded rectangle covers. At corners: the exact area of the half-plane at the circle's tangent,
        // minus the area between tangent and circle, to second order.
        float roundCover(vec2 at) {
            vec2 u = vRound.zw, v = vec2(-u.y, u.x), from = at + 0.5 - vRound.xy;
            vec2 along = vec2(dot(from, u), dot(from, v)), beyond = abs(along) - vSize.xy;
            bool isCorner = min(beyond.x, beyond.y) > 0.0;
            float far = isCorner ? length(beyond) : max(beyond.x, beyond.y);
            float depth = clamp(vSize.z - far, -1.0, 1.0);
            // Most pixels lie inside: only those at an edge go on.
            if (abs(depth) > 0.75) return depth > 0.0 ? 1.0 : 0.0;
            vec2 way = isCorner ? beyond / far : beyond.x > beyond.y ? vec2(1.0, 0.0) : vec2(0.0, 1.0);
            way *= sign(along);
            vec2 n = abs(u * way.x + v * way.y);
            float a = max(max(n.x, n.y), 0.5), b = max(min(n.x, n.y), 1.0 / 256.0);
            float s = 0.5 * (a + b), t = 0.5 * (a - b);
            float area = (ramp(depth + s) - ramp(depth + t) - ramp(depth - t) + ramp(depth - s)) / (a * b);
            float low = max((a * depth - 0.5) / b, (-0.5 - b * depth) / a);
            float high = min((a * depth + 0.5) / b, (0.5 - b * depth) / a);
            if (isCorner && high > low) area -= (high * high * high - low * low * low) / (6.0 * vSize.z);
            return clamp(area, 0.0, 1.0);
        }
        #endif
        #ifdef QUADRILATERALS
        float sloped(vec2 a, vec2 b) { return edge(a, b, a.y == b.y ? 0.0 : (b.x - a.x) / (b.y - a.y)); }
        #endif
        float cover() {
            float value = 1.0;
        #ifdef MASK
            if (vMask.z > 0) value = texelFetch(u0, pixel() + vMask.xy, 0).r;
        #endif
        #ifdef LEVEL
            vec2 from = vec2(pixelFromBase());
            vec2 part = clamp(min(from + 1.0, vLevel.zw) - max(from, vLevel.xy), 0.0, 1.0);
            value *= part.x * part.y;
        #endif
        #ifdef ROUND
            value *= roundCover(vec2(pixelFromBase()));
        #endif
        #ifdef QUADRILATERAL
            vec4 at = vec2(pixelFromBase()).xyxy, p = vFirst - at, q = vSecond - at;
            float area = edge(p.xy, p.zw, vSlopes.x) + edge(p.zw, q.xy, vSlopes.y) + edge(q.xy, q.zw, vSlopes.z)
                + edge(q.zw, p.xy, vSlopes.w);
            value *= min(abs(area), 1.0);
        #endif
        #ifdef QUADRILATERALS
            for (int index = 1; index < vMore.y; index++) {
                vec4 a = number(vMore.x + 2 * index) - at, b = number(vMore.x + 2 * index + 1) - at;
                float other = sloped(a.xy, a.zw) + sloped(a.zw, b.xy) + sloped(b.xy, b.zw) + sloped(b.zw, a.xy);
                value *= min(abs(other), 1.0);
            }
        #endif
            return value;
        }

        """

    /// The tail of colour shaders: `color` is the program's own, without coverage, tint and opacity.
    private static let colorEnd = """

        out vec4 result;
        void main() { result = (color() * vColor * cover()).bgra; }
        """
}

/// Functions that several shaders have.
enum ShaderParts {
    /// The point of a plane under the pixel's centre; three parameters.
    static let plane = """
        // The point of the plane under the pixel's centre: x, y, and the homogeneous coordinate that both were divided
        // by.
        vec3 local(int index) {
            vec2 at = vec2(pixelFromBase()) + 0.5;
            vec3 p = parameter(index).xyz * at.x + parameter(index + 1).xyz * at.y + parameter(index + 2).xyz;
            return vec3(p.xy / p.z, p.z);
        }

        """

    /// Looking up texels between the edges of a range (min x, min y, max x, max y, all inside).
    static let texels = """
        uniform sampler2D u2;
        // `place` is the position of the first texel in the texture, and the mipmap level.
        vec4 texelAt(ivec2 at, vec3 place) {
        #ifdef LEVELS
            return texelFetch(u2, at, int(place.z)).bgra;
        #else
            return texelFetch(u2, at, 0).bgra;
        #endif
        }
        vec4 texel(ivec2 at, vec4 range, vec3 place) {
            return texelAt(clamp(at, ivec2(range.xy), ivec2(range.zw)) + ivec2(place.xy), place);
        }
        // Numbers that are far away, or not numbers, stay within reach.
        ivec2 whole(vec2 at) { return ivec2(clamp(at, vec2(-1e6), vec2(1e6))); }
        vec4 nearest(vec2 at, vec4 range, vec3 place) {
            return texel(whole(floor(at + 1.0 / 65536.0)), range, place);
        }
        // The nearest texel of an affine map by whole numbers, which is exact: six parameters (`NumberList.addExact`).
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
            // Within the range numbers are small. Those that are far away, or not numbers, stay within reach.
            ivec2 a = ivec2(clamp(first, range.xy, range.zw)) + ivec2(place.xy);
            ivec2 b = ivec2(clamp(first + 1.0, range.xy, range.zw)) + ivec2(place.xy);
            vec4 above = mix(texelAt(a, place), texelAt(ivec2(b.x, a.y), place), part.x);
            vec4 below = mix(texelAt(ivec2(a.x, b.y), place), texelAt(b, place), part.x);
            return mix(above, below, part.y);
        }

        """

    /// The pixels of pictures; two parameters each (`NumberList.add(_:from:)`). With the feature `beyond` they are transparent
    /// outside their boxes.
    static let picture = """
        uniform sampler2D u2;
        uniform sampler2D u3;
        bool isInside(int index, ivec2 at) {
        #ifdef BEYOND
            ivec4 edges = ivec4(parameter(index));
            return all(greaterThanEqual(at, edges.xy)) && all(lessThan(at, edges.zw));
        #else
            return true;
        #endif
        }
        vec4 first(int index, ivec2 at) {
            if (!isInside(index, at)) return vec4(0.0);
            return texelFetch(u2, at + ivec2(parameter(index + 1).xy), 0).bgra;
        }
        vec4 second(int index, ivec2 at) {
            if (!isInside(index, at)) return vec4(0.0);
            return texelFetch(u3, at + ivec2(parameter(index + 1).xy), 0).bgra;
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
            if (kind == 6) {
                vec4 r = pow(clamp(vec4(color.rgb / alpha, alpha), 0.0, 1.0), parameter(index + 1));
                return vec4(r.rgb * r.a, r.a);
            }
            float most = max(color.r, max(color.g, color.b)), least = min(color.r, min(color.g, color.b));
            if (kind == 7) {
                vec3 rest = color.rgb - least, second = min(rest.rgb, rest.gbr);
                vec3 primary = rest - second - second.brg;
                float grey = least + dot(primary, parameter(index + 1).xyz) + dot(second, parameter(index + 2).xyz);
                return vec4(vec3(clamp(grey, 0.0, alpha)), alpha);
            }
            float factor = parameter(index).y * (alpha - (most - least)) / alpha;
            return vec4(clamp(color.rgb + (color.rgb - light) * factor, 0.0, alpha), alpha);
        }

        """
}
