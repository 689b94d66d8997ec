import MicaBase
import MicaRandom
import MicaRaster
import Testing

@testable import MicaCPU

/// Boxes: the part of a tile that they hide, and the kernel that draws them.
@Suite(.serialized) struct TileBandsTests {
    /// A box within some pixels, on whole pixels or between them.
    private func box(_ random: inout SeededGenerator, in clip: DeviceRect, reach: Double) -> BoxCoverage? {
        func index(_ low: Int, _ size: Int) -> Double {
            let index = random.number(Double(low) - reach / 2...Double(low + size))
            return random.chance(0.3) ? index.rounded() : index
        }
        let (x, y) = (index(clip.minX, clip.width), index(clip.minY, clip.height))
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
                let parts = bands.visible(of: box)
                var isShown = Array(repeating: false, count: width * height)
                func mark(_ part: DeviceRect) {
                    for y in part.minY..<part.maxY {
                        for x in part.minX..<part.maxX { isShown[(y - tile.minY) * width + x - tile.minX] = true }
                    }
                }
                if parts == TileBands.everything { mark(tile) } else { bands.forEach(in: parts, mark) }
                for y in box.rows {
                    for x in box.columns {
                        let index = (y - tile.minY) * width + x - tile.minX
                        #expect(isShown[index] || isHidden[index], "round \(round), \(tile), \(x), \(y)")
                    }
                }
                guard box.isOpaque else { continue }
                bands.hide(box)
                for y in box.wholeRows {
                    for x in box.wholeColumns { isHidden[(y - tile.minY) * width + x - tile.minX] = true }
                }
            }
            // Every pixel that is not bare is hidden.
            var isBare = Array(repeating: false, count: width * height)
            bands.forEach(in: bands.unhidden) { part in
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

    /// A tile, and boxes that touch it or do not, most of them opaque.
    private func boxes(_ random: inout SeededGenerator) -> (tile: DeviceRect, boxes: [SolidBox]) {
        let tile = device(
            random.whole(-40...40), random.whole(-40...40), random.whole(1...300), random.whole(1...70))
        let around = device(tile.minX - 30, tile.minY - 30, tile.width + 60, tile.height + 60)
        let boxes = (0..<random.whole(1...30)).compactMap { _ in
            box(&random, in: around, reach: random.chance(0.3) ? 3 : 160).map {
                SolidBox($0, pixel: random.chance(0.8) ? 0xFF10_2030 : 0x8010_2030, pass: 0)
            }
        }
        return (tile, boxes)
    }

    @Test func boxes_that_are_listed_are_seen_as_one_by_one() {
        var random = SeededGenerator(seed: 63)
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        for round in 0..<600 {
            let (tile, all) = boxes(&random)
            // Only what touches a tile is listed to it.
            let boxes = all.filter {
                $0.columns.overlaps(tile.minX..<tile.maxX) && $0.rows.overlaps(tile.minY..<tile.maxY)
            }
            // In another order than the list's, one of them twice.
            let indices = (0..<boxes.count).reversed().map { Int32($0) } + (boxes.isEmpty ? [] : [0])
            var expected = TileBands(tile)
            var parts: [TileMask] = []
            for index in indices.reversed() {
                let seen = expected.visible(of: boxes[Int(index)])
                parts.insert(seen, at: 0)
                if !seen.isEmpty, boxes[Int(index)].isOpaque { expected.hide(boxes[Int(index)]) }
            }
            for kernels in PixelKernels.available where kernels != .scalar && !indices.isEmpty {
                PixelKernels.current = kernels
                var bands = TileBands(tile)
                var seen: [TileMask] = Array(repeating: .none, count: indices.count + 1)
                let isVisible = bands.findVisible(boxes.span, indices.span, visible: &seen, first: 1)
                #expect(isVisible, "round \(round), \(kernels)")
                #expect(Array(seen[1...]) == parts, "round \(round), \(kernels), \(tile)")
                #expect(bands.unhidden == expected.unhidden, "round \(round), \(kernels), \(tile)")
            }
        }
    }

    @Test func boxes_that_are_listed_equal_their_twins() {
        var random = SeededGenerator(seed: 64)
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        for round in 0..<400 {
            let (tile, boxes) = boxes(&random)
            if boxes.isEmpty { continue }
            let indices = (0..<boxes.count).map { Int32($0) }
            let ground = noise(tile.width, tile.height, &random)
            var bands = TileBands(tile)
            var seen: [TileMask] = Array(repeating: .none, count: boxes.count)
            for index in boxes.indices.reversed() {
                seen[index] = bands.visible(of: boxes[index])
                if !seen[index].isEmpty, boxes[index].isOpaque { bands.hide(boxes[index]) }
            }
            func drawn(_ body: (PixelBlock) -> Void) -> [UInt32] {
                var bitmap = ground
                bitmap.withSharedPixels { pixels in
                    body(
                        pixels.block(
                            x: 0, y: 0, width: tile.width, height: tile.height, minX: tile.minX, minY: tile.minY))
                }
                return bitmap.pixels
            }
            PixelKernels.current = .scalar
            let all = drawn { block in
                for box in boxes { box.coverage.blend(box.pixel, into: block, within: tile) }
            }
            let parts = drawn { block in
                for (box, seen) in zip(boxes, seen) {
                    if seen == TileBands.everything {
                        box.coverage.blend(box.pixel, into: block, within: tile)
                    } else {
                        bands.forEach(in: seen) { box.coverage.blend(box.pixel, into: block, within: $0) }
                    }
                }
            }
            for kernels in PixelKernels.available where kernels != .scalar {
                PixelKernels.current = kernels
                var count = 0
                let listed = drawn { if $0.blend(boxes.span, indices.span, bands.layout) { count += 1 } }
                #expect(listed == all && count == 1, "round \(round), \(kernels)")
                let hidden = drawn {
                    if $0.blend(boxes.span, indices.span, visible: seen.span, bands.layout) { count += 1 }
                }
                #expect(hidden == parts && count == 2, "round \(round), \(kernels)")
            }
        }
    }

    @Test func lists_of_boxes_are_cut_as_one_by_one() {
        var random = SeededGenerator(seed: 66)
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        for round in 0..<300 {
            let (tile, boxes) = boxes(&random)
            let indices = boxes.indices.filter { _ in random.chance(0.8) }.map { Int32($0) }
            let limits = SolidBox.limits(tile)
            let expected = indices.compactMap { boxes[Int($0)].cut(to: limits, pass: 3) }
            for kernels in PixelKernels.available {
                PixelKernels.current = kernels
                var list = Array(boxes.prefix(random.whole(0...40)))
                SolidBox.cut(boxes.span, indices.span, to: limits, pass: 3, into: &list)
                #expect(list.map(\.edges) == expected.map(\.edges), "round \(round), \(kernels)")
                #expect(list.map(\.pixel) == expected.map(\.pixel), "round \(round), \(kernels)")
                #expect(list.allSatisfy { $0.pass == 3 })
            }
        }
    }

    @Test func tiles_of_boxes_equal_boxes_one_by_one() {
        var random = SeededGenerator(seed: 65)
        let before = PixelKernels.current
        defer { PixelKernels.current = before }
        var memory = BoxMemory()
        for round in 0..<600 {
            var (tile, boxes) = boxes(&random)
            if round % 8 == 0 {
                // As wide as can be, and with more boxes than there is memory for at first.
                let (width, height) = (random.whole(1900...PixelBlock.mostColumns), random.whole(1...90))
                tile = device(tile.minX, tile.minY, width, height)
                boxes += (0..<random.whole(0...500)).compactMap { _ in
                    box(&random, in: tile, reach: random.chance(0.5) ? 60 : 900).map {
                        SolidBox($0, pixel: random.chance(0.8) ? 0xFF20_8010 : 0x4020_1030, pass: 0)
                    }
                }
                memory = BoxMemory()
            }
            let indices = boxes.indices.map { Int32($0) }
            // Beside the tile there are pixels that are not its own, and it begins anywhere in a block of memory.
            let (left, right) = (random.whole(0...9), random.whole(0...9))
            let ground = noise(left + tile.width + right, tile.height + 2, &random)
            func drawn(_ body: (PixelBlock) -> Void) -> [UInt32] {
                var bitmap = ground
                bitmap.withSharedPixels { pixels in
                    body(
                        pixels.block(
                            x: left, y: 1, width: tile.width, height: tile.height, minX: tile.minX, minY: tile.minY))
                }
                return bitmap.pixels
            }
            PixelKernels.current = .scalar
            let background: UInt32 = random.chance(0.5) ? 0xFF40_5060 : 0
            let expected = drawn { block in
                #expect(!block.draw(boxes.span, indices.span, over: background, with: &memory))
                block.fill(background, columns: tile.minX..<tile.maxX, rows: tile.minY..<tile.maxY)
                for box in boxes { box.coverage.blend(box.pixel, into: block, within: tile) }
            }
            for kernels in PixelKernels.available where kernels != .scalar {
                PixelKernels.current = kernels
                let cells = drawn { block in
                    let isDone = block.draw(boxes.span, indices.span, over: background, with: &memory)
                    #expect(isDone, "round \(round), \(kernels)")
                }
                #expect(cells == expected, "round \(round), \(kernels), \(tile)")
            }
        }
    }
}
