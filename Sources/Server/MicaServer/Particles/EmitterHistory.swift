import Foundation
import MicaBase
import MicaWire

/// The values that an emitter has had, and since when. They define its particles at any time.
///
/// Each segment holds from its start to the start of the next. It knows how many particles each top cell had emitted
/// before it, so that finding the living particles of a time needs no look at earlier ones. A change at a time replaces
/// everything recorded for later times. *Units*: seconds of the layer's local time.
package struct EmitterHistory: Sendable {
    /// A span in which one set of values holds.
    struct Segment: Sendable {
        /// A number that no other segment has.
        var id: Int
        /// The start; -infinity for the first.
        var start: Double
        /// The values without animations, in a state that has nothing else.
        var state: LayerState
        /// The animations of emitter properties.
        var animations: [KeyedAnimation]
        /// The births of the top cells.
        var timelines: [RateTimeline]
        /// The longest life of particles of each top cell, with all of their descendants.
        var windows: [Double]
        /// The time when the last particle of this and of earlier segments is dead; known once the segment has an end.
        var lastDeath = Double.infinity

        var emitter: EmitterState { state.emitter }

        /// Whether the layer's birth rate is 0 in all of it.
        var isStill: Bool {
            !(emitter.birthRate > 0) && !animations.contains { $0.animation.content.touchesLayerRate }
        }

        /// The values at a time of the segment.
        func values(at time: Double) -> EmitterState {
            animations.isEmpty ? state.emitter : evaluate(state, animations, at: time).emitter
        }
    }

    private(set) var segments: [Segment] = []
    /// Increases with every change.
    private(set) var version = 0
    /// The time of the last change: particles born before it are unchanged.
    private(set) var lastChange = -Double.infinity
    /// Whether living particles were dropped because of too many changes within their lives.
    package private(set) var isOverBudget = false
    private var nextID = 0
    /// For each top cell the number of particles that it emitted before the last segment.
    private var counts: [Double] = []

    /// The most segments.
    package static let segmentLimit = 4_096

    package init() {}

    /// The number of segments.
    package var count: Int { segments.count }

    /// The earliest known time; -infinity until segments were dropped.
    package var start: Double { segments.first?.start ?? -.infinity }

    /// Records the values from a time on, if they differ from the last ones.
    ///
    /// If the layer's birth rate was 0 until then and is not any more, they hold for the time of that 0, too: particles
    /// are there as if they had been born all that while. *Source*: Stack Overflow 29994236, 2015, and Leonhard
    /// Lichtschlag's Dazzle ("it now acts as if the objects would have been spawned in the past", since iOS 7).
    ///
    /// - Parameters:
    ///   - state: the layer's values, without animations.
    ///   - animations: all animations of the layer; those of other properties are ignored.
    ///   - time: in the layer's local time. The first recorded values also hold for all times before.
    package mutating func record(_ state: LayerState, _ animations: [KeyedAnimation], at time: Double) {
        let relevant = animations.filter { $0.animation.content.touchesEmitter }
        var plain = LayerState()
        plain.emitter = state.emitter
        if let last = segments.last, last.state.emitter == plain.emitter, last.animations == relevant { return }
        var time = time.isFinite ? max(-RateTimeline.timeLimit, min(RateTimeline.timeLimit, time)) : 0
        while segments.count > 1, let last = segments.last, last.start >= time { segments.removeLast() }
        if plain.emitter.birthRate > 0, !relevant.contains(where: { $0.animation.content.touchesLayerRate }) {
            while let last = segments.last, last.isStill {
                time = last.start
                segments.removeLast()
            }
        }
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
            // The oldest quarter at once, so that not every change drops segments.
            segments.removeFirst(Self.segmentLimit / 4)
            isOverBudget = true
        }
    }

    /// The index of the segment that holds at a time.
    func index(at time: Double) -> Int { segments.indices.bisected { segments[$0].start <= time } }

    /// The index of the first segment whose particles may live at a time.
    func firstAlive(at time: Double) -> Int {
        var (low, high) = (0, segments.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if segments[middle].lastDeath > time { high = middle } else { low = middle + 1 }
        }
        return max(0, low)
    }

    /// The end of a segment.
    func end(of index: Int) -> Double { index + 1 < segments.count ? segments[index + 1].start : .infinity }

    /// The number of particles that a top cell has emitted up to a time, by its index.
    package func births(ofCell cell: Int, at time: Double) -> Int {
        guard !segments.isEmpty else { return 0 }
        let segment = segments[index(at: time)]
        guard segment.timelines.indices.contains(cell) else { return 0 }
        return Int(segment.timelines[cell].births(at: time))
    }

    /// Whether animations change the emitter at a time or later, or particles may live or be born then.
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
    /// The span in which a top cell emits, in layer time.
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
                // Sampled in the middle: at the start, an animation that has just ended may still count.
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

    /// The longest life, in layer time, of a top cell's particle with all of its descendants.
    fileprivate func window(of index: Int) -> Double {
        func window(_ emitter: EmitterState) -> Double {
            guard let cells = emitter.cells, cells.indices.contains(index) else { return 0 }
            return cells[index].chain(lifetime: emitter.lifetime)
        }
        guard !animations.isEmpty else { return window(emitter) }
        // Lifetimes are sampled at these times. Between the samples an animation may exceed them by a quarter at most;
        // more is not foreseen.
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
    /// How long the cell emits, in the cell's own time; infinite without a duration.
    var activeDuration: Double { timing.duration > 0 ? timing.activeDuration : .infinity }

    /// The longest life of a particle with all of its descendants, in the time of its emitter.
    func chain(lifetime factor: Double) -> Double {
        guard timing.speed > 0 else { return 0 }
        let own = max(0, (lifetime + abs(lifetimeRange) / 2) * factor)
        let inner = (cells ?? []).map { $0.chain(lifetime: factor) }.max() ?? 0
        return min((own + inner) / timing.speed, RateTimeline.timeLimit * 2)
    }
}

extension AnimationState {
    /// The period after which it repeats, in the layer's time; nil when it does not.
    var cycle: Double? {
        guard timing.speed != 0, timing.duration > 0, timing.duration.isFinite else { return nil }
        if case .property(let animation) = content, animation.isCumulative { return nil }
        return timing.duration * (timing.autoreverses ? 2 : 1) / abs(timing.speed)
    }
}

extension AnimationState.Content {
    /// Whether it animates an emitter's property.
    package var touchesEmitter: Bool {
        switch self {
        case .property(let animation): LayerPropertyTable.row(animation.target.property).owners == .emitter
        case .group(let members): members.contains { $0.content.touchesEmitter }
        case .transition: false
        }
    }

    /// Whether it animates the layer's birth rate.
    var touchesLayerRate: Bool {
        switch self {
        case .property(let animation): animation.target.property == .birthRate && animation.target.cell == nil
        case .group(let members): members.contains { $0.content.touchesLayerRate }
        case .transition: false
        }
    }

    /// Whether it animates the birth rate of a top cell.
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
