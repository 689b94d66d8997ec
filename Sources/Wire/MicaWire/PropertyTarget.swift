import Foundation
import MicaBase

/// A property or a part of one, as key paths such as `position.x` and `transform.rotation.z` name it.
///
/// *Source*: Apple, Core Animation Programming Guide, appendix C, "Key-Value Coding Extensions".
package struct PropertyTarget: Sendable, Hashable {
    /// The property.
    package var property: PropertyID
    /// Which part of it.
    package var part: Part
    /// The filter that the part is an input of, by its name; nil for other parts.
    package var element: String?
    /// The property of a cell, within `emitterCells`; nil for the property itself.
    package var cell: CellTarget?

    /// The parts that key paths name.
    package enum Part: String, Sendable, CaseIterable {
        case whole = ""
        case x, y, width, height
        case origin, size
        case originX = "origin.x"
        case originY = "origin.y"
        case sizeWidth = "size.width"
        case sizeHeight = "size.height"
        case rotation
        case rotationX = "rotation.x"
        case rotationY = "rotation.y"
        case rotationZ = "rotation.z"
        case scale
        case scaleX = "scale.x"
        case scaleY = "scale.y"
        case scaleZ = "scale.z"
        case translation
        case translationX = "translation.x"
        case translationY = "translation.y"
        case translationZ = "translation.z"
        // Inputs of filters.
        case inputRadius, inputColorMatrix, inputColor, inputAmount, inputBias, inputAngle
        case inputSaturation, inputBrightness, inputContrast
        case enabled
        // Both axes of the plane; of a transform's own, as documents write it.
        case scaleXY = "scale.xy"
        // More inputs of filters.
        case inputPower, inputCenter, inputRadii, inputHeight, inputRectangle, inputCount, inputZoom, inputSize
        case inputAmounts, inputCells
        case inputComplexity, inputOffset, inputEvolution, inputSeed, inputPeriod, inputForm, inputLength, inputPhase
        case inputRotation, inputInfluence, inputScale, inputFolds
    }

    package init(_ property: PropertyID, _ part: Part = .whole, element: String? = nil) {
        (self.property, self.part, self.element) = (property, part, element)
    }

    /// Makes a target within a cell of an emitter.
    package init(_ cell: CellTarget, _ part: Part = .whole) {
        (property, self.part, self.cell) = (.emitterCells, part, cell)
    }

    /// Makes the target of a key path; nil when no property of a layer has that path.
    package init?(keyPath: String) {
        let dot = keyPath.utf8.firstIndex(of: UInt8(ascii: "."))
        let first = dot.map { String(keyPath[..<$0]) } ?? keyPath
        let rest = dot.map { keyPath[keyPath.utf8.index(after: $0)...] }
        if first == "emitterCells", rest != nil {
            var part = Part.whole
            let pieces = keyPath.split(separator: ".", omittingEmptySubsequences: false)
            guard let cell = CellTarget(pieces: pieces.dropFirst(), part: &part) else { return nil }
            self.init(cell, part)
            return
        }
        guard let row = LayerPropertyTable.row(forKeyOrGetter: first) else { return nil }
        if row.kind == .filters, let rest {
            guard let dot = rest.lastIndex(of: "."),
                let part = Part(rawValue: String(rest[rest.index(after: dot)...])), part != .whole,
                part.kind(in: .filters) != nil
            else { return nil }
            self.init(row.property, part, element: String(rest[..<dot]))
            return
        }
        guard let part = Part(rawValue: rest.map { String($0) } ?? ""), rest == nil || part != .whole,
            part.kind(in: row.kind) != nil
        else { return nil }
        self.init(row.property, part)
    }

    /// The key path of the target.
    package var keyPath: String {
        let key = LayerPropertyTable.row(property).key + (cell.map { "." + $0.path } ?? "")
        if let element { return key + "." + element + "." + part.rawValue }
        return part == .whole ? key : key + "." + part.rawValue
    }

    /// The kind of value that the target has.
    package var kind: PropertyValue.Kind {
        let whole = cell?.property.kind ?? LayerPropertyTable.row(property).kind
        return part.kind(in: whole) ?? whole
    }

    /// How values of the target are interpolated.
    package var interpolation: PropertyRow.Interpolation {
        switch part {
        case .whole: cell?.property.interpolation ?? LayerPropertyTable.row(property).interpolation
        case .enabled: .discrete
        case .inputColor: .color
        default: .linear
        }
    }

    /// The target's value in a state.
    package func value(in state: LayerState) -> PropertyValue {
        if let element { return state[property].filter(named: element)?[part.rawValue] ?? .none }
        let whole = cell.map { $0.value(in: state.emitter.cells) } ?? state[property]
        return part == .whole ? whole : part.value(in: whole)
    }

    /// Sets the target's value in a state; false when the value is of the wrong kind.
    @discardableResult
    package func set(_ value: PropertyValue, in state: inout LayerState) -> Bool {
        if let cell {
            guard part != .whole else { return cell.set(value, in: &state.emitter.cells) }
            guard let whole = part.setting(value, in: cell.value(in: state.emitter.cells)) else { return false }
            return cell.set(whole, in: &state.emitter.cells)
        }
        if part == .whole { return state.set(property, to: value) }
        if let element {
            guard let whole = state[property].setting(part.rawValue, ofFilter: element, to: value) else { return false }
            return state.set(property, to: whole)
        }
        guard let whole = part.setting(value, in: state[property]) else { return false }
        return state.set(property, to: whole)
    }
}

