import MicaWire

/// The births of one cell within the particles of another, while one set of values holds.
///
/// Each particle counts its births from its own birth: their number is the integral of the rate over its age, which
/// needs no loop. Particles that are dead at the time, with all of their descendants, are skipped.
struct ChildPass {
    /// One of this many particles is made, to stay within the limit; a power of two.
    var thinning = 1

    /// A span in which the rate is constant.
    private struct Piece {
        var start: Double, end: Double
        /// Births per second of the parent's time.
        var rate: Double
        /// The parent's ages at which emission begins and ends.
        var first: Double, last: Double
        /// Whether it belongs to the segment whose particles are made.
        var isOwn: Bool
    }

    private let state: CellState
    private let segment: EmitterHistory.Segment
    private let path: [Int]
    private let time: Double
    /// The longest life of a particle with all of its descendants, in the parent's time.
    private let chain: Double
    private var pieces: [Piece] = []

    /// - Parameters:
    ///   - state: the cell's state in the segment.
    ///   - runs: all sets of values in order; the segment belongs to one of them.
    init(
        _ state: CellState, _ segment: EmitterHistory.Segment, _ path: [Int], _ runs: [EmitterSimulation.Run],
        at time: Double
    ) {
        (self.state, self.segment, self.path, self.time) = (state, segment, path, time)
        chain = state.chain(lifetime: segment.emitter.lifetime) * (segment.animations.isEmpty ? 1 : 1.25)
        let window = runs.lazy.compactMap { $0.segment.windows.max() }.max() ?? 0
        for run in runs where run.start <= segment.start || run.segment.id == segment.id {
            let isOwn = run.segment.id == segment.id
            if run.segment.animations.isEmpty {
                add(run.segment.emitter, run.start, run.end, isOwn)
                continue
            }
            // Animated values are sampled every 60th of a second, on a grid that does not depend on the time.
            let earliest = max(run.start, time - window, time - 120), latest = min(run.end, time + 1)
            var tick = (earliest * 60).rounded(.down)
            if earliest > run.start { add(run.segment.values(at: tick / 60), run.start, tick / 60, isOwn) }
            while tick / 60 < latest {
                let (start, end) = (max(run.start, tick / 60), min(run.end, (tick + 1) / 60))
                add(run.segment.values(at: (start + end) / 2), start, end, isOwn)
                tick += 1
            }
        }
    }

    private mutating func add(_ emitter: EmitterState, _ start: Double, _ end: Double, _ isOwn: Bool) {
        guard end > start, let cell = emitter.cell(at: path), cell.birthRate > 0, cell.timing.speed > 0 else { return }
        let first = max(0, cell.timing.beginTime - cell.timing.timeOffset / cell.timing.speed)
        pieces.append(
            Piece(
                start: start, end: end, rate: min(cell.birthRate * cell.timing.speed, RateTimeline.rateLimit),
                first: first, last: first + cell.activeDuration / cell.timing.speed, isOwn: isOwn))
    }

    /// Calls `body` for each stretch of a parent's births: their numbers, the parent's age at the start of the stretch,
    /// the births before it, and the rate.
    @inline(__always)
    private func stretches(
        born: Double, life: Double, speed: Double, _ body: (Range<Int>, Double, Double, Double) -> Void
    ) {
        let age = (time - born) * speed
        guard age >= 0, speed > 0 else { return }
        let end = min(age, life), since = age - chain
        var count = 0.0
        for piece in pieces where piece.end > born {
            let low = max(0, (piece.start - born) * speed, piece.first)
            let high = min(end, (piece.end - born) * speed, piece.last)
            guard high > low else { continue }
            let next = count + piece.rate * (high - low)
            if piece.isOwn {
                let from = count + piece.rate * max(0, min(since, high) - low)
                let range = Int(min(from, 1e15))..<Int(min(next, 1e15))
                if !range.isEmpty { body(range, low, count, piece.rate) }
            }
            count = next
        }
    }

    /// The number of particles that the parents in some lanes have to make.
    func count(_ parents: CellBirths, _ lanes: Range<Int>) -> Int {
        var total = 0
        guard pieces.contains(where: { $0.isOwn }) else { return 0 }
        for position in lanes {
            let index = position - parents.firstLane
            guard parents.lanes.indices.contains(index) else { continue }
            let lane = parents.lanes[index], speed = parents.motion(index).speed
            for slot in 0..<8 where lane.life[slot] > 0 {
                stretches(
                    born: lane.base + Double(lane.birth[slot]), life: Double(lane.life[slot]),
                    speed: Double(speed[slot])
                ) { range, _, _, _ in total = min(total + range.count, 1 << 60) }
            }
        }
        return total
    }

    /// Appends the particles to `output`.
    ///
    /// - Parameters:
    ///   - random: gives the keys of top particles.
    ///   - stride: one of this many top particles was made.
    ///   - cell: the index of the cell among its parent's cells.
    ///   - limit: the most particles of `output`.
    func make(
        _ parents: CellBirths, _ lanes: Range<Int>, random: ParticleRandom, stride: Int, cell: Int, limit: Int,
        into output: CellBirths
    ) {
        let values = CellValues(state, segment.emitter)
        output.turns = true
        for position in lanes {
            let index = position - parents.firstLane
            guard parents.lanes.indices.contains(index) else { continue }
            let lane = parents.lanes[index], motion = parents.motion(index)
            for slot in 0..<8 where lane.life[slot] > 0 {
                let born = lane.base + Double(lane.birth[slot])
                let parent =
                    parents.keys.isEmpty
                    ? random.particle((position * 8 + slot) * stride) : ParticleRandom(key: parents.keys[index][slot])
                let numbers = parent.cell(cell)
                let shift = Int(truncatingIfNeeded: numbers.key & 0xffff)
                let speed = motion.speed[slot]
                stretches(born: born, life: Double(lane.life[slot]), speed: Double(speed)) { range, age, before, rate in
                    var number = range.lowerBound
                    number += (thinning - (number + shift) % thinning) % thinning
                    while number < range.upperBound, output.born < limit {
                        let at = age + max(0, Double(number) + 1 - before) / rate
                        var source = lane.particle(slot, age: Float(at), motion)
                        if let behaviors = parents.behaviors, behaviors.moves {
                            lane.move(&source, slot, motion, behaviors, age: at)
                        }
                        let moment = born + at / Double(speed)
                        output.append(
                            self.values(at: moment, values).birth(
                                numbers.particle(number), at: moment, of: source, speed: speed),
                            key: numbers.particle(number).key)
                        number += thinning
                    }
                }
            }
        }
    }

    /// The values at a time.
    private func values(at time: Double, _ values: CellValues) -> CellValues {
        guard !segment.animations.isEmpty else { return values }
        let emitter = segment.values(at: time)
        return emitter.cell(at: path).map { CellValues($0, emitter) } ?? values
    }
}
