import Foundation
import MicaAnimation
import MicaGeometry
import MicaWire

/// The values that an emitter has had, and since when: what its particles at any time are made of.
///
/// Each segment holds from its start to that of the next one, and knows how many particles each top cell had borne
/// before it, so that nothing before a time has to be gone through to find what lives then. A change that is made at a
/// time takes the place of all that was known of later times. *Units*: seconds of the layer's own time.
package struct EmitterHistory: Sendable {
    /// Values that hold for a time.
    struct Segment: Sendable {
        /// Tells segments apart.
        var id: Int
        /// Where it begins; the first one has no beginning.
        var start: Double
        /// The values, without animations, in a layer that has nothing else.
        var state: LayerState
        /// The animations of emitter properties.
        var animations: [KeyedAnimation]
        /// The births of the top cells.
        var timelines: [RateTimeline]
        /// For how long what the top cells bear may live, what it bears in turn included.
        var windows: [Double]
        /// When the last of it, and of what was before, is gone; known once the segment has an end.
        var lastDeath = Double.infinity

        var emitter: EmitterState { state.emitter }

        /// The values at a time within the segment.
        func values(at time: Double) -> EmitterState {
            animations.isEmpty ? state.emitter : evaluate(state, animations, at: time).emitter
        }
    }

    private(set) var segments: [Segment] = []
    /// Goes up with every change.
    private(set) var version = 0
    /// The time from which the last change holds: what was born before it is as it was.
    private(set) var lastChange = -Double.infinity
    /// Whether particles had to be given up because there were too many changes within their lives.
    package private(set) var isOverBudget = false
    private var nextID = 0
    /// How many particles each top cell has borne up to the last segment.
    private var counts: [Double] = []

    /// How many segments are kept.
    package static let segmentLimit = 4_096

    /// Makes a history of nothing.
    package init() {}

    /// How many segments there are.
    package var count: Int { segments.count }

    /// The first time that is known; minus infinity until segments were given up.
    package var start: Double { segments.first?.start ?? -.infinity }

    /// Notes the values that hold from a time on; nothing when they held already.
    ///
    /// - Parameters:
    ///   - state: the layer's values, without animations.
    ///   - animations: all that the layer has; those of other properties do not count.
    ///   - time: in the layer's own time. The first values also hold for all that is before.
    package mutating func record(_ state: LayerState, _ animations: [KeyedAnimation], at time: Double) {
        let relevant = animations.filter { $0.animation.content.touchesEmitter }
        var plain = LayerState()
        plain.emitter = state.emitter
        if let last = segments.last, last.state.emitter == plain.emitter, last.animations == relevant { return }
        let time = time.isFinite ? max(-RateTimeline.timeLimit, min(RateTimeline.timeLimit, time)) : 0
        while segments.count > 1, let last = segments.last, last.start >= time { segments.removeLast() }
        let isFirst = segments.isEmpty
        if let last = segments.indices.last {
            for (index, timeline) in segments[last].timelines.enumerated() {
                while counts.count <= index { counts.append(0) }
                counts[index] = timeline.births(at: time)
            }
            let window = segments[last].windows.max() ?? 0
            let before = last > 0 ? segments[last - 1].lastDeath : -.infinity
            segments[last].lastDeath = max(before, time + window)
        }
        var segment = Segment(
            id: nextID, start: isFirst ? -.infinity : time, state: plain, animations: relevant, timelines: [],
            windows: [])
        nextID += 1
        for index in (plain.emitter.cells ?? []).indices {
            while counts.count <= index { counts.append(0) }
            var timeline = segment.timeline(of: index)
            timeline.shift(by: counts[index])
            segment.timelines.append(timeline)
            segment.windows.append(segment.window(of: index))
        }
        segments.append(segment)
        version += 1
        lastChange = isFirst ? -.infinity : time
        prune(at: time)
    }

    private mutating func prune(at time: Double) {
        guard segments.count > Self.segmentLimit else { return }
        let dead = segments.prefix { $0.lastDeath < time }.count
        if dead > 0 {
            segments.removeFirst(dead)
        } else {
            // The oldest quarter at once, so that this is not done again with every change.
            segments.removeFirst(Self.segmentLimit / 4)
            isOverBudget = true
        }
    }

    /// The place of the segment that holds at a time.
    func index(at time: Double) -> Int { segments.indices.bisected { segments[$0].start <= time } }

    /// The place of the first segment of whose particles some may live at a time.
    func firstAlive(at time: Double) -> Int {
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].lastDeath > time { high = middle } else { low = middle + 1 }
        }
        return max(0, low)
    }

    /// Where a segment ends.
    func end(of index: Int) -> Double { index + 1 < segments.count ? segments[index + 1].start : .infinity }

    /// How many particles the top cell with an index has borne up to a time.
    package func births(ofCell cell: Int, at time: Double) -> Int {
        guard !segments.isEmpty else { return 0 }
        let segment = segments[index(at: time)]
        guard segment.timelines.indices.contains(cell) else { return 0 }
        return Int(segment.timelines[cell].births(at: time))
    }

    /// Whether animations change the emitter at a time or later, or anything may live or be born then.
    package func isActive(at time: Double) -> Bool {
        guard let last = segments.last else { return false }
        if last.animations.contains(where: { time < $0.animation.endTime }) { return true }
        let first = firstAlive(at: time)
        if segments[first].lastDeath > time, first < segments.count - 1 { return true }
        return last.timelines.indices.contains { index in
            last.timelines[index].births(at: RateTimeline.timeLimit)
                > last.timelines[index].births(at: time - last.windows[index])
        }
    }
}

