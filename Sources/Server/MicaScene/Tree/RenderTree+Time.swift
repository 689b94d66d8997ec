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
        for index in ids.indices where !animations[index].isEmpty {
            guard let id = ids[index] else { continue }
            let local = localTime(of: Slot(index), at: time)
            for place in animations[index].indices
            where animations[index][place].animation.isFinished(atParentTime: local) {
                finished.append((id, animations[index][place].key))
            }
        }
        return finished
    }

    /// Whether the animations of any layer are running at a time.
    package func isAnimating(at time: Double) -> Bool {
        ids.indices.contains { index in
            !animations[index].isEmpty
                && MicaAnimation.isAnimating(animations[index], at: localTime(of: Slot(index), at: time))
        }
    }
}
