/// A running transition, and its progress.
package struct TransitionProgress: Sendable, Equatable {
    /// The transition.
    package var state: TransitionState
    /// The progress of the whole transition: 0 shows the old state, 1 the new one.
    package var progress: Double
}

extension KeyedAnimation {
    /// The transition and its progress at a local time of the layer; nil when it is no transition, or has no effect
    /// then.
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
