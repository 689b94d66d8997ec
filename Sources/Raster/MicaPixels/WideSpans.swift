import CMicaPixels

/// Sums of weighted values, as blurs take them.
extension MutableSpan where Element == UInt32 {
    /// Adds values times a weight: d = d + s * weight, which must fit 32 bits.
    ///
    /// - Precondition: the elements `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func add(_ source: Span<UInt32>, first: Int, times weight: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_add_times(target + start, source + first, weight, count)
            }
        }
        for i in done..<count {
            unsafe self[unchecked: start &+ i] &+= source[unchecked: first &+ i] &* weight
        }
    }

    /// Takes the 65,536th, to the nearest: d = (d + 32,768) >> 16.
    ///
    /// - Precondition: the elements `start..<start + count` are inside.
    package mutating func roundDown(start: Int, count: Int) {
        check(start, count, self.count)
        for i in start..<(start &+ count) { unsafe self[unchecked: i] = (self[unchecked: i] &+ 32_768) >> 16 }
    }
}

extension MutableSpan where Element == UInt8 {
    /// Mixes two runs of values of 16 bits, up to 255 * 256: d = (a (256 - part) + b part + 32,768) >> 16.
    ///
    /// - Parameter part: 0...256.
    /// - Precondition: all of it is inside.
    package mutating func mix(_ source: Span<UInt32>, _ a: Int, _ b: Int, part: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        check(a, count, source.count)
        check(b, count, source.count)
        let done = unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_mix(target + start, source + a, source + b, part, count)
            }
        }
        for i in done..<count {
            let value = unsafe source[unchecked: a &+ i] &* (256 &- part) &+ source[unchecked: b &+ i] &* part
            unsafe self[unchecked: start &+ i] = UInt8(truncatingIfNeeded: (value &+ 32_768) >> 16)
        }
    }
}

extension MutableSpan where Element == UInt32 {
    /// Blends one colour with coverage between two runs of values of 16 bits, as `mix` works it out.
    ///
    /// - Parameter part: 0...256.
    /// - Precondition: all of it is inside.
    package mutating func blend(
        _ pixel: UInt32, mixing source: Span<UInt32>, _ a: Int, _ b: Int, part: UInt32, start: Int, count: Int
    ) {
        check(start, count, self.count)
        check(a, count, source.count)
        check(b, count, source.count)
        let done = unsafe withUnsafeMutableBufferPointer { target in
            unsafe source.withUnsafeBufferPointer { source in
                guard let target = target.baseAddress, let source = source.baseAddress else { return 0 }
                return unsafe mica_blend_color_mix(target + start, pixel, source + a, source + b, part, count)
            }
        }
        for i in done..<count {
            let value = unsafe source[unchecked: a &+ i] &* (256 &- part) &+ source[unchecked: b &+ i] &* part
            let faded = PixelArithmetic.multiply(pixel, (value &+ 32_768) >> 16)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
        }
    }
}
