import MicaWire

/// What a new layer has, side by side: rows of the table are too large to be gone through for each layer that is made.
enum LayerDefaults {
    /// Each property with its default.
    static let all: [(property: PropertyID, value: PropertyValue)] = LayerPropertyTable.rows.map {
        ($0.property, $0.defaultValue)
    }
}
