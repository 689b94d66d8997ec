import MicaBase

extension CGImage {
    /// Makes a stencil from bytes in memory: 0 paints, the greatest number does not paint.
    ///
    /// - Parameters:
    ///   - width: Width, in pixels.
    ///   - height: Height, in pixels.
    ///   - bitsPerComponent: The size of a number, in bits: 1, 2, 4 or 8.
    ///   - bitsPerPixel: The size of a pixel, equal to `bitsPerComponent`.
    ///   - bytesPerRow: The distance between the starts of two rows, in bytes.
    ///   - provider: The bytes, top row first, the first pixel in the highest bits; missing bytes count as zero.
    ///   - decode: The values of 0 and of the greatest number; the value 0 paints, 1 does not paint. nil: 0 and 1.
    ///   - shouldInterpolate: Whether the stencil may be smoothed when it is scaled.
    /// - Returns: nil when the numbers contradict each other.
    public convenience init?(
        maskWidth width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int,
        provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        guard width > 0, height > 0, [1, 2, 4, 8].contains(bitsPerComponent), bitsPerPixel == bitsPerComponent,
            width <= 1 << 24, height <= 1 << 24, width * height <= Int(Int32.max),
            bytesPerRow >= (width * bitsPerPixel + 7) / 8, bytesPerRow <= Int(Int32.max)
        else { return nil }
        let low = unsafe decode.map { unsafe Double($0[0]) } ?? 0
        let high = unsafe decode.map { unsafe Double($0[1]) } ?? 1
        let resource = ImageResource(width: width, height: height, isOpaque: false) {
            let bytes = [UInt8](provider.data ?? Data())
            let greatest = 1 << bitsPerPixel - 1
            let table = (0...greatest).map { value -> UInt32 in
                let level = low + (high - low) * Double(value) / Double(greatest)
                return UInt32((min(max(1 - level, 0), 1) * 255).rounded()) << 24
            }
            var pixels: [UInt32] = []
            pixels.reserveCapacity(width * height)
            for y in 0..<height {
                for x in 0..<width {
                    let bit = x * bitsPerPixel
                    let offset = y * bytesPerRow + bit / 8
                    let byte = offset < bytes.count ? Int(bytes[offset]) : 0
                    pixels.append(table[byte >> (8 - bitsPerPixel - bit % 8) & greatest])
                }
            }
            return Bitmap(width: width, height: height, pixels: pixels)
        }
        self.init(
            stencil: resource, bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow, provider: provider,
            shouldInterpolate: shouldInterpolate)
    }

    /// The image multiplied by a mask, which is stretched over the image.
    ///
    /// A stencil keeps the image where it would paint. A gray image without alpha keeps the more, the lighter it is.
    /// The result has the size of this image. nil for other kinds of masks.
    public func masking(_ mask: CGImage) -> CGImage? {
        guard mask.isMask || (mask.colorSpace?.model == .monochrome && mask.isWithoutAlpha), !isMask else { return nil }
        let (picture, width, height) = (resource, width, height)
        let masked = ImageResource(width: width, height: height, isOpaque: false) {
            var result = picture.bitmap()
            let levels = mask.maskBitmap
            for y in 0..<height {
                for x in 0..<width {
                    let level = levels.alpha(
                        x: (Double(x) + 0.5) / Double(width), y: (Double(y) + 0.5) / Double(height),
                        smoothly: mask.shouldInterpolate)
                    let word = result.pixels[y * width + x]
                    var product: UInt32 = 0
                    for shift in [0, 8, 16, 24] as [UInt32] {
                        product |= (((word >> shift & 255) * level + 127) / 255) << shift
                    }
                    result.pixels[y * width + x] = product
                }
            }
            return result
        }
        return CGImage(resource: masked, shouldInterpolate: shouldInterpolate)
    }

    private var isWithoutAlpha: Bool { [.none, .noneSkipFirst, .noneSkipLast].contains(alphaInfo) }

    /// The mask's alpha at each pixel: how much the image lets through when it is used as a mask.
    var maskBitmap: Bitmap {
        var bitmap = resource.bitmap()
        if isMask || alphaInfo == .alphaOnly { return bitmap }
        for index in bitmap.pixels.indices {
            let word = bitmap.pixels[index]
            // The luminance of sRGB's primaries; the colours are premultiplied.
            let sum = (word >> 16 & 255) * 6966 + (word >> 8 & 255) * 23436 + (word & 255) * 2366
            bitmap.pixels[index] = ((sum + 16384) >> 15) << 24
        }
        return bitmap
    }
}

extension Bitmap {
    /// The alpha at a position, 0...255. *Units*: x and y from 0 to 1 across and down the image.
    fileprivate func alpha(x: Double, y: Double, smoothly: Bool) -> UInt32 {
        func pixel(_ x: Int, _ y: Int) -> Double {
            Double(pixels[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)] >> 24)
        }
        if !smoothly { return UInt32(pixel(Int(x * Double(width)), Int(y * Double(height)))) }
        let (px, py) = (x * Double(width) - 0.5, y * Double(height) - 0.5)
        let (left, top) = (px.rounded(.down), py.rounded(.down))
        let (tx, ty) = (px - left, py - top)
        let (i, j) = (Int(left), Int(top))
        let upper = pixel(i, j) * (1 - tx) + pixel(i + 1, j) * tx
        let lower = pixel(i, j + 1) * (1 - tx) + pixel(i + 1, j + 1) * tx
        return UInt32((upper * (1 - ty) + lower * ty).rounded())
    }
}
