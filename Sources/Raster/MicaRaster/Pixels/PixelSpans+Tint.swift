extension MutableSpan where Element == UInt32 {
    /// Multiplies the colours of the first pixels: each channel d = multiply(d, factor), alpha stays.
    ///
    /// - Parameter factors: `0x00RRGGBB`, a byte for each channel.
    /// - Precondition: there are `count` pixels.
    package mutating func multiply(byFactors factors: UInt32, count: Int) {
        precondition(count >= 0 && count <= self.count, "pixels outside a span")
        let (red, green, blue) = (factors >> 16 & 0xFF, factors >> 8 & 0xFF, factors & 0xFF)
        for i in 0..<count {
            let p = self[i]
            self[i] =
                p & 0xFF00_0000 | PixelArithmetic.divideBy255((p >> 16 & 0xFF) &* red) << 16
                | PixelArithmetic.divideBy255((p >> 8 & 0xFF) &* green) << 8
                | PixelArithmetic.divideBy255((p & 0xFF) &* blue)
        }
    }
}
