import MicaWire
import Synchronization

/// Identifies a state of a tree, among all trees, and lists what changed since an earlier state.
package struct TreeStamp: Sendable {
    /// The number of this state, greater than those of all states before it.
    package private(set) var id: UInt64
    /// The number of the state since which only the values of `changed` have changed, and the values and animations of
    /// `replanned`.
    package private(set) var base: UInt64
    /// The layers whose values changed since `base`, of which no animation or transition said anything when they did; a
    /// layer may be there more than once.
    package private(set) var changed: [Slot] = []
    /// The layers of which animations changed since `base`, or values under animations; maybe more than once.
    package private(set) var replanned: [Slot] = []
    /// The properties that changed of any of `changed`.
    private(set) var mask = PropertyMask()

    private static let counter = Atomic<UInt64>(1)

    /// A number that none had before.
    static func next() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// Makes the stamp of a state without a known past.
    init() {
        id = Self.next()
        base = id
    }

    /// The stamp of a state that has nothing to do with the last one.
    mutating func renew() {
        id = Self.next()
        forgetChanges()
    }

    /// The stamp of a state in which values of a layer have changed.
    mutating func note(_ slot: Slot, _ properties: PropertyMask) {
        changed.append(slot)
        mask.formUnion(properties)
    }

    /// The stamp of a state in which the animations of a layer, or the values under them, have changed.
    mutating func markReplanned(_ slot: Slot) { replanned.append(slot) }

    /// Ends the notes of one commit; with more than `limit` of them, or a 64th of that of animations, the state counts as
    /// another one.
    mutating func advance(limit: Int) {
        guard changed.count <= limit, replanned.count <= max(16, limit / 64) else { return renew() }
        id = Self.next()
    }

    /// Begins anew: changes are counted from this state on.
    mutating func forgetChanges() {
        base = id
        changed.removeAll(keepingCapacity: true)
        replanned.removeAll(keepingCapacity: true)
        mask = []
    }
}

extension PropertyMask {
    /// The properties of a layer's own timing.
    static let timing: PropertyMask = {
        var mask = PropertyMask()
        for row in LayerPropertyTable.rows where row.invalidates.contains(.time) { mask.insert(row.property) }
        return mask
    }()

    /// The properties that say where a layer is in its owner, and nothing of whether it is shown.
    static let positionAndTransform: PropertyMask = PropertyMask(.position).union(PropertyMask(.transform))

    /// The properties that say more than how their own layer looks.
    static let structural: PropertyMask = timing.union(PropertyMask(.mask))
}
