import MicaTrace

/// The late frames of a run, and the causes.
///
/// A frame has one refresh of the display for its transactions, and the next for its evaluation, building and
/// drawing. Longer work delays the frame to a later refresh, and the picture stands still meanwhile. In a commit
/// hitch, the transactions took too long; in a render hitch, the drawing.
///
/// *Source*: Apple, tech talks 10855, "Explore UI animation hitches and the render loop": commit hitches, render
/// hitches, and the hitch time ratio in milliseconds per second. Users notice 5 ms per second; Apple calls 10
/// critical.
public struct HitchReport: Sendable, Equatable {
    /// A frame that came late.
    public struct Hitch: Sendable, Equatable {
        /// The work that took too long.
        public var kind: Kind
        /// The start of the work, in seconds from the start of the run.
        public var time: Double
        /// The duration of the work, in seconds.
        public var duration: Double
        /// The delay of the frame, in seconds.
        public var delay: Double
    }

    /// The kinds of work.
    public enum Kind: String, Sendable, CaseIterable {
        /// Work of the program, until its changes are committed.
        case commit
        /// Drawing a frame.
        case render
    }

    /// The hitches, ordered by time.
    public private(set) var hitches: [Hitch] = []
    /// The duration of the run, in seconds.
    public private(set) var duration = 0.0
    /// The number of frames shown.
    public private(set) var frameCount = 0
    /// The time to evaluate, build and draw each frame, in seconds.
    public private(set) var frameTimes: [Double] = []

    /// The hitch time ratio: milliseconds of delay per second of the run, of one kind or in total.
    public func millisecondsPerSecond(_ kind: Kind? = nil) -> Double {
        guard duration > 0 else { return 0 }
        return hitches.reduce(0) { $0 + (kind == nil || $1.kind == kind ? $1.delay : 0) } * 1000 / duration
    }

    /// The work of the run in order, commits and frames, each with its start and duration in seconds.
    package private(set) var works: [(kind: Kind, time: Double, duration: Double)] = []
    /// The refreshes of the display per second.
    package private(set) var refreshRate = 60.0

    /// Finds the hitches of a trace.
    ///
    /// - Parameters:
    ///   - trace: A trace of a run in real time.
    ///   - rate: The refreshes of the display per second.
    ///   - duration: The duration of the run, in seconds; nil: from the first event to the last.
    public init(_ trace: PerformanceTrace, refreshRate rate: Double = 60, duration: Double? = nil) {
        guard let first = trace.events.first, let last = trace.events.last, rate > 0 else { return }
        func seconds(_ time: UInt64) -> Double { Double(Int64(bitPattern: time &- first.time)) * 1e-9 }
        self.duration = duration ?? seconds(last.time)
        (frameCount, refreshRate) = (trace.frameCount, rate)
        var finder = WorkFinder()
        for event in trace.events {
            if let work = finder.take(event) { note(work, seconds(work.began)) }
        }
        for work in finder.finish() { note(work, seconds(work.began)) }
        findHitches()
    }

    /// Finds the hitches of a captured run: from how long the program was busy with each commit, and the host with
    /// each frame. A run that was not shown in real time has commits only.
    ///
    /// - Parameter rate: The refreshes of the display per second.
    public init(_ capture: LayerCapture, refreshRate rate: Double = 60) {
        guard rate > 0 else { return }
        (duration, frameCount, refreshRate) = (capture.duration, capture.frames.count, rate)
        for entry in capture.scene.entries {
            guard let seconds = capture.turns[entry.number], seconds.isFinite, seconds < 1e6 else { continue }
            works.append((.commit, max(0, entry.time - capture.origin - seconds), seconds))
        }
        for frame in capture.frames {
            let took = frame.ended - frame.began
            works.append((.render, frame.began - capture.origin, took))
            frameTimes.append(took)
        }
        findHitches()
    }

