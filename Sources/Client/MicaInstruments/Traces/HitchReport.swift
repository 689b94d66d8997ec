import MicaTrace

/// The frames of a run that came late, and why.
///
/// A frame has a refresh of the display for its transactions, and the next one for its evaluation, building and drawing. What takes
/// longer moves the frame to a later refresh: by so much what is seen stands still. A commit hitch is one whose transactions took
/// too long, a render hitch one whose drawing did.
///
/// *Source*: Apple, tech talks 10855, "Explore UI animation hitches and the render loop": commit hitches, render hitches, and the
/// hitch time ratio in milliseconds per second. 5 ms per second is noticed, 10 is what it calls critical.
public struct HitchReport: Sendable, Equatable {
    /// A frame that came late.
    public struct Hitch: Sendable, Equatable {
        /// What took too long.
        public var kind: Kind
        /// When it began, in seconds from the beginning of the run.
        public var time: Double
        /// How long it took, in seconds.
        public var duration: Double
        /// By how much the frame came late, in seconds.
        public var delay: Double
    }

    /// What takes too long.
    public enum Kind: String, Sendable, CaseIterable { case commit, render }

    /// The hitches, in order of time.
    public private(set) var hitches: [Hitch] = []
    /// How long the run was, in seconds.
    public private(set) var duration = 0.0
    /// How many frames were shown.
    public private(set) var frameCount = 0
    /// What each frame took to evaluate, build and draw, in seconds.
    public private(set) var frameTimes: [Double] = []

    /// How much of each second stood still, in milliseconds; of one kind, or in all.
    public func millisecondsPerSecond(_ kind: Kind? = nil) -> Double {
        guard duration > 0 else { return 0 }
        return hitches.reduce(0) { $0 + (kind == nil || $1.kind == kind ? $1.delay : 0) } * 1000 / duration
    }

    /// What was done for the frames of the run, in order: commits and frames, each with when it began and how long it took, in seconds.
    package private(set) var works: [(kind: Kind, time: Double, duration: Double)] = []
    /// How often a second the display refreshed.
    package private(set) var refreshRate = 60.0

    /// Finds the hitches of a trace.
    ///
    /// - Parameters:
    ///   - trace: of a run in real time.
    ///   - rate: how many refreshes a second the display had.
    ///   - duration: how long the run was, in seconds; nil is from the first event to the last.
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

    /// Finds the hitches of a run as it was captured live: how long the program was busy with each commit, and the host with each frame.
    /// Of a run that was not shown in real time there are commits alone.
    ///
    /// - Parameter rate: how many refreshes a second the display had.
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

    /// Draws the frames of a captured run, and finds what would come late by that: of a long run, or one that takes long to draw, what
    /// comes first.
    init(drawing capture: LayerCapture) {
        (duration, refreshRate) = (capture.duration, 60)
        let began = TraceLog.now
        CaptureReplay(capture).play(framesPerSecond: refreshRate) { index, seconds in
            frameCount += 1
            frameTimes.append(seconds)
            works.append((.render, Double(index) / refreshRate, seconds))
            return index < InspectionPage.mostBars && TraceLog.now - began < 5_000_000_000
        }
        duration = min(duration, Double(frameCount) / refreshRate)
        findHitches()
    }

    /// Of each frame when it was, in seconds, and the milliseconds of the commits before it and of its drawing; the longest of several
    /// where there are too many for a chart.
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

    /// What takes longer than a refresh comes so many refreshes late as it takes beyond one, begun ones counted whole.
    private mutating func findHitches() {
        works.sort { $0.time < $1.time }
        let budget = 1 / refreshRate
        for work in works {
            let late = (work.duration / budget - 1e-9).rounded(.down)
            guard late >= 1 else { continue }
            hitches.append(Hitch(kind: work.kind, time: work.time, duration: work.duration, delay: late * budget))
        }
    }

    /// Equal in all that is told.
    public static func == (a: HitchReport, b: HitchReport) -> Bool {
        a.hitches == b.hitches && a.duration == b.duration && a.frameCount == b.frameCount
            && a.frameTimes == b.frameTimes
    }
}

extension HitchReport: CustomStringConvertible {
    /// The report in lines: how much stood still, and each hitch.
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
