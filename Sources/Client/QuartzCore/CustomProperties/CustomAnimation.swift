import CoreGraphics
import Foundation
import MicaAnimation
import MicaWire

/// The part of an animation that is of values which only the client knows.
///
/// A value stands in place of a property of its kind, so that the server's own arithmetic evaluates it.
struct CustomAnimation {
    /// When it runs; of the outermost, what the layer's list says counts.
    var timing: TimingState
    var curve: TimingCurve?
    var content: Content

    /// What it animates.
    enum Content {
        /// The value under a key, or a part of it.
        case value(key: String, PropertyAnimation)
        /// Those inside a group.
        case group([CustomAnimation])
    }

    /// The keys of all values that it animates.
    var keys: [String] {
        switch content {
        case .value(let key, _): [key]
        case .group(let list): list.flatMap { $0.keys }
        }
    }

    /// The same, with the duration of each group given to the animations in it that have none, as
    /// `AnimationState.inheritingDurations` does it.
    func inheritingDurations() -> CustomAnimation {
        guard case .group(let children) = content else { return self }
        var result = self
        result.content = .group(
            children.map { child in
                var child = child
                if child.timing.duration == 0 { child.timing.duration = timing.duration }
                return child.inheritingDurations()
            })
        return result
    }

    /// The value of a kind that is under the animations of a key; nil when the layer has none of the kind.
    typealias Base = (_ key: String, _ kind: PropertyValue.Kind) -> PropertyValue?

    /// Puts the values at a time into a dictionary.
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
    /// The animation as a value that crosses to the server, for a layer; what the layer's class has no property for stays
    /// with the client. One without a key path that layers have, or with values of another type, runs without effect.
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

    /// The part of the animation that is of values which only the client knows; nil when there is none.
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

    /// The keys of the properties that it animates, those inside a group too.
    var animatedKeys: [String] {
        if let group = self as? CAAnimationGroup { return (group.animations ?? []).flatMap { $0.animatedKeys } }
        guard let path = (self as? CAPropertyAnimation)?.keyPath else { return [] }
        return [String(path.prefix { $0 != "." })]
    }
}

extension CAPropertyAnimation {
    /// The key of what is animated, when it is no property that the server knows of the layer; nil otherwise.
    func customKey(of layer: CALayer) -> String? {
        guard let keyPath, let key = keyPath.split(separator: ".").first.map({ String($0) }) else { return nil }
        return layer.row(forKey: key) == nil ? key : nil
    }

    /// The animation of a value that only the client knows; nil when such values do not animate.
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

    /// What stands for the animation's own values, where the layer has none.
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
    /// The property whose kind an object has, and whose interpolation its kind has; nil for objects of no such kind.
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
    /// The values of custom keys that animations change, at a media time; those of animations that have not begun
    /// because they were not committed yet, as at their beginning.
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
