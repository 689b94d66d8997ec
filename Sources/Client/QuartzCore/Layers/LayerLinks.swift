import MicaWire
import Synchronization

/// The links of a layer within its tree.
package struct LayerLinks {
    /// The layer above; weak by hand: a layer clears it in its sublayers and mask when it goes.
    package weak var superlayer: CALayer?
    /// Back to front.
    package var sublayers: [CALayer] = []
    /// The mask.
    package var mask: CALayer?
}

/// What setting a property looks at and changes of a layer, together: each look at what an object stores is checked for
/// others that change it at the same time, which takes longer than to set a number.
///
/// In the order in which it lies in memory: what every change needs is in two lines of the processor's cache.
package struct LayerCore {
    /// The tree that the layer is in; nil when it is in none that a server draws.
    package var context: LayerContext?
    /// Whether the layer has animations.
    package var isAnimated = false
    /// The properties that were ever set on this layer.
    package var assigned: PropertyMask = []
    /// What the server has not been told yet.
    package var pending = PendingChange()
    /// The values of all properties that the server draws from.
    package var state = LayerState()

    /// Changes a value of which nobody is told but the server.
    ///
    /// - Returns: the tree in whose list of changed layers the layer is to be entered; nil where that need not be.
    @inline(__always)  // Its closures are a line.
    mutating func change(_ property: PropertyID, if differs: Bool, _ body: (inout LayerState) -> Void) -> LayerContext?
    {
        assigned.insert(property)
        guard differs else { return nil }
        body(&state)
        guard let context else { return nil }
        pending.mask.insert(property)
        guard !pending.isListed else { return nil }
        pending.isListed = true
        return context
    }

    /// What a layer has to tell its server.
    enum Change {
        /// Nothing: it is in another tree by now, or in none.
        case none
        /// Values alone.
        case plain(LayerChange)
        /// More than values.
        case any
    }

    /// Takes the layer out of the list of changed ones, and of what changed the values, where nothing else did of a layer
    /// that the server knows.
    mutating func takeChange(of id: LayerID, in context: LayerContext) -> Change {
        pending.isListed = false
        guard self.context === context else { return .none }
        guard !isAnimated, pending.isCommitted, !pending.sublayers, pending.edits.isEmpty, !pending.mask.isEmpty
        else { return .any }
        // Only where there are details, as the state is copied for a look at them.
        if state.hasDetails, state.hasTiles { return .any }
        let mask = pending.mask
        pending.mask = []
        // What changes most is told without a copy of all.
        switch mask {
        case PropertyMask(.position): return .plain(LayerChange(layer: id, .position(state.position)))
        case PropertyMask(.bounds): return .plain(LayerChange(layer: id, .bounds(state.bounds)))
        case PropertyMask(.opacity): return .plain(LayerChange(layer: id, .opacity(state.opacity)))
        case PropertyMask(.zPosition): return .plain(LayerChange(layer: id, .zPosition(state.zPosition)))
        case PropertyMask(.transform):
            if let map = LayerChange.PlaneMap(state.transform) {
                return .plain(LayerChange(layer: id, .transform(map)))
            }
        default: break
        }
        return .plain(LayerChange(layer: id, mask: mask, state: state))
    }
}

/// What has changed in a layer since the last commit.
package struct PendingChange {
    /// Properties that were written.
    package var mask: PropertyMask = []
    /// Whether the list of sublayers changed.
    package var sublayers = false
    /// Whether the layer is in its context's list of changed layers.
    package var isListed = false
    /// Whether the server knows the layer.
    package var isCommitted = false
    /// Edits of the list of animations.
    package var edits: [AnimationEdit] = []
}

extension LayerID {
    private static let counter = Atomic<UInt64>(1)

    /// The next identity that no layer of this process has had.
    package static func next() -> LayerID {
        LayerID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}
