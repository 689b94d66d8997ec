import ImageIO
import MicaBase
import MicaCodecs
import MicaImageFiles
import Synchronization

/// A smooth opaque picture: red grows to the right, green downwards, blue with `phase`.
func gradient(width: Int, height: Int, phase: Int = 0) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let red = UInt32(x * 255 / max(width - 1, 1)), green = UInt32(y * 255 / max(height - 1, 1))
            bitmap[x, y] = 0xff00_0000 | red << 16 | green << 8 | UInt32(phase & 255)
        }
    }
    return bitmap
}

/// Frames of few colours: a square that moves over nothing.
func movingSquares(_ count: Int, side: Int = 24) -> [Bitmap] {
    (0..<count).map { index in
        var bitmap = Bitmap(width: side, height: side)
        for y in 2..<8 {
            for x in index % (side - 6)..<index % (side - 6) + 6 {
                bitmap[x, y] = 0xff00_0000 | UInt32(index * 9 & 255) << 8
            }
        }
        return bitmap
    }
}

/// Encodes frames of a tenth, two tenths, three tenths of a second and so on.
func animation(_ frames: [Bitmap], with encoder: any AnimationEncoder) throws -> [UInt8] {
    var file: [UInt8] = []
    for (index, frame) in frames.enumerated() { file += try encoder.append(frame, duration: Double(index + 1) / 10) }
    return file + (try encoder.finish())
}

/// One file in every format, animated where the format can be.
func everyFormat() throws -> [(type: String, file: [UInt8], count: Int)] {
    let still = gradient(width: 20, height: 10, phase: 40)
    let frames = movingSquares(4)
    return [
        ("public.png", try PNGEncoder.encode(still), 1),
        ("public.png", try animation(frames, with: PNGAnimationEncoder(width: 24, height: 24, frameCount: 4)), 4),
        ("public.jpeg", try JPEGEncoder.encode(still), 1),
        ("org.webmproject.webp", try WebPEncoder.encode(still), 1),
        ("org.webmproject.webp", try animation(frames, with: WebPAnimationEncoder(width: 24, height: 24)), 4),
        ("com.compuserve.gif", try animation(frames, with: GIFAnimationEncoder(width: 24, height: 24)), 4),
    ]
}

/// A source of bytes.
func source(_ file: [UInt8]) throws -> CGImageSource {
    try requireSource(CGImageSourceCreateWithData(Data(file), nil))
}

private struct NoSource: Error {}

private func requireSource(_ source: CGImageSource?) throws -> CGImageSource {
    guard let source else { throw NoSource() }
    return source
}

/// A PNG whose header is whole and whose pixels are not.
func damagedPNG() throws -> [UInt8] {
    var file = try PNGEncoder.encode(gradient(width: 20, height: 10))
    file[file.count - 30] ^= 0x55
    return file
}

/// Lines that were reported.
final class Reports: Sendable {
    private let lines = Mutex<[String]>([])
    var all: [String] { lines.withLock { $0 } }
    func add(_ line: String) { lines.withLock { $0.append(line) } }
}
