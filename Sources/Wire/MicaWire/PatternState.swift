import Foundation
import MicaBase

/// A picture whose copies, side by side, are a layer's background, in front of its background colour.
///
/// The first copy is at the upper left corner of the bounds, and is upright. With a negative height it is at the lower
/// left corner, and is upside down.
package struct PatternState: Sendable, Equatable {
    /// The picture; nil shows nothing.
    package var image: ImageResource?
    /// The size of a copy, in points; a negative height turns copies over. Without an area it is a point for each pixel.
    package var size = CGSize.zero
    /// The opacity of the copies, 0...1.
    package var opacity = 1.0

    /// The state of layers without a pattern.
    package static let `default` = PatternState()

    package init() {}
}

extension PatternState {
    /// The rows of these properties. Clients set them by a `backgroundColor` that is a pattern.
    static let rows: [PropertyRow] = [
        row(.patternImage, "patternImage", .image(\.image), .content, animatable: false, of: .none),
        row(.patternSize, "patternSize", .size(\.size), .content, .discrete, animatable: false, of: .none),
        row(.patternOpacity, "patternOpacity", .number(\.opacity), .content, .discrete, animatable: false, of: .none),
    ]
}
