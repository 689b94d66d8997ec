/// A value of a JSON text.
enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// An array of numbers only, which make up most of a Lottie document.
    case numbers([Double])
    case array([JSONValue])
    case object(JSONObject)
}

/// An object of a JSON text.
struct JSONObject: Sendable {
    /// The members, in the order of the text.
    var members: [(key: String, value: JSONValue)]
    /// The start of the object, in bytes from the start of the text.
    var offset: Int

    /// The value of a key; if a key occurs several times, the last value, as in other readers. nil when it is missing
    /// or null.
    ///
    /// *Complexity*: O(number of members); Lottie objects have few.
    subscript(key: String) -> JSONValue? {
        guard let value = members.last(where: { $0.key == key })?.value else { return nil }
        if case .null = value { return nil }
        return value
    }
}

extension JSONValue {
    /// The value as a number: from a number, a numeric string, the first number of an array, or a Boolean as 1 or 0.
    /// nil for other values, and when it is not finite.
    var number: Double? {
        switch self {
        case .number(let value): value
        case .numbers(let list): list.first
        case .bool(let value): value ? 1 : 0
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        case .array(let list): list.first?.number
        default: nil
        }
    }

    /// The value as numbers: an array's, or a single one; nil when an element is no number.
    var numbers: [Double]? {
        switch self {
        case .numbers(let list): return list
        case .number(let value): return [value]
        case .array(let list):
            var result: [Double] = []
            for element in list {
                guard case .number(let value) = element else { return nil }
                result.append(value)
            }
            return result
        default: return nil
        }
    }

    /// Whether the value is true, or a number other than 0.
    var isTrue: Bool {
        switch self {
        case .bool(let value): value
        case .number(let value): value != 0
        default: false
        }
    }

    /// The text of a string; nil for other values.
    var string: String? {
        if case .string(let text) = self { return text }
        return nil
    }

    /// The object; nil for other values.
    var object: JSONObject? {
        if case .object(let object) = self { return object }
        return nil
    }

    /// The elements of an array; nil for other values.
    var elements: [JSONValue]? {
        switch self {
        case .array(let list): list
        case .numbers(let list): list.map { .number($0) }
        default: nil
        }
    }
}
