import Foundation
import MicaBase
import MicaCompositor
import MicaFrame

extension PassPainter {
    /// A rounded rectangle blurred by a Gaussian, in one colour, without a picture of the rectangle. Where the corners
    /// are alike and do not influence one another, the table of a corner gives the blur; elsewhere slabs do.
    func shadow(_ draw: ShadowDraw, _ color: PixelColor, _ op: DrawOp, in part: Part) throws(GLRefusal) {
        if let shape = CornerBox(draw, op.transform), shape.hasOneCorner(near: part.area) {
            let corner = try state.corners.corner(ratio: shape.radii[0] / shape.deviation)
            state.numbers.begin()
            shape.add(to: state.numbers, side: corner.side, from: part.area)
            let ink = Ink(
                program: .shadowOfCorners, textures: SIMD4(corner.texture.name, 0, 0, 0), color: SIMD4(color))
            return try paint(ink, .everything, op, in: part)
        }
        guard let slabs = ShadowSlabs(draw, op.transform) else { return }
        let groups = (slabs.count + 3) / 4
        // A shadow with too many parameters for the table is drawn in halves.
        if groups * (part.area.width + part.area.height) + 1 > Self.mostShadowParameters, part.area.width > 1 {
            var (left, right) = (part, part)
            left.area.maxX = (part.area.minX + part.area.maxX) / 2
            right.area.minX = left.area.maxX
            try shadow(draw, color, op, in: left)
            try shadow(draw, color, op, in: right)
            return
        }
        state.numbers.begin()
        slabs.add(to: state.numbers, in: part.area)
        try paint(Ink(program: .shadow, color: SIMD4(color)), .everything, op, in: part)
    }

    private static let mostShadowParameters = 1 << 18
}

extension CornerBox {
    /// The least deviation for the table, in pixels. Smaller blurs would show that tables treat a pixel as a Gaussian.
    private static let leastDeviation = 1.5
    /// The farthest distance of a side from the pixels that are drawn, as in `Quadrilateral`. *Units*: pixels.
    private static let reach = 8192.0

    /// Whether one table serves all corners, for some pixels.
    fileprivate func hasOneCorner(near area: DeviceRect) -> Bool {
        let first = Point(Double(area.minX), Double(area.minY))
        let (low, high) = (box.minimum - first, box.maximum - first)
        return hasLoneCorners && radii.max() == radii.min() && deviation >= Self.leastDeviation
            && max(abs(low.x), abs(low.y), abs(high.x), abs(high.y)) < Self.reach
    }

    /// Adds the shape in the shader's two parameters: its rectangle, counted from the base's first pixel; then entries
    /// of the table per pixel, the entry at the edge, the last entry, and the last entry that has a next.
    fileprivate func add(to numbers: NumberList, side: Int, from base: DeviceRect) {
        let first = Point(Double(base.minX), Double(base.minY))
        let (low, high) = (box.minimum - first, box.maximum - first)
        numbers.add(SIMD4(Float(low.x), Float(low.y), Float(high.x), Float(high.y)))
        numbers.add(
            SIMD4(
                Float(ShadowCorners.density / deviation), Float(ShadowCorners.density * CornerTable.reach),
                Float(side - 1), Float(side - 2)))
    }
}

/// A rounded rectangle cut into slabs: the middle between the corners, and thin slabs through the corners. The blur of
/// a slab is the product of a blur along x and one along y. The thin slabs follow Gauss and Legendre's rule over the
/// corner's angle, in which the sides are smooth.
private struct ShadowSlabs {
    private let slabs: [CornerSlab]
    /// The extent of each slab along y, for blurs so narrow that a pixel's own edges matter: sums over the middles of
    /// slabs would not be smooth. Empty for wider blurs.
    private let extents: [(from: Double, to: Double)]
    private let rect: LocalRect
    private let middle: (minY: Double, maxY: Double)
    private let deviation: Double
    private let toLocal: Homography
    /// How many slabs of the lower corners have the same extent along x as one of the upper corners, because the
    /// corners are alike. Each pair shares one entry in the parameters; 0 where the corners differ.
    private let mirrored: Int

    /// *nil when* the shadow is invisible.
    init?(_ draw: ShadowDraw, _ transform: Homography) {
        let r = draw.shape.rect
        guard transform.isScaleAndTranslation, let inverse = transform.inverse, draw.deviation > 0,
            draw.deviation.isFinite, !r.isEmpty, (r.minX + r.maxX + r.minY + r.maxY).isFinite,
            (inverse.a + inverse.d + inverse.tx + inverse.ty).isFinite
        else { return nil }
        (rect, deviation, toLocal) = (r, draw.deviation, inverse)
        middle = draw.shape.middle
        // A pixel is a blur, too: its variance is added.
        slabs = draw.shape.cornerSlabs(deviation: (deviation * deviation + inverse.d * inverse.d / 12).squareRoot())
        let radii = draw.shape.radii
        mirrored = radii[0] == radii[2] && radii[1] == radii[3] ? slabs.count / 2 : 0
        extents = deviation < abs(inverse.d) / 2 ? Self.extents(of: slabs, in: r) : []
    }

    /// The extents of the slabs along y. Together they take the height of the corners, from the rectangle's upper and
    /// from its lower side.
    private static func extents(of slabs: [CornerSlab], in rect: LocalRect) -> [(from: Double, to: Double)] {
        var (top, bottom) = (rect.minY, rect.maxY)
        // Slabs of the upper corners come first; each corner's slabs go from its side inwards.
        let middle = (rect.minY + rect.maxY) / 2
        return slabs.map { slab in
            if slab.y < middle {
                top += slab.height
                return (top - slab.height, top)
            }
            bottom -= slab.height
            return (bottom, bottom + slab.height)
        }
    }

