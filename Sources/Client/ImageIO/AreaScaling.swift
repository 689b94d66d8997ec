import MicaBase
import MicaTrace

extension Bitmap {
    /// The size at which the longest side is at most `most` pixels; the ratio of the sides is preserved to the
    /// nearest pixel. Never larger than the original.
    static func size(_ size: (width: Int, height: Int), fitting most: Int) -> (width: Int, height: Int) {
        let (width, height) = size
        let longest = max(width, height)
        guard most > 0, longest > most else { return (width, height) }
        func fitted(_ side: Int) -> Int { max((side * most + longest / 2) / longest, 1) }
        return (fitted(width), fitted(height))
    }

    /// The picture scaled down: each new pixel is the mean of the area that it covers, in premultiplied sRGB.
    ///
    /// The sums are exact, in whole numbers; each channel is rounded once. *Complexity*: linear in the old pixels;
    /// besides the result, a few rows are in memory.
    ///
    /// - Precondition: neither side grows, and neither is 0.
    func scaledDown(toWidth newWidth: Int, height newHeight: Int) -> Bitmap {
        requires(1...max(width, 1) ~= newWidth && 1...max(height, 1) ~= newHeight, "only smaller sizes are made")
        if newWidth == width, newHeight == height { return self }
        // Units: an old pixel is `newWidth` wide and `newHeight` high, a new pixel `width` and `height`.
        let total = UInt64(width) * UInt64(height)
        var result = Bitmap(width: newWidth, height: newHeight)
        var across = [SIMD4<UInt64>](repeating: .zero, count: newWidth)
        var sums = across
        var filled = 0
        var target = 0
        for row in 0..<height {
            sumRow(row, newWidth: newWidth, into: &across)
            var left = newHeight
            while left > 0 {
                let part = min(left, height - filled)
                let weight = SIMD4(repeating: UInt64(part))
                for x in 0..<newWidth { sums[x] &+= across[x] &* weight }
                left -= part
                filled += part
                guard filled == height else { continue }
                let half = SIMD4(repeating: total / 2), whole = SIMD4(repeating: total)
                for x in 0..<newWidth {
                    let mean = (sums[x] &+ half) / whole
                    result.pixels[target * newWidth + x] =
                        UInt32(mean.w) << 24 | UInt32(mean.z) << 16 | UInt32(mean.y) << 8 | UInt32(mean.x)
                    sums[x] = .zero
                }
                target += 1
                filled = 0
            }
        }
        return result
    }

    /// Adds a row's pixels to the new columns that they overlap, each weighted with the width of the overlap.
    private func sumRow(_ row: Int, newWidth: Int, into across: inout [SIMD4<UInt64>]) {
        for x in 0..<newWidth { across[x] = .zero }
        var column = 0
        var filled = 0
        for x in 0..<width {
            let pixel = pixels[row * width + x]
            let parts = SIMD4<UInt64>(
                UInt64(pixel & 255), UInt64(pixel >> 8 & 255), UInt64(pixel >> 16 & 255), UInt64(pixel >> 24))
            var left = newWidth
            while left > 0 {
                let part = min(left, width - filled)
                across[column] &+= parts &* SIMD4(repeating: UInt64(part))
                left -= part
                filled += part
                if filled == width {
                    filled = 0
                    column += 1
                }
            }
        }
    }
}
