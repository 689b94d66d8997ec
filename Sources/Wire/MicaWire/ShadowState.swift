import Foundation
import MicaBase

/// The shadow behind a layer.
///
/// *Units*: points. *Space*: offset and path are in the layer's own space. *Source*: Apple, CALayer.h, and the measured
/// defaults of dev/api/quartzcore-api.tsv.
package struct ShadowState: Sendable, Equatable {
    /// The colour; nil draws no shadow.
    package var color: ColorValue? = .black
    /// Multiplies the colour's alpha, clamped to 0...1 when drawn; 0 draws no shadow.
    package var opacity = 0.0
    /// The offset of the shadow from the shape that throws it.
    package var offset = CGSize(width: 0, height: -3)
    /// The standard deviation of the blur.
    package var radius = 3.0
    /// The shape that throws the shadow, in place of the layer's own pixels; filled by the non-zero rule.
    package var path: Path?

    /// Apple's defaults.
    package static let `default` = ShadowState()
}

extension ShadowState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.shadowColor, "shadowColor", .color(\.color), .composition, implicit: true),
        row(.shadowOpacity, "shadowOpacity", .number(\.opacity), .composition, implicit: true),
        row(.shadowOffset, "shadowOffset", .size(\.offset), .composition, implicit: true),
        row(.shadowRadius, "shadowRadius", .number(\.radius), .composition, implicit: true),
        row(.shadowPath, "shadowPath", .path(\.path), .composition),
    ]
}
