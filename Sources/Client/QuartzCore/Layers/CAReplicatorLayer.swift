import CoreGraphics
import Foundation
import MicaWire

/// A layer that shows copies of its sublayers. Each copy is transformed, delayed and coloured relative to the previous
/// one.
///
/// The first copy is the sublayers themselves; hit testing finds no other. The layer's own background, contents and
/// border are shown once. *Source*: Apple, CAReplicatorLayer.h.
open class CAReplicatorLayer: CALayer {
    /// The number of copies, including the sublayers themselves; 0 or less shows none. Animatable, rounded.
    open var instanceCount: Int {
        get { Self.whole(state.replicator.count) }
        set { setNumber(.instanceCount, Double(newValue), \.count) }
    }

    /// Whether the copies lie in the superlayer's 3D space, like the sublayers of a CATransformLayer, instead of being
    /// flattened into this layer's plane.
    open var preservesDepth: Bool {
        get { state.flags.contains(.preservesDepth) }
        set { setFlag(.preservesDepth, .preservesDepth, newValue) }
    }

    /// The delay of each copy's animations relative to the previous copy's. Animatable.
    ///
    /// *Units*: seconds of the layer's own time.
    open var instanceDelay: CFTimeInterval {
        get { state.replicator.delay }
        set { setNumber(.instanceDelay, newValue, \.delay) }
    }

    /// The transform from each copy to the next, about the middle of the layer's bounds. Animatable.
    open var instanceTransform: CATransform3D {
        get { CATransform3D(state.replicator.transform) }
        set {
            let matrix = newValue.matrix
            change(.instanceTransform, if: state.replicator.transform != matrix) { $0.replicator.transform = matrix }
        }
    }

    /// The colour that the first copy is multiplied by; nil counts as white. Animatable.
    open var instanceColor: CGColor? {
        get { state.replicator.color.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.instanceColor, if: state.replicator.color != value) { $0.replicator.color = value }
        }
    }

    /// The change of the red factor from each copy to the next; factors stay within 0...1. Animatable.
    open var instanceRedOffset: Float {
        get { Float(state.replicator.offsets.x) }
        set { setNumber(.instanceRedOffset, Double(newValue), \.offsets.x) }
    }

    /// The change of the green factor from each copy to the next. Animatable.
    open var instanceGreenOffset: Float {
        get { Float(state.replicator.offsets.y) }
        set { setNumber(.instanceGreenOffset, Double(newValue), \.offsets.y) }
    }

    /// The change of the blue factor from each copy to the next. Animatable.
    open var instanceBlueOffset: Float {
        get { Float(state.replicator.offsets.z) }
        set { setNumber(.instanceBlueOffset, Double(newValue), \.offsets.z) }
    }

    /// The change of the alpha factor from each copy to the next. Animatable.
    open var instanceAlphaOffset: Float {
        get { Float(state.replicator.offsets.w) }
        set { setNumber(.instanceAlphaOffset, Double(newValue), \.offsets.w) }
    }

    /// The front-most layer at a point, among this layer and its first copy. nil when the layer preserves depth, as for
    /// a transform layer: then the layers above find its sublayers.
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
