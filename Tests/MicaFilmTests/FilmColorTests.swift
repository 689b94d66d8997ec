import CLibAV
import Foundation
import MicaBase
import MicaFilm
import MicaRandom
import MicaSurface
import MicaVideo
import Testing

/// What red, green and blue should be, in double precision, of numbers of YUV.
private func ideal(
    _ y: Double, _ u: Double, _ v: Double, _ weights: (Double, Double), depth: Int, isFull: Bool
) -> [Double] {
    let one = Double(1 << (depth - 8)), (kr, kb) = weights
    let luma = isFull ? y / (256 * one - 1) : (y - 16 * one) / (219 * one)
    let cb = isFull ? (u - 128 * one) / (256 * one - 1) : (u - 128 * one) / (224 * one)
    let cr = isFull ? (v - 128 * one) / (256 * one - 1) : (v - 128 * one) / (224 * one)
    let red = luma + 2 * (1 - kr) * cr, blue = luma + 2 * (1 - kb) * cb
    let green = (luma - kr * red - kb * blue) / (1 - kr - kb)
    return [red, green, blue].map { min(max($0 * 255, 0), 255) }
}

/// A sample of chroma at a pixel, linearly between those around it.
private func between(
    _ plane: (Int, Int) -> Int, _ x: Int, _ y: Int, _ log: (Int, Int), _ siting: (Double, Double), _ size: (Int, Int)
) -> Double {
    func at(_ pixel: Int, _ log: Int, _ siting: Double, _ count: Int) -> (Int, Int, Double) {
        if log == 0 { return (pixel, pixel, 0) }
        let step = Double(1 << log)
        let t = (Double(pixel) - siting * (step - 1)) / step
        let whole = Int(t.rounded(.down))
        return (min(max(whole, 0), count - 1), min(max(whole + 1, 0), count - 1), t - Double(whole))
    }
    let (x0, x1, fx) = at(x, log.0, siting.0, size.0), (y0, y1, fy) = at(y, log.1, siting.1, size.1)
    let top = Double(plane(x0, y0)) * (1 - fx) + Double(plane(x1, y0)) * fx
    let bottom = Double(plane(x0, y1)) * (1 - fx) + Double(plane(x1, y1)) * fx
    return top * (1 - fy) + bottom * fy
}

struct ColorCase: CustomStringConvertible, Sendable {
    var format: AVPixelFormat
    var depth: Int
    var log: (Int, Int)
    var space: AVColorSpace
    var weights: (Double, Double)
    var isFull: Bool
    var chroma = AVCHROMA_LOC_UNSPECIFIED
    var siting = (0.0, 0.5)
    var size = (37, 23)
    var description: String {
        "\(format.rawValue) \(depth) bits \(log) \(space.rawValue) full \(isFull) \(chroma.rawValue)"
    }

    static let all: [ColorCase] = {
        var result: [ColorCase] = []
        let spaces = [
            (AVCOL_SPC_BT709, (0.2126, 0.0722)), (AVCOL_SPC_SMPTE170M, (0.299, 0.114)),
            (AVCOL_SPC_BT2020_NCL, (0.2627, 0.0593)),
        ]
        let formats = [
            (AV_PIX_FMT_YUV420P, 8, (1, 1)), (AV_PIX_FMT_YUV422P, 8, (1, 0)), (AV_PIX_FMT_YUV444P, 8, (0, 0)),
            (AV_PIX_FMT_YUV440P, 8, (0, 1)), (AV_PIX_FMT_YUV411P, 8, (2, 0)), (AV_PIX_FMT_YUV410P, 8, (2, 2)),
            (AV_PIX_FMT_YUV420P10LE, 10, (1, 1)), (AV_PIX_FMT_YUV422P10LE, 10, (1, 0)),
            (AV_PIX_FMT_YUV444P12LE, 12, (0, 0)),
            (AV_PIX_FMT_YUV444P16LE, 16, (0, 0)),
        ]
        for (format, depth, log) in formats {
            for (space, weights) in spaces {
                for isFull in [false, true] {
                    result.append(
                        ColorCase(
                            format: format, depth: depth, log: log, space: space, weights: weights, isFull: isFull))
                }
            }
        }
        return result
    }()
}

