import MicaBase
import MicaCodecs
import MicaTrace

extension CGImage {
    /// Makes an image from a PNG file's bytes, which are decoded when the pixels are first needed.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - decode: The values of the least and the greatest number, for each of red, green and blue; nil: 0 and 1.
    ///   - shouldInterpolate: Whether the image may be smoothed when it is scaled.
    ///   - intent: The rendering intent; without effect, because all pixels are sRGB.
    /// - Returns: nil when the bytes are no PNG file, or its header is damaged. Pixels whose damage is found later
    ///   are transparent.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        unsafe self.init(file: source, .png, decode: decode, shouldInterpolate: shouldInterpolate)
    }

    /// Makes an image from a JPEG file's bytes, which are decoded when the pixels are first needed. The image is not
    /// rotated upright.
    ///
    /// Parameters and result are as for a PNG file.
    public convenience init?(
        jpegDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        unsafe self.init(file: source, .jpeg, decode: decode, shouldInterpolate: shouldInterpolate)
    }

    private convenience init?(
        file: CGDataProvider, _ format: ImageFormat, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool
    ) {
        guard let data = file.data, let decoder = try? ImageDecoder(bytes: [UInt8](data)),
            decoder.header.format == format
        else { return nil }
        var ranges: [Double] = []
        if let decode = unsafe decode { ranges = (0..<6).map { unsafe Double(decode[$0]) } }
        let header = decoder.header
        let resource = ImageResource(
            width: header.width, height: header.height, isOpaque: !header.hasAlpha, cache: .shared
        ) { [ranges] in
            ImageCache.shared.countDecode()
            let span = TraceLog.begin(.decode)
            defer { span.end() }
            return (try? decoder.decode())?.stretched(to: ranges)
        }
        self.init(resource: resource, shouldInterpolate: shouldInterpolate)
    }
}

extension Bitmap {
    /// The picture with each component mapped from 0...1 to a range. `ranges` holds low and high for red, green and
    /// blue; the picture itself without ranges.
    fileprivate func stretched(to ranges: [Double]) -> Bitmap {
        guard ranges.count == 6, ranges != [0, 1, 0, 1, 0, 1] else { return self }
        var result = self
        for index in pixels.indices {
            let word = pixels[index]
            let alpha = Double(word >> 24)
            guard alpha > 0 else { continue }
            var mixed = word & 0xFF00_0000
            for (channel, shift) in [16, 8, 0].enumerated() {
                let straight = Double(word >> UInt32(shift) & 255) / alpha
                let value = ranges[2 * channel] + straight * (ranges[2 * channel + 1] - ranges[2 * channel])
                mixed |= UInt32((min(max(value, 0), 1) * alpha).rounded()) << UInt32(shift)
            }
            result.pixels[index] = mixed
        }
        return result
    }
}
