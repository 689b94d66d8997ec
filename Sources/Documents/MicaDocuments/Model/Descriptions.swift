/// A layer as a document describes it.
package struct LayerDescription: Sendable, Equatable {
    /// The class, by Apple's name.
    package var className: String
    /// The layer's identifier in the document, for states; nil when it has none.
    package var identifier: String?
    /// The properties, in the order of the document.
    package var properties: [PropertyDescription] = []
    /// The sublayers, back to front.
    package var sublayers: [LayerDescription] = []
    /// The animations of the layer from the start.
    package var animations: [AnimationDescription] = []
    /// The states of the layer and its sublayers.
    package var states: [StateDescription] = []
    /// The transitions between states.
    package var transitions: [TransitionDescription] = []
    /// The values of the layer and its sublayers that follow the tilt of a phone.
    package var parallax: [ParallaxDescription] = []
    /// The location of the element.
    package var location: DocumentLocation

    /// The last value set for the key path; nil when there is none.
    package func value(_ keyPath: String) -> DocumentValue? {
        properties.last { $0.keyPath == keyPath }?.value
    }
}

/// A value of a layer that follows the tilt of a phone.
package struct ParallaxDescription: Sendable, Equatable {
    /// The layer's name.
    package var layerName: String
    /// The key path of the value.
    package var keyPath: String
    /// Whether the value follows a tilt up and down, instead of left and right.
    package var isVertical: Bool
    /// The values at the two ends of the tilt.
    package var ends: (first: Double, last: Double)
    /// The location of the element.
    package var location: DocumentLocation

    package static func == (a: Self, b: Self) -> Bool {
        (a.layerName, a.keyPath, a.isVertical, a.location) == (b.layerName, b.keyPath, b.isVertical, b.location)
            && a.ends == b.ends
    }
}

/// A property that a document sets.
package struct PropertyDescription: Sendable, Equatable {
    /// The key path, as key-value coding takes it.
    package var keyPath: String
    /// The value.
    package var value: DocumentValue
    /// The location where it is set.
    package var location: DocumentLocation
}

/// A cell of an emitter as a document describes it.
package struct CellDescription: Sendable, Equatable {
    /// The properties, in the order of the document; nested cells are among them.
    package var properties: [PropertyDescription] = []
    /// The location of the element.
    package var location: DocumentLocation
}

/// An animation as a document describes it.
package struct AnimationDescription: Sendable, Equatable {
    /// The class, by Apple's name.
    package var className: String
    /// The key under which it is added to its layer; nil in groups.
    package var key: String?
    /// The properties, in the order of the document.
    package var properties: [PropertyDescription] = []
    /// The animations of a group.
    package var animations: [AnimationDescription] = []
    /// The location of the element.
    package var location: DocumentLocation

    /// The value set for the key; nil when there is none.
    package func value(_ key: String) -> DocumentValue? {
        properties.last { $0.keyPath == key }?.value
    }

    /// The key path of the animated property; nil when there is none.
    package var keyPath: String? {
        if case .string(let path)? = value("keyPath") { path } else { nil }
    }
}

/// A state of a layer: values that differ from the described ones.
package struct StateDescription: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The name of the state that it is based on; nil for none.
    package var basedOn: String?
    /// The values of the state, in order.
    package var values: [StateValue] = []
    /// The location of the element.
    package var location: DocumentLocation
}

/// A value of a state.
package struct StateValue: Sendable, Equatable {
    /// The identifier of the layer.
    package var target: String
    /// The key path.
    package var keyPath: String
    /// The value.
    package var value: DocumentValue
    /// The location where it is set.
    package var location: DocumentLocation
}

/// The animations of the change from one state to another.
package struct TransitionDescription: Sendable, Equatable {
    /// The old state; `*` for any.
    package var fromState: String
    /// The new state; `*` for any.
    package var toState: String
    /// The animations, one for each layer and key.
    package var elements: [TransitionElement] = []
    /// The location of the element.
    package var location: DocumentLocation
}

/// One animation of a transition.
package struct TransitionElement: Sendable, Equatable {
    /// The identifier of the layer.
    package var target: String
    /// The key path of the animated property.
    package var key: String
    /// The animation; without values of its own, it runs from the old state's value to the new state's.
    package var animation: AnimationDescription
    /// The location of the element.
    package var location: DocumentLocation
}

extension LayerDescription {
    /// The names of the states of this layer and its sublayers, in order, each once.
    package var stateNames: [String] {
        var names: [String] = []
        func visit(_ layer: LayerDescription) {
            for state in layer.states where !names.contains(state.name) { names.append(state.name) }
            layer.sublayers.forEach(visit)
        }
        visit(self)
        return names
    }

    /// The values of a state, after the values of the states that it is based on; nil when there is no such state
    /// here.
    package func values(ofState name: String) -> [StateValue]? {
        guard var state = states.first(where: { $0.name == name }) else { return nil }
        var chain = [state]
        while let base = state.basedOn, let next = states.first(where: { $0.name == base }),
            !chain.contains(where: { $0.name == base })
        {
            chain.append(next)
            state = next
        }
        return chain.reversed().flatMap(\.values)
    }

    /// The transition between two states; nil when there is none. In order of preference: the transition that names
    /// both states, one that names the new state, one that names the old state, one for any states.
    package func transition(from: String, to: String) -> TransitionDescription? {
        for (fromName, toName) in [(from, to), ("*", to), (from, "*"), ("*", "*")] {
            if let found = transitions.first(where: { $0.fromState == fromName && $0.toState == toName }) {
                return found
            }
        }
        return nil
    }
}
