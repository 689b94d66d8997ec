import MicaWire
import Synchronization

/// Identifies a state of a tree among the states of all trees, and lists the changes since an earlier state.
package struct TreeStamp: Sendable {
    /// The number of this state, greater than those of all states before it.
    package private(set) var id: UInt64
    /// The number of the state before the listed changes. Since then only the values of `changed`, and the values and
    /// animations of `replanned`, have changed.
    package private(set) var base: UInt64
    /// The layers without animations whose values have changed since `base`. A layer may be listed more than once.
    package private(set) var changed: [Slot] = []
    /// The layers whose animations, or values under animations, have changed since `base`. A layer may be listed more
    /// than once.
    package private(set) var replanned: [Slot] = []
    /// The changed properties of all of `changed`.
    private(set) var mask = PropertyMask()

    private static let counter = Atomic<UInt64>(1)

    /// A number that no stamp has had.
    static func next() -> UInt64 { counter.wrappingAdd(1, ordering: .relaxed).oldValue }

    /// The stamp of a state without a known past.
    init() {
        id = Self.next()
        base = id
    }

    /// Becomes the stamp of a state that is unrelated to the last.
    mutating func renew() {
        id = Self.next()
        forgetChanges()
    }

    /// Notes that values of a layer have changed.
    mutating func note(_ slot: Slot, _ properties: PropertyMask) {
        changed.append(slot)
        mask.formUnion(properties)
    }

    /// Notes that the animations of a layer, or the values under them, have changed.
    mutating func markReplanned(_ slot: Slot) { replanned.append(slot) }

    /// Ends the notes of one commit. With more than `limit` of them, or more than a 64th of that for animations (at
    /// least 16), the state counts as unrelated.
    mutating func advance(limit: Int) {
        guard changed.count <= limit, replanned.count <= max(16, limit / 64) else { return renew() }
        id = Self.next()
    }

    /// Removes the notes: changes are noted from this state on.
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

    /// The properties of a layer's position in its owner, which do not change whether it is shown.
    static let positionAndTransform: PropertyMask = PropertyMask(.position).union(PropertyMask(.transform))

    /// The properties that affect more than their own layer's appearance.
    static let structural: PropertyMask = timing.union(PropertyMask(.mask))
}
