import MicaBase
import MicaRandom
import MicaRaster

/// Boxes, tiles of only boxes, and lists of them.
extension KernelTwins {
    mutating func levelBoxes() {
        var random = SeededGenerator(seed: 24)
        let tile = device(-3, 5, 40, 9)
        for round in 0..<800 {
            let ground = noise(tile.width, tile.height, &random)
            let pixel = color(UInt32(random.chance(0.5) ? 255 : random.whole(0...255)))
            func edge(_ range: ClosedRange<Double>) -> Double {
                let position = random.number(range)
                return random.chance(0.4) ? position.rounded() : position
            }
            let corner = Point(edge(-6...30), edge(3...12))
            let opposite = corner + Point(edge(0.01...38), edge(0.01...9))
            compare(ground.pixels, "a level box, round \(round)") { pixels in
                var bitmap = Bitmap(width: ground.width, height: ground.height, pixels: pixels)
                bitmap.withSharedPixels { shared in
                    let block = shared.block(
                        x: 0, y: 0, width: tile.width, height: tile.height, minX: tile.minX, minY: tile.minY)
                    BoxCoverage(Box(minimum: corner, maximum: opposite), clip: tile)?
                        .blend(pixel, into: block, within: tile)
                }
                pixels = bitmap.pixels
            }
        }
    }

    mutating func boxTiles() {
        var random = SeededGenerator(seed: 67)
        var memory = BoxMemory()
        for round in 0..<200 {
            let width = random.whole(1...(round % 8 == 0 ? 1000 : 200))
            let tile = device(random.whole(-40...40), random.whole(-40...40), width, random.whole(1...90))
            let boxes = (0..<random.whole(0...40)).compactMap { _ -> SolidBox? in
                let x = random.number(Double(tile.minX) - 80...Double(tile.maxX))
                let y = random.number(Double(tile.minY) - 80...Double(tile.maxY))
                let reach = random.chance(0.3) ? 5.0 : 160
                let size = (random.number(0.01...reach), random.number(0.01...reach))
                let pixel = color(random.chance(0.8) ? 255 : UInt32(random.whole(0...254)))
                let box = Box(minimum: Point(x, y), maximum: Point(x + size.0, y + size.1))
                return BoxCoverage(box, clip: tile).map { SolidBox($0, pixel: pixel, pass: 0) }
            }
            let indices = boxes.indices.map { Int32($0) }
            let left = random.whole(0...9)
            let ground = noise(left + tile.width + 3, tile.height, &random)
            compare(ground.pixels, "boxes of a tile, round \(round)") { pixels in
                var bitmap = Bitmap(width: ground.width, height: ground.height, pixels: pixels)
                bitmap.withSharedPixels { shared in
                    let block = shared.block(
                        x: left, y: 0, width: tile.width, height: tile.height, minX: tile.minX, minY: tile.minY)
                    if block.draw(boxes.span, indices.span, over: 0xFF40_5060, with: &memory) { return }
                    block.fill(0xFF40_5060, columns: tile.minX..<tile.maxX, rows: tile.minY..<tile.maxY)
                    for box in boxes { box.coverage.blend(box.pixel, into: block, within: tile) }
                }
                pixels = bitmap.pixels
            }
            let limits = SolidBox.limits(device(tile.minX + 9, tile.minY + 9, 50, 20))
            compare(Array(repeating: UInt32(0), count: 4 * boxes.count), "boxes within, round \(round)") { edges in
                var list: [SolidBox] = []
                SolidBox.cut(boxes.span, indices.span, to: limits, pass: 0, into: &list)
                for (number, box) in list.enumerated() {
                    for part in 0..<4 { edges[4 * number + part] = UInt32(bitPattern: box.edges[part]) }
                }
            }
        }
    }
}
