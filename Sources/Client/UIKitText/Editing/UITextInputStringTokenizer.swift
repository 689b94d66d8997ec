import Foundation
import UIKitCore

/// Finds letters, words, sentences, paragraphs and lines by the text of a view.
///
/// *Source*: Apple, UITextInputTokenizer. Words are those of Unicode Standard Annex 29 with a letter or a digit; a
/// sentence ends after a full stop, a question or an exclamation mark and the spaces that follow, or with its paragraph.
@preconcurrency @MainActor open class UITextInputStringTokenizer: NSObject, UITextInputTokenizer {
    private weak var input: (any UITextInput)?

    /// Makes a tokenizer for a view.
    public init(textInput: UIResponder & UITextInput) {
        input = textInput
        super.init()
    }

    private var length: Int {
        input.map { max(0, $0.offset(from: $0.beginningOfDocument, to: $0.endOfDocument)) } ?? 0
    }

    private var breaks: TextBreaks {
        let length = length
        return TextBreaks(count: length) { [input] range in
            MainActor.assumeIsolated {
                var units: [UInt16] = []
                if let input, let start = input.position(from: input.beginningOfDocument, offset: range.lowerBound),
                    let end = input.position(from: start, offset: range.count),
                    let found = input.textRange(from: start, to: end)
                {
                    units = Array((input.text(in: found) ?? "").utf16.prefix(range.count))
                }
                // A program's view may give less text than it has positions: spaces stand for the rest.
                return units + repeatElement(0x20, count: range.count - units.count)
            }
        }
    }

    private func offset(_ position: UITextPosition) -> Int? {
        input.map { $0.offset(from: $0.beginningOfDocument, to: position) }
    }

    private func isForward(_ direction: UITextDirection) -> Bool {
        switch UITextLayoutDirection(rawValue: direction.rawValue) {
        case .left, .up: false
        case .right, .down: true
        case nil: direction.rawValue == UITextStorageDirection.forward.rawValue
        }
    }

    /// The unit of text that holds the letter after a position; nil if that letter is in none.
    private func unit(_ granularity: UITextGranularity, after position: Int) -> Range<Int>? {
        let breaks = breaks
        guard position >= 0, position < breaks.count else { return nil }
        switch granularity {
        case .character:
            let start = breaks.letterBound(atOrBefore: position)
            return start..<breaks.letterEnd(after: position)
        case .word:
            let end = breaks.wordEnd(after: position)
            let start = breaks.wordStart(before: end)
            let isWord = start <= position && position < end && breaks.wordEnd(after: start) == end
            return isWord ? start..<end : nil
        case .sentence: return sentence(at: position, breaks)
        case .paragraph: return breaks.paragraph(at: position)
        case .line:
            guard let input, let place = input.position(from: input.beginningOfDocument, offset: position),
                let left = input.position(within: line(at: place), farthestIn: .left),
                let right = input.position(within: line(at: place), farthestIn: .right),
                let a = offset(left), let b = offset(right), a != b
            else { return breaks.paragraph(at: position) }
            return min(a, b)..<max(a, b)
        case .document: return 0..<breaks.count
        }
    }

    private func line(at position: UITextPosition) -> UITextRange {
        guard let source = input as? any TextLineSource, let place = offset(position) else { return UITextRange() }
        return TextOffsets(source.lineRange(at: place))
    }

    private func sentence(at position: Int, _ breaks: TextBreaks) -> Range<Int> {
        let paragraph = breaks.paragraph(at: position)
        let text = breaks.units(paragraph)
        var bounds = [0]
        var index = 0
        while index < text.count {
            defer { index += 1 }
            guard [0x2E, 0x21, 0x3F, 0x3002, 0xFF01, 0xFF1F].contains(text[index]) else { continue }
            var end = index + 1
            while end < text.count, [0x22, 0x27, 0x29, 0x201D, 0x2019].contains(text[end]) { end += 1 }
            let isFull = text[index] >= 0x3000
            guard isFull || end == text.count || text[end] <= 0x20 || text[end] == 0xA0 else { continue }
            while end < text.count, text[end] <= 0x20 || text[end] == 0xA0 { end += 1 }
            if end < text.count { bounds.append(end) }
        }
        let local = position - paragraph.lowerBound
        let start = bounds.last { $0 <= local } ?? 0
        let end = bounds.first { $0 > local } ?? text.count
        return paragraph.lowerBound + start..<paragraph.lowerBound + end
    }

    /// The range of the unit around a position. At a bound, the one that lies in the direction counts.
    open func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange? {
        guard let input, let place = offset(position),
            let unit = unit(granularity, after: isForward(direction) ? place : place - 1),
            let start = input.position(from: input.beginningOfDocument, offset: unit.lowerBound),
            let end = input.position(from: input.beginningOfDocument, offset: unit.upperBound)
        else { return nil }
        return input.textRange(from: start, to: end)
    }

    /// Whether a position is at the end of a unit that lies before it in the direction.
    open func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool {
        guard let place = offset(position) else { return false }
        if isForward(direction) { return unit(granularity, after: place - 1)?.upperBound == place }
        return unit(granularity, after: place)?.lowerBound == place
    }

    /// The next bound of a unit: its end forwards, its beginning backwards.
    open func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition? {
        guard let input, var place = offset(position) else { return nil }
        let length = length
        if granularity == .word {
            let target = isForward(direction) ? breaks.wordEnd(after: place) : breaks.wordStart(before: place)
            return target == place ? nil : input.position(from: input.beginningOfDocument, offset: target)
        }
        if isForward(direction) {
            guard place < length, let unit = unit(granularity, after: place) else { return nil }
            place = unit.upperBound
        } else {
            guard place > 0, let unit = unit(granularity, after: place - 1) else { return nil }
            place = unit.lowerBound
        }
        return input.position(from: input.beginningOfDocument, offset: place)
    }

    /// Whether a position is within a unit, or at its bound in the direction.
    open func isPosition(
        _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
        inDirection direction: UITextDirection
    ) -> Bool {
        guard let place = offset(position) else { return false }
        return unit(granularity, after: isForward(direction) ? place : place - 1) != nil
    }
}

/// A view whose lines a tokenizer can ask for.
@MainActor protocol TextLineSource: AnyObject {
    /// The line of a position. *Range*: units of UTF-16.
    func lineRange(at position: Int) -> Range<Int>
}
