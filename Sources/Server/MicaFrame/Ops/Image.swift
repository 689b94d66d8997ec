import MicaGeometry
import MicaResources

/// A part of an image stretched over a rectangle in an op's local space.
package struct ImageDraw: Sendable, Equatable {
    /// The image.
    package var image: ImageResource
    /// Where it is drawn, in local space; antialiased at its edges.
    package var destination: LocalRect
    /// The part of the image, in its pixels, y down; samples are clamped to it.
    package var source: LocalRect
    /// How it is sampled.
    package var sampling: Sampling
    /// What samples go through; nil leaves them.
    package var filter: ColorFilter?

    package init(
        image: ImageResource, destination: LocalRect, source: LocalRect, sampling: Sampling, filter: ColorFilter? = nil
    ) {
        (self.image, self.destination, self.source, self.sampling) = (image, destination, source, sampling)
        self.filter = filter
    }
}

/// How an image is sampled; decided for the whole op, by how large a pixel of the image is on the surface.
package enum Sampling: Sendable, Equatable {
    /// The pixel that the centre falls in.
    case nearest
    /// Between the four pixels about the centre.
    case bilinear
    /// Between the two mipmap levels about `level`, bilinear in each; level 0 is the image itself.
    case trilinear(level: Double)
}
