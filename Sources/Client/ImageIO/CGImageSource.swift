import MicaBase
import MicaCodecs
import MicaTrace
import Synchronization

/// Whether decoded pixels are cached; a Boolean, default true.
///
/// All images share one budget. With false, pixels are cached only while no other image needs the room.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded when it is made; a Boolean, default false.
///
/// With true, an image that cannot be decoded is nil. With false, images are decoded when they are first drawn; an
/// image that cannot be decoded is then transparent, with one line on standard error.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// The type that the caller expects; ignored, because the bytes decide.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether to make a thumbnail from the whole image if the file has none; thumbnails in files are not read. A
/// Boolean.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make a thumbnail from the whole image in any case. A Boolean.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether to rotate a thumbnail upright. A Boolean.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The longest side of a thumbnail; default: the size of the image. *Units*: pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"

/// The progress of an image source.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The data end before the image does.
    case statusUnexpectedEOF = -5
    /// The data are damaged, or the image is too large to read.
    case statusInvalidData = -4
    /// The data have an unsupported type.
    case statusUnknownType = -3
    /// The data are too short to tell the size.
    case statusReadingHeader = -2
    /// More data are needed.
    case statusIncomplete = -1
    /// All data are there.
    case statusComplete = 0
}

/// Reads images from bytes: PNG, JPEG, WebP and GIF.
///
/// Any thread may use a source. The bytes may be untrusted: damage gives a status or nil.
public final class CGImageSource: Sendable {
    /// The largest file that is read. *Units*: bytes.
    private static let largestFile = 512 << 20

    /// The result of reading the bytes so far.
    private let state: Mutex<SourceContents>
    /// Whether more bytes may be passed.
    private let isIncremental: Bool
    private let keepsPixels: Bool
    private let decodesAtOnce: Bool
    private let cache: ImageCache
    private let report: @Sendable (String) -> Void

    /// Makes a source of bytes, with a cache and a function that reports damage found late.
    package init(
        bytes: [UInt8], isIncremental: Bool = false, options: CFDictionary?, cache: ImageCache = .shared,
        report: @escaping @Sendable (String) -> Void = { Notices.shared.say($0, from: "ImageIO") }
    ) {
        (self.isIncremental, self.cache, self.report) = (isIncremental, cache, report)
        keepsPixels = flag(options, kCGImageSourceShouldCache) ?? true
        decodesAtOnce = flag(options, kCGImageSourceShouldCacheImmediately) ?? false
        state = Mutex(SourceContents(bytes, isFinal: !isIncremental, cache: cache, report: report))
    }

    /// Makes a source of a file; nil when it is no readable plain file, or larger than 512 MiB.
    fileprivate convenience init?(url: CFURL, options: CFDictionary?) {
        guard url.isFileURL else { return nil }
        let path = url.resolvingSymlinksInPath().path
        guard let attributes = try? FileManager.default.attributesOfItem(atPath: path),
            attributes[.type] as? FileAttributeType == .typeRegular,
            let size = (attributes[.size] as? NSNumber)?.intValue, size <= Self.largestFile,
            let data = try? Data(contentsOf: URL(fileURLWithPath: path))
        else { return nil }
        self.init(bytes: [UInt8](data), options: options)
    }

    /// The result of reading the bytes so far.
    var contents: SourceContents { state.withLock { $0 } }

    fileprivate func update(_ data: CFData, isFinal: Bool) {
        guard isIncremental else { return }
        let contents = SourceContents([UInt8](data), isFinal: isFinal, cache: cache, report: report)
        state.withLock { $0 = contents }
    }

    fileprivate func image(at index: Int, _ options: CFDictionary?) -> CGImage? {
        guard let frames = contents.frames(with: index) else { return nil }
        let isExpendable = !(flag(options, kCGImageSourceShouldCache) ?? keepsPixels)
        let resource = frames.resource(at: index, isExpendable: isExpendable)
        if flag(options, kCGImageSourceShouldCacheImmediately) ?? decodesAtOnce, !resource.isDecoded {
            guard let bitmap = try? frames.bitmap(at: index) else { return nil }
            resource.deposit(bitmap, isExpendable: isExpendable)
        }
        return CGImage(resource: resource)
    }

    fileprivate func thumbnail(at index: Int, _ options: CFDictionary?) -> CGImage? {
        let contents = self.contents
        let isWanted =
            flag(options, kCGImageSourceCreateThumbnailFromImageAlways) == true
            || flag(options, kCGImageSourceCreateThumbnailFromImageIfAbsent) == true
        guard isWanted, let frames = contents.frames(with: index) else { return nil }
        var size = frames.size
        if let most = number(options, kCGImageSourceThumbnailMaxPixelSize) {
            guard most >= 1 else { return nil }
            size = Bitmap.size(size, fitting: Int(min(most, 1e9)))
        }
        guard let bitmap = try? frames.bitmap(at: index, forWidth: size.width, height: size.height) else { return nil }
        var small = bitmap.scaledDown(toWidth: size.width, height: size.height)
        if flag(options, kCGImageSourceCreateThumbnailWithTransform) == true {
            small = small.upright(from: contents.metadata?.orientation ?? .up)
        }
        return CGImage(bitmap: small)
    }
}

/// Makes a source of bytes.
///
/// Bytes that are no image give a source without images; its status tells why.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(bytes: [UInt8](data), options: options)
}

/// Makes a source of a file; nil when it is no readable plain file, or larger than 512 MiB.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(url: url, options: options)
}

/// Makes a source of a provider's bytes; nil when the provider has none.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
    provider.data.map { CGImageSource(bytes: [UInt8]($0), options: options) }
}

/// Makes a source whose bytes are passed later, with `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(bytes: [], isIncremental: true, options: options)
}

/// Passes all bytes so far to an incremental source, including earlier ones; `final`: no more will come.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data, isFinal: final)
}

/// Passes all bytes so far to an incremental source; `final`: no more will come.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    if let data = provider.data { isrc.update(data, isFinal: final) }
}

/// The uniform type identifier of the source; nil until it is known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.contents.format?.typeIdentifier }

/// The uniform type identifiers of formats that can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageFormat.allCases.map(\.typeIdentifier) }

/// The number of images, or of an animation's frames; while bytes are missing, of those that have begun.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.contents.metadata?.frames.count ?? 0 }

/// The index of the main image: 0.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// The progress of the source.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.contents.status }

/// The progress of an image.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    isrc.contents.status(at: index)
}

/// Makes an image; for an animation's frame, the whole canvas as it is to be shown.
///
/// nil when there is no such image, or its bytes are incomplete.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    isrc.image(at: index, options)
}

/// Makes a scaled down image, which is decoded immediately.
///
/// nil when the image cannot be decoded, or the options ask for no thumbnail of the whole image
/// (`kCGImageSourceCreateThumbnailFromImageAlways`, `...IfAbsent`). Each pixel is the mean of the area that it
/// covers, in premultiplied sRGB; much larger JPEGs are first decoded at a half, a quarter or an eighth of their size.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    isrc.thumbnail(at: index, options)
}

/// Drops the decoded pixels of an image; they are decoded again when needed.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {
    isrc.contents.frames?.dropPixels(at: index)
}
