import Foundation
import MicaBase
import MicaFilm
import MicaSurface
import MicaVideo
import Testing
@testable import AVFoundation

/// Volumes of tracks in exports and in players.
@Suite struct AudioMixTests {
    private func time(_ seconds: Double) -> CMTime { CMTime(seconds: seconds, preferredTimescale: 600) }

    private func range(_ from: Double, _ to: Double) -> CMTimeRange { CMTimeRange(start: time(from), end: time(to)) }

    /// Two seconds of film with a tone of a height, of 32,768.
    private func clip(_ height: Double, hertz: Double = 400) throws -> TestClip {
        let tone = TestClip.wave(16_000) { Int(height * sin(Double($0) * 2 * .pi * hertz / 8000)) & 0xFFFF }
        return try TestClip("clip.mov", hasSound: true, sound: tone)
    }

    private func volume(_ parameters: AVAudioMixInputParameters, at seconds: Double) -> Float {
        parameters.levels.loudness(at: seconds).x
    }

    /// The loudness of a file's sound between two times: the height of a tone over the root of 2.
    private func loudness(_ url: URL, _ seconds: Range<Double>) throws -> Double {
        let track = try #require(try filmTracks(path: url.path).first { $0.kind == .audio })
        let reader = try SoundReader(path: url.path, track: track.index)
        reader.begin(at: seconds.lowerBound, speed: 1, rate: 48_000)
        let count = Int((seconds.upperBound - seconds.lowerBound) * 48_000)
        var all = [Float](repeating: 0, count: 2 * count)
        #expect(reader.read(count, addingTo: &all, at: 0) == count)
        return Double(all.reduce(0) { $0 + $1 * $1 } / Float(all.count)).squareRoot()
    }

