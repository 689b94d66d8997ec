@testable import AVFoundation
import Foundation
import Mica
import MicaFilm
import MicaRandom
import MicaSurface
import QuartzCore
import Testing

/// A player that is driven as in a window, with a device of the test's.
private final class Driver {
    let device = ManualDevice()
    let player: AVPlayer

    init(_ player: AVPlayer) {
        self.player = player
        // In a window files are read on another thread, for which no time passes here.
        try? player.currentItem?.asset.loadAll()
        player.soundDevice = device
        player.soundClock = { [device] in device.time.withLock { $0 } }
    }

    var time: Double { device.time.withLock { $0 } }
    var position: Double { MediaClock.with(time: time) { player.currentTime().seconds } }
    /// Changes the player at the time that it is.
    func change(_ body: () -> Void) { MediaClock.with(time: time, body) }

    /// Lets time pass: the device asks each period, and the player runs 100 times a second.
    func run(_ seconds: Double, each: (() -> Void)? = nil) {
        let step = Double(device.period) / 48_000 / device.speed
        for _ in 0..<Int((seconds / step).rounded()) {
            MediaClock.with(time: time) { player.run(at: time, wake: {}) }
            device.play()
            each?()
            device.time.withLock { $0 += step }
        }
        MediaClock.with(time: time) { player.run(at: time, wake: {}) }
    }
}

@Suite struct SoundTests {
    /// A clip's sound has 8,000 samples a second, whose sample n is n: its loudness says where it is.
    private func time(_ sample: Float) -> Double { Double(sample) * 32_768 / 8000 }

