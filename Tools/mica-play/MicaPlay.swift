import CoreGraphics
import Foundation
import Mica
import MicaCodecs
import MicaCommandLine
import MicaEncoding
import MicaExamples
import MicaHosting
import MicaImageFiles
import MicaOverlays
import MicaPlayer
import MicaWindow
import MicaWire
import QuartzCore
import Synchronization

/// `mica-play`: the windows of `mica play` and `mica serve`, which read and check the command line, and start this with
/// `name=value` words.
@main
@MainActor
struct MicaPlay {
    static func main() {
        NeighborProgram.main("mica-play") { values in
            if values["serve"] != nil { return try ScreenServer(values).run() }
            guard let input = values["input"] else {
                throw UsageError("it opens the windows of 'mica play DOCUMENT' and 'mica serve': start these")
            }
            let host: WindowHost
            do { host = try WindowHost(input, values) } catch let error as WindowError {
                throw CommandFailure("\(error); 'mica play \(input) -o FILE' plays into a file, without a display")
            }
            LayerWindow.runUntilClosed()
            withExtendedLifetime(host) {}
        }
    }
}

/// A window with a player.
@MainActor
final class WindowHost: @MainActor PlayerHost {
    private let window: LayerWindow
    private let player = Player()
    private let name: String
    private let background: CGColor
    private var screenshots = 0
    /// How long the last frame took, and when those of the last second were shown; the thread that draws writes it.
    private let frames: FrameRecord

    /// Opens the window.
    init(_ input: String, _ values: [String: String]) throws {
        func number(_ key: String) -> Double? { values[key].flatMap { Double($0) } }
        let sides = (values["size"] ?? "").split(separator: "x").compactMap { Double($0) }
        let size = sides.count == 2 ? CGSize(width: sides[0], height: sides[1]) : CGSize(width: 640, height: 480)
        name = URL(fileURLWithPath: input).deletingPathExtension().lastPathComponent
        let backend = values["backend"].flatMap { LayerRenderer.Backend(rawValue: $0) }
        // A backend that the command line names replaces the one of the environment.
        if backend != nil { unsafe _ = unsetenv("MICA_WINDOW_BACKEND") }
        // What a person may want to keep by a key, from the beginning on.
        CaptureLog.keepRuns(most: Self.captureRoom)
        window = try LayerWindow(
            title: name, size: size, scale: number("scale").map { CGFloat($0) }, backend: backend ?? .cpu)
        if window.backend != .cpu {
            window.observeBackend { chosen, reason in
                FileHandle.standardError.write(Data("mica: the backend is \(chosen.rawValue): \(reason)\n".utf8))
            }
        }
        let parts = (values["background"] ?? "0,0,0,1").split(separator: ",").compactMap { Double($0) }
        background =
            parts.count == 4
            ? CGColor(srgbRed: parts[0], green: parts[1], blue: parts[2], alpha: parts[3]) : CGColor(gray: 0, alpha: 1)
        window.background = background
        let frames = FrameRecord()
        self.frames = frames
        window.observeFrames { frames.note($0) }
        player.host = self
        window.layer.addSublayer(player.layer)
        player.resize(to: window.size)
        player.isLooping = values["loop"] != nil
        if let rate = number("fps") { player.framesPerSecond = rate }
        window.eventHandler = { [unowned self] event in
            // The window closes by itself when it is asked to.
            if event.content != .closeRequest { player.handle(event) }
        }
        if values["openurls"] != nil {
            player.urlHandler = { [weak self] url, _, isByUser in self?.open(url, isByUser: isByUser) }
        }
        let source = PlayInput.source(
            input, appearance: values["appearance"], player: values["player"], part: PlayInput.Part(values))
        try player.load(source, state: values["state"])
        // A clock that runs would be past the time before it stops.
        player.setPaused(values["paused"] != nil)
        if let time = number("time") { player.seek(to: time) }
        if let speed = number("speed"), speed != 1 { player.setSpeed(speed) }
        if values["overlay"] != nil { player.setOverlay(true) }
        if let options = values["debug"].flatMap({ UInt64($0) }) { player.show(LayerDebugOptions(rawValue: options)) }
        if values["fullscreen"] != nil { window.isFullScreen = true }
        if let duration = number("duration") {
            schedule(at: CACurrentMediaTime() + duration) { [weak self] in self?.close() }
        }
    }

