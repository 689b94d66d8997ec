/// The arithmetic of sprites: many small images, each with its own colour.
///
/// A texel is spread into four lanes of 16 bits, blue, red, green, alpha from the lowest, so that four channels go
/// through one multiplication.
///
///     sample    = (sum of texel * weight + 128) >> 8     weights in 256ths, 256 together: x and y in 256ths,
///                                                        xy = x * y >> 8, and 256 - x - y + xy, x - xy, y - xy, xy
///     tinted    = divideBy255(sample * tint)             for each channel
///     covered   = (tinted * coverage + 128) >> 8         coverage 0...256
///     added     = min(255, d + covered)                  or sourceOver(covered, d)
package enum SpriteArithmetic {
    @usableFromInline static let lanes: UInt64 = 0x00FF_00FF_00FF_00FF
    @usableFromInline static let halves: UInt64 = 0x0080_0080_0080_0080

    /// A pixel's channels in four lanes.
    @inlinable @inline(__always)
    package static func spread(_ pixel: UInt32) -> UInt64 {
        (UInt64(pixel) | UInt64(pixel) << 24) & lanes
    }

    /// The pixel of four lanes.
    @inlinable @inline(__always)
    package static func gathered(_ lanes: UInt64) -> UInt32 {
        UInt32(truncatingIfNeeded: lanes | lanes >> 24)
    }

    /// A sample from two words of a texture, at a position between their texels in 256ths.
    @inline(__always)
    static func between(_ left: UInt64, _ right: UInt64, _ x: UInt64, _ y: UInt64) -> UInt64 {
        let both = (x &* y) &>> 8
        let (a, b) = (SpriteTexture.upper(left), SpriteTexture.upper(right))
        let (c, d) = (SpriteTexture.lower(left), SpriteTexture.lower(right))
        let sum = a &* (256 &- x &- y &+ both) &+ b &* (x &- both) &+ c &* (y &- both) &+ d &* both
        return (sum &+ halves) &>> 8 & lanes
    }

    @inline(__always)
    static func multiply(_ a: UInt64, _ tint: SIMD4<UInt16>) -> UInt64 {
        let product = unsafe unsafeBitCast(a, to: SIMD4<UInt16>.self) &* tint &+ 128
        return unsafe unsafeBitCast((product &+ (product &>> 8)) &>> 8, to: UInt64.self)
    }

    @inline(__always)
    static func add(_ a: UInt64, _ pixel: UInt32) -> UInt32 {
        let sum = a &+ spread(pixel)
        let over = sum &>> 8 & 0x0001_0001_0001_0001
        return gathered((sum | over &* 255) & lanes)
    }

    @inline(__always)
    static func over(_ a: UInt64, _ pixel: UInt32) -> UInt32 {
        let product = spread(pixel) &* (255 &- a &>> 48) &+ halves
        let rest = (product &+ (product &>> 8 & lanes)) &>> 8 & lanes
        return gathered(a &+ rest)
    }
}

/// A row of a sprite: the texture coordinates of its pixels.
package struct SpriteRow: Sendable {
    /// How many bits of a texture coordinate are its fraction.
    package static let fraction = 20
    /// The coordinates of the first pixel's centre, less half a texel; and the step to the next pixel.
    package var u: Int, v: Int, du: Int, dv: Int

    package init(u: Int, v: Int, du: Int, dv: Int) { (self.u, self.v, self.du, self.dv) = (u, v, du, dv) }
}

/// The edges of a sprite in its texture, for pixels that are covered in part.
package struct SpriteEdges: Sendable {
    /// The texture's own area, less half a texel, in the steps of `SpriteRow`.
    package var minU: Int, minV: Int, maxU: Int, maxV: Int
    /// The width of a texel in pixels, in 256ths.
    package var scaleU: Int, scaleV: Int
    /// The greatest coverage of a pixel along each axis, 0...256: less than 256 where the sprite is thinner than a
    /// pixel.
    package var mostU: Int, mostV: Int

    /// Makes edges.
    package init(
        minU: Int, minV: Int, maxU: Int, maxV: Int, scaleU: Int, scaleV: Int, mostU: Int, mostV: Int
    ) {
        (self.minU, self.minV, self.maxU, self.maxV) = (minU, minV, maxU, maxV)
        (self.scaleU, self.scaleV, self.mostU, self.mostV) = (scaleU, scaleV, mostU, mostV)
    }

    @inline(__always)
    func coverage(_ u: Int, _ v: Int) -> Int {
        let shift = SpriteRow.fraction
        let across = (Swift.min(u &- minU, maxU &- u) &* scaleU) &>> shift &+ 128
        let down = (Swift.min(v &- minV, maxV &- v) &* scaleV) &>> shift &+ 128
        return (Swift.max(0, Swift.min(mostU, across)) &* Swift.max(0, Swift.min(mostV, down))) &>> 8
    }
}

