import CLibAV
import Foundation
import MicaBase
import MicaCodecs
import MicaFilm
import MicaRandom
import MicaSurface
import MicaVideo
import Testing

/// The number that a frame of a barred clip carries.
func barCode(_ bitmap: Bitmap) -> Int {
    (0..<12).reduce(0) { sum, bit in
        let x = (2 * bit + 1) * bitmap.width / 24
        return sum | (bitmap[x, bitmap.height / 2] >> 8 & 255 > 127 ? 1 << bit : 0)
    }
}

/// Clips in the formats that films come in.
let barredClips: [(name: String, clip: Clip, depth: Int)] = [
    ("H.264, B frames", Clip(encoders: ["libx264"], ending: "mp4", keyEvery: 48, reordered: 3), 8),
    (
        "H.264, open groups",
        Clip(encoders: ["libx264"], ending: "mp4", options: ["x264-params": "open-gop=1:keyint=20"], reordered: 3), 8
    ),
    ("H.264, 29.97", Clip(encoders: ["libx264"], ending: "mov", rate: (30000, 1001), reordered: 2), 8),
    ("H.264 in MPEG-TS", Clip(encoders: ["libx264"], ending: "ts", reordered: 2), 8),
    ("H.264 in Matroska", Clip(encoders: ["libx264"], ending: "mkv", reordered: 3), 8),
    (
        "H.264, 4:2:2, 10 bits",
        Clip(encoders: ["libx264"], format: AV_PIX_FMT_YUV422P10LE, ending: "mp4", reordered: 2), 10
    ),
    ("H.264, 4:4:4", Clip(encoders: ["libx264"], format: AV_PIX_FMT_YUV444P, ending: "mp4"), 8),
    (
        "H.265",
        Clip(encoders: ["libx265"], ending: "mp4", options: ["x265-params": "log-level=none:keyint=24"], reordered: 3),
        8
    ),
    (
        "H.265, 10 bits",
        Clip(
            encoders: ["libx265"], format: AV_PIX_FMT_YUV420P10LE, ending: "mp4",
            options: ["x265-params": "log-level=none:keyint=24"]), 10
    ),
    (
        "AV1",
        Clip(
            encoders: ["libaom-av1"], ending: "mp4", options: ["cpu-used": "8", "crf": "30"], width: 96, height: 64,
            count: 40), 8
    ),
    ("VP8", Clip(encoders: ["libvpx"], ending: "webm", options: ["deadline": "realtime", "crf": "10"]), 8),
    (
        "VP9",
        Clip(
            encoders: ["libvpx-vp9"], ending: "webm", options: ["deadline": "realtime", "cpu-used": "8", "crf": "20"]),
        8
    ),
    (
        "VP9 with alpha",
        Clip(
            encoders: ["libvpx-vp9"], format: AV_PIX_FMT_YUVA420P, ending: "webm",
            options: ["deadline": "realtime", "cpu-used": "8", "crf": "20", "auto-alt-ref": "0"]), 8
    ),
    ("ProRes 422", Clip(encoders: ["prores_ks"], format: AV_PIX_FMT_YUV422P10LE, ending: "mov"), 10),
    (
        "ProRes 4444",
        Clip(encoders: ["prores_ks"], format: AV_PIX_FMT_YUVA444P10LE, ending: "mov", options: ["alpha_bits": "16"]), 10
    ),
    ("Theora", Clip(encoders: ["libtheora"], ending: "ogv"), 8),
    ("GIF", Clip(encoders: ["gif"], format: AV_PIX_FMT_RGB8, ending: "gif"), 8),
    ("MPEG-4", Clip(encoders: ["mpeg4"], ending: "mp4", keyEvery: 12, reordered: 2), 8),
    ("MPEG-2 in MPEG-TS", Clip(encoders: ["mpeg2video"], ending: "ts", keyEvery: 12, reordered: 2), 8),
    ("Motion JPEG", Clip(encoders: ["mjpeg"], format: AV_PIX_FMT_YUVJ420P, ending: "avi"), 8),
    ("FFV1", Clip(encoders: ["ffv1"], ending: "mkv"), 8),
    ("PNG", Clip(encoders: ["png"], format: AV_PIX_FMT_RGB24, ending: "mov"), 8),
    ("QuickTime Animation", Clip(encoders: ["qtrle"], format: AV_PIX_FMT_ARGB, ending: "mov"), 8),
    (
        "H.264, odd size",
        Clip(encoders: ["libx264"], format: AV_PIX_FMT_YUV444P, ending: "mp4", width: 97, height: 63), 8
    ),
]

