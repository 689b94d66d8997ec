import MicaWire

/// Particles of one cell with one image, at a time.
///
/// It stores them as they were born. Whoever draws them moves them to the time, block by block, on any thread.
package struct ParticleGroup: Sendable {
    /// The image, the part of it that is shown, and its sampling.
    package let contents: ContentsState
    /// The range of the group's lanes among the lanes of all groups of an emitter.
    package let lanes: Range<Int>

    private let births: [BirthLane]
    private let motions: [MotionLane]
    private let isUniform: Bool
    private let turns: Bool
    private let behaviors: BehaviorMotion?
    /// The layer's time.
    private let time: Double
    /// Added to the number of a lane, gives its index in `births`.
    private let offset: Int

    /// Lanes in a block: few enough that a block stays in the first-level cache.
    package static let blockSize = 64

    /// A group of some lanes of a cell.
    ///
    /// - Parameter start: the number of the group's first lane among those of all groups.
    init(_ births: CellBirths, _ lanes: Range<Int>, _ contents: ContentsState, time: Double, start: Int) {
        self.contents = contents
        self.lanes = start..<start + lanes.count
        (self.births, motions) = (births.lanes, births.motions)
        (isUniform, turns, behaviors) = (births.isUniform, births.turns, births.behaviors)
        (self.time, offset) = (time, lanes.lowerBound - start)
    }

    /// Calls `body` with those of the group's particles that are in a range of lanes, block by block, in order.
    ///
    /// - Parameter block: memory for a block, used again from call to call.
    package func forEachBlock(in range: Range<Int>, _ block: inout [ParticleLane], _ body: ([ParticleLane]) -> Void) {
        let part = range.clamped(to: lanes)
        var start = part.lowerBound
        while start < part.upperBound {
            let end = min(start + Self.blockSize, part.upperBound)
            block.removeAll(keepingCapacity: true)
            move(start + offset..<end + offset, into: &block)
            body(block)
            start = end
        }
    }

    @inline(never)
    private func move(_ range: Range<Int>, into block: inout [ParticleLane]) {
        if isUniform {
            let motion = motions[0]
            if turns {
                for lane in range { block.append(births[lane].at(time, motion, turns: true)) }
            } else {
                for lane in range { block.append(births[lane].at(time, motion, turns: false)) }
            }
        } else {
            for lane in range { block.append(births[lane].at(time, motions[lane], turns: true)) }
        }
        guard let behaviors else { return }
        for (index, lane) in range.enumerated() {
            block[index].apply(behaviors, births[lane], motions[isUniform ? 0 : lane])
        }
    }
}
