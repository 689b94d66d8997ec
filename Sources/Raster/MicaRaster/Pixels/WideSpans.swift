import CMicaPixels

/// Sums of weighted values, for blurs.
extension MutableSpan where Element == UInt32 {
    /// Adds values times a weight: d = d + s * weight, which must fit 32 bits.
    ///
    /// - Precondition: the elements `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func add(_ source: Span<UInt32>, first: Int, times weight: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = unsafe fast(source) { unsafe mica_add_times($0 + start, $1 + first, weight, count) }
        for i in done..<count {
            unsafe self[unchecked: start &+ i] &+= source[unchecked: first &+ i] &* weight
        }
    }

    /// Divides by 65,536, to the nearest: d = (d + 32,768) >> 16.
    ///
    /// - Precondition: the elements `start..<start + count` are inside.
    package mutating func roundDown(start: Int, count: Int) {
        check(start, count, self.count)
        for i in start..<(start &+ count) { unsafe self[unchecked: i] = (self[unchecked: i] &+ 32_768) >> 16 }
    }
}

extension MutableSpan where Element == UInt32 {
    /// Adds the alpha of pixels: d = d + (s >> 24).
    ///
    /// - Precondition: the elements `start..<start + count` and as many in `pixels` from `first` on are inside.
    package mutating func addAlpha(_ pixels: Span<UInt32>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, pixels.count)
        for i in 0..<count { unsafe self[unchecked: start &+ i] &+= pixels[unchecked: first &+ i] >> 24 }
    }
}

/// Where pixels lie between the values of a row: the value before each, and the fraction of the way to the next value.
package struct SpreadOffsets: Sendable {
    fileprivate struct Offset: Sendable {
        var value: Int32
        var part: UInt32
    }

    fileprivate var offsets: [Offset] = []
    /// How many values a row needs.
    fileprivate var reach = 0

    package init() {}

    /// Removes all offsets and keeps the memory.
    package mutating func removeAll() {
        offsets.removeAll(keepingCapacity: true)
        reach = 0
    }

    /// Appends the next pixel's offset.
    ///
    /// - Parameters:
    ///   - value: the index of the value before the pixel.
    ///   - part: the fraction of the way to the next value, in 256ths.
    package mutating func append(_ value: Int, _ part: UInt32) {
        precondition(value >= 0 && value < Int(Int32.max) - 1, "there is no such value")
        offsets.append(Offset(value: Int32(value), part: part))
        reach = max(reach, value + 2)
    }
}

extension MutableSpan where Element == UInt16 {
    /// Interpolates pixels between values of 16 bits: d = (a (256 - part) + b part + 128) >> 8.
    ///
    /// - Precondition: as many elements from `start` on as there are offsets, and the values that they need from
    ///   `first` on, are inside.
    package mutating func spread(_ source: Span<UInt32>, first: Int, _ offsets: SpreadOffsets, start: Int) {
        let list = offsets.offsets.span
        check(start, list.count, self.count)
        check(first, offsets.reach, source.count)
        for i in 0..<list.count {
            let offset = unsafe list[unchecked: i], at = first &+ Int(offset.value)
            let (a, b) = unsafe (source[unchecked: at], source[unchecked: at &+ 1])
            let value = (a &<< 8 &+ (b &- a) &* offset.part &+ 128) &>> 8
            unsafe self[unchecked: start &+ i] = UInt16(truncatingIfNeeded: value)
        }
    }
}

extension MutableSpan where Element == UInt16 {
    /// Interpolates pixels between values that lie `cell` pixels apart: d = (a (256 - part) + b part + 128) >> 8, with
    /// the part rounded to a 256th.
    ///
    /// - Parameters:
    ///   - first: the index of the value before the first pixel.
    ///   - offset: the distance of the first pixel from that value, in 256ths of a pixel, below `cell * 256`.
    ///   - cell: the distance between values, in pixels.
    /// - Precondition: the elements `start..<start + count`, and the values that they need, are inside.
    package mutating func spread(
        _ source: Span<UInt16>, first: Int, offset: Int, cell: Int, start: Int, count: Int
    ) {
        let size = cell * 256
        precondition(cell > 0 && cell <= 1 << 16 && offset >= 0 && offset < size, "there is no such place")
        check(start, count, self.count)
        guard count > 0 else { return }
        check(first, (offset + (count - 1) * 256) / size + 2, source.count)
        let end = start &+ count
        // Pixels that are `cell` apart lie at the same fraction between their values.
        for phase in 0..<Swift.min(cell, count) {
            let from = offset + phase * 256
            let part = UInt32((from % size + cell / 2) / cell)
            var at = first &+ from / size, i = start &+ phase
            while i < end {
                let (a, b) = unsafe (UInt32(source[unchecked: at]), UInt32(source[unchecked: at &+ 1]))
                let value = (a &* (256 &- part) &+ b &* part &+ 128) &>> 8
                unsafe self[unchecked: i] = UInt16(truncatingIfNeeded: value)
                at &+= 1
                i &+= cell
            }
        }
    }
}

extension MutableSpan where Element == UInt8 {
    /// Interpolates between two runs of values of 16 bits, up to 255 * 256: d = (a (256 - part) + b part + 32,768) >>
    /// 16.
    ///
    /// - Parameter part: 0...256.
    /// - Precondition: all of it is inside.
    package mutating func mix(_ source: Span<UInt16>, _ a: Int, _ b: Int, part: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        check(a, count, source.count)
        check(b, count, source.count)
        let done = unsafe fast(source) { unsafe mica_mix($0 + start, $1 + a, $1 + b, part, count) }
        for i in done..<count {
            let (from, to) = unsafe (UInt32(source[unchecked: a &+ i]), UInt32(source[unchecked: b &+ i]))
            let value = from &* (256 &- part) &+ to &* part
            unsafe self[unchecked: start &+ i] = UInt8(truncatingIfNeeded: (value &+ 32_768) >> 16)
        }
    }
}

extension MutableSpan where Element == UInt32 {
    /// Blends one colour with a coverage interpolated between two runs of values of 16 bits, as `mix` does.
    ///
    /// - Parameter part: 0...256.
    /// - Precondition: all of it is inside.
    package mutating func blend(
        _ pixel: UInt32, mixing source: Span<UInt16>, _ a: Int, _ b: Int, part: UInt32, start: Int, count: Int
    ) {
        check(start, count, self.count)
        check(a, count, source.count)
        check(b, count, source.count)
        let done = unsafe fast(source) {
            unsafe mica_blend_color_mix($0 + start, pixel, $1 + a, $1 + b, part, count)
        }
        for i in done..<count {
            let (from, to) = unsafe (UInt32(source[unchecked: a &+ i]), UInt32(source[unchecked: b &+ i]))
            let value = from &* (256 &- part) &+ to &* part
            let faded = PixelArithmetic.multiply(pixel, (value &+ 32_768) >> 16)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
        }
    }
}