@Suite struct FilmColorTests {
    /// Lossless clips of random numbers, against the formulas in double precision.
    @Test(arguments: ColorCase.all)
    func colours_are_the_nearest_to_what_the_formulas_say(_ test: ColorCase) throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mkv")
        let most = 1 << test.depth - 1
        @Sendable func number(_ frame: Int, _ plane: Int, _ x: Int, _ y: Int) -> Int {
            var random = SeededGenerator(seed: UInt64(frame << 40 | plane << 32 | x << 16 | y))
            return random.whole(0...most)
        }
        var clip = Clip(
            encoders: ["ffv1"], format: test.format, ending: "mkv", width: test.size.0, height: test.size.1, count: 1)
        (clip.space, clip.range) = (test.space, test.isFull ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG)
        clip.options = ["strict": "experimental"]
        clip.sample = number
        try clip.write(to: path)
        let bitmap = try Film(path: path).bitmap(of: 0)
        let wide = (-(-test.size.0 >> test.log.0), -(-test.size.1 >> test.log.1))
        var worst = 0.0
        for y in 0..<test.size.1 {
            for x in 0..<test.size.0 {
                let u = between({ number(0, 1, $0, $1) }, x, y, test.log, test.siting, wide)
                let v = between({ number(0, 2, $0, $1) }, x, y, test.log, test.siting, wide)
                let wanted = ideal(
                    Double(number(0, 0, x, y)), u, v, test.weights, depth: test.depth, isFull: test.isFull)
                let pixel = bitmap[x, y]
                for (value, shift) in zip(wanted, [16, 8, 0] as [UInt32]) {
                    worst = max(worst, abs(value - Double(pixel >> shift & 255)))
                }
                #expect(pixel >> 24 == 255)
            }
        }
        // Because: the nearest whole number is at most 0.5 away; single precision has 2^-16 of a step besides.
        #expect(worst <= 0.5005, "\(test): \(worst)")
    }

    @Test(arguments: [
        (AVCHROMA_LOC_LEFT, 0.0, 0.5), (AVCHROMA_LOC_CENTER, 0.5, 0.5), (AVCHROMA_LOC_TOPLEFT, 0.0, 0.0),
    ])
    func chroma_lies_where_the_file_says(_ location: AVChromaLocation, _ across: Double, _ down: Double) throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        // A ramp of red along x and y: where its samples lie is seen everywhere.
        var clip = Clip(
            encoders: ["libx264"], ending: "mp4", options: ["qp": "0", "preset": "ultrafast"], width: 64, height: 48,
            count: 1)
        (clip.chroma, clip.space, clip.range) = (location, AVCOL_SPC_BT709, AVCOL_RANGE_JPEG)
        clip.sample = { _, plane, x, y in plane == 2 ? 64 + 3 * x + y : plane == 1 ? 128 : 100 }
        try clip.write(to: path)
        let bitmap = try Film(path: path).bitmap(of: 0)
        for y in 0..<48 {
            for x in 0..<64 {
                let v = between({ 64 + 3 * $0 + $1 }, x, y, (1, 1), (across, down), (32, 24))
                let wanted = ideal(100, 128, v, (0.2126, 0.0722), depth: 8, isFull: true)
                #expect(abs(wanted[0] - Double(bitmap[x, y] >> 16 & 255)) <= 0.5005, "\(x) \(y)")
            }
        }
    }

    @Test(arguments: [("a.webm", VideoFormat.vp9WithAlpha), ("a.mov", .proRes4444), ("b.mov", .losslessPNG)])
    func alpha_is_read(_ name: String, _ format: VideoFormat) throws {
        let directory = try ScratchDirectory()
        let path = directory.file(name)
        let sink = VideoSink(path: path, format: format)
        try sink.begin(FrameStream(width: 64, height: 48, rate: FrameRate(25)))
        var picture = Bitmap(width: 64, height: 48)
        for y in 0..<48 { for x in 0..<64 { picture[x, y] = UInt32(x * 255 / 63) << 24 } }
        try sink.append(picture, at: 0)
        try sink.finish()
        let film = try Film(path: path)
        #expect(film.video.hasAlpha && !film.image(of: 0).isOpaque)
        let bitmap = try film.bitmap(of: 0)
        for y in 0..<48 {
            for x in 0..<64 {
                // Because: alpha is compressed like colours.
                #expect(abs(Int(bitmap[x, y] >> 24) - x * 255 / 63) <= (format == .losslessPNG ? 0 : 6))
            }
        }
    }

    @Test func alpha_of_ten_bits_is_the_nearest() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mkv")
        var clip = Clip(
            encoders: ["ffv1"], format: AV_PIX_FMT_YUVA444P10LE, ending: "mkv", width: 64, height: 16, count: 1)
        clip.sample = { _, plane, x, y in plane == 3 ? x + 64 * y : plane == 0 ? 940 : 512 }
        try clip.write(to: path)
        let bitmap = try Film(path: path).bitmap(of: 0)
        for y in 0..<16 {
            for x in 0..<64 {
                let alpha = UInt32((Double(x + 64 * y) * 255 / 1023).rounded())
                #expect(bitmap[x, y] == alpha * 0x0101_0101, "white, premultiplied")
            }
        }
    }
}
