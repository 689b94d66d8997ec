import CoreGraphics
import Foundation
import MicaHosting
import MicaTrace
import MicaWindow
import QuartzCore
import Synchronization

/// `mica-dev bench live`: what windows cost, and how near their frames come to what the display gives any program.
///
/// Every part has a window of its own. What the display gives is measured on the same buffers by the same thread, without layers
/// (`LayerWindow.measureLimit`).
@MainActor
struct LiveBench {
    private let parts: [String]
    private let seconds: Double
    private let size: CGSize
    /// The frames of the limit, once it is measured: of a square, and of a whole window that changes.
    private var limit: Motion?, wholeLimit: Motion?

    init(_ parts: [String], _ values: [String: String]) {
        self.parts = parts
        seconds = values["seconds"].flatMap { Double($0) } ?? 5
        let sides = (values["size"] ?? "").split(separator: "x").compactMap { Double($0) }
        size = sides.count == 2 ? CGSize(width: sides[0], height: sides[1]) : CGSize(width: 1920, height: 1080)
    }

    /// Measures the parts, and prints a line for each.
    mutating func run() throws {
        for part in parts {
            switch part {
            case "still": try still()
            case "limit": try measureLimit()
            case "moving": try moving("moving", layers: 1, isAsleep: false)
            case "link": try link()
            default:
                try moving("asleep", layers: 1, isAsleep: true)
                try moving("asleep", layers: 2000, isAsleep: true)
            }
        }
    }

    // MARK: Parts

    /// A window in which nothing changes, with a display link that is paused.
    private func still() throws {
        let window = try makeWindow()
        window.layer.addSublayer(Self.square(at: CGPoint(x: 50, y: 50), side: 100))
        let link = CADisplayLink { _ in }
        link.isPaused = true
        link.add(to: .main, forMode: .common)
        defer { link.invalidate() }
        let log = FrameLog()
        window.observeFrames { log.add($0) }
        let seconds = seconds
        Thread {
            // What opening a window brings has come by then.
            Thread.sleep(forTimeInterval: 2)
            let (before, frames) = (Self.sleeps, log.frames.count)
            Thread.sleep(forTimeInterval: seconds)
            var wakeUps = 0
            for (task, after) in Self.sleeps where after.name != "watcher" {
                wakeUps += max(0, after.count - (before[task]?.count ?? 0))
            }
            Self.say("LIVE,still,\(seconds) s,\(log.frames.count - frames) frames,\(wakeUps) wake-ups")
            DispatchQueue.main.async { MainActor.assumeIsolated { window.close() } }
        }.start(named: "watcher")
        LayerWindow.runUntilClosed()
    }

    /// A square without layers, and a window of one colour, all of which changes with each frame: what the display gives.
    private mutating func measureLimit() throws {
        limit = try measuredLimit("square", side: 100)
        wholeLimit = try measuredLimit("whole", side: Int(max(size.width, size.height)))
    }

    private func measuredLimit(_ name: String, side: Int) throws -> Motion {
        let window = try makeWindow()
        Self.turn(1)
        let (log, done) = (FrameLog(), DispatchSemaphore(value: 0))
        let processor = Processor()
        window.measureLimit(seconds: seconds, side: side) { frames in
            for frame in frames { log.add(frame) }
            done.signal()
        }
        done.wait()
        let motion = Motion(log.frames, seconds, share: processor.share, rate: window.refreshRate)
        Self.say("LIVE,limit,\(name),\(motion.text)")
        window.close()
        return motion
    }