    /// Draws the frames of a captured run, and finds the hitches that this would cause. A run that is long, or slow
    /// to draw, is cut off.
    init(drawing capture: LayerCapture) {
        (duration, refreshRate) = (capture.duration, 60)
        let began = MonotonicClock.nanoseconds
        CaptureReplay(capture).play(framesPerSecond: refreshRate) { index, seconds in
            frameCount += 1
            frameTimes.append(seconds)
            works.append((.render, Double(index) / refreshRate, seconds))
            return index < InspectionPage.mostBars && MonotonicClock.nanoseconds - began < 5_000_000_000
        }
        duration = min(duration, Double(frameCount) / refreshRate)
        findHitches()
    }

    /// For each frame: its time in seconds, and the milliseconds of the commits before it and of its drawing. With
    /// too many frames for a chart, each bar has the longest times of several frames.
    var bars: [[Double]] {
        var bars: [[Double]] = []
        var commit = 0.0
        for work in works {
            switch work.kind {
            case .commit: commit = max(commit, work.duration)
            case .render:
                bars.append([work.time, commit * 1000, work.duration * 1000].map { ($0 * 1000).rounded() / 1000 })
                commit = 0
            }
        }
        if commit > 0 { bars.append([duration, (commit * 1e6).rounded() / 1000, 0]) }
        let stride = (bars.count + InspectionPage.mostBars - 1) / InspectionPage.mostBars
        guard stride > 1 else { return bars }
        return Swift.stride(from: 0, to: bars.count, by: stride).map { start in
            bars[start..<min(start + stride, bars.count)].reduce(bars[start]) { longest, bar in
                [longest[0], max(longest[1], bar[1]), max(longest[2], bar[2])]
            }
        }
    }

    private mutating func note(_ work: ThreadWork, _ time: Double) {
        let took = Double(work.ended - work.began) * 1e-9
        works.append((work.kind == .commit ? .commit : .render, time, took))
        if work.kind == .render { frameTimes.append(took) }
    }

    /// Work longer than one refresh delays its frame by the refreshes beyond the first, rounded up.
    private mutating func findHitches() {
        works.sort { $0.time < $1.time }
        let budget = 1 / refreshRate
        for work in works {
            let late = (work.duration / budget - 1e-9).rounded(.down)
            guard late >= 1 else { continue }
            hitches.append(Hitch(kind: work.kind, time: work.time, duration: work.duration, delay: late * budget))
        }
    }

    /// Whether the results are equal.
    public static func == (a: HitchReport, b: HitchReport) -> Bool {
        a.hitches == b.hitches && a.duration == b.duration && a.frameCount == b.frameCount
            && a.frameTimes == b.frameTimes
    }
}

extension HitchReport: CustomStringConvertible {
    /// The report as text: the hitch time ratio, and each hitch.
    public var description: String {
        func ms(_ seconds: Double) -> String { tenths(seconds * 1000) }
        let sorted = frameTimes.sorted()
        var lines = [
            "\(frameCount) frames in \(tenths(duration)) s",
            "hitches: \(tenths(millisecondsPerSecond())) ms per second"
                + " (commit \(tenths(millisecondsPerSecond(.commit))), render \(tenths(millisecondsPerSecond(.render))))",
        ]
        if !sorted.isEmpty {
            lines.append(
                "frame time: median \(ms(sorted[sorted.count / 2])) ms, longest \(ms(sorted[sorted.count - 1])) ms")
        }
        for hitch in hitches {
            lines.append(
                "\(tenths(hitch.time * 1000)) ms: \(hitch.kind) hitch: it took \(ms(hitch.duration)) ms,"
                    + " the frame came \(ms(hitch.delay)) ms late")
        }
        return lines.joined(separator: "\n")
    }

    private func tenths(_ value: Double) -> String {
        let units = Int((min(max(value, -1e15), 1e15) * 10).rounded())
        return "\(units < 0 ? "-" : "")\(abs(units) / 10).\(abs(units) % 10)"
    }
}
