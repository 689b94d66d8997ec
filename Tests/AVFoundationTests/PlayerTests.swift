import Foundation
import Mica
import MicaBase
import MicaFilm
import MicaRandom
import MicaSurface
import QuartzCore
import Testing
@testable import AVFoundation

@Suite struct PlayerTests {
    @Test func film_in_a_layer_shows_the_frame_at_the_time_in_any_order() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        var random = SeededGenerator(seed: 25)
        for _ in 0..<300 {
            let time = random.number(0...2.4)
            #expect(barCode(renderer.bitmap(at: time)) == min(49, Int(time * 25)), "\(time)")
        }
        // At the very times of frames.
        for frame in 0..<50 { #expect(barCode(renderer.bitmap(at: Double(frame) / 25)) == frame) }
    }

    /// On a thread of its own: on another, the renderer of a test before this may still drive the player.
    @Test func player_that_plays_before_there_is_a_renderer_begins_with_it() async throws {
        let clip = try TestClip()
        let url = clip.url
        let shown: [Int?] = await withCheckedContinuation { continuation in
            Thread {
                let player = AVPlayer(url: url)
                let shown = layer(of: player)
                player.play()
                let renderer = LayerRenderer(layer: shown)
                continuation.resume(returning: [0, 1, 17, 49].map { barCode(renderer.bitmap(at: Double($0) / 25)) })
            }.start()
        }
        withExtendedLifetime(clip) {}
        #expect(shown == [0, 1, 17, 49])
    }

    @Test func same_pictures_when_messages_are_encoded() throws {
        let clip = try TestClip()
        func pictures(encodes: Bool) -> [Bitmap] {
            let player = AVPlayer(url: clip.url)
            let renderer = LayerRenderer(layer: layer(of: player), size: nil, scale: 1, threads: 1, encodes: encodes)
            player.play()
            return [0, 0.5, 0.1, 1.99, 0.7].map { renderer.bitmap(at: $0) }
        }
        #expect(pictures(encodes: true) == pictures(encodes: false))
    }

