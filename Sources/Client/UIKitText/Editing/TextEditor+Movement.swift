import Foundation

/// A movement of the caret.
enum CaretMovement {
    case left, right, up, down
    case wordLeft, wordRight
    case wordBackward, wordForward
    case lineStart, lineEnd, lineLeft, lineRight
    case paragraphStart, paragraphEnd
    case documentStart, documentEnd
}

extension TextEditor {
    /// Moves the caret.
    ///
    /// - Parameter extending: Whether the selection grows or shrinks with it.
    func move(_ movement: CaretMovement, extending: Bool = false) {
        if !extending, !selection.isCaret, let end = end(of: movement) {
            return select(TextSelection(at: end.position, end.side))
        }
        let isVertical = movement == .up || movement == .down
        let old = goal
        let target = destination(of: movement)
        let kept = isVertical ? old ?? goal : nil
        select(
            TextSelection(
                from: extending ? selection.anchor : target.position, to: target.position, target.side))
        goal = kept
    }

    /// The end of the selection to which a movement without shift goes; nil if it goes on from the caret.
    private func end(of movement: CaretMovement) -> (position: Int, side: CaretSide)? {
        let range = selection.range
        let isRightToLeft = client.line(at: selection.head, selection.side).isRightToLeft
        switch movement {
        case .left: return isRightToLeft ? (range.upperBound, .before) : (range.lowerBound, .after)
        case .right: return isRightToLeft ? (range.lowerBound, .after) : (range.upperBound, .before)
        default: return nil
        }
    }

    /// The place to which a movement leads from the caret.
    func destination(of movement: CaretMovement) -> (position: Int, side: CaretSide) {
        let (position, side) = (selection.head, selection.side)
        let length = client.textLength
        switch movement {
        case .left, .right: return step(toRight: movement == .right)
        case .up, .down: return vertical(below: movement == .down)
        case .wordLeft, .wordRight:
            let isRightToLeft = client.line(at: position, side).isRightToLeft
            return destination(of: (movement == .wordRight) != isRightToLeft ? .wordForward : .wordBackward)
        case .wordForward:
            return (client.hidesText ? length : breaks.wordEnd(after: position), .before)
        case .wordBackward: return (client.hidesText ? 0 : breaks.wordStart(before: position), .after)
        case .lineStart: return (client.line(at: position, side).range.lowerBound, .after)
        case .lineEnd: return (client.line(at: position, side).range.upperBound, .before)
        case .lineLeft, .lineRight:
            let isRightToLeft = client.line(at: position, side).isRightToLeft
            return destination(of: (movement == .lineRight) != isRightToLeft ? .lineEnd : .lineStart)
        case .paragraphStart: return (breaks.paragraph(at: position).lowerBound, .after)
        case .paragraphEnd:
            let paragraph = breaks.paragraph(at: position)
            return (endOfContent(paragraph), .before)
        case .documentStart: return (0, .after)
        case .documentEnd: return (length, .before)
        }
    }

    /// The end of a paragraph's text, before its separator.
    func endOfContent(_ paragraph: Range<Int>) -> Int {
        guard let last = client.units(in: paragraph).last, TextBreaks.endsParagraph(last) else {
            return paragraph.upperBound
        }
        return breaks.letterStart(before: paragraph.upperBound)
    }

    /// One letter to the right or the left on the screen; at a line's edge, on to the next line in reading order.
    private func step(toRight: Bool) -> (position: Int, side: CaretSide) {
        let line = client.line(at: selection.head, selection.side)
        if let next = line.position(from: selection.head, selection.side, toRight: toRight) { return next }
        if toRight != line.isRightToLeft {
            // Over the end of the line: past its separator, or past the end of a wrapped line, where the same position
            // is the beginning of the next.
            guard line.range.upperBound < client.textLength else { return (line.range.upperBound, .before) }
            guard let next = client.line(besides: line, below: true) else { return (client.textLength, .before) }
            if next.range.lowerBound > line.range.upperBound { return (next.range.lowerBound, .after) }
            return next.position(from: next.range.lowerBound, .after, toRight: toRight) ?? (
                next.range.lowerBound, .after
            )
        }
        guard line.range.lowerBound > 0, let previous = client.line(besides: line, below: false) else {
            return (line.range.lowerBound, .after)
        }
        if previous.range.upperBound < line.range.lowerBound { return (previous.range.upperBound, .before) }
        return previous.position(from: previous.range.upperBound, .before, toRight: toRight)
            ?? (previous.range.upperBound, .before)
    }

    private func vertical(below: Bool) -> (position: Int, side: CaretSide) {
        let line = client.line(at: selection.head, selection.side)
        let x = goal ?? line.x(of: selection.head, selection.side)
        goal = x
        guard let next = client.line(besides: line, below: below) else {
            // In the first line, up leads to its beginning; in the last, down leads to its end.
            return below ? (client.textLength, .before) : (0, .after)
        }
        return next.position(at: x)
    }

    // MARK: Units around a position

    /// A unit of text that clicks select.
    enum Unit {
        case letter, word, paragraph
    }

    /// The unit around a position.
    func range(of unit: Unit, at position: Int) -> Range<Int> {
        switch unit {
        case .letter: return position..<position
        case .word: return client.hidesText ? 0..<client.textLength : breaks.word(at: position)
        case .paragraph: return breaks.paragraph(at: position)
        }
    }

    /// Extends a selection by whole units: from the one that was pressed to the one under the pointer.
    func select(from first: Range<Int>, to position: Int, _ side: CaretSide, by unit: Unit) {
        let last = range(of: unit, at: position)
        if unit == .letter {
            return select(TextSelection(from: first.lowerBound, to: position, side))
        }
        if position < first.lowerBound {
            select(TextSelection(from: first.upperBound, to: min(last.lowerBound, first.lowerBound)))
        } else {
            select(TextSelection(from: first.lowerBound, to: max(last.upperBound, first.upperBound), .before))
        }
    }
}
