import CLibAV
import Foundation
import MicaBase
import MicaSurface
import MicaVideo
import Testing
@testable import MicaFilm

/// A WAVE file of 48,000 samples a second of 16 bits, one channel.
func wave(_ count: Int, sample: (Int) -> Int) -> Data {
    var data = Data()
    func word(_ value: Int, _ bytes: Int) {
        for byte in 0..<bytes { data.append(UInt8(value >> (8 * byte) & 255)) }
    }
    data.append(text: "RIFF")
    word(36 + 2 * count, 4)
    data.append(text: "WAVEfmt ")
    for (value, bytes) in [(16, 4), (1, 2), (1, 2), (48_000, 4), (96_000, 4), (2, 2), (16, 2)] { word(value, bytes) }
    data.append(text: "data")
    word(2 * count, 4)
    for index in 0..<count { word(sample(index) & 0xffff, 2) }
    return data
}

extension Data {
    fileprivate mutating func append(text: String) { append(contentsOf: Array(text.utf8)) }
}

/// All frames of clips that are mixed, read in pieces of a number of frames.
private func mixed(_ clips: [SoundClip], _ range: Range<Double>, pieces: Int = 1000) -> [Float] {
    var mixer = SoundMixer(clips.map { [$0] }, from: range.lowerBound, to: range.upperBound, rate: 48_000)
    var (result, buffer) = ([Float](), [Float](repeating: 0, count: 2 * pieces))
    while !mixer.isDone {
        let count = mixer.mix(into: &buffer)
        result += buffer.prefix(2 * count)
    }
    return result
}

