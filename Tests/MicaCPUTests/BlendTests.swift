import Foundation
import MicaBase
import MicaFrame
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

@Suite struct BlendTests {
    @Test func blend_of_valid_pixels_is_valid() {
        var random = SeededGenerator(seed: 4)
        for mode in BlendMode.allCases {
            let a = noise(64, 64, &random), b = noise(64, 64, &random)
            for (s, d) in zip(a.pixels, b.pixels) {
                let p = PixelArithmetic.blend(mode, s, d)
                let top = p >> 24
                #expect(p >> 16 & 255 <= top && p >> 8 & 255 <= top && p & 255 <= top, "\(mode)")
            }
        }
    }

    @Test func blend_of_a_transparent_source_changes_nothing_unless_unbounded() {
        var random = SeededGenerator(seed: 5)
        for mode in BlendMode.allCases where !mode.isUnbounded {
            for d in noise(32, 32, &random).pixels { #expect(PixelArithmetic.blend(mode, 0, d) == d, "\(mode)") }
        }
        for mode in BlendMode.allCases where mode.isUnbounded {
            #expect(PixelArithmetic.blend(mode, 0, 0xffff_ffff) != 0xffff_ffff, "\(mode)")
        }
    }

    @Test func blends_over_nothing_are_the_source() {
        var random = SeededGenerator(seed: 6)
        let first = BlendMode.multiply.rawValue
        for mode in BlendMode.allCases where mode.rawValue >= first {
            for s in noise(32, 32, &random).pixels { #expect(PixelArithmetic.blend(mode, s, 0) == s, "\(mode)") }
        }
    }

    @Test func separable_blends_agree_with_floating_point() {
        func blend(_ mode: BlendMode, _ b: Double, _ s: Double) -> Double? {
            switch mode {
            case .multiply: b * s
            case .screen: b + s - b * s
            case .darken: min(b, s)
            case .lighten: max(b, s)
            case .difference: abs(b - s)
            case .exclusion: b + s - 2 * b * s
            case .hardLight: s <= 0.5 ? 2 * b * s : b + (2 * s - 1) - b * (2 * s - 1)
            case .overlay: b <= 0.5 ? 2 * b * s : s + (2 * b - 1) - s * (2 * b - 1)
            case .colorDodge: b == 0 ? 0 : s >= 1 ? 1 : min(1, b / (1 - s))
            case .colorBurn: b >= 1 ? 1 : s <= 0 ? 0 : 1 - min(1, (1 - b) / s)
            case .softLight:
                s <= 0.5
                    ? b - (1 - 2 * s) * b * (1 - b)
                    : b + (2 * s - 1) * ((b <= 0.25 ? ((16 * b - 12) * b + 4) * b : b.squareRoot()) - b)
            case .linearBurn: max(0, b + s - 1)
            case .linearDodge: min(1, b + s)
            default: nil
            }
        }
        var random = SeededGenerator(seed: 7)
        let a = noise(48, 48, &random), b = noise(48, 48, &random)
        for (s, d) in zip(a.pixels, b.pixels) where s >> 24 > 0 && d >> 24 > 0 {
            let (sa, da) = (Double(s >> 24) / 255, Double(d >> 24) / 255)
            for mode in BlendMode.allCases {
                let result = PixelArithmetic.blend(mode, s, d)
                for shift in [UInt32(0), 8, 16] {
                    let (x, y) = (Double(s >> shift & 255) / 255, Double(d >> shift & 255) / 255)
                    guard let mixed = blend(mode, y / da, x / sa) else { continue }
                    let expected = (x * (1 - da) + y * (1 - sa) + sa * da * mixed) * 255
                    #expect(abs(Double(result >> shift & 255) - expected) < 0.76, "\(mode)")
                }
            }
        }
    }

    @Test func blended_pass_is_confined_to_its_clip_and_bounds() {
        var frame = Frame(8, 8, clips: [clip(RoundedRect(local(0, 0, 4, 8)))], [])
        var back = RenderPass(bounds: frame.bounds)
        back.ops = [fill(RoundedRect(local(0, 0, 8, 8)), red)]
        var op = pass(0, clip: 0)
        (op.blend, op.bounds) = (.clear, device(0, 0, 8, 6))
        var last = RenderPass(bounds: frame.bounds)
        last.ops = [fill(RoundedRect(local(0, 0, 8, 8)), white), op]
        frame.passes = [back, last]
        let bitmap = drawn(frame)
        #expect(bitmap[0, 0] == 0 && bitmap[3, 5] == 0)
        #expect(bitmap[4, 0] == 0xFFFF_FFFF && bitmap[0, 6] == 0xFFFF_FFFF)
    }

    @Test func blur_of_colours_agrees_with_floating_point() {
        var random = SeededGenerator(seed: 8)
        let picture = noise(96, 64, &random)
        for deviation in [SIMD2(0.6, 0.6), SIMD2(2, 5), SIMD2(14, 15), SIMD2(30, 26)] {
            var frame = Frame(width: 96, height: 64)
            var source = RenderPass(bounds: frame.bounds)
            let resource = ImageResource(bitmap: picture)
            source.ops = [image(resource, local(0, 0, 96, 64), .nearest)]
            var last = RenderPass(bounds: frame.bounds)
            last.ops = [
                DrawOp(
                    content: .softened(SoftenDraw(pass: PassIndex(0), deviation: deviation)), transform: .identity,
                    bounds: frame.bounds)
            ]
            frame.passes = [source, last]
            let bitmap = drawn(frame)
            for (x, y) in [(0, 0), (10, 7), (48, 32), (95, 63), (70, 20)] {
                for shift in [UInt32(0), 8, 16, 24] {
                    var (sum, across, down) = (0.0, 0.0, 0.0)
                    func weight(_ v: Double, _ d: Double) -> Double { exp(-v * v / (2 * d * d)) }
                    let reach = 120
                    for i in -reach...reach { across += weight(Double(i), deviation.x) }
                    for i in -reach...reach { down += weight(Double(i), deviation.y) }
                    for v in 0..<64 {
                        for u in 0..<96 {
                            sum +=
                                Double(picture[u, v] >> shift & 255) * weight(Double(u - x), deviation.x)
                                * weight(Double(v - y), deviation.y)
                        }
                    }
                    let expected = sum / across / down
                    #expect(abs(Double(bitmap[x, y] >> shift & 255) - expected) < 2.5, "\(deviation) at \(x) \(y)")
                }
            }
            // Any part of it has the same bytes.
            frame.damage = device(13, 9, 40, 30)
            let part = drawn(frame, threads: 2, tile: .init(width: 16, height: 8))
            for y in 9..<39 { for x in 13..<53 { #expect(part[x, y] == bitmap[x, y]) } }
        }
    }

    /// The weights within the edges add up to one, in cells of any side.
    @Test func blur_of_colours_within_edges_agrees_with_floating_point() {
        var random = SeededGenerator(seed: 11)
        let picture = noise(96, 64, &random)
        let edges = device(5, 3, 83, 58)
        for deviation in [SIMD2(2.0, 5.0), SIMD2(14, 15), SIMD2(30, 26), SIMD2(200, 200)] {
            var frame = Frame(width: 96, height: 64)
            var source = RenderPass(bounds: edges)
            source.ops = [image(ImageResource(bitmap: picture), local(0, 0, 96, 64), .nearest)]
            source.ops[0].bounds = edges
            var draw = SoftenDraw(pass: PassIndex(0), deviation: deviation)
            draw.edges = edges
            var last = RenderPass(bounds: frame.bounds)
            last.ops = [DrawOp(content: .softened(draw), transform: .identity, bounds: edges)]
            frame.passes = [source, last]
            let bitmap = drawn(frame)
            for (x, y) in [(5, 3), (10, 7), (48, 32), (87, 60), (70, 20)] {
                for shift in [UInt32(0), 8, 16, 24] {
                    var (sum, share) = (0.0, 0.0)
                    for v in edges.minY..<edges.maxY {
                        for u in edges.minX..<edges.maxX {
                            let (dx, dy) = (Double(u - x) / deviation.x, Double(v - y) / deviation.y)
                            let weight = exp(-(dx * dx + dy * dy) / 2)
                            sum += Double(picture[u, v] >> shift & 255) * weight
                            share += weight
                        }
                    }
                    let expected = sum / share
                    #expect(abs(Double(bitmap[x, y] >> shift & 255) - expected) < 2.5, "\(deviation) at \(x) \(y)")
                }
            }
        }
    }

    @Test func filter_of_valid_pixels_is_valid() {
        var random = SeededGenerator(seed: 9)
        for _ in 0..<64 {
            let filters: [PixelFilter] = [
                .matrix(PixelFilter.Matrix((0..<20).map { _ in random.number(-2...2) })), .luminanceToAlpha,
                .vibrance(Int32(random.number(-2...4) * 65536)),
                .blackAndWhite((0..<6).map { _ in Int32(random.number(-2...3) * 65536) }),
                .table(PixelFilter.ByteTable(powers: (0..<4).map { _ in random.number(0...8) })),
                .matrix(PixelFilter.Matrix((0..<15).map { _ in random.number(-2...2) } + [0, 0, 0, 1, 0])),
            ]
            for s in noise(16, 16, &random).pixels {
                for filter in filters {
                    let p = filter.apply(to: s)
                    let top = p >> 24
                    #expect(p >> 16 & 255 <= top && p >> 8 & 255 <= top && p & 255 <= top)
                    #expect(filter.apply(to: 0) == 0)
                    if filter.keepsAlpha { #expect(p >> 24 == s >> 24) }
                }
            }
        }
    }
}
