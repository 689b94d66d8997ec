import CoreGraphics
import Foundation
import MicaBase
import MicaCodecs
import Synchronization

/// The pictures that rows name, decoded, each once for as long as its file stays as it is.
///
/// Pictures that were not used for longest are dropped. Large JPEGs are decoded at a half, a quarter or an eighth of their
/// size, if that leaves twice the points of their place.
public final class TemplatePictures: Sendable {
    /// 256 MiB of pixels.
    public static let shared = TemplatePictures(budget: 256 << 20)

    private struct Entry {
        var image: CGImage
        var stamp: FileStamp
    }
    private struct Kept {
        var entries: BudgetedCache<String, Entry>
        var decoded = 0
    }

    private let kept: Mutex<Kept>

    /// Makes an empty store.
    ///
    /// - Parameter budget: The most bytes of pixels that it keeps.
    public init(budget: Int) {
        kept = Mutex(Kept(entries: BudgetedCache(budget: max(budget, 0), slack: max(budget, 0) / 4)))
    }

    /// How many pictures were decoded so far.
    package var decodedCount: Int { kept.withLock { $0.decoded } }

    /// The most bytes of a picture's file.
    private static let largestFile = 256 << 20

    /// A picture of one transparent pixel.
    static let transparent = CGImage(bitmap: Bitmap(width: 1, height: 1, pixels: [0]))

    /// Whether there is a file.
    ///
    /// *Throws*: `.unreadable` if there is none.
    static func look(for path: String) throws(DocumentError) {
        if !DataURI.isOne(path) { _ = try stamp(path) }
    }

    private static func stamp(_ path: String) throws(DocumentError) -> FileStamp {
        let stamp = try FileStamp(path)
        guard stamp.isRegular else { throw DocumentError(.unreadable, file: path, reason: "not a file") }
        guard stamp.size <= largestFile else {
            throw DocumentError(
                .refused, file: path, reason: "the file has more than \(largestFile >> 20) MiB: no picture is read")
        }
        return stamp
    }

    /// The picture of a file or of a data URI, upright.
    ///
    /// *Throws*: `.unreadable` with the reason.
    func image(_ path: String, for size: CGSize?, _ fit: PictureFit) throws(DocumentError) -> CGImage {
        if DataURI.isOne(path) {
            guard let bytes = DataURI.bytes(path) else {
                throw DocumentError(.unreadable, file: DataURI.shown(path), reason: "the data is not valid")
            }
            return try Self.decode(bytes, file: DataURI.shown(path), size)
        }
        let stamp = try Self.stamp(path)
        let side = size.map { "\(Int($0.width.rounded(.up)))x\(Int($0.height.rounded(.up)))" } ?? ""
        let key = side + " " + path
        if let known = kept.withLock({ $0.entries.value(key) }), known.stamp == stamp { return known.image }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw DocumentError(.unreadable, file: path, reason: "the file cannot be read")
        }
        let image = try Self.decode([UInt8](bytes), file: path, size)
        kept.withLock {
            $0.decoded += 1
            $0.entries.insert(Entry(image: image, stamp: stamp), for: key, bytes: image.width * image.height * 4)
        }
        return image
    }

    private static func decode(_ bytes: [UInt8], file: String, _ size: CGSize?) throws(DocumentError) -> CGImage {
        do throws(ImageError) {
            let decoder = try ImageDecoder(bytes: bytes)
            // A card may be drawn at twice its points, and a place be a part of a turned picture.
            let side = size.map { max(Int(min($0.width, 1e5)), Int(min($0.height, 1e5)), 1) }
            let bitmap: Bitmap
            if let side {
                bitmap = try decoder.decode(forWidth: side, height: side)
            } else {
                bitmap = try decoder.decode()
            }
            return CGImage(bitmap: bitmap.upright(from: decoder.header.orientation))
        } catch { throw DocumentError(.unreadable, file: file, reason: error.description) }
    }
}
