import CMicaPixels

/// Drawing into a run of pixels. The vector kernels (`CMicaPixels`) draw the beginning of a run, the scalar kernels the
/// rest; both must match bit for bit.
///
/// `c` is a pixel's coverage, `s` and `d` are source and destination; the functions are those of `PixelArithmetic`.
extension MutableSpan where Element == UInt32 {
    /// Sets pixels: d = s.
    ///
    /// - Precondition: the pixels `start..<start + count` are inside.
    package mutating func fill(_ pixel: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        let done = unsafe fast { unsafe mica_fill($0 + start, pixel, count) }
        for i in (start &+ done)..<(start &+ count) { unsafe self[unchecked: i] = pixel }
    }

    /// Blends one colour: d = sourceOver(multiply(s, c), d).
    ///
    /// - Precondition: the pixels `start..<start + count` are inside.
    package mutating func blend(_ pixel: UInt32, coverage: UInt8, start: Int, count: Int) {
        let source = PixelArithmetic.multiply(pixel, UInt32(coverage))
        if source >> 24 == 255 { return fill(source, start: start, count: count) }
        check(start, count, self.count)
        if source == 0 { return }
        let rest = 255 &- source >> 24
        let done = unsafe fast { unsafe mica_blend_color($0 + start, source, count) }
        for i in (start &+ done)..<(start &+ count) {
            unsafe self[unchecked: i] = source &+ PixelArithmetic.multiply(self[unchecked: i], rest)
        }
    }

    /// Blends one colour with a coverage for each pixel: d = sourceOver(multiply(s, c), d).
    ///
    /// - Parameter first: where in `coverage` the first pixel's is.
    /// - Precondition: the pixels `start..<start + count` and as many bytes from `first` on are inside.
    package mutating func blend(_ pixel: UInt32, coverage: Span<UInt8>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, coverage.count)
        let done = unsafe fast(coverage) {
            unsafe mica_blend_color_coverage($0 + start, pixel, $1 + first, count)
        }
        for i in done..<count {
            let source = PixelArithmetic.multiply(pixel, UInt32(unsafe coverage[unchecked: first &+ i]))
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(source, self[unchecked: start &+ i])
        }
    }

    /// Blends pixels with one alpha: d = sourceOver(multiply(s, alpha), d).
    ///
    /// - Parameter first: where in `source` the first pixel is.
    /// - Precondition: the pixels `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func blend(_ source: Span<UInt32>, first: Int, alpha: UInt8, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        if alpha == 255 {
            let done = unsafe fast(source) { unsafe mica_blend($0 + start, $1 + first, count) }
            for i in done..<count {
                unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(
                    source[unchecked: first &+ i], self[unchecked: start &+ i])
            }
        } else {
            let done = unsafe fast(source) {
                unsafe mica_blend_alpha($0 + start, $1 + first, UInt32(alpha), count)
            }
            for i in done..<count {
                let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], UInt32(alpha))
                unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
            }
        }
    }

    /// Sets pixels to others over one colour, with the bytes of blending them into a run of that colour:
    /// d = sourceOver(multiply(s, alpha), background).
    ///
    /// - Parameter first: where in `source` the first pixel is.
    /// - Precondition: the pixels `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func set(
        _ source: Span<UInt32>, first: Int, alpha: UInt8, onto background: UInt32, start: Int, count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = unsafe fast(source) {
            unsafe mica_blend_onto($0 + start, $1 + first, UInt32(alpha), background, count)
        }
        for i in done..<count {
            let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], UInt32(alpha))
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, background)
        }
    }

    /// Blends pixels with a coverage for each and one alpha for all:
    /// d = sourceOver(multiply(s, multiply(c, alpha)), d).
    ///
    /// - Parameters:
    ///   - first: where in `source` the first pixel is.
    ///   - firstCoverage: where in `coverage` the first pixel's is.
    /// - Precondition: all of it is inside.
    package mutating func blend(
        _ source: Span<UInt32>, first: Int, coverage: Span<UInt8>, firstCoverage: Int, alpha: UInt8, start: Int,
        count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        check(firstCoverage, count, coverage.count)
        let done = unsafe fast(source, coverage) {
            unsafe mica_blend_coverage($0 + start, $1 + first, $2 + firstCoverage, UInt32(alpha), count)
        }
        for i in done..<count {
            let multiplier = PixelArithmetic.divideBy255(
                UInt32(unsafe coverage[unchecked: firstCoverage &+ i]) &* UInt32(alpha))
            let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], multiplier)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
        }
    }

    /// Blends pixels times the alpha of others and one alpha for all.
    ///
    /// - Precondition: the pixels `start..<start + count`, as many in `source` from `first` on and in `mask` from
    ///   `firstMask` on are inside.
    package mutating func blend(
        _ source: Span<UInt32>, first: Int, maskedBy mask: Span<UInt32>, firstMask: Int, alpha: UInt8, start: Int,
        count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        check(firstMask, count, mask.count)
        let done = unsafe fast(source, mask) {
            unsafe mica_blend_masked($0 + start, $1 + first, $2 + firstMask, UInt32(alpha), count)
        }
        for i in done..<count {
            let multiplier = PixelArithmetic.divideBy255(unsafe mask[unchecked: firstMask &+ i] >> 24 &* UInt32(alpha))
            let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], multiplier)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
        }
    }

    /// Copies pixels: d = s.
    ///
    /// - Precondition: the pixels `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func copy(_ source: Span<UInt32>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        for i in 0..<count { unsafe self[unchecked: start &+ i] = source[unchecked: first &+ i] }
    }

    /// Moves pixels towards others: d = interpolate(d, s, fraction).
    ///
    /// - Parameter fraction: 0...256.
    /// - Precondition: there are `count` pixels in both.
    package mutating func interpolate(towards source: Span<UInt32>, fraction: UInt32, count: Int) {
        check(0, count, self.count)
        check(0, count, source.count)
        for i in 0..<count {
            unsafe self[unchecked: i] = PixelArithmetic.interpolate(self[unchecked: i], source[unchecked: i], fraction)
        }
    }
}

