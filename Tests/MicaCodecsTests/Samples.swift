import MicaBase
import MicaRandom

@testable import MicaCodecs

/// Random premultiplied pixels of every alpha.
func randomBitmap(width: Int, height: Int, seed: UInt64, opaque: Bool = false) -> Bitmap {
    var generator = SeededGenerator(seed: seed)
    var bitmap = Bitmap(width: width, height: height)
    for index in bitmap.pixels.indices {
        let random = UInt32(truncatingIfNeeded: generator.next())
        bitmap.pixels[index] = opaque ? random | 0xff00_0000 : premultiplied(random)
    }
    return bitmap
}

/// A smooth opaque picture: red grows to the right, green downwards, blue with `phase`.
func gradientBitmap(width: Int, height: Int, phase: Int = 0) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let red = UInt32(x * 255 / max(width - 1, 1)), green = UInt32(y * 255 / max(height - 1, 1))
            bitmap[x, y] = 0xff00_0000 | red << 16 | green << 8 | UInt32(phase & 255)
        }
    }
    return bitmap
}

/// The greatest difference of a channel between two bitmaps of one size.
func greatestDifference(_ a: Bitmap, _ b: Bitmap) -> Int {
    var greatest = 0
    for (p, q) in zip(a.pixels, b.pixels) {
        for shift in [0, 8, 16, 24] as [UInt32] {
            greatest = max(greatest, abs(Int(p >> shift & 255) - Int(q >> shift & 255)))
        }
    }
    return greatest
}

/// zlib data that holds bytes as they are (stored blocks).
func storedDeflate(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
        let count = min(bytes.count - offset, 65_535)
        let isLast: UInt8 = offset + count == bytes.count ? 1 : 0
        result += [isLast, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255)]
        result += bytes[offset..<offset + count]
        offset += count
    } while offset < bytes.count
    var a: UInt32 = 1, b: UInt32 = 0
    for byte in bytes {
        a = (a + UInt32(byte)) % 65_521
        b = (b + a) % 65_521
    }
    let sum = b << 16 | a
    return result + [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: sum >> $0) }
}

/// A PNG written by hand.
struct HandmadePNG {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]

    init(width: Int, height: Int, depth: UInt8, colour: UInt8) {
        chunk("IHDR", bigEndian(width, 4) + bigEndian(height, 4) + [depth, colour, 0, 0, 0])
    }

    func bigEndian(_ number: Int, _ length: Int) -> [UInt8] {
        (0..<length).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }

    mutating func chunk(_ name: String, _ data: [UInt8]) { appendChunk(name, data[...], to: &file) }

    /// Adds rows of samples, each without its filter byte.
    mutating func pixels(_ rows: [[UInt8]]) { chunk("IDAT", storedDeflate(rows.flatMap { [0] + $0 })) }

    /// Adds a frame control chunk.
    mutating func frameControl(
        _ sequence: Int, _ width: Int, _ height: Int, x: Int = 0, y: Int = 0, delay: (Int, Int), disposal: UInt8 = 0,
        blend: UInt8 = 0
    ) {
        var data = bigEndian(sequence, 4) + bigEndian(width, 4) + bigEndian(height, 4)
        data += bigEndian(x, 4) + bigEndian(y, 4) + bigEndian(delay.0, 2) + bigEndian(delay.1, 2)
        chunk("fcTL", data + [disposal, blend])
    }

    /// The file, ended.
    var finished: [UInt8] {
        var result = self
        result.chunk("IEND", [])
        return result.file
    }
}

/// JPEG files as other programs write them (Pillow 13): too small to be worth files of their own.
enum JPEGSamples {
    /// 16 x 8, progressive, grey 100.
    static let grey = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoKCgoKBggLDAsKD\
        AkKCgr/wgALCAAIABABAREA/8QAFQABAQAAAAAAAAAAAAAAAAAAAAb/2gAIAQEAAAABh3//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAEFAj\
        //xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAY/Aj//xAAUEAEAAAAAAAAAAAAAAAAAAAAQ/9oACAEBAAE/IT//2gAIAQEAAAAQP//EABQQAQA\
        AAAAAAAAAAAAAAAAAABD/2gAIAQEAAT8QP//Z
        """
    /// 8 x 8, CMYK with Adobe's marker: no cyan, full magenta and yellow, half black.
    static let cmyk = """
        /9j/7gAOQWRvYmUAZAAAAAAA/9sAQwABAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBA\
        QEB/8AAFAgACAAIBEMRAE0RAFkRAEsRAP/EAB8AAAEFAQEBAQEBAAAAAAAAAAABAgMEBQYHCAkKC//EALUQAAIBAwMCBAMFBQQEAAABfQECAwAEEQ\
        USITFBBhNRYQcicRQygZGhCCNCscEVUtHwJDNicoIJChYXGBkaJSYnKCkqNDU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6g4S\
        FhoeIiYqSk5SVlpeYmZqio6Slpqeoqaqys7S1tre4ubrCw8TFxsfIycrS09TV1tfY2drh4uPk5ebn6Onq8fLz9PX29/j5+v/aAA4EQwBNAFkASwAA\
        PwD+/iv8/wDr/P8A6r1//9k=
        """
    /// 16 x 8, left half red, right half blue, EXIF orientation 6 (right).
    static let turned = """
        /9j/4AAQSkZJRgABAQAAAQABAAD/4QAiRXhpZgAATU0AKgAAAAgAAQESAAMAAAABAAYAAAAAAAD/2wBDAAEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBA\
        QEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/2wBDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQ\
        EBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQH/wAARCAAIABADAREAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgE\
        DAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZ\
        WmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09\
        fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAECAxEEBSExBhJBUQdhcRMiMoEIFEKRob\
        HBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVmZ2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqO\
        kpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD8X6/ynP8Av4PyHr/1UD/zXz//\
        2Q==
        """
}
