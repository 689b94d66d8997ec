import CoreGraphics
import Foundation
import MicaTrace
import MicaWire

extension CAEmitterCell {
    /// The values of cells and the cells inside them, within the limits `EmitterState.depthLimit` and `cellLimit`.
    package static func states(of cells: [CAEmitterCell]) -> [CellState] {
        var room = EmitterState.cellLimit
        return states(of: cells, depth: 1, room: &room)
    }

    private static func states(of cells: [CAEmitterCell], depth: Int, room: inout Int) -> [CellState] {
        var states: [CellState] = []
        for cell in cells where room > 0 {
            room -= 1
            var state = cell.values
            if let inner = cell.emitterCells, depth < EmitterState.depthLimit {
                state.cells = self.states(of: inner, depth: depth + 1, room: &room)
            }
            states.append(state)
        }
        return states
    }

    /// Applies the style's values to properties that were never set, and defaults to those that the style does not
    /// name.
    func applyStyle() {
        for property in CellProperty.allCases where !assigned.contains(property) && property != .emitterCells {
            let given = style?[property.key].flatMap { PropertyValue(object: $0, kind: property.kind) }
            set(property, to: given ?? CellState.default[property])
            assigned.remove(property)
        }
    }

    // MARK: Key-value coding

    func readValue(_ key: String) -> Any? {
        if key == "name" { return name }
        if key == "style" { return style }
        guard let property = CellProperty(key: key) else { return customValues[key] }
        switch property {
        case .contents: return contents
        case .emitterCells: return emitterCells
        default: return values[property].object(isBoolean: property.isBoolean)
        }
    }

    func writeValue(_ value: Any?, _ key: String) {
        guard let property = CellProperty(key: key) else {
            switch key {
            case "name": name = value as? String
            case "style": style = value as? [AnyHashable: Any]
            default: customValues[key] = value
            }
            return
        }
        if property == .emitterCells {
            emitterCells = value as? [CAEmitterCell]
            return
        }
        if property == .contents {
            contents = value is NSNull ? nil : value
            return
        }
        guard let typed = PropertyValue(object: value, kind: property.kind) else { return Self.sayUnread(value, key) }
        set(property, to: typed == .none ? CellState.default[property] : typed)
    }

    func readValue(path: String) -> Any? {
        guard let (property, cell, part) = resolve(path) else { return readValue(path) }
        return part.value(in: cell.read(property)).object(isBoolean: property.isBoolean)
    }

    func writeValue(_ value: Any?, path: String) {
        guard let (property, cell, part) = resolve(path) else { return writeValue(value, path) }
        guard let typed = PropertyValue(object: value, kind: part.kind(in: property.kind) ?? property.kind) else {
            return Self.sayUnread(value, path)
        }
        cell.set(property, part, to: typed)
    }

    /// Warns once that a value of a type is not understood under a key.
    static func sayUnread(_ value: Any?, _ key: String) {
        let type = value.map { "\(Swift.type(of: $0))" } ?? "nil"
        Notices.say("\(key) of an emitter cell is not understood as a \(type), and has no effect")
    }

    /// The property at a path of several keys, and the cell that has it; nil for a single key.
    private func resolve(_ path: String) -> (CellProperty, CAEmitterCell, PropertyTarget.Part)? {
        let pieces = path.split(separator: ".").map { String($0) }
        guard pieces.count > 1, let property = CellProperty(key: pieces[0]) else { return nil }
        if property == .emitterCells {
            guard pieces.count > 2, let cell = emitterCells?.first(where: { $0.name == pieces[1] }) else { return nil }
            let rest = pieces.dropFirst(2).joined(separator: ".")
            if pieces.count == 3 { return CellProperty(key: rest).map { ($0, cell, .whole) } }
            return cell.resolve(rest)
        }
        let rest = pieces.dropFirst().joined(separator: ".")
        guard let part = PropertyTarget.Part(rawValue: rest), part.kind(in: property.kind) != nil else { return nil }
        return (property, self, part)
    }

    // MARK: Archives

    func writeArchive(_ coder: NSCoder) {
        if let name, shouldArchiveValue(forKey: "name") { coder.encode(NSString(string: name), forKey: "name") }
        for property in CellProperty.allCases where shouldArchiveValue(forKey: property.key) {
            if property == .emitterCells {
                if let emitterCells { coder.encode(NSArray(array: emitterCells), forKey: property.key) }
                continue
            }
            guard values[property] != CellState.default[property] else { continue }
            let object = values[property].object(isBoolean: property.isBoolean) ?? NSString(string: "nil")
            ArchivedValue.encode(object, coder, property.key)
        }
    }

    func readArchive(_ coder: NSCoder) -> Bool {
        if coder.containsValue(forKey: "name") {
            guard let text = coder.decodeObject(of: NSString.self, forKey: "name") else { return false }
            name = String(describing: text)
        }
        for property in CellProperty.allCases where coder.containsValue(forKey: property.key) {
            if property == .emitterCells {
                guard
                    let cells = coder.decodeObject(of: [NSArray.self, CAEmitterCell.self], forKey: property.key)
                        as? [CAEmitterCell]
                else { return false }
                emitterCells = cells
                continue
            }
            guard let value = ArchivedValue.decode(coder, property.key) else { return false }
            if CellState.default[property].kind != .string, value as? String == "nil" {
                set(property, to: .none)
                continue
            }
            guard let typed = PropertyValue(object: value, kind: property.kind), typed.kind == property.kind else {
                return false
            }
            set(property, to: typed)
        }
        return true
    }
}

extension PropertyValue {
    /// The value with all its numbers made finite.
    var finite: PropertyValue {
        func number(_ v: CGFloat) -> CGFloat { CGFloat(EmitterState.finite(Double(v))) }
        switch self {
        case .number(let v): return .number(EmitterState.finite(v))
        case .rect(let r):
            return .rect(
                CGRect(
                    x: number(r.origin.x), y: number(r.origin.y), width: number(r.size.width),
                    height: number(r.size.height)))
        case .color(var c):
            (c.red, c.green) = (EmitterState.finite(c.red), EmitterState.finite(c.green))
            (c.blue, c.alpha) = (EmitterState.finite(c.blue), EmitterState.finite(c.alpha))
            return .color(c)
        default: return self
        }
    }
}
