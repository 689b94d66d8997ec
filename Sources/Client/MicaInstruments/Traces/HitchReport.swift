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

    /// Finds the hitches of a trace.
    ///
    /// - Parameters:
    ///   - trace: of a run in real time.
    ///   - rate: how many refreshes a second the display had.
    ///   - duration: how long the run was, in seconds; nil is from the first event to the last.
    public init(_ trace: PerformanceTrace, refreshRate rate: Double = 60, duration: Double? = nil) {
        guard let first = trace.events.first, let last = trace.events.last, rate > 0 else { return }
        func seconds(_ time: UInt64) -> Double { Double(time - first.time) * 1e-9 }
        self.duration = duration ?? seconds(last.time)
        frameCount = trace.frameCount
        let budget = 1 / rate
        var begun: [Int32: [(name: TraceName, time: Double)]] = [:]
        var frame: (began: Double, duration: Double)?
        for event in trace.events {
            switch event.kind {
            case .begin: begun[event.thread, default: []].append((event.name, seconds(event.time)))
            case .end:
                guard let span = begun[event.thread]?.popLast() else { continue }
                let took = seconds(event.time) - span.time
                switch span.name {
                case .transaction: note(.commit, span.time, took, budget)
                case .frame:
                    // A frame that was not drawn took its time all the same.
                    if let frame { note(.render, frame.began, frame.duration, budget) }
                    frame = (span.time, took)
                case .draw:
                    let began = frame?.began ?? span.time
                    let all = (frame?.duration ?? 0) + took
                    frameTimes.append(all)
                    note(.render, began, all, budget)
                    frame = nil
                default: break
                }
            case .instant, .counter: break
            }
        }
        hitches.sort { $0.time < $1.time }
    }

    /// What takes longer than a refresh comes so many refreshes late as it takes beyond one, begun ones counted whole.
    private mutating func note(_ kind: Kind, _ time: Double, _ duration: Double, _ budget: Double) {
        let late = (duration / budget - 1e-9).rounded(.down)
        guard late >= 1 else { return }
        hitches.append(Hitch(kind: kind, time: time, duration: duration, delay: late * budget))
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
