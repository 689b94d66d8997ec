import CoreGraphics
import Foundation

/// A direction in the order of a text; raw values are Apple's.
public enum UITextStorageDirection: Int, Sendable {
    /// Towards the end.
    case forward = 0
    /// Towards the beginning.
    case backward = 1
}

/// A direction on the screen; raw values are Apple's.
public enum UITextLayoutDirection: Int, Sendable {
    /// To the right.
    case right = 2
    /// To the left.
    case left = 3
    /// Up.
    case up = 4
    /// Down.
    case down = 5
}

/// A direction of either kind.
public struct UITextDirection: RawRepresentable, Hashable, Sendable {
    /// The number of a storage or a layout direction.
    public var rawValue: Int
    /// Makes a direction from a number.
    public init(rawValue: Int) { self.rawValue = rawValue }
    /// Makes a direction in the order of the text.
    public static func storage(_ direction: UITextStorageDirection) -> UITextDirection {
        UITextDirection(rawValue: direction.rawValue)
    }
    /// Makes a direction on the screen.
    public static func layout(_ direction: UITextLayoutDirection) -> UITextDirection {
        UITextDirection(rawValue: direction.rawValue)
    }
}

/// A unit of text; raw values are Apple's.
public enum UITextGranularity: Int, Sendable {
    /// A character as a reader sees it.
    case character = 0
    /// A word.
    case word = 1
    /// A sentence.
    case sentence = 2
    /// A paragraph.
    case paragraph = 3
    /// A line on the screen.
    case line = 4
    /// The whole text.
    case document = 5
}

/// A position between characters of a view's text; opaque outside the view.
@preconcurrency @MainActor open class UITextPosition: NSObject {
    /// Makes a position; a view's own class gives it a meaning.
    public override nonisolated init() { super.init() }
}

/// A range of a view's text; opaque outside the view.
@preconcurrency @MainActor open class UITextRange: NSObject {
    /// Makes a range; a view's own class gives it a meaning.
    public override nonisolated init() { super.init() }
    /// Whether start and end are equal; true here.
    open var isEmpty: Bool { true }
    /// The beginning.
    open var start: UITextPosition { UITextPosition() }
    /// The end.
    open var end: UITextPosition { UITextPosition() }
}

/// A rectangle of a selection, which may have one for each line.
@preconcurrency @MainActor open class UITextSelectionRect: NSObject {
    /// Makes a rectangle; a view's own class gives it a place.
    public override nonisolated init() { super.init() }
    /// The rectangle, in the view's space.
    open var rect: CGRect { .zero }
    /// The direction of the text in it.
    open var writingDirection: NSWritingDirection { .natural }
    /// Whether the selection begins in it.
    open var containsStart: Bool { false }
    /// Whether the selection ends in it.
    open var containsEnd: Bool { false }
    /// Whether lines run downwards; false here.
    open var isVertical: Bool { false }
}

/// The receiver of changes that a view makes to its text by itself.
@preconcurrency @MainActor public protocol UITextInputDelegate: AnyObject {
    /// The selection is about to change.
    func selectionWillChange(_ textInput: (any UITextInput)?)
    /// The selection has changed.
    func selectionDidChange(_ textInput: (any UITextInput)?)
    /// The text is about to change.
    func textWillChange(_ textInput: (any UITextInput)?)
    /// The text has changed.
    func textDidChange(_ textInput: (any UITextInput)?)
}

