import MicaCodecs
import MicaResources
import MicaTrace
import Synchronization

/// Whether images keep their decoded form; true unless stated. A Boolean.
///
/// Decoded forms share a budget. Where this is false, the decoded form only takes room that no other image wants.
public let kCGImageSourceShouldCache: CFString = "kCGImageSourceShouldCache"
/// Whether an image is decoded when it is made; false unless stated. A Boolean.
///
/// If it is true, an image that cannot be decoded is nil. Otherwise images are decoded when they are first drawn, and one
/// that cannot be decoded then is transparent, with one line on standard error.
public let kCGImageSourceShouldCacheImmediately: CFString = "kCGImageSourceShouldCacheImmediately"
/// The type that the caller takes the bytes for; the bytes themselves decide.
public let kCGImageSourceTypeIdentifierHint: CFString = "kCGImageSourceTypeIdentifierHint"
/// Whether to make a thumbnail of the whole image where the file has none; no thumbnail is read from files. A Boolean.
public let kCGImageSourceCreateThumbnailFromImageIfAbsent: CFString = "kCGImageSourceCreateThumbnailFromImageIfAbsent"
/// Whether to make a thumbnail of the whole image in any case. A Boolean.
public let kCGImageSourceCreateThumbnailFromImageAlways: CFString = "kCGImageSourceCreateThumbnailFromImageAlways"
/// Whether to turn a thumbnail upright. A Boolean.
public let kCGImageSourceCreateThumbnailWithTransform: CFString = "kCGImageSourceCreateThumbnailWithTransform"
/// The longest side of a thumbnail; without it, it is as large as the image. *Units*: pixels.
public let kCGImageSourceThumbnailMaxPixelSize: CFString = "kCGImageSourceThumbnailMaxPixelSize"

/// How far an image source is.
public enum CGImageSourceStatus: Int32, Sendable {
    /// The data ended before the image did.
    case statusUnexpectedEOF = -5
    /// The data are damaged, or say that the image is larger than can be read.
    case statusInvalidData = -4
    /// The data are of no type that is read.
    case statusUnknownType = -3
    /// There is not enough to tell the size.
    case statusReadingHeader = -2
    /// More data are needed.
    case statusIncomplete = -1
    /// Everything is there.
    case statusComplete = 0
}

/// Reads pictures out of bytes: PNG, JPEG, WebP and GIF.
///
/// Any thread may use a source. Bytes from anywhere may be given: damage is a status or nil.
public final class CGImageSource: Sendable {
    /// The largest file that is read. *Units*: bytes.
    private static let largestFile = 512 << 20

    /// What the bytes are found to be.
    private let state: Mutex<SourceContents>
    /// Whether more bytes may come.
    private let isIncremental: Bool
    private let keepsPixels: Bool
    private let decodesAtOnce: Bool
    private let cache: ImageCache
    private let report: @Sendable (String) -> Void

    /// Makes a source of bytes, which decodes into a cache and tells of late damage.
    package init(
        bytes: [UInt8], isIncremental: Bool = false, options: CFDictionary?, cache: ImageCache = .shared,
        report: @escaping @Sendable (String) -> Void = { Notices.shared.say($0, from: "ImageIO") }
    ) {
        (self.isIncremental, self.cache, self.report) = (isIncremental, cache, report)
        keepsPixels = flag(options, kCGImageSourceShouldCache) ?? true
        decodesAtOnce = flag(options, kCGImageSourceShouldCacheImmediately) ?? false
        state = Mutex(SourceContents(bytes, isFinal: !isIncremental, cache: cache, report: report))
    }

    /// Makes a source of a file; nil when it is not a plain file that can be read, or larger than 512 MiB.
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

