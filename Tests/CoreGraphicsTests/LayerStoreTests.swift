import MicaBase
import Testing

@testable import CoreGraphics

/// The pixels of layers, and the pictures that share them.
@Suite struct LayerStoreTests {
    /// Draws squares of a pixel into a store.
    private func draw(
        _ store: LayerStore, _ parts: [DeviceRect]?, recorded: Bool = false, _ pixels: [(Int, Int, CGColor)]
    ) throws -> Bitmap {
        let context = store.begin(parts, matrix: .identity, isRecorded: recorded)
        for (x, y, color) in pixels {
            // y up.
            context.fill(CGFloat(x), CGFloat(store.height - 1 - y), 1, 1, color)
        }
        return try #require(store.end(context)).bitmap()
    }

    private let corner = [DeviceRect(minX: 0, minY: 0, maxX: 1, maxY: 1)]

    @Test(arguments: [false, true], [false, true])
    func picture_that_is_held_does_not_change(isOpaque: Bool, isRecorded: Bool) throws {
        let store = LayerStore(width: 3, height: 2, isOpaque: isOpaque)
        let ground: UInt32 = isOpaque ? 0xFF00_0000 : 0
        let first = try draw(store, nil, recorded: isRecorded, [(0, 0, red), (1, 0, green)])
        let expected = first.pixels
        #expect(expected == [0xFFFF_0000, 0xFF00_FF00, ground, ground, ground, ground])
        let second = try draw(store, corner, recorded: isRecorded, [(0, 0, blue), (1, 0, blue)])
        #expect(second.pixels == [0xFF00_00FF, 0xFF00_FF00, ground, ground, ground, ground])
        let third = try draw(store, nil, recorded: isRecorded, [(2, 1, red)])
        #expect(third.pixels == [ground, ground, ground, ground, ground, 0xFFFF_0000])
        #expect(first.pixels == expected)
        #expect(second.pixels == [0xFF00_00FF, 0xFF00_FF00, ground, ground, ground, ground])
    }

    @Test func gray_picture_that_is_held_does_not_change() throws {
        let store = LayerStore(width: 2, height: 1, isGray: true)
        let first = try draw(store, nil, [(0, 0, CGColor(gray: 1, alpha: 1))])
        let second = try draw(store, nil, [(1, 0, CGColor(gray: 1, alpha: 1))])
        #expect(first.pixels == [0xFFFF_FFFF, 0xFF00_0000] && second.pixels == [0xFF00_0000, 0xFFFF_FFFF])
    }

    @Test func picture_has_the_words_that_were_drawn_into() throws {
        let store = LayerStore(width: 300, height: 200)
        let context = store.begin(nil, matrix: .identity, isRecorded: false)
        context.fill(0, 0, 1, 1, red)
        let image = try #require(store.end(context))
        // Nothing was drawn since: both pictures are one piece of memory.
        let again = try #require(store.end(store.begin([], matrix: .identity, isRecorded: false)))
        func address(_ bitmap: Bitmap) -> Int? {
            unsafe bitmap.pixels.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
        }
        #expect(address(image.bitmap()) == address(again.bitmap()))
    }

    @Test func context_that_is_kept_neither_draws_nor_gives_pixels() throws {
        let store = LayerStore(width: 2, height: 1)
        let context = store.begin(nil, matrix: .identity, isRecorded: false)
        context.fill(0, 0, 1, 1, red)
        let image = try #require(store.end(context))
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.fill(0, 0, 2, 1, blue)
        context.endTransparencyLayer()
        context.setShadow(offset: .zero, blur: 2)
        context.fill(0, 0, 2, 1, blue)
        context.flush()
        #expect(unsafe context.makeImage() == nil && context.data == nil)
        #expect(image.bitmap().pixels == [0xFFFF_0000, 0])
        #expect(try draw(store, corner, [(0, 0, green)]).pixels == [0xFF00_FF00, 0])
    }

    @Test func every_way_of_drawing_reaches_the_picture() throws {
        func drawn(_ context: CGContext) {
            context.fill(0, 0, 8, 8, green)
            context.setShadow(offset: CGSize(width: 1, height: 1), blur: 2)
            context.fill(2, 2, 2, 2, red)
            context.setBlendMode(.plusDarker)
            context.fill(1, 1, 4, 4, CGColor(red: 0.5, green: 0.2, blue: 1, alpha: 0.5))
            context.setBlendMode(.normal)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.fill(4, 0, 2, 8, blue)
            context.endTransparencyLayer()
        }
        for isOpaque in [false, true] {
            let store = LayerStore(width: 8, height: 8, isOpaque: isOpaque)
            let context = store.begin(nil, matrix: .identity, isRecorded: false)
            drawn(context)
            let other = try bitmapContext(8, 8, alpha: isOpaque ? .noneSkipFirst : .premultipliedFirst)
            drawn(other)
            #expect(try #require(store.end(context)).bitmap() == other.pixels())
        }
    }

    @Test func coverage_is_summed_alike_in_steps_and_one_by_one() {
        var seed: UInt64 = 5
        func next() -> UInt8 {
            seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: seed >> 40)
        }
        for width in 1...40 {
            let area = DeviceRect(minX: -2, minY: 1, maxX: width - 2, maxY: 4)
            let glyph = GlyphCoverage(area: area, levels: (0..<3 * width).map { _ in next() })
            let region = DeviceRect(minX: 0, minY: 0, maxX: 30, maxY: 5)
            let old = (0..<30 * 5).map { _ in next() }
            var sum = old
            glyph.add(to: &sum, of: region, x: 3, y: 1)
            for y in 0..<5 {
                for x in 0..<30 {
                    // The pixel in the glyph's own.
                    let (column, row) = (x - 1, y - 2)
                    let isIn = column >= 0 && column < width && row >= 0 && row < 3
                    let level = isIn ? Int(glyph.levels[row * width + column]) : 0
                    #expect(Int(sum[y * 30 + x]) == min(255, Int(old[y * 30 + x]) + level))
                }
            }
        }
    }
}
