/// A layer as a document describes it.
package struct LayerDescription: Sendable, Equatable {
    /// The class, by Apple's name.
    package var className: String
    /// The document's name of the layer for states; nil when it has none.
    package var identifier: String?
    /// The properties that are set, in the order of the document.
    package var properties: [PropertyDescription] = []
    /// The sublayers, back to front.
    package var sublayers: [LayerDescription] = []
    /// The animations that it has from the start.
    package var animations: [AnimationDescription] = []
    /// The states that it and its sublayers can be in.
    package var states: [StateDescription] = []
    /// How one state becomes another.
    package var transitions: [TransitionDescription] = []
    /// What of it and its sublayers follows a phone that is tilted.
    package var parallax: [ParallaxDescription] = []
    /// Where its element is.
    package var location: DocumentLocation

    /// The value set for the key path last; nil when there is none.
    package func value(_ keyPath: String) -> DocumentValue? {
        properties.last { $0.keyPath == keyPath }?.value
    }
}

/// A value of a layer that follows a phone that is tilted.
package struct ParallaxDescription: Sendable, Equatable {
    /// The layer's name.
    package var layerName: String
    /// The key path of the value.
    package var keyPath: String
    /// Whether it follows a tilt up and down, and not one to the left and right.
    package var isVertical: Bool
    /// The value at the one end of the way and at the other.
    package var ends: (first: Double, last: Double)
    /// Where its element is.
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
    /// Where it is set.
    package var location: DocumentLocation
}

/// A cell of an emitter as a document describes it.
package struct CellDescription: Sendable, Equatable {
    /// The properties that are set, in the order of the document; cells in it among them.
    package var properties: [PropertyDescription] = []
    /// Where its element is.
    package var location: DocumentLocation
}

/// An animation as a document describes it.
package struct AnimationDescription: Sendable, Equatable {
    /// The class, by Apple's name.
    package var className: String
    /// The key under which it is added to its layer; nil in groups.
    package var key: String?
    /// The properties that are set, in the order of the document.
    package var properties: [PropertyDescription] = []
    /// The animations of a group.
    package var animations: [AnimationDescription] = []
    /// Where its element is.
    package var location: DocumentLocation

    /// The value set for the key; nil when there is none.
    package func value(_ key: String) -> DocumentValue? {
        properties.last { $0.keyPath == key }?.value
    }

    /// The key path that it animates; nil when it has none.
    package var keyPath: String? {
        if case .string(let path)? = value("keyPath") { path } else { nil }
    }
}

/// A state that a layer can be in: values that differ from those that the layers were described with.
package struct StateDescription: Sendable, Equatable {
    /// The name.
    package var name: String
    /// The name of the state whose values it starts from; nil for none.
    package var basedOn: String?
    /// The values that it sets, in order.
    package var values: [StateValue] = []
    /// Where its element is.
    package var location: DocumentLocation
}

/// A value that a state sets.
package struct StateValue: Sendable, Equatable {
    /// The identifier of the layer.
    package var target: String
    /// The key path.
    package var keyPath: String
    /// The value.
    package var value: DocumentValue
    /// Where it is set.
    package var location: DocumentLocation
}

/// The animations with which one state becomes another.
package struct TransitionDescription: Sendable, Equatable {
    /// The state that is left; `*` for any.
    package var fromState: String
    /// The state that is entered; `*` for any.
    package var toState: String
    /// The animations, one for each layer and key.
    package var elements: [TransitionElement] = []
    /// Where its element is.
    package var location: DocumentLocation
}

/// One animation of a transition.
package struct TransitionElement: Sendable, Equatable {
    /// The identifier of the layer.
    package var target: String
    /// The key path whose change it animates.
    package var key: String
    /// The animation; where it has no values of its own, it goes from the old state's to the new one's.
    package var animation: AnimationDescription
    /// Where its element is.
    package var location: DocumentLocation
}

extension LayerDescription {
    /// The names of the states of this layer and those under it, in order, each once.
    package var stateNames: [String] {
        var names: [String] = []
        func visit(_ layer: LayerDescription) {
            for state in layer.states where !names.contains(state.name) { names.append(state.name) }
            layer.sublayers.forEach(visit)
        }
        visit(self)
        return names
    }

    /// The values of a state with those of the states that it is based on before them; nil when there is no such state here.
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

    /// The transition from one state to another: the one that names both, else the one that names the state entered,
    /// else the one that names the state left, else the one for any; nil when there is none.
    package func transition(from: String, to: String) -> TransitionDescription? {
        for (fromName, toName) in [(from, to), ("*", to), (from, "*"), ("*", "*")] {
            if let found = transitions.first(where: { $0.fromState == fromName && $0.toState == toName }) {
                return found
            }
        }
        return nil
    }
}
