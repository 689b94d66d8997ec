import Foundation
import QuartzCore

/// States and the transitions between them.
extension Document {
    /// What the states of a bundle change, with the values that were described.
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
                let key = String(value.keyPath.prefix { $0 != "." })
                guard seen.insert(Key(layer: ObjectIdentifier(layer), key: key)).inserted else { continue }
                values.append(BaseValue(layer: layer, key: key, value: layer.value(forKey: key)))
            }
        }
        return values
    }

    /// Puts the layers into a state, without animation; nil puts them back to how they were described.
    ///
    /// A value that the state does not set is as it was described, whatever state was before. Of a wallpaper, each bundle
    /// that has the state enters it.
    ///
    /// *Returns*: whether any bundle has the state.
    @discardableResult
    package func apply(state name: String?) -> Bool {
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
                parts[index].builder.set(value.value, value.keyPath, of: layer, at: value.place)
            }
            take(warningsOf: index)
        }
        state = name
        return true
    }

    /// Goes from one state to another with the document's animations for that, which begin at a time; the layers then have
    /// the values of the new state.
    ///
    /// What the document animates shows the old state until then; what it does not animate changes at once, as in the
    /// documents' own player, so call this at the time (or commit it then).
    ///
    /// - Parameter time: when the animations begin, in the time of the root layer's superlayer, seconds; nil is when the
    ///   change is committed.
    ///
    /// *Returns*: whether both states exist.
    @discardableResult
    package func transition(from: String, to: String, at time: CFTimeInterval? = nil) -> Bool {
        guard states.contains(from), states.contains(to) else { return false }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        if state != from { apply(state: from) }
        let changes = parts.indices.flatMap { self.changes(from: from, to: to, part: $0) }
        apply(state: to)
        for change in changes { run(change, at: time) }
        return true
    }

    /// An animation that a transition starts, with the value before it.
    private struct Change {
        let part: Int
        let layer: CALayer
        let element: TransitionElement
        let keyPath: String
        let oldValue: Any?
    }

    private func changes(from: String, to: String, part: Int) -> [Change] {
        var changes: [Change] = []
        for scope in parts[part].builder.scopes {
            guard scope.values(ofState: to) != nil, let transition = scope.transition(from: from, to: to) else {
                continue
            }
            for element in transition.elements {
                guard let layer = parts[part].builder.layers[element.target] else { continue }
                let keyPath = element.animation.keyPath ?? element.key
                changes.append(
                    Change(
                        part: part, layer: layer, element: element, keyPath: keyPath,
                        oldValue: layer.value(forKeyPath: keyPath)))
            }
        }
        return changes
    }

    private func run(_ change: Change, at time: CFTimeInterval?) {
        var description = change.element.animation
        if description.keyPath == nil, description.className != "CAAnimationGroup" {
            description.properties.append(
                PropertyDescription(keyPath: "keyPath", value: .string(change.keyPath), place: description.place))
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
        change.layer.add(animation, forKey: change.element.key)
    }

    /// A time of the top layer's parent in a layer's own time.
    private static func localTime(_ time: CFTimeInterval, of layer: CALayer) -> CFTimeInterval {
        let parent = layer.superlayer.map { localTime(time, of: $0) } ?? time
        return (parent - layer.beginTime) * Double(layer.speed) + layer.timeOffset
    }

    private func take(warningsOf index: Int) {
        for warning in parts[index].builder.warnings where !warnings.contains(warning) { warnings.append(warning) }
        parts[index].builder.warnings = []
    }
}
