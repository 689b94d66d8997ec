import MicaBase

/// A part of an image, stretched over a rectangle in an op's local space.
package struct ImageDraw: Sendable, Equatable {
    /// The image.
    package var image: ImageResource
    /// The rectangle that it fills, in local space; its edges are antialiased.
    package var destination: LocalRect
    /// The part of the image, in its pixels, y down; samples are clamped to it.
    package var source: LocalRect
    /// How it is sampled.
    package var sampling: Sampling
    /// A filter for the samples; nil for none.
    package var filter: ColorFilter?

    package init(
        image: ImageResource, destination: LocalRect, source: LocalRect, sampling: Sampling, filter: ColorFilter? = nil
    ) {
        (self.image, self.destination, self.source, self.sampling) = (image, destination, source, sampling)
        self.filter = filter
    }
}

/// How an image is sampled. One decision for the whole op, by the size of the image's pixels on the surface.
package enum Sampling: Sendable, Equatable {
    /// The pixel that contains the sample point.
    case nearest
    /// Interpolated between the four pixels around the sample point.
    case bilinear
    /// Interpolated between the two mipmap levels around `level`, bilinear in each; level 0 is the image itself.
    case trilinear(level: Double)
}
