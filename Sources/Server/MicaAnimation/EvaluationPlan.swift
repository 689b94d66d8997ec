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
    /// The layers that take the general way.
    package private(set) var general: [General] = []
    private var places: [TrackBlock.Key: Int] = [:]
    private var found: [NumberTrack] = []

    /// Makes an empty plan.
    package init() {}

    /// How many animations are evaluated in blocks.
    package var trackCount: Int { blocks.reduce(0) { $0 + $1.count } }

    /// Forgets everything.
    package mutating func removeAll() {
        blocks.removeAll(keepingCapacity: true)
        general.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
    }

    /// Takes in the animations of a layer.
    package mutating func add(_ animations: [KeyedAnimation], of model: LayerState, slot: Int32) {
        guard !animations.isEmpty else { return }
        found.removeAll(keepingCapacity: true)
        var parts: UInt64 = 0
        for entry in animations {
            guard let track = NumberTrack(entry.animation, of: model), parts & track.field.parts == 0 else {
                var touched = PropertyMask()
                for entry in animations { entry.animation.gather(&touched) }
                general.append(General(slot: slot, touched: touched))
                return
            }
            parts |= track.field.parts
            found.append(track)
        }
        for track in found {
            let key = TrackBlock.Key(track)
            let place = places[key] ?? blocks.count
            if place == blocks.count {
                blocks.append(TrackBlock(key))
                places[key] = place
            }
            blocks[place].append(track, slot: slot)
        }
    }

    /// Evaluates what is in blocks, each layer at its local time.
    package func evaluateBlocks(_ states: inout [LayerState], times: [Double]) {
        guard !blocks.isEmpty else { return }
        var span = states.mutableSpan
        for place in blocks.indices { blocks[place].evaluate(&span, times: times.span) }
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