    @Test func volumes_hold_jump_and_change_evenly() {
        // Apple's example: 1 up to 4 s, then from 0.5 down to 0.2 at 9 s.
        let parameters = AVMutableAudioMixInputParameters()
        parameters.setVolume(1, at: .zero)
        parameters.setVolumeRamp(fromStartVolume: 0.5, toEndVolume: 0.2, timeRange: range(4, 9))
        for (seconds, expected) in [(0, 1), (3.99, 1), (4.01, 0.5), (6.5, 0.35), (9, 0.2), (20, 0.2)]
            as [(Double, Float)]
        {
            #expect(abs(volume(parameters, at: seconds) - expected) < 0.002, "\(seconds)")
        }
        // Before the first volume it is 1; values are limited, and a later ramp ends an earlier one.
        let late = AVMutableAudioMixInputParameters()
        late.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: range(2, 4))
        late.setVolume(7, at: time(3))
        late.setVolume(-1, at: time(5))
        #expect(volume(late, at: 1) == 1 && abs(volume(late, at: 2.5) - 0.25) < 0.002)
        #expect(volume(late, at: 4) == 1 && volume(late, at: 6) == 0)
        #expect(volume(AVMutableAudioMixInputParameters(), at: 1) == 1)
        late.setVolumeRamp(fromStartVolume: 0, toEndVolume: 1, timeRange: .invalid)
        #expect(volume(late, at: 6) == 0)
    }

    @Test func ramps_are_found_by_time() {
        let parameters = AVMutableAudioMixInputParameters()
        var (from, to, found) = (Float(9), Float(9), CMTimeRange.zero)
        func ramp(_ seconds: Double) -> Bool {
            unsafe parameters.getVolumeRamp(for: time(seconds), startVolume: &from, endVolume: &to, timeRange: &found)
        }
        #expect(!ramp(0) && from == 9)
        parameters.setVolumeRamp(fromStartVolume: 0.25, toEndVolume: 0.75, timeRange: range(1, 2))
        parameters.setVolume(0.5, at: time(3))
        #expect(ramp(0) && from == 0.25 && to == 0.75 && found == range(1, 2))
        #expect(ramp(2.5) && from == 0.5 && found.start == time(3))
        #expect(ramp(9) && to == 0.5 && found.duration == .positiveInfinity)
    }

    @Test func an_export_fades_a_track() async throws {
        let clip = try clip(16_000)
        let asset = AVURLAsset(url: clip.url)
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        #expect(parameters.trackID == track.trackID)
        parameters.setVolume(0.25, at: .zero)
        parameters.setVolumeRamp(fromStartVolume: 1, toEndVolume: 0, timeRange: range(1, 2))
        let mix = AVMutableAudioMix()
        mix.inputParameters = [parameters]
        let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        export.audioMix = mix
        let url = clip.folder.appendingPathComponent("out.mp4")
        try await export.export(to: url, as: .mp4)
        #expect(try filmTracks(path: url.path).first { $0.kind == .audio }?.codecName == "aac")
        let whole = 16_000 / 32_768 / 2.0.squareRoot()
        // Because: AAC's frames are 1,024 samples, 21 ms, and its noise is small.
        #expect(try abs(loudness(url, 0.1..<0.9) - whole / 4) < 0.01)
        #expect(try abs(loudness(url, 1.05..<1.15) - whole * 0.9) < 0.015)
        #expect(try abs(loudness(url, 1.85..<1.95) - whole * 0.1) < 0.015)
    }

    @Test func several_tracks_are_mixed_into_one() async throws {
        let (low, high) = (try clip(8000), try clip(8000, hertz: 700))
        let composition = AVMutableComposition()
        for clip in [low, high] {
            let asset = AVURLAsset(url: clip.url)
            for type in [AVMediaType.video, .audio] {
                guard let source = asset.tracks(withMediaType: type).first, type == .audio || clip === low else {
                    continue
                }
                let track = try #require(composition.addMutableTrack(withMediaType: type, preferredTrackID: 0))
                try track.insertTimeRange(range(0, 1), of: source, at: .zero)
                // The second one is heard twice as long.
                if type == .audio, clip === high { track.scaleTimeRange(range(0, 0.5), toDuration: time(1)) }
            }
        }
        let export = try #require(
            AVAssetExportSession(asset: composition, presetName: AVAssetExportPresetHighestQuality))
        let url = low.folder.appendingPathComponent("out.mp4")
        try await export.export(to: url, as: .mp4)
        #expect(try filmTracks(path: url.path).filter { $0.kind == .audio }.count == 1)
        let one = 8000 / 32_768 / 2.0.squareRoot()
        // Tones of two heights add up by their squares; after a second, the slower one goes on alone.
        #expect(try abs(loudness(url, 0.1..<0.9) - one * 2.0.squareRoot()) < 0.015)
        #expect(try abs(loudness(url, 1.1..<1.4) - one) < 0.015)
    }

    /// A film of a second with tones of 400, 700 and 1100 Hz in three tracks, with flags and languages in their headers.
    private func tracks(_ tracks: [(isEnabled: Bool, language: String)]) throws -> (TestClip, URL) {
        let clip = try clip(8000)
        let sources = try [400.0, 700, 1100].prefix(tracks.count).map { hertz in
            let path = clip.folder.appendingPathComponent("\(hertz).wav")
            try TestClip.wave(8000) { Int(8000 * sin(Double($0) * 2 * .pi * hertz / 8000)) & 0xFFFF }.write(to: path)
            return try #require(try SoundSource([SoundPart(path: path.path, track: 0, range: 0..<1, target: 0)]))
        }
        let url = clip.folder.appendingPathComponent("tracks.mov")
        let sink = VideoSink(path: url.path, format: .h264, copying: sources, container: "mov")
        try sink.begin(FrameStream(width: 32, height: 32, rate: FrameRate(25)))
        for index in 0..<25 { try sink.append(TestClip.picture(index, 32, 32), at: index) }
        try sink.finish()
        // The header of each track has its flags behind 'tkhd', and its language 20 bytes behind 'mdhd'; the first is the video's.
        var data = try Data(contentsOf: url)
        func places(_ name: String) -> [Int] {
            data.indices.dropLast(24).filter { data[$0..<$0 + 4].elementsEqual(Array(name.utf8)) }.map { $0 + 4 }
        }
        for (index, place) in places("tkhd").dropFirst().enumerated() {
            data[place + 3] = tracks[index].isEnabled ? 3 : 2
        }
        for (index, place) in places("mdhd").dropFirst().enumerated() {
            let code = tracks[index].language.utf8.reduce(0) { $0 << 5 | Int($1 - 0x60) }
            (data[place + 20], data[place + 21]) = (UInt8(code >> 8), UInt8(code & 255))
        }
        try data.write(to: url)
        return (clip, url)
    }

    /// How many of the tones a sound has: tones of different heights add up by their squares.
    private func tones(_ url: URL) throws -> Int {
        let one = 8000 / 32_768 / 2.0.squareRoot()
        let ratio = try loudness(url, 0.1..<0.9) / one
        return Int((ratio * ratio).rounded())
    }

    @Test(
        arguments: [
            ([(true, "eng"), (true, "deu"), (true, "fra")], ["eng"]),
            ([(true, "deu"), (true, "und"), (true, "deu")], ["deu", "und", "deu"]),
            ([(false, "eng"), (true, "deu"), (false, "fra")], ["deu"]),
            ([(false, "und"), (false, "und"), (false, "und")], ["und", "und", "und"]),
            ([(true, "und"), (true, "und"), (true, "eng")], ["und", "und", "eng"]),
        ] as [([(Bool, String)], [String])])
    func an_export_has_the_tracks_of_one_language(all: [(Bool, String)], heard: [String]) async throws {
        let (clip, url) = try tracks(all.map { (isEnabled: $0.0, language: $0.1) })
        let asset = AVURLAsset(url: url)
        let audio = asset.tracks(withMediaType: .audio)
        #expect(audio.map(\.isEnabled) == all.map(\.0) && audio.map { $0.languageCode ?? "und" } == all.map(\.1))
        #expect(asset.heardTracks([:]).map { $0.languageCode ?? "und" } == heard)
        let output = clip.folder.appendingPathComponent("out.mov")
        let export = try #require(AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality))
        try await export.export(to: output, as: .mov)
        let tracks = try filmTracks(path: output.path).filter { $0.kind == .audio }
        #expect(tracks.count == 1 && (tracks[0].codecName == "aac") == (heard.count > 1), "one track is copied")
        #expect(try tones(output) == heard.count)
        // A composition of the whole has the same sound, and the other tracks for who wants them.
        let composition = AVMutableComposition()
        try composition.insertTimeRange(range(0, 1), of: asset, at: .zero)
        let composed = composition.tracks(withMediaType: .audio)
        #expect(composed.count == 3 && composed.count(where: \.isEnabled) == heard.count)
        #expect(composed.allSatisfy { $0.timeRange == range(0, 1) })
        #expect(composition.sound.tracks.count == heard.count && asset.sound.tracks.count == 1)
        for track in composed { (track as? AVMutableCompositionTrack)?.isEnabled = true }
        #expect(composition.sound.tracks.count == 3)
    }

    @Test(arguments: [("eng", "deu"), ("und", "und")])
    func a_mix_names_tracks_that_are_not_heard_otherwise(one: String, other: String) throws {
        let (clip, url) = try tracks([(true, one), (false, other)])
        let asset = AVURLAsset(url: url)
        let levels = asset.tracks(withMediaType: .audio).map {
            ($0.trackID, [SoundClip.Level(time: 0, left: 1, right: 1)])
        }
        #expect(asset.mixedSound([:]).tracks.count == 1)
        #expect(asset.mixedSound(Dictionary(uniqueKeysWithValues: levels)).tracks.count == 2)
        withExtendedLifetime(clip) {}
    }

    @Test func players_hear_a_mix_as_it_was_when_it_was_set() throws {
        let clip = try clip(8000)
        let asset = AVURLAsset(url: clip.url)
        let track = try #require(asset.tracks(withMediaType: .audio).first)
        let parameters = AVMutableAudioMixInputParameters(track: track)
        parameters.setVolume(0.5, at: .zero)
        let (mix, item) = (AVMutableAudioMix(), AVPlayerItem(asset: asset))
        mix.inputParameters = [parameters]
        #expect(item.sound.tracks.first?.first?.levels.isEmpty == true)
        item.audioMix = mix
        parameters.setVolume(0.1, at: .zero)
        #expect(item.sound.tracks.first?.first?.levels.loudness(at: 1).x == 0.5)
        item.audioMix = nil
        #expect(item.sound.tracks.first?.first?.levels.isEmpty == true)
    }
}
