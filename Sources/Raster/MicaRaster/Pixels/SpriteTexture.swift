import CMicaPixels
import MicaBase

/// A sprite's texture. The outermost texels are doubled, so that every position inside has four texels around it.
package struct SpriteTexture: Sendable {
    /// Each texel with the one below it, row by row. The two are a word in which their channels alternate, so that the
    /// four texels around a position are two words side by side.
    ///
    /// A byte is 127 less the channel, as a signed number: processors multiply pairs of those by pairs of weights in
    /// one step.
    let pairs: [UInt64]
    /// Width and height, doubled texels included.
    package let width: Int, height: Int
    /// The octagons in which samples may be at least 1, 2, 4 and so on up to 128.
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

    /// The size of the texture's words, in bytes.
    package var bytes: Int { pairs.count * 8 }

    /// Lends the texture to the vector kernel.
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

    /// The texel of a word, spread into lanes.
    @inline(__always)
    static func upper(_ pair: UInt64) -> UInt64 { (pair ^ complement) & SpriteArithmetic.lanes }

    /// The texel below the word's own, spread into lanes.
    @inline(__always)
    static func lower(_ pair: UInt64) -> UInt64 { (pair ^ complement) &>> 8 & SpriteArithmetic.lanes }
}

/// For each power of two, the octagon in which samples of a texture may be as large.
///
/// A sprite shows nothing outside the octagon of the least sample that its colour does not fade to nothing. Many images
/// are round, with little at their edges.
private struct SpriteOctagons {
    /// Positions along u, v, their sum and their difference. *Units*: `parts` of a texel.
    private typealias OctagonPoint = SIMD4<Int32>

    /// The least and the greatest positions. The octagon of each power of two lies inside that of the power before.
    private var lows = [OctagonPoint](repeating: OctagonPoint(repeating: .max), count: Int(MICA_SPRITE_OCTAGONS))
    private var highs = [OctagonPoint](repeating: OctagonPoint(repeating: .min), count: Int(MICA_SPRITE_OCTAGONS))

    /// Where an octagon grows, a texel is divided along each axis into this many parts, looked at one by one.
    private static let parts: Int32 = 8

    /// Finds the octagons of a texture's words.
    init(_ pairs: [UInt64], width: Int, height: Int) {
        let words = pairs.span
        // The texels themselves first: most samples between them lie inside the octagons of the texels.
        for y in 0..<height {
            for x in 0..<width {
                let power = Self.power(of: SpriteTexture.upper(words[y * width + x]))
                if power >= 0 { grow(power, to: Self.point(Int32(x), Int32(y)), by: 0) }
            }
        }
        for power in lows.indices.dropLast().reversed() {
            lows[power] = pointwiseMin(lows[power], lows[power + 1])
            highs[power] = pointwiseMax(highs[power], highs[power + 1])
        }
        for y in 0..<(height - 1) {
            for x in 0..<(width - 1) {
                let (left, right) = (words[y * width + x], words[y * width + x + 1])
                let both = SpriteTexture.upper(left) | SpriteTexture.upper(right)
                let power = Self.power(of: both | SpriteTexture.lower(left) | SpriteTexture.lower(right))
                if power >= 0, !isInside(Self.point(Int32(x), Int32(y)), size: Self.parts, power) {
                    add(left, right, x: Int32(x), y: Int32(y))
                }
            }
        }
    }

    /// The octagons in the kernel's form.
    var list: [mica_sprite_octagon] {
        func texels(_ point: Int32) -> Double {
            point == .max ? .infinity : point == .min ? -.infinity : Double(point) / Double(Self.parts)
        }
        return zip(lows, highs).map { low, high in
            mica_sprite_octagon(
                low: (texels(low.x), texels(low.y), texels(low.z), texels(low.w)),
                high: (texels(high.x), texels(high.y), texels(high.z), texels(high.w)))
        }
    }

    /// The exponent of the greatest power of two in the channels of a spread texel; -1 when all channels are 0.
    private static func power(of texel: UInt64) -> Int {
        let half = texel | texel &>> 32
        return 31 - UInt32(truncatingIfNeeded: (half | half &>> 16) & 255).leadingZeroBitCount
    }

    /// The position of a texel.
    private static func point(_ x: Int32, _ y: Int32) -> OctagonPoint { OctagonPoint(x, y, x &+ y, x &- y) &* parts }

    /// How much further along each direction a square reaches than the position where it begins.
    private static func ends(_ size: Int32) -> (low: OctagonPoint, high: OctagonPoint) {
        (OctagonPoint(0, 0, 0, 0 - size), OctagonPoint(size, size, size * 2, size))
    }

    /// Adds the positions between four texels.
    private mutating func add(_ left: UInt64, _ right: UInt64, x: Int32, y: Int32) {
        // In 65,536ths; a Float holds all whole numbers that occur.
        func channels(_ texel: UInt64) -> SIMD4<Float> {
            SIMD4(
                Float(texel & 255), Float(texel &>> 16 & 255), Float(texel &>> 32 & 255), Float(texel &>> 48 & 255))
                * 65_536
        }
        let (a, b) = (channels(SpriteTexture.upper(left)), channels(SpriteTexture.upper(right)))
        let (c, d) = (channels(SpriteTexture.lower(left)), channels(SpriteTexture.lower(right)))
        // No sample is larger than its texels.
        let most = pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d))
        // The weight of the fourth texel is rounded down, which makes a sample larger by no more than this.
        let rounding = pointwiseMax((b - a) + (c - d), SIMD4(repeating: 0)) / 256
        let across = ((b - a) / Float(Self.parts), (d - c) / Float(Self.parts))
        for column in 0..<Self.parts {
            let (upper, lower) = (a + across.0 * Float(column), c + across.1 * Float(column))
            let down = (lower - upper) / Float(Self.parts)
            let nextDown = (lower + across.1 - (upper + across.0)) / Float(Self.parts)
            var above = pointwiseMax(upper, upper + across.0)
            for row in 0..<Self.parts {
                // Between texels a sample is largest at a corner.
                let part = Float(row + 1)
                let below = pointwiseMax(upper + down * part, upper + across.0 + nextDown * part)
                let largest = pointwiseMin(pointwiseMax(above, below) + rounding, most).max()
                above = below
                let sample = Int32(largest / 65_536 + 0.5)
                let point = Self.point(x, y) &+ OctagonPoint(column, row, column &+ row, column &- row)
                let power = 31 - sample.leadingZeroBitCount
                if power < 0 || isInside(point, size: 1, power) { continue }
                for smaller in 0...power { grow(smaller, to: point, by: 1) }
            }
        }
    }

    /// Whether a square that begins at a position is inside an octagon.
    private func isInside(_ point: OctagonPoint, size: Int32, _ power: Int) -> Bool {
        let ends = Self.ends(size)
        return all(point &+ ends.low .>= lows[power]) && all(point &+ ends.high .<= highs[power])
    }

    private mutating func grow(_ power: Int, to point: OctagonPoint, by size: Int32) {
        let ends = Self.ends(size)
        lows[power] = pointwiseMin(lows[power], point &+ ends.low)
        highs[power] = pointwiseMax(highs[power], point &+ ends.high)
    }
}