    /// Layers with animations, while the main thread takes events or sleeps.
    private func moving(_ name: String, layers: Int, isAsleep: Bool) throws {
        let window = try makeWindow()
        for index in 0..<layers {
            let side: CGFloat = layers > 1 ? 8 : 100
            let y = layers > 1 ? CGFloat(index * 7 % max(1, Int(size.height) - 8)) : 200
            let layer = Self.square(at: CGPoint(x: side, y: y + side / 2), side: side)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue) = (Double(side), Double(size.width) - Double(side))
            (move.duration, move.autoreverses, move.repeatCount) = (3 + Double(index % 13) / 10, true, .infinity)
            layer.add(move, forKey: "move")
            window.layer.addSublayer(layer)
        }
        try report(name, layers, window) { isAsleep ? Thread.sleep(forTimeInterval: seconds) : Self.turn(seconds) }
    }

    /// A layer that a display link moves, so that each frame is a commit of the main thread's.
    private func link() throws {
        let window = try makeWindow()
        let layer = Self.square(at: CGPoint(x: 50, y: 200), side: 100)
        window.layer.addSublayer(layer)
        let width = size.width
        let link = CADisplayLink { link in
            CATransaction.setDisableActions(true)
            layer.position.x = 50 + (CGFloat(link.targetTimestamp) * 600).truncatingRemainder(dividingBy: width - 100)
        }
        link.add(to: .main, forMode: .common)
        try report("link", 1, window) { Self.turn(seconds) }
        link.invalidate()
    }

    /// Lets time pass, and reports the window's frames meanwhile.
    private func report(_ name: String, _ layers: Int, _ window: LayerWindow, _ pass: () -> Void) throws {
        Self.turn(1)
        let log = FrameLog()
        window.observeFrames { log.add($0) }
        let processor = Processor()
        pass()
        let motion = Motion(log.frames, seconds, share: processor.share, rate: window.refreshRate)
        window.close()
        Self.say("LIVE,\(name),\(layers) \(layers > 1 ? "layers" : "layer"),\(motion.text)")
        // Many layers all over the window count as a window that changes as a whole.
        if let limit = layers > 1 ? wholeLimit : limit {
            Self.say("RATIO,\(name),\(layers),\(motion.ratios(to: limit))")
        }
    }

    // MARK: Means

    private func makeWindow() throws -> LayerWindow {
        let window = try LayerWindow(title: "mica-dev bench live", size: size)
        window.background = CGColor(gray: 0.1, alpha: 1)
        return window
    }

    private static func square(at center: CGPoint, side: CGFloat) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
        layer.position = center
        layer.backgroundColor = CGColor(srgbRed: 0.2, green: 0.6, blue: 1, alpha: 1)
        return layer
    }

    /// Runs the main run loop for some seconds.
    private static func turn(_ seconds: Double) {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { _ = RunLoop.main.run(mode: .default, before: end) }
    }

    nonisolated private static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }

    /// How often each of the process's threads went to sleep so far, which is how often it was woken, and its name. *Source*:
    /// proc(5), voluntary_ctxt_switches.
    nonisolated private static var sleeps: [String: (name: String, count: Int)] {
        var result: [String: (name: String, count: Int)] = [:]
        for task in (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? [] {
            let status = (try? String(contentsOfFile: "/proc/self/task/\(task)/status", encoding: .utf8)) ?? ""
            func value(_ key: String) -> String? {
                status.split(separator: "\n").first { $0.hasPrefix(key + ":") }?.split(separator: "\t").last
                    .map(String.init)
            }
            result[task] = (value("Name") ?? "", value("voluntary_ctxt_switches").flatMap { Int($0) } ?? 0)
        }
        return result
    }
}

/// How much of a core the process has used since.
private struct Processor {
    private let used = clock()
    private let began = MonotonicClock.now

    /// Processor time over time: 1 is a core.
    var share: Double { Double(clock() - used) / Double(CLOCKS_PER_SEC) / (MonotonicClock.now - began) }
}

/// Frames as they are shown; the thread that draws writes them.
private final class FrameLog: Sendable {
    private let list = Mutex<[ShownFrame]>([])

    var frames: [ShownFrame] { list.withLock { $0 } }

    func add(_ frame: ShownFrame) { list.withLock { $0.append(frame) } }
}

/// What frames of something that moves tell.
private struct Motion {
    private let count: Int, expected: Double
    private let isOrdered: Bool
    /// The median and the 99th percentile of the times from a frame that the display server was given to the next, and from waking to
    /// that. *Units*: seconds.
    private let interval: (median: Double, high: Double), work: (median: Double, high: Double)
    private let share: Double

    init(_ frames: [ShownFrame], _ seconds: Double, share: Double, rate: Double) {
        (count, expected, self.share) = (frames.count, seconds * rate, share)
        isOrdered = zip(frames, frames.dropFirst()).allSatisfy { $0.time < $1.time }
        interval = Self.parts(of: zip(frames, frames.dropFirst()).map { $1.ended - $0.ended })
        work = Self.parts(of: frames.map { $0.ended - $0.began })
    }

    private static func parts(of list: [Double]) -> (median: Double, high: Double) {
        let sorted = list.sorted()
        guard let last = sorted.last else { return (.nan, .nan) }
        let high = Int(Double(sorted.count) * 0.99)
        return (sorted[sorted.count / 2], sorted.indices.contains(high) ? sorted[high] : last)
    }

    var text: String {
        String(
            format: "%d of %.0f frames,%@,interval %.2f %.2f ms,work %.3f %.3f ms,%.1f %% of a core", count, expected,
            isOrdered ? "in order" : "OUT OF ORDER", interval.median * 1000, interval.high * 1000, work.median * 1000,
            work.high * 1000, share * 100)
    }

    /// Each figure over the limit's.
    func ratios(to limit: Motion) -> String {
        String(
            format: "frames %.3f,interval %.3f %.3f,work %.2f %.2f,core %.2f", Double(count) / Double(limit.count),
            interval.median / limit.interval.median, interval.high / limit.interval.high,
            work.median / limit.work.median, work.high / limit.work.high, share / limit.share)
    }
}

extension Thread {
    /// Starts it under a name.
    fileprivate func start(named name: String) {
        self.name = name
        start()
    }
}
