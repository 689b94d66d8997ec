import MicaWire

/// How much of a frame may be copies of replicators, so that no document makes a frame last for ever.
///
/// A unit is a shape of an instanced op, or a layer that is built anew for a copy; a copy that shows nothing counts as one.
/// The limit leaves 10,000 copies of a dozen shapes, and keeps a frame of copies within about a second.
package struct InstanceBudget: Sendable {
    /// The most units in a frame.
    package static let limit = 1 << 17
    /// How many replicators that delay their copies may be within each other; the delay of what is deeper counts as 0.
    static let delayLimit = 4

    /// What is left of this frame's.
    private(set) var rest = InstanceBudget.limit
    /// The replicators that had to leave out copies in this frame.
    package private(set) var short: [LayerID] = []

    /// Begins a frame.
    mutating func beginFrame() {
        rest = Self.limit
        short.removeAll(keepingCapacity: true)
    }

    /// Takes units; how many of `count` copies of `each` units there are.
    mutating func take(_ count: Int, of each: Int, for layer: LayerID?) -> Int {
        let given = min(count, rest / max(1, each))
        rest -= given * max(1, each)
        if given < count, let layer, !short.contains(layer) { short.append(layer) }
        return given
    }
}
