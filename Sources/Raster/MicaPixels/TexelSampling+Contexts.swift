/// Reading a bitmap as bitmap contexts enlarge images: between four texels as `sampleBilinear` does, but nearer to the nearest.
///
/// Where a place is the share t of the way from one texel to the next, the next has 2 t² of the sample up to the middle, and
/// 1 - 2 (1 - t)² from there on.
/// *Source*: measured on Apple's pictures of an image at twice its size (iOS 17, airbnb/lottie-ios, issue_2265): over the five
/// frames the mean difference is 0.72 of 255 so, 0.76 with 3 t² - 2 t³, and 0.98 with t, which is over in 1.3 % of the pixels
/// by more than 16, instead of 0.24 %.
extension MutableSpan where Element == UInt32 {
    /// Reads between the four texels about the pixels' centres.
    ///
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleAsContext(_ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: AffineRow, count: Int)
    {
        checkRange(bitmap, range)
        precondition(count >= 0 && count <= self.count, "there is no room for the pixels")
        let texels = bitmap.pixels.span
        let sampler = BilinearSampler(range, stride: bitmap.width)
        let shift = 1 << 23 - 1 << 31
        var (u, v) = (row.u &+ shift, row.v &+ shift)
        for i in 0..<count {
            unsafe self[unchecked: i] = sampler.sample(texels, sharpened(u >> 24), sharpened(v >> 24))
            u &+= row.du
            v &+= row.dv
        }
    }

    /// Reads between the four texels about the pixels' centres.
    ///
    /// - Precondition: the range is inside the bitmap, and there is room for `count` pixels.
    package mutating func sampleAsContext(
        _ bitmap: borrowing Bitmap, _ range: TexelRange, _ row: PerspectiveRow, count: Int
    ) {
        checkRange(bitmap, range)
        precondition(count >= 0 && count <= self.count, "there is no room for the pixels")
        let texels = bitmap.pixels.span
        let sampler = BilinearSampler(range, stride: bitmap.width)
        let (lowX, highX) = (Double(sampler.minX), Double(sampler.maxX))
        let (lowY, highY) = (Double(sampler.minY), Double(sampler.maxY))
        for i in 0..<count {
            let column = Double(row.x &+ i) + 0.5
            let divisor = row.p * column + row.w
            let x = hold((row.a * column + row.u) / divisor * 256 - 127.5, lowX, highX)
            let y = hold((row.b * column + row.v) / divisor * 256 - 127.5, lowY, highY)
            unsafe self[unchecked: i] = sampler.sample(texels, sharpened(x), sharpened(y))
        }
    }
}

/// A place in 256ths of a texel, nearer to the nearest texel's centre.
private func sharpened(_ position: Int) -> Int {
    let t = position & 255
    let share = t < 128 ? (t &* t &+ 64) >> 7 : 256 &- ((256 &- t) &* (256 &- t) &+ 64) >> 7
    return position &- t &+ share
}