    @Test func sound_begins_at_the_sample_of_its_time() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let track = try #require(try filmTracks(path: clip.url.path).first { $0.kind == .audio })
        let reader = try SoundReader(path: clip.url.path, track: track.index)
        var random = SeededGenerator(seed: 3)
        for _ in 0..<40 {
            let (from, speed) = (random.number(0.05...1.5), [0.5, 1, 1.3, 2][random.below(4)])
            reader.begin(at: from, speed: speed, rate: 48_000)
            var frames = [Float](repeating: 0, count: 2 * 4800)
            #expect(reader.read(4800, addingTo: &frames, at: 0) == 4800)
            for index in [200, 2400, 4799] {
                let expected = from + Double(index) / 48_000 * speed
                #expect(abs(time(frames[2 * index]) - expected) < 0.001, "\(from) \(speed) \(index)")
                #expect(frames[2 * index] == frames[2 * index + 1])
            }
        }
        // The end is the end.
        reader.begin(at: 1.9, speed: 1, rate: 48_000)
        var frames = [Float](repeating: 0, count: 2 * 9600)
        #expect(abs(reader.read(9600, addingTo: &frames, at: 0) - 4800) <= 6)
    }

    @Test func device_clock_goes_with_the_device_and_not_with_its_late_calls() {
        for speed in [0.94, 1, 1.05] {
            var clock = DeviceClock(rate: 48_000)
            var random = SeededGenerator(seed: 7)
            for call in 0..<6000 {
                let exact = Double(call) * 0.01 / speed
                clock.call(taken: call * 480, count: 480, at: exact + random.number(0...0.006))
                if call < 300 { continue }
                // Late by 3 ms on the average.
                let error = clock.frames(at: exact + 0.003) - Double(call * 480)
                #expect(abs(error) < 0.003 * 48_000, "\(speed) \(call) \(error)")
            }
        }
    }

    @Test func pictures_follow_a_device_of_another_speed_through_pause_seek_and_rates() throws {
        for speed in [0.95, 1, 1.04] {
            let clip = try TestClip("clip.mov", count: 100, hasSound: true)
            let driver = Driver(AVPlayer(url: clip.url))
            driver.device.speed = speed
            var worst = 0.0
            // The audible sound is that which the device got a period before.
            func compare() {
                let device = driver.device
                guard device.left.count >= 2 * device.period else { return }
                let sample = device.left[device.left.count - 2 * device.period]
                if sample > 0.01 { worst = max(worst, abs(time(sample) - driver.position)) }
            }
            driver.change { driver.player.play() }
            driver.run(1, each: compare)
            #expect(driver.position > 0.8 && worst < 0.012, "\(speed) \(worst)")
            driver.change { driver.player.pause() }
            driver.run(0.3)
            #expect(driver.device.left.suffix(4800).allSatisfy { $0 == 0 }, "a pause is silent")
            driver.change { driver.player.seek(to: CMTime(value: 1, timescale: 2)) }
            driver.change { driver.player.rate = 0.5 }
            let before = driver.device.left.count
            driver.run(1, each: compare)
            let heard = driver.device.left[before...].filter { $0 > 0.001 }
            #expect(heard.allSatisfy { (0.499...1.2).contains(time($0)) }, "nothing old after a seek")
            driver.change { driver.player.rate = 2 }
            driver.run(0.8, each: compare)
            #expect(worst < 0.025, "\(speed) \(worst)")
        }
    }

    @Test func loops_have_no_gap_and_the_queue_is_bounded() throws {
        let clip = try TestClip("clip.mov", count: 25, hasSound: true)
        let player = AVQueuePlayer()
        let looper = AVPlayerLooper(player: player, templateItem: AVPlayerItem(url: clip.url))
        let driver = Driver(player)
        driver.change { player.play() }
        driver.run(4.5)
        #expect(looper.loopCount == 4)
        let played = driver.device.left.drop { $0 < 0.001 }
        // Every 48,000 frames the ramp begins again; its last sample is followed by its first.
        let falls = played.indices.dropLast().filter { played[$0 + 1] < played[$0] - 0.1 }
        #expect(falls.count == 4, "\(falls)")
        #expect(zip(falls, falls.dropFirst()).allSatisfy { abs($1 - $0 - 48_000) <= 2 }, "\(falls)")
        #expect(player.mostSoundFrames <= SoundQueue.capacity && player.mostSoundFrames > 0)
    }

    @Test func loudness_changes_within_a_buffer_and_muted_is_silent() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let driver = Driver(AVPlayer(url: clip.url))
        driver.player.volume = 0.5
        driver.change { driver.player.play() }
        driver.run(0.5)
        let half = time(driver.device.left.last ?? 0)
        #expect(abs(half - driver.position / 2) < 0.02, "\(half) \(driver.position)")
        driver.player.isMuted = true
        driver.run(0.1)
        #expect(driver.device.left.suffix(480).allSatisfy { $0 == 0 } && driver.position > 0.5)
    }

    @Test func without_a_device_the_film_goes_on_by_the_hosts_clock() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let driver = Driver(AVPlayer(url: clip.url))
        driver.device.isThere = false
        driver.change { driver.player.play() }
        driver.run(0.5)
        #expect(abs(driver.position - 0.49) < 0.02, "\(driver.position)")
    }

    @Test func compositions_are_heard_as_they_are_put_together() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let asset = AVURLAsset(url: clip.url)
        let composition = AVMutableComposition()
        func range(_ a: Int64, _ b: Int64) -> CMTimeRange {
            CMTimeRange(start: CMTime(value: a, timescale: 10), end: CMTime(value: b, timescale: 10))
        }
        try composition.insertTimeRange(range(10, 14), of: asset, at: .zero)
        try composition.insertTimeRange(range(2, 6), of: asset, at: CMTime(value: 4, timescale: 10))
        composition.scaleTimeRange(range(4, 8), toDuration: CMTime(value: 8, timescale: 10))
        var mixer = SoundMixer(composition.sound.tracks, from: 0.1, to: 1.2, rate: 48_000)
        var (all, buffer) = ([Float](), [Float](repeating: 0, count: 2048))
        while !mixer.isDone {
            let count = mixer.mix(into: &buffer)
            for index in 0..<count { all.append(buffer[2 * index]) }
        }
        #expect(all.count == 52_800)
        for index in stride(from: 500, to: 52_000, by: 700) where abs(index - 14_400) > 200 {
            let at = 0.1 + Double(index) / 48_000
            let expected = at < 0.4 ? 1 + at : 0.2 + (at - 0.4) / 2
            #expect(abs(time(all[index]) - expected) < 0.002, "\(at)")
        }
    }

    @Test func session_keeps_what_it_is_told() throws {
        let session = AVAudioSession.sharedInstance()
        #expect(session === AVAudioSession.sharedInstance() && session.category == .soloAmbient)
        try session.setCategory(.playback, mode: .moviePlayback, options: [.mixWithOthers])
        try session.setActive(true)
        #expect(session.category == .playback && session.mode == .moviePlayback)
        try session.setCategory(.ambient)
        try session.setMode(.default)
        try session.setActive(false, options: .notifyOthersOnDeactivation)
        #expect(session.category == .ambient && session.mode == .default && session.categoryOptions == [])
        try session.setCategory(.soloAmbient)
    }

    @Test func renderers_play_no_sound() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let player = AVPlayer(url: clip.url)
        let device = ManualDevice()
        player.soundDevice = device
        let renderer = LayerRenderer(layer: layer(of: player))
        player.play()
        renderer.advance(to: 1)
        #expect(player.mostSoundFrames == 0 && abs(player.currentTime().seconds - 1) < 1e-6)
    }
}
