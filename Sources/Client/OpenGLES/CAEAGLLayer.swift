import CoreGraphics
import Foundation
import MicaResources
import QuartzCore

/// A layer that shows what OpenGL ES drew into a renderbuffer.
///
/// `EAGLContext.renderbufferStorage(_:from:)` makes a renderbuffer of the layer's size in pixels (its bounds times
/// `contentsScale`, rounded), and `presentRenderbuffer(_:)` shows it: at once where no transaction is open, else with
/// that one. A present is a change of the layer's contents like any other: it has its time in a recording,
/// and crosses to a render server as an image does.
///
/// An opaque layer (`isOpaque`) shows colours whatever their alpha; otherwise colours are premultiplied, and those above their alpha
/// are lowered to it. *Source*: Apple, CAEAGLLayer.h; it is in QuartzCore there.
open class CAEAGLLayer: CALayer, EAGLDrawable, ProgramDrawnLayer {
    /// How a renderbuffer is made for the layer; nil at first, which is RGBA8 that is not retained.
    ///
    /// Renderbuffers that exist do not change. *Source*: Apple, EAGLDrawable.drawableProperties.
    open var drawableProperties: [String: Any]?

    /// Whether a present is shown when the transaction ends in which it is done, with what else that changes; false at first.
    ///
    /// Where it is set, a present on a thread without a run loop waits for `CATransaction.flush()`, as other changes do. *Source*: Apple, CAEAGLLayer.presentsWithTransaction.
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

    /// Reads a layer from an archive.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// How many pixels a renderbuffer of the layer has; nil while it has no area, or more than a side of 16,384.
    package var pixelSize: (width: Int, height: Int)? { Self.pixelSize(of: bounds.size, scale: contentsScale) }

    /// How many pixels what is drawn for a layer has, whose size is in points.
    static func pixelSize(of size: CGSize, scale: CGFloat) -> (width: Int, height: Int)? {
        let width = Double(size.width * scale).rounded(), height = Double(size.height * scale).rounded()
        guard width >= 1, height >= 1, width <= 16_384, height <= 16_384 else { return nil }
        return (Int(width), Int(height))
    }

    /// Shows what was drawn as the layer's contents.
    func present(_ picture: CGImage) { show(picture, isOwn: !presentsWithTransaction) }

    /// Pixels that were drawn as a picture: opaque ones, or ones none of whose channels is above their alpha.
    package class func image(_ pixels: consuming [UInt32], _ width: Int, _ height: Int, isOpaque: Bool) -> CGImage? {
        pixels.makePixels(isOpaque: isOpaque)
        return CGImage(bitmap: Bitmap(width: width, height: height, pixels: pixels))
    }
}
