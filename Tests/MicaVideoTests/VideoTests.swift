import Dispatch
import Foundation
import MicaBase
import MicaCodecs
import MicaFilm
import MicaSurface
import MicaVideo
import Synchronization
import Testing

/// A directory for one test, removed after it.
final class ScratchDirectory: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func file(_ name: String) -> String { path + "/" + name }

    var names: [String] { ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted() }

    func bytes(_ name: String) throws -> [UInt8] {
        Array(try #require(FileManager.default.contents(atPath: file(name))))
    }
}

/// A smooth opaque picture whose blue tells the frame.
private func gradient(_ index: Int, width: Int = 64, height: Int = 48) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let red = UInt32(x * 255 / (width - 1)), green = UInt32(y * 255 / (height - 1))
            bitmap[x, y] = 0xff00_0000 | red << 16 | green << 8 | UInt32(20 + index * 40)
        }
    }
    return bitmap
}

/// A picture that fades from nothing on the left to opaque on the right, in one straight colour.
private func fade(_ index: Int, width: Int = 64, height: Int = 48) -> Bitmap {
    var bitmap = Bitmap(width: width, height: height)
    for y in 0..<height {
        for x in 0..<width {
            let alpha = UInt32(x * 255 / (width - 1))
            bitmap[x, y] = premultiplied(alpha << 24 | 0xc0_8000 | UInt32(index * 30))
        }
    }
    return bitmap
}

/// The mean and the greatest difference of a channel.
private func differences(_ a: Bitmap, _ b: Bitmap) -> (mean: Double, greatest: Int) {
    var sum = 0, greatest = 0
    for (p, q) in zip(a.pixels, b.pixels) {
        for shift in [0, 8, 16, 24] as [UInt32] {
            let difference = abs(Int(p >> shift & 255) - Int(q >> shift & 255))
            sum += difference
            greatest = max(greatest, difference)
        }
    }
    return (Double(sum) / Double(max(a.pixels.count * 4, 1)), greatest)
}

private func write(_ frames: [Bitmap], to sink: VideoSink, rate: FrameRate = FrameRate(25), first: Int = 0) throws {
    let size = try #require(frames.first)
    try sink.begin(FrameStream(width: size.width, height: size.height, rate: rate, firstIndex: first))
    for (index, frame) in frames.enumerated() { try sink.append(frame, at: first + index) }
    try sink.finish()
}

/// All frames of a film, with the times at which they begin, in seconds.
private func decodedFrames(of film: Film) throws -> [(bitmap: Bitmap, time: Double)] {
    try (0..<film.index.count).map { (try film.bitmap(of: $0), film.time(of: $0)) }
}

@Test(arguments: [("a.mp4", "h264"), ("a.webm", "vp9"), ("a.mov", "prores")])
func video_decodes_near_the_source(_ name: String, _ codec: String) throws {
    let directory = try ScratchDirectory()
    let frames = (0..<6).map { gradient($0) }
    let sink = try #require(makeVideoSink(path: directory.file(name), keepsAlpha: false))
    try write(frames, to: sink)
    #expect(directory.names == [name] && sink.notes.isEmpty)
    let film = try Film(path: directory.file(name))
    #expect(film.video.codecName == codec)
    #expect(film.width == 64 && film.height == 48)
    let decoded = try decodedFrames(of: film)
    #expect(decoded.count == 6)
    for (index, frame) in decoded.enumerated() {
        #expect(abs(frame.time - Double(index) / 25) < 0.0011, "WebM counts milliseconds")
        let (mean, greatest) = differences(frame.bitmap, frames[index])
        // Because: lossy at high quality, and limited range has 219 steps for 256. A wrong matrix is 20 and more off: that of a
        // file without the tag of BT.709, as small pictures are BT.601 then.
        #expect(mean < 2.5 && greatest <= 14, "\(name), frame \(index): mean \(mean), greatest \(greatest)")
    }
}

@Test(arguments: [
    ("a.mp4", "h265", "hevc"), ("a.mov", "h265", "hevc"), ("b.mp4", "av1", "av1"), ("a.webm", "av1", "av1"),
])
func other_codecs_decode_near_the_source(_ name: String, _ codec: String, _ decoder: String) throws {
    let directory = try ScratchDirectory()
    let frames = (0..<6).map { gradient($0, width: 128, height: 96) }
    var settings = VideoSettings()
    settings.codec = codec
    let sink = try #require(makeVideoSink(path: directory.file(name), keepsAlpha: false, settings: settings))
    try write(frames, to: sink)
    let film = try Film(path: directory.file(name))
    #expect(film.video.codecName == decoder)
    let decoded = try decodedFrames(of: film)
    #expect(decoded.count == 6)
    for (index, frame) in decoded.enumerated() {
        #expect(abs(frame.time - Double(index) / 25) < 0.0011)
        let (mean, greatest) = differences(frame.bitmap, frames[index])
        #expect(mean < 2.5 && greatest <= 20, "\(name), frame \(index): mean \(mean), greatest \(greatest)")
    }
}

