import MicaEvents

/// Answers about a node's text. *Units* of offsets: Unicode scalars.
///
/// *Source*: at-spi2-core, Text.xml and EditableText.xml, and the enumerations AtspiTextGranularity and AtspiTextBoundaryType.
struct TextAnswers {
    let object: NodeObject
    let text: AccessibleText
    private let scalars: [Unicode.Scalar]

    init(object: NodeObject, text: AccessibleText) {
        (self.object, self.text, scalars) = (object, text, Array(text.content.unicodeScalars))
    }

    /// The answer to a call of the interface Text.
    func answer(_ call: BusCall) -> BusAnswer {
        switch call.member {
        case "GetText":
            guard let range = range(call, 0, 1) else { return .failure(.invalidArguments) }
            return .values([.text(string(range))])
        case "GetCharacterAtOffset":
            guard let offset = call.integer(0) else { return .failure(.invalidArguments) }
            return .values([.int(scalars.indices.contains(offset) ? Int32(bitPattern: scalars[offset].value) : 0)])
        case "GetStringAtOffset": return part(call, Part.init(granularity:)) { $0 }
        case "GetTextAtOffset": return part(call, Part.init(boundary:)) { $0 }
        case "GetTextBeforeOffset": return part(call, Part.init(boundary:)) { $0.lowerBound - 1..<$0.lowerBound }
        case "GetTextAfterOffset": return part(call, Part.init(boundary:)) { $0.upperBound..<$0.upperBound + 1 }
        case "GetAttributes", "GetAttributeRun":
            return .values([.array(of: "{ss}", []), .int(0), .int(scalars.count)])
        case "GetDefaultAttributes", "GetDefaultAttributeSet": return .values([.array(of: "{ss}", [])])
        case "GetAttributeValue": return .values([.text("")])
        case "GetCharacterExtents", "GetRangeExtents":
            let spaceAt = call.member == "GetRangeExtents" ? 2 : 1
            guard let space = call.integer(spaceAt).flatMap(NodeObject.Space.init) else {
                return .failure(.invalidArguments)
            }
            // The letters' own places are not known here.
            let (x, y, width, height) = object.extents(of: object.node.frame, space)
            return .values([.int(x), .int(y), .int(width), .int(height)])
        case "GetOffsetAtPoint": return .values([.int(-1)])
        case "GetBoundedRanges": return .values([.array(of: "(iisv)", [])])
        case "ScrollSubstringTo", "ScrollSubstringToPoint": return .request(.scrollIntoSight, object.node.id)
        default: return answerSelection(call)
        }
    }

    private func answerSelection(_ call: BusCall) -> BusAnswer {
        let id = object.node.id
        switch call.member {
        case "GetNSelections": return .values([.int(text.selection.isEmpty ? 0 : 1)])
        case "GetSelection":
            guard call.integer(0) != nil else { return .failure(.invalidArguments) }
            let selection = call.integer(0) == 0 ? text.selection : 0..<0
            return .values([.int(selection.lowerBound), .int(selection.upperBound)])
        case "SetCaretOffset":
            guard let offset = call.integer(0), 0...scalars.count ~= offset else { return .failure(.invalidArguments) }
            return .request(.select(offset..<offset), id)
        case "AddSelection", "SetSelection":
            let first = call.member == "AddSelection" ? 0 : 1
            guard let range = range(call, first, first + 1) else { return .failure(.invalidArguments) }
            guard first == 0 ? text.selection.isEmpty : call.integer(0) == 0 else { return .values([.bool(false)]) }
            return .request(.select(range), id)
        case "RemoveSelection":
            guard call.integer(0) == 0, !text.selection.isEmpty else { return .values([.bool(false)]) }
            return .request(.select(text.selection.upperBound..<text.selection.upperBound), id)
        default: return .failure(.unknownMethod)
        }
    }