@Suite struct FilmSeekTests {
    /// 500 random times give frame floor(t x rate), whatever was asked for before.
    @Test(arguments: barredClips.indices)
    func random_seeks_give_the_frame_at_the_time(_ index: Int) throws {
        let (name, clip, depth) = barredClips[index]
        try #require(clip.isAvailable, "\(name)")
        let directory = try ScratchDirectory()
        let path = directory.file("clip." + clip.ending)
        try clip.barred(depth: depth).write(to: path)
        let film = try Film(path: path)
        #expect(film.index.count == clip.count, "\(name)")
        let rate = Double(clip.rate.0) / Double(clip.rate.1)
        var random = SeededGenerator(seed: UInt64(index + 1))
        var bytes: [Int: Bitmap] = [:]
        for step in 0..<500 {
            let time = random.unit() * Double(clip.count) / rate
            let frame = film.frame(at: time)
            let bitmap = try film.bitmap(of: frame)
            #expect(barCode(bitmap) == Int((time * rate).rounded(.down)), "\(name), step \(step), \(time) s")
            if let before = bytes.updateValue(bitmap, forKey: frame) {
                #expect(before == bitmap, "\(name), frame \(frame)")
            }
        }
        // Forwards and backwards: the same bytes, and each frame from its own time on.
        let forwards = try Film(path: path), backwards = try Film(path: path)
        var all: [Bitmap] = []
        for frame in 0..<clip.count {
            #expect(film.frame(at: film.time(of: frame)) == frame)
            all.append(try forwards.bitmap(of: frame))
            if let before = bytes[frame] { #expect(before == all[frame], "\(name), frame \(frame)") }
        }
        #expect(forwards.decodedPackets <= clip.count + 8, "\(name): forwards each packet is decoded once")
        for frame in (0..<clip.count).reversed() {
            #expect(try backwards.bitmap(of: frame) == all[frame], "\(name), \(frame)")
        }
        #expect(
            backwards.decodedPackets <= clip.count * 4 + 64, "\(name): \(backwards.decodedPackets) packets backwards")
        // Frames left out on the way change nothing.
        let hasty = try film.makeReader()
        var frame = 0
        for step in 0..<80 {
            let bitmap = try hasty.bitmap(of: frame, passingOver: true)
            #expect(bitmap == all[frame], "\(name), \(frame) in passing, step \(step)")
            frame = random.chance(0.9) ? (frame + random.whole(1...5)) % clip.count : random.whole(0...clip.count - 1)
        }
    }

    @Test func frames_of_a_variable_rate_last_until_the_next() throws {
        let directory = try ScratchDirectory()
        var random = SeededGenerator(seed: 7)
        var time: Int64 = 0
        let times = (0..<40).map { _ in
            defer { time += Int64(random.whole(1...9)) }
            return time
        }
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4", count: 40, times: times, reordered: 3).barred().write(to: path)
        let film = try Film(path: path)
        for _ in 0..<300 {
            let t = random.unit() * Double(time) / 25
            let expected = times.lastIndex { Double($0) / 25 <= t } ?? 0
            #expect(film.frame(at: t) == expected)
            #expect(barCode(try film.bitmap(of: film.frame(at: t))) == expected)
        }
        #expect(film.frame(at: -5) == 0 && film.frame(at: 1e9) == 39 && film.frame(at: .nan) == 0)
    }

    @Test func several_threads_decode_the_same_bytes() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4", reordered: 3).barred().write(to: path)
        let film = try Film(path: path)
        let reader = try film.makeReader(threads: 4)
        for frame in 0..<film.index.count { #expect(try reader.bitmap(of: frame) == film.bitmap(of: frame)) }
    }

    @Test func images_are_decoded_when_they_are_wanted_and_again() throws {
        let directory = try ScratchDirectory()
        let path = directory.file("clip.mp4")
        try Clip(encoders: ["libx264"], ending: "mp4").barred().write(to: path)
        let film = try Film(path: path)
        let images = (0..<film.index.count).map { film.image(of: $0) }
        #expect(film.decodedPackets == 0 && images.allSatisfy { $0.isOpaque })
        #expect(barCode(images[21].bitmap()) == 21)
        images[21].dropPixels()
        #expect(barCode(images[21].bitmap()) == 21)
    }
}
