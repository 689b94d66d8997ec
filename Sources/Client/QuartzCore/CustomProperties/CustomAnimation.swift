import CoreGraphics
import Foundation
import MicaWire

/// The part of an animation that animates custom properties, which only the client knows.
///
/// A value is treated as a property of its kind, so that the server's own arithmetic evaluates it.
struct CustomAnimation: NestedAnimation {
    /// The timing; for the outermost animation, the timing in the layer's list is used instead.
    var timing: TimingState
    var curve: TimingCurve?
    var content: Content

    /// The animated values.
    enum Content {
        /// A value under a key, or a component of it.
        case value(key: String, PropertyAnimation)
        /// The animations of a group.
        case group([CustomAnimation])
    }

    var members: [CustomAnimation]? {
        get { if case .group(let members) = content { members } else { nil } }
        set { if let newValue { content = .group(newValue) } }
    }

    /// The keys of all animated values.
    var keys: [String] {
        switch content {
        case .value(let key, _): [key]
        case .group(let list): list.flatMap { $0.keys }
        }
    }

    /// The value below the animations of a key; nil when the layer has no value of the kind.
    typealias Base = (_ key: String, _ kind: PropertyValue.Kind) -> PropertyValue?

    /// Writes the animated values at a time into a dictionary.
    func apply(to values: inout [String: PropertyValue], at basic: BasicTime?, base: Base) {
        guard let time = basic else { return }
        switch content {
        case .value(let key, let animation):
            let (part, kind) = (animation.target.part, LayerPropertyTable.row(animation.target.property).kind)
            let whole = values[key] ?? base(key, kind) ?? .none
            let under = part.value(in: whole)
            guard let value = animation.value(over: under, at: time, timing: timing, curve: curve) else { return }
            values[key] = part == .whole ? value : part.setting(value, in: whole) ?? whole
        case .group(let list):
            let eased = curve.map { $0.value(at: time.progress) * timing.duration } ?? time.seconds
            let seconds = timing.duration.isFinite ? eased : time.seconds
            for child in list {
                let inner = child.timing.basicTime(atParentTime: seconds, endIncluded: seconds >= timing.duration)
                child.apply(to: &values, at: inner, base: base)
            }
        }
    }
}

extension CAAnimation {
    /// The animation as a value for the server. Values for which the layer's class has no property stay with the
    /// client. An animation without a known key path, or with values of the wrong type, runs without effect.
    func serverState(for layer: CALayer) -> AnimationState {
        func state(_ content: AnimationState.Content) -> AnimationState {
            AnimationState(
                timing: timing, curve: timingFunction?.curve, removedOnCompletion: isRemovedOnCompletion,
                content: content)
        }
        if let group = self as? CAAnimationGroup {
            return state(.group((group.animations ?? []).map { $0.serverState(for: layer) }))
        }
        if let single = self as? CAPropertyAnimation, single.customKey(of: layer) != nil { return state(.group([])) }
        return animationState() ?? state(.group([]))
    }

    /// The part of the animation that animates custom properties; nil when there is none.
    func customAnimation(for layer: CALayer) -> CustomAnimation? {
        if let group = self as? CAAnimationGroup {
            let inner = (group.animations ?? []).compactMap { $0.customAnimation(for: layer) }
            if inner.isEmpty { return nil }
            return CustomAnimation(timing: timing, curve: timingFunction?.curve, content: .group(inner))
        }
        guard let single = self as? CAPropertyAnimation, let key = single.customKey(of: layer),
            let animation = single.customContent(key, of: layer)
        else { return nil }
        return CustomAnimation(
            timing: timing, curve: timingFunction?.curve, content: .value(key: key, animation))
    }

    /// The keys of the animated properties, also those of animations in a group.
    var animatedKeys: [String] {
        if let group = self as? CAAnimationGroup { return (group.animations ?? []).flatMap { $0.animatedKeys } }
        guard let path = (self as? CAPropertyAnimation)?.keyPath else { return [] }
        return [path.utf8.firstIndex(of: UInt8(ascii: ".")).map { String(path[..<$0]) } ?? path]
    }
}

extension CAPropertyAnimation {
    /// The key of the animated value when it is no property that the server knows for the layer; nil otherwise.
    func customKey(of layer: CALayer) -> String? {
        guard let keyPath else { return nil }
        let rest = keyPath.drop { $0 == "." }
        guard !rest.isEmpty else { return nil }
        let key = String(rest.utf8.firstIndex(of: UInt8(ascii: ".")).map { rest[..<$0] } ?? rest)
        return layer.row(forKey: key) == nil ? key : nil
    }

    /// The animation of a custom property; nil when values of its type cannot be animated.
    func customContent(_ key: String, of layer: CALayer) -> PropertyAnimation? {
        let path = keyPath ?? key
        guard let part = PropertyTarget.Part(rawValue: String(path.dropFirst(key.count).drop { $0 == "." })),
            let stand = part == .whole
                ? sampleStandIn ?? PropertyValue.standIn(for: layer.value(forKey: key))
                : PropertyValue.standIn(for: layer.value(forKey: key)),
            part.kind(in: LayerPropertyTable.row(stand).kind) != nil
        else { return nil }
        let target = PropertyTarget(stand, part)
        let function = target.kind == .transform ? valueFunction?.function : nil
        guard let values = animatedValues(of: PropertyAnimation.valueKind(of: target, function)) else { return nil }
        return PropertyAnimation(
            target: target, isAdditive: isAdditive, isCumulative: isCumulative, function: function, values: values)
    }

    /// A stand-in for the type of the animation's own values, used when the layer has no value.
    private var sampleStandIn: PropertyID? {
        let samples: [Any?] =
            switch self {
            case let basic as CABasicAnimation: [basic.fromValue, basic.toValue, basic.byValue]
            case let frames as CAKeyframeAnimation: [frames.values?.first]
            default: []
            }
        return samples.lazy.compactMap { PropertyValue.standIn(for: $0) }.first
    }
}

extension PropertyValue {
    /// A property with the kind of an object, whose interpolation then applies; nil for objects of another kind.
    fileprivate static func standIn(for object: Any?) -> PropertyID? {
        let candidates: [PropertyID] = [
            .opacity, .backgroundColor, .path, .bounds, .position, .shadowOffset, .transform, .colors, .locations,
        ]
        guard let object, !(object is String) else { return nil }
        return candidates.first { property in
            guard let value = PropertyValue(object: object, kind: LayerPropertyTable.row(property).kind) else {
                return false
            }
            return value != .none
        }
    }
}

extension CALayer {
    /// The values of custom keys with animations applied, at a media time. Animations that wait for their commit count
    /// as at their start.
    func evaluatedCustomValues(at time: Double, includesUncommitted: Bool) -> [String: PropertyValue] {
        var values: [String: PropertyValue] = [:]
        let local = localTime(at: time)
        for animation in animations where animation.isResolved || includesUncommitted {
            guard var custom = animation.custom else { continue }
            custom.timing = animation.state.timing
            if !animation.isResolved { custom.timing.beginTime = local }
            let basic = custom.timing.basicTime(
                atParentTime: local, removedOnCompletion: animation.state.removedOnCompletion)
            custom.apply(to: &values, at: basic) { PropertyValue(object: value(forKey: $0), kind: $1) }
        }
        return values
    }
}
