import QuartzCore

/// An image of a sky over hills, made of formulae: the examples show it in place of a file.
///
/// - Parameters:
///   - width: in pixels.
///   - height: in pixels.
public func makeLandscape(width: Int, height: Int) -> CGImage {
    var bytes = [UInt8](repeating: 255, count: width * height * 4)
    for y in 0..<height {
        for x in 0..<width {
            let (u, v) = (Double(x) / Double(width), Double(y) / Double(height))
            var color = (0.35 + 0.45 * v, 0.55 + 0.3 * v, 0.95 - 0.1 * v)
            let sun = ((u - 0.72) * (u - 0.72) + (v - 0.28) * (v - 0.28)).squareRoot()
            if sun < 0.09 { color = (1, 0.93, 0.6) }
            let far = 0.62 + 0.06 * sin(u * 9) + 0.03 * sin(u * 23 + 1)
            let near = 0.78 + 0.05 * sin(u * 6 + 2) + 0.02 * sin(u * 31)
            if v > far { color = (0.25, 0.45, 0.42) }
            if v > near { color = (0.16, 0.33, 0.2) }
            let i = (y * width + x) * 4
            bytes[i] = UInt8(color.0 * 255)
            bytes[i + 1] = UInt8(color.1 * 255)
            bytes[i + 2] = UInt8(color.2 * 255)
        }
    }
    guard let provider = CGDataProvider(data: Data(bytes) as CFData),
        let image = CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.noneSkipLast.rawValue),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    else { preconditionFailure("an image of \(width) x \(height) pixels can be made") }
    return image
}

/// A colour of the rainbow: hue 0 to 1, with how strong and how light it is.
public func hue(_ h: Double, saturation: Double = 0.7, brightness: Double = 0.95, alpha: Double = 1) -> CGColor {
    func channel(_ offset: Double) -> CGFloat {
        let k = (offset + h * 6).truncatingRemainder(dividingBy: 6)
        return CGFloat(brightness - brightness * saturation * max(0, min(k, 4 - k, 1)))
    }
    return CGColor(srgbRed: channel(5), green: channel(3), blue: channel(1), alpha: CGFloat(alpha))
}
