import Foundation
import MicaBase

/// The values of a CAGradientLayer.
///
/// *Space*: points are in unit coordinates of the bounds. *Source*: Apple, CAGradientLayer.h.
package struct GradientState: Sendable, Equatable {
    /// The colours, in order; nil or an empty list draws nothing.
    package var colors: [ColorValue]?
    /// The location of each colour, 0...1 and ascending; nil spaces them evenly.
    package var locations: [Double]?
    /// The point of the first colour, or the centre.
    package var startPoint = CGPoint(x: 0.5, y: 0)
    /// The point of the last colour; for a radial gradient the corner of the box around a quarter of the ellipse.
    package var endPoint = CGPoint(x: 0.5, y: 1)
    /// How the colours run.
    package var kind = Kind.axial

    /// Apple's defaults.
    package static let `default` = GradientState()

    /// How the colours run. Raw values are Apple's strings.
    package enum Kind: String, Sendable, CaseIterable {
        case axial, radial, conic
    }
}

extension GradientState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.colors, "colors", .colors(\.colors), .content, implicit: true, of: .gradient),
        row(.locations, "locations", .numbers(\.locations), .content, implicit: true, of: .gradient),
        row(.startPoint, "startPoint", .point(\.startPoint), .content, implicit: true, of: .gradient),
        row(.endPoint, "endPoint", .point(\.endPoint), .content, implicit: true, of: .gradient),
        row(.gradientType, "type", .name(\.kind), .content, animatable: false, of: .gradient),
    ]
}
