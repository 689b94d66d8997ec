import CLibAV
import Foundation
import MicaBase
import MicaSurface
import MicaVideo
import Testing

@testable import MicaFilm

/// Parts of a film that are joined without decoding.
@Suite struct FilmJoinTests {
    private let scratch: ScratchDirectory
    private static let count = 40

    init() throws { scratch = try ScratchDirectory() }

    /// A box that moves over a ground that changes.
    private static func frame(_ number: Int, width: Int = 64, height: Int = 64) -> Bitmap {
        var pixels = [UInt32](repeating: 0, count: width * height)
        for y in 0..<height {
            for x in 0..<width {
                let isBox = (number..<number + 12).contains(x) && (10..<30).contains(y)
                let ground = UInt32(x * 2 + number) << 16 | UInt32(y * 4) << 8 | 60
                pixels[y * width + x] = 0xFF00_0000 | (isBox ? 0xF0F0_20 : ground)
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels)
    }

    /// Draws frames as a part, or from time 0 on.
    private func draw(
        _ frames: Range<Int>, _ format: VideoFormat, _ name: String, width: Int = 64, rate: FrameRate = FrameRate(30),
        quality: Int = 80, isPart: Bool = true
    ) throws -> String {
        let path = scratch.file(name)
        let settings = VideoSettings(quality: quality, threads: 1)
        let sink = VideoSink(path: path, format: format, settings: settings)
        sink.isPart = isPart
        try sink.begin(FrameStream(width: width, height: 64, rate: rate, firstIndex: frames.lowerBound))
        for index in frames { try sink.append(Self.frame(index, width: width), at: index) }
        try sink.finish()
        return path
    }

    /// How alike two pictures are, in decibels.
    private func likeness(_ a: Bitmap, _ b: Bitmap) -> Double {
        var sum = 0.0
        for (a, b) in zip(a.pixels, b.pixels) {
            for shift: UInt32 in [0, 8, 16] {
                let difference = Double(a >> shift & 255) - Double(b >> shift & 255)
                sum += difference * difference
            }
        }
        let mean = sum / Double(a.pixels.count * 3)
        return mean > 0 ? 10 * log10(255 * 255 / mean) : 100
    }

    private static let divisions = [
        [0..<40], [0..<7, 7..<8, 8..<40], [0..<3, 3..<4, 4..<15, 15..<17, 17..<30, 30..<39, 39..<40],
    ]

    @Test(arguments: [VideoFormat.losslessPNG, .proRes4444])
    func whole_pictures_are_the_bytes_of_one_run(_ format: VideoFormat) throws {
        let whole = try Film(path: draw(0..<Self.count, format, "whole.mov", isPart: false))
        for (number, ranges) in Self.divisions.enumerated() {
            let parts = try ranges.map { try draw($0, format, "\(number)-\($0.lowerBound).mov") }
            let join = try FilmJoin(parts.reversed())
            #expect(join.frames == 0..<Self.count && join.rate == FrameRate(30))
            try join.write(to: scratch.file("joined.mov"))
            let joined = try Film(path: scratch.file("joined.mov"))
            #expect(joined.index.count == Self.count)
            for frame in 0..<Self.count {
                #expect(try joined.bitmap(of: frame).pixels == whole.bitmap(of: frame).pixels, "frame \(frame)")
                #expect(abs(joined.time(of: frame) - Double(frame) / 30) < 1e-9)
            }
        }
    }

    @Test(arguments: [
        (VideoFormat.h264, "mp4"), (.h265, "mp4"), (.av1, "mp4"), (.av1, "webm"), (.vp9, "webm"),
        (.vp9WithAlpha, "webm"),
    ])
    func times_are_even_and_borders_are_as_good_as_their_neighbours(_ format: VideoFormat, _ ending: String) throws {
        for (number, ranges) in Self.divisions.enumerated() {
            let parts = try ranges.map { try draw($0, format, "\(number)-\($0.lowerBound).\(ending)") }
            try FilmJoin(parts).write(to: scratch.file("joined.\(ending)"))
            let joined = try Film(path: scratch.file("joined.\(ending)"))
            #expect(joined.index.count == Self.count)
            var likenesses: [Double] = []
            for frame in 0..<Self.count {
                likenesses.append(likeness(try joined.bitmap(of: frame), Self.frame(frame)))
                // Matroska's times are whole milliseconds.
                #expect(abs(joined.time(of: frame) - Double(frame) / 30) < (ending == "webm" ? 6e-4 : 1e-9))
            }
            let lowest = try #require(likenesses.min())
            #expect(lowest > 28, "\(likenesses)")
            for border in ranges.map(\.lowerBound) where border > 0 && border < Self.count - 1 {
                #expect(likenesses[border] > min(likenesses[border - 1], likenesses[border + 1]) - 1)
            }
        }
    }

    @Test func a_part_has_the_times_of_the_whole_and_alone_becomes_a_film_from_0_on() throws {
        let path = try draw(12..<20, .h264, "part.mp4")
        #expect(try FilmPart(path: path).frames == 12..<20)
        try FilmJoin([path]).write(to: scratch.file("clip.mp4"))
        #expect(try FilmPart(path: scratch.file("clip.mp4")).frames == 0..<8)
        let film = try Film(path: scratch.file("clip.mp4"))
        #expect(film.time(of: 0) == 0 && film.index.count == 8)
    }

    @Test func sound_is_copied_from_the_time_of_the_first_frame_on() throws {
        // Silent for half a second, then a tone.
        let tone = scratch.file("tone.wav")
        try wave(96_000) { $0 < 24_000 ? 0 : Int(8000 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }
            .write(to: URL(fileURLWithPath: tone))
        let parts = try [12..<20, 20..<40].map { try draw($0, .proRes4444, "\($0.lowerBound).mov") }
        let path = scratch.file("joined.mov")
        try FilmJoin(parts).write(to: path, sound: tone)
        #expect(try Film(path: path).index.count == 28)
        let track = try #require(try filmTracks(path: path).first { $0.kind == .audio })
        let reader = try SoundReader(path: path, track: track.index)
        reader.begin(at: 0, speed: 1, rate: 48_000)
        var all = [Float](repeating: 0, count: 2 * 43_200)
        #expect(reader.read(43_200, addingTo: &all, at: 0) == 43_200, "as long as the film, but for the last packet")
        func loudness(_ range: Range<Double>) -> Float {
            let frames = Int(range.lowerBound * 48_000)..<Int(range.upperBound * 48_000)
            return (frames.reduce(Float(0)) { $0 + all[2 * $1] * all[2 * $1] } / Float(frames.count)).squareRoot()
        }
        // The first frame is at 0.4 s: the tone begins a tenth of a second after it, but for a packet's length.
        #expect(loudness(0..<0.05) < 0.001)
        #expect(abs(loudness(0.15..<0.85) - Float(8000) / 32_768 / Float(2).squareRoot()) < 0.01)
        let silent = try draw(0..<2, .proRes4444, "silent.mov")
        #expect(throws: SurfaceError.self) { try FilmJoin(parts).write(to: path, sound: silent) }
        #expect(try Film(path: path).index.count == 28, "a join that fails leaves the file")
    }

    @Test func broadcast_rates_are_exact() throws {
        let rate = FrameRate(30000, over: 1001)
        let parts = try [0..<9, 9..<31].map { try draw($0, .h264, "\($0.lowerBound).mp4", rate: rate) }
        let join = try FilmJoin(parts)
        #expect(join.rate == rate)
        try join.write(to: scratch.file("joined.mp4"))
        let film = try Film(path: scratch.file("joined.mp4"))
        for frame in 0..<31 { #expect(abs(film.time(of: frame) - rate.time(ofFrame: frame)) < 1e-9) }
    }

    @Test func parts_that_do_not_fit_together_are_refused() throws {
        let first = try draw(0..<10, .h264, "a.mp4")
        func reason(_ other: String) -> String {
            do {
                _ = try FilmJoin([first, other])
                return ""
            } catch { return "\(error)" }
        }
        #expect(try reason(draw(12..<20, .h264, "gap.mp4")).contains("frames 10 to 12 are missing"))
        #expect(try reason(draw(8..<20, .h264, "lap.mp4")).contains("has frames 8 to 10, too"))
        #expect(try reason(draw(10..<20, .h264, "wide.mp4", width: 80)).contains("its frames have 80 x 64 pixels"))
        #expect(try reason(draw(10..<20, .vp9, "b.webm")).contains("its video is vp9"))
        #expect(try reason(draw(10..<20, .h264, "fast.mp4", rate: FrameRate(25))).contains("25.0 frames a second"))
        #expect(try reason(draw(10..<20, .h264, "coarse.mp4", quality: 20)).isEmpty == false)
        #expect(reason(scratch.file("none.mp4")).contains("none.mp4: the file cannot be read"))
    }

    @Test func ffv1_joins_to_the_same_frames() throws {
        func clip(_ times: Range<Int>) -> Clip {
            var clip = Clip(encoders: ["ffv1"], format: AV_PIX_FMT_YUV444P, ending: "mkv")
            clip.count = times.count
            clip.keyEvery = 1
            clip.times = times.map { Int64($0) }
            let first = times.lowerBound
            clip.sample = { (frame: Int, plane: Int, x: Int, y: Int) -> Int in
                let place = x * 3 + y * 5
                let moment = (frame + first) * 7
                return (place + moment + plane * 40) % 256
            }
            return clip
        }
        guard clip(0..<1).isAvailable else { return }
        try clip(0..<20).write(to: scratch.file("whole.mkv"))
        let whole = try Film(path: scratch.file("whole.mkv"))
        let parts = try [0..<6, 6..<7, 7..<20].map { range in
            let path = scratch.file("\(range.lowerBound).mkv")
            try clip(range).write(to: path)
            return path
        }
        try FilmJoin(parts).write(to: scratch.file("joined.mkv"))
        let joined = try Film(path: scratch.file("joined.mkv"))
        #expect(joined.index.count == 20)
        for frame in 0..<20 {
            #expect(try joined.bitmap(of: frame).pixels == whole.bitmap(of: frame).pixels)
        }
    }
}