/// Several sounds as one.
@Suite(.enabled(if: mica_av_open() == nil)) struct SoundMixTests {
    private let scratch: ScratchDirectory
    /// A second whose sample n is n / 2 / 32768, and a second of a quarter of the full level.
    private let ramp: String, quarter: String

    init() throws {
        scratch = try ScratchDirectory()
        (ramp, quarter) = (scratch.file("ramp.wav"), scratch.file("quarter.wav"))
        try wave(48_000) { $0 / 2 }.write(to: URL(fileURLWithPath: ramp))
        try wave(48_000) { _ in 8192 }.write(to: URL(fileURLWithPath: quarter))
    }

    private func near(_ value: Float, _ expected: Float) -> Bool { abs(value - expected) < 0.001 }

    @Test(arguments: [1000, 1024, 48_000]) func clips_are_heard_in_their_spans(pieces: Int) {
        let all = mixed([SoundClip(path: ramp, span: 0.25..<0.5, origin: 0.1)], 0..<1, pieces: pieces)
        #expect(all.count == 96_000)
        // Frame 12,000 has the file's sample 4,800.
        #expect(all[2 * 11_999] == 0 && near(all[2 * 12_000 + 1], 2400 / 32_768))
        #expect(near(all[2 * 18_000], 5400 / 32_768) && all[2 * 24_001] == 0)
        // From a later time on, with the same samples.
        let late = mixed([SoundClip(path: ramp, span: 0.25..<0.5, origin: 0.1)], 0.375..<0.6, pieces: pieces)
        #expect(late.count == 2 * 10_800 && near(late[0], 5400 / 32_768))
    }

    @Test func clips_add_up() {
        let two = mixed(
            [SoundClip(path: quarter, span: 0..<0.5), SoundClip(path: quarter, span: 0.25..<0.75)], 0..<1)
        #expect(near(two[1000], 0.25) && near(two[30_000], 0.5) && near(two[60_000], 0.25) && two[80_000] == 0)
        let five = mixed((0..<5).map { _ in SoundClip(path: quarter, span: 0..<0.5) }, 0..<0.5)
        #expect(near(five[1000], 1.25))
    }

    @Test func levels_change_both_channels_over_time() {
        let levels = [
            SoundClip.Level(time: 0.2, left: 0, right: 1), SoundClip.Level(time: 0.4, left: 1, right: 0.5),
        ]
        let all = mixed([SoundClip(path: quarter, span: 0..<1, levels: levels)], 0..<1)
        for (time, left, right) in [(0.1, 0.0, 1.0), (0.3, 0.5, 0.75), (0.9, 1, 0.5)] {
            let index = 2 * Int(time * 48_000)
            #expect(near(all[index], Float(left) / 4) && near(all[index + 1], Float(right) / 4), "time \(time)")
        }
    }

    @Test func speeds_stretch_a_file() {
        let all = mixed([SoundClip(path: ramp, span: 0..<1, speed: 0.5)], 0..<1)
        // Half of the file in a second.
        #expect(abs(all[2 * 40_000] - 10_000 / 32_768) < 0.01)
    }

    /// Documents, files and compositions state any time: none ends the program.
    @Test func times_beyond_all_numbers_of_frames_are_silent() throws {
        for clip in [
            SoundClip(path: ramp, span: -1e300..<1e300), SoundClip(path: ramp, span: 1e300..<1e301),
            SoundClip(path: ramp, span: -1e9..<1, origin: 1e308, speed: 1e308),
        ] {
            let all = mixed([clip], 0..<0.1)
            #expect(all.count == 9600 && all.allSatisfy { $0 == 0 })
        }
        var endless = SoundMixer([[SoundClip(path: ramp, span: 0..<1)]], from: 0, to: 1e300, rate: 48_000)
        var few = [Float](repeating: 0, count: 20)
        #expect(endless.mix(into: &few) == 10 && !endless.isDone)
        let part = SoundPart(path: ramp, track: 0, range: 0..<1, target: 1e300)
        let source = try #require(try SoundSource([part]))
        let packet = try #require(av_packet_alloc())
        #expect(!source.next(packet))
        var gone: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&gone)
        let reader = try SoundReader(path: ramp, track: 0)
        reader.begin(at: -1e9, speed: 1e-12, rate: 48_000)
        var frames = [Float](repeating: 0, count: 200)
        _ = reader.read(100, addingTo: &frames, at: 0)
        #expect(frames.allSatisfy { $0 == 0 })
    }

    @Test func durations_that_headers_state_are_compared_within_limits() {
        #expect(FilmReader.missingTicks(90, 40) == 50 && FilmReader.missingTicks(40, 90) == -50)
        #expect(FilmReader.missingTicks(.max, -1) == .max && FilmReader.missingTicks(.min, 1) == .min)
    }

    @Test func a_file_without_sound_is_reported() throws {
        let none = scratch.file("none.wav")
        try Data("no sound".utf8).write(to: URL(fileURLWithPath: none))
        let clip = SoundClip(path: none, span: 0..<1)
        #expect(throws: FilmError.self) { try SoundReader(clip) }
        #expect(mixed([clip], 0..<1).allSatisfy { $0 == 0 })
    }

    @Test(arguments: [(SoundMix.Codec.aac, "mp4"), (.aac, "mov"), (.opus, "webm")])
    func a_mix_is_written_into_films(codec: SoundMix.Codec, ending: String) throws {
        guard avcodec_find_encoder_by_name(codec.rawValue) != nil else { return }
        let tone = scratch.file("tone.wav")
        try wave(48_000) { Int(8000 * sin(Double($0) * 2 * .pi * 440 / 48_000)) }.write(to: URL(fileURLWithPath: tone))
        let path = scratch.file("film." + ending)
        let mix = try SoundMix([[SoundClip(path: tone, span: 0.5..<1)]], from: 0, to: 1.5, codec: codec)
        let sink = try #require(makeVideoSink(path: path, keepsAlpha: false, copying: [mix]))
        try sink.begin(FrameStream(width: 32, height: 32, rate: FrameRate(20)))
        let bitmap = Bitmap(width: 32, height: 32)
        for index in 0..<30 { try sink.append(bitmap, at: index) }
        try sink.finish()
        let track = try #require(try filmTracks(path: path).first { $0.kind == .audio })
        let reader = try SoundReader(path: path, track: track.index)
        reader.begin(at: 0, speed: 1, rate: 48_000)
        var all = [Float](repeating: 0, count: 144_000)
        #expect(reader.read(72_000, addingTo: &all, at: 0) >= 71_000)
        func loudness(_ range: Range<Double>) -> Float {
            let frames = Int(range.lowerBound * 48_000)..<Int(range.upperBound * 48_000)
            let sum = frames.reduce(Float(0)) { $0 + all[2 * $1] * all[2 * $1] }
            return (sum / Float(frames.count)).squareRoot()
        }
        #expect(loudness(0..<0.45) < 0.005 && loudness(1.05..<1.4) < 0.005)
        // The root of a sine's mean square is its height over the root of 2.
        let expected = Float(8000) / 32_768 / Float(2).squareRoot()
        #expect(abs(loudness(0.55..<0.95) - expected) < 0.01)
    }
}
