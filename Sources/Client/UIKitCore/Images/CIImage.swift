import CoreGraphics
import Foundation

/// The format of a pixel's numbers in memory.
public struct CIFormat: RawRepresentable, Hashable, Sendable {
    /// The format's number, Mica's own.
    public let rawValue: Int32
    /// Makes a format from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
    /// One number of 16 bits for each pixel.
    public static let Rh = CIFormat(rawValue: 1)
    /// One number of 32 bits for each pixel.
    public static let Rf = CIFormat(rawValue: 2)
    /// One byte for each pixel, 255 for 1.
    public static let R8 = CIFormat(rawValue: 3)
    /// Four bytes for each pixel: red, green, blue and alpha, the colours premultiplied.
    public static let RGBA8 = CIFormat(rawValue: 4)
    /// Four bytes for each pixel: blue, green, red and alpha, the colours premultiplied.
    public static let BGRA8 = CIFormat(rawValue: 5)
    /// Four bytes for each pixel: alpha, red, green and blue, the colours premultiplied.
    public static let ARGB8 = CIFormat(rawValue: 6)

    /// The place of the alpha and the order of the bytes; nil for formats of one number.
    fileprivate var bitmapInfo: CGBitmapInfo? {
        switch self {
        case .RGBA8: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedLast.rawValue)
        case .ARGB8: CGBitmapInfo(rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue)
        case .BGRA8:
            CGBitmapInfo(
                rawValue: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
        default: nil
        }
    }
}

/// A picture of Core Image. The module MicaTesting adds the filters that compare pictures; there is no other.
///
/// *Source*: Apple, CIImage.
// Safe because: all stored properties are immutable and of Sendable types.
open class CIImage: NSObject, @unchecked Sendable {
    /// The picture's rectangle, its origin at zero. *Units*: pixels.
    public let extent: CGRect
    /// *Units*: pixels.
    package let width: Int
    /// *Units*: pixels.
    package let height: Int
    /// The pixels or numbers.
    package let content: Content

    /// What a picture holds.
    package enum Content: Sendable {
        /// A picture of pixels.
        case picture(CGImage)
        /// One number for each pixel, the top row first.
        case numbers([Float])
        /// No pixels.
        case none
    }

    /// Makes a picture of a size in pixels.
    package init(width: Int, height: Int, _ content: Content) {
        (self.width, self.height, self.content) = (width, height, content)
        extent = CGRect(x: 0, y: 0, width: width, height: height)
    }

    /// Takes the pixels of a picture.
    public convenience init(cgImage: CGImage) {
        self.init(width: cgImage.width, height: cgImage.height, .picture(cgImage))
    }

    /// Takes bytes in memory, the top row first.
    ///
    /// The formats are `RGBA8`, `BGRA8` and `ARGB8`. Another format, a size without pixels, and rows that are shorter
    /// than the width make an empty picture. Missing bytes count as zero.
    ///
    /// - Parameters:
    ///   - bytesPerRow: The distance between the starts of two rows, in bytes.
    ///   - size: The size in pixels.
    ///   - colorSpace: The space of the colours; nil for sRGB. *Source*: Apple says that nil leaves the numbers as they are.
    public convenience init(
        bitmapData data: Data, bytesPerRow: Int, size: CGSize, format: CIFormat, colorSpace: CGColorSpace?
    ) {
        let isSize = size.width >= 1 && size.height >= 1 && size.width < 1e6 && size.height < 1e6
        let (width, height) = isSize ? (Int(size.width), Int(size.height)) : (0, 0)
        guard let info = format.bitmapInfo, width > 0, let provider = CGDataProvider(data: data as CFData),
            let space = colorSpace ?? CGColorSpace(name: CGColorSpace.sRGB),
            let picture = unsafe CGImage(
                width: width, height: height, bitsPerComponent: 8, bitsPerPixel: 32, bytesPerRow: bytesPerRow,
                space: space, bitmapInfo: info, provider: provider, decode: nil, shouldInterpolate: true,
                intent: .defaultIntent)
        else {
            self.init(width: 0, height: 0, .none)
            return
        }
        self.init(width: width, height: height, .picture(picture))
    }

