import Foundation
import MicaWire

// How particles are found without simulation.
//
// A frame may be asked for at any time, in any order, and must be the same each time. So no state is stepped forward: a
// particle is a function of the emitter's seed, the number of its birth, the values at its birth, and its age.
//
//   EmitterHistory -> living birth numbers -> CellBirths (as born) -> ParticleGroup (aged) -> sprites in FrameBuilding
//
// 1. The history lists the emitter's values and the spans in which they held (segments). Each segment knows how many
//    particles each cell had emitted before it, and RateTimeline integrates the birth rate within it, with animations
//    of the rate. So the number of a birth and its time follow from each other, without earlier births.
// 2. At a time t the living particles are a range of birth numbers: those born within the longest lifetime before t.
//    CellBirths makes them eight at a time (lanes): ParticleRandom hashes (seed, cell, birth number) into the ranges of
//    velocity, scale, colour and so on. Particles stay there while they live, so that the next frame makes only those
//    born since.
// 3. Ageing has closed forms: position from velocity and acceleration, size from scale and scaleSpeed, and so on.
//    Behaviours without a closed form are integrated from birth in fixed steps (BehaviorMotion).
// 4. Particles that emit (cells in cells) are parents with keys of their own; ChildPass finds their births in the same
//    way.
//
// The cost: a frame is linear in the living particles, in lanes of eight, on as many threads as there are. A jump to a
// distant time costs one frame, plus making the living particles. Each change of the emitter adds a segment; segments
// without living particles are forgotten.
//
// Budgets: `particleLimit` top particles and `childLimit` particles of particles, or less where a frame has several
// emitters. Beyond that, every second particle is made, or one of four, and so on (the stride), so that particles thin
// out evenly and the others keep their positions.

