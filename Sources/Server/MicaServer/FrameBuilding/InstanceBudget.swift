import MicaWire

/// How many instances the replicators of a frame may have, so that no document makes a frame last for ever.
///
/// A unit is a shape of an instanced op, or a layer that is painted for an instance; an instance that shows nothing
/// counts as one. The limit allows 10,000 instances of a dozen shapes, and keeps a frame of instances within about a
/// second.
package struct InstanceBudget: Sendable {
    /// The most units in a frame.
    package static let limit = ServerNote.instanceLimit
    /// How many replicators with a delay may be within each other; the delay of deeper ones counts as 0.
    static let delayLimit = 4

    /// The rest of this frame's budget.
    private(set) var rest = InstanceBudget.limit
    /// The replicators that had to leave out instances in this frame.
    package private(set) var short: [LayerID] = []

    /// Begins a frame.
    mutating func beginFrame() {
        rest = Self.limit
        short.removeAll(keepingCapacity: true)
    }

    /// Takes the units of `count` instances of `each` units; returns for how many instances there were enough.
    mutating func take(_ count: Int, of each: Int, for layer: LayerID?) -> Int {
        let given = min(count, rest / max(1, each))
        rest -= given * max(1, each)
        if given < count, let layer, !short.contains(layer) { short.append(layer) }
        return given
    }
}
