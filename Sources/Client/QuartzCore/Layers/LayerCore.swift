import Foundation
import MicaWire
import Synchronization

/// The fields of a layer that a change of a property reads and writes, in one struct. Swift checks each access to a
/// field of an object for overlapping accesses, which takes longer than setting a number.
///
/// The order is the order in memory: fields that every change needs fill two cache lines.
package struct LayerCore {
    /// The tree that the layer is in; nil when no server draws it.
    package var context: LayerContext?
    /// The superlayer's identity, for comparisons without touching that object; 0 for none.
    var superlayer = LayerID(rawValue: 0)
    /// Whether the layer has animations.
    package var isAnimated = false
    /// Whether the layer's class lets no code of the program run on changes of values; see `CALayer.hasNoHooks`.
    var hasNoHooks = false
    /// Whether the layer is a snapshot of another layer.
    var isSnapshot = false
    /// Whether the sublayers need to be laid out.
    package var layout = LayoutNeed()
    /// The properties that were ever set on this layer.
    package var assigned: PropertyMask = []
    /// Changes that the server has not been told.
    package var pending = PendingChange()
    /// The values of all properties that the server draws from.
    package var state = LayerState()

    /// Work that is left after a value was changed.
    struct Rest: OptionSet {
        let rawValue: UInt8
        /// Append the layer to its tree's list of changed layers.
        static let enqueue = Rest(rawValue: 1)
        /// Ask the layer for layout.
        static let notifyLayer = Rest(rawValue: 2)
        /// Ask its superlayer for layout.
        static let invalidateSuperlayerLayout = Rest(rawValue: 4)
    }

    /// Changes a value when only the server has to be told.
    ///
    /// - Returns: the work that is left; nil when hooks have to be called first, and then nothing was changed.
    @inline(__always)  // Each closure is one line.
    mutating func change(_ property: PropertyID, if differs: Bool, _ body: (inout LayerState) -> Void) -> Rest? {
        guard hasNoHooks else { return nil }
        let bit = PropertyMask(rawValue: 1 &<< UInt128(truncatingIfNeeded: property.rawValue))
        assigned.formUnion(bit)
        var rest: Rest = []
        guard differs else { return rest }
        body(&state)
        if property == .transform, !isSnapshot {
            // Nobody observes layout, so the flag is enough; the commit clears it.
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

    /// Changes the position, the property that changes most. The few steps leave no room for other code to run
    /// meanwhile.
    @inline(__always)  // Called for each of many moving layers.
    mutating func move(to position: CGPoint) -> Rest? {
        guard hasNoHooks else { return nil }
        assigned = PropertyMask(rawValue: assigned.rawValue | Self.positionBit)
        guard state.position.x != position.x || state.position.y != position.y else { return [] }
        // The sum is NaN if a part is; what is not a number is said, which takes the other way.
        guard !(position.x + position.y).isNaN else { return nil }
        state.position = position
        guard context != nil else { return [] }
        pending.mask = PropertyMask(rawValue: pending.mask.rawValue | Self.positionBit)
        guard !pending.isEnqueued else { return [] }
        pending.isEnqueued = true
        return .enqueue
    }

    @inline(__always)  // A constant.
    private static var positionBit: UInt128 { 1 &<< UInt128(PropertyID.position.rawValue) }

    /// Takes the layer out of the list of changed layers if the server knows it and only its position has changed.
    ///
    /// - Returns: the position; nil, with nothing done, when anything else has changed too.
    @inline(__always)  // Called for each of many moving layers.
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

    /// `PropertyMask.timing` as a constant, because each change reads it.
    static var timing: PropertyMask { PropertyMask(rawValue: 0xFF << 28) }

    /// Takes the layer out of the list of changed layers, and adds its new values to `changes` if only values have
    /// changed and the server knows the layer.
    ///
    /// - Returns: whether there are other changes, which the caller has to add.
    mutating func takeChange(of id: LayerID, in context: LayerContext, into changes: inout [LayerChange]) -> Bool {
        guard self.context === context else {
            // The list of another tree that the layer has moved to is another one.
            if self.context == nil { pending.isEnqueued = false }
            return false
        }
        pending.isEnqueued = false
        if !layout.isEnqueued, !layout.hasLayoutObserver, hasNoHooks { layout.isNeeded = false }
        // A begin time may have to be counted from the start of the tree, and any timing moves the ends of animations
        // in the layer, so it is not a plain value.
        guard !isAnimated, pending.isCommitted, !pending.sublayers, pending.edits.isEmpty, !pending.mask.isEmpty,
            pending.mask.isDisjoint(with: Self.timing), !state.hasTiles
        else { return true }
        let mask = pending.mask
        pending.mask = []
        // The most frequent changes are sent without copying the whole state.
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

/// The need of a layer's sublayers for layout.
package struct LayoutNeed {
    /// Whether the sublayers have to be laid out.
    package var isNeeded = false
    /// Whether the sublayers are being laid out now.
    package var isActive = false
    /// Whether the layer is in its context's list of layers that ask for layout.
    package var isEnqueued = false
    /// Whether a delegate or a layout manager has ever been set. Until then, only the layer's class can lay out.
    package var hasLayoutObserver = false
}

/// The changes of a layer since the last commit.
package struct PendingChange {
    /// The properties that were written.
    package var mask: PropertyMask = []
    /// Whether the list of sublayers changed.
    package var sublayers = false
    /// Whether the layer is in its context's list of changed layers.
    package var isEnqueued = false
    /// Whether the server has a copy of the layer.
    package var isCommitted = false
    /// The number of the tree that the list and the copy belong to; 0 for none.
    var tree: UInt32 = 0
    /// Edits of the list of animations, in order.
    package var edits: [AnimationEdit] = []

    package init() {}

    /// Puts other values in place of animations that are added, by key.
    ///
    /// - Returns: how many edits were looked at. Each is looked at once, however many animations there are.
    @discardableResult
    package mutating func resolve(_ animations: [String: AnimationState]) -> Int {
        for index in edits.indices {
            if case .add(let key, _) = edits[index], let animation = animations[key] {
                edits[index] = .add(key: key, animation: animation)
            }
        }
        return edits.count
    }
}

extension LayerID {
    private static let counter = Atomic<UInt64>(1)

    /// The next identity, which no layer of this process has had.
    package static func next() -> LayerID {
        LayerID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}

/// The links of a layer within its tree.
package struct LayerLinks {
    /// The superlayer. The weakness is upheld by hand: a layer clears it in its sublayers and mask when it is
    /// deallocated.
    package weak var superlayer: CALayer?
    /// The sublayers, back to front.
    package var sublayers: [CALayer] = []
    /// The mask; nil for none.
    package var mask: CALayer?
    /// Another program's tree, shown in front of the sublayers; nil for none. It never changes after the layer was
    /// made.
    package var remote: RemoteID?

    /// How many layers in each other are released within each other's release. Deeper ones wait, so that no tree is too
    /// deep for the stack.
    private static let deepestRelease = 128

    /// Releases the sublayers and the mask.
    mutating func release() {
        let state = ThreadState.current
        guard state.releaseDepth < Self.deepestRelease else {
            state.waitingReleases += sublayers
            if let mask { state.waitingReleases.append(mask) }
            (sublayers, mask) = ([], nil)
            return
        }
        state.releaseDepth += 1
        (sublayers, mask) = ([], nil)
        state.releaseDepth -= 1
        guard state.releaseDepth == 0 else { return }
        // The outermost release does what waits; each may make more wait.
        while !state.waitingReleases.isEmpty {
            state.releaseDepth = 1
            state.waitingReleases.removeLast()
            state.releaseDepth = 0
        }
    }
}