extension PropertyTarget.Part {
    /// The kind of the part within a value of a kind; nil when such values have no such part.
    package func kind(in whole: PropertyValue.Kind) -> PropertyValue.Kind? {
        switch (whole, self) {
        case (_, .whole): whole
        case (.rect, .origin): .point
        case (.rect, .size): .size
        case (.transform, .translation): .size
        case (.transform, .rotation), (.transform, .rotationX), (.transform, .rotationY), (.transform, .rotationZ),
            (.transform, .scale), (.transform, .scaleXY), (.transform, .scaleX), (.transform, .scaleY),
            (.transform, .scaleZ),
            (.transform, .translationX), (.transform, .translationY), (.transform, .translationZ):
            .number
        case (.filters, .enabled): .number
        case (.filters, _): FilterState.Kind.inputKinds[rawValue]
        default: numbers(in: whole) == nil ? nil : .number
        }
    }

    /// The part of a value; `.none` when the value has no such part.
    package func value(in whole: PropertyValue) -> PropertyValue {
        if let numbers = numbers(in: whole.kind), let kind = kind(in: whole.kind), let all = whole.components {
            let (first, last) = (all[numbers.lowerBound], all[numbers.upperBound - 1])
            return PropertyValue(components: SIMD4(first, last, 0, 0), of: kind) ?? .none
        }
        switch (whole, self) {
        case (_, .whole): return whole
        case (.transform(let m), .translation): return .size(CGSize(width: m.m41, height: m.m42))
        case (.transform(let m), .translationX): return .number(m.m41)
        case (.transform(let m), .translationY): return .number(m.m42)
        case (.transform(let m), .translationZ): return .number(m.m43)
        case (.transform(let m), _):
            guard let parts = MatrixParts(m) else { return .none }
            switch self {
            case .rotation, .rotationZ: return .number(parts.eulerAngles.z)
            case .rotationX: return .number(parts.eulerAngles.x)
            case .rotationY: return .number(parts.eulerAngles.y)
            case .scale: return .number((parts.scale.x + parts.scale.y + parts.scale.z) / 3)
            case .scaleXY: return .number((parts.scale.x + parts.scale.y) / 2)
            case .scaleX: return .number(parts.scale.x)
            case .scaleY: return .number(parts.scale.y)
            case .scaleZ: return .number(parts.scale.z)
            default: return .none
            }
        default: return .none
        }
    }

    /// The whole value with this part set; nil when the kinds do not fit.
    package func setting(_ part: PropertyValue, in whole: PropertyValue) -> PropertyValue? {
        if let numbers = numbers(in: whole.kind), var all = whole.components {
            guard part.kind == kind(in: whole.kind), let parts = part.components else { return nil }
            for index in 0..<numbers.count { all[numbers.lowerBound + index] = parts[index] }
            return PropertyValue(components: all, of: whole.kind)
        }
        switch (whole, self, part) {
        case (_, .whole, _): return part.kind == whole.kind ? part : nil
        case (.transform(var m), .translation, .size(let v)):
            (m.m41, m.m42) = (Double(v.width), Double(v.height))
            return .transform(m)
        case (.transform(var m), .translation, .point(let v)):
            (m.m41, m.m42) = (Double(v.x), Double(v.y))
            return .transform(m)
        case (.transform(var m), .translationX, .number(let v)):
            m.m41 = v
            return .transform(m)
        case (.transform(var m), .translationY, .number(let v)):
            m.m42 = v
            return .transform(m)
        case (.transform(var m), .translationZ, .number(let v)):
            m.m43 = v
            return .transform(m)
        case (.transform(let m), _, .number(let v)):
            guard var parts = MatrixParts(m) else { return nil }
            switch self {
            case .rotation, .rotationZ: parts.eulerAngles.z = v
            case .rotationX: parts.eulerAngles.x = v
            case .rotationY: parts.eulerAngles.y = v
            case .scale: parts.scale = (v, v, v)
            case .scaleXY: (parts.scale.x, parts.scale.y) = (v, v)
            case .scaleX: parts.scale.x = v
            case .scaleY: parts.scale.y = v
            case .scaleZ: parts.scale.z = v
            default: return nil
            }
            return .transform(parts.matrix)
        default: return nil
        }
    }
}
