import CoreGraphics
import Foundation
import UIKitCore

/// The side of a caret where two places on the screen have the same position in the text: at the end of a line that
/// wraps, and where the direction changes.
enum CaretSide: Sendable {
    /// With the letter before.
    case before
    /// With the letter after.
    case after
}

/// A position in the text of a view of this library.
final class TextOffset: UITextPosition {
    /// The position. *Units*: units of UTF-16 from the beginning.
    nonisolated let value: Int
    /// The letter that the caret is with.
    nonisolated let side: CaretSide

    nonisolated init(_ value: Int, _ side: CaretSide = .after) {
        (self.value, self.side) = (value, side)
        super.init()
    }

    /// Positions are equal if their numbers are.
    nonisolated override func isEqual(_ object: Any?) -> Bool { (object as? TextOffset)?.value == value }
    nonisolated override var hash: Int { value }
    nonisolated override var description: String { "UITextPosition at \(value)" }
}

/// A range of the text of a view of this library.
final class TextOffsets: UITextRange {
    /// The range. *Units*: units of UTF-16.
    nonisolated let value: Range<Int>
    nonisolated let side: CaretSide

    nonisolated init(_ value: Range<Int>, _ side: CaretSide = .after) {
        (self.value, self.side) = (value, side)
        super.init()
    }

    override var isEmpty: Bool { value.isEmpty }
    override var start: UITextPosition { TextOffset(value.lowerBound, value.isEmpty ? side : .after) }
    override var end: UITextPosition { TextOffset(value.upperBound, value.isEmpty ? side : .before) }

    /// Ranges are equal if their numbers are.
    nonisolated override func isEqual(_ object: Any?) -> Bool { (object as? TextOffsets)?.value == value }
    nonisolated override var hash: Int { value.hashValue }
    nonisolated override var description: String { "UITextRange \(value)" }
}

/// A rectangle of a selection.
final class LineSelection: UITextSelectionRect {
    private let place: CGRect
    private let isRightToLeft: Bool
    private let bounds: (start: Bool, end: Bool)

    init(_ rect: CGRect, isRightToLeft: Bool, containsStart: Bool, containsEnd: Bool) {
        (place, self.isRightToLeft, bounds) = (rect, isRightToLeft, (containsStart, containsEnd))
        super.init()
    }

    override var rect: CGRect { place }
    override var writingDirection: NSWritingDirection { isRightToLeft ? .rightToLeft : .leftToRight }
    override var containsStart: Bool { bounds.start }
    override var containsEnd: Bool { bounds.end }
}

extension Range<Int> {
    /// The range as Foundation has it.
    var ns: NSRange { NSRange(location: lowerBound, length: count) }

    /// A range of Foundation within a text of a length; clamped to it.
    init(_ range: NSRange, in length: Int) {
        let start = Swift.min(Swift.max(range.location, 0), length)
        self = start..<start + Swift.min(Swift.max(range.length, 0), length - start)
    }
}
