/// Cells of emitters.
extension CAMLReader {
    /// The cells in an element.
    mutating func cells(_ element: MarkupElement) throws(DocumentError) -> [CellDescription] {
        try enter(element)
        defer { leave() }
        var cells: [CellDescription] = []
        for child in element.children {
            guard child.name == "CAEmitterCell" else {
                warn(child, "<\(child.name)> is no emitter cell and is left out")
                continue
            }
            cells.append(try cell(child))
        }
        return cells
    }

    private mutating func cell(_ element: MarkupElement) throws(DocumentError) -> CellDescription {
        try enter(element)
        defer { leave() }
        var cell = CellDescription(location: element.location)
        for attribute in element.attributes where !isSilent(attribute.name) {
            guard let kind = Vocabulary.cellKind(attribute.name) else {
                warn(
                    attribute.location,
                    "the attribute \"\(attribute.name)\" of CAEmitterCell is not known and has no effect")
                continue
            }
            guard let value = ValueParser.parse(attribute.value, as: kind) else {
                warn(attribute.location, "\"\(shortened(attribute.value))\" is no value for \"\(attribute.name)\"")
                continue
            }
            cell.properties.append(
                PropertyDescription(keyPath: attribute.name, value: value, location: attribute.location))
        }
        for child in element.children where !isSilent(child.name) {
            let value: DocumentValue?
            if child.name == "emitterCells" {
                value = .cells(try cells(child))
            } else if let kind = Vocabulary.cellKind(child.name) {
                value = try self.value(child, kind: kind)
            } else {
                warn(child, "<\(child.name)> in CAEmitterCell is not known and has no effect")
                continue
            }
            if let value {
                cell.properties.append(PropertyDescription(keyPath: child.name, value: value, location: child.location))
            }
        }
        return cell
    }

    private func isSilent(_ name: String) -> Bool {
        ["id", "type", "key"].contains(name) || name.hasPrefix("xmlns") || Vocabulary.silentEmitterKeys.contains(name)
    }
}
