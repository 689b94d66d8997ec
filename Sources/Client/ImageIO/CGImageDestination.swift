import MicaBase
import MicaCodecs
import MicaImageFiles

/// The quality of a JPEG, 0 (smallest) to 1 (best); default 0.9.
public let kCGImageDestinationLossyCompressionQuality: CFString = "kCGImageDestinationLossyCompressionQuality"
/// The colour under transparent pixels in formats without alpha: a CGColor; default white.
public let kCGImageDestinationBackgroundColor: CFString = "kCGImageDestinationBackgroundColor"
/// The longest side to write; larger images are scaled down. *Units*: pixels.
public let kCGImageDestinationImageMaxPixelSize: CFString = "kCGImageDestinationImageMaxPixelSize"

/// Writes images to bytes or a file: PNG, JPEG, GIF and WebP; several images make an animation.
///
/// Images are decoded and encoded in turn when the destination is finalized.
public final class CGImageDestination {
    private enum Target {
        case data(CFMutableData)
        case file(CFURL)
    }
    private enum Item {
        case image(CGImage, CFDictionary)
        case frame(CGImageSource, Int, CFDictionary)
    }

    private let target: Target
    private let format: ImageFormat
    private let count: Int
    private var items: [Item] = []
    private var properties: CFDictionary = [:]
    private var isFinalized = false

    fileprivate init?(data: CFMutableData, type: CFString, count: Int) {
        guard let format = ImageFormat(typeIdentifier: type), count >= 1, count == 1 || format != .jpeg else {
            return nil
        }
        (target, self.format, self.count) = (.data(data), format, count)
    }

    fileprivate init?(url: CFURL, type: CFString, count: Int) {
        guard let format = ImageFormat(typeIdentifier: type), count >= 1, count == 1 || format != .jpeg, url.isFileURL
        else { return nil }
        (target, self.format, self.count) = (.file(url), format, count)
    }

    fileprivate func setProperties(_ properties: CFDictionary?) {
        self.properties = merged(self.properties, with: properties)
    }

    fileprivate func add(_ image: CGImage, _ properties: CFDictionary?) { add(.image(image, properties ?? [:])) }

    fileprivate func add(_ source: CGImageSource, _ index: Int, _ properties: CFDictionary?) {
        let stored = CGImageSourceCopyPropertiesAtIndex(source, index, nil)
        // Delay times have the source format's key; the destination's format has another.
        var all = stored ?? [:]
        if let key = format.dictionaryKey, let from = source.contents.format?.dictionaryKey, from != key {
            all[key] = all[from]
        }
        add(.frame(source, index, merged(all, with: properties)))
    }

    private func add(_ item: Item) {
        if !isFinalized, items.count < count { items.append(item) }
    }

    fileprivate func finalize() -> Bool {
        guard !isFinalized, items.count == count else { return false }
        isFinalized = true
        defer { items = [] }
        guard let bytes = try? encoded() else { return false }
        switch target {
        case .data(let data):
            data.append(Data(bytes))
            return true
        case .file(let url):
            return (try? Data(bytes).write(to: url, options: .atomic)) != nil
        }
    }

    /// The pixels and the settings of an image; throws when the image cannot be decoded.
    private func picture(_ item: Item) throws -> (Bitmap, DestinationSettings) {
        let (bitmap, own): (Bitmap, CFDictionary)
        switch item {
        case .image(let image, let stated):
            (bitmap, own) = (image.resource.bitmap(), stated)
        case .frame(let source, let index, let stated):
            guard let frames = source.contents.frames(with: index) else {
                throw ImageError(.malformed, format: source.contents.format, reason: "there is no image \(index)")
            }
            (bitmap, own) = (try frames.bitmap(at: index), stated)
        }
        let settings = DestinationSettings(merged(properties, with: own), format: format)
        guard let most = settings.longestSide else { return (bitmap, settings) }
        let size = Bitmap.size((bitmap.width, bitmap.height), fitting: most)
        return (bitmap.scaledDown(toWidth: size.width, height: size.height), settings)
    }

    private func encoded() throws -> [UInt8] {
        let (first, settings) = try picture(items[0])
        if count == 1, format != .gif {
            switch format {
            case .png: return settings.annotations.annotatingPNG(try PNGEncoder.encode(first))
            case .webp: return try WebPEncoder.encode(first)
            default:
                let flat = first.over(settings.background)
                return settings.annotations.annotatingJPEG(try JPEGEncoder.encode(flat, quality: settings.quality))
            }
        }
        let (width, height) = (first.width, first.height)
        let loops = DestinationSettings.loopCount(properties, format: format)
        let encoder: any AnimationEncoder
        switch format {
        case .gif: encoder = try GIFAnimationEncoder(width: width, height: height, loopCount: loops)
        case .webp: encoder = try WebPAnimationEncoder(width: width, height: height, loopCount: loops ?? 1)
        default:
            encoder = try PNGAnimationEncoder(width: width, height: height, frameCount: count, loopCount: loops ?? 1)
        }
        var bytes = try encoder.append(first, duration: settings.delay)
        for item in items.dropFirst() {
            let (bitmap, settings) = try picture(item)
            bytes += try encoder.append(bitmap.onCanvas(width: width, height: height), duration: settings.delay)
        }
        return bytes + (try encoder.finish())
    }
}

/// Makes a destination that appends a file to `data` when it is finalized.
///
/// - Parameters:
///   - type: A uniform type identifier: public.png, public.jpeg, com.compuserve.gif or org.webmproject.webp.
///   - count: The number of images to add; more than one make an animation.
///   - options: Unused; nil.
/// - Returns: nil when the type is not in the list above, or cannot hold so many images.
public func CGImageDestinationCreateWithData(
    _ data: CFMutableData, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(data: data, type: type, count: count)
}

/// Makes a destination that writes a file atomically when it is finalized; nil as with data.
public func CGImageDestinationCreateWithURL(
    _ url: CFURL, _ type: CFString, _ count: Int, _ options: CFDictionary?
) -> CGImageDestination? {
    CGImageDestination(url: url, type: type, count: count)
}

/// The uniform type identifiers of formats that can be written.
public func CGImageDestinationCopyTypeIdentifiers() -> CFArray { ImageFormat.allCases.map(\.typeIdentifier) }

/// Sets properties of all images, such as an animation's loop count; properties of an image override them.
public func CGImageDestinationSetProperties(_ idst: CGImageDestination, _ properties: CFDictionary?) {
    idst.setProperties(properties)
}

/// Adds an image; images beyond the announced count are ignored.
///
/// An animation's canvas has the size of its first image; other images lie at its top left.
public func CGImageDestinationAddImage(_ idst: CGImageDestination, _ image: CGImage, _ properties: CFDictionary?) {
    idst.add(image, properties)
}

/// Adds an image of a source. The given properties override the image's own; NSNull removes a property.
public func CGImageDestinationAddImageFromSource(
    _ idst: CGImageDestination, _ isrc: CGImageSource, _ index: Int, _ properties: CFDictionary?
) {
    idst.add(isrc, index, properties)
}

/// Encodes and writes the images; false when images are missing, or when one cannot be decoded, encoded or written.
///
/// Nothing can be added afterwards.
public func CGImageDestinationFinalize(_ idst: CGImageDestination) -> Bool { idst.finalize() }
