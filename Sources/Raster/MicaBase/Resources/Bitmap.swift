/// A rectangle of premultiplied 8-bit sRGB pixels. Images decode to bitmaps, and compositors draw into them.
///
/// Each pixel is one word, `0xAARRGGBB`: in memory on a little-endian machine the bytes are B, G, R, A, as other libraries'
/// ARGB32 has them. Row 0 is the top row. The storage is copy-on-write, so that a bitmap is a value and crosses
/// threads.
package struct Bitmap: Sendable, Equatable {
    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int
    /// The pixels, row by row from the top, without padding: `width * height` words.
    package var pixels: [UInt32]

    /// Makes a bitmap of one colour.
    ///
    /// - Precondition: neither dimension is negative.
    package init(width: Int, height: Int, filledWith pixel: UInt32 = 0) {
        precondition(width >= 0 && height >= 0, "a bitmap cannot have a negative size")
        self.width = width
        self.height = height
        pixels = Array(repeating: pixel, count: width * height)
    }

    /// Makes a bitmap of pixels that exist already.
    ///
    /// - Precondition: there are exactly `width * height` of them.
    package init(width: Int, height: Int, pixels: [UInt32]) {
        precondition(width >= 0 && height >= 0 && pixels.count == width * height, "the pixels do not fill the bitmap")
        self.width = width
        self.height = height
        self.pixels = pixels
    }

    /// The pixel in column `x` and row `y`.
    ///
    /// - Precondition: both are inside the bitmap.
    package subscript(x: Int, y: Int) -> UInt32 {
        get {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "no pixel there")
            return pixels[y * width + x]
        }
        set {
            precondition(x >= 0 && x < width && y >= 0 && y < height, "no pixel there")
            pixels[y * width + x] = newValue
        }
    }
}

extension [UInt32] {
    /// Makes the pixels of a program's drawing valid. If opaque, sets every alpha to 255; otherwise limits each colour
    /// channel to its alpha, as premultiplied pixels need.
    package mutating func makePixels(isOpaque: Bool) {
        if isOpaque {
            for i in indices { self[i] |= 0xFF00_0000 }
            return
        }
        for i in indices where self[i] < 0xFF00_0000 {
            let pixel = self[i], alpha = pixel >> 24
            let red = Swift.min(pixel >> 16 & 0xFF, alpha), green = Swift.min(pixel >> 8 & 0xFF, alpha)
            self[i] = alpha << 24 | red << 16 | green << 8 | Swift.min(pixel & 0xFF, alpha)
        }
    }
}
