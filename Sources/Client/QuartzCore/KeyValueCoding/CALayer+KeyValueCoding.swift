import CoreGraphics
import Foundation
import MicaValues
import MicaWire

extension CALayer {
    /// The value under a key: a property, through its accessor, or a value stored under another key.
    package func readValue(_ key: String) -> Any? {
        if let row = row(forKey: key) {
            if row.property == .mask { return mask }
            if row.property == .contents { return contents }
            if row.property == .compositingFilter { return compositingFilter }
            if row.property == .backgroundColor, let patternColor { return patternColor }
            return read(row.property).object(isBoolean: row.isBoolean)
        }
        if let own = DisplayKey(rawValue: key) { return own.read(self) }
        switch key {
        case "frame": return NSValue(cgRect: frame)
        case "sublayers": return sublayers
        case "superlayer": return superlayer
        case "name": return name
        case "delegate": return delegate
        case "actions": return actions
        case "autoresizingMask": return NSNumber(value: autoresizingMask.rawValue)
        case "constraints": return constraints
        case "layoutManager": return layoutManager
        case "visibleRect": return NSValue(cgRect: visibleRect)
        case "style": return style
        default:
            return lock.locked { customValues[key] } ?? styleValue(key) ?? type(of: self).defaultValue(forKey: key)
                ?? declaredValue(forKey: key)
        }
    }

    /// Sets the value under a key: a property through its accessor, or a value under any other key. A value of the
    /// wrong type does not change a property; a warning is printed once.
    package func writeValue(_ value: Any?, _ key: String) {
        if let row = row(forKey: key) {
            if row.property == .contents {
                contents = value is NSNull ? nil : value
                return
            }
            if row.property == .mask {
                mask = value as? CALayer
                return
            }
            if row.property == .compositingFilter {
                compositingFilter = value is NSNull ? nil : value
                return
            }
            switch row.property {
            // The accessors of these properties store objects that they do not understand.
            case .filters where value is [Any]: filters = value as? [Any]
            case .backgroundFilters where value is [Any]: backgroundFilters = value as? [Any]
            case .backgroundColor where (value as? CGColor)?.pattern != nil: backgroundColor = value as? CGColor
            case .colors where value is [Any]: (self as? CAGradientLayer)?.colors = value as? [Any]
            default:
                guard let typed = PropertyValue(object: value, kind: row.kind),
                    writeIfTaken(row.property, typed == .none ? row.defaultValue : typed)
                else { return Self.sayUnread(value, key) }
            }
            return
        }
        if let own = DisplayKey(rawValue: key) {
            if !own.write(value is NSNull ? nil : value, self) { Self.sayUnread(value, key) }
            return
        }
        switch key {
        case "frame":
            guard let rect = value as? CGRect else { return Self.sayUnread(value, key) }
            frame = rect
        case "sublayers": sublayers = value as? [CALayer]
        case "name": name = value as? String
        case "actions": actions = value as? [String: any CAAction]
        case "style": style = value as? [AnyHashable: Any]
        case "autoresizingMask":
            guard case .number(let bits)? = PropertyValue(object: value, kind: .number),
                let bits = UInt32(exactly: bits)
            else { return Self.sayUnread(value, key) }
            autoresizingMask = CAAutoresizingMask(rawValue: bits)
        case "constraints": constraints = value as? [CAConstraint]
        case "layoutManager": layoutManager = value as? any CALayoutManager
        default:
            setCustomValue(value, forKey: key)
        }
    }

    /// The value at a path.
    package func readValue(path: String) -> Any? {
        let (first, rest) = Self.split(path)
        guard let rest else { return value(forKey: first) }
        if let row = row(forKey: first), row.property != .mask {
            if row.kind == .filters { return readFilterValue(row.property, path) }
            guard let part = PropertyTarget.Part(rawValue: rest), part.kind(in: row.kind) != nil else { return nil }
            return part.value(in: read(row.property)).object()
        }
        switch first {
        case "frame": return PropertyTarget.Part(rawValue: rest)?.value(in: .rect(frame)).object()
        case "sublayers":
            let (name, inner) = Self.split(rest)
            let layer = sublayers?.first { $0.name == name }
            return inner.map { layer?.value(forKeyPath: $0) } ?? layer
        default:
            let inner = value(forKey: first)
            if let layer = inner as? CALayer { return layer.value(forKeyPath: rest) }
            if let dictionary = inner as? [String: Any] { return dictionary[rest] }
            return nil
        }
    }

    /// Sets the value at a path. A path to a missing object, or a value of the wrong type, changes nothing.
    package func writeValue(_ value: Any?, path: String) {
        let (first, rest) = Self.split(path)
        guard let rest else { return setValue(value, forKey: first) }
        if let row = row(forKey: first), row.property != .mask {
            if row.kind == .filters { return writeFilterValue(value, row.property, path) }
            guard let whole = Self.setting(rest, of: read(row.property), to: value) else {
                return Self.sayUnread(value, path)
            }
            if !writeIfTaken(row.property, whole) { Self.sayUnread(value, path) }
            return
        }
        switch first {
        case "frame":
            guard case .rect(let rect)? = Self.setting(rest, of: .rect(frame), to: value) else {
                return Self.sayUnread(value, path)
            }
            frame = rect
        case "sublayers":
            let (name, inner) = Self.split(rest)
            guard let inner else { return Self.sayUnread(value, path) }
            sublayers?.first { $0.name == name }?.setValue(value, forKeyPath: inner)
        default:
            let inner = self.value(forKey: first)
            if let layer = inner as? CALayer {
                layer.setValue(value, forKeyPath: rest)
            } else if var dictionary = inner as? [String: Any] {
                dictionary[rest] = value
                setValue(dictionary, forKey: first)
            }
        }
    }

    private static func setting(_ name: String, of whole: PropertyValue, to value: Any?) -> PropertyValue? {
        guard let part = PropertyTarget.Part(rawValue: name), let kind = part.kind(in: whole.kind),
            let typed = PropertyValue(object: value, kind: kind)
        else { return nil }
        return part.setting(typed, in: whole)
    }

    private static func split(_ path: String) -> (String, String?) {
        guard let dot = path.firstIndex(of: ".") else { return (path, nil) }
        return (String(path[..<dot]), String(path[path.index(after: dot)...]))
    }

    /// The row of a key, or of a getter's name; nil when this layer has no such property.
    package func row(forKey key: String) -> PropertyRow? {
        LayerPropertyTable.row(forKeyOrGetter: key)
            .flatMap { $0.owners.isDisjoint(with: type(of: self).classes) ? nil : $0 }
    }
}
