import CoreGraphics
import Foundation
import MicaBase
import MicaTrace

/// The format of a presented drawable's words, and their conversion to an image for the server.
struct DrawablePixels {
    var width: Int, height: Int
    var format: MTLPixelFormat
    /// The colour space of the numbers; nil for the screen's, sRGB.
    var space: CGColorSpace?
    /// Whether alpha is ignored.
    var isOpaque: Bool

    /// The conversion of the numbers to sRGB.
    private enum Meaning { case same, linear, other(CGColorSpace) }

    private var meaning: Meaning {
        guard let space else { return .same }
        switch space.name {
        case CGColorSpace.sRGB, CGColorSpace.extendedSRGB, "kCGColorSpaceDeviceRGB": return .same
        case CGColorSpace.linearSRGB, CGColorSpace.extendedLinearSRGB, CGColorSpace.genericRGBLinear:
            return format == .rgba16Float ? .linear : .other(space)
        default: return .other(space)
        }
    }

    /// Makes the image. Its memory comes from the queue, and goes back there when the image is released.
    func image(of words: consuming [UInt32], _ queue: DrawableQueue) -> ImageResource {
        var words = words
        if format != .rgba16Float { narrow(&words) }
        if case .other(let space) = meaning {
            if let image = converted(words, from: space) {
                queue.give(words)
                return image
            }
            Notices.say(
                "the colour space of a CAMetalLayer has no red, green and blue: its colours count as sRGB")
        }
        if format == .rgba16Float {
            var narrow = queue.memory(width * height)
            if case .linear = meaning {
                narrowLight(words.span, into: &narrow)
            } else {
                narrowSame(words.span, into: &narrow)
            }
            queue.give(words)
            words = narrow
        }
        return ImageResource(
            bitmap: Bitmap(width: width, height: height, pixels: words), isOpaque: isOpaque
        ) { [weak queue] bitmap in queue?.give(bitmap.pixels) }
    }

    /// An image in another colour space, converted when it is drawn; nil for spaces that are not RGB.
    private func converted(_ words: [UInt32], from space: CGColorSpace) -> ImageResource? {
        guard space.model == .rgb else { return nil }
        let isWide = format == .rgba16Float
        let alpha: CGImageAlphaInfo =
            isWide ? (isOpaque ? .noneSkipLast : .premultipliedLast) : (isOpaque ? .noneSkipFirst : .premultipliedFirst)
        let order: CGBitmapInfo = isWide ? [.byteOrder16Little, .floatComponents] : .byteOrder32Little
        let data = unsafe words.withUnsafeBytes { unsafe Data($0) }
        return unsafe CGImage(
            width: width, height: height, bitsPerComponent: isWide ? 16 : 8, bitsPerPixel: isWide ? 64 : 32,
            bytesPerRow: width * format.bytesPerPixel, space: space,
            bitmapInfo: order.union(CGBitmapInfo(rawValue: alpha.rawValue)), provider: CGDataProvider { data },
            decode: nil, shouldInterpolate: true, intent: .defaultIntent)?.resource
    }

    /// Makes words of 8-bit channels from words of any format. They are opaque, or no channel exceeds its alpha.
    private func narrow(_ words: inout [UInt32]) {
        switch format {
        case .rgb10a2Unorm:
            for i in words.indices {
                let word = words[i]
                words[i] = Self.word(Self.byte(word), Self.byte(word >> 10), Self.byte(word >> 20), word >> 30)
            }
        case .bgr10a2Unorm:
            for i in words.indices {
                let word = words[i]
                words[i] = Self.word(Self.byte(word >> 20), Self.byte(word >> 10), Self.byte(word), word >> 30)
            }
        case .bgra8Unorm, .bgra8Unorm_srgb, .rgba16Float, .invalid: break
        }
        words.makePixels(isOpaque: isOpaque)
    }

    /// The nearest of 255 levels to a level of 1,023.
    private static func byte(_ ten: UInt32) -> UInt32 { ((ten & 0x3FF) * 255 + 511) / 1023 }

    /// A pixel of three channels and two bits of alpha.
    private static func word(_ red: UInt32, _ green: UInt32, _ blue: UInt32, _ alpha: UInt32) -> UInt32 {
        (alpha * 85) << 24 | red << 16 | green << 8 | blue
    }

    /// The number that 16 bits represent.
    private static func number(_ bits: UInt32) -> Float { Float(Float16(bitPattern: UInt16(truncatingIfNeeded: bits))) }

    /// The nearest of 255 levels; NaN becomes 0.
    private static func level(_ number: Float) -> UInt32 {
        number > 0 ? (number < 1 ? UInt32(number * 255 + 0.5) : 255) : 0
    }

    private func narrowSame(_ wide: borrowing Span<UInt32>, into narrow: inout [UInt32]) {
        for i in narrow.indices {
            let (redGreen, blueAlpha) = (wide[2 * i], wide[2 * i + 1])
            let alpha = isOpaque ? 255 : Self.level(Self.number(blueAlpha >> 16))
            let red = min(Self.level(Self.number(redGreen)), alpha)
            let green = min(Self.level(Self.number(redGreen >> 16)), alpha)
            narrow[i] = alpha << 24 | red << 16 | green << 8 | min(Self.level(Self.number(blueAlpha)), alpha)
        }
    }

    /// The sRGB level of each 16-bit number of linear light.
    private static let levels: [UInt8] = (0..<65_536).map { bits in
        let light = number(UInt32(bits))
        return UInt8(level(Float(ColorValue.encode(Double(light > 0 ? min(light, 1) : 0)))))
    }

    private func narrowLight(_ wide: borrowing Span<UInt32>, into narrow: inout [UInt32]) {
        let levels = Self.levels
        for i in narrow.indices {
            let (redGreen, blueAlpha) = (wide[2 * i], wide[2 * i + 1])
            let alpha = isOpaque ? 1 : Self.number(blueAlpha >> 16)
            if alpha >= 1 {
                let red = UInt32(levels[Int(redGreen & 0xFFFF)]), green = UInt32(levels[Int(redGreen >> 16)])
                narrow[i] = 0xFF00_0000 | red << 16 | green << 8 | UInt32(levels[Int(blueAlpha & 0xFFFF)])
            } else if alpha > 0 {
                // The source is linear light multiplied by alpha; the result is sRGB multiplied by alpha.
                func channel(_ bits: UInt32) -> UInt32 {
                    let light = Double(Self.number(bits) / alpha)
                    return Self.level(Float(ColorValue.encode(light > 0 ? min(light, 1) : 0)) * alpha)
                }
                narrow[i] =
                    Self.level(alpha) << 24 | channel(redGreen) << 16 | channel(redGreen >> 16) << 8
                    | channel(blueAlpha)
            } else {
                narrow[i] = 0
            }
        }
    }
}
