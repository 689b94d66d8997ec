/// Reads the members of a JSON object in an archive, with a warning for each that has the wrong type.
///
/// A warning names the member by its path in the file, such as `states[2].transitions[0].toState`, and has the line and
/// the column of the object around it.
struct MemberReader {
    /// The elements of lists that may still be read in the file, shared by the readers of its objects.
    private final class Budget {
        let limit: Int
        var left: Int

        init(_ limit: Int) { (self.limit, left) = (limit, limit) }
    }

    /// The object.
    let object: JSONObject
    /// The object's path in its file; empty for the file's own object.
    let path: String
    /// Receives the warnings.
    let diagnostics: LottieDiagnostics
    private let budget: Budget

    /// A reader of a file's own object.
    ///
    /// - Parameters:
    ///   - kind: the file's kind, as messages name it.
    ///   - budget: the most elements of all lists of objects in the file.
    /// *Throws*: `.malformed` if the value is not an object.
    init(file value: JSONValue, _ kind: String, budget: Int, _ diagnostics: LottieDiagnostics) throws(DocumentError) {
        guard let object = value.object else { throw diagnostics.malformed("the \(kind) is not an object") }
        self.init(object, "", diagnostics, Budget(budget))
    }

    private init(_ object: JSONObject, _ path: String, _ diagnostics: LottieDiagnostics, _ budget: Budget) {
        (self.object, self.path, self.diagnostics, self.budget) = (object, path, diagnostics, budget)
    }

    /// The path of a member.
    func path(of key: String) -> String { path.isEmpty ? key : "\(path).\(key)" }

    /// Records a warning about the object: the end of a sentence about it.
    func warn(_ message: @autoclosure () -> String) { record("\(path) \(message())") }

    /// Records a warning about a member: the end of a sentence about it.
    func warn(_ key: String, _ message: @autoclosure () -> String) { record("\(path(of: key)) \(message())") }

    private func record(_ sentence: @autoclosure () -> String) {
        diagnostics.offset = object.offset
        diagnostics.warn(sentence())
    }

    private func wrong(_ key: String, _ value: JSONValue, _ expected: String) {
        warn(key, "is \(value.kindInWords) where \(expected) is expected")
    }

    /// A member's text; nil when it is missing or no text.
    ///
    /// - Parameter isRequired: whether a missing member gets a warning.
    func text(_ key: String, isRequired: Bool = false) -> String? {
        guard let value = object[key] else {
            if isRequired { warn(key, "is missing") }
            return nil
        }
        if let text = value.string { return text }
        wrong(key, value, "a text")
        return nil
    }

    /// A member's number; nil when it is missing or no number.
    func number(_ key: String, isRequired: Bool = false) -> Double? {
        guard let value = object[key] else {
            if isRequired { warn(key, "is missing") }
            return nil
        }
        if case .number(let number) = value { return LottieReader.bounded(number) }
        wrong(key, value, "a number")
        return nil
    }

    /// A member's truth value; nil when it is missing or none.
    func flag(_ key: String, isRequired: Bool = false) -> Bool? {
        guard let value = object[key] else {
            if isRequired { warn(key, "is missing") }
            return nil
        }
        if case .bool(let flag) = value { return flag }
        wrong(key, value, "true or false")
        return nil
    }

    /// A member's numbers; nil when it is missing or no list of numbers.
    func numbers(_ key: String, count: ClosedRange<Int>) -> [Double]? {
        guard let value = object[key] else { return nil }
        let list: [Double]? =
            switch value {
            case .numbers(let list): list
            case .array(let list) where list.isEmpty: []
            default: nil
            }
        guard let list, count.contains(list.count) else {
            let expected = count.count == 1 ? "\(count.lowerBound)" : "\(count.lowerBound) to \(count.upperBound)"
            wrong(key, value, "a list of \(expected) numbers")
            return nil
        }
        return list.map(LottieReader.bounded)
    }

    /// A member's texts; nil when it is missing or no list of texts.
    func texts(_ key: String) -> [String]? {
        guard let value = object[key] else { return nil }
        guard let list = value.elements else {
            wrong(key, value, "a list of texts")
            return nil
        }
        let texts = list.compactMap { $0.string }
        if texts.count < list.count { warn(key, "has elements that are no texts, which are left out") }
        return texts
    }

    /// A member that is one of some words; nil when it is missing or another.
    func word<Word: RawRepresentable & CaseIterable>(
        _ key: String, _ type: Word.Type, isRequired: Bool = false
    ) -> Word? where Word.RawValue == String {
        guard let text = text(key, isRequired: isRequired) else { return nil }
        if let word = Word(rawValue: text) { return word }
        let known = Word.allCases.map { $0.rawValue }
        warn(
            key,
            "is '\(text.prefix(200))', which is none of \(known.joined(separator: ", "))"
                + Spelling.hint(text, among: known))
        return nil
    }

    /// A member that is an object; nil when it is missing or none.
    func member(_ key: String, isRequired: Bool = false) -> MemberReader? {
        guard let value = object[key] else {
            if isRequired { warn(key, "is missing") }
            return nil
        }
        guard let object = value.object else {
            wrong(key, value, "an object")
            return nil
        }
        return MemberReader(object, path(of: key), diagnostics, budget)
    }

    /// A member's objects; other elements get a warning.
    ///
    /// - Parameter limit: the most elements; the rest is left out with a warning.
    /// *Throws*: `.refused` if the lists of the file have more elements than its budget.
    func members(_ key: String, limit: Int, isRequired: Bool = false) throws(DocumentError) -> [MemberReader] {
        guard let value = object[key] else {
            if isRequired { warn(key, "is missing") }
            return []
        }
        guard let list = value.elements else {
            wrong(key, value, "a list of objects")
            return []
        }
        if list.count > limit { warn(key, "has \(list.count) elements: those after the first \(limit) are left out") }
        budget.left -= min(list.count, limit)
        guard budget.left >= 0 else {
            diagnostics.offset = object.offset
            throw diagnostics.refused("the lists of the file have more than \(budget.limit) elements in all")
        }
        var result: [MemberReader] = []
        for (index, element) in list.prefix(limit).enumerated() {
            guard let object = element.object else {
                warn("\(key)[\(index)]", "is \(element.kindInWords) where an object is expected")
                continue
            }
            result.append(MemberReader(object, "\(path(of: key))[\(index)]", diagnostics, budget))
        }
        return result
    }
}

extension JSONValue {
    /// The value's kind, as messages name it.
    var kindInWords: String {
        switch self {
        case .null: "null"
        case .bool: "a truth value"
        case .number: "a number"
        case .string: "a text"
        case .numbers, .array: "a list"
        case .object: "an object"
        }
    }
}
