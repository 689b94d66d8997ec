import CoreGraphics
import Foundation
import Mica
import MicaCodecs
import MicaImageFiles
import MicaResources
import MicaSurface
import QuartzCore

/// The largest allowed difference of a picture from its reference.
///
/// Mica draws the same bytes on every machine, so `exact` suits most pictures. Text is an exception, because fonts
/// differ.
public struct SnapshotTolerance: Sendable, Equatable {
    /// The largest allowed difference in a pixel's channels, 0 to 255.
    public var channel: Int
    /// The number of pixels that may differ by more than `channel`.
    public var pixels: Int

    /// No difference is allowed.
    public static let exact = SnapshotTolerance()

    /// Makes a tolerance; exact by default.
    public init(channel: Int = 0, pixels: Int = 0) { (self.channel, self.pixels) = (channel, pixels) }
}

/// A picture's difference from its reference, as an error, so that any kind of test fails by it.
public struct SnapshotFailure: Error, Equatable, CustomStringConvertible {
    /// The difference, and the files that show it.
    public let description: String
}

/// Checks that a tree of layers looks as it did when its reference was recorded.
///
/// The reference is `__Snapshots__/FILE/NAME.png` beside the test's source. If there is none, the picture is recorded,
/// and the call throws once, so that a new picture does not pass unseen. With `MICA_SNAPSHOTS=record` in the
/// environment every picture is recorded anew, without errors. If a picture differs, `NAME.actual.png` and
/// `NAME.difference.png` (white where the difference exceeds the tolerance, grey where it is smaller) stay beside the
/// reference until it fits again.
///
/// - Parameters:
///   - layer: The root of a tree that no renderer draws.
///   - name: The file's name; nil stands for the test's.
///   - time: The virtual time of the picture, in seconds.
///   - size: The view's size in points; nil stands for the layer's.
///   - scale: Pixels per point.
///   - tolerance: The allowed difference.
/// - Throws: `SnapshotFailure` if the picture differs or was recorded; other errors if files cannot be read or written.
public func assertSnapshot(
    of layer: CALayer, named name: String? = nil, at time: CFTimeInterval = 0, size: CGSize? = nil, scale: CGFloat = 1,
    tolerance: SnapshotTolerance = .exact, file: String = #filePath, test: String = #function
) throws {
    try assertSnapshot(
        of: LayerRenderer(layer: layer, size: size, scale: scale), named: name, at: time, tolerance: tolerance,
        file: file, test: test)
}

/// Checks that a renderer's picture at a time looks as it did when its reference was recorded.
public func assertSnapshot(
    of renderer: LayerRenderer, named name: String? = nil, at time: CFTimeInterval = 0,
    tolerance: SnapshotTolerance = .exact, file: String = #filePath, test: String = #function
) throws {
    let source = URL(fileURLWithPath: file)
    let directory = source.deletingLastPathComponent().appending(path: "__Snapshots__")
        .appending(path: source.deletingPathExtension().lastPathComponent)
    let plain = (name ?? test).map { $0.isLetter || $0.isNumber || "-_.".contains($0) ? $0 : "_" }
    let stem = String(String(plain).split(separator: "_").joined(separator: "_"))
    let isRecording = ProcessInfo.processInfo.environment["MICA_SNAPSHOTS"] == "record"
    try Snapshot(directory: directory, name: stem).check(
        renderer.bitmap(at: time), tolerance, isRecording: isRecording)
}

/// A reference, with the pictures beside it.
struct Snapshot {
    let directory: URL
    let name: String

    private func path(_ kind: String = "") -> String { directory.appending(path: name + kind + ".png").path }

    /// Compares a picture with the reference, or records it.
    func check(_ actual: Bitmap, _ tolerance: SnapshotTolerance, isRecording: Bool) throws {
        guard !isRecording, let data = FileManager.default.contents(atPath: path()) else {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try AtomicFile.write(PNGEncoder.encode(actual), to: path())
            removeEvidence()
            if isRecording { return }
            throw SnapshotFailure(description: "\(path()) was recorded: look at it, and run the test again")
        }
        let reference = try decodeImage([UInt8](data))
        guard reference.width == actual.width, reference.height == actual.height else {
            try AtomicFile.write(PNGEncoder.encode(actual), to: path(".actual"))
            throw SnapshotFailure(
                description:
                    "\(name) has \(actual.width) x \(actual.height) pixels, its reference \(reference.width) x "
                    + "\(reference.height): see \(path(".actual")) beside \(path())")
        }
        let (picture, count, most) = difference(actual, reference, tolerance)
        guard count > tolerance.pixels else { return removeEvidence() }
        try AtomicFile.write(PNGEncoder.encode(actual), to: path(".actual"))
        try AtomicFile.write(PNGEncoder.encode(picture), to: path(".difference"))
        throw SnapshotFailure(
            description: "\(name): \(count) of \(actual.pixels.count) pixels are more than \(tolerance.channel) off "
                + "(\(tolerance.pixels) may be), by up to \(most) of 255: see \(path(".difference")) and \(path(".actual")) "
                + "beside \(path())")
    }

    /// The picture of the differences of two bitmaps of equal size, the number of pixels beyond the tolerance, and the
    /// largest difference.
    private func difference(_ a: Bitmap, _ b: Bitmap, _ tolerance: SnapshotTolerance) -> (Bitmap, count: Int, most: Int)
    {
        var picture = Bitmap(width: a.width, height: a.height, filledWith: 0xff00_0000)
        var (count, most) = (0, 0)
        for index in a.pixels.indices where a.pixels[index] != b.pixels[index] {
            let (one, other) = (a.pixels[index], b.pixels[index])
            var off = 0
            for shift: UInt32 in [0, 8, 16, 24] {
                let (x, y) = (Int(one >> shift & 255), Int(other >> shift & 255))
                off = max(off, abs(x - y))
            }
            most = max(most, off)
            if off > tolerance.channel { count += 1 }
            picture.pixels[index] = off > tolerance.channel ? 0xffff_ffff : 0xff60_6060
        }
        return (picture, count, most)
    }

    private func removeEvidence() {
        for kind in [".actual", ".difference"] { try? FileManager.default.removeItem(atPath: path(kind)) }
    }
}
