import CoreGraphics
import Foundation
import MicaBase
import QuartzCore

/// A layer that shows the renderbuffer that OpenGL ES drew into.
///
/// `EAGLContext.renderbufferStorage(_:from:)` makes a renderbuffer of the layer's size in pixels (its bounds times
/// `contentsScale`, rounded). `presentRenderbuffer(_:)` shows it, at once or with an open transaction. A present is a
/// change of the layer's contents like any other: recordings have it at its time, and it crosses to a render server as
/// an image does.
///
/// If the layer is opaque (`isOpaque`), alpha is ignored. Otherwise colours are premultiplied, and components above the
/// alpha are lowered to it. *Source*: Apple, CAEAGLLayer.h; it is in QuartzCore there.
open class CAEAGLLayer: CALayer, EAGLDrawable, ProgramDrawnLayer {
    /// The format of renderbuffers for the layer; nil at first, for RGBA8 without retained backing.
    ///
    /// Existing renderbuffers do not change.
    open var drawableProperties: [String: Any]?

    /// Whether a present is shown at the end of the transaction in which it is made, with its other changes; false at
    /// first.
    ///
    /// If true, a present on a thread without a run loop waits for `CATransaction.flush()`, as other changes do.
    open var presentsWithTransaction = false

    /// Makes a layer without content.
    public override init() { super.init() }

    /// Makes a copy of a layer.
    public override init(layer: Any) {
        super.init(layer: layer)
        guard let other = layer as? CAEAGLLayer else { return }
        drawableProperties = other.drawableProperties
        presentsWithTransaction = other.presentsWithTransaction
    }

    /// Reads a layer from an archive; without content.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The size of the layer's renderbuffers in pixels; nil if it has no area, or a side of more than 16,384.
    package var pixelSize: (width: Int, height: Int)? { Self.pixelSize(of: bounds.size, scale: contentsScale) }

    /// The size in pixels of a layer of a size in points; nil as for `pixelSize`.
    static func pixelSize(of size: CGSize, scale: CGFloat) -> (width: Int, height: Int)? {
        let width = Double(size.width * scale).rounded(), height = Double(size.height * scale).rounded()
        guard width >= 1, height >= 1, width <= 16_384, height <= 16_384 else { return nil }
        return (Int(width), Int(height))
    }

    /// Shows a picture as the layer's contents.
    func present(_ picture: CGImage) { show(picture, isOwn: !presentsWithTransaction) }

    /// An image of drawn pixels, made opaque, or with no channel above its alpha.
    package class func image(_ pixels: consuming [UInt32], _ width: Int, _ height: Int, isOpaque: Bool) -> CGImage? {
        pixels.makePixels(isOpaque: isOpaque)
        return CGImage(bitmap: Bitmap(width: width, height: height, pixels: pixels))
    }
}
