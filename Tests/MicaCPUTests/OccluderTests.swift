import MicaBase
import MicaFrame
import MicaRandom
import Testing

@testable import MicaCPU

/// Ops behind opaque ones are left out, without a change of a byte.
@Suite struct OccluderTests {
    /// A clip that leaves everything and whose ops are not known to hide anything.
    private static let clips = [clip(RoundedRect(local(-2000, -2000, 6000, 6000), radius: 50))]

    /// Opaque ops of every kind, turned and level, over ops that can be seen in part.
    private func ops(_ random: inout SeededGenerator, clip: Int?) -> [DrawOp] {
        let opaque = ImageResource(bitmap: noise(24, 24, &random, opaque: true))
        let ramp = GradientRamp(
            stops: [.init(location: 0, color: red), .init(location: 1, color: color(0, 0, 1))])
        return (0..<24).map { index -> DrawOp in
            let turn = random.chance(0.5) ? 0 : random.number(-3...3)
            let (c, s) = (1 - turn * turn / 2, turn)
            let scale = random.number(0.5...2)
            let map = Homography(
                a: c * scale, b: s * scale, c: -s * scale * (random.chance(0.5) ? 1 : -1), d: c * scale,
                tx: random.number(-20...180), ty: random.number(-20...110))
            let rect = local(-40, -30, random.number(20...80), random.number(20...60))
            switch index % 4 {
            case 0:
                return fill(
                    RoundedRect(rect, radius: random.chance(0.5) ? 0 : random.number(0...9)),
                    color(random.number(0...1), 0.5, 0.2, random.chance(0.3) ? 0.5 : 1), map, clip: clip)
            case 1: return image(opaque, rect, .bilinear, map, clip: clip)
            case 2:
                var op = fill(RoundedRect(rect, radius: random.number(0...9)), red, map, clip: clip)
                op.content = .gradient(
                    shape: RoundedRect(rect, radius: random.number(0...9)),
                    GradientDraw(geometry: .axial(start: SIMD2(-40, -30), end: SIMD2(30, 20)), ramp: ramp))
                return op
            default: return fill(RoundedRect(rect), color(0.1, random.number(0...1), 0.9), map, clip: clip)
            }
        }
    }

    @Test(arguments: 0..<60) func hidden_parts_are_as_if_drawn(seed: Int) {
        var (first, second) = (SeededGenerator(seed: UInt64(seed)), SeededGenerator(seed: UInt64(seed)))
        let hiding = Frame(200, 130, background: 0xFF33_3333, clips: Self.clips, ops(&first, clip: nil))
        let drawing = Frame(200, 130, background: 0xFF33_3333, clips: Self.clips, ops(&second, clip: 0))
        let expected = drawn(drawing)
        for tile in [(200, 130), (200, 16), (32, 8), (7, 5)] {
            let bitmap = drawn(hiding, tile: .init(width: tile.0, height: tile.1))
            #expect(difference(bitmap, expected) == nil, "tiles of \(tile), seed \(seed)")
        }
    }

    @Test func turned_rectangle_hides_its_inside_and_no_more() {
        // A square of 80 with its corners at (100, 0), (148, 64), (84, 112) and (36, 48): in a row between the middle ones
        // from a left side that is at 42.75 to a right one that is at 142, and a hair less.
        let turned = Homography(a: 0.6, b: 0.8, c: -0.8, d: 0.6, tx: 100, ty: 0)
        let occluder = Occluder(RoundedRect(local(0, 0, 80, 80)), turned)
        #expect(occluder.columns(minY: 56, maxY: 57) == 43..<141)
        #expect(occluder.columns(minY: 110, maxY: 112).isEmpty)
        #expect(occluder.columns(minY: 0, maxY: 112).isEmpty)
    }

    @Test func corners_hide_nothing_as_far_as_they_reach() {
        var shape = RoundedRect(local(10, 20, 100, 80), radius: 10)
        let circular = Occluder(shape, .identity)
        #expect(circular.columns(minY: 30, maxY: 90) == 10..<110)
        #expect(circular.columns(minY: 29, maxY: 40) == 20..<100)
        shape.smoothing = 1
        let continuous = Occluder(shape, .identity)
        #expect(continuous.columns(minY: 36, maxY: 84) == 10..<110)
        #expect(continuous.columns(minY: 35, maxY: 40) == 26..<94)
    }

    @Test func strips_are_covered_only_as_a_whole() {
        let strips = TileStrips(device(10, 0, 130, 8))
        // Strips of 4 columns, two of them at the right: 10..<14 is touched, but not covered.
        #expect(strips.covered(by: 11..<30) == 0b11110)
        #expect(strips.touched(11..<30) == 0b11111)
        let all = strips.touched(0..<500)
        #expect(strips.covered(by: 10..<14) | strips.covered(by: 14..<22) | strips.covered(by: 22..<140) == all)
        let (columns, rest) = TileStrips(device(10, 0, 130, 8)).firstRun(0b1011)
        #expect(columns == 10..<18 && rest == 0b1000)
    }
}