@Test(arguments: ["a.webm", "a.mov"])
func video_keeps_alpha(_ name: String) throws {
    let directory = try ScratchDirectory()
    let frames = (0..<4).map { fade($0) }
    let sink = try #require(makeVideoSink(path: directory.file(name), keepsAlpha: true))
    try write(frames, to: sink)
    let decoded = try decodedFrames(of: Film(path: directory.file(name)))
    #expect(decoded.count == 4)
    for (frame, original) in zip(decoded, frames) {
        let (mean, greatest) = differences(frame.bitmap, original)
        #expect(mean < 3 && greatest <= 16, "\(name): mean \(mean), greatest \(greatest)")
        #expect(frame.bitmap[0, 20] >> 24 <= 4 && frame.bitmap[63, 20] >> 24 >= 251)
    }
}

@Test func video_of_png_frames_is_exact() throws {
    let directory = try ScratchDirectory()
    let frames = (0..<3).map { fade($0, width: 33, height: 21) }
    try write(frames, to: VideoSink(path: directory.file("a.mov"), format: .losslessPNG))
    #expect(try decodedFrames(of: Film(path: directory.file("a.mov"))).map(\.bitmap) == frames)
}

@Test func odd_sizes_become_even_and_say_so() throws {
    let directory = try ScratchDirectory()
    let frame = gradient(1, width: 63, height: 47)
    let sink = VideoSink(path: directory.file("a.mp4"), format: .h264)
    try write([frame, frame], to: sink)
    #expect(sink.notes.count == 1)
    let film = try Film(path: directory.file("a.mp4"))
    #expect(film.width == 64 && film.height == 48)
    // Because: the repeated column and row are compressed like the others.
    let last = try film.bitmap(of: 0)[63, 47], source = frame[62, 46]
    for shift in [0, 8, 16] as [UInt32] {
        #expect(abs(Int(last >> shift & 255) - Int(source >> shift & 255)) <= 14)
    }
    let odd = VideoSink(path: directory.file("a.webm"), format: .vp9)
    try write([frame], to: odd)
    #expect(odd.notes.isEmpty)
    #expect(try Film(path: directory.file("a.webm")).width == 63)
}

@Test(arguments: VideoFormat.allCases)
func same_frames_give_the_same_bytes(_ format: VideoFormat) throws {
    let directory = try ScratchDirectory()
    let frames = (0..<8).map { fade($0, width: 160, height: 96) }
    try write(frames, to: VideoSink(path: directory.file("a"), format: format))
    try write(frames, to: VideoSink(path: directory.file("b"), format: format))
    #expect(try directory.bytes("a") == (try directory.bytes("b")))
}

@Test(arguments: [VideoFormat.h264, .h265, .av1])
func films_on_many_threads_are_those_of_one(_ format: VideoFormat) throws {
    let directory = try ScratchDirectory()
    @Sendable func bytes(_ name: String) throws -> [UInt8] {
        let settings = VideoSettings(threads: 1)
        // One frame is shorter than the delay of any encoder.
        let frame = gradient(0, width: 64, height: 64)
        try write([frame], to: VideoSink(path: directory.file(name), format: format, settings: settings))
        return try directory.bytes(name)
    }
    let alone = try bytes("alone")
    let others = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 40) { index in
        let result = Result { try bytes("\(index)") }
        if (try? result.get()) != alone { others.withLock { $0.append("\(index): \(result.map(\.count))") } }
    }
    #expect(others.withLock { $0 } == [])
}

/// SVT-AV1 takes the highest priority where it may: with root's rights this fails without the encoder's own care.
@Test func an_encoder_leaves_the_priority_of_threads() throws {
    let directory = try ScratchDirectory()
    let sink = VideoSink(path: directory.file("a.mp4"), format: .av1, settings: VideoSettings(threads: 1))
    try sink.begin(FrameStream(width: 64, height: 64, rate: FrameRate(25), firstIndex: 0))
    for thread in try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").compactMap(pid_t.init) {
        // Another test's encoder has it for the moment in which it opens.
        var tries = 0
        while sched_getscheduler(thread) == SCHED_FIFO, tries < 1000 {
            usleep(10_000)
            tries += 1
        }
        #expect(sched_getscheduler(thread) != SCHED_FIFO, "thread \(thread)")
    }
    try sink.append(gradient(0, width: 64, height: 64), at: 0)
    try sink.finish()
}

