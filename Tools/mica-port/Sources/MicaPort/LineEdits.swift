/// A change of a source's bytes that crosses no line.
public struct LineEdit: Equatable, Sendable {
    /// The bytes that go. *Units*: bytes of UTF-8; half-open.
    public var range: Range<Int>
    /// The replacement; without a newline.
    public var text: String
}

/// The changes of one source.
struct LineEdits {
    private(set) var edits: [LineEdit] = []
    let source: [UInt8]

    init(source: [UInt8]) { self.source = source }

    /// Puts text in place of bytes. Where these go over several lines the text comes in the first, and newlines stay.
    mutating func replace(_ range: Range<Int>, with text: String) {
        var start = range.lowerBound
        var text = text
        for index in range where source[index] == 0x0A || source[index] == 0x0D {
            if start < index || !text.isEmpty { edits.append(LineEdit(range: start..<index, text: text)) }
            (start, text) = (index + 1, "")
        }
        if start < range.upperBound || !text.isEmpty {
            edits.append(LineEdit(range: start..<range.upperBound, text: text))
        }
    }

    /// Puts text before a byte, after earlier insertions there.
    mutating func insert(_ text: String, at index: Int) { edits.append(LineEdit(range: index..<index, text: text)) }

    /// The source with all changes, in the order of their places; those of one place in the order that they were asked for.
    ///
    /// nil when two changes are of the same bytes: a fault of the tool, and the source stays as it is.
    func applied() -> [UInt8]? {
        guard !edits.isEmpty else { return source }
        let sorted = edits.enumerated().sorted { a, b in
            // An insertion comes before a replacement that begins at the same byte.
            (a.element.range.lowerBound, a.element.range.isEmpty ? 0 : 1, a.offset)
                < (b.element.range.lowerBound, b.element.range.isEmpty ? 0 : 1, b.offset)
        }
        var result: [UInt8] = []
        result.reserveCapacity(source.count + 256)
        var end = 0
        for (_, edit) in sorted {
            guard edit.range.lowerBound >= end, !edit.text.utf8.contains(0x0A) else { return nil }
            result += source[end..<edit.range.lowerBound]
            result += edit.text.utf8
            end = edit.range.upperBound
        }
        return result + source[end...]
    }
}
