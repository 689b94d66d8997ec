import AVFoundation
import CoreGraphics
import Foundation
import Glibc
import MicaBase
import MicaCodecs
import MicaCommandLine
import MicaImageFiles
import MicaSocket
import MicaTrace
import QuartzCore

/// `mica-dev bench film`: a film in a window, and exports with a layer over it beside `ffmpeg`'s overlay filter.
enum FilmBench {
    /// `mica-dev bench film --help`.
    static let help = """
        usage: mica-dev bench film [export] [play] [OPTIONS]

        export: the first seconds of a film of 1920 x 1080 pixels and 60 frames a second, with a picture of 640 x 200 pixels that
        has alpha over it, written as H.264: by AVAssetExportSession, and by ffmpeg's overlay filter with the same settings of the
        same encoder (libx264, medium, crf 18, high, 4 threads), in turns.

          EXPORT,WHO,FRAMES,SECONDS,FRAMES a second,SECONDS of processor time     of each run
          RATIO,export,FRAMES a second over ffmpeg's,the same by processor time   of the best runs of each

        play: the same film in a window on the display.

          FILM,play,FRAMES shown of those whose time came,FRAMES a second,LEAST of any second,DROPPED,LATE: more than two
          refreshes after their time,MEDIAN p99 MOST of how long after it
          FILM,core,SHARE of a core,WAKE-UPS,FRAMES that were not decoded as their time was gone

          --clip FILE    the film; ffmpeg makes one there if there is none. Default for export: one that is removed again;
                         play needs one that stays
          --seconds S    how much of it is exported (default 2), or played (default 8)
          --rounds N     how often each exports, default 2
          --core N       everything on that processor alone

        Without a part, both, or without --clip export. The clip is ffmpeg's testsrc2 with noise, 10 s, 12 Mbit a second.
        """

    private struct Options {
        var parts: [String] = []
        var clip: String?
        var seconds: Double?
        var rounds = 2
        var core: Int?
    }

    static func run(_ list: [String]) throws {
        guard let options = try parse(list) else { return Console.print(help) }
        if let core = options.core { try stay(on: core) }
        let scratch = try SocketDirectory()
        let clip = options.clip ?? scratch.path + "/clip.mp4"
        if !FileManager.default.fileExists(atPath: clip) { try makeClip(clip) }
        let parts = options.parts
        if parts.contains("export") { try export(clip, scratch.path, options) }
        guard parts.contains("play") else { return }
        withExtendedLifetime(scratch) {}
        try FileManager.default.removeItem(atPath: scratch.path)
        try NeighborProgram.become("mica-dev-window", ["benchfilm=\(clip)", "seconds=\(options.seconds ?? 8)"])
    }

