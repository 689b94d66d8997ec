import MicaBase

/// Premultiplied pixels of four channels of 16 bits, for blurs. Full intensity is 65,280, 256 times 255.
package struct WideBitmap: Sendable {
    /// Width and height, in pixels.
    package let width: Int, height: Int
    /// Blue, green, red, alpha, row by row.
    private(set) var pixels: [SIMD4<UInt16>]

    private init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        pixels = Array(repeating: .zero, count: width * height)
    }

    /// Makes a wide bitmap of a bitmap of 8 bits a channel.
    package init(_ bitmap: Bitmap) {
        self.init(width: bitmap.width, height: bitmap.height)
        for index in pixels.indices { pixels[index] = Self.channels(bitmap.pixels[index]) }
    }

    /// Makes a bitmap of the averages of square cells, which begin at multiples of their side.
    ///
    /// - Parameters:
    ///   - origin: the position of the bitmap's first pixel.
    ///   - cell: the side of a cell, a power of two up to 64.
    package init(averaging bitmap: Bitmap, at origin: SIMD2<Int>, cell: Int) {
        precondition(cell > 0 && cell <= 64 && cell & (cell - 1) == 0, "a cell's side is a power of two up to 64")
        let shift = cell.trailingZeroBitCount
        let (left, top) = (origin.x >> shift, origin.y >> shift)
        let right = (origin.x + bitmap.width - 1) >> shift + 1, bottom = (origin.y + bitmap.height - 1) >> shift + 1
        self.init(width: max(0, right - left), height: max(0, bottom - top))
        var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
        let half = UInt32(cell * cell / 2)
        for row in 0..<height {
            for i in sums.indices { sums[i] = .zero }
            let first = max(0, (top + row) << shift - origin.y)
            let last = min(bitmap.height, (top + row + 1) << shift - origin.y)
            for y in first..<max(first, last) {
                for x in 0..<bitmap.width {
                    let pixel = bitmap.pixels[y &* bitmap.width &+ x]
                    if pixel == 0 { continue }
                    sums[(origin.x &+ x) >> shift &- left] &+= SIMD4(truncatingIfNeeded: Self.channels(pixel))
                }
            }
            // At most 4,096 times 65,280.
            for i in 0..<width {
                pixels[row * width + i] = SIMD4(truncatingIfNeeded: (sums[i] &+ half) &>> UInt32(2 * shift))
            }
        }
    }

    @inline(__always)
    private static func channels(_ pixel: UInt32) -> SIMD4<UInt16> {
        SIMD4(
            UInt16(truncatingIfNeeded: pixel << 8), UInt16(truncatingIfNeeded: pixel & 0xff00),
            UInt16(truncatingIfNeeded: pixel >> 8 & 0xff00), UInt16(truncatingIfNeeded: pixel >> 16 & 0xff00))
    }

    /// Rows blurred along x: pixel x is the sum of the weights times the pixels from `first + x` on.
    ///
    /// - Parameters:
    ///   - weights: 65,536ths that add up to one.
    ///   - first: the source's column for the first weight at the result's first column; may lie outside.
    ///   - shares: for each column the sum of the weights that count, in 64ths of them, which the sums are divided by;
    ///     nil if all do.
    package func blurredAcross(
        weights: [UInt32], first: Int, width newWidth: Int, shares: [UInt32]? = nil
    ) -> WideBitmap {
        var result = WideBitmap(width: newWidth, height: height)
        var sums = [SIMD4<UInt32>](repeating: .zero, count: newWidth)
        for y in 0..<height {
            let row = y * width
            if isClear(row, width) { continue }
            for i in sums.indices { sums[i] = SIMD4(repeating: shares == nil ? 0x8000 : 0) }
            for (k, weight) in weights.enumerated() where weight != 0 {
                let low = max(0, -(first + k)), high = min(newWidth, width - first - k)
                if low < high {
                    accumulate(&sums, low, high - low, from: row + first + k + low, times: weight)
                }
            }
            if let shares {
                for i in sums.indices { result.pixels[y * newWidth + i] = Self.quotient(sums[i], shares[i]) }
            } else {
                result.store(sums, row: y)
            }
        }
        return result
    }

    /// Columns blurred along y: row y is the sum of the weights times the rows from `first + y` on.
    ///
    /// - Parameters:
    ///   - weights: 65,536ths that add up to one.
    ///   - first: the source's row for the first weight at the result's first row; may lie outside.
    ///   - shares: for each row the sum of the weights that count, as for columns.
    package func blurredDown(
        weights: [UInt32], first: Int, height newHeight: Int, shares: [UInt32]? = nil
    ) -> WideBitmap {
        var result = WideBitmap(width: width, height: newHeight)
        var sums = [SIMD4<UInt32>](repeating: .zero, count: width)
        for y in 0..<newHeight {
            for i in sums.indices { sums[i] = SIMD4(repeating: shares == nil ? 0x8000 : 0) }
            for (k, weight) in weights.enumerated() where weight != 0 {
                let row = first + y + k
                guard row >= 0, row < height else { continue }
                accumulate(&sums, 0, width, from: row * width, times: weight)
            }
            if let shares {
                for i in sums.indices { result.pixels[y * width + i] = Self.quotient(sums[i], shares[y]) }
            } else {
                result.store(sums, row: y)
            }
        }
        return result
    }

    private func isClear(_ first: Int, _ count: Int) -> Bool {
        for i in first..<first + count where pixels[i] != .zero { return false }
        return true
    }

    /// Adds pixels times a weight: 65,280 times 65,536, and half a unit, fit into 32 bits.
    private func accumulate(
        _ sums: inout [SIMD4<UInt32>], _ start: Int, _ count: Int, from first: Int, times weight: UInt32
    ) {
        precondition(start >= 0 && start + count <= sums.count && first >= 0 && first + count <= pixels.count)
        let source = pixels.span
        var target = sums.mutableSpan
        for i in 0..<count {
            unsafe target[unchecked: start &+ i] &+=
                SIMD4(truncatingIfNeeded: source[unchecked: first &+ i]) &* weight
        }
    }

    /// A sum of weighted pixels divided by the sum of the weights, in 64ths; nothing where no weight counts.
    private static func quotient(_ sum: SIMD4<UInt32>, _ share: UInt32) -> SIMD4<UInt16> {
        guard share > 0 else { return .zero }
        let share = UInt64(share)
        let wide = (SIMD4<UInt64>(truncatingIfNeeded: sum) &* 64 &+ share / 2) / share
        return SIMD4(truncatingIfNeeded: pointwiseMin(wide, SIMD4(repeating: 65280)))
    }

    private mutating func store(_ sums: [SIMD4<UInt32>], row: Int) {
        for i in 0..<width { pixels[row * width + i] = SIMD4(truncatingIfNeeded: sums[i] &>> 16) }
    }

    /// The pixels with 8 bits a channel.
    package func narrowed() -> [UInt32] { pixels.map { Self.narrowed($0) } }

    @inline(__always)
    private static func narrowed(_ pixel: SIMD4<UInt16>) -> UInt32 {
        let rounded = (SIMD4<UInt32>(truncatingIfNeeded: pixel) &+ 128) &>> 8
        return rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
    }

    /// Interpolates pixels between the middles of cells, with 8 bits a channel.
    ///
    /// - Parameters:
    ///   - cell: the side of a cell, a power of two, 2 to 64.
    ///   - first: the column and row of this bitmap's first cell.
    ///   - minX: the first column of pixels; all pixels must lie within the middles of the cells that there are.
    package func interpolated(
        cell: Int, first: SIMD2<Int>, minX: Int, minY: Int, width newWidth: Int, height newHeight: Int
    ) -> [UInt32] {
        let shift = cell.trailingZeroBitCount
        var result = [UInt32](repeating: 0, count: newWidth * newHeight)
        // In halves of a pixel a cell is 2 * cell wide, and its middle `cell` from its side.
        func index(_ v: Int, _ first: Int) -> (cell: Int, part: UInt32) {
            let halves = 2 * v + 1 - cell
            return (halves >> (shift + 1) - first, UInt32(halves & (2 * cell - 1)))
        }
        let one = UInt32(2 * cell)
        for y in 0..<newHeight {
            let (row, down) = index(minY + y, first.y)
            for x in 0..<newWidth {
                let (column, right) = index(minX + x, first.x)
                func at(_ dx: Int, _ dy: Int) -> SIMD4<UInt32> {
                    SIMD4(truncatingIfNeeded: pixels[(row + dy) * width + column + dx])
                }
                // 65,280 times 128 and 128 fit.
                let top = at(0, 0) &* (one - right) &+ at(1, 0) &* right
                let bottom = at(0, 1) &* (one - right) &+ at(1, 1) &* right
                let sum = top &* (one - down) &+ bottom &* down
                let rounded = (sum &>> UInt32(2 * (shift + 1)) &+ 128) &>> 8
                result[y * newWidth + x] = rounded.w << 24 | rounded.z << 16 | rounded.y << 8 | rounded.x
            }
        }
        return result
    }
}
