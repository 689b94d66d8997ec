import CoreGraphics
import Foundation
import MicaAnimation
import MicaWire

/// An animation of one property of a layer, or of a part of one.
///
/// *Source*: Apple, CAAnimation.h.
open class CAPropertyAnimation: CAAnimation {
    /// What is animated, such as `opacity` or `transform.rotation.z`.
    open var keyPath: String?

    /// Whether its value is added to the value under it.
    open var isAdditive = false

    /// Whether each repeat goes on from where the one before ended.
    open var isCumulative = false

    /// Makes a transform of the animated values, which are then numbers; for key paths of whole transforms.
    open var valueFunction: CAValueFunction?

    /// Makes an animation of no property.
    public override init() { super.init() }

    /// Makes an animation of a property.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    /// Reads an animation from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    package override class var rows: [AnimationRow] {
        super.rows + [
            .object("keyPath", { (a: CAPropertyAnimation) in a.keyPath }, { $0.keyPath = $1 }),
            .flag("additive", false, { (a: CAPropertyAnimation) in a.isAdditive }, { $0.isAdditive = $1 }),
            .flag("cumulative", false, { (a: CAPropertyAnimation) in a.isCumulative }, { $0.isCumulative = $1 }),
            .object("valueFunction", { (a: CAPropertyAnimation) in a.valueFunction }, { $0.valueFunction = $1 }),
        ]
    }

    /// Adds a copy to the layer that the event is of, under the event's key, which is its key path if it has none.
    ///
    /// *Source*: Apple, CAAction: "an animation object run as an action animates the key that triggered it"; Apple's
    /// `actions` are commonly animations without a key path.
    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard keyPath == nil, let copy = copy() as? CAPropertyAnimation else {
            return super.run(forKey: event, object: anObject, arguments: dict)
        }
        copy.keyPath = event
        (anObject as? CALayer)?.add(copy, forKey: event)
    }

    /// How many pixels a point has, where the value is to be at whole pixels at every time; 0, the default, lets it lie between.
    package final var pixelsPerPoint: Double {
        get { (value(forKey: Self.pixelsKey) as? NSNumber)?.doubleValue ?? 0 }
        set { setValue(NSNumber(value: newValue), forKey: Self.pixelsKey) }
    }
    private static let pixelsKey = "org.mica.pixelsPerPoint"

    /// What is animated; nil when no layer has that key path.
    package var target: PropertyTarget? { keyPath.flatMap { PropertyTarget(keyPath: $0) } }

    /// The values over time, of a kind.
    package func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? { nil }

    package override func animationContent() -> AnimationState.Content? {
        let function = valueFunction?.function
        guard let target, let values = animatedValues(of: PropertyAnimation.valueKind(of: target, function)) else {
            return nil
        }
        let isTransform = target.kind == .transform
        let pixels = pixelsPerPoint
        return .property(
            PropertyAnimation(
                target: target, isAdditive: isAdditive, isCumulative: isCumulative,
                function: isTransform ? function : nil,
                pixelsPerPoint: !isTransform && pixels > 0 && pixels.isFinite ? pixels : nil, values: values))
    }

    /// The values that are there, as those of the animated kind, nil for each that is not; nil when one is of a type that
    /// the property cannot have: such an animation has no effect.
    package func values(_ objects: [Any?], _ kind: PropertyValue.Kind) -> [PropertyValue?]? {
        var result: [PropertyValue?] = []
        for object in objects {
            guard let object else {
                result.append(nil)
                continue
            }
            guard let value = PropertyValue(object: object, kind: kind) else { return nil }
            result.append(value)
        }
        return result
    }
}

/// An animation from one value to another.
///
/// Of `fromValue`, `toValue` and `byValue` at most two are set; what is missing is the value under the animation.
open class CABasicAnimation: CAPropertyAnimation {
    /// The value at the start.
    open var fromValue: Any?
    /// The value at the end.
    open var toValue: Any?
    /// The difference between the two.
    open var byValue: Any?

    package override class var rows: [AnimationRow] {
        super.rows + [
            .object("fromValue", { (a: CABasicAnimation) in a.fromValue }, { $0.fromValue = $1 }),
            .object("toValue", { (a: CABasicAnimation) in a.toValue }, { $0.toValue = $1 }),
            .object("byValue", { (a: CABasicAnimation) in a.byValue }, { $0.byValue = $1 }),
        ]
    }

    /// Adds the animation to the layer that the event is of; one without any value begins at the value before the change, which
    /// `arguments` has under `CABasicAnimation.valueBefore`.
    ///
    /// *Source*: Apple, CABasicAnimation: "all properties are nil: interpolates between the previous value of keyPath in the
    /// target layer's presentation layer and the current value".
    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard fromValue == nil, toValue == nil, byValue == nil, let before = dict?[Self.valueBefore],
            let copy = copy() as? CABasicAnimation
        else { return super.run(forKey: event, object: anObject, arguments: dict) }
        copy.fromValue = before
        copy.run(forKey: event, object: anObject, arguments: nil)
    }

    /// The key of the value that a layer showed before a change, among an action's arguments.
    static let valueBefore = "org.mica.valueBefore"

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        guard let list = values([fromValue, toValue, byValue], kind) else { return nil }
        return .basic(from: list[0], to: list[1], by: list[2])
    }
}

/// Animations that run together in a time of their own.
///
/// What lies beyond the group's duration is cut off. Delegates and `isRemovedOnCompletion` of those inside do not count.
open class CAAnimationGroup: CAAnimation {
    /// The animations inside, in the order in which they apply.
    open var animations: [CAAnimation]?

    package override class var rows: [AnimationRow] {
        super.rows + [
            .any("animations", { (a: CAAnimationGroup) in a.animations }) { animation, value in
                guard let list = value as? [CAAnimation]? else { return false }
                animation.animations = list
                return true
            }
        ]
    }

    package override func animationContent() -> AnimationState.Content? {
        .group((animations ?? []).compactMap { $0.animationState() })
    }
}
