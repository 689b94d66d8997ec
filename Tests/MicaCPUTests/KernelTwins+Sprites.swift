import MicaBase
import MicaRandom
import MicaRaster

/// Sprites: shapes that any frame could have, and others.
extension KernelTwins {
    /// Draws sprites, and returns how many of them changed pixels and were for the vectors: sampled between texels, inside their texture.
    mutating func sprites(isAdditive: Bool) -> Int {
        var random = SeededGenerator(seed: 26)
        let (width, height) = (60, 40)
        var drawn = 0
        for round in 0..<3_000 {
            var bitmap = noise(random.whole(1...20), random.whole(1...20), &random, opaque: round % 6 == 0)
            if round % 4 == 0 { keepSpot(of: &bitmap, &random) }
            let texture = SpriteTexture(
                bitmap,
                TexelRange(
                    minX: 0, minY: 0, maxX: Double(bitmap.width), maxY: Double(bitmap.height), width: bitmap.width,
                    height: bitmap.height))
            let shape = shape(of: bitmap, [0.05, 0.4, 1, 6, 60][round % 5], isTurned: round % 3 != 0, &random)
            let before = noise(width, height, &random).pixels
            let columns = random.whole(0...20)..<random.whole(21...width)
            let rows = random.whole(0...10)..<random.whole(11...height)
            let result = compare(before, "sprite, round \(round)") { pixels in
                var span = pixels.mutableSpan
                span.draw(
                    shape, texture, columns: columns, rows: rows, isAdditive: isAdditive, start: 0, stride: width,
                    mask: nil, maskStart: 0, maskStride: 0)
            }
            if result != before, columns.count >= 8, !shape.isNearest { drawn += 1 }
        }
        return drawn
    }

    /// Leaves a round spot of a bitmap, and of that what grows fainter to its rim; it may be cut off at the bitmap's edges.
    private func keepSpot(of bitmap: inout Bitmap, _ random: inout SeededGenerator) {
        let radius = random.number(0.6...14), most = random.number(0.004...1)
        let centerX = random.number(0...1) * Double(bitmap.width),
            centerY = random.number(0...1) * Double(bitmap.height)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let dx = Double(x) + 0.5 - centerX, dy = Double(y) + 0.5 - centerY
                let part = Swift.max(0, 1 - (dx * dx + dy * dy) / (radius * radius)) * most
                let pixel = bitmap.pixels[y * bitmap.width + x]
                func channel(_ shift: UInt32) -> UInt32 { UInt32(Double(pixel >> shift & 255) * part + 0.5) << shift }
                bitmap.pixels[y * bitmap.width + x] = channel(0) | channel(8) | channel(16) | channel(24)
            }
        }
    }

    /// A shape of about so many texels a pixel, near the middle of the surface; its edges may lie beyond the texture's.
    private func shape(of bitmap: borrowing Bitmap, _ scale: Double, isTurned: Bool, _ random: inout SeededGenerator)
        -> SpriteShape
    {
        let one = Double(1 << SpriteRow.fraction)
        func step() -> Double { random.number(0.3...1.5) * scale * (random.chance() ? 1 : -1) }
        func axis(_ size: Int, across: Double, down: Double) -> (axis: SpriteAxis, low: Int, high: Int, steps: Double) {
            let steps = (across * across + down * down).squareRoot()
            let low = random.number(0.5...1), high = Double(size) + random.number(0.1...0.5)
            let start = (low + high) / 2 + random.number(-0.5...0.5) * steps
            return (
                SpriteAxis(
                    start: Int(start * one), step: Int(across * one), down: Int(down * one),
                    reach: Int(steps / 2 * one)), Int(low * one), Int(high * one), steps
            )
        }
        let u = axis(bitmap.width, across: step(), down: isTurned ? step() : 0)
        let v = axis(bitmap.height, across: isTurned ? step() : 0, down: step())
        // Some are cut off by their bounds, and may lie beside the columns.
        let size =
            random.chance(0.1) ? random.whole(1...6) : Int(40 / Swift.min(u.steps, v.steps)) + random.whole(1...8)
        let (originX, originY) = (random.whole(-5...65), random.whole(-5...45))
        func most(_ low: Int, _ high: Int, _ steps: Double) -> Int {
            Int(Swift.min(256, Double(high - low) / one / steps * 256))
        }
        return SpriteShape(
            u: u.axis, v: v.axis,
            edges: SpriteEdges(
                minU: u.low, minV: v.low, maxU: u.high, maxV: v.high, scaleU: Int(256 / u.steps),
                scaleV: Int(256 / v.steps), mostU: most(u.low, u.high, u.steps), mostV: most(v.low, v.high, v.steps)),
            originX: originX, originY: originY, minX: originX - size, minY: originY - size, maxX: originX + size,
            maxY: originY + size,
            tint: SpriteArithmetic.spread(random.chance(0.2) ? .max : color(UInt32(random.whole(0...255)))),
            isNearest: random.chance(0.05))
    }
}
