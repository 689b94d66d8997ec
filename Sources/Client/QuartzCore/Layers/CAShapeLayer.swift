import CoreGraphics
import Foundation
import MicaBase
import MicaWire

/// A layer that draws a path, filled and stroked, at the resolution of the surface.
///
/// The shape lies in front of the contents and behind the sublayers, and may extend beyond the bounds. *Units*: points
/// of the layer's own space. *Source*: Apple, CAShapeLayer.h.
open class CAShapeLayer: CALayer {
    /// The path; nil draws nothing. Later changes of the path object have no effect. Animatable, without implicit
    /// animation.
    open var path: CGPath? {
        get { state.shape.path.map { CGPath(path: $0) } }
        set {
            let path = newValue?.path
            change(.path, if: state.shape.path != path) { $0.shape.path = path }
        }
    }

    /// The colour of the inside of the path; nil fills nothing. Opaque black by default. Animatable.
    open var fillColor: CGColor? {
        get { state.shape.fillColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.fillColor, if: state.shape.fillColor != value) { $0.shape.fillColor = value }
        }
    }

    /// The rule that decides which points are inside. A rule unknown to Apple counts as `nonZero`.
    open var fillRule: CAShapeLayerFillRule {
        get { CAShapeLayerFillRule(rawValue: state.shape.fillRule.rawValue) }
        set {
            let rule = FillRule(rawValue: newValue.rawValue) ?? .nonZero
            change(.fillRule, if: state.shape.fillRule != rule) { $0.shape.fillRule = rule }
        }
    }

    /// The colour of the line; nil draws no line. Animatable.
    open var strokeColor: CGColor? {
        get { state.shape.strokeColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.strokeColor, if: state.shape.strokeColor != value) { $0.shape.strokeColor = value }
        }
    }

    /// The start of the line, as a fraction of the length of the whole path, 0...1. Animatable.
    open var strokeStart: CGFloat {
        get { CGFloat(state.shape.strokeStart) }
        set { change(.strokeStart, if: strokeStart != newValue) { $0.shape.strokeStart = Double(newValue) } }
    }

    /// The end of the line, as a fraction of the length of the whole path, 0...1. Animatable.
    open var strokeEnd: CGFloat {
        get { CGFloat(state.shape.strokeEnd) }
        set { change(.strokeEnd, if: strokeEnd != newValue) { $0.shape.strokeEnd = Double(newValue) } }
    }

    /// The width of the line. Animatable.
    open var lineWidth: CGFloat {
        get { CGFloat(state.shape.lineWidth) }
        set { change(.lineWidth, if: lineWidth != newValue) { $0.shape.lineWidth = Double(newValue) } }
    }

    /// The greatest length of a mitre, in line widths; a longer one becomes a bevel. Animatable.
    open var miterLimit: CGFloat {
        get { CGFloat(state.shape.miterLimit) }
        set { change(.miterLimit, if: miterLimit != newValue) { $0.shape.miterLimit = Double(newValue) } }
    }

    /// The shape of the ends of lines. A cap unknown to Apple counts as `butt`.
    open var lineCap: CAShapeLayerLineCap {
        get { CAShapeLayerLineCap(rawValue: state.shape.lineCap.rawValue) }
        set {
            let cap = LineCap(rawValue: newValue.rawValue) ?? .butt
            change(.lineCap, if: state.shape.lineCap != cap) { $0.shape.lineCap = cap }
        }
    }

    /// The shape of the corners of lines. A join unknown to Apple counts as `miter`.
    open var lineJoin: CAShapeLayerLineJoin {
        get { CAShapeLayerLineJoin(rawValue: state.shape.lineJoin.rawValue) }
        set {
            let join = LineJoin(rawValue: newValue.rawValue) ?? .miter
            change(.lineJoin, if: state.shape.lineJoin != join) { $0.shape.lineJoin = join }
        }
    }

    /// The offset into the dash pattern at which the line starts. Animatable.
    open var lineDashPhase: CGFloat {
        get { CGFloat(state.shape.lineDashPhase) }
        set { change(.lineDashPhase, if: lineDashPhase != newValue) { $0.shape.lineDashPhase = Double(newValue) } }
    }

    /// The lengths of dashes and gaps, alternating; nil draws a solid line.
    open var lineDashPattern: [NSNumber]? {
        get { state.shape.lineDashPattern?.map { NSNumber(value: $0) } }
        set {
            let lengths = newValue?.map { $0.doubleValue }
            change(.lineDashPattern, if: state.shape.lineDashPattern != lengths) { $0.shape.lineDashPattern = lengths }
        }
    }

    package override class var classes: LayerClasses { super.classes.union(.shape) }
}

extension LayerAccessor {
    static let shape: [LayerAccessor] = [
        .path(.path, \CAShapeLayer.path),
        .color(.fillColor, \CAShapeLayer.fillColor),
        .name(.fillRule, \CAShapeLayer.fillRule),
        .color(.strokeColor, \CAShapeLayer.strokeColor),
        .number(.strokeStart, \CAShapeLayer.strokeStart),
        .number(.strokeEnd, \CAShapeLayer.strokeEnd),
        .number(.lineWidth, \CAShapeLayer.lineWidth),
        .number(.miterLimit, \CAShapeLayer.miterLimit),
        .name(.lineCap, \CAShapeLayer.lineCap),
        .name(.lineJoin, \CAShapeLayer.lineJoin),
        .number(.lineDashPhase, \CAShapeLayer.lineDashPhase),
        .numbers(.lineDashPattern, \CAShapeLayer.lineDashPattern),
    ]
}
