import MicaBase

/// The part of a bitmap that samples are taken from; outside of it samples are of the nearest texel inside.
///
/// *Range*: closed, in whole texels.
package struct TexelRange: Sendable, Equatable {
    /// The first and the last column and row.
    package let minX: Int, minY: Int, maxX: Int, maxY: Int

    /// Makes the range of a bitmap's texels that lie between two edges on each axis, wholly or in part; at least one
    /// texel.
    ///
    /// Edges are rounded to a 256th of a texel, so that a rounding error does not bring in a neighbour.
    ///
    /// - Precondition: the bitmap is not empty.
    package init(minX: Double, minY: Double, maxX: Double, maxY: Double, width: Int, height: Int) {
        precondition(width > 0 && height > 0, "there are no texels")
        func first(_ edge: Double, _ size: Int) -> Int {
            edge > 0 ? Int(min(Double(size - 1), ((edge * 256).rounded() / 256).rounded(.down))) : 0
        }
        func last(_ edge: Double, _ size: Int, _ first: Int) -> Int {
            edge > 0 ? max(first, Int(min(Double(size), ((edge * 256).rounded() / 256).rounded(.up))) - 1) : first
        }
        self.minX = first(minX, width)
        self.minY = first(minY, height)
        self.maxX = last(maxX, width, self.minX)
        self.maxY = last(maxY, height, self.minY)
    }
}

/// Where a row of pixels lies in a bitmap, without perspective.
///
/// *Units*: texels in 2^-32 steps; texel i covers i..<i + 1. Pixel number i is at (u + i du, v + i dv), in whole
/// numbers, so that a row cut in two has the same samples.
package struct AffineRow: Sendable {
    /// The position of the first pixel's centre.
    package var u: Int, v: Int
    /// The step from one pixel to the next.
    package var du: Int, dv: Int

    /// Makes a row from its first position and its step.
    package init(u: Int, v: Int, du: Int, dv: Int) {
        (self.u, self.v, self.du, self.dv) = (u, v, du, dv)
    }

    /// The first texel of a run that can be copied texel by texel; nil when samples have to be interpolated.
    ///
    /// - Parameter isNearest: whether samples are single texels anyway.
    package func texels(in range: TexelRange, isNearest: Bool, count: Int) -> (x: Int, y: Int)? {
        guard dv == 0, du == 1 << 32 else { return nil }
        let shift = isNearest ? 1 << 16 : 1 << 23 - 1 << 31
        let (u, v) = (u &+ shift, v &+ shift)
        if !isNearest {
            // Fractions of 0 leave the texels unchanged.
            guard u >> 24 & 255 == 0, v >> 24 & 255 == 0 else { return nil }
        }
        let (x, y) = (u >> 32, Swift.max(range.minY, Swift.min(range.maxY, v >> 32)))
        return x >= range.minX && x + count - 1 <= range.maxX ? (x, y) : nil
    }
}

/// Where a row of pixels lies in a bitmap, with perspective.
///
/// The pixel in column x is at ((a x' + u) / (p x' + w), (b x' + v) / (p x' + w)) with x' = x + 0.5. This depends only
/// on its own column, so that a row cut in two has the same samples. NaN counts as the range's minimum.
package struct PerspectiveRow: Sendable {
    /// The first column.
    package var x: Int
    /// The steps of both numerators and of the divisor for a column.
    package var a: Double, b: Double, p: Double
    /// Numerators and divisor at column -0.5.
    package var u: Double, v: Double, w: Double

    /// Makes a row from its coefficients.
    package init(x: Int, a: Double, b: Double, p: Double, u: Double, v: Double, w: Double) {
        (self.x, self.a, self.b, self.p, self.u, self.v, self.w) = (x, a, b, p, u, v, w)
    }
}

/// Reading a bitmap into rows of samples: the scalar kernels, which faster ones have to match bit for bit.
///
/// *nearest*: the texel at the position plus 2^-16. So a position that is between two texels, but for rounding errors,
/// goes to the later one. *bilinear*: the position less half a texel is rounded to a 256th and clamped to the range,
/// and its fractions go into `PixelArithmetic.bilinear`.
extension MutableSpan where Element == UInt32 {
    /// Reads the texels at the pixels' centres.
    ///
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleNearest(_ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: AffineRow, count: Int) {
        checkRange(bitmap, range)
        check(0, count, self.count)
        let texels = bitmap.pixels.span
        let stride = bitmap.width
        let shift = 1 << 16
        var (u, v) = (row.u &+ shift, row.v &+ shift)
        for i in 0..<count {
            let x = Swift.max(range.minX, Swift.min(range.maxX, u >> 32))
            let y = Swift.max(range.minY, Swift.min(range.maxY, v >> 32))
            unsafe self[unchecked: i] = texels[unchecked: y &* stride &+ x]
            u &+= row.du
            v &+= row.dv
        }
    }