    private static func parse(_ list: [String]) throws -> Options? {
        var arguments = Arguments(list, of: "bench film")
        var options = Options()
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return nil
            case .option("--clip"): options.clip = try arguments.value(of: "--clip")
            case .option("--seconds"): options.seconds = try arguments.number(of: "--seconds", in: 0.1...1000)
            case .option("--rounds"): options.rounds = try arguments.wholeNumber(of: "--rounds", in: 1...100)
            case .option("--core"): options.core = try arguments.wholeNumber(of: "--core", in: 0...1023)
            case .option(let name):
                throw arguments.unknown(name, among: ["--help", "--clip", "--seconds", "--rounds", "--core"])
            case .input(let name):
                guard ["export", "play"].contains(name) else {
                    throw arguments.wrong("there is no part '\(name)'" + didYouMean(name, among: ["export", "play"]))
                }
                options.parts.append(name)
            }
        }
        if options.parts.isEmpty { options.parts = options.clip == nil ? ["export"] : ["export", "play"] }
        guard options.clip != nil || !options.parts.contains("play") else {
            throw arguments.wrong("play needs a film that stays: --clip FILE")
        }
        return options
    }

    /// Binds this process, and all that it starts, to one processor.
    private static func stay(on core: Int) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["taskset", "-a", "-c", "-p", "\(core)", "\(getpid())"]
        process.standardOutput = FileHandle.nullDevice
        do { try process.run() } catch { throw CommandFailure("taskset cannot be started: \(error)") }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure("processor \(core) cannot be used: taskset is missing or fails")
        }
    }

    // MARK: ffmpeg

    static func ffmpeg(_ arguments: [String]) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["ffmpeg", "-v", "error", "-nostdin", "-y"] + arguments
        do { try process.run() } catch { throw CommandFailure("ffmpeg cannot be started: \(error)") }
        process.waitUntilExit()
        guard process.terminationStatus == 0 else {
            throw CommandFailure("there is no ffmpeg, or it failed with status \(process.terminationStatus)")
        }
    }

    private static func makeClip(_ path: String) throws {
        try ffmpeg(
            [
                "-f", "lavfi", "-i", "testsrc2=size=1920x1080:rate=60:duration=10,noise=alls=6:allf=t", "-pix_fmt",
                "yuv420p", "-color_primaries", "bt709", "-color_trc", "bt709", "-colorspace", "bt709", "-color_range",
                "tv", "-c:v", "libx264", "-preset", "veryfast", "-b:v", "12M", "-maxrate", "16M", "-bufsize", "24M",
                path,
            ])
    }

    // MARK: Exports

    /// A run: how many frames, and how long.
    private struct Run {
        var frames: Int, seconds: Double, processor: Double
        var rate: Double { Double(frames) / seconds }
    }

    /// Seconds of processor time of this process, and of the ended processes that it started.
    private static func processorTime() -> Double {
        var sum = 0.0
        for who in [RUSAGE_SELF.rawValue, RUSAGE_CHILDREN.rawValue] {
            var use = rusage()
            unsafe _ = getrusage(__rusage_who_t(who), &use)
            sum += Double(use.ru_utime.tv_sec + use.ru_stime.tv_sec)
            sum += Double(use.ru_utime.tv_usec + use.ru_stime.tv_usec) * 1e-6
        }
        return sum
    }

    private static func measure(_ who: String, _ output: String, _ body: () throws -> Void) throws -> Run {
        try? FileManager.default.removeItem(atPath: output)
        let (began, before) = (MonotonicClock.now, processorTime())
        try body()
        let (seconds, processor) = (MonotonicClock.now - began, processorTime() - before)
        let made = AVURLAsset(url: URL(fileURLWithPath: output))
        try made.loadAll()
        guard let track = made.tracks(withMediaType: .video).first else {
            throw CommandFailure("\(output): there is no video")
        }
        let frames = Int((made.duration.seconds * Double(track.nominalFrameRate)).rounded())
        let run = Run(frames: frames, seconds: seconds, processor: processor)
        Console.print(
            String(format: "EXPORT,%@,%d,%.2f,%.2f,%.2f", who, run.frames, run.seconds, run.rate, run.processor))
        return run
    }

    private static func export(_ clip: String, _ folder: String, _ options: Options) throws {
        let seconds = options.seconds ?? 2
        let picture = overlay()
        let overlayPath = folder + "/overlay.png"
        try Data(PNGEncoder.encode(picture)).write(to: URL(fileURLWithPath: overlayPath))
        var (own, other): ([Run], [Run]) = ([], [])
        for _ in 0..<options.rounds {
            let output = folder + "/mica.mp4"
            own.append(try measure("mica", output) { try export(clip, to: output, seconds, picture) })
            let filtered = folder + "/ffmpeg.mp4"
            other.append(
                try measure("ffmpeg", filtered) {
                    try ffmpeg([
                        "-t", "\(seconds)", "-i", clip, "-i", overlayPath, "-filter_complex", "overlay=100:780", "-c:v",
                        "libx264", "-preset", "medium", "-crf", "18", "-profile:v", "high", "-threads", "4", "-an",
                        filtered,
                    ])
                })
        }
        let rates = (own.map(\.rate).max() ?? 0, other.map(\.rate).max() ?? 1)
        func cost(_ runs: [Run]) -> Double { runs.map { $0.processor / Double(max($0.frames, 1)) }.min() ?? 1 }
        Console.print(String(format: "RATIO,export,%.3f,%.3f", rates.0 / rates.1, cost(other) / cost(own)))
    }

    private static func export(_ clip: String, to output: String, _ seconds: Double, _ picture: Bitmap) throws {
        let asset = AVURLAsset(url: URL(fileURLWithPath: clip))
        try asset.loadAll()
        let composition = AVMutableVideoComposition(propertiesOf: asset)
        let size = composition.renderSize
        let (parent, video, title) = (CALayer(), CALayer(), CALayer())
        parent.frame = CGRect(origin: .zero, size: size)
        parent.isGeometryFlipped = true
        video.frame = parent.frame
        title.frame = CGRect(x: 100, y: 780, width: picture.width, height: picture.height)
        title.contents = CGImage(bitmap: picture)
        parent.addSublayer(video)
        parent.addSublayer(title)
        composition.animationTool = AVVideoCompositionCoreAnimationTool(
            postProcessingAsVideoLayer: video, in: parent)
        guard let session = AVAssetExportSession(asset: asset, presetName: AVAssetExportPresetHighestQuality) else {
            throw CommandFailure("there is no such preset")
        }
        (session.outputURL, session.outputFileType) = (URL(fileURLWithPath: output), .mp4)
        session.videoComposition = composition
        session.timeRange = CMTimeRange(start: .zero, duration: CMTime(seconds: seconds, preferredTimescale: 600))
        let done = DispatchSemaphore(value: 0)
        session.exportAsynchronously { done.signal() }
        done.wait()
        if let error = session.error { throw CommandFailure("\(error)") }
    }

    /// A picture whose edges fade.
    private static func overlay() -> Bitmap {
        var bitmap = Bitmap(width: 640, height: 200)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width {
                let edge = min(min(x, bitmap.width - 1 - x), min(y, bitmap.height - 1 - y))
                let alpha = UInt32(min(200, edge * 5))
                bitmap[x, y] = alpha << 24 | alpha << 16 | alpha * 180 / 255 << 8 | alpha * 40 / 255
            }
        }
        return bitmap
    }
}
