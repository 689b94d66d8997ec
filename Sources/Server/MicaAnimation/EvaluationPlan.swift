import MicaWire

/// The animations of many layers, sorted once after each commit so that a frame evaluates them fast and without a new
/// object: those from numbers to numbers in blocks, all others one by one.
package struct EvaluationPlan: Sendable {
    /// A layer whose animations take the general way.
    package struct General: Sendable {
        /// The layer's place among the states.
        package var slot: Int32
        /// What its animations may change.
        package var touched: PropertyMask
    }

    private var blocks: [TrackBlock] = []
    private var groups: [GroupBlock] = []
    /// The layers that take the general way.
    package private(set) var general: [General] = []
    private var places: [TrackBlock.Key: Int] = [:]
    private var found: [(track: NumberTrack, group: Int)] = []
    private var foundGroups: [AnimationState] = []

    /// Makes an empty plan.
    package init() {}

    /// How many animations are evaluated in blocks.
    package var trackCount: Int { blocks.reduce(0) { $0 + $1.count } }

    /// Whether it has no animations.
    package var isEmpty: Bool { blocks.isEmpty && general.isEmpty }

    /// Forgets everything.
    package mutating func removeAll() {
        blocks.removeAll(keepingCapacity: true)
        groups.removeAll(keepingCapacity: true)
        general.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Takes in the animations of a layer.
    ///
    /// - Returns: Whether they may show or hide the layer.
    @discardableResult
    package mutating func add(_ animations: [KeyedAnimation], of model: LayerState, slot: Int32) -> Bool {
        guard !animations.isEmpty else { return false }
        found.removeAll(keepingCapacity: true)
        foundGroups.removeAll(keepingCapacity: true)
        var parts: UInt64 = 0
        for entry in animations {
            if take(entry.animation, of: model, &parts) { continue }
            var touched = PropertyMask()
            for entry in animations { entry.animation.gather(&touched) }
            general.append(General(slot: slot, touched: touched))
            return touched.contains(.opacity) || touched.contains(.hidden)
        }
        var indices: [Int32] = []
        for group in foundGroups {
            let kind = GroupBlock.Kind(group.timing)
            let place = groups.firstIndex { $0.kind == kind } ?? groups.count
            if place == groups.count { groups.append(GroupBlock(kind)) }
            indices.append(groups[place].append(group, slot: slot))
        }
        for (track, group) in found {
            let key = TrackBlock.Key(track, in: group < 0 ? nil : GroupBlock.Kind(foundGroups[group].timing))
            let place = places[key] ?? blocks.count
            if place == blocks.count {
                blocks.append(TrackBlock(key))
                places[key] = place
            }
            blocks[place].append(track, slot: slot, group: group < 0 ? -1 : indices[group])
        }
        return parts & TrackField.opacity.parts != 0
    }

    /// Finds the tracks of an animation; false when there is none, or they write what others write.
    private mutating func take(_ animation: AnimationState, of model: LayerState, _ parts: inout UInt64) -> Bool {
        var group = -1
        var members = [animation]
        if case .group(let children) = animation.content {
            guard NumberTrack.suits(animation.timing) else { return false }
            group = foundGroups.count
            foundGroups.append(animation)
            members = children
        }
        for member in members {
            guard let track = NumberTrack(member, of: model), parts & track.field.parts == 0 else { return false }
            parts |= track.field.parts
            found.append((track, group))
        }
        return true
    }

    /// Evaluates what is in blocks, each layer at its local time.
    package mutating func evaluateBlocks(_ states: inout [LayerState], times: [Double]) {
        guard !blocks.isEmpty else { return }
        for place in groups.indices { groups[place].evaluate(times: times.span) }
        var span = states.mutableSpan
        for place in blocks.indices {
            if let group = group(of: place) {
                blocks[place].evaluate(&span, in: groups[group])
            } else {
                blocks[place].evaluate(&span, times: times.span)
            }
        }
    }

    /// Evaluates what is in blocks, all layers at one time.
    package mutating func evaluateBlocks(_ states: inout [LayerState], at time: Double) {
        guard !blocks.isEmpty else { return }
        for place in groups.indices { groups[place].evaluate(at: time) }
        var span = states.mutableSpan
        for place in blocks.indices {
            if let group = group(of: place) {
                blocks[place].evaluate(&span, in: groups[group])
            } else {
                blocks[place].evaluate(&span, at: time)
            }
        }
    }

    /// The groups that a block's tracks are in.
    private func group(of block: Int) -> Int? {
        guard let kind = blocks[block].key.group else { return nil }
        return groups.firstIndex { $0.kind == kind }
    }

    /// Whether animations may change what lies behind layers.
    package var touchesBackground: Bool { general.contains { $0.touched.contains(.backgroundFilters) } }

    /// Appends the places of all layers that it has animations of; a layer may come more than once.
    package func appendSlots(to slots: inout [Int32]) {
        for place in blocks.indices { slots.append(contentsOf: blocks[place].slots) }
        for entry in general { slots.append(entry.slot) }
    }
}

extension AnimationState {
    /// Adds the properties that it may change.
    fileprivate func gather(_ touched: inout PropertyMask) {
        switch content {
        case .property(let animation):
            touched.insert(animation.target.property)
            // A layer may turn with its path.
            if animation.target.property == .position { touched.insert(.transform) }
        case .group(let children):
            for child in children { child.gather(&touched) }
        case .transition: break
        }
    }
}

extension LayerState {
    /// Puts back the values that animations may have changed, and applies the animations at a time of the layer: the same
    /// as evaluating a copy of the model, but in the memory of the last time.
    package mutating func animate(
        from model: LayerState, _ animations: [KeyedAnimation], touched: PropertyMask, at localTime: Double
    ) {
        var bits = touched.rawValue
        while bits != 0 {
            let bit = UInt8(bits.trailingZeroBitCount)
            bits &= bits - 1
            guard let property = PropertyID(rawValue: bit) else { continue }
            if property == .contents { contents.crossFade = nil }
            set(property, to: model[property])
        }
        apply(animations, at: localTime)
    }
}