extension MutableSpan where Element == UInt32 {
    /// Draws a run of a sprite's pixels that are covered wholly and lie inside the texture.
    ///
    /// - Parameter tint: the colour, spread into lanes.
    /// - Precondition: the run is inside, and its texture coordinates are inside the texture.
    package mutating func drawSprite(
        _ texture: borrowing SpriteTexture, _ row: SpriteRow, tint: UInt64, isAdditive: Bool, isNearest: Bool,
        start: Int, count: Int
    ) {
        check(start, count, self.count)
        if count == 0 { return }
        let shift = SpriteRow.fraction
        let (lastU, lastV) = (row.u &+ (count &- 1) &* row.du, row.v &+ (count &- 1) &* row.dv)
        precondition(
            Swift.min(row.u, lastU) >= 0 && Swift.max(row.u, lastU) >> shift < texture.width - 1
                && Swift.min(row.v, lastV) >= 0 && Swift.max(row.v, lastV) >> shift < texture.height - 1,
            "the run leaves the texture")
        let pairs = texture.pairs.span
        let stride = texture.width
        let tint = unsafe unsafeBitCast(tint, to: SIMD4<UInt16>.self)
        var (u, v) = (row.u, row.v)
        if isNearest {
            for i in start..<(start &+ count) {
                let offset = ((v &+ 1 << (shift - 1)) >> shift) &* stride &+ (u &+ 1 << (shift - 1)) >> shift
                let s = SpriteArithmetic.multiply(SpriteTexture.upper(unsafe pairs[unchecked: offset]), tint)
                unsafe self[unchecked: i] =
                    isAdditive
                    ? SpriteArithmetic.add(s, self[unchecked: i]) : SpriteArithmetic.over(s, self[unchecked: i])
                u &+= row.du
                v &+= row.dv
            }
            return
        }
        if isAdditive {
            var i = addSpritePairs(texture, row, tint: tint, start: start, count: count)
            u &+= (i &- start) &* row.du
            v &+= (i &- start) &* row.dv
            while i < start &+ count {
                let offset = (v &>> shift) &* stride &+ u &>> shift
                let sample = SpriteArithmetic.between(
                    unsafe pairs[unchecked: offset], unsafe pairs[unchecked: offset &+ 1],
                    UInt64(truncatingIfNeeded: u &>> (shift - 8) & 255),
                    UInt64(truncatingIfNeeded: v &>> (shift - 8) & 255))
                let s = SpriteArithmetic.multiply(sample, tint)
                unsafe self[unchecked: i] = SpriteArithmetic.add(s, self[unchecked: i])
                u &+= row.du
                v &+= row.dv
                i &+= 1
            }
        } else {
            for i in start..<(start &+ count) {
                let offset = (v &>> shift) &* stride &+ u &>> shift
                let sample = SpriteArithmetic.between(
                    unsafe pairs[unchecked: offset], unsafe pairs[unchecked: offset &+ 1],
                    UInt64(truncatingIfNeeded: u &>> (shift - 8) & 255),
                    UInt64(truncatingIfNeeded: v &>> (shift - 8) & 255))
                u &+= row.du
                v &+= row.dv
                if sample == 0 { continue }
                let s = SpriteArithmetic.multiply(sample, tint)
                unsafe self[unchecked: i] = SpriteArithmetic.over(s, self[unchecked: i])
            }
        }
    }

