@testable import AVFoundation
import Foundation
import Mica
import MicaFilm
import QuartzCore
import Testing

/// A player that is driven as in a window, with a device of the test's.
private final class Driver {
    let device = ManualDevice()
    let player: AVAudioPlayer

    init(_ player: AVAudioPlayer) {
        self.player = player
        player.soundDevice = device
        player.soundClock = { [device] in device.time.withLock { $0 } }
    }

    var time: Double { device.time.withLock { $0 } }
    var position: Double { MediaClock.with(time: time) { player.currentTime } }
    /// Changes the player at the time that it is.
    func change(_ body: () -> Void) { MediaClock.with(time: time, body) }

    /// Lets time pass: the device asks each period, and the player runs when it wants to, 100 times a second at most.
    func run(_ seconds: Double, each: (() -> Void)? = nil) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            MediaClock.with(time: time) {
                if let due = player.nextEvent(after: time), due <= time + 0.005 { player.run(at: time, wake: {}) }
            }
            device.play()
            each?()
            device.time.withLock { $0 += 0.01 }
        }
    }
}

/// The events of a player, with the time of the layers.
private final class Reports: NSObject, AVAudioPlayerDelegate {
    var ends: [(time: Double, isGood: Bool)] = []
    var errors: [String] = []
    var whenEnded: ((AVAudioPlayer) -> Void)?

    func audioPlayerDidFinishPlaying(_ player: AVAudioPlayer, successfully flag: Bool) {
        ends.append((CACurrentMediaTime(), flag))
        whenEnded?(player)
    }
    func audioPlayerDecodeErrorDidOccur(_ player: AVAudioPlayer, error: (any Error)?) {
        errors.append(error?.localizedDescription ?? "")
    }
}

@Suite struct AudioPlayerTests {
    /// Half a second whose sample n is n, 8,000 a second.
    private let half = TestClip.wave(4000)

    /// The time in the file of a sample.
    private func time(_ sample: Float) -> Double { Double(sample) * 32_768 / 8000 }

    private func near(_ time: Double, _ expected: Double) -> Bool { abs(time - expected) < 1e-6 }

    /// A player with a renderer, whose time is virtual, and its reports.
    private func stage(_ data: Data) throws -> (AVAudioPlayer, LayerRenderer, Reports) {
        let renderer = LayerRenderer(layer: CALayer(), size: CGSize(width: 4, height: 4))
        let (player, reports) = (try AVAudioPlayer(data: data), Reports())
        player.delegate = reports
        return (player, renderer, reports)
    }

    // MARK: Virtual time

