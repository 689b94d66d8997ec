import Foundation
import MicaBase
import QuartzCore
import Testing
@testable import AVFoundation

/// A layer's sound with a device of the test's. The file's sample n is n, 8,000 a second.
private final class SoundStage {
    let device = ManualDevice()
    let sound: LayerSound
    private let layer = CALayer()
    private let file: URL
    /// The layer's time.
    var own = 0.0

    init(_ levels: [SoundClip.Level] = [], span: Range<Double> = 0..<4, origin: Double = 0) throws {
        file = FileManager.default.temporaryDirectory.appendingPathComponent("mica-\(UUID().uuidString).wav")
        try TestClip.wave(32_000).write(to: file)
        let clip = SoundClip(path: file.path, span: span, origin: origin, speed: 1, levels: levels)
        let time = { @Sendable [device] in device.time.withLock { $0 } }
        sound = LayerSound([clip], owner: layer, in: layer, device: device, now: time)
    }

    deinit { try? FileManager.default.removeItem(at: file) }

    /// Lets time pass at a speed of the layer.
    func run(_ seconds: Double, speed: Double = 1) {
        for _ in 0..<Int((seconds * 100).rounded()) {
            sound.follow(own, speed: speed, at: device.time.withLock { $0 })
            device.play()
            device.time.withLock { $0 += 0.01 }
            own += 0.01 * speed
        }
    }

    /// The time in the file of the frame that was played last.
    var heard: Double { Double(device.left.last ?? .nan) * 32_768 / 8000 }
}

/// Sounds in the time of layers.
@Suite struct LayerSoundTests {
    @Test func a_sound_follows_the_layers_time() throws {
        let stage = try SoundStage()
        stage.run(1.5)
        #expect(abs(stage.heard - stage.own) < 0.06, "\(stage.heard) at \(stage.own)")
        // It ends where the layer's time stands still, and goes on from there.
        stage.run(0.3, speed: 0)
        #expect(stage.device.left.last == 0)
        stage.run(1)
        #expect(abs(stage.heard - stage.own) < 0.06, "\(stage.heard) at \(stage.own)")
        // A jump and another speed.
        stage.own = 0.4
        stage.run(0.8, speed: 2)
        #expect(abs(stage.heard - stage.own) < 0.12, "\(stage.heard) at \(stage.own)")
        stage.run(0.3, speed: -1)
        #expect(stage.device.left.last == 0)
        stage.own = 3.9
        stage.run(0.5)
        #expect(stage.device.left.last == 0)
    }

    @Test func a_part_of_a_file_has_levels() throws {
        let levels = [
            SoundClip.Level(time: 1, left: 1, right: 0), SoundClip.Level(time: 3, left: 1, right: 1),
        ]
        let stage = try SoundStage(levels, span: 0.5..<4, origin: 1)
        stage.run(0.3)
        #expect(stage.device.left.last == 0)
        stage.run(1.7)
        #expect(abs(stage.heard - (stage.own + 0.5)) < 0.06, "\(stage.heard) at \(stage.own)")
        #expect(abs(stage.device.right.last! / stage.device.left.last! - 0.5) < 0.05)
    }

    @Test func without_a_device_there_is_silence() throws {
        let stage = try SoundStage()
        stage.device.isThere = false
        stage.run(0.5)
        #expect(stage.device.left.last == 0)
    }
}