    @Test func rates_pauses_and_seeks_are_exact() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        renderer.schedule(at: 0.5) { player.play() }
        renderer.schedule(at: 1) { player.rate = 2 }
        renderer.schedule(at: 1.2) { player.pause() }
        renderer.schedule(at: 1.4) { player.seek(to: CMTime(value: 3, timescale: 2)) }
        renderer.schedule(at: 1.6) { player.rate = -1 }
        renderer.schedule(at: 2) { player.rate = 0.25 }
        func position(_ t: Double) -> Double {
            switch t {
            case ..<0.5: 0
            case ..<1: t - 0.5
            case ..<1.2: 0.5 + (t - 1) * 2
            case ..<1.4: 0.9
            case ..<1.6: 1.5
            case ..<2: 1.5 - (t - 1.6)
            default: 1.1 + (t - 2) / 4
            }
        }
        renderer.advance(to: 4)
        var random = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let t = random.number(0...4)
            let frame = Int((position(t) * 25 + 1e-6).rounded(.down))
            #expect(barCode(renderer.bitmap(at: t)) == frame, "\(t): \(position(t))")
        }
    }

    @Test func each_frame_is_a_commit_at_its_time_and_only_drawn_frames_are_decoded() throws {
        let clip = try TestClip(rate: FrameRate(30_000, over: 1001))
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        renderer.advance(to: 1)
        // The tree, and the frames whose time has come.
        #expect(renderer.player.commitCount == 31)
        let film = try #require(player.currentItem?.asset.film)
        #expect(film.decodedPackets == 0)
        #expect(barCode(renderer.bitmap(at: 1)) == 29)
    }

    @Test func end_is_told_once_at_its_time() throws {
        let clip = try TestClip()
        for action in [AVPlayer.ActionAtItemEnd.pause, .none] {
            let player = AVPlayer(url: clip.url)
            player.actionAtItemEnd = action
            let renderer = LayerRenderer(layer: layer(of: player))
            var ends: [Double] = []
            let token = NotificationCenter.default.addObserver(
                forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
            ) { [times = Times()] _ in times.add(CACurrentMediaTime()) }
            defer { NotificationCenter.default.removeObserver(token) }
            let origin = CACurrentMediaTime()
            ends = Times.shared.take()
            player.play()
            renderer.advance(to: 5)
            ends = Times.shared.take().map { $0 - origin }
            #expect(ends.count == 1 && abs((ends.first ?? 0) - 2) < 1e-6, "\(ends)")
            #expect(player.rate == (action == .pause ? 0 : 1))
            #expect(barCode(renderer.bitmap(at: 5)) == 49, "the last frame stays")
            #expect(abs(player.currentTime().seconds - 2) < 1e-6)
        }
    }

    @Test func film_goes_on_from_its_start_when_it_is_sent_there() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        let box = Unchecked(player)
        let token = NotificationCenter.default.addObserver(
            forName: .AVPlayerItemDidPlayToEndTime, object: player.currentItem, queue: nil
        ) { _ in
            box.value.seek(to: .zero)
            box.value.play()
        }
        defer { NotificationCenter.default.removeObserver(token) }
        player.play()
        for t in stride(from: 0.02, to: 9, by: 0.04) {
            #expect(barCode(renderer.bitmap(at: t)) == Int(t * 25) % 50, "\(t)")
        }
    }

    @Test func observers_are_called_at_the_times_of_the_item() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        var periodic: [Double] = [], passed: [Double] = []
        let first = player.addPeriodicTimeObserver(forInterval: CMTime(value: 1, timescale: 4), queue: nil) {
            periodic.append($0.seconds)
        }
        let second = player.addBoundaryTimeObserver(
            forTimes: [CMTime(value: 1, timescale: 3), CMTime(value: 7, timescale: 5)].map { NSValue(time: $0) },
            queue: .main
        ) { passed.append(player.currentTime().seconds) }
        renderer.schedule(at: 1) { player.rate = 2 }
        renderer.advance(to: 3)
        // A start, quarters of a second up to the end, and the stop there.
        let expected = [0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2]
        #expect(
            periodic.count == expected.count && zip(periodic, expected).allSatisfy { abs($0 - $1) < 1e-6 },
            "\(periodic)")
        #expect(passed.count == 2 && abs(passed[0] - 1.0 / 3) < 1e-6 && abs(passed[1] - 1.4) < 1e-6, "\(passed)")
        player.removeTimeObserver(first)
        player.removeTimeObserver(second)
        player.seek(to: .zero)
        player.play()
        renderer.advance(to: 6)
        #expect(periodic.count == expected.count && passed.count == 2)
    }

    /// In a window the time that a frame is made for may be before that at which the program has changed something.
    @Test func boundary_that_playing_goes_on_from_is_told_once() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        var passed: [Double] = []
        let boundary = CMTime(value: 12, timescale: 25)
        let observer = player.addBoundaryTimeObserver(forTimes: [NSValue(time: boundary)], queue: .main) {
            passed.append(player.currentTime().seconds)
            player.pause()
            player.seek(to: boundary)
        }
        MediaClock.with(time: 0) { player.play() }
        for time in [0, 0.4, 0.5] { MediaClock.with(time: time) { player.run(at: time, wake: nil) } }
        #expect(passed.count == 1 && player.rate == 0)
        MediaClock.with(time: 1) { player.play() }
        for time in [0.99, 1.01, 1.2] { MediaClock.with(time: time) { player.run(at: time, wake: nil) } }
        #expect(passed.count == 1 && player.rate == 1)
        player.removeTimeObserver(observer)
    }

    @Test func seeks_tell_when_they_have_come_there_or_were_given_up() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let renderer = LayerRenderer(layer: layer(of: player))
        var told: [(Int, Bool)] = []
        renderer.schedule(at: 1) {
            player.seek(to: CMTime(value: 1, timescale: 2)) { told.append((1, $0)) }
            player.seek(to: CMTime(value: 1, timescale: 1), toleranceBefore: .zero, toleranceAfter: .positiveInfinity) {
                told.append((2, $0))
            }
        }
        #expect(barCode(renderer.bitmap(at: 1.5)) == 25)
        #expect(told.map(\.0) == [1, 2] && told.map(\.1) == [false, true])
    }

    @Test func items_end_where_they_are_told_to() throws {
        let clip = try TestClip()
        let item = AVPlayerItem(url: clip.url)
        item.forwardPlaybackEndTime = CMTime(value: 1, timescale: 1)
        item.reversePlaybackEndTime = CMTime(value: 1, timescale: 2)
        let player = AVPlayer(playerItem: item)
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        renderer.schedule(at: 2) { player.rate = -1 }
        #expect(barCode(renderer.bitmap(at: 1.9)) == 25)
        #expect(barCode(renderer.bitmap(at: 2.26)) == 18)
        #expect(barCode(renderer.bitmap(at: 3)) == 12 && player.rate == 0)
    }

    @Test func what_cannot_be_played_is_an_error_of_the_item() throws {
        let clip = try TestClip()
        let text = clip.folder.appendingPathComponent("text.mp4")
        try Data("no film".utf8).write(to: text)
        for url in [
            text, clip.folder.appendingPathComponent("none.mp4"),
            try #require(URL(string: "https://example.org/a.mp4")),
        ] {
            let player = AVPlayer(url: url)
            let shown = layer(of: player)
            let renderer = LayerRenderer(layer: shown)
            player.play()
            #expect(renderer.bitmap(at: 1).pixels.allSatisfy { $0 == 0 })
            #expect(player.currentItem?.status == .failed && player.currentItem?.error is AVError)
            #expect(!shown.isReadyForDisplay && shown.videoRect == .zero)
            #expect(player.currentItem?.error?.localizedDescription.isEmpty == false)
            #expect(player.currentItem?.duration.isIndefinite == true)
            // The program continues.
            player.replaceCurrentItem(with: AVPlayerItem(url: clip.url))
            #expect(barCode(renderer.bitmap(at: 1.5)) == 12 && shown.isReadyForDisplay)
        }
    }

    @Test func layers_of_one_player_show_the_same_and_let_go_of_it() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 96, height: 128)
        let (a, b) = (layer(of: player), layer(of: player))
        b.frame.origin.y = 64
        root.addSublayer(a)
        root.addSublayer(b)
        let renderer = LayerRenderer(layer: root)
        player.play()
        let bitmap = renderer.bitmap(at: 0.5)
        #expect(bitmap.pixels.prefix(96 * 64).elementsEqual(bitmap.pixels.suffix(96 * 64)))
        b.player = nil
        #expect(renderer.bitmap(at: 0.6).pixels.suffix(96 * 64).allSatisfy { $0 == 0 })
    }

    @Test func gravity_says_where_the_film_lies() throws {
        let clip = try TestClip()
        let player = AVPlayer(url: clip.url)
        let shown = layer(of: player, width: 200, height: 100)
        let renderer = LayerRenderer(layer: shown)
        #expect(shown.videoRect == .zero && !shown.isReadyForDisplay)
        renderer.advance(to: 0)
        #expect(shown.isReadyForDisplay && player.status == .readyToPlay)
        #expect(shown.videoRect == CGRect(x: 25, y: 0, width: 150, height: 100))
        let (left, right) = (renderer.bitmap(at: 0)[20, 50], renderer.bitmap(at: 0)[30, 50])
        #expect(left == 0 && right >> 24 == 255)
        shown.videoGravity = .resizeAspectFill
        #expect(abs(shown.videoRect.height - 200 * 64 / 96) < 1e-9 && shown.videoRect.width == 200)
        shown.videoGravity = .resize
        #expect(shown.videoRect == shown.bounds)
        #expect(renderer.bitmap(at: 0.1)[0, 50] >> 24 == 255)
        let copy = try #require(shown.presentation())
        #expect(copy.videoGravity == .resize && copy.videoRect == shown.bounds && copy.isReadyForDisplay)
    }
}

/// Times that notifications note, of whatever thread.
// Safe because: the list is touched only while the lock is held.
private final class Times: @unchecked Sendable {
    static let shared = Times()
    private let lock = NSLock()
    private var list: [Double] = []
    func add(_ time: Double) { Self.shared.lock.withLock { Self.shared.list.append(time) } }
    func take() -> [Double] {
        lock.withLock {
            defer { list.removeAll() }
            return list
        }
    }
}

/// The values of a closure that stays on its thread.
// Safe because: notifications without a queue are posted on the thread of the test.
private struct Unchecked<Value>: @unchecked Sendable {
    let value: Value
    init(_ value: Value) { self.value = value }
}
