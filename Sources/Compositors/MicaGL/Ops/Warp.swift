import MicaBase
import MicaFrame

extension PassPainter {
    /// Another pass seen on a bent plane: each pixel reads the pass where its point lies in the flat plane.
    func warp(_ draw: WarpDraw, _ op: DrawOp, _ address: OpAddress, in part: Part) throws(GLRefusal) {
        guard case .picture(let picture) = shown.results[address], let toLocal = op.transform.inverse else { return }
        let box = picture.box
        let toTexels = op.transform.stretched(1, 1, -Double(box.minX), -Double(box.minY))
        state.numbers.add(toLocal, from: part.area)
        state.numbers.add(toTexels, from: .empty)
        state.numbers.add(SIMD4(0, 0, Float(box.width), Float(box.height)))
        state.numbers.add(SIMD4(picture.start.x, picture.start.y, 0, 0))
        draw.map.add(to: state.numbers)
        let ink = Ink(program: .warp, textures: SIMD4(picture.texture.name, 0, 0, 0), features: .beyond)
        try paint(ink, .everything, op, in: part)
    }
}

extension WarpDraw.Map {
    /// Adds the kind, its progress and its own numbers; the rectangle; for a curl, the start and the direction of the
    /// fold.
    fileprivate func add(to numbers: NumberList) {
        func rect(_ r: LocalRect) -> SIMD4<Float> { SIMD4(Float(r.minX), Float(r.minY), Float(r.maxX), Float(r.maxY)) }
        switch self {
        case .ripple(let r, let progress):
            numbers.add(SIMD4(0, Float(progress), 0, 0))
            numbers.add(rect(r))
            numbers.addZeros(1)
        case .suck(let r, let progress, let isUpsideDown):
            numbers.add(SIMD4(1, Float(progress), isUpsideDown ? 0.25 : 0.75, 0))
            numbers.add(rect(r))
            numbers.addZeros(1)
        case .bulge(let r, let height):
            let (radius, exponent) = WarpDraw.bulge(height: height)
            numbers.add(SIMD4(3, height > 0 ? 1 : height < 0 ? -1 : 0, Float(radius), Float(exponent)))
            numbers.add(rect(r))
            numbers.addZeros(1)
        case .mosaic(let r, let columns, let rows):
            numbers.add(SIMD4(4, Float(columns), Float(rows), 0))
            numbers.add(rect(r))
            numbers.addZeros(1)
        case .field(let field):
            numbers.add(SIMD4(5 + Float(field.kind.rawValue), 0, field.a.x, field.a.y))
            numbers.add(SIMD4(field.b.x, field.b.y, field.c.x, field.c.y))
            numbers.add(SIMD4(field.d.x, field.d.y, field.e.x, field.e.y))
        case .curl(let r, let progress, let isBackwards, let isUpsideDown):
            let way = SIMD2<Double>(isBackwards ? 1 : -1, isUpsideDown ? 2 : -2) / 5.0.squareRoot()
            let radius = max(min(r.width, r.height) / 8, 1e-6)
            let length = abs(way.x) * r.width + abs(way.y) * r.height
            let fold = progress * (length + .pi * radius)
            numbers.add(SIMD4(2, Float(progress), Float(fold), Float(radius)))
            numbers.add(rect(r))
            numbers.add(
                SIMD4(
                    Float(isBackwards ? r.minX : r.maxX), Float(isUpsideDown ? r.minY : r.maxY), Float(way.x),
                    Float(way.y)))
        }
    }
}

