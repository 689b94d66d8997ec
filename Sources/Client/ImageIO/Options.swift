import CoreGraphics

/// Reads an option that may be a Swift or a Foundation number; nil when it is absent, no number, or not finite.
func number(_ options: CFDictionary?, _ key: CFString) -> Double? {
    guard let value = options?[key] else { return nil }
    let number: Double? =
        switch value {
        case let value as NSNumber: value.doubleValue
        case let value as Double: value
        case let value as Int: Double(value)
        case let value as CGFloat: Double(value)
        default: nil
        }
    return number.flatMap { $0.isFinite ? $0 : nil }
}

/// Reads a Boolean option; nil when it is absent or no Boolean.
func flag(_ options: CFDictionary?, _ key: CFString) -> Bool? {
    if let value = options?[key] as? Bool { return value }
    return number(options, key).map { $0 != 0 }
}

/// Reads an option that is a dictionary; nil when it is absent or no dictionary.
func dictionary(_ options: CFDictionary?, _ key: CFString) -> CFDictionary? {
    if let value = options?[key] as? CFDictionary { return value }
    guard let value = options?[key] as? NSDictionary else { return nil }
    var result: CFDictionary = [:]
    for (key, value) in value { if let key = key as? AnyHashable { result[key] = value } }
    return result
}

/// Merges two dictionaries: values of the upper one win, dictionaries in both are merged, NSNull removes a value.
func merged(_ lower: CFDictionary?, with upper: CFDictionary?) -> CFDictionary {
    var result = lower ?? [:]
    for (key, value) in upper ?? [:] {
        guard let name = key as? CFString else { continue }
        if value is NSNull {
            result[name] = nil
        } else if let inner = dictionary(upper, name), let under = dictionary(lower, name) {
            result[name] = merged(under, with: inner)
        } else {
            result[name] = value
        }
    }
    return result
}
