import CoreGraphics
import Foundation
import ImageIO

/// The format of a renderer's images.
public final class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels per point; 0 stands for the screen's.
    public var scale: CGFloat = UIScreen.shape.withLock { $0.scale }
    /// Whether images are black at first, and always opaque; false at first.
    public var opaque = false

    /// The rectangle of a renderer's images, in points; zero for a format that no renderer has.
    public fileprivate(set) var bounds = CGRect.zero

    /// A copy for a renderer. *Source*: Apple, UIGraphicsRenderer: changes of the format afterwards do not count.
    fileprivate func copy(bounds: CGRect) -> UIGraphicsImageRendererFormat {
        let copy = UIGraphicsImageRendererFormat()
        (copy.scale, copy.opaque, copy.preferredRange, copy.bounds) = (scale, opaque, preferredRange, bounds)
        return copy
    }

    /// The range of colours of images; automatic at first. Pixels have 8 bits a component in any case.
    ///
    /// Gradients are dithered by another order of a tile's columns in the standard range: Apple's pictures of
    /// afanasykoryakin/AFSnapshotTesting, whose format asks for it, have that order, and those of airbnb/lottie-ios,
    /// with the default format, have not.
    public var preferredRange = Range.automatic

    /// Ranges of colours; raw values are Apple's.
    public enum Range: Int, Sendable {
        /// None is asked for.
        case unspecified = -1
        /// As the content and the screen need it.
        case automatic = 0
        /// Beyond sRGB.
        case extended = 1
        /// sRGB.
        case standard = 2
    }

    /// Makes a format for transparent images at the screen's scale.
    public override init() { super.init() }

    /// Makes the preferred format, with the scale of traits where they have one. *Source*: Apple,
    /// UIGraphicsImageRendererFormat.init(for:).
    public convenience init(for traitCollection: UITraitCollection) {
        self.init()
        if traitCollection.displayScale > 0 { scale = traitCollection.displayScale }
    }

    /// A format for transparent images at the screen's scale.
    public class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

    /// A format for transparent images at the screen's scale.
    public class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// The context that a renderer's actions draw into. It is the current one while they run.
public final class UIGraphicsImageRendererContext: NSObject {
    /// The context. *Space*: points, y down.
    public let cgContext: CGContext
    /// The renderer's format.
    public let format: UIGraphicsImageRendererFormat

    fileprivate init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        (cgContext, self.format) = (context, format)
    }

    /// A copy of the drawing so far.
    public var currentImage: UIImage {
        let scale = format.scale > 0 ? format.scale : UIScreen.shape.withLock { $0.scale }
        return cgContext.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }

    /// Fills a rectangle with the fill colour.
    public func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// Fills a rectangle with the fill colour, in a blend mode.
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Draws a frame one point wide just inside a rectangle.
    public func stroke(_ rect: CGRect) {
        cgContext.saveGState()
        cgContext.setLineWidth(1)
        cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
        cgContext.restoreGState()
    }

    /// Clips drawing to a rectangle.
    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes images from the drawing of closures.
///
/// *Space*: points, y down from the top left corner; bounds with another origin have their own space.
public final class UIGraphicsImageRenderer: NSObject {
    /// The format of the images.
    public let format: UIGraphicsImageRendererFormat
    private let bounds: CGRect

    /// Makes a renderer of images of a size in points, with their origin at 0.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// Makes a renderer of images of a size in points, with their origin at 0, in a format.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Makes a renderer of images of a rectangle, in points.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    /// Makes a renderer of images of a rectangle, in points, in a format.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        (self.bounds, self.format) = (bounds, format.copy(bounds: bounds))
        super.init()
    }

    /// The image that a closure draws; an empty one if the size has no pixels.
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let context = beginImage(bounds.size, opaque: format.opaque, scale: format.scale) else {
            return UIImage()
        }
        defer { UIGraphicsEndImageContext() }
        context.hasWideDither = format.preferredRange == .standard
        if bounds.origin != .zero { context.translateBy(x: -bounds.minX, y: -bounds.minY) }
        actions(UIGraphicsImageRendererContext(context, format))
        return UIGraphicsGetImageFromCurrentImageContext() ?? UIImage()
    }

    /// The PNG file of the image that a closure draws; empty if the size has no pixels.
    public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// The JPEG file of the image that a closure draws; empty if the size has no pixels.
    ///
    /// - Parameter compressionQuality: 0 (smallest) to 1 (best).
    public func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data { image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data() }
}
