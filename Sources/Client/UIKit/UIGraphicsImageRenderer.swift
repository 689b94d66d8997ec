import CoreGraphics
import Foundation
import ImageIO

/// How the images of a renderer are made.
public final class UIGraphicsImageRendererFormat: NSObject {
    /// Pixels per point; 0 stands for the screen's.
    public var scale: CGFloat = UIScreen.shape.withLock { $0.scale }
    /// Whether images are black at first, and never transparent.
    public var opaque = false

    /// Makes the format of transparent images at the screen's scale.
    public override init() { super.init() }

    /// The format of transparent images at the screen's scale.
    public class func `default`() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }

    /// The format of transparent images at the screen's scale.
    public class func preferred() -> UIGraphicsImageRendererFormat { UIGraphicsImageRendererFormat() }
}

/// What a renderer's actions draw into: the current context while they run.
public final class UIGraphicsImageRendererContext: NSObject {
    /// The context. *Space*: points, y down.
    public let cgContext: CGContext
    /// The renderer's format.
    public let format: UIGraphicsImageRendererFormat

    fileprivate init(_ context: CGContext, _ format: UIGraphicsImageRendererFormat) {
        (cgContext, self.format) = (context, format)
    }

    /// What has been drawn so far.
    public var currentImage: UIImage {
        let scale = format.scale > 0 ? format.scale : UIScreen.shape.withLock { $0.scale }
        return cgContext.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? UIImage()
    }

    /// Fills a rectangle with the fill colour.
    public func fill(_ rect: CGRect) { cgContext.fill(rect) }

    /// Fills a rectangle with the fill colour, mixed with what is there.
    public func fill(_ rect: CGRect, blendMode: CGBlendMode) {
        cgContext.saveGState()
        cgContext.setBlendMode(blendMode)
        cgContext.fill(rect)
        cgContext.restoreGState()
    }

    /// Draws a line one point wide just inside a rectangle.
    public func stroke(_ rect: CGRect) {
        cgContext.saveGState()
        cgContext.setLineWidth(1)
        cgContext.stroke(rect.insetBy(dx: 0.5, dy: 0.5))
        cgContext.restoreGState()
    }

    /// Limits drawing to a rectangle.
    public func clip(to rect: CGRect) { cgContext.clip(to: rect) }
}

/// Makes images of what closures draw.
///
/// *Space*: points, y down from the top left corner; of bounds that begin elsewhere their own.
public final class UIGraphicsImageRenderer: NSObject {
    /// How images are made.
    public let format: UIGraphicsImageRendererFormat
    private let bounds: CGRect

    /// Makes a renderer of images of a size in points, which begin at 0.
    public convenience init(size: CGSize) { self.init(size: size, format: .default()) }

    /// Makes a renderer of images of a size in points, which begin at 0.
    public convenience init(size: CGSize, format: UIGraphicsImageRendererFormat) {
        self.init(bounds: CGRect(origin: .zero, size: size), format: format)
    }

    /// Makes a renderer of images of a part of the plane.
    public convenience init(bounds: CGRect) { self.init(bounds: bounds, format: .default()) }

    /// Makes a renderer of images of a part of the plane.
    public init(bounds: CGRect, format: UIGraphicsImageRendererFormat) {
        (self.bounds, self.format) = (bounds, format)
        super.init()
    }

    /// The image of what a closure draws; one without pixels where the size has none.
    public func image(actions: (UIGraphicsImageRendererContext) -> Void) -> UIImage {
        guard let context = beginImage(bounds.size, opaque: format.opaque, scale: format.scale) else {
            return UIImage()
        }
        defer { UIGraphicsEndImageContext() }
        if bounds.origin != .zero { context.translateBy(x: -bounds.minX, y: -bounds.minY) }
        actions(UIGraphicsImageRendererContext(context, format))
        return UIGraphicsGetImageFromCurrentImageContext() ?? UIImage()
    }

    /// The bytes of a PNG of what a closure draws; none where the size has no pixels.
    public func pngData(actions: (UIGraphicsImageRendererContext) -> Void) -> Data {
        image(actions: actions).pngData() ?? Data()
    }

    /// The bytes of a JPEG of what a closure draws; none where the size has no pixels.
    ///
    /// - Parameter compressionQuality: 0 to 1.
    public func jpegData(
        withCompressionQuality compressionQuality: CGFloat, actions: (UIGraphicsImageRendererContext) -> Void
    ) -> Data { image(actions: actions).jpegData(compressionQuality: compressionQuality) ?? Data() }
}
