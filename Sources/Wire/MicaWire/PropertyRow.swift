import Foundation

/// One property: where its value is stored, and all that key-value coding, defaults, implicit actions, diffing,
/// encoding, evaluation and archives need to know of it.
package struct PropertyRow: Sendable {
    /// Which property.
    package let property: PropertyID
    /// Apple's key, as key-value coding and archives write it.
    package let key: String
    /// The kind of its value.
    package let kind: PropertyValue.Kind
    /// Whether Apple's header marks it animatable.
    package let isAnimatable: Bool
    /// Whether a change makes an implicit CABasicAnimation. Source: Apple, Core Animation Programming Guide, appendix
    /// B.
    package let animatesImplicitly: Bool
    /// How values in between are interpolated.
    package let interpolation: Interpolation
    /// The caches that a change invalidates.
    package let invalidates: Invalidation
    /// Whether key-value coding sees the value as a boolean.
    package let isBoolean: Bool
    /// The layers that have the property.
    package let owners: LayerClasses
    /// The range that numbers from animations are clamped to; nil for any.
    ///
    /// *Source*: ComposeUI's measurements of presentation layers. Of two additive animations the second one's input is
    /// the first one's result after clamping: opacity to 0...1, the corner radius to 0 or more.
    package let range: ClosedRange<Double>?
    /// Whether infinity is allowed and means "without end".
    package let mayBeInfinite: Bool
    /// How its value is read from a state and written into one.
    package let access: PropertyAccess

    /// A new layer's value.
    package var defaultValue: PropertyValue { LayerPropertyTable.defaults[property] }

    /// How values in between are interpolated.
    package enum Interpolation: UInt8, Sendable {
        /// Component by component.
        case linear
        /// Transforms: decomposed, rotation as a quaternion.
        case transform
        /// Colours: component by component, in sRGB.
        case color
        /// The first value or the second, nothing between.
        case discrete
        /// Paths: point by point when both have the same structure, otherwise the first or the second.
        case path
    }

    /// The caches that a change invalidates.
    package struct Invalidation: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
        /// Where the layer and its sublayers are.
        package static let geometry = Invalidation(rawValue: 1)
        /// The layer's own content.
        package static let content = Invalidation(rawValue: 2)
        /// How the layer and its sublayers are combined.
        package static let composition = Invalidation(rawValue: 4)
        /// The time of the layer and of all under it.
        package static let time = Invalidation(rawValue: 8)
    }
}

/// Classes of layers, as far as they have properties of their own that cross to the server.
package struct LayerClasses: OptionSet, Sendable {
    /// One bit a class.
    package let rawValue: UInt16
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// Every layer.
    package static let any = LayerClasses(rawValue: 1)
    /// CAShapeLayer.
    package static let shape = LayerClasses(rawValue: 2)
    /// CAGradientLayer.
    package static let gradient = LayerClasses(rawValue: 4)
    /// CAReplicatorLayer.
    package static let replicator = LayerClasses(rawValue: 64)
    /// CATiledLayer.
    package static let tiled = LayerClasses(rawValue: 128)
    /// No class: crosses to the server, but is no property for clients.
    package static let none: LayerClasses = []
    /// CATextLayer, which its client draws: the server knows its properties so that they animate and are archived.
    package static let text = LayerClasses(rawValue: 1 << 12)
    /// CAEmitterLayer.
    package static let emitter = LayerClasses(rawValue: 256)
}

/// How the value of one property is read from a `LayerState` and written into one.
package final class PropertyAccess: Sendable {
    /// How many numbers the value has, for animations that write them; 0 for other values.
    package let numberCount: Int
    let get: @Sendable (LayerState) -> PropertyValue
    let set: @Sendable (inout LayerState, PropertyValue) -> Bool
    let write: @Sendable (inout LayerState, SIMD4<Double>, _ first: Int, _ count: Int) -> Void

    /// Makes the access to a value in a part of the state.
    init<Part: StatePart>(_ stored: StoredValue<Part>) {
        numberCount = stored.numberCount
        get = { [get = stored.get] in get(Part.part(of: $0)) }
        set = { [set = stored.set] state, value in
            var isTaken = false
            Part.change(&state) { isTaken = set(&$0, value) }
            return isTaken
        }
        write = { [write = stored.write] state, numbers, first, count in
            Part.change(&state) { write(&$0, numbers, first, count) }
        }
    }

    /// Writes some of the value's numbers into a state.
    ///
    /// - Parameters:
    ///   - first: the index of the first one among the value's numbers: x, y, width, height, or red, green, blue,
    ///     alpha.
    ///   - count: how many of `numbers` are written.
    package func write(_ numbers: SIMD4<Double>, first: Int, count: Int, to state: inout LayerState) {
        write(&state, numbers, first, count)
    }
}

extension StatePart {
    /// A row for a value that is stored in this part.
    ///
    /// - Parameters:
    ///   - key: Apple's key.
    ///   - interpolation: how values in between are interpolated, if not as the stored value says.
    static func row(
        _ property: PropertyID, _ key: String, _ stored: StoredValue<Self>, _ invalidates: PropertyRow.Invalidation,
        _ interpolation: PropertyRow.Interpolation? = nil, animatable: Bool = true, implicit: Bool = false,
        of owners: LayerClasses = .any, range: ClosedRange<Double>? = nil, mayBeInfinite: Bool = false
    ) -> PropertyRow {
        PropertyRow(
            property: property, key: key, kind: stored.kind, isAnimatable: animatable, animatesImplicitly: implicit,
            interpolation: interpolation ?? stored.interpolation, invalidates: invalidates,
            isBoolean: stored.isBoolean, owners: owners, range: range, mayBeInfinite: mayBeInfinite,
            access: PropertyAccess(stored))
    }
}
