import CoreGraphics
import Foundation
import Synchronization

/// A delegate of a layer that draws text into it, such as a label.
package protocol TextDrawing: AnyObject {}

extension CALayer {
    /// The bounds of the layers of the tree that show text.
    ///
    /// - Parameter toPixels: from the layer's space to the space of the result.
    package func textAreas(_ toPixels: CGAffineTransform) -> [CGRect] {
        var (stack, areas) = ([modelLayer ?? self], [CGRect]())
        while let layer = stack.popLast() {
            if layer.isHidden || layer.opacity <= 0 { continue }
            if layer is CATextLayer || layer.delegate is any TextDrawing {
                areas.append(layer.convert(layer.bounds, to: modelLayer ?? self).applying(toPixels))
            }
            stack.append(contentsOf: layer.links.sublayers)
        }
        return areas
    }
}

/// The record of where a test's pictures show text, so that `mica test` reports text apart: fonts differ between machines.
///
/// A picture's record is `HASH.txt` in the folder `MICA_TEXT_AREAS`: the PNG file's FNV-1a hash, and a line for each area,
/// x, y, width and height in pixels. Without the variable nothing is recorded.
package enum TextAreas {
    private struct Last: Sendable {
        var (width, height) = (0, 0)
        var areas: [CGRect] = []
    }
    private static let last = Mutex(Last())
    private static let folder = ProcessInfo.processInfo.environment["MICA_TEXT_AREAS"]
    /// Whether anything is recorded.
    package static var isRecording: Bool { folder != nil }

    /// Keeps the areas of a tree that was drawn into a bitmap, in place of those before.
    package static func note(_ areas: [CGRect], width: Int, height: Int) {
        last.withLock { $0 = Last(width: width, height: height, areas: areas) }
    }

    /// Writes the record of a picture as a PNG file, if a tree was drawn into a bitmap of its size last.
    package static func keep(forPNG bytes: some Sequence<UInt8>, width: Int, height: Int) {
        guard let folder else { return }
        let drawn = last.withLock { $0 }
        guard drawn.width == width, drawn.height == height else { return }
        let lines = drawn.areas.map { "\($0.minX) \($0.minY) \($0.width) \($0.height)\n" }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? lines.joined().write(toFile: "\(folder)/\(name(of: bytes)).txt", atomically: true, encoding: .utf8)
    }

    /// The name of a file's record: FNV-1a, 64 bits.
    package static func name(of bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
