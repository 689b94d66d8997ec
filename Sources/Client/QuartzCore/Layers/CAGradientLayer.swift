import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

/// A layer that fills its bounds, with their rounded corners, with a gradient.
///
/// The gradient lies over the background colour and behind the contents. Colours are interpolated without premultiplied
/// alpha. *Source*: Apple, CAGradientLayer.h.
open class CAGradientLayer: CALayer {
    /// The name of a type unknown to Apple; nil when the type is known.
    private var unknownType: String?

    /// Makes a layer without colours.
    public override init() { super.init() }

    /// Makes a copy, for presentation; override it to copy properties that a subclass adds.
    public override init(layer: Any) {
        super.init(layer: layer)
        unknownType = (layer as? CAGradientLayer)?.unknownType
    }

    /// Reads a layer from an archive; nil when it is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    /// The colours, each a CGColor; nil draws nothing. A list with other objects is stored and draws nothing.
    /// Animatable.
    open var colors: [Any]? {
        get { storedValue("colors") as? [Any] ?? state.gradient.colors?.map { CGColor(value: $0) } }
        set {
            let known = newValue?.compactMap { ($0 as? CGColor)?.value }
            let isUnread = known?.count != newValue?.count
            keep(isUnread ? newValue : nil, "colors")
            let values = isUnread ? nil : known
            if values?.count == 1 {
                Notices.say("a gradient layer of one colour draws nothing: give it two, or set backgroundColor")
            }
            change(.colors, if: state.gradient.colors != values) { $0.gradient.colors = values }
        }
    }

    /// The position of each colour, 0...1 and ascending; nil spaces them evenly. Nothing is drawn unless there are as
    /// many positions as colours. Animatable.
    open var locations: [NSNumber]? {
        get { state.gradient.locations?.map { NSNumber(value: $0) } }
        set {
            let values = newValue?.map { $0.doubleValue }
            change(.locations, if: state.gradient.locations != values) { $0.gradient.locations = values }
        }
    }

    /// The position of the first colour, in unit coordinates of the bounds; for a radial or conic gradient, its centre.
    /// Animatable.
    open var startPoint: CGPoint {
        get { state.gradient.startPoint }
        set {
            change(.startPoint, if: startPoint != newValue) { $0.changeGradient { $0.startPoint = newValue } }
        }
    }

    /// The position of the last colour, in unit coordinates of the bounds. For a radial gradient, it is the corner of
    /// the box around a quarter of the ellipse; for a conic one, a point in the direction of the first colour.
    /// Animatable.
    open var endPoint: CGPoint {
        get { state.gradient.endPoint }
        set { change(.endPoint, if: endPoint != newValue) { $0.changeGradient { $0.endPoint = newValue } } }
    }

    /// The kind of gradient. A type unknown to Apple is stored, and drawn as `axial`.
    open var type: CAGradientLayerType {
        get { CAGradientLayerType(rawValue: unknownType ?? state.gradient.kind.rawValue) }
        set {
            let known = GradientState.Kind(rawValue: newValue.rawValue)
            unknownType = known == nil ? newValue.rawValue : nil
            let kind = known ?? .axial
            change(.gradientType, if: state.gradient.kind != kind) { $0.gradient.kind = kind }
        }
    }

    package override class var classes: LayerClasses { super.classes.union(.gradient) }
}

extension LayerAccessor {
    static let gradient: [LayerAccessor] = [
        .objects(.colors, \CAGradientLayer.colors, .colors),
        .numbers(.locations, \CAGradientLayer.locations),
        .point(.startPoint, \CAGradientLayer.startPoint),
        .point(.endPoint, \CAGradientLayer.endPoint),
        .name(.gradientType, \CAGradientLayer.type),
    ]
}
