import Foundation
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaImageFiles
import MicaSurface

/// `mica tile`: an image cut into tiles.
enum TileCommand {
    /// The options of `mica tile`.
    struct Options {
        /// The image.
        var input = ""
        /// The folder for the tiles.
        var directory = "."
        /// Sides of the tiles, in pixels.
        var size = 256
        /// The tiles' format.
        var format = Format.jpg
        /// Quality of JPEG tiles.
        var quality = 90
        /// The beginning of the tiles' names.
        var name: String?
        /// Whether only errors are reported.
        var quiet = false
    }

    /// The formats of tiles; the raw values are the endings.
    enum Format: String, CaseIterable {
        case jpg, png, webp
    }

    /// The most memory for a row of tiles. *Units*: bytes.
    private static let bandLimit = 256 << 20

    static func run(_ list: [String]) throws {
        guard let options = try parse(list) else { return Console.print(Help.tile) }
        let input = options.input
        do throws(ImageError) {
            let reader = try RowReader(path: input)
            try cut(width: reader.width, height: reader.height, options) { count, band throws(ImageError) in
                try reader.read(count, into: &band)
            }
        } catch {
            guard error.kind == .unknownFormat else { throw CommandFailure("\(input): \(error)") }
            try cutWhole(options)
        }
    }

    private static func parse(_ list: [String]) throws -> Options? {
        var options = Options()
        var arguments = Arguments(list, of: "tile")
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return nil
            case .option("-o"), .option("--output"): options.directory = try arguments.value(of: "-o")
            case .option("--size"): options.size = try arguments.wholeNumber(of: "--size", in: 1...16_383)
            case .option("--quality"): options.quality = try arguments.wholeNumber(of: "--quality", in: 1...100)
            case .option("--name"): options.name = try arguments.value(of: "--name")
            case .option("--format"):
                let text = try arguments.value(of: "--format")
                guard let format = Format(rawValue: text == "jpeg" ? "jpg" : text) else {
                    throw arguments.wrong("--format is jpg, png or webp, not '\(text)'")
                }
                options.format = format
            case .option("-q"), .option("--quiet"): options.quiet = true
            case .option(let name):
                throw arguments.unknown(
                    name, among: ["--help", "--output", "--size", "--format", "--quality", "--name", "--quiet"])
            case .input(let path):
                guard options.input.isEmpty else { throw arguments.wrong("one image is cut at a time") }
                options.input = path
            }
        }
        if options.input.isEmpty { throw arguments.wrong("no image is named") }
        if let name = options.name, name.isEmpty || name.contains("/") {
            throw arguments.wrong("--name is the beginning of a file's name, not '\(name)'")
        }
        return options
    }

    /// Cuts an image of a format that cannot be read row by row: decodes all of it.
    private static func cutWhole(_ options: Options) throws {
        let bitmap: Bitmap
        do {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: options.input)))
            bitmap = try decodeImage(bytes)
        } catch {
            throw CommandFailure("\(options.input): \(error)")
        }
        var first = 0
        do throws(ImageError) {
            try cut(width: bitmap.width, height: bitmap.height, options) { count, band throws(ImageError) in
                let start = first * bitmap.width
                band.pixels.replaceSubrange(
                    0..<count * bitmap.width, with: bitmap.pixels[start..<start + count * bitmap.width])
                first += count
            }
        } catch {
            throw CommandFailure("\(options.input): \(error)")
        }
    }

    /// Cuts a picture that comes as bands of rows, from the top.
    private static func cut(
        width: Int, height: Int, _ options: Options,
        _ read: (_ count: Int, _ band: inout Bitmap) throws(ImageError) -> Void
    ) throws(ImageError) {
        let size = options.size
        let (columns, rows) = ((width + size - 1) / size, (height + size - 1) / size)
        let bandHeight = min(size, height)
        if width * bandHeight * 4 > bandLimit {
            throw ImageError(
                .tooLarge, format: nil,
                reason: "a row of tiles of \(size) pixels takes more than \(bandLimit >> 20) MiB; take smaller ones")
        }
        let name = options.name ?? URL(fileURLWithPath: options.input).deletingPathExtension().lastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: options.directory, withIntermediateDirectories: true)
        } catch {
            throw ImageError(
                .unsupported, format: nil, reason: "cannot make \(options.directory): \(error.localizedDescription)")
        }
        func digits(_ count: Int) -> Int { max(2, String(count - 1).count) }
        func padded(_ number: Int, _ count: Int) -> String {
            let text = String(number)
            return String(repeating: "0", count: digits(count) - text.count) + text
        }
        var band = Bitmap(width: width, height: bandHeight)
        var bar = ProgressBar(label: name, total: columns * rows, quiet: options.quiet)
        for row in 0..<rows {
            let count = min(size, height - row * size)
            try read(count, &band)
            for column in 0..<columns {
                let tile = band.cut(x: column * size, width: min(size, width - column * size), height: count)
                let path = "\(options.directory)/\(name)_\(padded(column, columns))_\(padded(row, rows))"
                let bytes = try encode(tile, options)
                do throws(SurfaceError) {
                    try AtomicFile.write(bytes, to: "\(path).\(options.format.rawValue)")
                } catch {
                    bar.clear()
                    throw ImageError(.unsupported, format: nil, reason: "\(error)")
                }
                bar.show(row * columns + column + 1)
            }
        }
        bar.clear()
        if !options.quiet {
            Console.print(
                "\(options.directory): \(columns) x \(rows) tiles of \(size) pixels, from \(width) x \(height)")
        }
    }

    private static func encode(_ tile: Bitmap, _ options: Options) throws(ImageError) -> [UInt8] {
        switch options.format {
        case .jpg: try JPEGEncoder.encode(tile, quality: options.quality)
        case .png: try PNGEncoder.encode(tile)
        case .webp: try WebPEncoder.encode(tile)
        }
    }
}

extension Bitmap {
    /// A part of the bitmap's first rows.
    ///
    /// - Precondition: it lies within the bitmap.
    fileprivate func cut(x: Int, width part: Int, height rows: Int) -> Bitmap {
        var pixels: [UInt32] = []
        pixels.reserveCapacity(part * rows)
        for y in 0..<rows { pixels.append(contentsOf: self.pixels[y * width + x..<y * width + x + part]) }
        return Bitmap(width: part, height: rows, pixels: pixels)
    }
}
