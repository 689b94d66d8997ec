import Foundation
import MicaBase
import MicaCommandLine
import MicaImageFiles
import MicaSurface

/// The difference of two pictures, for `mica diff` and `mica test`.
struct PictureDifference {
    /// The number of pixels that differ.
    let count: Int
    /// The number of pixels with a channel that differs by more than 16 of 255.
    let farCount: Int
    /// The largest difference of a channel, of 255.
    let largest: Int
    /// The rectangle around the pixels that differ; the upper ends are not in it.
    let columns: Range<Int>, rows: Range<Int>
    /// The differences as shades of grey: the largest is white, none is black.
    let picture: Bitmap

    /// Compares two pictures of one size.
    init(_ first: Bitmap, _ second: Bitmap) {
        var distances = [Int](repeating: 0, count: first.pixels.count)
        var (count, largest) = (0, 0)
        var (left, right, top, bottom) = (Int.max, 0, Int.max, 0)
        for y in 0..<first.height {
            for x in 0..<first.width {
                let index = y * first.width + x
                let (a, b) = (first.pixels[index], second.pixels[index])
                guard a != b else { continue }
                let distance = Self.distance(a, b)
                distances[index] = distance
                (count, largest) = (count + 1, max(largest, distance))
                (left, right, top, bottom) = (min(left, x), max(right, x + 1), min(top, y), max(bottom, y + 1))
            }
        }
        (self.count, self.largest) = (count, largest)
        farCount = distances.count { $0 > 16 }
        (columns, rows) = count > 0 ? (left..<right, top..<bottom) : (0..<0, 0..<0)
        let shades = distances.map { UInt32($0 * 255 / max(1, largest)) }
        picture = Bitmap(width: first.width, height: first.height, pixels: shades.map { 0xFF00_0000 | $0 * 0x1_0101 })
    }

    /// The largest difference of a channel.
    private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
        var largest = 0
        for shift: UInt32 in [0, 8, 16, 24] {
            let (first, second) = (Int(a >> shift & 255), Int(b >> shift & 255))
            largest = max(largest, abs(first - second))
        }
        return largest
    }

    /// Compares two files, prints the difference, and writes a picture of it.
    ///
    /// - Returns: whether the pictures are equal.
    static func report(_ first: String, _ second: String, output: String?, _ arguments: Arguments) throws -> Bool {
        let format = try output.map { path in
            guard let format = StillFormat(ending: pathExtension(path)) else {
                throw arguments.wrong("\(path): its ending is none of png, jpg, webp")
            }
            return format
        }
        let pictures = try [first, second].map { try PictureInput.still($0, unknown: ", and it is not a capture") }
        let (a, b) = (pictures[0], pictures[1])
        guard a.width == b.width, a.height == b.height else {
            Console.print("\(first) has \(a.width) x \(a.height) pixels, \(second) \(b.width) x \(b.height)")
            return false
        }
        let difference = PictureDifference(a, b)
        if let output, let format {
            try AtomicFile.write(format.encode(row([a, b, difference.picture]), .standard), to: output)
        }
        guard difference.count > 0 else { return true }
        let share = String(format: "%.2g", 100 * Double(difference.count) / Double(a.pixels.count))
        Console.print(
            "\(difference.count) of \(a.pixels.count) pixels differ (\(share) %), by up to \(difference.largest) of 255, "
                + "in x \(difference.columns.lowerBound)..<\(difference.columns.upperBound), "
                + "y \(difference.rows.lowerBound)..<\(difference.rows.upperBound)")
        return false
    }

    /// Bitmaps of one height beside each other, with gaps.
    private static func row(_ parts: [Bitmap], gap: Int = 4) -> Bitmap {
        let width = parts.reduce(-gap) { $0 + $1.width + gap }
        var pixels: [UInt32] = []
        for y in 0..<parts[0].height {
            for (index, part) in parts.enumerated() {
                if index > 0 { pixels += [UInt32](repeating: 0xFF80_8080, count: gap) }
                pixels += part.pixels[y * part.width..<(y + 1) * part.width]
            }
        }
        return Bitmap(width: width, height: parts[0].height, pixels: pixels)
    }
}
