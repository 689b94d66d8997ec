/// Animations, states and transitions.
extension CAMLReader {
    /// Reads an animation; nil, with a warning, when its class is unknown.
    ///
    /// Documents write `<animation type="CABasicAnimation">`, `<CABasicAnimation>` or
    /// `<spin type="CABasicAnimation">`; in a dictionary of animations, the element's name is the key.
    mutating func animation(_ element: MarkupElement, isKeyed: Bool) throws(DocumentError) -> AnimationDescription? {
        let element = try resolved(element)
        try enter(element)
        defer { leave() }
        let className = element.attribute("type") ?? element.name
        guard Vocabulary.animationClasses.contains(className) else {
            warn(element, "\(shortened(className)) is no animation that is known, and is left out")
            return nil
        }
        var animation = AnimationDescription(className: className, location: element.location)
        for attribute in element.attributes {
            switch attribute.name {
            case "type", "id", "object", "key", "delegate": continue
            default: break
            }
            guard let kind = Vocabulary.animationKind(attribute.name) else {
                warn(
                    attribute.location,
                    "the attribute \"\(attribute.name)\" of \(className) is not known and has no effect"
                        + hint(attribute.name, among: Vocabulary.animationKinds.keys.sorted()))
                continue
            }
            guard let value = ValueParser.parse(attribute.value, as: kind) else {
                warn(attribute.location, "\"\(shortened(attribute.value))\" is no value for \"\(attribute.name)\"")
                continue
            }
            animation.properties.append(
                PropertyDescription(keyPath: attribute.name, value: value, location: attribute.location))
        }
        for child in element.children {
            switch child.name {
            case "animations":
                for inner in child.children {
                    if let inner = try self.animation(inner, isKeyed: false) { animation.animations.append(inner) }
                }
            case "delegate":
                continue
            default:
                guard let kind = Vocabulary.animationKind(child.name) else {
                    warn(child, "<\(child.name)> in \(className) is not known and has no effect")
                    continue
                }
                if let value = try value(child, kind: kind) {
                    animation.properties.append(
                        PropertyDescription(keyPath: child.name, value: value, location: child.location))
                }
            }
        }
        if isKeyed {
            let name = element.name == "animation" || element.name == className ? nil : element.name
            animation.key = element.attribute("key") ?? name ?? animation.keyPath
        }
        return animation
    }

    mutating func state(_ element: MarkupElement) throws(DocumentError) -> StateDescription? {
        try visit(element)
        guard ["LKState", "CAState"].contains(element.name), let name = element.attribute("name") else {
            warn(element, "<\(element.name)> is no state with a name, and is left out")
            return nil
        }
        var state = StateDescription(name: name, basedOn: element.attribute("basedOn"), location: element.location)
        warnUnknown(element, known: ["name", "basedOn", "id"])
        for child in element.children where child.name == "elements" {
            for setter in child.children {
                if let value = try stateValue(setter) { state.values.append(value) }
            }
        }
        return state
    }

    private mutating func stateValue(_ element: MarkupElement) throws(DocumentError) -> StateValue? {
        let element = try resolved(element)
        guard ["LKStateSetValue", "CAStateSetValue"].contains(element.name) else {
            warn(element, "<\(element.name)> in a state is not known and has no effect")
            return nil
        }
        guard let target = element.attribute("targetId"), let keyPath = element.attribute("keyPath") else {
            warn(element, "<\(element.name)> lacks a targetId or a keyPath")
            return nil
        }
        warnUnknown(element, known: ["targetId", "keyPath", "id", "object"])
        guard let kind = Vocabulary.layerKind(keyPath) else {
            let isIdentity = keyPath.hasPrefix("transform.shear.") && element.children.first?.attribute("value") == "0"
            if !isIdentity, !isUndrawn(target) { warnKeyPath(keyPath, at: element) }
            return nil
        }
        guard let child = element.children.first(where: { $0.name == "value" }) else {
            return StateValue(target: target, keyPath: keyPath, value: .null, location: element.location)
        }
        guard let value = try value(child, kind: kind) else { return nil }
        return StateValue(target: target, keyPath: keyPath, value: value, location: element.location)
    }

    mutating func transition(_ element: MarkupElement) throws(DocumentError) -> TransitionDescription? {
        try visit(element)
        guard ["LKStateTransition", "CAStateTransition"].contains(element.name),
            let from = element.attribute("fromState"),
            let to = element.attribute("toState")
        else {
            warn(element, "<\(element.name)> is no transition between two states, and is left out")
            return nil
        }
        warnUnknown(element, known: ["fromState", "toState", "id", "duration"])
        var transition = TransitionDescription(fromState: from, toState: to, location: element.location)
        for child in element.children where child.name == "elements" {
            for inner in child.children {
                if let inner = try transitionElement(inner) { transition.elements.append(inner) }
            }
        }
        return transition
    }

    private mutating func transitionElement(_ element: MarkupElement) throws(DocumentError) -> TransitionElement? {
        let element = try resolved(element)
        guard ["LKStateTransitionElement", "CAStateTransitionElement"].contains(element.name) else {
            warn(element, "<\(element.name)> in a transition is not known and has no effect")
            return nil
        }
        warnUnknown(element, known: ["targetId", "key", "keyPath", "id", "object"])
        guard let target = element.attribute("targetId"), let child = element.children.first else {
            warn(element, "<\(element.name)> lacks a targetId or an animation")
            return nil
        }
        guard let animation = try animation(child, isKeyed: false) else { return nil }
        guard let key = element.attribute("key") ?? element.attribute("keyPath") ?? animation.keyPath else {
            warn(element, "<\(element.name)> lacks a key")
            return nil
        }
        guard Vocabulary.layerKind(animation.keyPath ?? key) != nil else {
            let keyPath = animation.keyPath ?? key
            if !keyPath.hasPrefix("transform.shear."), !isUndrawn(target) { warnKeyPath(keyPath, at: element) }
            return nil
        }
        return TransitionElement(target: target, key: key, animation: animation, location: element.location)
    }

    private mutating func warnUnknown(_ element: MarkupElement, known: Set<String>) {
        for attribute in element.attributes
        where !known.contains(attribute.name) && !Vocabulary.silentStateKeys.contains(attribute.name) {
            warn(
                attribute.location,
                "the attribute \"\(attribute.name)\" of <\(element.name)> is not known and has no effect"
                    + hint(attribute.name, among: known.sorted()))
        }
    }
}
