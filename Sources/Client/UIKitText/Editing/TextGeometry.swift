import Foundation
import UIKitCore

/// The parts of `UITextInput` that are the same for all text views: positions and ranges.
@MainActor struct TextGeometry {
    private let editor: TextEditor

    init(_ editor: TextEditor) { self.editor = editor }

    private var length: Int { editor.client.textLength }

    var selection: TextOffsets { TextOffsets(editor.selection.range, editor.selection.side) }

    func select(_ range: UITextRange?) {
        guard let range = range as? TextOffsets else { return }
        editor.select(TextSelection(from: range.value.lowerBound, to: range.value.upperBound, range.side))
    }

    func text(_ range: UITextRange) -> String? {
        (range as? TextOffsets).map { editor.string(in: $0.value.clamped(to: 0..<length)) }
    }

    func replace(_ range: UITextRange, _ text: String) {
        guard let range = range as? TextOffsets else { return }
        editor.replace(range.value.clamped(to: 0..<length), with: editor.typed(text))
    }

    func range(_ from: UITextPosition, _ to: UITextPosition) -> UITextRange? {
        guard let from = from as? TextOffset, let to = to as? TextOffset else { return nil }
        let (low, high) = (min(from.value, to.value), max(from.value, to.value))
        return TextOffsets(low..<high, from.side)
    }

    func position(_ position: UITextPosition, _ offset: Int) -> UITextPosition? {
        guard let position = position as? TextOffset else { return nil }
        let (value, overflow) = position.value.addingReportingOverflow(offset)
        guard !overflow, value >= 0, value <= length else { return nil }
        return TextOffset(value)
    }

    func position(_ position: UITextPosition, _ direction: UITextLayoutDirection, _ offset: Int) -> UITextPosition? {
        guard let start = position as? TextOffset else { return nil }
        var current = (position: start.value, side: start.side)
        for _ in 0..<offset.magnitude {
            guard let next = step(current, offset < 0 ? direction.opposite : direction) else { return nil }
            current = next
        }
        return TextOffset(current.position, current.side)
    }

    private func step(
        _ from: (position: Int, side: CaretSide), _ direction: UITextLayoutDirection
    ) -> (position: Int, side: CaretSide)? {
        let line = editor.client.line(at: from.position, from.side)
        switch direction {
        case .left, .right:
            if let next = line.position(from: from.position, from.side, toRight: direction == .right) { return next }
            let isForward = (direction == .right) != line.isRightToLeft
            if isForward {
                return from.position < length ? (editor.breaks.letterEnd(after: from.position), .after) : nil
            }
            return from.position > 0 ? (editor.breaks.letterStart(before: from.position), .after) : nil
        case .up, .down:
            guard let next = editor.client.line(besides: line, below: direction == .down) else { return nil }
            return next.position(at: line.x(of: from.position, from.side))
        }
    }

    func compare(_ position: UITextPosition, _ other: UITextPosition) -> ComparisonResult {
        guard let a = (position as? TextOffset)?.value, let b = (other as? TextOffset)?.value else {
            return .orderedSame
        }
        return a < b ? .orderedAscending : a > b ? .orderedDescending : .orderedSame
    }

    func offset(_ from: UITextPosition, _ to: UITextPosition) -> Int {
        guard let from = from as? TextOffset, let to = to as? TextOffset else { return 0 }
        return to.value - from.value
    }

    func farthest(_ range: UITextRange, _ direction: UITextLayoutDirection) -> UITextPosition? {
        guard let range = range as? TextOffsets else { return nil }
        let line = editor.client.line(at: range.value.lowerBound, .after)
        return switch direction {
        case .up: range.start
        case .down: range.end
        case .left: line.isRightToLeft ? range.end : range.start
        case .right: line.isRightToLeft ? range.start : range.end
        }
    }

    func extended(_ position: UITextPosition, _ direction: UITextLayoutDirection) -> UITextRange? {
        guard let next = self.position(position, direction, 1) else { return nil }
        return range(position, next)
    }

    func clamped(_ position: UITextPosition?, _ range: UITextRange) -> UITextPosition? {
        guard let position = position as? TextOffset, let range = range as? TextOffsets else { return nil }
        if position.value < range.value.lowerBound { return range.start }
        return position.value > range.value.upperBound ? range.end : position
    }
}

extension UITextLayoutDirection {
    /// The opposite direction.
    var opposite: UITextLayoutDirection {
        switch self {
        case .left: .right
        case .right: .left
        case .up: .down
        case .down: .up
        }
    }
}
