import Foundation
import MicaWire
import Synchronization

/// What setting a property looks at and changes of a layer, together: each look at what an object stores is checked for
/// others that change it at the same time, which takes longer than to set a number.
///
/// In the order in which it lies in memory: what every change needs is in two lines of the processor's cache.
package struct LayerCore {
    /// The tree that the layer is in; nil when it is in none that a server draws.
    package var context: LayerContext?
    /// The superlayer's identity, of which nothing is known but that; 0 for none.
    var superlayer = LayerID(rawValue: 0)
    /// Whether the layer has animations.
    package var isAnimated = false
    /// Whether the layer is of a class whose values nobody asks about where there are no actions.
    var hasNoHooks = false
    /// Whether the layer is a snapshot of another one.
    var isSnapshot = false
    /// Whether the sublayers need to be laid out.
    package var layout = LayoutNeed()
    /// The properties that were ever set on this layer.
    package var assigned: PropertyMask = []
    /// What the server has not been told yet.
    package var pending = PendingChange()
    /// The values of all properties that the server draws from.
    package var state = LayerState()

    /// What is left to be done after a value was changed.
    struct Rest: OptionSet {
        let rawValue: UInt8
        /// The layer is to be entered in its tree's list of changed ones.
        static let enqueue = Rest(rawValue: 1)
        /// It has to be asked for layout.
        static let notifyLayer = Rest(rawValue: 2)
        /// Its superlayer has.
        static let invalidateSuperlayerLayout = Rest(rawValue: 4)
    }

    /// Changes a value of which nobody is told but the server.
    ///
    /// - Returns: what else is to be done; nil where somebody has to be asked, and nothing was changed.
    @inline(__always)  // Its closures are a line.
    mutating func change(_ property: PropertyID, if differs: Bool, _ body: (inout LayerState) -> Void) -> Rest? {
        guard hasNoHooks else { return nil }
        let bit = PropertyMask(rawValue: 1 &<< UInt128(truncatingIfNeeded: property.rawValue))
        assigned.formUnion(bit)
        var rest: Rest = []
        guard differs else { return rest }
        body(&state)
        if property == .transform, !isSnapshot {
            // Where nobody lays out the sublayers, to note that it is needed is all; it is over with the commit.
            if layout.hasLayoutObserver {
                rest.insert(.notifyLayer)
            } else if !layout.isActive {
                layout.isNeeded = true
            }
            if context.map({ $0.invalidatedLayout != superlayer }) ?? true { rest.insert(.invalidateSuperlayerLayout) }
        }
        guard context != nil else { return rest }
        pending.mask.formUnion(bit)
        guard !pending.isEnqueued else { return rest }
        pending.isEnqueued = true
        rest.insert(.enqueue)
        return rest
    }

    /// The same of the position, which changes most: in so few steps that nothing else can look at the layer meanwhile.
    @inline(__always)  // For each of many layers that move.
    mutating func move(to position: CGPoint) -> Rest? {
        guard hasNoHooks else { return nil }
        assigned = PropertyMask(rawValue: assigned.rawValue | Self.positionBit)
        guard state.position.x != position.x || state.position.y != position.y else { return [] }
        state.position = position
        guard context != nil else { return [] }
        pending.mask = PropertyMask(rawValue: pending.mask.rawValue | Self.positionBit)
        guard !pending.isEnqueued else { return [] }
        pending.isEnqueued = true
        return .enqueue
    }

    @inline(__always)  // A number.
    private static var positionBit: UInt128 { 1 &<< UInt128(PropertyID.position.rawValue) }

    /// Takes the layer out of the list of changed ones where its position is all that has changed, of a layer that the server knows.
    ///
    /// - Returns: the position; nil, with nothing done, where there is more to it.
    @inline(__always)  // For each of many layers that move.
    mutating func takePosition(in context: LayerContext) -> CGPoint? {
        guard pending.mask.rawValue == Self.positionBit, hasNoHooks, !layout.isEnqueued, !layout.hasLayoutObserver,
            !isAnimated,
            pending.isCommitted, !pending.sublayers, pending.edits.isEmpty, !state.hasTiles, self.context === context
        else { return nil }
        pending.isEnqueued = false
        layout.isNeeded = false
        pending.mask = []
        return state.position
    }

    /// Takes the layer out of the list of changed ones.
    ///
    /// What changed the values is told where nothing else did of a layer that the server knows.
    ///
    /// - Returns: whether there is more to tell than values.
    mutating func takeChange(of id: LayerID, in context: LayerContext, into changes: inout [LayerChange]) -> Bool {
        pending.isEnqueued = false
        guard self.context === context else { return false }
        if !layout.isEnqueued, !layout.hasLayoutObserver, hasNoHooks { layout.isNeeded = false }
        // A begin time may have to be counted from the start of the tree, which is more than a value.
        guard !isAnimated, pending.isCommitted, !pending.sublayers, pending.edits.isEmpty, !pending.mask.isEmpty,
            !pending.mask.contains(.beginTime), !state.hasTiles
        else { return true }
        let mask = pending.mask
        pending.mask = []
        // What changes most is told without a copy of all.
        switch mask.only {
        case .position: changes.append(LayerChange(layer: id, .position(state.position)))
        case .bounds: changes.append(LayerChange(layer: id, .bounds(state.bounds)))
        case .opacity: changes.append(LayerChange(layer: id, .opacity(state.opacity)))
        case .zPosition: changes.append(LayerChange(layer: id, .zPosition(state.zPosition)))
        case .transform:
            if let map = LayerChange.PlaneMap(state.transform) {
                changes.append(LayerChange(layer: id, .transform(map)))
            } else {
                fallthrough
            }
        default: changes.append(LayerChange(layer: id, mask: mask, state: state))
        }
        return false
    }
}

/// Whether the sublayers of a layer are to be laid out.
package struct LayoutNeed {
    /// Whether they are.
    package var isNeeded = false
    /// Whether they are being laid out.
    package var isActive = false
    /// Whether the layer is in its context's list of those that ask for layout.
    package var isEnqueued = false
    /// Whether anybody has ever been there to lay them out but the layer's class.
    package var hasLayoutObserver = false
}

/// What has changed in a layer since the last commit.
package struct PendingChange {
    /// Properties that were written.
    package var mask: PropertyMask = []
    /// Whether the list of sublayers changed.
    package var sublayers = false
    /// Whether the layer is in its context's list of changed layers.
    package var isEnqueued = false
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

/// The links of a layer within its tree.
package struct LayerLinks {
    /// The layer above; weak by hand: a layer clears it in its sublayers and mask when it goes.
    package weak var superlayer: CALayer?
    /// Back to front.
    package var sublayers: [CALayer] = []
    /// The mask.
    package var mask: CALayer?
    /// What is shown of another program in front of the sublayers; nil for nothing. It never changes after the layer was made.
    package var remote: RemoteID?
}
