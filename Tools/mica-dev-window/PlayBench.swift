import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCommandLine
import MicaCompositor
import MicaFrame
import MicaInstruments
import MicaPlayer
import MicaTrace
import MicaWindow
import QuartzCore
import Synchronization

/// `mica-dev bench play`: a document played in real time, and what came late of it.
///
/// Without a window frames are drawn into memory, sixty times a second; all else is as in a window.
@MainActor
final class PlayBench: @MainActor PlayerHost {
    private let player = Player()
    private let seconds: Double
    private let rate: Double
    private let root: CALayer
    private let window: LayerWindow?
    private let host: LiveHost?
    private let output: String?
    private let stalls: [Stall]

    /// Something that is made to take long, so that one sees whether it is named as what it is.
    private struct Stall {
        var kind: HitchReport.Kind
        var time: Double, seconds: Double

        /// Reads `commit@1.5:30`: when, in seconds, and for how many milliseconds.
        init?(_ text: Substring) {
            let parts = text.split(separator: "@")
            let numbers = parts.last?.split(separator: ":").compactMap { Double($0) } ?? []
            guard parts.count == 2, numbers.count == 2 else { return nil }
            kind = parts[0] == "commit" ? .commit : .render
            (time, seconds) = (numbers[0], numbers[1] / 1000)
        }
    }

    init(_ input: String, _ values: [String: String]) throws {
        func number(_ key: String) -> Double? { values[key].flatMap { Double($0) } }
        seconds = number("seconds") ?? 5
        output = values["output"]
        stalls = (values["stalls"] ?? "").split(separator: ",").compactMap { Stall($0) }
        let sides = (values["size"] ?? "").split(separator: "x").compactMap { Double($0) }
        let size = sides.count == 2 ? CGSize(width: sides[0], height: sides[1]) : CGSize(width: 640, height: 480)
        let late = LateOutput.Stalls(stalls.filter { $0.kind == .render }.map { ($0.time, $0.seconds) })
        if values["window"] != nil {
            let window = try LayerWindow(title: "mica-dev bench play", size: size)
            (self.window, host, root, rate) = (window, nil, window.layer, window.refreshRate)
            if !late.isEmpty { window.perform { $0.output = LateOutput($0.output, late) } }
        } else {
            let layer = CALayer()
            layer.frame = CGRect(origin: .zero, size: size)
            let scale = number("scale") ?? 1
            let (width, height) = (Int((size.width * scale).rounded(.up)), Int((size.height * scale).rounded(.up)))
            let threads = ProcessInfo.processInfo.activeProcessorCount
            let host = LiveHost(
                root: layer,
                output: { _ -> any FrameOutput in
                    let surface = BitmapSurface(width: width, height: height, scale: scale)
                    let output = SurfaceOutput(CPUCompositor(threads: threads), surface)
                    if late.isEmpty { return output }
                    return LateOutput(output, late)
                })
            host.thread?.perform { host in
                host.rootTransform = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            }
            (window, self.host, root, rate) = (nil, host, layer, 60)
        }
        player.host = self
        root.addSublayer(player.layer)
        player.resize(to: size)
        player.isLooping = true
        try player.load(PlayInput.source(input))
    }

    /// Plays, and prints the measurements.
    func run() throws {
        // What opening takes is over by then.
        turn(0.5)
        let slow = SlowLayer()
        root.addSublayer(slow)
        turn(0.1)
        let (began, before) = (MonotonicClock.now, ProcessUse.now)
        PerformanceTrace.begin()
        for stall in stalls {
            schedule(at: began + stall.time) {
                // A frame is wanted in any case.
                slow.opacity = slow.opacity == 1 ? 0.5 : 1
                if stall.kind == .commit {
                    slow.seconds = stall.seconds
                    slow.setNeedsLayout()
                } else {
                    LateOutput.Stalls.callNext()
                }
            }
        }
        turn(seconds)
        let trace = PerformanceTrace.end()
        let use = ProcessUse.now
        let report = HitchReport(trace, refreshRate: rate, duration: seconds)
        let rates = use.rates(since: before)
        print(report.description)
        print(
            String(
                format:
                    "%.1f frames a second of %.0f; processor: %.1f ms per second, %.1f %% of a core; %.0f wake-ups a second",
                Double(report.frameCount) / seconds, rate, rates.core * 1000, rates.core * 100, rates.wakeUps))
        if let output { try trace.perfettoData().write(to: URL(fileURLWithPath: output), options: .atomic) }
        window?.close()
        host?.close()
    }

    private func turn(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        MainTimer.run(after: time - MonotonicClock.now, body)
    }

    func show(title: String) {}
    func report(_ problem: String) { FileHandle.standardError.write(Data("mica: \(problem)\n".utf8)) }
    func takeScreenshot() {}
    func toggleFullScreen() {}
    func close() {}
}

/// A layer whose layout takes long when it is told to.
private final class SlowLayer: CALayer {
    var seconds = 0.0

    override func layoutSublayers() {
        if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
        seconds = 0
    }
}

/// An output whose drawing takes long when it is told to.
private final class LateOutput: FrameOutput {
    /// For how long each, and how many have been called for.
    final class Stalls: Sendable {
        private static let called = Mutex(0)
        private let list: Mutex<[Double]>

        init(_ stalls: [(time: Double, seconds: Double)]) {
            list = Mutex(stalls.sorted { $0.time < $1.time }.map(\.seconds))
        }

        var isEmpty: Bool { list.withLock { $0.isEmpty } }

        /// Has the next frame take long.
        static func callNext() { called.withLock { $0 += 1 } }

        func take() -> Double {
            let isCalled = Self.called.withLock { count in
                defer { count = 0 }
                return count > 0
            }
            return isCalled ? list.withLock { $0.isEmpty ? 0 : $0.removeFirst() } : 0
        }
    }

    private let output: any FrameOutput
    private let stalls: Stalls

    init(_ output: any FrameOutput, _ stalls: Stalls) { (self.output, self.stalls) = (output, stalls) }

    var width: Int { output.width }
    var height: Int { output.height }
    var scale: Double { output.scale }
    var traits: CompositorTraits { output.traits }
    var isReady: Bool { output.isReady }

    func note(_ frame: Frame) { output.note(frame) }

    func show(_ frame: Frame) -> Bool {
        let seconds = stalls.take()
        if seconds > 0 { Thread.sleep(forTimeInterval: seconds) }
        return output.show(frame)
    }
}
