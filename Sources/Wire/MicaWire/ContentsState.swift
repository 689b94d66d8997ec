import Foundation
import MicaBase

/// An image in a layer and how it is placed and sampled.
package struct ContentsState: Sendable, Equatable {
    /// The image; nil shows nothing.
    package var image: ImageResource?
    /// The part of the image that is shown, in unit coordinates of the image.
    package var rect = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// The stretchable part, in unit coordinates of the image.
    package var center = CGRect(x: 0, y: 0, width: 1, height: 1)
    /// Pixels of the image per point.
    package var scale = 1.0
    /// How the image fits the bounds.
    package var gravity = Gravity.resize
    /// The filter when the image is drawn smaller.
    package var minificationFilter = Filter.linear
    /// The filter when the image is drawn larger.
    package var magnificationFilter = Filter.linear
    /// Added to the level of detail, with the trilinear filter.
    package var minificationFilterBias = 0.0
    /// Multiplies the image's components; nil leaves them unchanged.
    package var multiplyColor: ColorValue?
    /// Whether only the image's alpha is used (a stencil).
    package var isStencil = false
    /// Applied to the rectangle of the image, in the layer's space.
    package var transform = Matrix4.identity
    /// The two images that are shown in place of `image` while an animation of it runs; never sent.
    package var crossFade: ImageCrossFade?

    /// Apple's defaults.
    package static let `default` = ContentsState()

    /// How an image fits the bounds. Raw values are Apple's strings.
    package enum Gravity: String, Sendable, CaseIterable {
        case center, top, bottom, left, right, topLeft, topRight, bottomLeft, bottomRight
        case resize, resizeAspect, resizeAspectFill
    }

    /// How an image is sampled. Raw values are Apple's strings.
    package enum Filter: String, Sendable, CaseIterable {
        case nearest, linear, trilinear
    }
}

extension ContentsState {
    private static let swizzle = StoredValue<ContentsState>.value(
        \.isStencil, .string, .discrete, { .string($0 ? "AAAA" : "RGBA") },
        {
            switch $0 {
            case .string("AAAA"): true
            case .string("RGBA"): false
            default: nil
            }
        })

    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.contents, "contents", .image(\.image), .content, implicit: true),
        row(.contentsGravity, "contentsGravity", .name(\.gravity), .content, animatable: false),
        row(.contentsScale, "contentsScale", .number(\.scale), .content),
        row(.contentsCenter, "contentsCenter", .rect(\.center), .content),
        row(.minificationFilter, "minificationFilter", .name(\.minificationFilter), .content, animatable: false),
        row(.magnificationFilter, "magnificationFilter", .name(\.magnificationFilter), .content, animatable: false),
        row(.minificationFilterBias, "minificationFilterBias", .number(\.minificationFilterBias), .content),
        row(.contentsMultiplyColor, "contentsMultiplyColor", .color(\.multiplyColor), .content),
        row(.contentsSwizzle, "contentsSwizzle", swizzle, .content, animatable: false),
        row(.contentsTransform, "contentsTransform", .transform(\.transform), .content),
    ]
}

/// Two images; the first fades into the second.
package struct ImageCrossFade: Sendable, Equatable {
    /// The image that fades out; nil is nothing.
    package var from: ImageResource?
    /// The image that fades in; nil is nothing.
    package var to: ImageResource?
    /// The weight of the second image, 0...1.
    package var fraction: Double

    package init(from: ImageResource?, to: ImageResource?, fraction: Double) {
        (self.from, self.to, self.fraction) = (from, to, fraction)
    }
}
