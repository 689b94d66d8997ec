import CoreGraphics
import MicaBase
import MicaCodecs
import QuartzCore

/// Loads the images of a document, each file once, within a budget of pixels.
final class ImageLoader {
    /// The errors of images, one for each file.
    private(set) var errors: [DocumentError] = []

    /// The films of the document.
    let films = FilmLoader()
    private let source: (any DocumentSource)?
    private var loaded: [Key: CGImage?] = [:]
    /// The paths of references, by their directories.
    private var located: [Place: String] = [:]
    private var pixelsLeft: Int

    /// The images and films that a loader has read, for loaders without the document's files.
    struct Kept: Sendable {
        fileprivate var loaded: [Key: CGImage?]
        fileprivate var located: [Place: String]
        fileprivate var films: [String: UnnamedFile]
    }

    fileprivate struct Place: Hashable {
        var directory: String
        var reference: String
    }

    fileprivate struct Key: Hashable {
        var path: String
        var tint: DocumentColor?
        var isMask: Bool
    }

    /// The most pixels of all images of a document: 96 million, 384 MiB as bitmaps.
    static let pixelBudget = 96_000_000

    /// The most pixels that all text layers of a document are drawn into; with the data to redraw them, that is 384 MiB.
    static let textBudget = 48_000_000.0
    private var textLeft = ImageLoader.textBudget

    /// Takes the pixels of a text layer from the budget; false when the budget is used up.
    ///
    /// - Parameters:
    ///   - bounds: The layer's bounds, in points.
    ///   - scale: Its contentsScale. Less than one pixel a point counts as one.
    func takeText(_ bounds: CGRect, scale: Double) -> Bool {
        let pixels = abs(Double(bounds.width) * Double(bounds.height)) * max(1, scale * scale)
        guard pixels <= textLeft else { return false }
        textLeft -= pixels
        return true
    }

    /// Makes a loader; without a source every image is missing.
    init(_ source: (any DocumentSource)?, pixelBudget: Int = ImageLoader.pixelBudget) {
        self.source = source
        pixelsLeft = pixelBudget
    }

    /// Makes a loader of images and films that were read before; others are missing.
    init(_ kept: Kept) {
        (source, loaded, located, pixelsLeft) = (nil, kept.loaded, kept.located, 0)
        films.files = kept.films
    }

    /// The images and films that were read so far.
    var kept: Kept { Kept(loaded: loaded, located: located, films: films.files) }

    /// The path of a reference in a directory's document.
    ///
    /// *Throws*: `.unreadable` when there is no such file.
    private func locate(_ reference: DocumentImage, in directory: String) throws(DocumentError) -> String {
        let place = Place(directory: directory, reference: reference.source)
        if let known = located[place] { return known }
        guard let source else {
            throw DocumentError(.unreadable, file: reference.source, reason: "there is no such file in the document")
        }
        let path = try source.locate(reference.source, in: directory)
        located[place] = path
        return path
    }

    /// The image of a reference in a directory's document; nil, with an error recorded, when it cannot be loaded.
    func image(_ reference: DocumentImage, in directory: String) -> CGImage? {
        do throws(DocumentError) {
            return try found(reference, in: directory)
        } catch {
            note(error, of: reference)
            return nil
        }
    }

    /// Shows a referenced film in a layer; records an error when it cannot be loaded.
    func play(_ reference: DocumentImage, in directory: String, _ layer: CALayer) {
        do throws(DocumentError) {
            try films.play(locate(reference, in: directory), from: source, in: layer)
        } catch {
            note(error, of: reference)
        }
    }

    private func note(_ error: DocumentError, of reference: DocumentImage) {
        let reason = "\(error.reason) (named at \(reference.location))"
        let told = DocumentError(error.kind, file: error.file, reason: reason)
        if !errors.contains(where: { $0.file == told.file && $0.kind == told.kind }) { errors.append(told) }
    }

    private func found(_ reference: DocumentImage, in directory: String) throws(DocumentError) -> CGImage? {
        if DataURI.isOne(reference.source) { return try inline(reference) }
        let path = try locate(reference, in: directory)
        let key = Key(path: path, tint: reference.tint, isMask: reference.isMask)
        if let known = loaded[key] {
            // A document's own loader has recorded why; a later one has not.
            guard known != nil || source != nil else {
                throw DocumentError(.unreadable, file: path, reason: "the image cannot be read")
            }
            return known
        }
        loaded[key] = .some(nil)
        guard let source else {
            throw DocumentError(.unreadable, file: path, reason: "there is no such file in the document")
        }
        let image = try load(source.bytes(at: path), path, reference)
        loaded[key] = image
        return image
    }

    /// The image embedded in a reference.
    private func inline(_ reference: DocumentImage) throws(DocumentError) -> CGImage? {
        let key = Key(path: reference.source, tint: reference.tint, isMask: reference.isMask)
        if let known = loaded[key] { return known }
        loaded[key] = .some(nil)
        let name = DataURI.shown(reference.source)
        guard let bytes = DataURI.bytes(reference.source) else {
            throw DocumentError(.malformed, file: name, reason: "the data is not base64")
        }
        let image = try load(bytes, name, reference)
        loaded[key] = image
        return image
    }

    private func load(_ bytes: [UInt8], _ path: String, _ reference: DocumentImage) throws(DocumentError) -> CGImage {
        do {
            var limits = ImageLimits.standard
            limits.maximumPixels = min(limits.maximumPixels, pixelsLeft)
            let decoder = try ImageDecoder(bytes: bytes, limits: limits)
            var bitmap = try decoder.decode()
            guard bitmap.width > 0, bitmap.height > 0 else {
                throw DocumentError(.malformed, file: path, reason: "the image has no pixels")
            }
            pixelsLeft -= bitmap.width * bitmap.height
            if reference.tint != nil || reference.isMask { tint(&bitmap, reference) }
            return CGImage(bitmap: bitmap)
        } catch let error as DocumentError {
            throw error
        } catch {
            throw DocumentError(.malformed, file: path, reason: "the image cannot be decoded: \(error)")
        }
    }

    /// Replaces the image's colours by the tint, or by black without one. The coverage is the image's alpha, or its
    /// grey for a mask.
    private func tint(_ bitmap: inout Bitmap, _ reference: DocumentImage) {
        let tint = reference.tint ?? DocumentColor(red: 0, green: 0, blue: 0)
        let alpha = min(max(tint.alpha, 0), 1)
        func premultiplied(_ component: Double) -> Double { min(max(component, 0), 1) * alpha }
        let parts = (alpha, premultiplied(tint.red), premultiplied(tint.green), premultiplied(tint.blue))
        for index in bitmap.pixels.indices {
            let pixel = bitmap.pixels[index]
            let coverage = Double(reference.isMask ? pixel & 0xFF : pixel >> 24)
            func part(_ value: Double) -> UInt32 { UInt32((value * coverage).rounded()) }
            bitmap.pixels[index] = part(parts.0) << 24 | part(parts.1) << 16 | part(parts.2) << 8 | part(parts.3)
        }
    }
}
