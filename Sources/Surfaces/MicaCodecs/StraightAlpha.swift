import MicaBase

/// Premultiplies a 0xAARRGGBB pixel: each channel is `c * a / 255`, rounded to the nearest.
package func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    var redBlue = (pixel & 0xff00ff) * alpha + 0x800080
    redBlue = (redBlue + (redBlue >> 8 & 0xff00ff)) >> 8 & 0xff00ff
    var green = (pixel >> 8 & 0xff) * alpha + 0x80
    green = (green + green >> 8) >> 8
    return alpha << 24 | redBlue | green << 8
}

/// Reverses the premultiplication of a 0xAARRGGBB pixel: each channel is `c * 255 / a`, rounded to the nearest.
///
/// Premultiplying the result gives the same pixel, if no channel exceeds alpha: the rounding error is at most half a
/// step of the unpremultiplied channel, which is less than half a step of the premultiplied one. Channels that exceed
/// alpha (additive light) become 255.
package func unpremultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    if alpha == 255 { return pixel }
    if alpha == 0 { return 0 }
    let half = alpha / 2
    let red = min(((pixel >> 16 & 0xff) * 255 + half) / alpha, 255)
    let green = min(((pixel >> 8 & 0xff) * 255 + half) / alpha, 255)
    let blue = min(((pixel & 0xff) * 255 + half) / alpha, 255)
    return alpha << 24 | red << 16 | green << 8 | blue
}

/// Premultiplies pixels in place.
package func premultiply(_ pixels: inout [UInt32]) {
    var span = pixels.mutableSpan
    for index in 0..<span.count where span[index] < 0xff00_0000 { span[index] = premultiplied(span[index]) }
}

extension Bitmap {
    /// The pixels without premultiplication, as in files; those of an opaque bitmap are its own.
    package var straightPixels: [UInt32] {
        guard !isOpaque else { return pixels }
        var result = pixels
        var span = result.mutableSpan
        for index in 0..<span.count where span[index] < 0xff00_0000 { span[index] = unpremultiplied(span[index]) }
        return result
    }

    /// Whether every pixel's alpha is 255.
    package var isOpaque: Bool {
        let span = pixels.span
        var start = 0
        // In blocks without branches, which compilers vectorise.
        while start < span.count {
            let end = min(start + 4096, span.count)
            var all = UInt32.max
            for index in start..<end { all &= span[index] }
            guard all >= 0xff00_0000 else { return false }
            start = end
        }
        return true
    }
}
