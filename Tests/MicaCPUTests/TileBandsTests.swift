import MicaPixels
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

/// Boxes: what they hide of a tile, and the kernel that draws them.
@Suite(.serialized) struct TileBandsTests {
    /// A box within some pixels, on whole pixels or between them.
    private func box(_ random: inout SeededGenerator, in clip: DeviceRect, reach: Double) -> BoxCoverage? {
        func place(_ low: Int, _ size: Int) -> Double {
            let place = random.number(Double(low) - reach / 2...Double(low + size))
            return random.chance(0.3) ? place.rounded() : place
        }
        let (x, y) = (place(clip.minX, clip.width), place(clip.minY, clip.height))
        let (width, height) = (random.number(0.01...reach), random.number(0.01...reach))
        return BoxCoverage(Box(minimum: Point(x, y), maximum: Point(x + width, y + height)), clip: clip)
    }

    @Test func parts_that_are_seen_have_all_pixels_that_are_not_hidden() {
        var random = SeededGenerator(seed: 61)
        for round in 0..<300 {
            let (width, height) = (random.whole(1...300), random.whole(1...70))
            let tile = device(random.whole(-40...40), random.whole(-40...40), width, height)
            var bands = TileBands(tile)
            var isHidden = Array(repeating: false, count: width * height)
            for _ in 0..<12 {
                guard let coverage = box(&random, in: tile, reach: 160) else { continue }
                let box = SolidBox(coverage, pixel: random.chance(0.8) ? 0xFF10_2030 : 0x8010_2030, pass: 0)
                let parts = bands.seen(of: box)
                var isShown = Array(repeating: false, count: width * height)
                func mark(_ part: DeviceRect) {
                    for y in part.minY..<part.maxY {
                        for x in part.minX..<part.maxX { isShown[(y - tile.minY) * width + x - tile.minX] = true }
                    }
                }
                if parts == TileBands.everything { mark(tile) } else { bands.forEach(in: parts, mark) }
                for y in box.rows {
                    for x in box.columns {
                        let place = (y - tile.minY) * width + x - tile.minX
                        #expect(isShown[place] || isHidden[place], "round \(round), \(tile), \(x), \(y)")
                    }
                }
                guard box.isOpaque else { continue }
                bands.hide(box)
                for y in box.wholeRows {
                    for x in box.wholeColumns { isHidden[(y - tile.minY) * width + x - tile.minX] = true }
                }
            }
            // What is not bare is hidden, every pixel of it.
            var isBare = Array(repeating: false, count: width * height)
            bands.forEach(in: bands.bare) { part in
                for y in part.minY..<part.maxY {
                    for x in part.minX..<part.maxX { isBare[(y - tile.minY) * width + x - tile.minX] = true }
                }
            }
            #expect(zip(isBare, isHidden).allSatisfy { $0 || $1 }, "round \(round)")
        }
    }

    @Test func boxes_equal_their_twins() {
        var random = SeededGenerator(seed: 62)
        let clip = device(0, 0, 60, 40)
        for round in 0..<1_500 {
            let before = noise(60, 40, &random)
            guard let coverage = box(&random, in: clip, reach: random.chance(0.5) ? 3 : 50) else { continue }
            let alpha = UInt32(random.chance(0.5) ? 255 : random.whole(0...255))
            let pixel = alpha << 24 | alpha / 2 << 16 | alpha << 8 | alpha / 3
            let part = device(random.whole(0...30), random.whole(0...20), random.whole(1...30), random.whole(1...20))
            var expected: [UInt32]?
            let kernels = PixelKernels.current
            defer { PixelKernels.current = kernels }
            for kernels in PixelKernels.available {
                PixelKernels.current = kernels
                var bitmap = before
                bitmap.withSharedPixels { pixels in
                    let block = pixels.block(x: 0, y: 0, width: 60, height: 40, minX: 0, minY: 0)
                    coverage.blend(pixel, into: block, within: part)
                }
                if let expected {
                    #expect(bitmap.pixels == expected, "\(kernels), round \(round)")
                } else {
                    expected = bitmap.pixels
                }
            }
        }
    }
}
