import AVFoundation
import Foundation
import MicaHosting
import MicaTrace
import MicaWindow
import QuartzCore
import Synchronization

/// `mica-dev bench film play`: a film in a window, and which of its frames were shown when.
@MainActor
final class PlayedFilmBench {
    private let path: String
    private let seconds: Double

    init(_ path: String, _ values: [String: String]) {
        self.path = path
        seconds = values["seconds"].flatMap { Double($0) } ?? 8
    }

    /// A frame that the layer got.
    private struct Given {
        var frame: Int
        /// When it was due, and when the layer had it.
        var due: Double, time: Double
    }

    /// Plays, and prints the measurements.
    func run() throws {
        let asset = AVURLAsset(url: URL(fileURLWithPath: path))
        try asset.loadAll()
        guard let track = asset.tracks(withMediaType: .video).first else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: path])
        }
        let rate = Double(track.nominalFrameRate)
        let window = try LayerWindow(title: "mica-dev bench film", size: track.naturalSize, scale: 1)
        let player = AVPlayer(playerItem: AVPlayerItem(asset: asset))
        player.isMuted = true
        let layer = AVPlayerLayer(player: player)
        layer.frame = window.layer.bounds
        window.layer.addSublayer(layer)
        // What opening takes is over by then.
        turn(1)
        var given: [Given] = []
        player.observeFrames { frame, due in given.append(Given(frame: frame, due: due, time: CACurrentMediaTime())) }
        let log = ShownLog()
        window.observeFrames { log.add($0) }
        player.play()
        // The first frames come while the decoder and the caches are cold.
        turn(1)
        let begin = player.currentTime().seconds
        let before = ProcessUse.now
        turn(min(seconds, asset.duration.seconds - begin - 0.5))
        let end = player.currentTime().seconds
        let use = ProcessUse.now.rates(since: before)
        let dropped = player.decodedFrames?.dropped ?? 0
        player.pause()
        report(given, log.frames, begin..<end, rate, window.refreshRate)
        print(
            String(
                format: "FILM,core,%.1f %% of a core,%.0f wake-ups a second,%d frames passed over undecoded",
                use.core * 100, use.wakeUps, dropped))
        window.close()
    }

    /// Frames of a part of the film: each that was shown, with when; the layer's last frame before the time of a picture is its frame.
    private func report(
        _ given: [Given], _ shown: [ShownFrame], _ part: Range<Double>, _ rate: Double, _ refreshRate: Double
    ) {
        let frames = Int((part.lowerBound * rate).rounded(.up))..<Int((part.upperBound * rate).rounded(.down))
        var (lateness, next): ([Int: Double], Int) = ([:], 0)
        var last: Given?
        for picture in shown {
            while next < given.count, given[next].time <= picture.time {
                last = given[next]
                next += 1
            }
            guard let last, frames.contains(last.frame), lateness[last.frame] == nil else { continue }
            lateness[last.frame] = picture.ended - last.due
        }
        let sorted = lateness.values.sorted()
        // A frame may be due right after a refresh, and is there at the second one after that.
        let late = sorted.count { $0 > 2 / refreshRate + 0.001 }
        var least = Int.max
        for start in stride(from: frames.lowerBound, to: frames.upperBound - Int(rate) + 1, by: Int(rate)) {
            least = min(least, (start..<start + Int(rate)).count { lateness[$0] != nil })
        }
        let perSecond = Double(sorted.count) / Double(max(frames.count, 1)) * rate
        print(
            String(
                format:
                    "FILM,play,%d of %d frames shown,%.1f of %.0f a second,at least %d in a second,%d dropped,%d late,median %.1f p99 %.1f most %.1f ms after their time",
                sorted.count, frames.count, perSecond, rate, least == .max ? sorted.count : least,
                frames.count - sorted.count, late, (sorted.isEmpty ? .nan : sorted[sorted.count / 2]) * 1000,
                (sorted.isEmpty ? .nan : sorted[sorted.count * 99 / 100]) * 1000, (sorted.last ?? .nan) * 1000))
    }

    private func turn(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }
}

/// Frames as they are shown; the thread that draws writes them.
private final class ShownLog: Sendable {
    private let list = Mutex<[ShownFrame]>([])

    var frames: [ShownFrame] { list.withLock { $0 } }

    func add(_ frame: ShownFrame) { list.withLock { $0.append(frame) } }
}
