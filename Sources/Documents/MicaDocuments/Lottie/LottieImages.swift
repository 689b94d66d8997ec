import CoreGraphics
import Foundation
import MicaBase
import MicaCodecs

/// Loads the images of a Lottie document, embedded or in files, each once, within a budget of pixels.
final class LottieImages {
    private let source: (any DocumentSource)?
    /// The directory for relative names.
    private let directory: String
    private var loaded: [String: CGImage?] = [:]
    private var replacements: [String: CGImage] = [:]
    /// The copies of sounds' files, by the assets' paths in the document; nil for those that cannot be read.
    private(set) var sounds: [String: UnnamedFile?] = [:]
    private var pixelsLeft = ImageLoader.pixelBudget

    /// - Parameter directory: the directory of the document's file in the source.
    init(_ source: (any DocumentSource)?, directory: String = "") {
        (self.source, self.directory) = (source, directory)
    }

    /// Sets the picture of a file name, in place of a file.
    func replace(_ file: String, by image: CGImage) { replacements[file] = image }
    /// Images and sounds that were loaded before.
    init(loaded: [String: CGImage?], sounds: [String: UnnamedFile?]) {
        (source, directory, self.loaded, self.sounds) = (nil, "", loaded, sounds)
    }

    /// A copy of a sound's file; nil when it cannot be read.
    func sound(_ asset: LottieImage) -> UnnamedFile? {
        if let known = sounds[asset.path] { return known }
        let file = bytes(asset).flatMap { UnnamedFile($0) }
        sounds[asset.path] = .some(file)
        return file
    }

    /// The images of all assets, by their paths in the document.
    func all(of composition: LottieComposition) -> [String: CGImage?] {
        for (_, asset) in composition.images.sorted(by: { $0.key < $1.key }) { _ = image(asset) }
        return loaded
    }

    /// The image of an asset; nil when it cannot be loaded.
    func image(_ asset: LottieImage) -> CGImage? {
        if let image = replacements[asset.file] { return image }
        if let known = loaded[asset.path] { return known }
        let image = bytes(asset).flatMap(decode)
        loaded[asset.path] = .some(image)
        return image
    }

    /// The bytes of an asset's file; nil when it cannot be read.
    func bytes(_ asset: LottieImage) -> [UInt8]? {
        if DataURI.isOne(asset.file) { return DataURI.bytes(asset.file) }
        guard let source else { return nil }
        // Tried in order: as written, the archives' directories of images and sounds (version 1, version 2), the
        // document's directory.
        let inner = asset.directory.hasSuffix("/") || asset.directory.isEmpty ? asset.directory : asset.directory + "/"
        let names = [inner, "images/", "i/", "audio/", "u/", ""].map { $0 + asset.file }
        for start in [directory, ""] {
            for name in names {
                guard let path = try? source.locate(name, in: start), let bytes = try? source.bytes(at: path) else {
                    continue
                }
                return bytes
            }
        }
        return nil
    }

    private func decode(_ bytes: [UInt8]) -> CGImage? {
        var limits = ImageLimits.standard
        limits.maximumPixels = min(limits.maximumPixels, pixelsLeft)
        guard let decoder = try? ImageDecoder(bytes: bytes, limits: limits), let bitmap = try? decoder.decode(),
            bitmap.width > 0, bitmap.height > 0
        else { return nil }
        pixelsLeft -= bitmap.width * bitmap.height
        return CGImage(bitmap: bitmap)
    }
}
