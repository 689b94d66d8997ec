import Foundation

/// The slots of a Lottie animation: named values that properties, texts, gradients and images refer to by `sid`.
///
/// Slots are put in place before anything else is read, so that all parts of the reader see plain properties.
///
/// *Source*: lottie/lottie-spec, "Slots": a property with a `sid` has the value `p` of the slot.
struct LottieSlots {
    /// The values by name.
    private var values: [String: JSONObject] = [:]
    /// The kind of property that refers to each slot, and the slot's own value as text.
    private(set) var found: [String: Found] = [:]
    /// The most properties that refer to slots: a slot of many values is copied into each.
    private static let useLimit = 200_000
    /// The most members of a slot's value; no property has so many.
    private static let memberLimit = 64
    private var uses = 0

    /// A slot that a property refers to.
    struct Found {
        /// The kind of property.
        var kind: LottieSlotKind
        /// The value, as it can be written.
        var value: String
    }

    /// The values of a document's own slots.
    init(_ document: JSONObject) {
        for (name, slot) in document["slots"]?.object?.members ?? [] {
            if let value = slot.object?["p"] { set(name, value) }
        }
    }

    /// Whether there are none.
    var isEmpty: Bool { values.isEmpty }

    /// The slots that properties refer to, and those that have a value only.
    var all: [String: Found] {
        let unused = values.mapValues { value in
            Found(kind: LottieSlotKind(of: value) ?? .scalar, value: LottieSlotKind.text(value))
        }
        return found.merging(unused) { known, _ in known }
    }

    /// Whether a document's text may refer to slots.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        let key = Array("\"sid\"".utf8)
        var end = key.count - 1
        while end < bytes.count {
            let last = bytes[end]
            if last == key[4], bytes[(end - 4)...end].elementsEqual(key) { return true }
            // Without a letter of the key the next match is behind it.
            end += key.contains(last) ? 1 : key.count
        }
        return false
    }

    /// Gives a slot a value: a property, or a plain value.
    ///
    /// A text's parts that the value lacks are those of the slot before.
    mutating func set(_ name: String, _ value: JSONValue) {
        var object = value.object ?? JSONObject(members: [("a", .number(0)), ("k", value)], offset: 0)
        object.members = Array(object.members.prefix(Self.memberLimit))
        if let before = values[name], let base = Self.firstText(before) { object = Self.filled(object, base) }
        values[name] = object
    }

    /// The document with the slots' values in place of references to them.
    ///
    /// *Throws*: `.refused` when too many properties refer to slots.
    mutating func applied(to document: JSONObject, _ diagnostics: LottieDiagnostics) throws(DocumentError) -> JSONObject
    {
        var result = document
        for index in result.members.indices where result.members[index].key != "slots" {
            result.members[index].value = try inserted(in: result.members[index].value, "", diagnostics)
        }
        return result
    }

    /// A value with the slots' values in place.
    ///
    /// - Parameter key: the value's key in the object around it; empty in a list.
    private mutating func inserted(
        in value: JSONValue, _ key: String, _ diagnostics: LottieDiagnostics
    ) throws(DocumentError) -> JSONValue {
        switch value {
        case .array(var list):
            for index in list.indices {
                switch list[index] {
                case .array, .object: list[index] = try inserted(in: list[index], "", diagnostics)
                default: continue
                }
            }
            return .array(list)
        case .object(let object):
            var object = try filled(object, key, diagnostics)
            for index in object.members.indices {
                let member = object.members[index]
                switch member.value {
                case .array, .object:
                    object.members[index].value = try inserted(in: member.value, member.key, diagnostics)
                default: continue
                }
            }
            return .object(object)
        default: return value
        }
    }

    /// An object whose own slot, or whose gradient's, has its value in place.
    private mutating func filled(
        _ object: JSONObject, _ key: String, _ diagnostics: LottieDiagnostics
    ) throws(DocumentError) -> JSONObject {
        var result = object
        // The number of a gradient's stops is beside the property that may refer to the slot.
        if let gradient = object["g"]?.object, gradient["k"] != nil {
            result.set("g", .object(try self.gradient(gradient, diagnostics)))
        }
        guard let name = object["sid"]?.string else { return result }
        try use(values[name], diagnostics, at: object.offset, members: Self.firstText(object)?.members.count ?? 0)
        note(name, object, key)
        guard var slot = values[name] else { return result }
        if let base = Self.firstText(object) { slot = Self.filled(slot, base) }
        // A value without keys in place of one with keys, or the other way round, has its own "a".
        for (key, value) in slot.members { result.set(key, value) }
        return result.without("sid")
    }

    private mutating func gradient(
        _ gradient: JSONObject, _ diagnostics: LottieDiagnostics
    ) throws(DocumentError) -> JSONObject {
        let inner = gradient["k"]?.object
        guard let name = gradient["sid"]?.string ?? inner?["sid"]?.string else { return gradient }
        try use(values[name], diagnostics, at: gradient.offset)
        found[name] = found[name] ?? Found(kind: .gradient, value: "a gradient")
        guard let slot = values[name] else { return gradient }
        var result = gradient.without("sid")
        if let count = slot["p"]?.number, let property = slot["k"] {
            result.set("p", .number(count))
            result.set("k", property)
        } else {
            // The property alone: as many stops as before, if it has so many numbers.
            result.set("k", .object(slot))
        }
        return result
    }

    /// Counts a reference to a slot, by the keys that it copies and the members of the text that each of them fills in.
    private mutating func use(
        _ slot: JSONObject?, _ diagnostics: LottieDiagnostics, at offset: Int, members: Int = 0
    ) throws(DocumentError) {
        uses += 1
        if case .array(let keys)? = slot?["k"] { uses += keys.count * (1 + members / 8) }
        guard uses <= Self.useLimit else {
            diagnostics.offset = offset
            throw diagnostics.refused("more than \(Self.useLimit) properties and keys refer to slots")
        }
    }

    /// Records the slot of a property, an asset or a text.
    private mutating func note(_ name: String, _ object: JSONObject, _ key: String) {
        guard found[name] == nil else { return }
        let now = values[name] ?? object
        var kind = LottieSlotKind(of: object) ?? LottieSlotKind(of: now) ?? .scalar
        if object["p"]?.string != nil || now["p"]?.string != nil { kind = .image }
        // A colour may have three numbers, as a point has.
        if kind == .vector, ["c", "fc", "sc"].contains(key) { kind = .color }
        found[name] = Found(kind: kind, value: LottieSlotKind.text(now))
    }

    // MARK: Texts

    /// The first text of a text property; nil for other properties.
    private static func firstText(_ property: JSONObject) -> JSONObject? {
        guard case .array(let keys)? = property["k"], let first = keys.first?.object?["s"]?.object,
            first["t"] != nil || first["f"] != nil
        else { return nil }
        return first
    }

    /// A text property whose texts have the parts of another where they lack them.
    private static func filled(_ property: JSONObject, _ base: JSONObject) -> JSONObject {
        guard case .array(var keys)? = property["k"] else { return property }
        for index in keys.indices {
            guard var key = keys[index].object, let text = key["s"]?.object else { continue }
            var whole = base
            for (name, value) in text.members.prefix(memberLimit) { whole.set(name, value) }
            key.set("s", .object(whole))
            keys[index] = .object(key)
        }
        var result = property
        result.set("k", .array(keys))
        return result
    }
}