extension EmitterHistory.Segment {
    /// When a top cell emits, in layer time.
    private static func span(of cell: CellState) -> (start: Double, end: Double) {
        let timing = cell.timing
        guard timing.speed > 0 else { return (0, 0) }
        let limit = RateTimeline.timeLimit
        let start = max(-limit, min(limit, timing.beginTime - timing.timeOffset / timing.speed))
        return (start, start + cell.activeDuration / timing.speed)
    }

    fileprivate func timeline(of index: Int) -> RateTimeline {
        var timeline = RateTimeline()
        guard let cell = emitter.cells?[index] else { return timeline }
        let active = Self.span(of: cell)
        guard active.end > active.start else { return timeline }
        let first = max(start, active.start)
        if first > start, start.isFinite { timeline.add(.constant(0), from: start) }
        guard first < active.end else { return timeline }
        func rate(_ time: Double) -> Double {
            let emitter = values(at: time)
            guard let cells = emitter.cells, cells.indices.contains(index) else { return 0 }
            let rate = cells[index].birthRate * emitter.birthRate * cells[index].timing.speed
            return rate > 0 ? min(rate, RateTimeline.rateLimit) : 0
        }
        let changing = animations.filter { $0.animation.content.touchesRate(of: cell.name) }
        var breaks = [first]
        for entry in changing {
            let timing = entry.animation.timing
            breaks += [timing.beginTime, timing.endTime].filter { $0 > first && $0 < active.end }
        }
        breaks.sort()
        for (position, from) in breaks.enumerated() {
            let to = position + 1 < breaks.count ? breaks[position + 1] : active.end
            guard to > from else { continue }
            let running = changing.filter { $0.animation.timing.beginTime <= from && $0.animation.endTime > from }
            if running.isEmpty {
                // Not at the very start, where what has just ended may still count.
                timeline.add(.constant(rate(to.isFinite ? (from + to) / 2 : from + 1)), from: from)
                continue
            }
            if running.count == 1, let cycle = running[0].animation.cycle, cycle < to - from {
                timeline.add(
                    .table(RateTimeline.RateTable(length: cycle) { rate(from + $0) }, isPeriodic: true), from: from)
                continue
            }
            let length = min(to - from, 512)
            timeline.add(
                .table(RateTimeline.RateTable(length: length) { rate(from + $0) }, isPeriodic: false), from: from)
            if length < to - from { timeline.add(.constant(rate(from + length)), from: from + length) }
        }
        if active.end.isFinite { timeline.add(.constant(0), from: active.end) }
        return timeline
    }

    /// The longest time, in layer time, that a particle of a top cell and all that comes of it may live.
    fileprivate func window(of index: Int) -> Double {
        func window(_ emitter: EmitterState) -> Double {
            guard let cells = emitter.cells, cells.indices.contains(index) else { return 0 }
            return cells[index].chain(lifetime: emitter.lifetime)
        }
        guard !animations.isEmpty else { return window(emitter) }
        // What animations do to lifetimes between these moments is not foreseen beyond a quarter more.
        var longest = window(emitter)
        for entry in animations {
            let (begin, end) = (entry.animation.timing.beginTime, entry.animation.endTime)
            let length = min(entry.animation.cycle ?? 3_600, end - begin, 3_600)
            for step in 0...64 { longest = max(longest, window(values(at: begin + length * Double(step) / 64))) }
        }
        return longest * 1.25
    }
}

extension CellState {
    /// For how long particles are emitted, in the cell's own time; infinite without a duration.
    var activeDuration: Double { timing.duration > 0 ? timing.activeDuration : .infinity }

    /// The longest time that a particle and all that comes of it may live, in the time of what emits it.
    func chain(lifetime factor: Double) -> Double {
        guard timing.speed > 0 else { return 0 }
        let own = max(0, (lifetime + abs(lifetimeRange) / 2) * factor)
        let inner = (cells ?? []).map { $0.chain(lifetime: factor) }.max() ?? 0
        return min((own + inner) / timing.speed, RateTimeline.timeLimit * 2)
    }
}

extension AnimationState {
    /// After how long it repeats itself, in the layer's time; nil when it does not.
    var cycle: Double? {
        guard timing.speed != 0, timing.duration > 0, timing.duration.isFinite else { return nil }
        if case .property(let animation) = content, animation.isCumulative { return nil }
        return timing.duration * (timing.autoreverses ? 2 : 1) / abs(timing.speed)
    }
}

extension AnimationState.Content {
    /// Whether it animates a property of an emitter.
    package var touchesEmitter: Bool {
        switch self {
        case .property(let animation): LayerPropertyTable.row(animation.target.property).owners == .emitter
        case .group(let members): members.contains { $0.content.touchesEmitter }
        case .transition: false
        }
    }

    /// Whether it animates how many particles a top cell bears.
    func touchesRate(of name: String?) -> Bool {
        switch self {
        case .property(let animation):
            guard let cell = animation.target.cell else {
                return animation.target.property == .birthRate || animation.target.property == .emitterCells
            }
            return cell.names.count == 1 && cell.names[0] == name && cell.property == .birthRate
        case .group(let members): return members.contains { $0.content.touchesRate(of: name) }
        case .transition: return false
        }
    }
}
