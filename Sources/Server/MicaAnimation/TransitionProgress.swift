import MicaWire

/// A transition that is running: which one, and how far it has come.
package struct TransitionProgress: Sendable, Equatable {
    /// The transition.
    package var state: TransitionState
    /// How much of the whole transition is over: 0 shows the old state, 1 the new one.
    package var progress: Double
}

extension KeyedAnimation {
    /// How far the transition has come at a time of the layer; nil when it is none, or has no effect then.
    package func transition(at localTime: Double) -> TransitionProgress? {
        guard case .transition(let state) = animation.content,
            let time = animation.timing.basicTime(
                atParentTime: localTime, removedOnCompletion: animation.removedOnCompletion)
        else { return nil }
        let eased = animation.curve.map { $0.value(at: time.progress) } ?? time.progress
        let progress = state.start + (state.end - state.start) * eased
        guard !progress.isNaN else { return nil }
        return TransitionProgress(state: state, progress: min(1, max(0, progress)))
    }
}