/// The kind of a property that refers to a slot.
enum LottieSlotKind: String {
    case scalar, vector, color, gradient, path, text, image

    /// The kind by a property's value; nil when it tells nothing.
    init?(of property: JSONObject) {
        if property["p"]?.string != nil {
            self = .image
            return
        }
        var value = property["k"]
        if case .array(let list)? = value, let key = list.first?.object, key["t"] != nil || key["s"] != nil {
            value = key["s"]
            if case .array(let inner)? = value, let first = inner.first, first.object != nil { value = first }
        }
        switch value {
        case .number?: self = .scalar
        case .numbers(let list)?: self = list.count == 1 ? .scalar : list.count < 4 ? .vector : .color
        case .object(let object)?:
            if object["v"] != nil { self = .path } else if object["p"] != nil { self = .gradient } else { self = .text }
        default: return nil
        }
    }

    /// A number with at most three digits after the point.
    private static func plain(_ value: Double) -> String {
        let text = String(format: "%.3f", value)
        return String(text.reversed().drop { $0 == "0" }.drop { $0 == "." }.reversed())
    }

    /// A property's first value, as it can be written.
    static func text(_ property: JSONObject) -> String {
        if let file = property["p"]?.string { return DataURI.isOne(file) ? "embedded" : file }
        var value = property["k"]
        if case .array(let list)? = value, let key = list.first?.object {
            value = key["s"]
            if case .array(let inner)? = value, let first = inner.first, first.object != nil { value = first }
        }
        switch value {
        case .number(let number)?: return plain(number)
        case .numbers(let list)?: return list.map(plain).joined(separator: ",")
        case .object(let object)?:
            if object["v"] != nil { return "a path" }
            return object["t"]?.string ?? "a gradient"
        default: return ""
        }
    }
}

extension JSONObject {
    /// Sets a member.
    mutating func set(_ key: String, _ value: JSONValue) {
        if let index = members.lastIndex(where: { $0.key == key }) {
            members[index].value = value
        } else {
            members.append((key, value))
        }
    }

    /// The object without a member.
    func without(_ key: String) -> JSONObject {
        JSONObject(members: members.filter { $0.key != key }, offset: offset)
    }
}