/// The particles of one emitter at any time: finds the living ones, and moves them to the time.
///
/// Between calls it stores particles as they were born. Each is a function of the seed, its birth number and the values
/// at its birth, and is made again whenever it is needed and missing. So the particles at a time do not depend on how
/// the time was reached.
package final class EmitterSimulation {
    /// The particles at the last time, cell by cell. In some lanes, some or all slots are dead.
    package private(set) var groups: [ParticleGroup] = []
    /// The number of lanes in all groups.
    package var laneCount: Int { groups.last?.lanes.upperBound ?? 0 }
    /// Whether there were more particles than the limit at any time so far, so that some were left out.
    package private(set) var isOverBudget = false
    /// The number of particles for the last time, made or stored, with particles of particles.
    package private(set) var made = 0

    /// The most top particles. Beyond it, every second one is left out, or three of four, and so on.
    package static let particleLimit = 1 << 20
    /// The most particles of particles: a quarter of the limit of top particles.
    package static let childLimit = particleLimit / 4

    private struct Key: Hashable {
        var segment: Int
        var cell: Int
    }
    private var top: [Key: CellBirths] = [:]
    private var version = -1
    private var spare: [CellBirths] = []
    /// Births of particles of particles that the groups refer to until the next call.
    private var shown: [CellBirths] = []
    private var room = 0
    private var runs: [Run] = []

    /// Consecutive segments in which particles emit alike.
    struct Run {
        var start: Double, end: Double
        var segment: EmitterHistory.Segment
    }

    package init() {}

    /// Finds the particles at a local time of the layer.
    ///
    /// - Parameter limit: the most top particles, if less than `particleLimit`. The most particles of particles are a
    ///   quarter of it.
    package func move(to time: Double, _ history: EmitterHistory, limit: Int = particleLimit) {
        // First, so that no group refers to the births: they are then changed without a copy.
        groups.removeAll(keepingCapacity: true)
        spare += shown
        shown.removeAll(keepingCapacity: true)
        made = 0
        guard !history.segments.isEmpty, time.isFinite else { return }
        let limit = max(0, min(limit, Self.particleLimit))
        let time = max(-RateTimeline.timeLimit, min(RateTimeline.timeLimit, time))
        if version != history.version { refresh(history) }
        let first = history.firstAlive(at: time), last = history.index(at: time)
        guard first <= last else { return }
        let total = self.total(history, first...last, at: time)
        var stride = 1
        while total / stride > limit { stride *= 2 }
        if stride > 1 { isOverBudget = true }
        room = limit / 4
        let enabled = history.segments[last].emitter.cells ?? []
        runs.removeAll(keepingCapacity: true)
        for index in first...last {
            let segment = history.segments[index]
            guard let cells = segment.emitter.cells else { continue }
            for (cell, state) in cells.enumerated() where cell < segment.timelines.count {
                let range = self.range(history, index, cell, at: time, window: segment.windows[cell])
                guard !range.isEmpty else { continue }
                let births = fill(history, index, cell, range, stride: stride)
                if Self.isDrawn(state, now: enabled.indices.contains(cell) ? enabled[cell] : nil) {
                    show(births, range, stride, state.contents, at: time)
                }
                if let inner = state.cells, !inner.isEmpty {
                    if runs.isEmpty { findRuns(history, first...last) }
                    let low = (range.lowerBound + stride - 1) / stride / 8
                    let high = (range.upperBound + 7 * stride) / stride / 8
                    let parents = Parents(
                        births: births, lanes: max(low, births.firstLane)..<max(low, births.firstLane, high + 1),
                        path: [cell], random: ParticleRandom(seed: segment.emitter.seed, cell: cell), stride: stride)
                    emit(from: parents, inner, at: time)
                }
            }
        }
        made = total / stride + limit / 4 - room
        evict()
    }

    // MARK: Top particles

    /// Drops particles that were made with values that have changed since.
    private func refresh(_ history: EmitterHistory) {
        version = history.version
        var indices: [Int: Int] = [:]
        for (index, segment) in history.segments.enumerated() { indices[segment.id] = index }
        for (key, births) in top {
            guard let index = indices[key.segment] else {
                top[key] = nil
                spare.append(births)
                continue
            }
            let end = history.end(of: index)
            guard end.isFinite else { continue }
            let count = Int(history.segments[index].timelines[key.cell].births(at: end))
            births.truncate(to: (count + births.stride - 1) / births.stride)
        }
    }

    private func evict() {
        if top.count > 64, top.values.count(where: { $0.isUsed }) * 2 < top.count {
            for (key, births) in top where !births.isUsed {
                top[key] = nil
                spare.append(births)
            }
        }
        for births in top.values { births.isUsed = false }
    }

    /// The birth numbers of a top cell in a segment, within a window before a time.
    private func range(
        _ history: EmitterHistory, _ index: Int, _ cell: Int, at time: Double, window: Double
    ) -> Range<Int> {
        let segment = history.segments[index]
        let end = min(history.end(of: index), time)
        let start = max(segment.start, time - window - 1e-6)
        guard end > start else { return 0..<0 }
        let low = Int(segment.timelines[cell].births(at: start)), high = Int(segment.timelines[cell].births(at: end))
        return low..<max(low, high)
    }

    /// The number of top particles that may live.
    private func total(_ history: EmitterHistory, _ segments: ClosedRange<Int>, at time: Double) -> Int {
        var total = 0
        for index in segments {
            for cell in history.segments[index].timelines.indices {
                total += range(history, index, cell, at: time, window: history.segments[index].windows[cell]).count
            }
        }
        return total
    }

    /// The births of a top cell in a segment; makes those of a range.
    private func fill(
        _ history: EmitterHistory, _ index: Int, _ cell: Int, _ range: Range<Int>, stride: Int
    ) -> CellBirths {
        let segment = history.segments[index]
        let key = Key(segment: segment.id, cell: cell)
        let births = top[key] ?? spare.popLast() ?? CellBirths()
        if top[key] == nil {
            births.removeAll(isUniform: segment.animations.isEmpty, stride: 0)
            top[key] = births
        }
        births.isUsed = true
        let first = (range.lowerBound + stride - 1) / stride, last = (range.upperBound + stride - 1) / stride
        if births.stride != stride || first / 8 < births.firstLane || first / 8 > births.firstLane + births.lanes.count
        {
            births.removeAll(isUniform: segment.animations.isEmpty, stride: stride, firstLane: first / 8)
        }
        births.drop(before: first / 8)
        guard births.born < last else { return births }
        // The first lane of the range may have earlier particles of this segment, but not those of other segments.
        let lowest = Int(segment.timelines[cell].births(at: segment.start))
        births.skip(to: (lowest + stride - 1) / stride)
        let random = ParticleRandom(seed: segment.emitter.seed, cell: cell)
        var values = segment.emitter.cells.map { CellValues($0[cell], segment.emitter) }
        if let values { births.turns = births.turns || values.turns }
        if births.behaviors == nil, let state = segment.emitter.cells?[cell] {
            births.behaviors = BehaviorMotion(state.behaviors)
        }
        while births.born < last {
            let number = births.born * stride
            let time = segment.timelines[cell].time(ofBirth: number)
            if !births.isUniform {
                let emitter = segment.values(at: time)
                values = emitter.cells.flatMap { $0.indices.contains(cell) ? CellValues($0[cell], emitter) : nil }
                if let values, values.turns { births.turns = true }
            }
            guard let values else { break }
            births.append(values.birth(random.particle(number), at: time))
        }
        return births
    }

    /// Adds a group with the particles of a range.
    private func show(
        _ births: CellBirths, _ range: Range<Int>, _ stride: Int, _ contents: ContentsState, at time: Double
    ) {
        let low = max(births.firstLane, (range.lowerBound + stride - 1) / stride / 8)
        let high = min(births.firstLane + births.lanes.count, (range.upperBound + stride * 8 - 1) / stride / 8 + 1)
        guard low < high else { return }
        show(births, lanes: low - births.firstLane..<high - births.firstLane, contents, at: time)
    }

    private func show(_ births: CellBirths, lanes: Range<Int>, _ contents: ContentsState, at time: Double) {
        guard !lanes.isEmpty else { return }
        groups.append(ParticleGroup(births, lanes, contents, time: time, start: laneCount))
    }

    /// Whether a cell's particles are drawn: as the cell says now; if it is gone, as it said last.
    private static func isDrawn(_ cell: CellState, now: CellState?) -> Bool {
        guard let now, now.name == cell.name else { return cell.enabled != 0 }
        return now.enabled != 0
    }

    // MARK: Particles of particles

    private struct Parents {
        var births: CellBirths
        /// The lanes that may have emitted, counted from the first lane ever.
        var lanes: Range<Int>
        /// The indices of the cell and of the cells that contain it.
        var path: [Int]
        /// Gives the keys of top particles.
        var random: ParticleRandom
        var stride: Int
    }

    /// Joins segments in which particles emit alike.
    private func findRuns(_ history: EmitterHistory, _ segments: ClosedRange<Int>) {
        for index in segments {
            let segment = history.segments[index]
            if let last = runs.last, last.segment.animations.isEmpty, segment.animations.isEmpty {
                let (a, b) = (last.segment.emitter, segment.emitter)
                if a.lifetime == b.lifetime, a.velocity == b.velocity, a.scale == b.scale, a.spin == b.spin,
                    a.cells == b.cells
                {
                    runs[runs.count - 1].end = history.end(of: index)
                    continue
                }
            }
            runs.append(Run(start: segment.start, end: history.end(of: index), segment: segment))
        }
    }

    /// Makes and shows the particles that the parents emit, cell by cell, as far as they or their descendants may live
    /// at the time.
    private func emit(from parents: Parents, _ cells: [CellState], at time: Double) {
        for index in cells.indices {
            for run in runs where run.start <= time {
                guard room > 0 else {
                    isOverBudget = true
                    return
                }
                let path = parents.path + [index]
                guard let state = run.segment.emitter.cell(at: path), state.birthRate > 0, state.timing.speed > 0
                else { continue }
                let births = spare.popLast() ?? CellBirths()
                births.removeAll(isUniform: false)
                births.behaviors = BehaviorMotion(state.behaviors)
                shown.append(births)
                var pass = ChildPass(state, run.segment, path, runs, at: time)
                let count = pass.count(parents.births, parents.lanes)
                if count == 0 { continue }
                while count / pass.thinning > room { pass.thinning *= 2 }
                if pass.thinning > 1 { isOverBudget = true }
                pass.make(
                    parents.births, parents.lanes, random: parents.random, stride: parents.stride, cell: index,
                    limit: room, into: births)
                room -= min(room, births.born)
                if Self.isDrawn(state, now: runs.last?.segment.emitter.cell(at: path)) {
                    show(births, lanes: 0..<births.lanes.count, state.contents, at: time)
                }
                if let inner = state.cells, !inner.isEmpty {
                    let next = Parents(
                        births: births, lanes: 0..<births.lanes.count, path: path, random: parents.random, stride: 1)
                    emit(from: next, inner, at: time)
                }
            }
        }
    }
}

extension EmitterState {
    /// The cell at a path of indices; nil when there is none.
    func cell(at path: [Int]) -> CellState? {
        var level = cells
        for (depth, index) in path.enumerated() {
            guard let list = level, list.indices.contains(index) else { return nil }
            if depth == path.count - 1 { return list[index] }
            level = list[index].cells
        }
        return nil
    }
}

extension EmitterSimulation {
    /// The number of particles that live at the last time.
    package var count: Int {
        var count = 0
        var block: [ParticleLane] = []
        for group in groups {
            group.forEachBlock(in: group.lanes, &block) { for lane in $0 { count -= Int(lane.isAlive.wrappedSum()) } }
        }
        return count
    }
}