    @Test func a_sound_ends_at_its_time_of_the_virtual_clock() throws {
        let (player, renderer, reports) = try stage(half)
        #expect(near(player.duration, 0.5) && player.currentTime == 0 && !player.isPlaying && player.url == nil)
        let device = ManualDevice()
        player.soundDevice = device
        renderer.schedule(at: 1) { #expect(player.play() && player.play()) }
        renderer.advance(to: 1.2)
        #expect(near(player.currentTime, 0.2) && player.isPlaying)
        renderer.advance(to: 1.49)
        #expect(near(player.currentTime, 0.49) && reports.ends.isEmpty)
        renderer.advance(to: 3)
        #expect(reports.ends.map(\.isGood) == [true] && near(reports.ends[0].time, 1.5))
        #expect(player.currentTime == 0 && !player.isPlaying && device.left.isEmpty, "nothing is heard")
    }

    @Test func repetitions_follow_without_drift() throws {
        let (player, renderer, reports) = try stage(half)
        player.numberOfLoops = 2
        player.play()
        for time in [0.1, 0.6, 1.1, 1.4] {
            renderer.advance(to: time)
            #expect(near(player.currentTime, time.truncatingRemainder(dividingBy: 0.5)), "\(time)")
        }
        renderer.advance(to: 2)
        #expect(reports.ends.count == 1 && near(reports.ends[0].time, 1.5))
        // For ever, until that is taken back: then to the end of the sound.
        player.numberOfLoops = -1
        player.play()
        renderer.advance(to: 1002.2)
        #expect(reports.ends.count == 1 && near(player.currentTime, 0.2))
        player.numberOfLoops = 0
        renderer.advance(to: 1010)
        #expect(reports.ends.count == 2 && near(reports.ends[1].time, 1002.5))
        // The delegate may play it again.
        reports.whenEnded = { if reports.ends.count < 5 { $0.play() } }
        player.play()
        renderer.advance(to: 1020)
        #expect(reports.ends.count == 5 && near(reports.ends[4].time, 1011.5))
    }

    @Test func pauses_seeks_and_rates_move_the_end() throws {
        let (player, renderer, reports) = try stage(half)
        player.rate = 2
        renderer.schedule(at: 0) { player.play() }
        renderer.schedule(at: 0.1) { player.pause() }
        renderer.schedule(at: 0.5) {
            #expect(near(player.currentTime, 0.1), "a rate that is not enabled has no effect")
        }
        renderer.schedule(at: 0.6) { player.currentTime = 0.05 }
        renderer.schedule(at: 0.7) { player.play() }
        renderer.schedule(at: 0.8) { player.enableRate = true }
        // 0.15 at 0.8 s, then twice as fast; 0.35 at 0.9 s, then at half the speed, which is the least.
        renderer.schedule(at: 0.9) { player.rate = 0.1 }
        renderer.schedule(at: 1.0) { #expect(near(player.currentTime, 0.4)) }
        renderer.advance(to: 2)
        #expect(reports.ends.count == 1 && near(reports.ends[0].time, 1.2), "\(reports.ends)")
        // While it is played, too; beyond the ends it is limited.
        renderer.schedule(at: 2) { player.enableRate = false }
        renderer.schedule(at: 2.1) { player.play() }
        renderer.schedule(at: 2.2) { player.currentTime = 0.4 }
        renderer.schedule(at: 2.25) { player.currentTime = -7 }
        renderer.schedule(at: 2.4) { player.currentTime = 9 }
        renderer.advance(to: 3)
        #expect(reports.ends.count == 2 && near(reports.ends[1].time, 2.4), "\(reports.ends)")
        // A time that is set before playing, and one that is kept by stop().
        player.currentTime = 0.3
        player.play()
        renderer.advance(to: 3.1)
        player.stop()
        #expect(near(player.currentTime, 0.4) && !player.isPlaying)
        renderer.advance(to: 4)
        #expect(near(player.currentTime, 0.4) && reports.ends.count == 2)
        player.currentTime = 0.5
        player.currentTime = 0.1
        #expect(near(player.currentTime, 0.1))
    }

    @Test func players_begin_together_at_a_time_of_the_device() throws {
        let (player, renderer, reports) = try stage(half)
        let other = try AVAudioPlayer(data: half)
        other.delegate = reports
        other.currentTime = 0.2
        renderer.advance(to: 1)
        let start = player.deviceCurrentTime + 0.5
        #expect(near(start, 1.5) && player.play(atTime: start) && other.play(atTime: start))
        renderer.advance(to: 1.4)
        #expect(player.isPlaying && player.currentTime == 0 && near(other.currentTime, 0.2))
        renderer.advance(to: 1.6)
        #expect(near(player.currentTime, 0.1) && near(other.currentTime, 0.3))
        renderer.advance(to: 3)
        #expect(reports.ends.count == 2 && near(reports.ends[0].time, 1.8) && near(reports.ends[1].time, 2))
        // A time that has passed is now; one that is not a time is refused.
        #expect(player.play(atTime: 1) && !other.play(atTime: .nan))
        renderer.advance(to: 5)
        #expect(reports.ends.count == 3 && near(reports.ends[2].time, 3.5))
    }

    @Test func meters_follow_the_virtual_clock() throws {
        // 0.25 s of silence, then a tone of half the full scale.
        let data = TestClip.wave(4000) { $0 < 2000 ? 0 : Int(16_384 * sin(Double($0) * 2 * .pi / 8)) & 0xFFFF }
        let (player, renderer, _) = try stage(data)
        func power(at time: Double) -> (average: Float, peak: Float) {
            renderer.advance(to: time)
            player.updateMeters()
            return (player.averagePower(forChannel: 0), player.peakPower(forChannel: 0))
        }
        player.play()
        #expect(power(at: 0.1) == (-160, -160))
        player.isMeteringEnabled = true
        #expect(power(at: 0.2) == (-160, -160))
        let loud = power(at: 0.4)
        // A sine's average is 3 dB below its peak, which is at 20 log(0.5).
        #expect(abs(loud.average + 9.03) < 0.2 && abs(loud.peak + 6.02) < 0.3, "\(loud)")
        #expect(player.averagePower(forChannel: 1) == -160 && player.averagePower(forChannel: -1) == -160, "mono")
        player.pause()
        #expect(power(at: 0.45) == (-160, -160))
        player.play()
        #expect(power(at: 0.5).peak > -7)
        player.isMeteringEnabled = false
        #expect(player.peakPower(forChannel: 0) == -160)
    }

    @Test func volumes_fade_with_the_virtual_clock() throws {
        let (player, renderer, _) = try stage(half)
        player.setVolume(0.2, fadeDuration: 2)
        #expect(player.volume == 1)
        renderer.advance(to: 0.5)
        #expect(abs(player.volume - 0.8) < 1e-6)
        renderer.advance(to: 3)
        #expect(player.volume == 0.2)
        player.setVolume(1, fadeDuration: 0)
        #expect(player.volume == 1)
        player.setVolume(0, fadeDuration: 10)
        player.volume = 0.7
        #expect(player.volume == 0.7)
    }

    // MARK: Files

    @Test func files_have_a_format() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let player = try AVAudioPlayer(contentsOf: clip.url)
        #expect(player.url == clip.url && player.data == nil && near(player.duration, 2))
        #expect(player.numberOfChannels == 1 && player.settings[AVSampleRateKey] as? Double == 8000)
        #expect(
            player.settings[AVFormatIDKey] as? UInt32 == 0x6C70_636D
                && player.settings[AVNumberOfChannelsKey] as? Int == 1)
        #expect(player.settings[AVLinearPCMBitDepthKey] as? Int == 16)
        #expect(player.settings[AVLinearPCMIsFloatKey] as? Bool == false)
        #expect(player.settings[AVLinearPCMIsBigEndianKey] as? Bool == false)
        let copy = try AVAudioPlayer(data: try Data(contentsOf: clip.url), fileTypeHint: "public.mpeg-4")
        #expect(copy.data?.count == (try Data(contentsOf: clip.url).count) && copy.duration == player.duration)
    }

