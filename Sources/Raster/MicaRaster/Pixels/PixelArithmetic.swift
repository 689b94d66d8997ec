/// The arithmetic of premultiplied 8-bit pixels, which defines the bytes of every compositor.
///
/// A pixel is a word `0xAARRGGBB`, premultiplied: no colour channel is larger than alpha. For such pixels no sum below
/// exceeds 255; for others the bytes are not defined, but nothing traps. All quotients are exact, rounded to nearest (a
/// product of two bytes is never half way between two multiples of 255), so that a twin of these functions has no
/// choice in any bit:
///
///     divideBy255(x)        = round(x / 255)                              for 0 <= x <= 65,025
///     multiply(p, a)        = divideBy255(channel * a)                    for each channel
///     sourceOver(s, d)      = s + divideBy255(d * (255 - alpha of s))     for each channel
///     interpolate(p, q, f)  = (p * (256 - f) + q * f + 128) >> 8          for each channel, 0 <= f <= 256
///     bilinear(...)         = (sum of channel * weight + 32,768) >> 16    for each channel, weights of 65,536 together
package enum PixelArithmetic {
    /// Two channels, each in the low half of 16 bits.
    private static let pair: UInt32 = 0x00FF_00FF

    /// A 255th of a product of two bytes, rounded to nearest.
    package static func divideBy255(_ product: UInt32) -> UInt32 {
        let biased = product &+ 128
        return (biased &+ biased >> 8) >> 8
    }

    /// The product of two bytes that mean 0...1, as such a byte.
    package static func multiply(_ a: UInt8, _ b: UInt8) -> UInt8 {
        UInt8(truncatingIfNeeded: divideBy255(UInt32(a) &* UInt32(b)))
    }

    /// A pixel with every channel multiplied by `alpha`/255.
    ///
    /// - Parameter alpha: 0...255.
    package static func multiply(_ pixel: UInt32, _ alpha: UInt32) -> UInt32 {
        // Both halves of a word hold a product and its rounding: 65,025 + 128 + 254 is less than 65,536.
        let low = (pixel & pair) &* alpha &+ 0x0080_0080
        let high = (pixel >> 8 & pair) &* alpha &+ 0x0080_0080
        return (low &+ (low >> 8 & pair)) >> 8 & pair | (high &+ (high >> 8 & pair)) & ~pair
    }

    /// A pixel over another.
    package static func sourceOver(_ source: UInt32, _ destination: UInt32) -> UInt32 {
        source &+ multiply(destination, 255 &- source >> 24)
    }

    /// Interpolates from `first` to `second` by `fraction`/256.
    package static func interpolate(_ first: UInt32, _ second: UInt32, _ fraction: UInt32) -> UInt32 {
        let rest = 256 &- fraction
        let low = (first & pair) &* rest &+ (second & pair) &* fraction &+ 0x0080_0080
        let high = (first >> 8 & pair) &* rest &+ (second >> 8 & pair) &* fraction &+ 0x0080_0080
        return low >> 8 & pair | high & ~pair
    }

    /// Interpolates between four pixels: the weights are products of `x` and `y` in 256ths, and there is one rounding.
    ///
    /// - Parameters:
    ///   - x: how far from left to right, 0...255.
    ///   - y: how far from top to bottom, 0...255.
    package static func bilinear(
        _ topLeft: UInt32, _ topRight: UInt32, _ bottomLeft: UInt32, _ bottomRight: UInt32, x: UInt32, y: UInt32
    ) -> UInt32 {
        // The sum of products is worked out one axis after the other, without rounding in between. All four channels
        // share one word, 16 bits each (blue, red, green, alpha). Differences may borrow from the next channel; the sum
        // gives that back.
        func spread(_ p: UInt32) -> UInt64 { (UInt64(p) | UInt64(p) << 24) & 0x00FF_00FF_00FF_00FF }
        func between(_ a: UInt64, _ b: UInt64, _ part: UInt32) -> UInt64 { a << 8 &+ (b &- a) &* UInt64(part) }
        let top = between(spread(topLeft), spread(topRight), x)
        let bottom = between(spread(bottomLeft), spread(bottomRight), x)
        // The second axis needs 32 bits a channel; each sum is below 2^24, and its third byte is the channel.
        let pair: UInt64 = 0x0000_FFFF_0000_FFFF
        let half: UInt64 = 0x0000_8000_0000_8000
        let blueGreen = between(top & pair, bottom & pair, y) &+ half
        let redAlpha = between(top >> 16 & pair, bottom >> 16 & pair, y) &+ half
        return UInt32(truncatingIfNeeded: blueGreen >> 16 & 0xFF | blueGreen >> 40 & 0xFF00)
            | UInt32(truncatingIfNeeded: redAlpha & 0xFF0000 | redAlpha >> 24 & 0xFF00_0000)
    }
}
