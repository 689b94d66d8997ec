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
/// A picture's record is `HASH.txt` in a folder: the PNG file's FNV-1a hash, and a line for each area, x, y, width and
/// height in pixels.
package final class TextAreas: Sendable {
    /// The record of this run; nil for none.
    package static var current: TextAreas? { shared.withLock { $0 } }
    private static let shared = Mutex<TextAreas?>(nil)

    /// Begins the record of this run, unless it has begun. UIKit and MicaSnapshots call it with the environment's
    /// folder.
    ///
    /// - Parameter folder: The folder; nil or empty for no record.
    /// - Returns: The record; nil for none.
    @discardableResult
    package static func begin(in folder: String?) -> TextAreas? {
        shared.withLock { record in
            if record == nil, let folder, !folder.isEmpty { record = TextAreas(folder: folder) }
            return record
        }
    }

    private struct Last: Sendable {
        var (width, height) = (0, 0)
        var areas: [CGRect] = []
    }
    private let last = Mutex(Last())
    private let folder: String

    /// Makes a record in a folder, which the first picture makes if it is not there.
    package init(folder: String) { self.folder = folder }

    /// Keeps the areas of a tree that was drawn into a bitmap, in place of those before. *Space*: pixels, y down.
    package func note(_ areas: [CGRect], width: Int, height: Int) {
        last.withLock { $0 = Last(width: width, height: height, areas: areas) }
    }

    /// Writes the record of a picture as a PNG file, if a tree was drawn into a bitmap of its size last.
    package func keep(forPNG bytes: some Sequence<UInt8>, width: Int, height: Int) {
        let drawn = last.withLock { $0 }
        guard drawn.width == width, drawn.height == height else { return }
        let lines = drawn.areas.map { "\($0.minX) \($0.minY) \($0.width) \($0.height)\n" }
        try? FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try? lines.joined().write(toFile: "\(folder)/\(Self.name(of: bytes)).txt", atomically: true, encoding: .utf8)
    }

    /// The name of a file's record: FNV-1a, 64 bits.
    package static func name(of bytes: some Sequence<UInt8>) -> String {
        String(bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }, radix: 16)
    }
}
