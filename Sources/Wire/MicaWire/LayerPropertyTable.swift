/// The one description of the layer properties. Everything else is derived from it: how values are stored, key-value
/// coding, changes, the encoded form, evaluation, archives, defaults and the attributes of documents.
///
/// A property is a case of `PropertyID`. Beside the state that it belongs to are the stored field with its default, and its
/// row with the place of the value (`ShadowState.swift` is a short example). It also needs an accessor in the client, and
/// code that draws it; docs/add-a-property.md shows all steps.
///
/// *Source*: Apple, CALayer.h, and the measured notes of dev/api/quartzcore-api.tsv.
package enum LayerPropertyTable {
    /// The types that have rows.
    private static let parts: [any StatePart.Type] = [
        LayerState.self, ContentsState.self, TimingState.self, ShapeState.self, GradientState.self, ShadowState.self,
        EffectsState.self, ReplicatorState.self, TiledState.self, TextState.self, EmitterState.self,
        PatternState.self,
    ]

    /// A row for each property, in the properties' order.
    package static let rows: [PropertyRow] = {
        let rows = parts.flatMap { $0.rows }.sorted { $0.property.rawValue < $1.property.rawValue }
        for (property, row) in zip(PropertyID.allCases, rows) {
            precondition(row.property == property, "\(row.key) has two rows, or the property before it has none")
        }
        precondition(rows.count == PropertyID.allCases.count, "the last property has no row")
        precondition(rows.count <= 128, "there are \(rows.count) properties, and a mask has room for 128")
        return rows
    }()

    /// The row of a property.
    package static func row(_ property: PropertyID) -> PropertyRow { rows[Int(property.rawValue)] }

    /// The row with Apple's key; nil when no row has it.
    package static func row(forKey key: String) -> PropertyRow? { byKey[key].map { row($0) } }

    /// The row with Apple's key, or of a boolean property whose getter has this name: `isHidden` for `hidden`.
    ///
    /// *Source*: Key-Value Coding Programming Guide, "Search Pattern for the Basic Getter", for reading. That
    /// animations take such a key path is our own rule: `#keyPath(CALayer.isHidden)` is "hidden" on Apple's platforms,
    /// and without #keyPath programs write the property's name.
    package static func row(forKeyOrGetter key: String) -> PropertyRow? {
        if let row = row(forKey: key) { return row }
        guard key.hasPrefix("is"), let first = key.dropFirst(2).first, first.isUppercase,
            let row = row(forKey: first.lowercased() + key.dropFirst(3)), row.isBoolean
        else { return nil }
        return row
    }

    /// The row with Apple's key, if layers of a class have it.
    package static func row(forKey key: String, of classes: LayerClasses) -> PropertyRow? {
        row(forKey: key).flatMap { $0.owners.isDisjoint(with: classes) ? nil : $0 }
    }

    /// A new layer's values.
    package static let defaults = LayerState()

    /// How the value of a property is read and written. Rows are large; these accesses are stored side by side.
    package static func access(_ property: PropertyID) -> PropertyAccess { accesses[Int(property.rawValue)] }

    private static let accesses = rows.map(\.access)
    private static let byKey = Dictionary(uniqueKeysWithValues: rows.map { ($0.key, $0.property) })

    /// The properties of each part with a new layer's values, so that an untouched part is skipped.
    static let defaultsByPart: [PartDefaults] = parts.map { part in
        PartDefaults(
            isUntouched: { part.isUntouched(in: $0) },
            values: part.rows.map { ($0.property, LayerState()[$0.property]) })
    }

    /// The properties of a part with a new layer's values.
    struct PartDefaults: Sendable {
        /// Whether a state certainly still has a new layer's part.
        let isUntouched: @Sendable (LayerState) -> Bool
        /// Each property with its default.
        let values: [(property: PropertyID, value: PropertyValue)]
    }
}
