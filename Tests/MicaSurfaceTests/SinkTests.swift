import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import MicaSurface
import Testing

/// A directory for one test, removed after it.
final class ScratchDirectory {
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

private func colour(_ index: Int) -> Bitmap {
    Bitmap(width: 6, height: 4, filledWith: 0xff00_0000 | UInt32(index * 20))
}

private func write(_ indices: [Int], to sink: some FrameSink, rate: FrameRate = FrameRate(10)) throws {
    try sink.begin(FrameStream(width: 6, height: 4, rate: rate, firstIndex: indices.first ?? 0))
    for index in indices { try sink.append(colour(index), at: index) }
    try sink.finish()
}

@Test func png_sink_writes_one_file() throws {
    let directory = try ScratchDirectory()
    try write([0], to: StillSink(path: directory.file("a.png")))
    #expect(directory.names == ["a.png"])
    #expect(try decodeImage(try directory.bytes("a.png")) == colour(0))
    let error = #expect(throws: SurfaceError.self) { try write([0, 1], to: StillSink(path: directory.file("b.png"))) }
    #expect(error?.path == directory.file("b.png"))
    #expect(directory.names == ["a.png"])
}

@Test func png_frames_sink_numbers_by_time_index() throws {
    let directory = try ScratchDirectory()
    let sink = try #require(try makeImageSink(path: directory.file("f-%04d.png"), isAnimation: true))
    try write([8, 9, 10], to: sink)
    #expect(directory.names == ["f-0008.png", "f-0009.png", "f-0010.png"])
    #expect(try decodeImage(try directory.bytes("f-0009.png")) == colour(9))
}

@Test(arguments: ["gif", "webp"])
func animation_sinks_keep_pixels_and_times(_ ending: String) throws {
    let directory = try ScratchDirectory()
    let sink = try #require(try makeImageSink(path: directory.file("a." + ending), isAnimation: true))
    // Frame 4 is left out, so frame 3 lasts two.
    try write([2, 3, 5], to: sink)
    #expect(directory.names == ["a." + ending])
    let frames = try ImageDecoder(bytes: try directory.bytes("a." + ending)).decodeFrames()
    #expect(frames.map(\.bitmap) == [2, 3, 5].map(colour))
    #expect(frames.map { Int(($0.duration * 1000).rounded()) } == [100, 200, 100])
}

@Test func gif_sink_says_that_it_is_too_fast() throws {
    let directory = try ScratchDirectory()
    let fast = AnimationSink(path: directory.file("a.gif"), format: .gif)
    try write([0, 1], to: fast, rate: FrameRate(60))
    #expect(fast.notes.count == 1)
    let slow = AnimationSink(path: directory.file("b.gif"), format: .gif)
    try write([0, 1], to: slow, rate: FrameRate(50))
    #expect(slow.notes.isEmpty)
}

@Test func memory_sink_keeps_frames() throws {
    let sink = MemorySink()
    try write([4, 7], to: sink)
    #expect(sink.frames.map(\.index) == [4, 7] && sink.frames.map(\.bitmap) == [colour(4), colour(7)])
    #expect(sink.isFinished && sink.stream?.firstIndex == 4)
}

@Test func dropped_sinks_leave_no_file() throws {
    let directory = try ScratchDirectory()
    try Data([1, 2, 3]).write(to: URL(fileURLWithPath: directory.file("a.gif")))
    do {
        let sink = AnimationSink(path: directory.file("a.gif"), format: .gif)
        try sink.begin(FrameStream(width: 6, height: 4))
        try sink.append(colour(0), at: 0)
        try sink.append(colour(1), at: 1)
        #expect(directory.names.count == 2)
    }
    #expect(directory.names == ["a.gif"])
    #expect(try directory.bytes("a.gif") == [1, 2, 3])
}

@Test func sinks_without_frames_are_errors() throws {
    let directory = try ScratchDirectory()
    for name in ["a.png", "a.gif", "a.webp"] {
        let sink = try #require(try makeImageSink(path: directory.file(name), isAnimation: false))
        #expect(throws: SurfaceError.self) { try write([], to: sink) }
    }
    #expect(directory.names.isEmpty)
}

@Test func missing_directory_is_named() throws {
    let directory = try ScratchDirectory()
    let path = directory.file("no/a.png")
    let error = #expect(throws: SurfaceError.self) { try write([0], to: StillSink(path: path)) }
    #expect(error?.description == "\(path): there is no directory \(directory.file("no"))")
    let onDirectory = #expect(throws: SurfaceError.self) { try write([0], to: StillSink(path: directory.path)) }
    #expect(onDirectory?.reason == "there is a directory here")
}

@Test func atomic_file_follows_links_and_replaces() throws {
    let directory = try ScratchDirectory()
    try AtomicFile.write([1], to: directory.file("real"))
    try FileManager.default.createSymbolicLink(
        atPath: directory.file("link"), withDestinationPath: directory.file("real"))
    try AtomicFile.write([2, 3], to: directory.file("link"))
    #expect(try directory.bytes("real") == [2, 3])
    #expect(directory.names == ["link", "real"])
    try AtomicFile.write([9], to: "/dev/null")
}

@Test func file_names_choose_the_sink() throws {
    #expect(try makeImageSink(path: "a/b.PNG", isAnimation: false) is StillSink)
    #expect(try makeImageSink(path: "a/%d.png", isAnimation: true) is StillFramesSink)
    #expect(try makeImageSink(path: "x.webp", isAnimation: true) is AnimationSink)
    #expect(try makeImageSink(path: "x.mp4", isAnimation: true) == nil)
    #expect(try makeImageSink(path: "png", isAnimation: true) == nil)
    #expect(throws: SurfaceError.self) { try makeImageSink(path: "x.png", isAnimation: true) }
    #expect(throws: SurfaceError.self) { try makeImageSink(path: "%d-%d.png", isAnimation: true) }
    #expect(try makeImageSink(path: "100%.png", isAnimation: false) is StillSink)
    #expect(try makeImageSink(path: "a.jpg", isAnimation: false) is StillSink)
    #expect(try makeImageSink(path: "-", ending: "gif", isAnimation: true) is AnimationSink)
}

@Test func frame_name_patterns() {
    #expect(FrameNamePattern("f%04d.png")?.name(ofFrame: 12) == "f0012.png")
    #expect(FrameNamePattern("%d-100%%.png")?.name(ofFrame: 123_456) == "123456-100%.png")
    for wrong in ["f.png", "%d%d.png", "%4d.png", "%s.png", "%", "%00d", "%010d"] {
        #expect(FrameNamePattern(wrong) == nil, "\(wrong)")
    }
}

@Test func frame_rates_are_fractions() {
    #expect(FrameRate(framesPerSecond: 60) == FrameRate(60))
    #expect(FrameRate(framesPerSecond: 12.5) == FrameRate(25, over: 2))
    #expect(FrameRate(framesPerSecond: 29.97) == FrameRate(30_000, over: 1001))
    #expect(FrameRate(framesPerSecond: 23.976) == FrameRate(24_000, over: 1001))
    #expect(FrameRate(framesPerSecond: 0) == nil && FrameRate(framesPerSecond: .nan) == nil)
    #expect(FrameRate(30_000, over: 1001).time(ofFrame: 30_000) == 1001)
}

@Test(arguments: [1, 4])
func series_of_pictures_has_the_same_bytes_on_threads(_ threads: Int) throws {
    let directory = try ScratchDirectory()
    let sink = try #require(
        try makeImageSink(
            path: directory.file("f-%02d.png"), isAnimation: true, settings: ImageSettings(threads: threads)))
    try write(Array(0..<12), to: sink)
    #expect(directory.names.count == 12)
    for index in 0..<12 {
        #expect(try directory.bytes("f-\(index < 10 ? "0" : "")\(index).png") == PNGEncoder.encode(colour(index)))
    }
}

@Test func failure_of_a_frame_on_a_thread_ends_the_series() throws {
    let directory = try ScratchDirectory()
    let sink = try #require(
        try makeImageSink(
            path: directory.file("no/f-%d.png"), isAnimation: true, settings: ImageSettings(threads: 3)))
    let error = #expect(throws: SurfaceError.self) { try write(Array(0..<9), to: sink) }
    #expect(error?.reason == "there is no directory \(directory.file("no"))")
}

@Test func animation_plays_as_often_as_asked() throws {
    let directory = try ScratchDirectory()
    func gif(_ count: Int) throws -> [UInt8] {
        let path = directory.file("\(count).gif")
        try write([0, 1], to: AnimationSink(path: path, format: .gif, settings: ImageSettings(loopCount: count)))
        return try directory.bytes("\(count).gif")
    }
    let extensionName = Array("NETSCAPE2.0".utf8)
    func loops(_ file: [UInt8]) -> [UInt8]? {
        file.firstRange(of: extensionName).map { Array(file[$0.upperBound..<$0.upperBound + 4]) }
    }
    #expect(try loops(gif(0)) == [3, 1, 0, 0])
    #expect(try loops(gif(1)) == nil)
    #expect(try loops(gif(3)) == [3, 1, 2, 0])
}