    /// Adds pixels of a run in pairs, two at a time in one vector; returns where the rest begins.
    ///
    /// The arithmetic is that of single pixels: 3.2 ns a pixel against 4.2 on an AMD EPYC, November 2026.
    @inline(__always)
    private mutating func addSpritePairs(
        _ texture: borrowing SpriteTexture, _ row: SpriteRow, tint: SIMD4<UInt16>, start: Int, count: Int
    ) -> Int {
        let shift = SpriteRow.fraction
        let pairs = texture.pairs.span
        let stride = texture.width
        let tint = SIMD8<UInt16>(lowHalf: tint, highHalf: tint)
        let everywhere: UInt64 = 0x0001_0001_0001_0001
        var (u, v, i) = (row.u, row.v, start)
        while i &+ 1 < start &+ count {
            let (nextU, nextV) = (u &+ row.du, v &+ row.dv)
            let first = (v &>> shift) &* stride &+ u &>> shift
            let second = (nextV &>> shift) &* stride &+ nextU &>> shift
            let x = pair(
                UInt64(truncatingIfNeeded: u &>> (shift - 8) & 255) &* everywhere,
                UInt64(truncatingIfNeeded: nextU &>> (shift - 8) & 255) &* everywhere)
            let y = pair(
                UInt64(truncatingIfNeeded: v &>> (shift - 8) & 255) &* everywhere,
                UInt64(truncatingIfNeeded: nextV &>> (shift - 8) & 255) &* everywhere)
            let both = (x &* y) &>> 8
            let (left, right) = unsafe (pairs[unchecked: first], pairs[unchecked: first &+ 1])
            let (nextLeft, nextRight) = unsafe (pairs[unchecked: second], pairs[unchecked: second &+ 1])
            let a = pair(SpriteTexture.upper(left), SpriteTexture.upper(nextLeft))
            let b = pair(SpriteTexture.upper(right), SpriteTexture.upper(nextRight))
            let c = pair(SpriteTexture.lower(left), SpriteTexture.lower(nextLeft))
            let d = pair(SpriteTexture.lower(right), SpriteTexture.lower(nextRight))
            var sum = a &* (256 &- x &- y &+ both)
            sum = sum &+ b &* (x &- both)
            sum = sum &+ c &* (y &- both)
            sum = sum &+ d &* both &+ 128
            let product = (sum &>> 8) &* tint &+ 128
            let tinted = (product &+ (product &>> 8)) &>> 8
            let added =
                unsafe tinted
                &+ pair(SpriteArithmetic.spread(self[unchecked: i]), SpriteArithmetic.spread(self[unchecked: i &+ 1]))
            // A sum over 255 has the ninth bit set: sets all bits below it.
            let full = (added | (0 &- (added &>> 8))) & 255
            let words = unsafe unsafeBitCast(full, to: SIMD2<UInt64>.self)
            unsafe self[unchecked: i] = SpriteArithmetic.gathered(words.x)
            unsafe self[unchecked: i &+ 1] = SpriteArithmetic.gathered(words.y)
            (u, v, i) = (nextU &+ row.du, nextV &+ row.dv, i &+ 2)
        }
        return i
    }

    /// Draws a run of a sprite's pixels that may be covered in part: at its edges, and where a mask says so.
    ///
    /// - Parameters:
    ///   - mask: coverage for each pixel, 0...255; nil for all.
    ///   - firstMask: the mask's index for the first pixel.
    /// - Precondition: the run is inside, and so is its part of the mask.
    package mutating func drawSprite(
        _ texture: borrowing SpriteTexture, _ row: SpriteRow, _ edges: SpriteEdges, tint: UInt64, isAdditive: Bool,
        isNearest: Bool, mask: Span<UInt8>?, firstMask: Int, start: Int, count: Int
    ) {
        check(start, count, self.count)
        if let mask { check(firstMask, count, mask.count) }
        let shift = SpriteRow.fraction
        let pairs = texture.pairs.span
        let stride = texture.width
        let tint = unsafe unsafeBitCast(tint, to: SIMD4<UInt16>.self)
        let (highU, highV) = ((texture.width - 1) << shift - 1, (texture.height - 1) << shift - 1)
        var (u, v) = (row.u, row.v)
        for i in 0..<count {
            defer {
                u &+= row.du
                v &+= row.dv
            }
            var coverage = edges.coverage(u, v)
            if let mask {
                coverage = (coverage &* Int(unsafe mask[unchecked: firstMask &+ i]) &* 257 &+ 32_768) &>> 16
            }
            if coverage <= 0 { continue }
            // Outside the texture, the nearest coordinate inside.
            let x = Swift.max(0, Swift.min(highU, Swift.max(edges.minU, Swift.min(edges.maxU, u))))
            let y = Swift.max(0, Swift.min(highV, Swift.max(edges.minV, Swift.min(edges.maxV, v))))
            let sample: UInt64
            if isNearest {
                let half = 1 << (shift - 1)
                let offset =
                    Swift.min(texture.height - 1, (y &+ half) >> shift) &* stride
                    &+ Swift.min(texture.width - 1, (x &+ half) >> shift)
                sample = SpriteTexture.upper(unsafe pairs[unchecked: offset])
            } else {
                let offset = (y &>> shift) &* stride &+ x &>> shift
                sample = SpriteArithmetic.between(
                    unsafe pairs[unchecked: offset], unsafe pairs[unchecked: offset &+ 1],
                    UInt64(truncatingIfNeeded: x &>> (shift - 8) & 255),
                    UInt64(truncatingIfNeeded: y &>> (shift - 8) & 255))
            }
            if sample == 0 { continue }
            var s = SpriteArithmetic.multiply(sample, tint)
            s = (s &* UInt64(truncatingIfNeeded: coverage) &+ SpriteArithmetic.halves) &>> 8 & SpriteArithmetic.lanes
            let at = start &+ i
            unsafe self[unchecked: at] =
                isAdditive
                ? SpriteArithmetic.add(s, self[unchecked: at]) : SpriteArithmetic.over(s, self[unchecked: at])
        }
    }
}

/// Puts two spread pixels side by side.
@inline(__always)
private func pair(_ first: UInt64, _ second: UInt64) -> SIMD8<UInt16> {
    unsafe unsafeBitCast(SIMD2<UInt64>(first, second), to: SIMD8<UInt16>.self)
}
