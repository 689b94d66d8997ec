import Foundation

/// Parses values from text.
package enum ValueParser {
    /// The value of a text; nil when the text is no value of the kind.
    package static func parse(_ text: String, as kind: ValueKind) -> DocumentValue? {
        switch kind {
        case .boolean:
            return boolean(text).map(DocumentValue.boolean)
        case .integer:
            return number(text).flatMap { value -> DocumentValue? in
                guard let whole = Int(exactly: value.rounded(.towardZero)) else { return .number(value) }
                return value == Double(whole) ? .integer(whole) : .number(value)
            }
        case .number:
            return (number(text) ?? boolean(text).map { $0 ? 1 : 0 }).map(DocumentValue.number)
        case .string:
            return .string(text)
        case .point:
            return numbers(text, count: 2).map { .point(CGPoint(x: $0[0], y: $0[1])) }
        case .size:
            return numbers(text, count: 2).map { .size(CGSize(width: $0[0], height: $0[1])) }
        case .rect:
            return numbers(text, count: 4).map { .rect(CGRect(x: $0[0], y: $0[1], width: $0[2], height: $0[3])) }
        case .color:
            return color(text, opacity: nil).map(DocumentValue.color)
        case .transform:
            return TransformFunction.parse(text).map(DocumentValue.transform)
        case .timingFunction:
            return timingFunction(text).map(DocumentValue.timingFunction)
        case .any:
            return number(text).map(DocumentValue.number) ?? .string(text)
        case .image, .layer, .array, .filters:
            return nil
        }
    }

    /// A number: decimal, `inf`, `-inf`, `infinity` or `nan`.
    package static func number(_ text: String) -> Double? { number(Substring(text)) }

    private static func number(_ text: Substring) -> Double? {
        if let plain = PlainNumber.read(text.utf8) { return plain }
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return nil }
        let trimmed = text[first...last]
        guard trimmed.utf8.count <= 400,
            !trimmed.utf8.contains(where: { $0 == UInt8(ascii: "x") || $0 == UInt8(ascii: "X") })
        else { return nil }
        return Double(trimmed)
    }

    /// A boolean: 0, 1, true, false, yes, no; other numbers are true.
    package static func boolean(_ text: String) -> Bool? {
        // The form that editors write; other forms take the general path.
        if text == "0" { return false }
        if text == "1" { return true }
        return switch text.trimmingCharacters(in: .whitespacesAndNewlines).lowercased() {
        case "0", "false", "no": false
        case "1", "true", "yes": true
        default: number(text).map { $0 != 0 }
        }
    }

    /// Numbers separated by spaces or commas; nil unless there are `count` numbers.
    package static func numbers(_ text: String, count: Int) -> [Double]? {
        var result: [Double] = []
        result.reserveCapacity(count)
        let bytes = text.utf8
        var index = bytes.startIndex
        while true {
            while index < bytes.endIndex, isSeparator(bytes[index]) { index = bytes.index(after: index) }
            guard index < bytes.endIndex else { break }
            let start = index
            while index < bytes.endIndex, !isSeparator(bytes[index]) { index = bytes.index(after: index) }
            guard result.count < count, let value = number(text[start..<index]) else { return nil }
            result.append(value)
        }
        return result.count == count ? result : nil
    }

    private static func isSeparator(_ byte: UInt8) -> Bool { isSpace(byte) || byte == UInt8(ascii: ",") }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) }

    /// A colour: one grey component, or three or four components of extended sRGB; the opacity is a separate
    /// attribute.
    package static func color(_ text: String, opacity: Double?) -> DocumentColor? {
        // Three components are by far the most frequent.
        if let parts = numbers(text, count: 3) {
            return DocumentColor(red: parts[0], green: parts[1], blue: parts[2], alpha: opacity ?? 1)
        }
        if let grey = numbers(text, count: 1) {
            return DocumentColor(red: grey[0], green: grey[0], blue: grey[0], alpha: opacity ?? 1)
        }
        if let parts = numbers(text, count: 4) {
            return DocumentColor(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3] * (opacity ?? 1))
        }
        return nil
    }

    /// A timing function: Apple's name, with or without its `kCAMediaTimingFunction`, or four numbers.
    package static func timingFunction(_ text: String) -> DocumentTimingFunction? {
        if let parts = numbers(text, count: 4) {
            guard (0...1).contains(parts[0]), (0...1).contains(parts[2]) else { return nil }
            return .curve(x1: parts[0], y1: parts[1], x2: parts[2], y2: parts[3])
        }
        let names = ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"]
        let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return names.contains(trimmed) ? .named(trimmed) : nil
    }
}
