/// Drawing into a run of pixels: the scalar kernels, and before them what faster ones (`CMicaPixels`) do of the run; those
/// have to match bit for bit.
///
/// `c` is a pixel's coverage, `s` and `d` are source and destination; the functions are those of `PixelArithmetic`.
extension MutableSpan where Element == UInt32 {
    /// Sets pixels: d = s.
    ///
    /// - Precondition: the pixels `start..<start + count` are inside.
    package mutating func fill(_ pixel: UInt32, start: Int, count: Int) {
        check(start, count, self.count)
        let done = fastFill(pixel, start: start, count: count)
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
        let done = fastBlend(source, start: start, count: count)
        for i in (start &+ done)..<(start &+ count) {
            unsafe self[unchecked: i] = source &+ PixelArithmetic.multiply(self[unchecked: i], rest)
        }
    }

    /// Blends one colour into rows that are alike: the first pixel of each with one coverage, the last with another, and
    /// those between with a third.
    ///
    /// - Parameters:
    ///   - start: the first pixel of the first row, and `stride` from one row to the next.
    ///   - count: how many pixels a row has; of one pixel alone the coverage is `first`.
    /// - Precondition: the pixels are inside, and there is a row and a pixel.
    package mutating func blendRows(
        _ pixel: UInt32, first: UInt8, middle: UInt8, last: UInt8, start: Int, stride: Int, rows: Int, count: Int
    ) {
        precondition(rows > 0 && count > 0 && stride >= count, "there is nothing to draw")
        check(start, (rows - 1) * stride + count, self.count)
        let left = PixelArithmetic.multiply(pixel, UInt32(first))
        let right = PixelArithmetic.multiply(pixel, UInt32(last))
        var row = start
        let source = PixelArithmetic.multiply(pixel, UInt32(middle))
        let done = fastBlendRows(left, source, right, start: start, stride: stride, rows: rows, count: count)
        if done > 0 { return }
        for _ in 0..<rows {
            unsafe self[unchecked: row] = PixelArithmetic.sourceOver(left, self[unchecked: row])
            if count > 2 { blend(pixel, coverage: middle, start: row &+ 1, count: count &- 2) }
            if count > 1 {
                let end = row &+ count &- 1
                unsafe self[unchecked: end] = PixelArithmetic.sourceOver(right, self[unchecked: end])
            }
            row &+= stride
        }
    }

    /// Blends one colour with a coverage for each pixel: d = sourceOver(multiply(s, c), d).
    ///
    /// - Parameter first: where in `coverage` the first pixel's is.
    /// - Precondition: the pixels `start..<start + count` and as many bytes from `first` on are inside.
    package mutating func blend(_ pixel: UInt32, coverage: Span<UInt8>, first: Int, start: Int, count: Int) {
        check(start, count, self.count)
        check(first, count, coverage.count)
        let done = fastBlend(pixel, coverage: coverage, first: first, start: start, count: count)
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
        let done = fastBlend(source, first: first, alpha: alpha, start: start, count: count)
        if alpha == 255 {
            for i in done..<count {
                unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(
                    source[unchecked: first &+ i], self[unchecked: start &+ i])
            }
        } else {
            for i in done..<count {
                let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], UInt32(alpha))
                unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
            }
        }
    }

    /// Sets pixels to others over one colour, as blending them into a run of that colour does:
    /// d = sourceOver(multiply(s, alpha), background).
    ///
    /// - Parameter first: where in `source` the first pixel is.
    /// - Precondition: the pixels `start..<start + count` and as many in `source` from `first` on are inside.
    package mutating func set(
        _ source: Span<UInt32>, first: Int, alpha: UInt8, onto background: UInt32, start: Int, count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        let done = fastBlend(source, first: first, alpha: alpha, onto: background, start: start, count: count)
        for i in done..<count {
            let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], UInt32(alpha))
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, background)
        }
    }

    /// Blends pixels with a coverage for each and one alpha for all: d = sourceOver(multiply(s, multiply(c, alpha)), d).
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
        let done = fastBlend(
            source, first: first, coverage: coverage, firstCoverage: firstCoverage, alpha: alpha, start: start,
            count: count)
        for i in done..<count {
            let multiplier = PixelArithmetic.divideBy255(
                UInt32(unsafe coverage[unchecked: firstCoverage &+ i]) &* UInt32(alpha))
            let faded = PixelArithmetic.multiply(unsafe source[unchecked: first &+ i], multiplier)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.sourceOver(faded, self[unchecked: start &+ i])
        }
    }

    /// Blends pixels times the alpha of others and one alpha for all.
    ///
    /// - Precondition: the pixels `start..<start + count`, as many in `source` from `first` on and in `mask` from `firstMask`
    ///   on are inside.
    package mutating func blend(
        _ source: Span<UInt32>, first: Int, maskedBy mask: Span<UInt32>, firstMask: Int, alpha: UInt8, start: Int,
        count: Int
    ) {
        check(start, count, self.count)
        check(first, count, source.count)
        check(firstMask, count, mask.count)
        let done = fastBlend(
            source, first: first, maskedBy: mask, firstMask: firstMask, alpha: alpha, start: start, count: count)
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
        let done = fastMultiply(by: source, first: first, start: start, count: count)
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
        let done = fastMultiply(byAlphaOf: source, first: first, start: start, count: count)
        for i in done..<count {
            let alpha = UInt8(truncatingIfNeeded: unsafe source[unchecked: first &+ i] >> 24)
            unsafe self[unchecked: start &+ i] = PixelArithmetic.multiply(self[unchecked: start &+ i], alpha)
        }
    }
}

/// Traps unless `count` elements from `start` on are among `total`: what the unchecked loops rely on.
func check(_ start: Int, _ count: Int, _ total: Int) {
    precondition(start >= 0 && count >= 0 && start <= total && count <= total - start, "the run is not inside")
}
