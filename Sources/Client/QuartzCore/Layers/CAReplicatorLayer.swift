import CoreGraphics
import Foundation
import MicaWire

/// A layer that shows copies of its sublayers, each moved, delayed and coloured from the one before.
///
/// The first copy is the sublayers themselves, and hit testing knows no other. The layer's own background, contents and
/// border are shown once. *Source*: Apple, CAReplicatorLayer.h.
open class CAReplicatorLayer: CALayer {
    /// How many copies there are, the sublayers themselves included; 0 or less shows none. Animatable, rounded.
    open var instanceCount: Int {
        get { Self.whole(state.replicator.count) }
        set { setNumber(.instanceCount, Double(newValue), \.count) }
    }

    /// Whether the copies share the superlayer's space, as sublayers of a CATransformLayer do, and are not flattened into
    /// this layer's plane.
    open var preservesDepth: Bool {
        get { state.flags.contains(.preservesDepth) }
        set { setFlag(.preservesDepth, .preservesDepth, newValue) }
    }

    /// By how much the animations of each copy are later than those of the one before. Animatable.
    ///
    /// *Units*: seconds of the layer's own time.
    open var instanceDelay: CFTimeInterval {
        get { state.replicator.delay }
        set { setNumber(.instanceDelay, newValue, \.delay) }
    }

    /// What each copy goes through after the one before, about the middle of the layer's bounds. Animatable.
    open var instanceTransform: CATransform3D {
        get { CATransform3D(state.replicator.transform) }
        set {
            let matrix = newValue.matrix
            change(.instanceTransform, if: state.replicator.transform != matrix) { $0.replicator.transform = matrix }
        }
    }

    /// What the colours of the first copy are multiplied with; nil counts as white. Animatable.
    open var instanceColor: CGColor? {
        get { state.replicator.color.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.instanceColor, if: state.replicator.color != value) { $0.replicator.color = value }
        }
    }

    /// What is added to the factor of red from one copy to the next; factors stay within 0...1. Animatable.
    open var instanceRedOffset: Float {
        get { Float(state.replicator.offsets.x) }
        set { setNumber(.instanceRedOffset, Double(newValue), \.offsets.x) }
    }

    /// What is added to the factor of green from one copy to the next. Animatable.
    open var instanceGreenOffset: Float {
        get { Float(state.replicator.offsets.y) }
        set { setNumber(.instanceGreenOffset, Double(newValue), \.offsets.y) }
    }

    /// What is added to the factor of blue from one copy to the next. Animatable.
    open var instanceBlueOffset: Float {
        get { Float(state.replicator.offsets.z) }
        set { setNumber(.instanceBlueOffset, Double(newValue), \.offsets.z) }
    }

    /// What is added to the factor of alpha from one copy to the next. Animatable.
    open var instanceAlphaOffset: Float {
        get { Float(state.replicator.offsets.w) }
        set { setNumber(.instanceAlphaOffset, Double(newValue), \.offsets.w) }
    }

    /// The front-most layer at a point, of this one and the first copy of what is under it; nil when it preserves depth,
    /// as a transform layer's: the layers above find its sublayers.
    open override func hitTest(_ p: CGPoint) -> CALayer? { preservesDepth ? nil : super.hitTest(p) }

    private func setNumber(
        _ property: PropertyID, _ value: Double, _ keyPath: WritableKeyPath<ReplicatorState, Double>
    ) {
        change(property, if: state.replicator[keyPath: keyPath] != value) { $0.replicator[keyPath: keyPath] = value }
    }

    package override class var classes: LayerClasses { super.classes.union(.replicator) }

    fileprivate static func whole(_ v: Double) -> Int {
        guard v > -0x1p62 else { return v.isNaN ? 0 : -1 << 62 }
        return v < 0x1p62 ? Int(v.rounded()) : 1 << 62
    }
}

extension LayerAccessor {
    /// The accessors of CAReplicatorLayer.
    static let replicator: [LayerAccessor] = [
        .bool(.preservesDepth, \CAReplicatorLayer.preservesDepth),
        .number(.instanceDelay, \CAReplicatorLayer.instanceDelay),
        .transform(.instanceTransform, \CAReplicatorLayer.instanceTransform),
        .color(.instanceColor, \CAReplicatorLayer.instanceColor),
        .number(.instanceRedOffset, \CAReplicatorLayer.instanceRedOffset),
        .number(.instanceGreenOffset, \CAReplicatorLayer.instanceGreenOffset),
        .number(.instanceBlueOffset, \CAReplicatorLayer.instanceBlueOffset),
        .number(.instanceAlphaOffset, \CAReplicatorLayer.instanceAlphaOffset),
        .number(.instanceCount, \CAReplicatorLayer.instanceCount, { Double($0) }) { CAReplicatorLayer.whole($0) },
    ]
}