extension Program {
    /// Parameters: the map to the plane (3), the map from there to texels (3), the box and position of the texels (2),
    /// and the bend (3). `WarpDraw.Bend` defines the bends.
    static let warp = Program(
        numbers: 8, colors: ShaderParts.picture, ShaderParts.plane,
        """
        const float pi = 3.141592653589793;
        // The colour of the pass at a point of the flat plane.
        vec4 source(vec2 at) {
            vec3 p = parameter(3).xyz * at.x + parameter(4).xyz * at.y + parameter(5).xyz;
            if (!(p.z > 0.0)) return vec4(0.0);
            vec2 texels = clamp(p.xy / p.z - 0.5, vec2(-1e6), vec2(1e6));
            vec2 start = floor(texels), part = texels - start;
            ivec2 i = ivec2(start);
            vec4 above = mix(first(6, i), first(6, i + ivec2(1, 0)), part.x);
            vec4 below = mix(first(6, i + ivec2(0, 1)), first(6, i + ivec2(1, 1)), part.x);
            return mix(above, below, part.y);
        }
        bool isWithin(vec2 at, vec4 rect) { return all(greaterThanEqual(at, rect.xy)) && all(lessThanEqual(at, rect.zw)); }

        vec4 ripple(vec2 p, vec4 rect, float progress) {
            vec2 d = p - (rect.xy + rect.zw) / 2.0, size = rect.zw - rect.xy;
            float far = length(d), reach = length(size) / 2.0;
            if (!(far > 0.0) || !(reach > 0.0)) return source(p);
            float height = min(size.x, size.y) * 0.014 * 4.0 * progress * (1.0 - progress);
            float wave = sin(2.0 * pi * (5.0 * far / reach - 3.0 * progress));
            return source(p + d * (height * wave / (far + reach * 0.05)));
        }

        vec4 suck(vec2 p, vec4 rect, float progress, float share) {
            vec2 size = rect.zw - rect.xy;
            vec2 to = vec2((rect.x + rect.z) / 2.0, rect.y + share * size.y);
            bool isBelow = p.y > to.y;
            float room = isBelow ? 1.0 - share : share, c = 2.0 * progress, k = 1.0 / room;
            float t = abs(p.y - to.y) / size.y, a = t;
            if (t < c / k) {
                float rest = 1.0 - c;
                a = (-rest + sqrt(rest * rest + 4.0 * k * t)) / (2.0 * k);
            }
            float gone = clamp(c - k * a, 0.0, 1.0);
            if (!(gone < 1.0 - 1e-6)) return vec4(0.0);
            return source(vec2(to.x + (p.x - to.x) / (1.0 - gone), to.y + (isBelow ? a : -a) * size.y));
        }

        vec4 bulge(vec2 p, vec4 rect, float side, float radius, float exponent) {
            vec2 middle = (rect.xy + rect.zw) / 2.0, size = (rect.zw - rect.xy) / 2.0, v = (p - middle) / size;
            float l = length(v);
            if (!(l > 0.0) || !(l < 1.0) || !(size.x > 0.0) || !(size.y > 0.0)) return source(p);
            float moved = asin(l / radius) / asin(1.0 / radius) / l + pow(l, 2.0 * exponent) - 2.0;
            return source(middle + v * (1.0 + side * moved) * size);
        }

        vec4 mosaic(vec2 p, vec4 rect, vec2 count) {
            if (!isWithin(p, rect) || p.x >= rect.z || p.y >= rect.w || !all(greaterThan(count, vec2(0.0))))
                return source(p);
            vec2 size = (rect.zw - rect.xy) / count;
            return source(rect.xy + (floor((p - rect.xy) / size) + 0.5) * size);
        }

        // The back of a page over the pixels under it. The back is faint, and darker where it turns away.
        vec4 under(vec4 back, float light, vec4 front) {
            vec3 faint = back.rgb + (back.a - back.rgb) * (208.0 / 256.0);
            return vec4(faint * light, back.a) + front * (1.0 - back.a);
        }
        vec4 curl(vec2 p, vec4 rect, float fold, float radius, vec4 start) {
            vec2 way = start.zw;
            float along = dot(p - start.xy, way);
            if (along >= fold) {
                vec2 back = p + way * (fold - pi * radius - (along - fold) - along);
                return isWithin(back, rect) ? under(source(back), 1.0, source(p)) : source(p);
            }
            float share = (fold - along) / radius;
            if (!(share < 1.0)) return vec4(0.0);
            float angle = asin(share);
            vec2 back = p + way * (fold - radius * (pi - angle) - along);
            vec2 front = p + way * (fold - radius * angle - along);
            vec4 shown = isWithin(front, rect) ? source(front) : vec4(0.0);
            return isWithin(back, rect) ? under(source(back), 0.55 + 0.45 * sqrt(1.0 - share * share), shown) : shown;
        }

        // Noise and formulas: `WarpDraw.Field` and `Noise` define them.
        float corner(ivec3 at, int octave, int seed, int period) {
            if (period > 0) at.z = (at.z % period + period) % period;
            uint h = uint(at.x) * 0x8da6b343u ^ uint(at.y) * 0xd8163841u;
            h ^= uint(at.z) * 0xcb1ab31fu ^ (uint(seed) + uint(octave) * 977u) * 0x9e3779b9u;
            h = (h ^ (h >> 15)) * 0x2c1b3c6du;
            h = (h ^ (h >> 12)) * 0x297a2d39u;
            h ^= h >> 15;
            return float(h >> 8) / 16777216.0;
        }
        float noise(vec3 p, int octave, int seed, int period) {
            if (any(greaterThanEqual(abs(p), vec3(1e9)))) return 0.5;
            vec3 start = floor(p), t = p - start;
            vec3 s = t * t * t * (t * (t * 6.0 - 15.0) + 10.0);
            ivec3 i = ivec3(start);
            vec4 near, far;
            for (int k = 0; k < 4; k++) {
                ivec3 c = i + ivec3(k & 1, k >> 1, 0);
                near[k] = corner(c, octave, seed, period);
                far[k] = corner(c + ivec3(0, 0, 1), octave, seed, period);
            }
            vec4 at = mix(near, far, s.z);
            vec2 rows = mix(at.xz, at.yw, s.x);
            return mix(rows.x, rows.y, s.y);
        }
        float octaves(vec2 p, float depth, float count, float weight, float scale, int seed, int period, bool folded) {
            count = clamp(count, 1.0, 10.0);
            float total = 0.0, all = 0.0, part = 1.0;
            for (int i = 0; i < 10; i++) {
                float share = part * min(1.0, count - float(i));
                if (!(share > 0.0)) break;
                float value = noise(vec3(p, depth), i, seed, period);
                total += share * (folded ? abs(2.0 * value - 1.0) : value);
                all += share;
                part *= clamp(weight, 0.0, 1.0);
                p /= clamp(scale, 0.01, 1.0);
            }
            return total / all;
        }
        vec2 turned(vec2 v, float angle) { return mat2(cos(angle), sin(angle), -sin(angle), cos(angle)) * v; }
        vec4 smear(vec2 p, vec2 middle, vec2 b) {
            vec4 sum = vec4(0.0);
            for (int i = 0; i < 48; i++) {
                float t = (float(i) + 0.5) / 48.0 - 0.5;
                sum += source(middle + turned(p - middle, b.x * t) * (1.0 + b.y * t));
            }
            return sum / 48.0;
        }
        vec4 turbulence(vec2 p, vec2 amount, vec4 b, vec4 d) {
            vec2 at = (p - b.zw) / max(b.x, 1e-3);
            int seed = int(d.y), period = int(d.z);
            vec2 move = 2.0 * vec2(
                octaves(at, d.x, b.y, 0.5, 0.5, seed, period, false),
                octaves(at, d.x, b.y, 0.5, 0.5, seed + 101, period, false)) - 1.0;
            return source(p + amount * move);
        }
        vec4 wave(vec2 p, vec2 a, vec4 b) {
            vec2 way = vec2(sin(b.y), -cos(b.y));
            float turns = dot(p, way) / max(b.x, 1e-3) - b.z, share = turns - floor(turns);
            float form = floor(a.x), height = sin(2.0 * pi * share);
            if (form == 1.0) height = share < 0.5 ? 1.0 : -1.0;
            if (form == 2.0) height = 1.0 - 4.0 * abs(share < 0.75 ? share - 0.25 : share - 1.25);
            if (form == 3.0) height = 2.0 * share - 1.0;
            return source(p - vec2(-way.y, way.x) * a.y * height);
        }
        vec4 twirl(vec2 p, vec2 middle, vec2 b) {
            float rest = 1.0 - length(p - middle) / b.x;
            if (!(rest > 0.0)) return source(p);
            return source(middle + turned(p - middle, -b.y * rest * rest));
        }
        vec4 sphere(vec2 p, vec2 middle, vec4 b, vec4 d) {
            vec2 n = (p - middle) / max(b.x, 1e-3);
            float rest = 1.0 - dot(n, n);
            if (!(rest >= 0.0)) return vec4(0.0);
            vec3 v = vec3(n, sqrt(rest));
            v.xy = vec2(v.x * cos(b.w) + v.y * sin(b.w), v.y * cos(b.w) - v.x * sin(b.w));
            v.zx = vec2(v.z * cos(b.z) + v.x * sin(b.z), v.x * cos(b.z) - v.z * sin(b.z));
            v.yz = vec2(v.y * cos(b.y) + v.z * sin(b.y), v.z * cos(b.y) - v.y * sin(b.y));
            return source(d.xy + d.zw * vec2(atan(v.x, v.z) / (2.0 * pi) + 0.5, asin(clamp(v.y, -1.0, 1.0)) / pi + 0.5));
        }
        vec4 tone(vec2 p, vec2 size, vec4 b, vec4 d, bool folded) {
            float alpha = source(p).a;
            vec2 cells = max(abs(size), vec2(1e-3));
            return vec4(vec3(octaves((p - b.xy) / cells, d.y, b.z, b.w, d.x, int(d.z), int(d.w), folded) * alpha), alpha);
        }
        vec4 spherize(vec2 p, vec2 middle, float radius) {
            float far = length(p - middle);
            if (!(far > 0.0) || !(far < radius)) return source(p);
            return source(middle + (p - middle) * (radius * asin(far / radius) * 2.0 / pi / far));
        }
        float moved(int channel, vec3 c, float alpha) {
            if (channel == 4) return (alpha * 255.0 - 128.0) / 128.0;
            if (channel == 9) return 1.0;
            if (channel == 10) return 0.0;
            if (channel < 1 || channel > 10) return -1.0;
            float most = max(c.r, max(c.g, c.b)), least = min(c.r, min(c.g, c.b));
            float light = (least + most) / 2.0, span = most - least, value = light;
            if (channel < 4) value = c[channel - 1];
            if (channel == 5) value = dot(c, vec3(0.2126, 0.7152, 0.0722));
            if (channel == 8) value = span > 0.0 ? span / max(1.0 - abs(2.0 * light - 1.0), 1e-6) : 0.0;
            if (channel == 6) {
                float sixths = 0.0;
                if (span > 0.0)
                    sixths = most == c.r ? (c.g - c.b) / span
                        : most == c.g ? 2.0 + (c.b - c.r) / span : 4.0 + (c.r - c.g) / span;
                value = (sixths < 0.0 ? sixths + 6.0 : sixths) / 6.0;
            }
            return (min(value, 1.0) * 255.0 - 128.0) / 128.0 * alpha;
        }
        bool isInPicture(vec2 p, vec2 size) {
            return all(greaterThanEqual(p, vec2(0.0))) && all(lessThan(p, size));
        }
        vec4 displaced(vec2 p, vec2 amount, vec4 b, vec4 d) {
            if (d.w == 0.0 && !isInPicture(p, d.xy)) return vec4(0.0);
            vec4 map = source(p + b.xy);
            vec3 color = map.a > 0.0 ? map.rgb / map.a : vec3(0.0);
            vec2 from = p + amount * vec2(moved(int(b.z), color, map.a), moved(int(b.w), color, map.a));
            if (d.z != 0.0 && all(greaterThan(d.xy, vec2(0.0)))) from -= d.xy * floor(from / d.xy);
            return isInPicture(from, d.xy) ? source(from) : vec4(0.0);
        }
        vec4 field(vec2 p, float kind, vec2 a, vec4 b, vec4 d) {
            if (kind == 5.0) return smear(p, a, b.xy);
            if (kind == 6.0) return turbulence(p, a, b, d);
            if (kind == 7.0) return wave(p, a, b);
            if (kind == 8.0) return twirl(p, a, b.xy);
            if (kind == 9.0) return sphere(p, a, b, d);
            if (kind == 12.0) return spherize(p, a, b.x);
            if (kind == 13.0) return displaced(p, a, b, d);
            return tone(p, a, b, d, kind == 11.0);
        }

        vec4 color() {
            vec3 at = local(0);
            if (!(at.z > 0.0) || any(isinf(at.xy)) || any(isnan(at.xy))) return vec4(0.0);
            vec4 how = parameter(8), rect = parameter(9);
            if (how.x == 0.0) return ripple(at.xy, rect, how.y);
            if (how.x == 1.0) return suck(at.xy, rect, how.y, how.z);
            if (how.x == 3.0) return bulge(at.xy, rect, how.y, how.z, how.w);
            if (how.x == 4.0) return mosaic(at.xy, rect, how.yz);
            if (how.x >= 5.0) return field(at.xy, how.x, how.zw, rect, parameter(10));
            return curl(at.xy, rect, how.z, how.w, parameter(10));
        }
        """)
}
