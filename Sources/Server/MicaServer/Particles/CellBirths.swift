/// The particles that a cell emits in one segment, as they were born. They stay from frame to frame, as long as they
/// live.
final class CellBirths {
    private(set) var lanes: [BirthLane] = []
    private(set) var motions: [MotionLane] = []
    /// The keys of the particles, if they are particles of particles and emit themselves.
    private(set) var keys: [SIMD8<UInt64>] = []
    /// Whether the first of `motions` applies to all lanes.
    private(set) var isUniform = true
    /// Whether any particle rotates.
    var turns = false
    /// One of this many particles is made, to stay within the limit.
    private(set) var stride = 1
    /// The index of the first lane, dropped ones included.
    private(set) var firstLane = 0
    /// The number of particles that were made, dropped ones included.
    private(set) var born = 0
    private var hasMotion = false
    /// The behaviours of the particles.
    var behaviors: BehaviorMotion?
    /// Whether the last frame used it.
    var isUsed = false

    init() {}

    /// Removes all particles.
    func removeAll(isUniform: Bool, stride: Int = 1, firstLane: Int = 0) {
        lanes.removeAll(keepingCapacity: true)
        motions.removeAll(keepingCapacity: true)
        keys.removeAll(keepingCapacity: true)
        (self.isUniform, self.stride, self.firstLane) = (isUniform, stride, firstLane)
        born = firstLane * 8
        (turns, hasMotion, behaviors) = (false, false, nil)
    }

    /// The motion of a lane's particles.
    @inline(__always)
    func motion(_ lane: Int) -> MotionLane { motions[isUniform ? 0 : lane] }

    /// Leaves slots empty up to a count.
    func skip(to count: Int) { born = max(born, count) }

    /// Appends a particle.
    func append(_ birth: Birth, key: UInt64? = nil) {
        let (lane, slot) = (born / 8 - firstLane, born % 8)
        while lanes.count <= lane {
            var fresh = BirthLane()
            fresh.base = birth.time
            lanes.append(fresh)
            if !isUniform || motions.isEmpty { motions.append(MotionLane()) }
            if key != nil { keys.append(.zero) }
        }
        lanes[lane].set(birth, at: slot)
        if isUniform {
            if !hasMotion { fillMotion(birth) }
        } else {
            motions[lane].set(birth, at: slot)
        }
        if let key { keys[lane][slot] = key }
        born += 1
    }

    private func fillMotion(_ birth: Birth) {
        for slot in 0..<8 { motions[0].set(birth, at: slot) }
        hasMotion = true
    }

    /// Removes the particles from a count on: they were made with values that have changed since.
    func truncate(to count: Int) {
        guard born > count else { return }
        let remaining = max(count, firstLane * 8)
        let lane = remaining / 8 - firstLane
        if lane < lanes.count {
            if remaining % 8 == 0 {
                lanes.removeSubrange(lane...)
                if !isUniform { motions.removeSubrange(lane...) }
            } else {
                for slot in (remaining % 8)..<8 { lanes[lane].life[slot] = 0 }
                if lane + 1 < lanes.count {
                    lanes.removeSubrange((lane + 1)...)
                    if !isUniform { motions.removeSubrange((lane + 1)...) }
                }
            }
        }
        born = remaining
    }

    /// Drops the lanes before one, once they are most of all lanes.
    func drop(before lane: Int) {
        let count = min(lane - firstLane, lanes.count)
        guard count > 64, count > lanes.count / 2 else { return }
        lanes.removeFirst(count)
        if !isUniform { motions.removeFirst(count) }
        firstLane += count
    }
}
