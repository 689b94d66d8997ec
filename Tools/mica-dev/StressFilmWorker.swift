import AVFoundation
import Foundation
import Glibc
import Mica
import MicaBase
import MicaCommandLine
import MicaFilm
import QuartzCore

/// The process that `mica-dev stress films` starts. It reads a path a line, opens the film, decodes some of it, and reports
/// the result and the most memory that it has had, in KiB.
struct StressFilmWorker {
    private var limits = FilmLimits.standard
    private var count = 0

    init() {
        // A film of 32 x 32 pixels may claim to be larger, within limits: memory is measured, not filled.
        (limits.maximumPixels, limits.maximumFrames) = (1 << 20, 1 << 16)
    }

    mutating func run() {
        while let path = readLine() {
            let isRead = open(path)
            count += 1
            var use = rusage()
            unsafe _ = getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &use)
            Console.print("\(isRead ? "read" : "refused") \(use.ru_maxrss)")
        }
    }

    /// Whether anything was decoded.
    private func open(_ path: String) -> Bool {
        let isHeard = listen(path)
        guard let film = try? Film(path: path, limits: limits) else { return isHeard }
        var isSeen = false
        let last = film.index.count - 1
        for frame in [0, last, last / 2, min(1, last)] {
            if let bitmap = try? film.bitmap(of: frame) {
                isSeen = true
                precondition(
                    bitmap.pixels.count == film.width * film.height, "a frame of another size than the film says")
                precondition(
                    bitmap.pixels.allSatisfy { pixel in
                        let alpha = pixel >> 24
                        return pixel >> 16 & 255 <= alpha && pixel >> 8 & 255 <= alpha && pixel & 255 <= alpha
                    }, "a colour that is more than its alpha")
            }
        }
        for seconds in [-1, 0, film.time(of: last), 1e12, .infinity] {
            let frame = film.frame(at: seconds)
            precondition(frame >= 0 && frame <= last, "there is no such frame")
        }
        // Only small films, and a quarter of those, go to the player, which reads the file again.
        if count % 4 == 0, film.width * film.height <= 1 << 14 { play(path) }
        return isSeen || isHeard
    }

    private func listen(_ path: String) -> Bool {
        guard let tracks = try? filmTracks(path: path, limits: limits) else { return false }
        var isHeard = false
        for track in tracks.prefix(4) where track.kind == .audio {
            guard let reader = try? SoundReader(path: path, track: track.index, limits: limits) else { continue }
            for (start, speed) in [(0.0, 1.0), (0.1, 0.5)] {
                var samples = [Float](repeating: 0, count: 8192)
                reader.begin(at: start, speed: speed, rate: 48_000)
                if reader.read(4096, addingTo: &samples, at: 0) > 0 { isHeard = true }
            }
        }
        return isHeard
    }

    private func play(_ path: String) {
        let player = AVPlayer(url: URL(fileURLWithPath: path))
        let layer = AVPlayerLayer(player: player)
        layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
        player.play()
        let renderer = LayerRenderer(layer: layer)
        for time in [0, 0.1, 0.4] { _ = renderer.image(at: time) }
        let item = player.currentItem
        precondition(item?.status != .unknown, "an item that is not read")
    }
}
