import MicaWire

extension RenderTree {
    /// The properties that define particles.
    static let emitterProperties: PropertyMask = {
        var mask = PropertyMask()
        for row in LayerPropertyTable.rows where row.owners == .emitter { mask.insert(row.property) }
        return mask
    }()

    /// Records the changed values of emitters, from the commit's time on, in each layer's local time.
    mutating func updateEmitters(_ commit: Commit) {
        let changes = commit.changes.span
        for index in changes.indices {
            let layer = changes[index].layer
            let touches =
                !changes[index].mask.isDisjoint(with: Self.emitterProperties)
                || (!changes[index].animations.isEmpty && emitters[layer] != nil)
            guard touches, let slot = slots[layer], states[slot.at].hasEmitter else { continue }
            emitters[layer, default: EmitterHistory()].record(
                states[slot.at], animations[slot.at], at: localTime(of: slot, at: commit.time))
        }
    }

    /// The emitters whose histories had to be cut within the lifetimes of their particles.
    package var emittersOverBudget: [LayerID] {
        emitters.isEmpty ? [] : emitters.filter { $0.value.isOverBudget }.keys.sorted()
    }
}
