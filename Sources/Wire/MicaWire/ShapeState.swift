import Foundation
import MicaBase

/// The values of a CAShapeLayer: a path, filled and stroked.
///
/// *Space*: the path is in the layer's own space; widths and dashes are in points. *Source*: Apple, CAShapeLayer.h.
package struct ShapeState: Sendable, Equatable {
    /// The path; nil draws nothing.
    package var path: Path?
    /// The colour inside; nil fills nothing.
    package var fillColor: ColorValue? = .black
    /// Which points are inside.
    package var fillRule = FillRule.nonZero
    /// The colour of the line; nil draws none.
    package var strokeColor: ColorValue?
    /// Where the line begins, as a fraction of the whole path's length.
    package var strokeStart = 0.0
    /// Where the line ends, as a fraction of the whole path's length.
    package var strokeEnd = 1.0
    /// The line's width.
    package var lineWidth = 1.0
    /// How far a mitre may reach, in line widths.
    package var miterLimit = 10.0
    /// How lines end.
    package var lineCap = LineCap.butt
    /// How lines are joined.
    package var lineJoin = LineJoin.miter
    /// Where in the pattern of dashes the line begins, in points.
    package var lineDashPhase = 0.0
    /// Lengths of dashes and gaps; nil draws a solid line.
    package var lineDashPattern: [Double]?

    /// Apple's defaults.
    package static let `default` = ShapeState()
}

extension ShapeState {
    /// The rows of these properties.
    static let rows: [PropertyRow] = [
        row(.path, "path", .path(\.path), .content, of: .shape),
        row(.fillColor, "fillColor", .color(\.fillColor), .content, implicit: true, of: .shape),
        row(.fillRule, "fillRule", .name(\.fillRule), .content, animatable: false, of: .shape),
        row(.strokeColor, "strokeColor", .color(\.strokeColor), .content, implicit: true, of: .shape),
        row(.strokeStart, "strokeStart", .number(\.strokeStart), .content, implicit: true, of: .shape),
        row(.strokeEnd, "strokeEnd", .number(\.strokeEnd), .content, implicit: true, of: .shape),
        row(.lineWidth, "lineWidth", .number(\.lineWidth), .content, implicit: true, of: .shape),
        row(.miterLimit, "miterLimit", .number(\.miterLimit), .content, implicit: true, of: .shape),
        row(.lineCap, "lineCap", .name(\.lineCap), .content, animatable: false, of: .shape),
        row(.lineJoin, "lineJoin", .name(\.lineJoin), .content, animatable: false, of: .shape),
        row(.lineDashPhase, "lineDashPhase", .number(\.lineDashPhase), .content, implicit: true, of: .shape),
        row(
            .lineDashPattern, "lineDashPattern", .numbers(\.lineDashPattern), .content, .discrete, animatable: false,
            of: .shape),
    ]
}
