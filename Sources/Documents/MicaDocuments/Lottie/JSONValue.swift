/// A value of a JSON text.
indirect enum JSONValue: Sendable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    /// An array of nothing but numbers, which most of a Lottie document is.
    case numbers([Double])
    case array([JSONValue])
    case object(JSONObject)
}

/// An object of a JSON text.
struct JSONObject: Sendable {
    /// The members in the order of the text.
    var members: [(key: String, value: JSONValue)]
    /// Where the object starts, in bytes from the start of the text.
    var offset: Int

    /// The value of a key; of several the last, as other readers have it. nil when it is missing or null.
    ///
    /// *Complexity*: O(number of members), of which a Lottie object has few.
    subscript(key: String) -> JSONValue? {
        guard let value = members.last(where: { $0.key == key })?.value else { return nil }
        if case .null = value { return nil }
        return value
    }
}

extension JSONValue {
    /// The number: a number, a string that is one, the first of an array, or 1 and 0 for true and false; nil for others
    /// and for numbers that are not finite.
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

    /// The numbers: an array's, or the one; nil when an element is none.
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

    /// Whether it is true, or a number other than 0.
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