    /// The picture that it was made of; nil for one that a filter made. Apple has it only for `init(cgImage:)`; here it
    /// is the picture of `init(bitmapData:bytesPerRow:size:format:colorSpace:)`, too.
    public var cgImage: CGImage? {
        guard case .picture(let picture) = content else { return nil }
        return picture
    }
}

/// The parts of a colour for Core Image: red, green, blue and alpha, not premultiplied, in sRGB.
///
/// *Source*: Apple, CIColor.
// Safe because: all stored properties are immutable and of Sendable types.
open class CIColor: NSObject, @unchecked Sendable {
    /// The red part, within 0 and 1 for colours of sRGB.
    public let red: CGFloat
    /// The green part.
    public let green: CGFloat
    /// The blue part.
    public let blue: CGFloat
    /// The alpha: 1 is opaque.
    public let alpha: CGFloat

    /// Makes a colour of its parts.
    public init(red: CGFloat, green: CGFloat, blue: CGFloat, alpha: CGFloat) {
        (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
        super.init()
    }

    /// Makes an opaque colour of its parts.
    public convenience init(red: CGFloat, green: CGFloat, blue: CGFloat) {
        self.init(red: red, green: green, blue: blue, alpha: 1)
    }

    /// Takes the parts of a colour, converted to sRGB.
    public convenience init(cgColor: CGColor) { self.init(color: UIColor(cgColor: cgColor)) }

    /// Takes the parts of a colour in the current traits, converted to sRGB.
    public convenience init(color: UIColor) {
        let parts = color.components
        self.init(red: parts.red, green: parts.green, blue: parts.blue, alpha: parts.alpha)
    }

    /// The number of parts, alpha included: 4.
    public var numberOfComponents: Int { 4 }
    /// The four parts in words, as `init(string:)` reads them.
    public var stringRepresentation: String { "\(red) \(green) \(blue) \(alpha)" }

    /// Reads three or four numbers with spaces between them; a missing part is 0, a missing alpha 1.
    public convenience init(string representation: String) {
        let parts = representation.split(separator: " ").map { CGFloat(Double($0) ?? 0) }
        func part(_ index: Int, _ missing: CGFloat) -> CGFloat { index < parts.count ? parts[index] : missing }
        self.init(red: part(0, 0), green: part(1, 0), blue: part(2, 0), alpha: part(3, 1))
    }

    /// Whether another colour has the same parts.
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? CIColor else { return false }
        return (red, green, blue, alpha) == (other.red, other.green, other.blue, other.alpha)
    }

    /// The same for equal colours.
    open override var hash: Int { [red, green, blue, alpha].hashValue }
}

extension UIColor {
    /// Makes a colour of Core Image's.
    public convenience init(ciColor: CIColor) {
        self.init(red: ciColor.red, green: ciColor.green, blue: ciColor.blue, alpha: ciColor.alpha)
    }

    /// The colour's parts in the current traits. Apple raises an exception for colours that were not made of a `CIColor`.
    public var ciColor: CIColor { CIColor(color: self) }
}

extension UIImage {
    /// Makes a picture of Core Image's, one pixel a point. It is empty if that has no pixels.
    ///
    /// On iOS `cgImage` is nil, as the filters run when the picture is drawn; here it is the picture.
    public convenience init(ciImage: CIImage) { self.init(ciImage: ciImage, scale: 1, orientation: .up) }

    /// Makes a picture of Core Image's; `scale` is the number of pixels per point.
    public convenience init(ciImage: CIImage, scale: CGFloat, orientation: Orientation) {
        guard let picture = ciImage.cgImage else {
            self.init()
            return
        }
        self.init(cgImage: picture, scale: scale, orientation: orientation)
    }
}
