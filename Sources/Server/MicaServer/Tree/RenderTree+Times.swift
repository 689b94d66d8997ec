import MicaWire

extension RenderTree {
    /// The layer's local time when the time outside the tree is `time`. *Units*: seconds.
    package func localTime(of slot: Slot, at time: Double) -> Double {
        let outside = owners[slot.at].map { localTime(of: $0, at: time) } ?? time
        return states[slot.at].hasDefaultTiming ? outside : states[slot.at].timing.localTime(atParentTime: outside)
    }

    /// The earliest time, from `time` on, at which a frame may differ from the frame at `time`: `time` itself while
    /// something moves, infinity when nothing will move without a commit.
    ///
    /// The frame at `time` is drawn already. The state after an animation's end is seen in the frame that follows its
    /// last.
    ///
    /// *Complexity*: O(layers with animations or timing) when all of them wait or are over; else it stops at the first
    /// that moves.
    package func nextChange(from time: Double) -> Double {
        for (id, history) in emitters {
            if let slot = slots[id], history.isActive(at: localTime(of: slot, at: time)), !standsStill(slot) {
                return time
            }
        }
        var next = Double.infinity
        for store in tiles.values where store.isFading(at: time) {
            next = min(next, store.nextFade(from: time))
            if next <= time { return time }
        }
        for slot in animated {
            next = min(next, nextChange(of: slot, from: time))
            if next <= time { return time }
        }
        for slot in timed {
            next = min(next, nextPresence(of: slot, from: time))
            if next <= time { return time }
        }
        return next
    }

    /// Whether something moves at a time, or will without a commit.
    package func isAnimating(at time: Double) -> Bool { nextChange(from: time) < .infinity }

    /// The next change by the animations of one layer, and of its delayed copies in replicators.
    private func nextChange(of slot: Slot, from time: Double) -> Double {
        let local = localTime(of: slot, at: time)
        let next = MicaWire.nextChange(animations[slot.at], at: local - longestDelay(of: slot))
        // In a stopped layer, a running animation does not change.
        guard next > local else { return standsStill(slot) ? .infinity : time }
        guard next < .infinity else {
            // Time that runs backwards comes to animations that are over.
            return runsBackwards(slot) && !standsStill(slot) ? time : next
        }
        return outsideTime(of: slot, atLocalTime: next, from: time)
    }

    /// Whether a layer's local time decreases: an odd number of the speeds above it, and its own, is negative.
    private func runsBackwards(_ slot: Slot) -> Bool {
        var (isBackwards, next) = (false, Slot?.some(slot))
        while let current = next {
            if !states[current.at].hasDefaultTiming, states[current.at].timing.speed < 0 { isBackwards.toggle() }
            next = owners[current.at]
        }
        return isBackwards
    }

    /// Whether a layer's local time never changes: its own speed is 0, or that of a layer above it.
    private func standsStill(_ slot: Slot) -> Bool {
        var next = Slot?.some(slot)
        while let current = next {
            if !states[current.at].hasDefaultTiming, states[current.at].timing.speed == 0 { return true }
            next = owners[current.at]
        }
        return false
    }

    /// The time at which a layer with timing of its own becomes present or absent.
    private func nextPresence(of slot: Slot, from time: Double) -> Double {
        let timing = states[slot.at].timing
        guard timing.speed != 0 else { return .infinity }
        let parent = owners[slot.at].map { localTime(of: $0, at: time) } ?? time
        let next: Double
        if parent < timing.beginTime {
            next = timing.beginTime
        } else if timing.duration > 0, timing.duration < .infinity, parent < timing.endTime {
            // The layer's time may repeat, and that of the layers under it with it.
            guard animated.isEmpty, emitters.isEmpty else { return time }
            next = timing.endTime
        } else {
            return .infinity
        }
        guard next < .infinity, let owner = owners[slot.at] else { return next }
        return outsideTime(of: owner, atLocalTime: next, from: time)
    }

    /// The time outside the tree that corresponds to a future local time of a layer; infinity if that never comes, and
    /// `time` where it is unknown.
    private func outsideTime(of slot: Slot, atLocalTime local: Double, from time: Double) -> Double {
        var (result, next) = (local, Slot?.some(slot))
        while let current = next {
            if !states[current.at].hasDefaultTiming {
                let timing = states[current.at].timing
                if timing.speed == 0 { return .infinity }
                guard timing.speed > 0 else { return time }
                // A layer with a duration may repeat once it has begun.
                let parent = owners[current.at].map { localTime(of: $0, at: time) } ?? time
                guard timing.duration == .infinity || parent < timing.beginTime else { return time }
                result = timing.parentTime(atLocalTime: result)
            }
            next = owners[current.at]
        }
        return max(time, result)
    }

    /// The delay of a layer's last copy, through all replicators above it, in seconds.
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
