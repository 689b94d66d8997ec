import MicaCodecs
import MicaResources
import MicaTrace

extension CGImage {
    /// Makes an image of a PNG file's bytes, which are decoded when the pixels are wanted.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - decode: For red, green and blue, the values that their least and their greatest number stand for; nil: 0 and 1.
    ///   - shouldInterpolate: Whether the picture may be smoothed.
    ///   - intent: What to keep of colours that the destination has not got; without influence, there is sRGB alone.
    /// - Returns: nil when the bytes are no PNG file, or its header is damaged; pixels whose damage is found later are
    ///   transparent.
    public convenience init?(
        pngDataProviderSource source: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        unsafe self.init(file: source, .png, decode: decode, shouldInterpolate: shouldInterpolate)
    }

    /// Makes an image of a JPEG file's bytes, which are decoded when the pixels are wanted; as the file has them, not turned
    /// upright.
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
    /// The picture with each colour's numbers spread over a range, low and high by turns; itself for no ranges.
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
