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
    /// The tree that the layer is in; nil when it is in none that a server draws.
    package var context: LayerContext?
}

/// What has changed in a layer since the last commit.
package struct PendingChange {
    /// Properties that were written.
    package var mask: PropertyMask = []
    /// Whether the list of sublayers changed.
    package var sublayers = false
    /// Edits of the list of animations.
    package var edits: [AnimationEdit] = []
    /// Whether the layer is in its context's list of changed layers.
    package var isListed = false
    /// Whether the server knows the layer.
    package var isCommitted = false
}

extension LayerID {
    private static let counter = Atomic<UInt64>(1)

    /// The next identity that no layer of this process has had.
    package static func next() -> LayerID {
        LayerID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}
