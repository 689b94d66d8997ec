/// A picture that is drawn once, by a context of its own, and then into another context many times.
///
/// It has the pixels of the context that it was made for, so that a drawing in that context's points loses nothing. Its own context
/// begins with points, y up.
///
/// *Source*: Apple, CGLayer; Quartz 2D Programming Guide, "Core Graphics Layer Drawing".
public final class CGLayer {
    /// The size. *Units*: points of the context that it was made for.
    public let size: CGSize
    /// The context that draws into the layer.
    public let context: CGContext?

    /// Makes a clear layer for a context.
    ///
    /// - Parameter auxiliaryInfo: reserved; nil, as on Apple's systems.
    /// - Returns: nil if the size is not positive, or has more pixels than a context can have.
    public init?(_ context: CGContext, size: CGSize, auxiliaryInfo: CFDictionary?) {
        let matrix = context.ctm
        // The lengths of the two unit vectors: a turned context has pixels for its own directions.
        let scale = CGSize(
            width: (matrix.a * matrix.a + matrix.b * matrix.b).squareRoot(),
            height: (matrix.c * matrix.c + matrix.d * matrix.d).squareRoot())
        let pixels = CGSize(
            width: (size.width * scale.width).rounded(.up), height: (size.height * scale.height).rounded(.up))
        guard size.width > 0, size.height > 0, pixels.width >= 1, pixels.height >= 1, pixels.width <= 32_768,
            pixels.height <= 32_768
        else { return nil }
        let own = unsafe CGContext(
            data: nil, width: Int(pixels.width), height: Int(pixels.height), bitsPerComponent: 8, bytesPerRow: 0,
            space: .sharedSRGB, bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        guard let own else { return nil }
        own.scaleBy(x: pixels.width / size.width, y: pixels.height / size.height)
        (self.size, self.context) = (size, own)
    }
}

extension CGContext {
    /// Draws a layer with its lower left corner at a point. *Space*: user space.
    public func draw(_ layer: CGLayer, at point: CGPoint) {
        draw(layer, in: CGRect(origin: point, size: layer.size))
    }

    /// Draws a layer stretched over a rectangle, its top at the greatest y. *Space*: user space.
    public func draw(_ layer: CGLayer, in rect: CGRect) {
        guard let image = layer.context?.makeImage() else { return }
        draw(image, in: rect)
    }
}