/// Finds the bounds of words, sentences, paragraphs and lines.
@preconcurrency @MainActor public protocol UITextInputTokenizer: AnyObject {
    /// The range of the unit around a position, in a direction; nil if there is none.
    func rangeEnclosingPosition(
        _ position: UITextPosition, with granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextRange?
    /// Whether a position is at the bound of a unit, in a direction.
    func isPosition(
        _ position: UITextPosition, atBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> Bool
    /// The next bound of a unit in a direction; nil if there is none.
    func position(
        from position: UITextPosition, toBoundary granularity: UITextGranularity, inDirection direction: UITextDirection
    ) -> UITextPosition?
    /// Whether a position is within a unit, in a direction.
    func isPosition(
        _ position: UITextPosition, withinTextUnit granularity: UITextGranularity,
        inDirection direction: UITextDirection
    ) -> Bool
}

/// A view whose text a keyboard or an input method edits. *Source*: Apple, UITextInput.
///
/// Offsets between positions count units of UTF-16 in the views of UIKit.
@preconcurrency @MainActor public protocol UITextInput: UIKeyInput {
    /// The text in a range; nil for a range that is not the view's.
    func text(in range: UITextRange) -> String?
    /// Replaces the text in a range.
    func replace(_ range: UITextRange, withText text: String)
    /// The selection; an empty range is the insertion point; nil for none.
    var selectedTextRange: UITextRange? { get set }
    /// The text that an input method composes; nil for none.
    var markedTextRange: UITextRange? { get }
    /// The looks of marked text.
    var markedTextStyle: [NSAttributedString.Key: Any]? { get set }
    /// Puts a composed text in place of the marked text or the selection. The selected range is within it, in UTF-16.
    func setMarkedText(_ markedText: String?, selectedRange: NSRange)
    /// Takes the marked text as entered.
    func unmarkText()
    /// The position before the first character.
    var beginningOfDocument: UITextPosition { get }
    /// The position after the last character.
    var endOfDocument: UITextPosition { get }
    /// The range between two positions.
    func textRange(from fromPosition: UITextPosition, to toPosition: UITextPosition) -> UITextRange?
    /// The position at a distance from another; nil outside the text.
    func position(from position: UITextPosition, offset: Int) -> UITextPosition?
    /// The position at a distance in a direction on the screen; nil outside the text.
    func position(
        from position: UITextPosition, in direction: UITextLayoutDirection, offset: Int
    ) -> UITextPosition?
    /// The order of two positions.
    func compare(_ position: UITextPosition, to other: UITextPosition) -> ComparisonResult
    /// The distance from one position to another.
    func offset(from: UITextPosition, to toPosition: UITextPosition) -> Int
    /// The receiver of changes that the view makes by itself.
    var inputDelegate: (any UITextInputDelegate)? { get set }
    /// Finds words and lines.
    var tokenizer: any UITextInputTokenizer { get }
    /// The position in a range that is farthest in a direction.
    func position(within range: UITextRange, farthestIn direction: UITextLayoutDirection) -> UITextPosition?
    /// The range from a position to the farthest in a direction that one character reaches.
    func characterRange(byExtending position: UITextPosition, in direction: UITextLayoutDirection) -> UITextRange?
    /// The direction of the text at a position.
    func baseWritingDirection(
        for position: UITextPosition, in direction: UITextStorageDirection
    ) -> NSWritingDirection
    /// Sets the direction of the text in a range.
    func setBaseWritingDirection(_ writingDirection: NSWritingDirection, for range: UITextRange)
    /// The rectangle of the first line of a range, in the view's space.
    func firstRect(for range: UITextRange) -> CGRect
    /// The rectangle of the caret at a position, in the view's space.
    func caretRect(for position: UITextPosition) -> CGRect
    /// The rectangles of a range, one for each line at least.
    func selectionRects(for range: UITextRange) -> [UITextSelectionRect]
    /// The position nearest to a point.
    func closestPosition(to point: CGPoint) -> UITextPosition?
    /// The position nearest to a point, within a range.
    func closestPosition(to point: CGPoint, within range: UITextRange) -> UITextPosition?
    /// The range of the character at a point.
    func characterRange(at point: CGPoint) -> UITextRange?
}

/// A text view of this library that moves its caret by keys and repeats them.
package protocol TextKeyReceiver: UIResponder {
    /// Whether a key is a command of text, such as an arrow.
    func handles(_ key: UIKey) -> Bool
    /// Handles the repetition of a key that is down.
    func repeatKey(_ key: UIKey)
    /// The view is no longer the first responder, whether it resigned or was removed.
    func lostFirstResponder()
    /// The caret's rectangle, for an input method. *Space*: the window's.
    var textInputArea: CGRect { get }
    /// Whether input methods may compose text: the view can be edited.
    var takesText: Bool { get }
}

extension UITextInput {
    /// The attributes of text that is typed at a position; nil here. *Source*: Apple, UITextInput.textStyling(at:in:)
    /// is optional.
    public func textStyling(
        at position: UITextPosition, in direction: UITextStorageDirection
    ) -> [NSAttributedString.Key: Any]? { nil }
    /// Whether a range may be replaced: true here.
    public func shouldChangeText(in range: UITextRange, replacementText text: String) -> Bool { true }
    /// The side of a line's end that the caret is on.
    public var selectionAffinity: UITextStorageDirection { .forward }
}

/// The commands of an edit menu. `#selector` names them by this protocol; `UIResponder` has them. *Source*: Apple,
/// UIResponderStandardEditActions.
@preconcurrency @MainActor public protocol UIResponderStandardEditActions: AnyObject {
    /// Moves the selection to the pasteboard.
    func cut(_ sender: Any?)
    /// Copies the selection to the pasteboard.
    func copy(_ sender: Any?)
    /// Inserts the pasteboard's content.
    func paste(_ sender: Any?)
    /// Selects the word at the insertion point.
    func select(_ sender: Any?)
    /// Selects everything.
    func selectAll(_ sender: Any?)
    /// Deletes the selection.
    func delete(_ sender: Any?)
}