    /// Interpolates between the four texels around the pixels' centres.
    ///
    /// - Parameter isSharp: whether samples are nearer to the nearest texel, as when bitmap contexts enlarge images.
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleBilinear(
        _ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: AffineRow, isSharp: Bool = false, count: Int
    ) {
        checkRange(bitmap, range)
        check(0, count, self.count)
        let texels = bitmap.pixels.span
        let sampler = BilinearSampler(range, stride: bitmap.width, isSharp: isSharp)
        if let (x, y) = row.texels(in: range, isNearest: false, count: count) {
            copy(texels, first: y * bitmap.width + x, start: 0, count: count)
            return
        }
        // Half a texel back, half a 256th forward for rounding.
        let shift = 1 << 23 - 1 << 31
        var (u, v) = (row.u &+ shift, row.v &+ shift)
        var done = 0
        if !isSharp {
            done = fastSampleBilinear(
                texels, range, stride: bitmap.width, AffineRow(u: u, v: v, du: row.du, dv: row.dv), count: count)
            u &+= row.du &* done
            v &+= row.dv &* done
        }
        for i in done..<count {
            unsafe self[unchecked: i] = sampler.sample(texels, u >> 24, v >> 24)
            u &+= row.du
            v &+= row.dv
        }
    }

    /// Reads the texels at the pixels' centres.
    ///
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleNearest(
        _ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: PerspectiveRow, count: Int
    ) {
        checkRange(bitmap, range)
        check(0, count, self.count)
        let texels = bitmap.pixels.span
        let stride = bitmap.width
        let (lowX, highX) = (Double(range.minX), Double(range.maxX))
        let (lowY, highY) = (Double(range.minY), Double(range.maxY))
        for i in 0..<count {
            let column = Double(row.x &+ i) + 0.5
            let divisor = row.p * column + row.w
            let x = hold((row.a * column + row.u) / divisor + 0x1p-16, lowX, highX)
            let y = hold((row.b * column + row.v) / divisor + 0x1p-16, lowY, highY)
            unsafe self[unchecked: i] = texels[unchecked: y &* stride &+ x]
        }
    }

    /// Interpolates between the four texels around the pixels' centres.
    ///
    /// - Parameter isSharp: whether samples are nearer to the nearest texel, as when bitmap contexts enlarge images.
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleBilinear(
        _ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: PerspectiveRow, isSharp: Bool = false, count: Int
    ) {
        checkRange(bitmap, range)
        check(0, count, self.count)
        let texels = bitmap.pixels.span
        let sampler = BilinearSampler(range, stride: bitmap.width, isSharp: isSharp)
        let (lowX, highX) = (Double(sampler.minX), Double(sampler.maxX))
        let (lowY, highY) = (Double(sampler.minY), Double(sampler.maxY))
        for i in 0..<count {
            let column = Double(row.x &+ i) + 0.5
            let divisor = row.p * column + row.w
            // 256ths, half a texel back, half a step forward for rounding.
            let x = hold((row.a * column + row.u) / divisor * 256 - 127.5, lowX, highX)
            let y = hold((row.b * column + row.v) / divisor * 256 - 127.5, lowY, highY)
            unsafe self[unchecked: i] = sampler.sample(texels, x, y)
        }
    }
}

/// The whole part of a value clamped to two limits that are not negative; the lower limit for NaN.
func hold(_ value: Double, _ low: Double, _ high: Double) -> Int {
    Int(value > low ? (value < high ? value : high) : low)
}

func checkRange(_ bitmap: borrowing Bitmap, _ range: TexelRange) {
    precondition(
        range.minX >= 0 && range.minY >= 0 && range.minX <= range.maxX && range.minY <= range.maxY
            && range.maxX < bitmap.width && range.maxY < bitmap.height, "the range is not inside the bitmap")
}

/// Takes one bilinear sample; the limits are in 256ths.
struct BilinearSampler {
    let minX: Int, minY: Int, maxX: Int, maxY: Int
    let stride: Int, isSharp: Bool

    init(_ range: TexelRange, stride: Int, isSharp: Bool) {
        (minX, minY) = (range.minX << 8, range.minY << 8)
        (maxX, maxY) = (range.maxX << 8, range.maxY << 8)
        (self.stride, self.isSharp) = (stride, isSharp)
    }

    /// The sample at a position in 256ths from the centre of texel (0, 0).
    ///
    /// The four texels are in range: the position is clamped to the range, and right and lower neighbours are taken
    /// only before its end.
    func sample(_ texels: Span<UInt32>, _ x: Int, _ y: Int) -> UInt32 {
        let x = max(minX, min(maxX, isSharp ? sharpened(x) : x))
        let y = max(minY, min(maxY, isSharp ? sharpened(y) : y))
        let topLeft = (y >> 8) &* stride &+ x >> 8
        let right = x < maxX ? 1 : 0
        let bottomLeft = topLeft &+ (y < maxY ? stride : 0)
        return unsafe PixelArithmetic.bilinear(
            texels[unchecked: topLeft], texels[unchecked: topLeft &+ right], texels[unchecked: bottomLeft],
            texels[unchecked: bottomLeft &+ right], x: UInt32(truncatingIfNeeded: x & 255),
            y: UInt32(truncatingIfNeeded: y & 255))
    }

    /// A position moved towards the nearest texel's centre.
    ///
    /// Where a place is the share t of the way from one texel to the next, the next has 2 t² of the sample up to the
    /// middle, and 1 - 2 (1 - t)² from there on.
    /// *Source*: measured on Apple's pictures of an image at twice its size (iOS 17, airbnb/lottie-ios, issue_2265):
    /// over the five frames the mean difference is 0.72 of 255 so, 0.76 with 3 t² - 2 t³, and 0.98 with t, which is
    /// over in 1.3 % of the pixels by more than 16, instead of 0.24 %.
    private func sharpened(_ position: Int) -> Int {
        let t = position & 255
        let share = t < 128 ? (t &* t &+ 64) >> 7 : 256 &- ((256 &- t) &* (256 &- t) &+ 64) >> 7
        return position &- t &+ share
    }
}
