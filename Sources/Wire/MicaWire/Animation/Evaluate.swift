import MicaBase

/// The state of a layer at a local time, with its animations applied in the order of the list.
///
/// Each animation gets the result of those before it as the value under it. Properties of time are never animated.
package func evaluate(_ state: LayerState, _ animations: [KeyedAnimation], at localTime: Double) -> LayerState {
    var result = state
    result.apply(animations, at: localTime)
    return result
}

extension LayerState {
    /// Applies animations at a local time of the layer, in the order of the list.
    ///
    /// - Parameter positions: the prepared positions of their keyframes, from index `first` on; empty if they are not
    ///   prepared.
    package mutating func apply(
        _ animations: [KeyedAnimation], at localTime: Double, positions: [KeyframeState.Positions?] = [], first: Int = 0
    ) {
        var rotations = RotationMemory()
        for index in animations.indices {
            animations[index].animation.apply(
                to: &self, &rotations, at: localTime, parent: .layer(animations[index].animation.removedOnCompletion),
                positions: positions.isEmpty ? nil : positions[first + index])
        }
    }
}

/// The next time, from `localTime` on, at which the layer's state may differ from the state at `localTime`.
///
/// While an animation runs this is `localTime` itself; while all wait, the start of the first; infinity if none will
/// change anything any more: all are over, have speed 0, or are empty groups. An animation is over at its end time, so
/// its last step is not reported here: it is found by a comparison with the state evaluated before.
package func nextChange(_ animations: [KeyedAnimation], at localTime: Double) -> Double {
    var next = Double.infinity
    for entry in animations {
        let animation = entry.animation
        guard animation.timing.speed != 0, !animation.isFinished(atParentTime: localTime), animation.hasValues else {
            continue
        }
        next = min(next, max(localTime, animation.timing.beginTime))
    }
    return next
}

/// Whether the state of a layer may still change from `localTime` on.
package func isAnimating(_ animations: [KeyedAnimation], at localTime: Double) -> Bool {
    nextChange(animations, at: localTime) < .infinity
}

extension LayerState {
    /// Limits a property that an animation has set to its valid range.
    fileprivate mutating func limit(_ property: PropertyID, within range: ClosedRange<Double>) {
        guard case .number(let number) = self[property] else { return }
        set(property, to: .number(min(range.upperBound, max(range.lowerBound, number))))
    }
}

/// The container of an animation, which decides how the animation ends.
private enum AnimationParent {
    /// A layer's list: the animation may be removed when it is over.
    case layer(_ removedOnCompletion: Bool)
    /// A group, which may be at the end of its basic duration.
    case group(atEnd: Bool)
}

extension AnimationState {
    fileprivate func apply(
        to state: inout LayerState, _ rotations: inout RotationMemory, at parentTime: Double, parent: AnimationParent,
        positions: KeyframeState.Positions? = nil
    ) {
        let basic: BasicTime?
        switch parent {
        case .layer(let removed): basic = timing.basicTime(atParentTime: parentTime, removedOnCompletion: removed)
        case .group(let atEnd): basic = timing.basicTime(atParentTime: parentTime, endIncluded: atEnd)
        }
        guard let time = basic else { return }
        switch content {
        case .property(let animation):
            let target = animation.target
            let row = LayerPropertyTable.row(target.property)
            guard !row.invalidates.contains(.time) else { return }
            if target.property == .contents {
                let images = animation.images(over: state.contents.image, at: time, timing: timing, curve: curve)
                if let images { state.show(images) }
                return
            }
            let base = rotations.value(of: target, in: state)
            let value = animation.value(over: base, at: time, timing: timing, curve: curve, positions: positions)
            if let value {
                rotations.set(target, to: value, in: &state)
                if let range = row.range { state.limit(target.property, within: range) }
                if let angle = animation.turn(at: time, curve: curve) {
                    // The layer's own transform applies first, so that its x axis follows the path.
                    let turned = state.transform * Matrix4(rotation: angle, x: 0, y: 0, z: 1)
                    rotations.set(PropertyTarget(.transform), to: .transform(turned), in: &state)
                }
            }
        case .group(let children):
            let easing = curve.flatMap { $0.isEven ? nil : $0 }
            let eased = easing.map { $0.value(at: time.progress) * timing.duration } ?? time.seconds
            let seconds = timing.duration.isFinite ? eased : time.seconds
            for child in children {
                child.apply(to: &state, &rotations, at: seconds, parent: .group(atEnd: seconds >= timing.duration))
            }
        case .transition: break
        }
    }

    /// Whether it animates anything.
    fileprivate var hasValues: Bool {
        switch content {
        case .property: true
        case .group(let children): children.contains { $0.hasValues }
        case .transition: true
        }
    }
}