    /// The answer to a call of the interface EditableText.
    func edit(_ call: BusCall) -> BusAnswer {
        let id = object.node.id
        switch call.member {
        case "SetTextContents":
            guard let new = call.text(0) else { return .failure(.invalidArguments) }
            return .request(.replace(0..<scalars.count, new), id)
        case "InsertText":
            guard let at = call.integer(0), let new = call.text(1), let length = call.integer(2),
                0...scalars.count ~= at
            else { return .failure(.invalidArguments) }
            // The length counts bytes; a negative one means all.
            let bytes = length < 0 ? new.utf8.count : length
            return .request(.replace(at..<at, String(decoding: new.utf8.prefix(bytes), as: UTF8.self)), id)
        case "DeleteText":
            guard let range = range(call, 0, 1) else { return .failure(.invalidArguments) }
            return .request(.replace(range, ""), id)
        default: return .failure(.unknownMethod)
        }
    }

    // MARK: Parts

    /// The parts that a text is divided into.
    private enum Part {
        case letter, word, sentence, line

        init?(granularity: Int) {
            guard 0...4 ~= granularity else { return nil }
            self = [.letter, .word, .sentence, .line, .line][granularity]
        }

        init?(boundary: Int) {
            guard 0...6 ~= boundary else { return nil }
            self = [.letter, .word, .word, .sentence, .sentence, .line, .line][boundary]
        }
    }

    /// The part at an offset, or the one that holds the range which `neighbour` makes of that part's.
    private func part(_ call: BusCall, _ kind: (Int) -> Part?, _ neighbour: (Range<Int>) -> Range<Int>) -> BusAnswer {
        guard let offset = call.integer(0), let part = call.integer(1).flatMap(kind), 0...scalars.count ~= offset else {
            return .failure(.invalidArguments)
        }
        let here = range(of: part, at: offset)
        let wanted = neighbour(here)
        var found = here
        if wanted != here {
            found = 0...scalars.count ~= wanted.lowerBound ? range(of: part, at: wanted.lowerBound) : 0..<0
        }
        return .values([.text(string(found)), .int(found.lowerBound), .int(found.upperBound)])
    }

    /// The part that an offset is in. At the end of the text it is the last one; an empty one after a last line's end.
    private func range(of part: Part, at offset: Int) -> Range<Int> {
        if part == .letter { return offset..<min(offset + 1, scalars.count) }
        var (start, end) = (min(offset, scalars.count), min(offset, scalars.count))
        if offset == scalars.count, part != .line, start > 0 { (start, end) = (start - 1, end) }
        while start > 0, !begins(part, start) { start -= 1 }
        while end < scalars.count, end == start || !begins(part, end) { end += 1 }
        return start..<end
    }

    /// Whether a part begins at an index greater than zero.
    private func begins(_ part: Part, _ index: Int) -> Bool {
        let (before, here) = (scalars[index - 1], index < scalars.count ? scalars[index] : "\n")
        switch part {
        case .letter: return true
        case .word: return !isOfWord(before) && isOfWord(here)
        case .line: return before == "\n"
        case .sentence:
            guard index > 1, before.properties.isWhitespace, !here.properties.isWhitespace else {
                return before == "\n"
            }
            return [".", "!", "?"].contains(scalars[index - 2])
        }
    }

    private func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isAlphabetic || scalar.properties.numericType != nil || scalar == "_" || scalar == "'"
    }

    /// The range of two arguments within the text; a negative end means the text's. nil for others.
    private func range(_ call: BusCall, _ first: Int, _ second: Int) -> Range<Int>? {
        guard let start = call.integer(first), var end = call.integer(second) else { return nil }
        if end < 0 { end = scalars.count }
        let (low, high) = (min(max(start, 0), scalars.count), min(end, scalars.count))
        return low <= high ? low..<high : high..<low
    }

    private func string(_ range: Range<Int>) -> String {
        var string = String.UnicodeScalarView()
        string.append(contentsOf: scalars[range])
        return String(string)
    }
}
