/// Getting, setting and copying the value of any property, through its row.
extension LayerState {
    /// The value of a property.
    package subscript(property: PropertyID) -> PropertyValue {
        get { valueAtOnce(property) ?? LayerPropertyTable.access(property).get(self) }
        set { set(property, to: newValue) }
    }

    /// Sets a property; false, with nothing changed, for a value that the property cannot have.
    @discardableResult
    package mutating func set(_ property: PropertyID, to value: PropertyValue) -> Bool {
        setAtOnce(property, to: value) ?? LayerPropertyTable.access(property).set(&self, value)
    }

    /// Copies one property from another state.
    package mutating func take(_ property: PropertyID, from other: LayerState) {
        if !takeAtOnce(property, from: other) { set(property, to: other[property]) }
    }

    /// The properties that differ from a new layer's.
    package var differencesFromNew: PropertyMask {
        var mask = PropertyMask()
        for part in LayerPropertyTable.defaultsByPart where !part.isUntouched(self) {
            // By index: values are large, and most properties do not need theirs.
            for index in part.values.indices {
                let property = part.values[index].property
                if !(isNewAtOnce(property) ?? (self[property] == part.values[index].value)) { mask.insert(property) }
            }
        }
        return mask
    }
}