/// Multiplying runs of coverage.
extension MutableSpan where Element == UInt8 {
    /// Sets coverage: c = value.
    ///
    /// - Precondition: the bytes `start..<start + count` are inside.
    package mutating func fill(_ value: UInt8, start: Int, count: Int) {
        check(start, count, self.count)
        for i in start..<(start &+ count) { unsafe self[unchecked: i] = value }
    }

    /// Copies coverage: c = s.
    ///
    /// - Precondition: the bytes `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func copy(_ source: Span<UInt8>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        for i in 0..<count { unsafe self[unchecked: start &+ i] = source[unchecked: first &+ i] }
    }

    /// Multiplies by one value: c = multiply(c, value).
    ///
    /// - Precondition: the bytes `start..<start + count` are inside.
    package mutating func multiply(by value: UInt8, start: Int, count: Int) {
        check(start, count, self.count)
        for i in start..<(start &+ count) {
            unsafe self[unchecked: i] = PixelArithmetic.multiply(self[unchecked: i], value)
        }
    }

    /// Multiplies by other coverage: c = multiply(c, s).
    ///
    /// - Precondition: the bytes `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func multiply(by source: Span<UInt8>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = unsafe fast(source) { unsafe mica_multiply($0 + start, $1 + first, count) }
        for i in done..<count {
            unsafe self[unchecked: start &+ i] = PixelArithmetic.multiply(
                self[unchecked: start &+ i], source[unchecked: first &+ i])
        }
    }

    /// Multiplies by the alpha of pixels: c = multiply(c, alpha of s).
    ///
    /// - Precondition: the bytes `start..<start + count` and as many pixels from `first` on are inside.
    package mutating func multiply(byAlphaOf source: Span<UInt32>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = unsafe fast(source) { unsafe mica_multiply_alpha($0 + start, $1 + first, count) }
        for i in done..<count {
            let alpha = UInt8(truncatingIfNeeded: unsafe source[unchecked: first &+ i] >> 24)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.multiply(self[unchecked: start &+ i], alpha)
        }
    }
}

/// Traps unless `count` elements from `start` on are among `total`: the unchecked loops rely on it.
func check(_ start: Int, _ count: Int, _ total: Int) {
    precondition(start >= 0 && count >= 0 && start <= total && count <= total - start, "the run is not inside")
}
