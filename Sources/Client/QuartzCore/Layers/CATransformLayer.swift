import Foundation

/// A layer that does not flatten its sublayers: they lie in the space of its superlayer, turned and moved as one body.
///
/// Only the sublayers are drawn: background, contents, border, shadow, filters, mask and `masksToBounds` have no effect.
/// The opacity applies to each sublayer by itself. A transform layer has no plane, so that no point is in it.
/// *Source*: Apple, CATransformLayer.h.
open class CATransformLayer: CALayer {
    /// Makes a transform layer.
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

    /// nil: there is no plane in which a point could be. The layers above find its sublayers.
    open override func hitTest(_ p: CGPoint) -> CALayer? { nil }
}
