import QuartzCore

/// A soft white disc: the examples' picture of particles, to be coloured by their cells.
public func makeSpark(_ size: Int) -> CGImage {
    makeWhite(width: size, height: size) { x, y in
        let (dx, dy) = (x * 2 - 1, y * 2 - 1)
        let distance = (dx * dx + dy * dy).squareRoot()
        return distance < 1 ? (1 - distance) * (1 - distance) : 0
    }
}

/// A white disc with an edge a pixel wide.
public func makeDisc(_ size: Int) -> CGImage {
    makeWhite(width: size, height: size) { x, y in
        let (dx, dy) = (x * 2 - 1, y * 2 - 1)
        return max(0, min(1, (1 - (dx * dx + dy * dy).squareRoot()) * Double(size) / 2))
    }
}

/// A white rectangle.
public func makeBlock(width: Int, height: Int) -> CGImage { makeWhite(width: width, height: height) { _, _ in 1 } }

/// A white image whose coverage is a function of the place, 0 to 1 on both axes.
private func makeWhite(width: Int, height: Int, _ coverage: (Double, Double) -> Double) -> CGImage {
    var bytes = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
        for x in 0..<width {
            let value = coverage((Double(x) + 0.5) / Double(width), (Double(y) + 0.5) / Double(height))
            for channel in 0..<4 { bytes[(y * width + x) * 4 + channel] = UInt8(value * 255) }
        }
    }
    guard let provider = CGDataProvider(data: Data(bytes) as CFData),
        let image = CGImage(
            width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: width * 4,
            space: CGColorSpaceCreateDeviceRGB(),
            bitmapInfo: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue),
            provider: provider, decode: nil, shouldInterpolate: true, intent: .defaultIntent)
    else { preconditionFailure("an image of \(width) x \(height) pixels can be made") }
    return image
}
