import MicaValues

/// Cells and behaviours of emitters.
extension CAMLReader {
    /// Reads the cells in an element.
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

    /// Reads the behaviours in an element that have an effect; a behaviour without strength costs time, and is left
    /// out.
    ///
    /// *Source*: the attributes of `CAEmitterBehavior` elements in public wallpapers (RainbowSprinkles, boykisser),
    /// which are the keys that tutorials set on the class.
    mutating func behaviors(_ element: MarkupElement) throws(DocumentError) -> [EmitterBehavior] {
        try enter(element)
        defer { leave() }
        var behaviors: [EmitterBehavior] = []
        for child in element.children {
            guard child.name == "CAEmitterBehavior" else {
                warn(child, "<\(child.name)> is no emitter behaviour and is left out")
                continue
            }
            if let behavior = behavior(child), behavior != .drag(0) { behaviors.append(behavior) }
        }
        return behaviors
    }

    /// Reads one behaviour; a drag of 0 for one without effect, nil for an unsupported one.
    private mutating func behavior(_ element: MarkupElement) -> EmitterBehavior? {
        func numbers(_ name: String) -> [Double] {
            (element.attribute(name) ?? "").split(separator: " ").map { ValueParser.number(String($0)) ?? 0 }
        }
        func number(_ name: String) -> Double { numbers(name).first ?? 0 }
        let type = element.attribute("behavior") ?? ""
        let (position, stiffness) = (numbers("position") + [0, 0], number("stiffness"))
        var behavior: EmitterBehavior
        switch type {
        case "attractor" where stiffness == 0, "simpleAttractor" where stiffness == 0: behavior = .drag(0)
        case "attractor" where ["radial", nil].contains(element.attribute("attractorType")):
            behavior = .attractor(
                x: position[0], y: position[1], z: number("zPosition"), radius: number("radius"), stiffness: stiffness,
                falloff: number("falloff"))
        case "simpleAttractor":
            behavior = .simpleAttractor(x: position[0], y: position[1], stiffness: stiffness)
        case "drag": behavior = .drag(number("drag"))
        case "wave":
            let force = numbers("force") + [0, 0, 0]
            behavior = .wave(x: force[0], y: force[1], z: force[2], frequency: number("frequency"))
        case "alignToMotion": behavior = .alignToMotion(rotation: number("rotation"))
        default:
            warn(element, "the emitter behaviour \"\(shortened(type))\" is not read from documents")
            return nil
        }
        if let enabled = element.attribute("enabled") { behavior.isEnabled = ValueParser.boolean(enabled) ?? true }
        return behavior
    }

    private func isSilent(_ name: String) -> Bool {
        ["id", "type", "key"].contains(name) || name.hasPrefix("xmlns") || Vocabulary.silentEmitterKeys.contains(name)
    }
}
