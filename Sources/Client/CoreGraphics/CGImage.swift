import MicaBase

/// The position of a pixel's alpha, and whether the colours are multiplied by it.
public enum CGImageAlphaInfo: UInt32, Sendable {
    /// No alpha.
    case none = 0
    /// After the colours, which are premultiplied.
    case premultipliedLast = 1
    /// Before the colours, which are premultiplied.
    case premultipliedFirst = 2
    /// After the colours, which are not premultiplied.
    case last = 3
    /// Before the colours, which are not premultiplied.
    case first = 4
    /// No alpha; unused bits after the colours.
    case noneSkipLast = 5
    /// No alpha; unused bits before the colours.
    case noneSkipFirst = 6
    /// Alpha without colours.
    case alphaOnly = 7
}

/// The format of a pixel in memory: a `CGImageAlphaInfo` in the low five bits, and flags.
public struct CGBitmapInfo: OptionSet, Sendable {
    /// The bits.
    public let rawValue: UInt32

    /// Makes a format from its bits, commonly those of a `CGImageAlphaInfo`.
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    /// The bits that hold a `CGImageAlphaInfo`.
    public static let alphaInfoMask = CGBitmapInfo(rawValue: 31)
    /// The components are floating-point numbers.
    public static let floatComponents = CGBitmapInfo(rawValue: 256)
    /// The bits that hold the byte order.
    public static let byteOrderMask = CGBitmapInfo(rawValue: 28672)
    /// The most significant byte comes first.
    public static let byteOrderDefault = CGBitmapInfo([])
    /// Words of 16 bits, the least significant byte first.
    public static let byteOrder16Little = CGBitmapInfo(rawValue: 4096)
    /// Words of 32 bits, the least significant byte first.
    public static let byteOrder32Little = CGBitmapInfo(rawValue: 8192)
    /// Words of 16 bits, the most significant byte first.
    public static let byteOrder16Big = CGBitmapInfo(rawValue: 12288)
    /// Words of 32 bits, the most significant byte first.
    public static let byteOrder32Big = CGBitmapInfo(rawValue: 16384)

    /// The alpha information in the low bits.
    var alphaInfo: CGImageAlphaInfo? { CGImageAlphaInfo(rawValue: rawValue & Self.alphaInfoMask.rawValue) }
}

/// An image of pixels; immutable.
///
/// *Space*: row 0 is the top row.
public final class CGImage: Sendable {
    /// The picture as it is sent to the renderer: premultiplied 8-bit sRGB, made when first needed.
    package let resource: ImageResource

    private let format: PixelFormat
    private let stencil: Stencil?
    private let provider: CGDataProvider
    /// Whether the image may be smoothed when it is scaled.
    public let shouldInterpolate: Bool
    /// How colours are converted that the destination lacks.
    public let renderingIntent: CGColorRenderingIntent

    private init(
        resource: ImageResource, format: PixelFormat, provider: CGDataProvider, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent, stencil: Stencil? = nil
    ) {
        isMask = stencil != nil
        self.stencil = stencil
        self.resource = resource
        self.format = format
        self.provider = provider
        self.shouldInterpolate = shouldInterpolate
        renderingIntent = intent
    }

    /// Makes an image from bytes in memory.
    ///
    /// Components may be integers of 8 or 16 bits, or floating-point numbers of 16 or 32 bits. Colours may be gray or
    /// red, green and blue, with alpha in any position that `CGImageAlphaInfo` names. Missing bytes count as zero.
    ///
    /// - Parameters:
    ///   - width: Width, in pixels.
    ///   - height: Height, in pixels.
    ///   - bitsPerComponent: The size of a component, in bits.
    ///   - bitsPerPixel: The size of a pixel, in bits; a multiple of 8.
    ///   - bytesPerRow: The distance between the starts of two rows, in bytes.
    ///   - space: The space of the colour components.
    ///   - bitmapInfo: The position of the alpha, and the byte order.
    ///   - provider: The bytes, top row first.
    ///   - decode: The values of the least and the greatest number, for each colour component; nil: 0 and 1.
    ///   - shouldInterpolate: Whether the image may be smoothed when it is scaled.
    ///   - intent: How colours are converted that the destination lacks.
    /// - Returns: nil when the numbers contradict each other, or the format is not listed above.
    public convenience init?(
        width: Int, height: Int, bitsPerComponent: Int, bitsPerPixel: Int, bytesPerRow: Int, space: CGColorSpace,
        bitmapInfo: CGBitmapInfo, provider: CGDataProvider, decode: UnsafePointer<CGFloat>?, shouldInterpolate: Bool,
        intent: CGColorRenderingIntent
    ) {
        var ranges: [ClosedDecodeRange] = []
        if let decode = unsafe decode {
            ranges = (0..<space.numberOfComponents).map {
                unsafe ClosedDecodeRange(low: Double(decode[2 * $0]), high: Double(decode[2 * $0 + 1]))
            }
        }
        let wanted = PixelFormat(
            width: width, height: height, bitsPerComponent: bitsPerComponent, bitsPerPixel: bitsPerPixel,
            bytesPerRow: bytesPerRow, space: space, bitmapInfo: bitmapInfo, decode: ranges)
        guard let format = wanted else { return nil }
        self.init(format: format, provider: provider, shouldInterpolate: shouldInterpolate, intent: intent)
    }