    /// What the bytes are found to be so far.
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
        guard isWanted, let frames = contents.frames(with: index), let bitmap = try? frames.bitmap(at: index) else {
            return nil
        }
        var size = (width: bitmap.width, height: bitmap.height)
        if let most = number(options, kCGImageSourceThumbnailMaxPixelSize) {
            guard most >= 1 else { return nil }
            size = bitmap.size(fitting: Int(min(most, 1e9)))
        }
        var small = bitmap.scaledDown(toWidth: size.width, height: size.height)
        if flag(options, kCGImageSourceCreateThumbnailWithTransform) == true {
            small = small.upright(from: contents.metadata?.orientation ?? .up)
        }
        return CGImage(bitmap: small)
    }
}

/// Makes a source of bytes.
///
/// Bytes that are no picture give a source as well, without images; its status says why.
public func CGImageSourceCreateWithData(_ data: CFData, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(bytes: [UInt8](data), options: options)
}

/// Makes a source of a file; nil when it is not a plain file that can be read, or larger than 512 MiB.
public func CGImageSourceCreateWithURL(_ url: CFURL, _ options: CFDictionary?) -> CGImageSource? {
    CGImageSource(url: url, options: options)
}

/// Makes a source of a provider's bytes; nil when it has none.
public func CGImageSourceCreateWithDataProvider(_ provider: CGDataProvider, _ options: CFDictionary?) -> CGImageSource?
{
    provider.data.map { CGImageSource(bytes: [UInt8]($0), options: options) }
}

/// Makes a source whose bytes come later, by `CGImageSourceUpdateData`.
public func CGImageSourceCreateIncremental(_ options: CFDictionary?) -> CGImageSource {
    CGImageSource(bytes: [], isIncremental: true, options: options)
}

/// Gives an incremental source all bytes that have come so far, those given before included; `final`: they are all.
public func CGImageSourceUpdateData(_ isrc: CGImageSource, _ data: CFData, _ final: Bool) {
    isrc.update(data, isFinal: final)
}

/// Gives an incremental source all bytes that have come so far; `final`: they are all.
public func CGImageSourceUpdateDataProvider(_ isrc: CGImageSource, _ provider: CGDataProvider, _ final: Bool) {
    if let data = provider.data { isrc.update(data, isFinal: final) }
}

/// The uniform type identifier of the source; nil while it is not known.
public func CGImageSourceGetType(_ isrc: CGImageSource) -> CFString? { isrc.contents.format?.typeIdentifier }

/// The uniform type identifiers of what can be read.
public func CGImageSourceCopyTypeIdentifiers() -> CFArray { ImageFormat.allCases.map(\.typeIdentifier) }

/// How many images there are, an animation's frames among them; while bytes come, those that have begun.
public func CGImageSourceGetCount(_ isrc: CGImageSource) -> Int { isrc.contents.metadata?.frames.count ?? 0 }

/// The image that stands for all; the first.
public func CGImageSourceGetPrimaryImageIndex(_ isrc: CGImageSource) -> Int { 0 }

/// How far the source is.
public func CGImageSourceGetStatus(_ isrc: CGImageSource) -> CGImageSourceStatus { isrc.contents.status }

/// How far an image of the source is.
public func CGImageSourceGetStatusAtIndex(_ isrc: CGImageSource, _ index: Int) -> CGImageSourceStatus {
    isrc.contents.status(at: index)
}

/// Makes an image; of an animation the whole canvas as it is to be shown.
///
/// nil when there is no such image or not all of its bytes are there.
public func CGImageSourceCreateImageAtIndex(_ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?) -> CGImage? {
    isrc.image(at: index, options)
}

/// Makes a smaller image, decoded at once.
///
/// nil when the options ask for none of the whole image (`kCGImageSourceCreateThumbnailFromImageAlways`, `...IfAbsent`), or
/// the image cannot be decoded. Each pixel is the mean of the area that it covers, in premultiplied sRGB.
public func CGImageSourceCreateThumbnailAtIndex(
    _ isrc: CGImageSource, _ index: Int, _ options: CFDictionary?
) -> CGImage? {
    isrc.thumbnail(at: index, options)
}

/// Lets go of the decoded form of an image; it is decoded again when it is wanted.
public func CGImageSourceRemoveCacheAtIndex(_ isrc: CGImageSource, _ index: Int) {
    isrc.contents.frames?.dropPixels(at: index)
}