    @Test func what_is_no_sound_is_refused_in_a_line() throws {
        let silent = try TestClip("clip.mov")
        for url in [
            silent.url, silent.folder, URL(fileURLWithPath: "/nowhere/a.mp3"),
            URL(string: "https://a/b.mp3") ?? silent.url,
        ] {
            let error = #expect(throws: AVError.self) { try AVAudioPlayer(contentsOf: url) }
            #expect(error?.localizedDescription.contains("\n") == false, "\(error?.localizedDescription ?? "")")
        }
        for data in [Data(), Data("no sound".utf8), half.prefix(30)] {
            let error = #expect(throws: AVError.self) { try AVAudioPlayer(data: data) }
            #expect(error?.localizedDescription.hasPrefix("the sound's data") == true)
        }
    }

    @Test func a_file_that_is_gone_is_not_played() throws {
        let clip = try TestClip("clip.mov", hasSound: true)
        let player = try AVAudioPlayer(contentsOf: clip.url)
        #expect(player.prepareToPlay())
        player.stop()
        try FileManager.default.removeItem(at: clip.url)
        #expect(!player.prepareToPlay() && !player.play() && !player.isPlaying)
    }

    @Test func a_sound_that_cannot_be_decoded_is_reported_before_its_end() throws {
        // A frame of ADTS, whose header is whole, and whose data are not.
        var data = Data()
        for _ in 0..<40 { data += [0xFF, 0xF1, 0x50, 0x80, 0x04, 0x1F, 0xFC] + [UInt8](repeating: 0xFF, count: 25) }
        let (player, renderer, reports) = try stage(data)
        // A delegate that repeats the sound gets no endless errors at one time.
        reports.whenEnded = { player in if reports.ends.count < 5 { #expect(!player.play()) } }
        #expect(player.play() && player.isPlaying)
        renderer.advance(to: 1)
        #expect(reports.errors.count == 1 && reports.ends.map(\.isGood) == [false])
        #expect(!player.isPlaying)
    }

    // MARK: The device

    @Test func a_sound_is_heard_from_its_time_on_and_followed() throws {
        let driver = Driver(try AVAudioPlayer(data: TestClip.wave(16_000)))
        let reports = Reports()
        driver.player.delegate = reports
        driver.change { driver.player.currentTime = 0.5 }
        driver.change { driver.player.play() }
        var worst = 0.0
        driver.run(0.5) {
            let device = driver.device
            guard device.left.count >= 2 * device.period else { return }
            let sample = device.left[device.left.count - 2 * device.period]
            if sample > 0 { worst = max(worst, abs(time(sample) - driver.position)) }
        }
        #expect(driver.position > 0.9 && worst < 0.015, "\(driver.position) \(worst)")
        driver.change { driver.player.pause() }
        driver.run(0.2)
        #expect((driver.device.left.suffix(4800) + driver.device.right.suffix(4800)).allSatisfy { $0 == 0 })
        driver.change { driver.player.play() }
        driver.run(1.5)
        #expect(reports.ends.count == 1 && driver.position == 0)
        #expect(abs(time(driver.device.left.max() ?? 0) - 2) < 0.01, "to the end")
    }

    @Test func repetitions_are_heard_without_a_gap() throws {
        let driver = Driver(try AVAudioPlayer(data: half))
        driver.player.numberOfLoops = 3
        driver.change { driver.player.play() }
        driver.run(3)
        let played = driver.device.left
        let heard = played.drop { $0 == 0 }
        let falls = heard.indices.dropLast().filter { heard[$0 + 1] < heard[$0] - 0.05 }
        #expect(falls.count == 4, "\(falls)")
        #expect(zip(falls, falls.dropFirst()).allSatisfy { abs($1 - $0 - 24_000) <= 2 }, "\(falls)")
        #expect(played.suffix(9600).allSatisfy { $0 == 0 } && !driver.player.isPlaying)
    }

    @Test(arguments: [40, 79])
    func very_short_sounds_repeat_at_most_a_hundred_times_a_second(count: Int) throws {
        let driver = Driver(try AVAudioPlayer(data: TestClip.wave(count) { _ in 16_384 }))
        driver.player.numberOfLoops = -1
        driver.change { driver.player.play() }
        driver.run(0.5)
        let loud = driver.device.left.map { $0 > 0.1 }
        let begins = zip(loud, loud.dropFirst()).count { !$0 && $1 }
        #expect((30...50).contains(begins), "\(begins)")
    }

    @Test func volume_pan_and_fades_are_heard() throws {
        let driver = Driver(try AVAudioPlayer(data: TestClip.wave(40_000) { _ in 16_384 }))
        driver.player.pan = -1
        driver.player.volume = 0.5
        driver.change { driver.player.play() }
        driver.run(0.3)
        func last() -> (Float, Float) { (driver.device.left.last ?? 9, driver.device.right.last ?? 9) }
        #expect(abs(last().0 - 0.25) < 0.01 && last().1 == 0, "\(last())")
        driver.player.pan = 0.5
        driver.run(0.1)
        #expect(abs(last().0 - 0.125) < 0.01 && abs(last().1 - 0.25) < 0.01, "\(last())")
        driver.player.pan = 0
        driver.change { driver.player.setVolume(1, fadeDuration: 1) }
        driver.run(0.5)
        #expect(abs(last().0 - 0.375) < 0.02 && abs(last().1 - 0.375) < 0.02, "\(last())")
        driver.run(0.6)
        #expect(abs(last().0 - 0.5) < 0.01)
        for (volume, pan) in [(Float(7), Float(0)), (-1, 0), (.nan, .nan)] {
            (driver.player.volume, driver.player.pan) = (volume, pan)
            driver.run(0.1)
            #expect(abs(last().0 - (volume == 7 ? 0.5 : 0)) < 0.01, "\(volume)")
        }
    }

    @Test func without_a_device_the_time_goes_on() throws {
        let driver = Driver(try AVAudioPlayer(data: half))
        let reports = Reports()
        driver.player.delegate = reports
        driver.device.isThere = false
        driver.change { driver.player.play() }
        driver.run(0.3)
        #expect(abs(driver.position - 0.29) < 0.03, "\(driver.position)")
        driver.run(0.4)
        #expect(reports.ends.map(\.isGood) == [true])
    }

    @Test func without_a_window_or_a_renderer_the_run_loop_ends_it() async throws {
        let short = TestClip.wave(80)
        let ended: Bool = await withCheckedContinuation { continuation in
            Thread {
                let reports = Reports()
                let player = try? AVAudioPlayer(data: short)
                player?.delegate = reports
                player?.play()
                let limit = Date(timeIntervalSinceNow: 20)
                while reports.ends.isEmpty, limit.timeIntervalSinceNow > 0 {
                    RunLoop.current.run(until: Date(timeIntervalSinceNow: 0.05))
                }
                continuation.resume(returning: reports.ends.count == 1 && player?.isPlaying == false)
            }.start()
        }
        #expect(ended)
    }
}