@Test func part_of_a_render_starts_at_zero() throws {
    let directory = try ScratchDirectory()
    let sink = VideoSink(path: directory.file("a.mp4"), format: .h264)
    try write((0..<3).map { gradient($0) }, to: sink, rate: FrameRate(30_000, over: 1001), first: 600)
    let times = try decodedFrames(of: Film(path: directory.file("a.mp4"))).map(\.time)
    for (index, time) in times.enumerated() { #expect(abs(time - Double(index) * 1001 / 30_000) < 0.0001) }
}

@Test func videos_without_frames_leave_no_file() throws {
    let directory = try ScratchDirectory()
    let sink = VideoSink(path: directory.file("a.mp4"), format: .h264)
    try sink.begin(FrameStream(width: 16, height: 16))
    #expect(throws: SurfaceError.self) { try sink.finish() }
    do {
        let dropped = VideoSink(path: directory.file("b.webm"), format: .vp9)
        try dropped.begin(FrameStream(width: 16, height: 16))
        try dropped.append(Bitmap(width: 16, height: 16), at: 0)
    }
    let missing = VideoSink(path: directory.file("no/a.mp4"), format: .h264)
    let error = #expect(throws: SurfaceError.self) { try missing.begin(FrameStream(width: 16, height: 16)) }
    #expect(error?.reason == "there is no directory \(directory.file("no"))")
    let large = VideoSink(path: directory.file("c.mp4"), format: .h264)
    #expect(throws: SurfaceError.self) { try large.begin(FrameStream(width: 20_000, height: 16)) }
    withExtendedLifetime(sink) {}
}

@Test func video_formats_by_name() {
    #expect(VideoFormat(path: "x/A.MP4", keepsAlpha: false) == .h264)
    #expect(VideoFormat(path: "a.webm", keepsAlpha: false) == .vp9)
    #expect(VideoFormat(path: "a.webm", keepsAlpha: true) == .vp9WithAlpha)
    #expect(VideoFormat(path: "a.mov", keepsAlpha: false) == .proRes4444)
    #expect(VideoFormat(path: "a.avi", keepsAlpha: false) == nil)
    for name in VideoFormat.codecNames {
        let format = VideoFormat(codec: name, keepsAlpha: true)
        #expect(format?.endings.allSatisfy { VideoFormat(path: "a." + $0, keepsAlpha: true) != nil } == true, "\(name)")
    }
    #expect(VideoFormat(codec: "h266", keepsAlpha: false) == nil)
    #expect(makeVideoSink(path: "a.png", keepsAlpha: false) == nil)
}

@Test(arguments: ["a.mp4", "a.m4v", "a.webm", "a.mov"])
func a_program_that_links_this_module_has_its_sinks(name: String) throws {
    #expect(try VideoSinks.sink(path: name, keepsAlpha: false) is VideoSink)
}

@Test func alpha_of_webm_is_not_one_too_high() throws {
    let directory = try ScratchDirectory()
    var off = 0
    for alpha in stride(from: UInt32(8), through: 248, by: 40) {
        let name = "\(alpha).webm"
        try write(
            [Bitmap(width: 64, height: 32, filledWith: alpha << 24)],
            to: VideoSink(path: directory.file(name), format: .vp9WithAlpha))
        let frame = try Film(path: directory.file(name)).bitmap(of: 0)
        off += Int(frame[32, 16] >> 24) - Int(alpha)
    }
    #expect(off == 0)
}

@Test func video_settings_reach_the_encoder() throws {
    let directory = try ScratchDirectory()
    let frames = (0..<12).map { gradient($0, width: 128, height: 96) }
    func bytes(_ settings: VideoSettings) throws -> [UInt8] {
        let path = directory.file("\(settings.quality)-\(settings.threads).mp4")
        try write(frames, to: VideoSink(path: path, format: .h264, settings: settings))
        return [UInt8](try #require(FileManager.default.contents(atPath: path)))
    }
    #expect(try bytes(VideoSettings(quality: 20)).count < bytes(VideoSettings(quality: 95)).count)
    #expect(try bytes(VideoSettings(threads: 1)) == bytes(VideoSettings(threads: 1)))
    #expect(try bytes(VideoSettings()) == bytes(VideoSettings(quality: 75, threads: 4)))
    var factor = VideoSettings(quality: 20)
    factor.rateFactor = 51 - 44 * 95 / 100
    #expect(try bytes(factor) == bytes(VideoSettings(quality: 95)), "a rate factor stands above the quality")
}

@Test(arguments: [VideoFormat.h264, .h265, .av1, .vp9])
func presets_reach_the_encoder(_ format: VideoFormat) throws {
    let directory = try ScratchDirectory()
    let frames = (0..<12).map { gradient($0, width: 128, height: 96) }
    let files = try VideoSettings.Preset.allCases.map { preset in
        var settings = VideoSettings(threads: 1)
        settings.preset = preset
        try write(frames, to: VideoSink(path: directory.file("a"), format: format, settings: settings))
        return try directory.bytes("a")
    }
    #expect(Set(files).count == 3, "\(files.map(\.count))")
}
