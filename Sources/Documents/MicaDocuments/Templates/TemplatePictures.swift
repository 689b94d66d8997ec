import CoreGraphics
import Foundation
import Glibc
import MicaCodecs
import MicaResources
import Synchronization

/// The pictures that rows name, decoded, each once for as long as its file stays as it is.
///
/// Pictures that were not used for longest are dropped. Large JPEGs are decoded at a half, a quarter or an eighth of their
/// size, if that leaves twice the points of their place.
public final class TemplatePictures: Sendable {
    /// 256 MiB of pixels.
    public static let shared = TemplatePictures(budget: 256 << 20)

    private let budget: Int
    private let kept = Mutex(Kept())

    private struct Entry {
        var image: CGImage
        var stamp: Stamp
        var used: Int
        var bytes: Int
    }
    private struct Kept {
        var entries: [String: Entry] = [:]
        var bytes = 0
        var count = 0
        var decoded = 0

        /// The entry of a key, as used now.
        mutating func use(_ key: String) -> Entry? {
            count += 1
            entries[key]?.used = count
            return entries[key]
        }

        /// Keeps an entry, and drops the oldest ones beyond the budget.
        mutating func keep(_ entry: Entry, _ key: String, budget: Int) {
            decoded += 1
            guard entry.bytes <= budget else { return }
            bytes += entry.bytes - (entries[key]?.bytes ?? 0)
            entries[key] = entry
            entries[key]?.used = count
            guard bytes > budget else { return }
            // A quarter goes at once, so that the search for the oldest is rare.
            for (key, old) in entries.sorted(by: { $0.value.used < $1.value.used }) where bytes > budget / 4 * 3 {
                bytes -= old.bytes
                entries[key] = nil
            }
        }
    }
    /// What changes with a file.
    private struct Stamp: Equatable {
        var seconds: Int, nanoseconds: Int, size: Int, number: UInt
    }

    /// Makes an empty store.
    ///
    /// - Parameter budget: The most bytes of pixels that it keeps.
    public init(budget: Int) { self.budget = budget }

    /// How many pictures were decoded so far.
    package var decodedCount: Int { kept.withLock { $0.decoded } }

    /// A picture of one transparent pixel.
    static let transparent = CGImage(bitmap: Bitmap(width: 1, height: 1, pixels: [0]))

    /// Whether there is a file.
    ///
    /// *Throws*: `.unreadable` if there is none.
    static func look(for path: String) throws(DocumentError) {
        if !DataURI.isOne(path) { _ = try stamp(path) }
    }

    private static func stamp(_ path: String) throws(DocumentError) -> Stamp {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else {
            let reason =
                errno == ENOENT ? "there is no such file" : unsafe String(cString: strerror(errno)).lowercased()
            throw DocumentError(.unreadable, file: path, reason: reason)
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw DocumentError(.unreadable, file: path, reason: "not a file")
        }
        return Stamp(
            seconds: status.st_mtim.tv_sec, nanoseconds: status.st_mtim.tv_nsec, size: Int(status.st_size),
            number: UInt(status.st_ino))
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
        if let known = kept.withLock({ $0.use(key) }), known.stamp == stamp { return known.image }
        guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw DocumentError(.unreadable, file: path, reason: "the file cannot be read")
        }
        let image = try Self.decode([UInt8](bytes), file: path, size)
        let entry = Entry(image: image, stamp: stamp, used: 0, bytes: image.width * image.height * 4)
        kept.withLock { $0.keep(entry, key, budget: budget) }
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
