import CMicaPixels

/// A sprite's texture: the outermost texels are there twice, so that the four about any place inside are there.
package struct SpriteTexture: Sendable {
    /// Each texel and the one below it, row by row: a word, in which the channels of both take turns, so that the four texels
    /// about a place are two words side by side.
    ///
    /// A byte is 127 less the channel, a number with a sign: processors multiply pairs of such by pairs of weights in a step.
    let pairs: [UInt64]
    /// Width and height with the doubled texels.
    package let width: Int, height: Int
    /// Where samples may be at least 1, 2, 4 and so on up to 128.
    let octagons: [mica_sprite_octagon]

    /// Makes a texture of a part of a bitmap.
    ///
    /// - Precondition: the range is inside the bitmap.
    package init(_ bitmap: borrowing Bitmap, _ range: TexelRange) {
        precondition(
            range.minX >= 0 && range.minY >= 0 && range.maxX < bitmap.width && range.maxY < bitmap.height
                && range.minX <= range.maxX && range.minY <= range.maxY, "the range is not inside the bitmap")
        let (width, height) = (range.maxX - range.minX + 3, range.maxY - range.minY + 3)
        var pairs: [UInt64] = []
        pairs.reserveCapacity(width * height)
        func row(_ y: Int) -> Int { Swift.max(range.minY, Swift.min(range.maxY, range.minY + y)) * bitmap.width }
        for y in -1...(range.maxY - range.minY + 1) {
            let (upper, lower) = (row(y), row(y + 1))
            for x in -1...(range.maxX - range.minX + 1) {
                let column = Swift.max(range.minX, Swift.min(range.maxX, range.minX + x))
                let below = SpriteArithmetic.spread(bitmap.pixels[lower + column])
                pairs.append((SpriteArithmetic.spread(bitmap.pixels[upper + column]) | below << 8) ^ Self.complement)
            }
        }
        (self.width, self.height, self.pairs) = (width, height, pairs)
        octagons = SpriteOctagons(pairs, width: width, height: height).list
    }

    /// What a texture takes, in bytes.
    package var bytes: Int { pairs.count * 8 }

    /// Gives the texture to the vector kernel.
    @inline(__always)  // Once a sprite and tile.
    borrowing func withKernelTexture(_ body: (UnsafePointer<mica_sprite_texture>) -> Void) {
        unsafe pairs.withUnsafeBufferPointer { pairs in
            unsafe octagons.withUnsafeBufferPointer { octagons in
                var texture = unsafe mica_sprite_texture(
                    pairs: pairs.baseAddress, octagons: octagons.baseAddress, stride: Int32(width))
                unsafe body(&texture)
            }
        }
    }

    /// Turns 127 less a channel into the channel, and back.
    private static let complement: UInt64 = 0x7F7F_7F7F_7F7F_7F7F

    /// The texel itself of a word, spread.
    @inline(__always)
    static func upper(_ pair: UInt64) -> UInt64 { (pair ^ complement) & SpriteArithmetic.lanes }

    /// The one below it.
    @inline(__always)
    static func lower(_ pair: UInt64) -> UInt64 { (pair ^ complement) &>> 8 & SpriteArithmetic.lanes }
}

/// Where samples of a texture may be as large as powers of two: in octagons.
///
/// Nothing is seen of a sprite outside that of the least sample of which its colour leaves something; and many images are
/// round, with little at their edges.
private struct SpriteOctagons {
    /// The least and the largest places along u, v, their sum and their difference.
    private var bounds = Array(
        repeating: (low: SIMD4<Double>(repeating: .infinity), high: -SIMD4<Double>(repeating: .infinity)),
        count: Int(MICA_SPRITE_OCTAGONS))

    /// Finds those of a texture's words.
    init(_ pairs: [UInt64], width: Int, height: Int) {
        for y in 0..<(height - 1) {
            for x in 0..<(width - 1) { add(pairs[y * width + x], pairs[y * width + x + 1], x: x, y: y) }
        }
    }

    /// The octagons, as the kernel takes them.
    var list: [mica_sprite_octagon] {
        bounds.map { low, high in
            mica_sprite_octagon(low: (low.x, low.y, low.z, low.w), high: (high.x, high.y, high.z, high.w))
        }
    }

    /// The parts of a texel's width that are looked at alone where an octagon grows.
    private static let parts = 8

    /// Adds the places between four texels.
    private mutating func add(_ left: UInt64, _ right: UInt64, x: Int, y: Int) {
        func channels(_ texel: UInt64) -> SIMD4<Int32> {
            SIMD4(truncatingIfNeeded: SIMD4<UInt64>(texel, texel &>> 16, texel &>> 32, texel &>> 48) & 255)
        }
        let (a, b) = (channels(SpriteTexture.upper(left)), channels(SpriteTexture.upper(right)))
        let (c, d) = (channels(SpriteTexture.lower(left)), channels(SpriteTexture.lower(right)))
        // No sample is larger than its texels.
        let most = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d)).max()
        guard most > 0, !isInside(box(Double(x), Double(y), 1), most) else { return }
        // The weight of the fourth texel is rounded down, which makes a sample at most so much larger.
        let rounding = pointwiseMax(b &+ c &- a &- d, SIMD4(repeating: 0)) &* 256
        let part = 256 / Int32(Self.parts)
        for row in 0..<Int32(Self.parts) {
            for column in 0..<Int32(Self.parts) {
                // What lies between texels is largest at a corner.
                var largest = SIMD4<Int32>()
                for (u, v) in [(column, row), (column + 1, row), (column, row + 1), (column + 1, row + 1)] {
                    let upper = a &* (256 - u * part) &+ b &* (u * part)
                    let lower = c &* (256 - u * part) &+ d &* (u * part)
                    largest = pointwiseMax(largest, upper &* (256 - v * part) &+ lower &* (v * part))
                }
                let sample = Swift.min(most, ((largest &+ rounding).max() >> 8 + 128) >> 8)
                let size = 1 / Double(Self.parts)
                grow(to: box(Double(x) + Double(column) * size, Double(y) + Double(row) * size, size), sample)
            }
        }
    }

    /// The bounds of a square.
    private func box(_ u: Double, _ v: Double, _ size: Double) -> (low: SIMD4<Double>, high: SIMD4<Double>) {
        (SIMD4(u, v, u + v, u - v - size), SIMD4(u + size, v + size, u + v + size * 2, u - v + size))
    }

    /// Whether bounds are inside the octagon of the largest power of two of a number of 1...255, which lies inside those of
    /// the others.
    private func isInside(_ box: (low: SIMD4<Double>, high: SIMD4<Double>), _ sample: Int32) -> Bool {
        let octagon = bounds[31 - sample.leadingZeroBitCount]
        return all(box.low .>= octagon.low) && all(box.high .<= octagon.high)
    }

    private mutating func grow(to box: (low: SIMD4<Double>, high: SIMD4<Double>), _ sample: Int32) {
        for index in 0..<(32 - sample.leadingZeroBitCount) {
            bounds[index].low = pointwiseMin(bounds[index].low, box.low)
            bounds[index].high = pointwiseMax(bounds[index].high, box.high)
        }
    }
}
