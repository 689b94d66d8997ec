import MicaFrame
import MicaPixels
import MicaRaster
import Testing

/// Which passes ops show: every kind of op that shows some.
@Suite struct PassReferencesTests {
    private let rect = LocalRect(minX: 0, minY: 0, maxX: 8, maxY: 8)

    private var contents: [DrawOp.Content] {
        let (a, b) = (PassIndex(3), PassIndex(5))
        return [
            .pass(a, mask: nil), .pass(a, mask: b), .filtered(a, .luminanceToAlpha),
            .softened(SoftenDraw(pass: a, deviation: SIMD2(2, 2))), .dissolve(from: a, to: b, fraction: 0.5),
            .dissolve(from: nil, to: b, fraction: 0.5), .warp(WarpDraw(pass: a, map: .ripple(rect, progress: 0.5))),
            .rasterized(RasterizedDraw(pass: a, owner: 1)),
            .blur(BlurDraw(pass: a, shift: .zero, deviation: SIMD2(2, 2)), color: PixelColor(.black)),
        ]
    }

    @Test func passes_are_mapped_one_by_one() {
        for content in contents {
            #expect(content.showsPasses)
            var moved = content
            moved.mapPasses { PassIndex($0.rawValue + 10) }
            #expect(content.passes.map(\.rawValue).allSatisfy { $0 == 3 || $0 == 5 })
            #expect(moved.passes.map(\.rawValue) == content.passes.map { $0.rawValue + 10 })
            #expect(moved != content)
            moved.mapPasses { PassIndex($0.rawValue - 10) }
            #expect(moved == content)
        }
    }

    @Test func shown_pass_comes_before_the_mask() {
        #expect(contents.map { $0.passes.map(\.rawValue) } == [[3], [3, 5], [3], [3], [3, 5], [5], [3], [3], [3]])
        #expect(PassReferences(PassIndex(3), PassIndex(5)).areBefore(6))
        #expect(!PassReferences(PassIndex(3), PassIndex(5)).areBefore(5))
        #expect(!PassReferences(PassIndex(-1)).areBefore(5) && PassReferences().areBefore(0))
    }

    @Test func shape_shows_no_pass() {
        let content = DrawOp.Content.fill(shape: RoundedRect(rect), color: PixelColor(.black))
        #expect(!content.showsPasses && Array(content.passes).isEmpty)
    }
}
