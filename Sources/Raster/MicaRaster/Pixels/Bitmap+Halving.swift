import MicaBase

extension Bitmap {
    /// The bitmap at half the size (whole numbers, at least 1): the next level of a mip chain.
    ///
    /// Each texel is the mean of its area, to the nearest byte: two texels on an axis of even size; three on one of odd
    /// size 2n + 1, where texel i takes n - i, n and i + 1 parts of 2n + 1.
    package func halved() -> Bitmap {
        guard width > 0, height > 0 else { return self }
        let columns = Self.taps(width), rows = Self.taps(height)
        var result = Bitmap(width: columns.count, height: rows.count)
        let source = pixels.span
        var target = result.pixels.mutableSpan
        for (y, row) in rows.enumerated() {
            for (x, column) in columns.enumerated() {
                var sums = SIMD4<UInt64>.zero
                for j in 0..<3 where row.weights[j] != 0 {
                    for i in 0..<3 where column.weights[i] != 0 {
                        let pixel = source[(row.first + j) * width + column.first + i]
                        let channels = SIMD4<UInt64>(
                            UInt64(pixel & 255), UInt64(pixel >> 8 & 255), UInt64(pixel >> 16 & 255),
                            UInt64(pixel >> 24))
                        sums &+= channels &* (row.weights[j] &* column.weights[i])
                    }
                }
                let total = row.weights.wrappedSum() &* column.weights.wrappedSum()
                var pixel: UInt32 = 0
                for channel in (0..<4).reversed() {
                    pixel = pixel << 8 | UInt32(truncatingIfNeeded: (sums[channel] &+ total / 2) / total)
                }
                target[y * columns.count + x] = pixel
            }
        }
        return result
    }

    private struct Taps {
        var first: Int
        /// The weights of the texels from `first` on; the fourth is always 0.
        var weights: SIMD4<UInt64>
    }

    private static func taps(_ size: Int) -> [Taps] {
        if size == 1 { return [Taps(first: 0, weights: SIMD4(1, 0, 0, 0))] }
        let half = size / 2
        return (0..<half).map { i in
            size % 2 == 0
                ? Taps(first: 2 * i, weights: SIMD4(1, 1, 0, 0))
                : Taps(first: 2 * i, weights: SIMD4(UInt64(half - i), UInt64(half), UInt64(i + 1), 0))
        }
    }
}
