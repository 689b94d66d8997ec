import CoreGraphics
import MicaBase
import MicaCodecs

/// How an image is written, from its properties.
struct DestinationSettings {
    /// The duration of the frame. *Units*: seconds.
    let delay: Double
    /// JPEG's quality, 1 to 100.
    let quality: Int
    /// The colour under transparent pixels in formats without alpha: 0xFFRRGGBB.
    let background: UInt32
    /// The maximum of the longest side; nil: no limit. *Units*: pixels.
    let longestSide: Int?
    /// Metadata written beside the pixels.
    let annotations: ImageAnnotations

    /// Reads properties for an image in a format.
    init(_ properties: CFDictionary, format: ImageFormat) {
        let own = format.dictionaryKey.flatMap { dictionary(properties, $0) }
        let stated = number(own, kCGImagePropertyGIFUnclampedDelayTime) ?? number(own, kCGImagePropertyGIFDelayTime)
        delay = min(max(stated ?? 0.1, 0), 86_400)
        let fraction = number(properties, kCGImageDestinationLossyCompressionQuality)
        quality = fraction.map { Int((min(max($0, 0.01), 1) * 100).rounded()) } ?? 90
        background = (properties[kCGImageDestinationBackgroundColor] as? CGColor)?.opaquePixel ?? 0xffff_ffff
        longestSide = number(properties, kCGImageDestinationImageMaxPixelSize)
            .flatMap { $0 >= 1 ? Int(min($0, 1e9)) : nil }
        let orientation = number(properties, kCGImagePropertyOrientation)
        var resolution: ImageResolution?
        if let x = number(properties, kCGImagePropertyDPIWidth) ?? number(properties, kCGImagePropertyDPIHeight) {
            resolution = ImageResolution(x: x, y: number(properties, kCGImagePropertyDPIHeight) ?? x)
        }
        annotations = ImageAnnotations(
            orientation: orientation.flatMap { ImageOrientation(rawValue: Int(min(max($0, 0), 9))) },
            resolution: resolution)
    }

    /// How often an animation plays, 0 for ever; nil when the properties have no loop count.
    static func loopCount(_ properties: CFDictionary, format: ImageFormat) -> Int? {
        let own = format.dictionaryKey.flatMap { dictionary(properties, $0) }
        return number(own, kCGImagePropertyGIFLoopCount).map { Int(min(max($0, 0), 65_535)) }
    }
}

extension CGColor {
    /// The colour as an opaque sRGB pixel.
    fileprivate var opaquePixel: UInt32 {
        let color = value.inSRGB
        func level(_ part: Double) -> UInt32 { part.isFinite ? UInt32((min(max(part, 0), 1) * 255).rounded()) : 0 }
        return 0xff00_0000 | level(color.red) << 16 | level(color.green) << 8 | level(color.blue)
    }
}

extension Bitmap {
    /// The picture over an opaque colour.
    func over(_ background: UInt32) -> Bitmap {
        var result = self
        for index in pixels.indices where pixels[index] < 0xff00_0000 {
            let pixel = pixels[index]
            let rest = 255 - pixel >> 24
            func channel(_ shift: UInt32) -> UInt32 {
                min((pixel >> shift & 255) + ((background >> shift & 255) * rest + 127) / 255, 255) << shift
            }
            result.pixels[index] = 0xff00_0000 | channel(16) | channel(8) | channel(0)
        }
        return result
    }

    /// The picture at the top left of a canvas: cropped where it is larger, transparent where it is smaller.
    func onCanvas(width newWidth: Int, height newHeight: Int) -> Bitmap {
        if newWidth == width, newHeight == height { return self }
        var result = Bitmap(width: newWidth, height: newHeight)
        for y in 0..<min(height, newHeight) {
            for x in 0..<min(width, newWidth) { result.pixels[y * newWidth + x] = pixels[y * width + x] }
        }
        return result
    }
}
