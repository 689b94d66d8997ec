import CMicaBus

/// A value in a message of D-Bus.
package indirect enum BusValue: Hashable, Sendable {
    /// A text.
    case text(String)
    /// The path of an object.
    case path(String)
    /// A number of 32 bits.
    case int(Int32)
    /// A number of 32 bits, zero or greater.
    case uint(UInt32)
    /// A number of 16 bits.
    case short(Int16)
    /// A number with a fraction.
    case double(Double)
    /// A condition.
    case bool(Bool)
    /// Values of the same type, whose signature is given, as an array may be empty.
    case array(of: String, [BusValue])
    /// Values in a row.
    case structure([BusValue])
    /// A key and its value, in an array.
    case entry(BusValue, BusValue)
    /// A value of any type.
    case variant(BusValue)

    /// The type, as D-Bus writes it.
    package var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .int: "i"
        case .uint: "u"
        case .short: "n"
        case .double: "d"
        case .bool: "b"
        case .array(let element, _): "a" + element
        case .structure(let values): "(" + values.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }

    /// The text of a text or a path; nil for others.
    package var string: String? {
        switch self {
        case .text(let text), .path(let text): text
        default: nil
        }
    }

    /// The number of an integer; nil for others.
    package var integer: Int? {
        switch self {
        case .int(let number): Int(number)
        case .uint(let number): Int(number)
        case .short(let number): Int(number)
        default: nil
        }
    }

    /// The number of a number; nil for others.
    package var number: Double? {
        if case .double(let number) = self { return number }
        return integer.map(Double.init)
    }

    /// The value in a variant, or else the value itself.
    package var content: BusValue {
        if case .variant(let value) = self { return value.content }
        return self
    }

    /// The number of an `Int`, limited to 32 bits.
    static func int(_ number: Int) -> BusValue { .int(Int32(clamping: number)) }
}

// MARK: Messages

extension BusValue {
    /// The most bytes of a text in a message: D-Bus takes messages of 128 MiB, but a peer that reads all nodes asks for many.
    static let longestText = 4 << 20
    /// The depth to which values of others are read.
    private static let deepest = 8
    /// The most values that are read of a message of others: the calls of AT-SPI have at most seven.
    private static let mostValues = 64

    /// The values of a message; nil if there are values that no call of AT-SPI has.
    static func values(of message: OpaquePointer) -> [BusValue]? {
        var place = unsafe mica_place()
        guard unsafe mica_read_begin(message, &place) else { return [] }
        return unsafe values(at: &place, depth: 0)
    }

    private static func values(at place: inout mica_place, depth: Int) -> [BusValue]? {
        var values: [BusValue] = []
        while unsafe mica_read_type(&place) != 0 {
            guard depth < deepest, values.count < mostValues, let value = unsafe value(at: &place, depth: depth) else {
                return nil
            }
            values.append(value)
            unsafe _ = mica_read_next(&place)
        }
        return values
    }

    private static func value(at place: inout mica_place, depth: Int) -> BusValue? {
        let type = unsafe UInt8(truncatingIfNeeded: mica_read_type(&place))
        func inner() -> [BusValue]? {
            var inside = unsafe mica_place()
            unsafe mica_read_enter(&place, &inside)
            return unsafe values(at: &inside, depth: depth + 1)
        }
        switch type {
        case UInt8(ascii: "s"): return unsafe mica_read_text(&place).map { unsafe .text(String(cString: $0)) }
        case UInt8(ascii: "o"): return unsafe mica_read_text(&place).map { unsafe .path(String(cString: $0)) }
        case UInt8(ascii: "i"): return unsafe .int(Int32(truncatingIfNeeded: mica_read_integer(&place)))
        case UInt8(ascii: "u"): return unsafe .uint(UInt32(truncatingIfNeeded: mica_read_integer(&place)))
        case UInt8(ascii: "n"): return unsafe .short(Int16(truncatingIfNeeded: mica_read_integer(&place)))
        case UInt8(ascii: "b"): return unsafe .bool(mica_read_integer(&place) != 0)
        case UInt8(ascii: "d"): return unsafe .double(mica_read_double(&place))
        case UInt8(ascii: "r"): return inner().map { .structure($0) }
        case UInt8(ascii: "a"): return inner().map { .array(of: $0.first?.signature ?? "v", $0) }
        case UInt8(ascii: "v"): return inner()?.first.map { .variant($0) }
        case UInt8(ascii: "e"):
            guard let pair = inner(), pair.count == 2 else { return nil }
            return .entry(pair[0], pair[1])
        default: return nil
        }
    }

    /// Writes values to the end of a message; false if memory is short.
    static func write(_ values: [BusValue], to message: OpaquePointer) -> Bool {
        var place = unsafe mica_place()
        unsafe mica_write_begin(message, &place)
        return values.allSatisfy { unsafe $0.write(at: &place) }
    }

    private func write(at place: inout mica_place) -> Bool {
        switch self {
        case .text(let text): unsafe mica_write_text(&place, Self.type("s"), Self.short(text))
        case .path(let path): unsafe mica_write_text(&place, Self.type("o"), path)
        case .int(let number): unsafe mica_write_integer(&place, Self.type("i"), Int64(number))
        case .uint(let number): unsafe mica_write_integer(&place, Self.type("u"), Int64(number))
        case .short(let number): unsafe mica_write_integer(&place, Self.type("n"), Int64(number))
        case .bool(let isTrue): unsafe mica_write_integer(&place, Self.type("b"), isTrue ? 1 : 0)
        case .double(let number): unsafe mica_write_double(&place, number)
        case .array(let element, let values): unsafe Self.write(values, in: "a", element, at: &place)
        case .structure(let values): unsafe Self.write(values, in: "r", nil, at: &place)
        case .entry(let key, let value): unsafe Self.write([key, value], in: "e", nil, at: &place)
        case .variant(let value): unsafe Self.write([value], in: "v", value.signature, at: &place)
        }
    }

    private static func write(
        _ values: [BusValue], in container: Unicode.Scalar, _ signature: String?, at place: inout mica_place
    ) -> Bool {
        var inner = unsafe mica_place()
        let isOpen =
            if let signature {
                unsafe mica_write_enter(&place, type(container), signature, &inner)
            } else {
                unsafe mica_write_enter(&place, type(container), nil, &inner)
            }
        guard isOpen else { return false }
        // A container is closed even if its content was not written whole: libdbus asks for that.
        let isWritten = values.allSatisfy { unsafe $0.write(at: &inner) }
        return unsafe mica_write_leave(&place, &inner) && isWritten
    }

    private static func type(_ letter: Unicode.Scalar) -> Int32 { Int32(letter.value) }

    /// A text without what D-Bus does not take: it ends before a zero, and after the most bytes.
    static func short(_ text: String) -> String {
        guard text.utf8.count > longestText || text.utf8.contains(0) else { return text }
        let bytes = text.utf8.prefix(longestText).prefix { $0 != 0 }
        // A cut letter at the end is left out.
        return String(bytes.count < text.utf8.count ? text[..<text.rounded(bytes.endIndex)] : text[...])
    }
}

extension String {
    /// The start of the Unicode scalar that an index is in.
    fileprivate func rounded(_ index: Index) -> Index {
        var index = min(index, endIndex)
        while index.samePosition(in: unicodeScalars) == nil, index > startIndex { index = utf8.index(before: index) }
        return index
    }
}
