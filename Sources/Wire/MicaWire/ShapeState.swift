import Foundation
import MicaRaster

/// What a CAShapeLayer draws: a path, filled and stroked.
///
/// *Space*: the path is in the layer's own space; widths and dashes are in points. *Source*: Apple, CAShapeLayer.h.
package struct ShapeState: Sendable, Equatable {
    /// The path; nil draws nothing.
    package var path: Path?
    /// The colour inside; nil fills nothing.
    package var fillColor: ColorValue? = .black
    /// What counts as inside.
    package var fillRule = FillRule.nonZero
    /// The colour of the line; nil draws none.
    package var strokeColor: ColorValue?
    /// Where the line begins, as a part of the whole path's length.
    package var strokeStart = 0.0
    /// Where the line ends, as a part of the whole path's length.
    package var strokeEnd = 1.0
    /// The line's width.
    package var lineWidth = 1.0
    /// How far a mitre may reach, in line widths.
    package var miterLimit = 10.0
    /// How lines end.
    package var lineCap = LineCap.butt
    /// How lines turn.
    package var lineJoin = LineJoin.miter
    /// Where in the dashes the line begins.
    package var lineDashPhase = 0.0
    /// Lengths of dashes and gaps; nil draws a whole line.
    package var lineDashPattern: [Double]?

    /// Apple's defaults.
    package static let `default` = ShapeState()

    /// What counts as inside. Raw values are Apple's strings.
    package enum FillRule: String, Sendable, CaseIterable {
        case nonZero = "non-zero"
        case evenOdd = "even-odd"
    }

    /// How lines end. Raw values are Apple's strings.
    package enum LineCap: String, Sendable, CaseIterable {
        case butt, round, square
    }

    /// How lines turn. Raw values are Apple's strings.
    package enum LineJoin: String, Sendable, CaseIterable {
        case miter, round, bevel
    }
}

/// What a CAGradientLayer draws.
///
/// *Space*: points are in unit coordinates of the bounds. *Source*: Apple, CAGradientLayer.h.
package struct GradientState: Sendable, Equatable {
    /// The colours, in order; nil or fewer than one draws nothing.
    package var colors: [ColorValue]?
    /// Where each colour is, 0...1 and ascending; nil spaces them evenly.
    package var locations: [Double]?
    /// Where the first colour is, or the centre.
    package var startPoint = CGPoint(x: 0.5, y: 0)
    /// Where the last colour is; of a radial gradient the corner of the box around a quarter of the ellipse.
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
