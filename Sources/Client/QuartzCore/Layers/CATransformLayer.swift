import Foundation

/// A layer that does not flatten its sublayers: they lie in its superlayer's 3D space, and move as one body.
///
/// Only the sublayers are drawn: background, contents, border, shadow, filters, mask and `masksToBounds` have no
/// effect. The opacity applies to each sublayer separately. A transform layer has no plane, so no point is inside it.
/// *Source*: Apple, CATransformLayer.h.
open class CATransformLayer: CALayer {
    /// Makes a transform layer without sublayers.
    public override init() {
        super.init()
        state.flags.insert(.transformLayer)
    }

    /// Makes a copy of a layer.
    public override init(layer: Any) {
        super.init(layer: layer)
        state.flags.insert(.transformLayer)
    }

    /// Reads a layer from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) {
        super.init(coder: coder)
        state.flags.insert(.transformLayer)
    }

    /// nil: without a plane, no point is inside the layer. The layers above find its sublayers.
    open override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}
