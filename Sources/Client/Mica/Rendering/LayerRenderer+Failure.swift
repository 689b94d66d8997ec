import CoreGraphics
import Foundation
import QuartzCore

extension LayerRenderer {
    /// The reason why a renderer makes no pictures. Sizes and layers often come out of a request, so this is an error
    /// that does not stop the program.
    public struct Failure: LocalizedError, CustomStringConvertible, Sendable, Equatable {
        /// The reason, and the way to mend it.
        public let description: String
        /// The description, as `localizedDescription` gives it.
        public var errorDescription: String? { description }

        /// The most pixels of a picture.
        static let mostPixels = Double(1 << 28)

        /// The reason why a picture of a size in points cannot be drawn; nil if it can.
        init?(size: CGSize, scale: CGFloat) {
            let (width, height) = LayerRenderer.pixelSize(of: size, scale: scale)
            guard !(width >= 1 && height >= 1 && width * height <= Self.mostPixels) else { return nil }
            func number(_ pixels: Double) -> String { abs(pixels) < 1e15 ? "\(Int(pixels))" : "\(pixels)" }
            let isTooLarge = width >= 1 && height >= 1
            description =
                "a picture of \(number(width)) x \(number(height)) pixels cannot be drawn: "
                + (isTooLarge ? "it has at most 2^28 pixels" : "set the layer's bounds, or give a size")
        }

        /// The reason why a layer is not the root of a tree of its own; nil if it is.
        init?(positionInTreeOf layer: CALayer) {
            if layer.links.superlayer != nil {
                description =
                    "\(layer) has a superlayer: draw the root of its tree, or take the picture of the window "
                    + "that shows it"
            } else if layer.context != nil {
                description =
                    "\(layer) is drawn by another renderer or window already: take that one's picture, or release "
                    + "it first"
            } else if layer.modelLayer != nil {
                description = "\(layer) is a presentation layer: draw its model()"
            } else {
                return nil
            }
        }
    }

    /// Throws the problem of a renderer that makes no pictures.
    func checkPictures() throws(Failure) { if let problem { throw problem } }
}