    var frameTime: Double? { frames.latest?.duration }
    var frameRate: Double? { frames.latest?.rate }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        MainTimer.run(after: time - CACurrentMediaTime(), body)
    }

    func show(title: String) { if window.title != title { window.title = title } }

    func report(_ problem: String) {
        FileHandle.standardError.write(Data("mica: \(problem)\n".utf8))
        window.title = problem
    }

    /// NAME-1.png and so on, in the working directory: the window's picture, drawn again from its layers.
    func takeScreenshot() {
        var path = ""
        repeat {
            screenshots += 1
            path = "\(name)-\(screenshots).png"
        } while FileManager.default.fileExists(atPath: path)
        let url = URL(fileURLWithPath: path)
        // Packed on the thread that draws, which is late for a frame by it.
        window.capture { bitmap in
            do {
                try Data(PNGEncoder.encode(bitmap)).write(to: url, options: .atomic)
                print(url.path)
            } catch {
                FileHandle.standardError.write(Data("mica: \(url.path): \(error)\n".utf8))
            }
        }
    }

    /// Opens a page that a state machine asks for in the desktop's browser: only pages of the web, and only at a press or
    /// a click.
    private func open(_ url: String, isByUser: Bool) {
        guard isByUser, let parsed = URL(string: url), ["http", "https"].contains(parsed.scheme?.lowercased() ?? "")
        else {
            return report("\(url.prefix(500)) is not opened: only pages of the web are, at a press or a click")
        }
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/xdg-open")
        process.arguments = [parsed.absoluteString]
        do {
            try process.run()
        } catch {
            report("\(url.prefix(500)) is not opened: \(error.localizedDescription)")
        }
    }

    func toggleFullScreen() { window.isFullScreen.toggle() }

    func show(_ options: LayerDebugOptions) {
        window.setOverlay(options.isEmpty ? nil : DebugOverlay(options.overlays))
    }

    /// How many bytes of the run are kept.
    private static let captureRoom = 256 << 20

    /// NAME-1.micacapture and so on, in the working directory: the run from the window's opening on.
    func takeCapture() {
        guard let bytes = window.captured else {
            if let path = ProcessInfo.processInfo.environment["MICA_CAPTURE"], !path.isEmpty {
                return report("the run is written to \(path) already")
            }
            return report("the run is no longer kept: it takes more than \(Self.captureRoom >> 20) MB")
        }
        let url = Self.freeName("\(name)", "micacapture")
        do {
            try Data(bytes).write(to: url, options: .atomic)
            print(url.path)
        } catch {
            report("\(url.path): \(error.localizedDescription)")
        }
    }

    /// A name in the working directory that no file has.
    private static func freeName(_ stem: String, _ ending: String) -> URL {
        var number = 1
        while FileManager.default.fileExists(atPath: "\(stem)-\(number).\(ending)") { number += 1 }
        return URL(fileURLWithPath: "\(stem)-\(number).\(ending)")
    }

    func close() { window.close() }
}

/// The frames that were shown last, on the thread that draws.
private final class FrameRecord: Sendable {
    private let shown = Mutex<(times: [Double], duration: Double)>(([], 0))

    func note(_ frame: ShownFrame) {
        shown.withLock { record in
            record.duration = frame.ended - frame.began
            record.times.append(frame.ended)
            record.times.removeAll { $0 < frame.ended - 1 }
        }
    }

    /// How long the last frame took, in seconds, and how many there were in the second before it.
    var latest: (duration: Double, rate: Double)? {
        shown.withLock { record in record.times.isEmpty ? nil : (record.duration, Double(record.times.count)) }
    }
}
