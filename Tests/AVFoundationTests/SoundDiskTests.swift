@testable import AVFoundation
import Dispatch
import Foundation
import QuartzCore
import Testing

/// Clicks and the frames that show them, by SDL's driver that writes sound into a file, in the machine's time.
///
/// The driver takes 512 frames each 10 ms or a little more: its clock is another than the host's. Pictures count as shown when the
/// player sets them. Those at which this thread was kept from looking for more than 5 ms, as beside other tests, are counted and not
/// measured: when they were shown it does not know. MICA_SOUND_SECONDS says how long it plays, 4 s where it does not.
@Suite(.serialized) struct SoundDiskTests {
    @Test func clicks_are_heard_with_the_frames_that_show_them() throws {
        let seconds = ProcessInfo.processInfo.environment["MICA_SOUND_SECONDS"].flatMap(Double.init) ?? 4
        let count = Int(seconds * 25) + 50
        // A click begins with the frame 10 of every 25.
        let sound = TestClip.wave(count * 320) { $0 % 8000 >= 3200 && $0 % 8000 < 3232 ? 30_000 : 0 }
        let clip = try TestClip("clip.mov", count: count, hasSound: true, sound: sound)
        let file = clip.folder.appendingPathComponent("played.raw")
        let player = AVPlayer(url: clip.url)
        player.soundDevice = SDLSoundDevice(driver: "disk", name: file.path)
        let start = MediaClock.machineTime
        // Parts of the time: the action then.
        var script: [(Double, () -> Void)] = [
            (0, { player.play() }), (0.4, { player.pause() }),
            (0.45, { player.seek(to: CMTime(value: 3, timescale: 4)) }), (0.45, { player.play() }),
            (0.6, { player.rate = 0.5 }), (0.8, { player.rate = 2 }),
        ]
        var (shown, unseen): ([Double], Int) = ([], 0)
        var (size, changed, last, looked) = (0, start, -1, start)
        let arrived = DispatchSemaphore(value: 0)
        while true {
            let now = MediaClock.machineTime
            if now - start > seconds { break }
            if let (at, body) = script.first, now - start >= at * seconds {
                MediaClock.with(time: now, body)
                script.removeFirst()
            }
            MediaClock.with(time: now) { player.run(at: now) { arrived.signal() } }
            let time = MediaClock.machineTime
            let written = (try? FileManager.default.attributesOfItem(atPath: file.path)[.size] as? Int) ?? 0
            if written != size { (size, changed) = (written, time) }
            if let frame = player.output.frame, frame != last {
                last = frame
                if frame % 25 == 10, player.rate != 0 {
                    // A buffer is heard when the next one is asked for.
                    let position = Double(size / 8) - 1024 + (time - changed) * 48_000
                    if time - looked < 0.005 { shown.append(position) } else { unseen += 1 }
                }
            }
            looked = time
            _ = arrived.wait(timeout: .now() + 0.001)
        }
        player.pause()
        let bytes = try Data(contentsOf: file)
        let samples = bytes.withUnsafeBytes { raw in
            (0..<raw.count / 8).map { raw.loadUnaligned(fromByteOffset: $0 * 8, as: Float.self) }
        }
        var clicks: [Int] = []
        for (index, sample) in samples.enumerated() where sample > 0.4 {
            if index - (clicks.last ?? -10_000) > 4800 { clicks.append(index) }
        }
        let distances = shown.map { flash in
            clicks.map { abs(Double($0) - flash) / 48_000 }.min() ?? .infinity
        }
        let worst = distances.max() ?? .infinity
        let text =
            "\(shown.count) flashes and \(unseen) that were not measured, \(clicks.count) clicks, the farthest \(worst * 1000) ms: \(distances)"
        if let path = ProcessInfo.processInfo.environment["MICA_SOUND_REPORT"] {
            try text.write(toFile: path, atomically: true, encoding: .utf8)
        }
        #expect(shown.count + unseen >= Int(seconds * 0.7) && clicks.count >= shown.count + unseen, "\(text)")
        #expect(distances.allSatisfy { $0 < 0.02 }, "\(text)")
    }
}