    private convenience init(
        format: PixelFormat, provider: CGDataProvider, shouldInterpolate: Bool, intent: CGColorRenderingIntent
    ) {
        let resource = ImageResource(
            width: format.width, height: format.height, isOpaque: !format.hasAlpha, origin: format.origin
        ) {
            format.bitmap(from: [UInt8](provider.data ?? Data()))
        }
        self.init(
            resource: resource, format: format, provider: provider, shouldInterpolate: shouldInterpolate, intent: intent
        )
    }

    /// The layout of a stencil's numbers in memory.
    private struct Stencil: Sendable {
        var bitsPerPixel: Int
        var bytesPerRow: Int
    }

    /// Makes a stencil; the alpha of the picture says where it paints.
    convenience init(
        stencil resource: ImageResource, bitsPerPixel: Int, bytesPerRow: Int, provider: CGDataProvider,
        shouldInterpolate: Bool
    ) {
        self.init(
            resource: resource,
            format: PixelFormat(wordsOfWidth: resource.width, height: resource.height, isOpaque: false),
            provider: provider, shouldInterpolate: shouldInterpolate, intent: .defaultIntent,
            stencil: Stencil(bitsPerPixel: bitsPerPixel, bytesPerRow: bytesPerRow))
    }

    /// Makes an image from a picture of the renderer.
    ///
    /// - Precondition: `resource` has at least one pixel.
    package convenience init(resource: ImageResource, shouldInterpolate: Bool = true) {
        self.init(
            resource: resource,
            format: PixelFormat(wordsOfWidth: resource.width, height: resource.height, isOpaque: resource.isOpaque),
            provider: CGDataProvider {
                unsafe resource.bitmap().pixels.withUnsafeBytes { unsafe Data($0) }
            },
            shouldInterpolate: shouldInterpolate, intent: .defaultIntent)
    }

    /// Makes an image of pixels.
    ///
    /// - Precondition: there is at least one pixel.
    package convenience init(bitmap: Bitmap) {
        self.init(resource: ImageResource(bitmap: bitmap))
    }

    /// Width, in pixels.
    public var width: Int { format.width }
    /// Height, in pixels.
    public var height: Int { format.height }
    /// The size of a component, in bits.
    public var bitsPerComponent: Int { stencil?.bitsPerPixel ?? format.bitsPerComponent }
    /// The size of a pixel, in bits.
    public var bitsPerPixel: Int { stencil?.bitsPerPixel ?? format.bitsPerPixel }
    /// The distance between the starts of two rows, in bytes.
    public var bytesPerRow: Int { stencil?.bytesPerRow ?? format.bytesPerRow }
    /// The space of the colour components; nil for a stencil.
    public var colorSpace: CGColorSpace? { isMask ? nil : format.space }
    /// The position of the alpha; `.none` for a stencil.
    public var alphaInfo: CGImageAlphaInfo { isMask ? .none : format.alphaInfo }
    /// The position of the alpha, and the byte order.
    public var bitmapInfo: CGBitmapInfo { isMask ? [] : format.bitmapInfo }
    /// The source of the bytes.
    public var dataProvider: CGDataProvider? { provider }
    /// Whether the image is a stencil, which has no colours.
    public let isMask: Bool

    /// The part of the image within a rectangle, which is enlarged to whole pixels.
    ///
    /// *Space*: pixels of the image, y down from the top row. nil when the rectangle contains no pixel, or a side of it
    /// is infinite or no number.
    public func cropping(to rect: CGRect) -> CGImage? {
        let box = rect.standardized
        guard [box.minX, box.minY, box.maxX, box.maxY].allSatisfy({ $0.isFinite }) else { return nil }
        let part = rect.integral.intersection(CGRect(x: 0, y: 0, width: width, height: height))
        guard !part.isNull, part.width >= 1, part.height >= 1 else { return nil }
        let (left, top, columns, rows) = (Int(part.minX), Int(part.minY), Int(part.width), Int(part.height))
        let whole = resource
        let cropped = ImageResource(width: columns, height: rows, isOpaque: whole.isOpaque) {
            let source = whole.bitmap()
            var pixels: [UInt32] = []
            pixels.reserveCapacity(columns * rows)
            for row in top..<top + rows {
                let start = row * source.width + left
                pixels += source.pixels[start..<start + columns]
            }
            return Bitmap(width: columns, height: rows, pixels: pixels)
        }
        if isMask {
            let bytes = CGDataProvider { Data(cropped.bitmap().pixels.map { 255 - UInt8($0 >> 24) }) }
            return CGImage(
                stencil: cropped, bitsPerPixel: 8, bytesPerRow: columns, provider: bytes,
                shouldInterpolate: shouldInterpolate)
        }
        return CGImage(resource: cropped, shouldInterpolate: shouldInterpolate)
    }

    /// The image itself, because images are immutable.
    public func copy() -> CGImage? { self }

    /// A copy whose numbers are taken as components of another space; nil when the number of components differs.
    public func copy(colorSpace space: CGColorSpace) -> CGImage? {
        guard !isMask, space.model != .pattern, space.numberOfComponents == format.space.numberOfComponents else {
            return nil
        }
        var other = format
        other.space = space
        return CGImage(
            format: other, provider: provider, shouldInterpolate: shouldInterpolate, intent: renderingIntent)
    }
}

extension CGImage: Hashable {
    /// Images are equal when they are the same object.
    public static func == (a: CGImage, b: CGImage) -> Bool { a === b }

    /// Feeds the identity to the hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
