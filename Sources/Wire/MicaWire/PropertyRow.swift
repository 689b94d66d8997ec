import Foundation

/// One property: where its value is stored, and all that key-value coding, defaults, implicit actions, diffing, encoding,
/// evaluation and archives need to know of it.
package struct PropertyRow: Sendable {
    /// Which property.
    package let property: PropertyID
    /// Apple's key, as key-value coding and archives write it.
    package let key: String
    /// What kind of value it has.
    package let kind: PropertyValue.Kind
    /// Whether Apple's header marks it animatable.
    package let isAnimatable: Bool
    /// Whether a change of it makes an implicit CABasicAnimation. Source: Apple, Core Animation Programming Guide, appendix B.
    package let animatesImplicitly: Bool
    /// How values between two are found.
    package let interpolation: Interpolation
    /// What a change of it makes stale.
    package let invalidates: Invalidation
    /// Whether the value is a boolean to key-value coding.
    package let isBoolean: Bool
    /// The layers that have the property.
    package let owners: LayerClasses
    /// Within what numbers are held that animations give; nil for any.
    ///
    /// *Source*: ComposeUI's measurements of presentation layers: of two additive animations the second sees what the first
    /// left limited, opacity to 0...1 and the corner radius to 0 or more.
    package let range: ClosedRange<Double>?
    /// Whether infinity means something: without end.
    package let mayBeInfinite: Bool
    /// How its value is read from and written into a state.
    package let access: PropertyAccess

    /// The default that a new layer has.
    package var defaultValue: PropertyValue { LayerPropertyTable.defaults[property] }

    /// How values between two are found.
    package enum Interpolation: UInt8, Sendable {
        /// Component by component.
        case linear
        /// Transforms: decomposed, rotation as a quaternion.
        case transform
        /// Colours: component by component, in sRGB.
        case color
        /// One or the other.
        case discrete
        /// Paths: point by point when both are made alike, else one or the other.
        case path
    }

    /// What a change makes stale.
    package struct Invalidation: OptionSet, Sendable {
        package let rawValue: UInt8
        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }
        /// Where the layer and its sublayers are.
        package static let geometry = Invalidation(rawValue: 1)
        /// What the layer itself shows.
        package static let content = Invalidation(rawValue: 2)
        /// How the layer and its sublayers are combined.
        package static let composition = Invalidation(rawValue: 4)
        /// The time of the layer and of all under it.
        package static let time = Invalidation(rawValue: 8)
    }
}

/// Classes of layers, as far as they have properties of their own that the server draws from.
package struct LayerClasses: OptionSet, Sendable {
    /// One bit a class.
    package let rawValue: UInt16
    package init(rawValue: UInt16) {
        self.rawValue = rawValue
    }
    /// What every layer is.
    package static let any = LayerClasses(rawValue: 1)
    /// CAShapeLayer.
    package static let shape = LayerClasses(rawValue: 2)
    /// CAGradientLayer.
    package static let gradient = LayerClasses(rawValue: 4)
    /// CAReplicatorLayer.
    package static let replicator = LayerClasses(rawValue: 64)
    /// CATiledLayer.
    package static let tiled = LayerClasses(rawValue: 128)
    /// No class: what crosses to the server but is no property to clients.
    package static let none: LayerClasses = []
    /// CATextLayer, whose client draws it: the server knows its properties so that they animate and are archived.
    package static let text = LayerClasses(rawValue: 1 << 12)
    /// CAEmitterLayer.
    package static let emitter = LayerClasses(rawValue: 256)
}

/// How the value of one property is read from and written into a `LayerState`.
package final class PropertyAccess: Sendable {
    /// How many numbers the value is, for animations that write them; 0 for what is not made of numbers.
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

    /// Writes numbers of the value into a state.
    ///
    /// - Parameters:
    ///   - first: the place of the first among the value's numbers: x, y, width, height, or red, green, blue, alpha.
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
    ///   - interpolation: how values between two are found, if not as the stored value says.
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
