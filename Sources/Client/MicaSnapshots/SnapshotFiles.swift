import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaSurface
import QuartzCore

/// A reference, with the pictures beside it.
struct Snapshot {
    let directory: URL
    let name: String
    var isRecording = ProcessInfo.processInfo.environment["MICA_SNAPSHOTS"] == "record"
    /// The record of text in pictures, which `mica test` asks for: in the folder `MICA_TEXT_AREAS`; nil without.
    static let textRecord = TextAreas.begin(in: ProcessInfo.processInfo.environment["MICA_TEXT_AREAS"])

    /// Makes the reference of a test.
    ///
    /// - Parameters:
    ///   - name: The file's name; nil means the test's.
    ///   - file: The path of the test's source.
    ///   - test: The name of the test's function.
    init(name: String?, file: String, test: String) {
        let source = URL(fileURLWithPath: file)
        directory = source.deletingLastPathComponent().appending(path: "__Snapshots__")
            .appending(path: source.deletingPathExtension().lastPathComponent)
        let plain = (name ?? test).map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
        self.name = String(String(plain).split(separator: "_").joined(separator: "_"))
    }

    private func path(_ kind: String = "") -> String { directory.appending(path: name + kind + ".png").path }

    /// The last words of every failure.
    private var wayOut: String {
        "see \(path(".difference")) (reference, picture, difference); if the picture is right, run the test with "
            + "MICA_SNAPSHOTS=record"
    }

    /// Compares a picture with the reference, or records it.
    func check(_ actual: Bitmap, _ tolerance: SnapshotTolerance) throws {
        guard !isRecording, let data = FileManager.default.contents(atPath: path()) else {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try AtomicFile.write(PNGEncoder.encode(actual), to: path())
            removeEvidence()
            if isRecording { return }
            throw SnapshotFailure(description: "\(path()) was recorded: look at it, and run the test again")
        }
        let reference = try decodeImage([UInt8](data))
        guard reference.width == actual.width, reference.height == actual.height else {
            try writeActual(actual)
            try AtomicFile.write(PNGEncoder.encode(.row([reference, actual])), to: path(".difference"))
            throw SnapshotFailure(
                description:
                    "\(name) has \(actual.width) x \(actual.height) pixels, its reference \(reference.width) x "
                    + "\(reference.height): \(wayOut)")
        }
        let difference = SnapshotDifference(actual, reference, tolerance)
        guard difference.count > tolerance.pixels else { return removeEvidence() }
        try writeActual(actual)
        try AtomicFile.write(
            PNGEncoder.encode(.row([reference, actual, difference.picture])), to: path(".difference"))
        throw SnapshotFailure(description: "\(name): \(difference.words(tolerance)): \(wayOut)")
    }

    /// Writes the picture beside its reference, and the record of its text.
    private func writeActual(_ actual: Bitmap) throws {
        let bytes = try PNGEncoder.encode(actual)
        try AtomicFile.write(bytes, to: path(".actual"))
        Self.textRecord?.keep(forPNG: bytes, width: actual.width, height: actual.height)
    }

    private func removeEvidence() {
        for kind in [".actual", ".difference"] { try? FileManager.default.removeItem(atPath: path(kind)) }
    }
}

/// The difference of two bitmaps of equal size.
struct SnapshotDifference {
    /// The number of pixels that differ by more than is tolerated.
    private(set) var count = 0
    /// The largest difference of a channel.
    private(set) var most = 0
    /// The pixel with the largest difference.
    private var farthest = (x: 0, y: 0)
    /// The columns and rows of the counted pixels: half-open.
    private var box = (left: Int.max, top: Int.max, right: 0, bottom: 0)
    /// The reference, faded, with the counted pixels in red and smaller differences in yellow.
    private(set) var picture: Bitmap

    init(_ actual: Bitmap, _ reference: Bitmap, _ tolerance: SnapshotTolerance) {
        picture = reference
        for index in picture.pixels.indices { picture.pixels[index] = Self.faded(reference.pixels[index]) }
        for index in actual.pixels.indices where actual.pixels[index] != reference.pixels[index] {
            let (one, other) = (actual.pixels[index], reference.pixels[index])
            var off = 0
            for shift: UInt32 in [0, 8, 16, 24] {
                off = max(off, abs(Int(one >> shift & 255) - Int(other >> shift & 255)))
            }
            let (x, y) = (index % actual.width, index / actual.width)
            if off > most { (most, farthest) = (off, (x, y)) }
            guard off > tolerance.channel else {
                picture.pixels[index] = 0xFFE0_C000
                continue
            }
            count += 1
            picture.pixels[index] = 0xFFE0_0000
            box = (min(box.left, x), min(box.top, y), max(box.right, x + 1), max(box.bottom, y + 1))
        }
    }

    /// The difference in words: how many pixels, how far, and where.
    func words(_ tolerance: SnapshotTolerance) -> String {
        let total = picture.width * picture.height
        let limit = tolerance.channel > 0 ? " by more than \(tolerance.channel)" : ""
        let allowed = tolerance.pixels > 0 ? "\(tolerance.pixels) may" : "none may"
        return
            "\(count) of \(total) pixels differ\(limit) (\(allowed)), by up to \(most) of 255, all within \(box.left),"
            + "\(box.top) \(box.right - box.left)x\(box.bottom - box.top), the most at \(farthest.x),\(farthest.y)"
    }

    /// A quarter of a pixel over white, so that the differences stand out.
    private static func faded(_ pixel: UInt32) -> UInt32 {
        let around = 255 - (pixel >> 24)
        func channel(_ shift: UInt32) -> UInt32 { (255 * 3 + (pixel >> shift & 255) + around) / 4 }
        return 0xFF00_0000 | min(channel(16), 255) << 16 | min(channel(8), 255) << 8 | min(channel(0), 255)
    }
}

extension Bitmap {
    /// Bitmaps beside each other, from the left, with a gap.
    static func row(_ parts: [Bitmap], gap: Int = 4) -> Bitmap {
        let width = parts.reduce(gap * (parts.count - 1)) { $0 + $1.width }
        var row = Bitmap(width: width, height: parts.map(\.height).max() ?? 0)
        var left = 0
        for part in parts {
            for y in 0..<part.height {
                let start = y * width + left
                row.pixels.replaceSubrange(
                    start..<start + part.width, with: part.pixels[y * part.width..<(y + 1) * part.width])
            }
            left += part.width + gap
        }
        return row
    }
}
