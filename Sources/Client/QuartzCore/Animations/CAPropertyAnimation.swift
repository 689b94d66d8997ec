import CoreGraphics
import Foundation
import MicaWire

/// An animation of one property of a layer, or of a part of one.
///
/// *Source*: Apple, CAAnimation.h.
open class CAPropertyAnimation: CAAnimation {
    /// The key path of the animated property, such as `opacity` or `transform.rotation.z`.
    open var keyPath: String?

    /// Whether the animation's value is added to the value below it.
    open var isAdditive = false

    /// Whether each repeat continues from the end of the previous one.
    open var isCumulative = false

    /// Makes transforms of the animated values, which then are numbers. For key paths of whole transforms.
    open var valueFunction: CAValueFunction?

    /// Makes an animation without a key path; the event that it runs for gives it one.
    public override init() { super.init() }

    /// Makes an animation of the property at a key path.
    public convenience init(keyPath path: String?) {
        self.init()
        keyPath = path
    }

    /// Reads an animation from an archive; nil when the archive is damaged.
    public required init?(coder: NSCoder) { super.init(coder: coder) }

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CAAnimation.rows + [
            .object("keyPath", { (a: CAPropertyAnimation) in a.keyPath }, { $0.keyPath = $1 }),
            .flag("additive", false, { (a: CAPropertyAnimation) in a.isAdditive }, { $0.isAdditive = $1 }),
            .flag("cumulative", false, { (a: CAPropertyAnimation) in a.isCumulative }, { $0.isCumulative = $1 }),
            .object("valueFunction", { (a: CAPropertyAnimation) in a.valueFunction }, { $0.valueFunction = $1 }),
        ]

    /// Adds a copy to the layer of the event, under the event's key. If the animation has no key path, the event's key
    /// becomes its key path.
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

    /// Pixels per point, for a value that is rounded to whole pixels at every time; 0, the default, does not round.
    package final var pixelsPerPoint: Double {
        get { hasCustomValues ? (value(forKey: Self.pixelsKey) as? NSNumber)?.doubleValue ?? 0 : 0 }
        set { setValue(NSNumber(value: newValue), forKey: Self.pixelsKey) }
    }
    private static let pixelsKey = "org.mica.pixelsPerPoint"

    /// The animated property; nil when no layer has that key path.
    package var target: PropertyTarget? { keyPath.flatMap { PropertyTarget(keyPath: $0) } }

    /// The values over time, as values of one kind; nil when they have another type.
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

    /// The values as values of the animated kind, nil for each missing one. The whole list is nil when a value has a
    /// type that the property cannot have: such an animation has no effect.
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
/// At most two of `fromValue`, `toValue` and `byValue` are set. A missing end is the value under the
/// animation: the layer's own, or what animations before it in the list leave.
open class CABasicAnimation: CAPropertyAnimation {
    /// The value at the start.
    open var fromValue: Any?
    /// The value at the end.
    open var toValue: Any?
    /// The difference between the two values.
    open var byValue: Any?

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CAPropertyAnimation.rows + [
            .object("fromValue", { (a: CABasicAnimation) in a.fromValue }, { $0.fromValue = $1 }),
            .object("toValue", { (a: CABasicAnimation) in a.toValue }, { $0.toValue = $1 }),
            .object("byValue", { (a: CABasicAnimation) in a.byValue }, { $0.byValue = $1 }),
        ]

    /// Adds the animation to the layer of the event. An animation without any value starts at the value before the
    /// change, which `arguments` holds under `CABasicAnimation.valueBefore`.
    ///
    /// *Source*: Apple, CABasicAnimation: "all properties are nil: interpolates between the previous value of keyPath
    /// in the target layer's presentation layer and the current value".
    open override func run(forKey event: String, object anObject: Any, arguments dict: [AnyHashable: Any]?) {
        guard fromValue == nil, toValue == nil, byValue == nil, let before = dict?[Self.valueBefore],
            let copy = copy() as? CABasicAnimation
        else { return super.run(forKey: event, object: anObject, arguments: dict) }
        copy.fromValue = before
        copy.run(forKey: event, object: anObject, arguments: nil)
    }

    /// The key, among an action's arguments, of the value that a layer showed before a change.
    static let valueBefore = "org.mica.valueBefore"

    package override func animatedValues(of kind: PropertyValue.Kind) -> PropertyAnimation.Values? {
        guard let list = values([fromValue, toValue, byValue], kind) else { return nil }
        return .basic(from: list[0], to: list[1], by: list[2])
    }
}

/// Animations that run together, in a time of their own.
///
/// The group's duration cuts off longer animations inside. Their delegates and `isRemovedOnCompletion` have no effect.
open class CAAnimationGroup: CAAnimation {
    /// The animations inside, in the order in which they apply.
    open var animations: [CAAnimation]?

    package override class var rows: [AnimationRow] { unsafe allRows }

    // Safe because: the list is made once, and its closures capture nothing.
    private nonisolated(unsafe) static let allRows: [AnimationRow] =
        CAAnimation.rows + [
            .any("animations", { (a: CAAnimationGroup) in a.animations }) { animation, value in
                guard let list = value as? [CAAnimation]? else { return false }
                animation.animations = list
                return true
            }
        ]

    /// Releases groups in groups one after the other: the stack would not hold as many calls as there may be groups.
    deinit {
        guard var rest = animations, rest.contains(where: { $0 is CAAnimationGroup }) else { return }
        animations = nil
        while var last = rest.popLast() {
            guard isKnownUniquelyReferenced(&last), let group = last as? CAAnimationGroup else { continue }
            rest += group.animations ?? []
            group.animations = nil
        }
    }

    package override func animationContent() -> AnimationState.Content? {
        .group((animations ?? []).compactMap { $0.animationState() })
    }
}
