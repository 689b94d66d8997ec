import MicaAnimation
import MicaWire

extension RenderTree {
    /// The layer's local time when the time outside the tree is `time`, in seconds.
    package func localTime(of slot: Slot, at time: Double) -> Double {
        let outside = owners[slot.at].map { localTime(of: $0, at: time) } ?? time
        return states[slot.at].hasDefaultTiming ? outside : states[slot.at].timing.localTime(atParentTime: outside)
    }

    /// The animations that are over at a time, in the order of slots and then of each layer's list.
    package func finishedAnimations(at time: Double) -> [(layer: LayerID, key: String)] {
        var finished: [(layer: LayerID, key: String)] = []
        for slot in animated.sorted(by: { $0.index < $1.index }) {
            guard let id = ids[slot.at] else { continue }
            let local = localTime(of: slot, at: time)
            for place in animations[slot.at].indices
            where animations[slot.at][place].animation.isFinished(atParentTime: local) {
                finished.append((id, animations[slot.at][place].key))
            }
        }
        return finished
    }

    /// The earliest time after another at which an animation is over; infinite when none will be, and that other time itself
    /// where layers have times of their own, so that it cannot be told beforehand.
    package func nextFinish(after time: Double) -> Double {
        guard timed.isEmpty else { return time }
        var next = Double.infinity
        for slot in animated {
            for place in animations[slot.at].indices {
                let end = animations[slot.at][place].animation.endTime
                if end > time { next = min(next, end) }
            }
        }
        return next
    }

    /// Whether the animations of any layer are running at a time.
    package func isAnimating(at time: Double) -> Bool {
        for (id, history) in emitters {
            if let slot = slots[id], history.isActive(at: localTime(of: slot, at: time)) { return true }
        }
        return tiles.values.contains { $0.isFading(at: time) }
            || animated.contains { slot in
                MicaAnimation.isAnimating(
                    animations[slot.at], at: localTime(of: slot, at: time) - longestDelay(of: slot))
            }
    }

    /// By how much the last copy of a layer is behind the layer itself, through all replicators above it, in seconds.
    private func longestDelay(of slot: Slot) -> Double {
        var delay = 0.0
        var owner = owners[slot.at]
        while let current = owner {
            let state = states[current.at]
            if state.hasReplicator, state.replicator.delay.isFinite {
                delay += max(0, state.replicator.delay * Double(state.replicator.instanceCount - 1))
            }
            owner = owners[current.at]
        }
        return delay
    }
}
