import CoreGraphics
import Foundation
import QuartzCore

/// States and the transitions between them.
extension BundleDocument {
    /// The values that the states of a bundle change, as described by the document.
    static func baseValues(of builder: LayerBuilder) -> [BaseValue] {
        struct Key: Hashable {
            let layer: ObjectIdentifier
            let key: String
        }
        var seen: Set<Key> = []
        var values: [BaseValue] = []
        for scope in builder.scopes {
            for value in scope.states.flatMap(\.values) {
                guard let layer = builder.layers[value.target] else { continue }
                let key = String(builder.keyPath(value.keyPath, of: layer).prefix { $0 != "." })
                guard seen.insert(Key(layer: ObjectIdentifier(layer), key: key)).inserted else { continue }
                values.append(BaseValue(layer: layer, key: key, value: layer.value(forKey: key)))
            }
        }
        return values
    }

    func apply(state name: String?) -> Bool {
        if let name, !states.contains(name) { return false }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        for index in parts.indices {
            let values = parts[index].builder.scopes.compactMap { scope in name.flatMap { scope.values(ofState: $0) } }
            guard name == nil || !values.isEmpty else { continue }
            for base in parts[index].base { base.layer.setValue(base.value, forKey: base.key) }
            for value in values.joined() {
                guard let layer = parts[index].builder.layers[value.target] else { continue }
                parts[index].builder.set(value.value, value.keyPath, of: layer, at: value.location)
            }
            take(warningsOf: index)
        }
        state = name
        return true
    }

    func transition(from: String, to: String, at time: CFTimeInterval?) -> Bool {
        guard states.contains(from), states.contains(to) else { return false }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        if state != from { _ = apply(state: from) }
        let changes = parts.indices.flatMap { self.changes(from: from, to: to, part: $0) }
        _ = apply(state: to)
        for change in changes { run(change, at: time) }
        return true
    }

    /// An animation started by a transition, with the value before it.
    private struct Change {
        let part: Int
        let layer: CALayer
        /// The document's animation; nil for the player's spring.
        let element: TransitionElement?
        let keyPath: String
        let oldValue: Any?
    }

    private func changes(from: String, to: String, part: Int) -> [Change] {
        var changes: [Change] = []
        for scope in parts[part].builder.scopes {
            guard scope.values(ofState: to) != nil else { continue }
            let transition = scope.transition(from: from, to: to)
            for element in transition?.elements ?? [] {
                guard let layer = parts[part].builder.layers[element.target] else { continue }
                let keyPath = element.animation.keyPath ?? element.key
                changes.append(
                    Change(
                        part: part, layer: layer, element: element, keyPath: keyPath,
                        oldValue: layer.value(forKeyPath: keyPath)))
            }
            changes += unnamed(in: scope, from: from, to: to, part: part, elements: transition?.elements ?? [])
        }
        return changes
    }

    /// The changes between two states that no element of a transition animates.
    private func unnamed(
        in scope: LayerDescription, from: String, to: String, part: Int, elements: [TransitionElement]
    ) -> [Change] {
        struct Target: Hashable { let target: String, keyPath: String }
        let named = Dictionary(grouping: elements, by: \.target).mapValues { elements in
            elements.map { $0.animation.keyPath ?? $0.key }
        }
        var seen: Set<Target> = []
        var changes: [Change] = []
        for value in (scope.values(ofState: from) ?? []) + (scope.values(ofState: to) ?? []) {
            guard seen.insert(Target(target: value.target, keyPath: value.keyPath)).inserted,
                let layer = parts[part].builder.layers[value.target],
                !(named[value.target] ?? []).contains(where: { Self.overlap($0, value.keyPath) })
            else { continue }
            let old = layer.value(forKeyPath: value.keyPath)
            changes.append(Change(part: part, layer: layer, element: nil, keyPath: value.keyPath, oldValue: old))
        }
        return changes
    }

    /// Whether two key paths are equal, or one is a part of the other.
    private static func overlap(_ a: String, _ b: String) -> Bool {
        a == b || a.hasPrefix(b + ".") || b.hasPrefix(a + ".")
    }

    private func run(_ change: Change, at time: CFTimeInterval?) {
        guard let element = change.element else { return runHostSpring(change, at: time) }
        var description = element.animation
        if description.keyPath == nil, description.className != "CAAnimationGroup" {
            description.properties.append(
                PropertyDescription(keyPath: "keyPath", value: .string(change.keyPath), location: description.location))
        }
        let made = parts[change.part].builder.animation(description)
        take(warningsOf: change.part)
        guard let animation = made else { return }
        if let basic = animation as? CABasicAnimation, basic.fromValue == nil, basic.toValue == nil,
            basic.byValue == nil
        {
            basic.fromValue = change.oldValue
            basic.toValue = change.layer.value(forKeyPath: change.keyPath)
        }
        if let time { animation.beginTime = Self.localTime(time, of: change.layer) + animation.beginTime }
        change.layer.add(animation, forKey: element.key)
    }

    private func runHostSpring(_ change: Change, at time: CFTimeInterval?) {
        let newValue = change.layer.value(forKeyPath: change.keyPath)
        guard Self.isBetween(change.oldValue, newValue) else { return }
        let spring = HostSpring.animation(keyPath: change.keyPath)
        (spring.fromValue, spring.toValue) = (change.oldValue, newValue)
        if let time { spring.beginTime = Self.localTime(time, of: change.layer) }
        change.layer.add(spring, forKey: "transition." + change.keyPath)
    }

    /// Whether two values differ and can be interpolated.
    private static func isBetween(_ old: Any?, _ new: Any?) -> Bool {
        switch (old, new) {
        case (let a as Bool, let b as Bool) where a == b: false
        case (let a as Double, let b as Double): a != b
        case (let a as CGPoint, let b as CGPoint): a != b
        case (let a as CGSize, let b as CGSize): a != b
        case (let a as CGRect, let b as CGRect): a != b
        case (let a as CATransform3D, let b as CATransform3D): !CATransform3DEqualToTransform(a, b)
        case (let a as CGColor, let b as CGColor): a != b
        default: false
        }
    }

    /// Converts a time of the top layer's parent to a layer's own time.
    private static func localTime(_ time: CFTimeInterval, of layer: CALayer) -> CFTimeInterval {
        let parent = layer.superlayer.map { localTime(time, of: $0) } ?? time
        return (parent - layer.beginTime) * Double(layer.speed) + layer.timeOffset
    }

    /// Copies the warnings of a bundle's builder, each once.
    func take(warningsOf index: Int) {
        for warning in parts[index].builder.warnings where !warnings.contains(warning) { warnings.append(warning) }
        parts[index].builder.warnings = []
    }
}

/// The spring with which the documents' player animates changes that the document does not animate.
///
/// *Source*: the recordings beside the wallpapers (Tests/Recordings/README.md). Simple_Minecraft_Chest and GitHub on
/// an iPhone follow this spring within 0.3 % of the distance, after the finger lets go.
enum HostSpring {
    /// A spring animation without values, which lasts until it has settled.
    static func animation(keyPath: String) -> CASpringAnimation {
        let spring = CASpringAnimation(keyPath: keyPath)
        (spring.mass, spring.stiffness, spring.damping) = (1, 60, 13)
        spring.duration = spring.settlingDuration
        spring.fillMode = .backwards
        return spring
    }
}