    /// The number of entries: one for the middle, and one for each slab or pair of slabs.
    var count: Int { slabs.count - mirrored + 1 }

    /// Adds the number of columns, of rows, and of groups of four slabs. Then, group by group, the slabs' factors for
    /// each column, and then those for each row.
    func add(to numbers: NumberList, in area: DeviceRect) {
        let groups = (count + 3) / 4
        numbers.add(SIMD4(Float(area.width), Float(area.height), Float(groups), 0))
        for group in 0..<groups {
            for x in area.minX..<area.maxX {
                let at = toLocal.a * (Double(x) + 0.5) + toLocal.tx
                numbers.add(of(group) { across($0, at) })
            }
        }
        for group in 0..<groups {
            for y in area.minY..<area.maxY {
                let at = toLocal.d * (Double(y) + 0.5) + toLocal.ty
                numbers.add(of(group) { down($0, at) })
            }
        }
    }

    private func of(_ group: Int, _ value: (Int) -> Double) -> SIMD4<Float> {
        var four = SIMD4<Float>.zero
        for lane in 0..<min(4, count - group * 4) { four[lane] = Float(value(group * 4 + lane)) }
        return four
    }

    private func across(_ slab: Int, _ at: Double) -> Double {
        let (low, high) = slab == 0 ? (rect.minX, rect.maxX) : (slabs[slab - 1].minX, slabs[slab - 1].maxX)
        return edge(at - low, abs(toLocal.a)) - edge(at - high, abs(toLocal.a))
    }

    private func down(_ slab: Int, _ at: Double) -> Double {
        if slab == 0 {
            let size = abs(toLocal.d)
            return middle.maxY > middle.minY ? edge(at - middle.minY, size) - edge(at - middle.maxY, size) : 0
        }
        return down(slabAt: slab - 1, at) + (mirrored > 0 ? down(slabAt: slab - 1 + mirrored, at) : 0)
    }

    private func down(slabAt index: Int, _ at: Double) -> Double {
        let size = abs(toLocal.d)
        if !extents.isEmpty {
            let (low, high) = extents[index]
            return edge(at - low, size) - edge(at - high, size)
        }
        let thin = slabs[index], half = size / 2
        let (from, to) = ((at - thin.y - half) / deviation, (at - thin.y + half) / deviation)
        return thin.height * (NormalTable.normal(to) - NormalTable.normal(from)) / size
    }

    /// How much of a pixel is covered whose centre lies at a distance beyond a blurred edge.
    private func edge(_ distance: Double, _ size: Double) -> Double {
        if size < deviation / 8 {
            return NormalTable.normal(distance / (deviation * deviation + size * size / 12).squareRoot())
        }
        let (from, to) = ((distance - size / 2) / deviation, (distance + size / 2) / deviation)
        return (NormalTable.integral(to) - NormalTable.integral(from)) * deviation / size
    }
}

/// The normal distribution function and its integral, from tables; exact to a millionth.
private enum NormalTable {
    private static let span = 6.0, steps = 256.0
    private static let count = Int(2 * span * steps) + 1
    private static let normals: [Double] = (0..<count).map { index in
        0.5 * erfc(-(Double(index) / steps - span) / 2.0.squareRoot())
    }
    private static let integrals: [Double] = (0..<count).map { index in
        let z = Double(index) / steps - span
        return z * 0.5 * erfc(-z / 2.0.squareRoot()) + exp(-z * z / 2) / (2 * .pi).squareRoot()
    }

    static func normal(_ z: Double) -> Double { z >= span ? 1 : look(normals, z) }
    static func integral(_ z: Double) -> Double { z >= span ? z : look(integrals, z) }

    private static func look(_ table: [Double], _ z: Double) -> Double {
        let at = (z + span) * steps
        guard at > 0 else { return 0 }
        let index = min(Int(at), count - 2)
        return table[index] + (table[index + 1] - table[index]) * (at - Double(index))
    }
}

extension Program {
    /// Parameters: the rectangle, and how to read the table of a corner (`CornerBox`).
    static let shadowOfCorners = Program(
        numbers: 2,
        colors: """
            uniform usampler2D u2;
            vec4 color() {
                vec4 box = parameter(0), how = parameter(1);
                vec2 at = vec2(pixelFromBase()) + 0.5;
                // The nearest corner's entry. Along the middle of a side the table ends, and its last entry continues.
                vec2 depth = clamp(min(at - box.xy, box.zw - at) * how.x + how.y, 0.0, how.z);
                vec2 entry = min(floor(depth), how.w), part = depth - entry;
                vec4 four = vec4(texelFetch(u2, ivec2(entry), 0)) / 65280.0;
                vec2 two = mix(four.xz, four.yw, part.x);
                return vec4(mix(two.x, two.y, part.y));
            }
            """)

    /// Parameters: columns, rows and groups; the slabs' factors for the columns, then those for the rows.
    static let shadow = Program(
        numbers: 1,
        colors: """
            vec4 color() {
                ivec2 at = pixelFromBase();
                ivec4 size = ivec4(parameter(0));
                float sum = 0.0;
                for (int group = 0; group < size.z; group++) {
                    vec4 across = anyParameter(1 + group * size.x + at.x);
                    sum += dot(across, anyParameter(1 + size.z * size.x + group * size.y + at.y));
                }
                return vec4(sum);
            }
            """)
}
