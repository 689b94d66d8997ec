import CoreGraphics
import Foundation
import MicaWire

/// A layer that draws a path, filled and stroked, at the resolution of the surface.
///
/// The shape is drawn in front of the contents and behind the sublayers, also where it leaves the bounds.
/// *Units*: points of the layer's own space. *Source*: Apple, CAShapeLayer.h.
open class CAShapeLayer: CALayer {
    /// The path; nil draws nothing. A path that is changed later is not followed. Animatable, though not by itself.
    open var path: CGPath? {
        get { state.shape.path.map { CGPath(path: $0) } }
        set {
            let path = newValue?.path
            change(.path, if: state.shape.path != path) { $0.shape.path = path }
        }
    }

    /// The colour inside the path; nil fills nothing. Opaque black at first. Animatable.
    open var fillColor: CGColor? {
        get { state.shape.fillColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.fillColor, if: state.shape.fillColor != value) { $0.shape.fillColor = value }
        }
    }

    /// What counts as inside; a rule that Apple does not know counts as `nonZero`.
    open var fillRule: CAShapeLayerFillRule {
        get { CAShapeLayerFillRule(rawValue: state.shape.fillRule.rawValue) }
        set {
            let rule = ShapeState.FillRule(rawValue: newValue.rawValue) ?? .nonZero
            change(.fillRule, if: state.shape.fillRule != rule) { $0.shape.fillRule = rule }
        }
    }

    /// The colour of the line; nil draws none. Animatable.
    open var strokeColor: CGColor? {
        get { state.shape.strokeColor.map { CGColor(value: $0) } }
        set {
            let value = newValue?.value
            change(.strokeColor, if: state.shape.strokeColor != value) { $0.shape.strokeColor = value }
        }
    }

    /// Where the line begins, as a part of the length of the whole path, 0...1. Animatable.
    open var strokeStart: CGFloat {
        get { CGFloat(state.shape.strokeStart) }
        set { change(.strokeStart, if: strokeStart != newValue) { $0.shape.strokeStart = Double(newValue) } }
    }

    /// Where the line ends, as a part of the length of the whole path, 0...1. Animatable.
    open var strokeEnd: CGFloat {
        get { CGFloat(state.shape.strokeEnd) }
        set { change(.strokeEnd, if: strokeEnd != newValue) { $0.shape.strokeEnd = Double(newValue) } }
    }

    /// The line's width. Animatable.
    open var lineWidth: CGFloat {
        get { CGFloat(state.shape.lineWidth) }
        set { change(.lineWidth, if: lineWidth != newValue) { $0.shape.lineWidth = Double(newValue) } }
    }

    /// How far a mitre may reach, in line widths, before it becomes a bevel. Animatable.
    open var miterLimit: CGFloat {
        get { CGFloat(state.shape.miterLimit) }
        set { change(.miterLimit, if: miterLimit != newValue) { $0.shape.miterLimit = Double(newValue) } }
    }

    /// How lines end; a cap that Apple does not know counts as `butt`.
    open var lineCap: CAShapeLayerLineCap {
        get { CAShapeLayerLineCap(rawValue: state.shape.lineCap.rawValue) }
        set {
            let cap = ShapeState.LineCap(rawValue: newValue.rawValue) ?? .butt
            change(.lineCap, if: state.shape.lineCap != cap) { $0.shape.lineCap = cap }
        }
    }

    /// How lines turn; a join that Apple does not know counts as `miter`.
    open var lineJoin: CAShapeLayerLineJoin {
        get { CAShapeLayerLineJoin(rawValue: state.shape.lineJoin.rawValue) }
        set {
            let join = ShapeState.LineJoin(rawValue: newValue.rawValue) ?? .miter
            change(.lineJoin, if: state.shape.lineJoin != join) { $0.shape.lineJoin = join }
        }
    }

    /// How far into the dashes the line begins. Animatable.
    open var lineDashPhase: CGFloat {
        get { CGFloat(state.shape.lineDashPhase) }
        set { change(.lineDashPhase, if: lineDashPhase != newValue) { $0.shape.lineDashPhase = Double(newValue) } }
    }

    /// The lengths of dashes and gaps in turn; nil draws a whole line.
    open var lineDashPattern: [NSNumber]? {
        get { state.shape.lineDashPattern?.map { NSNumber(value: $0) } }
        set {
            let lengths = newValue?.map { $0.doubleValue }
            change(.lineDashPattern, if: state.shape.lineDashPattern != lengths) { $0.shape.lineDashPattern = lengths }
        }
    }

    package override class var classes: LayerClasses { super.classes.union(.shape) }

    package override func readOwn(_ property: PropertyID) -> PropertyValue {
        switch property {
        case .path: path.map { .path($0.path) } ?? .none
        case .fillColor: fillColor.map { .color($0.value) } ?? .none
        case .fillRule: .string(fillRule.rawValue)
        case .strokeColor: strokeColor.map { .color($0.value) } ?? .none
        case .strokeStart: .number(Double(strokeStart))
        case .strokeEnd: .number(Double(strokeEnd))
        case .lineWidth: .number(Double(lineWidth))
        case .miterLimit: .number(Double(miterLimit))
        case .lineCap: .string(lineCap.rawValue)
        case .lineJoin: .string(lineJoin.rawValue)
        case .lineDashPhase: .number(Double(lineDashPhase))
        case .lineDashPattern: lineDashPattern.map { .numbers($0.map { $0.doubleValue }) } ?? .none
        default: super.readOwn(property)
        }
    }

    package override func writeOwn(_ property: PropertyID, _ value: PropertyValue) -> Bool {
        switch (property, value) {
        case (.path, .path(let v)): path = CGPath(path: v)
        case (.path, .none): path = nil
        case (.fillColor, .color(let v)): fillColor = CGColor(value: v)
        case (.fillColor, .none): fillColor = nil
        case (.fillRule, .string(let v)): fillRule = CAShapeLayerFillRule(rawValue: v)
        case (.strokeColor, .color(let v)): strokeColor = CGColor(value: v)
        case (.strokeColor, .none): strokeColor = nil
        case (.strokeStart, .number(let v)): strokeStart = CGFloat(v)
        case (.strokeEnd, .number(let v)): strokeEnd = CGFloat(v)
        case (.lineWidth, .number(let v)): lineWidth = CGFloat(v)
        case (.miterLimit, .number(let v)): miterLimit = CGFloat(v)
        case (.lineCap, .string(let v)): lineCap = CAShapeLayerLineCap(rawValue: v)
        case (.lineJoin, .string(let v)): lineJoin = CAShapeLayerLineJoin(rawValue: v)
        case (.lineDashPhase, .number(let v)): lineDashPhase = CGFloat(v)
        case (.lineDashPattern, .numbers(let v)): lineDashPattern = v.map { NSNumber(value: $0) }
        case (.lineDashPattern, .none): lineDashPattern = nil
        default: return super.writeOwn(property, value)
        }
        return true
    }
}
