import Foundation
import MicaBase
import MicaFilm
import MicaSurface
import Testing
@testable import AVFoundation

@Suite struct AssetTests {
    @Test func asset_says_what_the_file_has() throws {
        let clip = try TestClip(rate: FrameRate(30_000, over: 1001))
        let asset = AVURLAsset(url: clip.url)
        #expect(asset.duration == CMTime(value: 50 * 1001, timescale: 30_000))
        let track = try #require(asset.tracks(withMediaType: .video).first)
        #expect(asset.tracks.count == 1 && asset.tracks(withMediaType: .audio).isEmpty && track.asset === asset)
        #expect(track.naturalSize == CGSize(width: 96, height: 64) && track.preferredTransform == .identity)
        #expect(
            abs(track.nominalFrameRate - 29.97) < 0.01
                && track.minFrameDuration == CMTime(value: 1001, timescale: 30_000))
        #expect(track.trackID == 1 && asset.track(withTrackID: 1) === track && track.isPlayable && asset.isPlayable)
        #expect(track.codecName == "h264" && track.timeRange == CMTimeRange(start: .zero, duration: asset.duration))
    }

    @Test func asset_is_loaded_on_another_thread() async throws {
        let clip = try TestClip()
        let asset = AVURLAsset(url: clip.url)
        #expect(!asset.isRead && asset.statusOfValue(forKey: "duration", error: nil) == .unknown)
        let (duration, tracks) = try await asset.load(.duration, .tracks)
        #expect(duration == CMTime(value: 2, timescale: 1) && tracks.count == 1)
        #expect(
            try await asset.loadTracks(withMediaType: .video).first?.load(.naturalSize) == CGSize(width: 96, height: 64)
        )
        #expect(asset.statusOfValue(forKey: "duration", error: nil) == .loaded)
        let none = AVURLAsset(url: clip.folder.appendingPathComponent("none.mp4"))
        await #expect(throws: AVError.self) { _ = try await none.load(.duration) }
        #expect(none.statusOfValue(forKey: "duration", error: nil) == .failed && none.duration == .zero)
    }

    @Test func values_hold_times() {
        for time in [
            CMTime(value: -1, timescale: 3), .invalid, .positiveInfinity, CMTime(value: .max, timescale: .max),
            CMTime(value: .min, timescale: 1),
        ] {
            let value = NSValue(time: time)
            #expect(value.timeValue.value == time.value && value.timeValue == time && value == NSValue(time: time))
        }
        let range = CMTimeRange(start: CMTime(value: 1, timescale: 2), duration: CMTime(value: 3, timescale: 4))
        #expect(NSValue(timeRange: range).timeRangeValue == range && !NSValue(time: .zero).timeRangeValue.isValid)
    }

    @Test func frames_are_decoded_ahead_within_bounds() throws {
        let clip = try TestClip()
        let film = try Film(path: clip.url.path)
        let arrived = DispatchSemaphore(value: 0)
        let queue = FrameQueue(film) { arrived.signal() }
        defer { queue.stop() }
        // Asked for a frame until it is there; each arrival of one that is due wakes.
        func frame(_ number: Int, _ step: Int) -> FrameQueue.Frame? {
            for _ in 0..<200 {
                if let taken = queue.take(number, step: step), taken.number == number { return taken }
                if arrived.wait(timeout: .now() + 20) == .timedOut { return nil }
            }
            return nil
        }
        #expect(barCode(try #require(frame(0, 0)).bitmap) == 0, "a film that stands still at its start")
        for number in 0..<20 { #expect(barCode(try #require(frame(number, 1)).bitmap) == number) }
        #expect(barCode(try #require(frame(45, 1)).bitmap) == 45, "what is late is left out")
        for number in (30...44).reversed() { #expect(barCode(try #require(frame(number, -1)).bitmap) == number) }
        #expect(barCode(try #require(frame(7, 0)).bitmap) == 7)
        let statistics = queue.statistics
        #expect(statistics.most <= FrameQueue.limits.frames && statistics.dropped > 0, "\(statistics)")
    }
}
