import Foundation

/// Something that a screen reader's user may do with an element, besides using it.
///
/// Assistive technologies show it as an action of the element; tests perform it by `AccessibilityTree.Element.perform(_:)`.
/// *Source*: developer.apple.com, UIAccessibilityCustomAction.
@preconcurrency @MainActor open class UIAccessibilityCustomAction: NSObject {
    /// Performs an action; returns whether it succeeded.
    public typealias Handler = @MainActor (UIAccessibilityCustomAction) -> Bool

    /// The name that is read.
    open var name: String {
        get { attributedName.string }
        set { attributedName = NSAttributedString(string: newValue) }
    }
    /// The name with attributes, such as a language.
    open var attributedName: NSAttributedString
    /// A picture for the action; nil for none.
    open var image: UIImage?
    /// Performs the action; it counts before target and selector.
    open var actionHandler: Handler?
    /// The object whose method performs the action.
    open weak var target: AnyObject?
    /// The method, which takes nothing or the action, and may return whether it succeeded.
    open var selector: Selector

    private static let none = Selector("")

    /// Makes an action that a closure performs.
    public convenience init(name: String, image: UIImage? = nil, actionHandler: Handler?) {
        self.init(attributedName: NSAttributedString(string: name), image: image, actionHandler: actionHandler)
    }

    /// Makes an action that a closure performs.
    public init(attributedName: NSAttributedString, image: UIImage? = nil, actionHandler: Handler?) {
        (self.attributedName, self.image, self.actionHandler) = (attributedName, image, actionHandler)
        selector = Self.none
        super.init()
    }

    /// Makes an action that a method performs.
    public convenience init(name: String, image: UIImage? = nil, target: Any?, selector: Selector) {
        self.init(attributedName: NSAttributedString(string: name), image: image, target: target, selector: selector)
    }

    /// Makes an action that a method performs.
    public init(attributedName: NSAttributedString, image: UIImage? = nil, target: Any?, selector: Selector) {
        (self.attributedName, self.image, self.selector) = (attributedName, image, selector)
        self.target = target as AnyObject?
        super.init()
    }

    /// Performs the action; returns whether it succeeded. A method without a result succeeds.
    func perform() -> Bool {
        if let actionHandler { return actionHandler(self) }
        guard let target = target as? NSObject, target.responds(to: selector) else { return false }
        return selector.call(on: target, self) as? Bool ?? true
    }
}

/// A way to go from one part of an element to the next, such as from link to link.
///
/// AT-SPI has no rotors: a program or a test calls `itemSearchBlock`.
/// *Source*: developer.apple.com, UIAccessibilityCustomRotor.
@preconcurrency @MainActor open class UIAccessibilityCustomRotor: NSObject {
    /// Finds the part that follows, or comes before, the current one; nil for none.
    public typealias Search =
        @MainActor (UIAccessibilityCustomRotorSearchPredicate) -> UIAccessibilityCustomRotorItemResult?

    /// The direction of a search.
    public enum Direction: Int, Sendable {
        /// Backwards.
        case previous
        /// Forwards.
        case next
    }

    /// Kinds of parts that screen readers know.
    public enum SystemRotorType: Int, Sendable {
        /// A kind of the program's own.
        case none
        /// Links.
        case link
        /// Links that were followed.
        case visitedLink
        /// Titles.
        case heading
        /// Titles of level 1.
        case headingLevel1
        /// Titles of level 2.
        case headingLevel2
        /// Titles of level 3.
        case headingLevel3
        /// Titles of level 4.
        case headingLevel4
        /// Titles of level 5.
        case headingLevel5
        /// Titles of level 6.
        case headingLevel6
        /// Bold text.
        case boldText
        /// Italic text.
        case italicText
        /// Underlined text.
        case underlineText
        /// Words with faults of spelling.
        case misspelledWord
        /// Pictures.
        case image
        /// Fields of text.
        case textField
        /// Tables.
        case table
        /// Lists.
        case list
        /// Parts of a page.
        case landmark
    }

    /// The name that is read.
    open var name: String {
        get { attributedName.string }
        set { attributedName = NSAttributedString(string: newValue) }
    }
    /// The name with attributes, such as a language.
    open var attributedName: NSAttributedString
    /// Finds the parts.
    open var itemSearchBlock: Search
    /// The kind of the parts; none for those of a program.
    public let systemRotorType: SystemRotorType

    /// Makes a way of a program.
    public convenience init(name: String, itemSearch itemSearchBlock: @escaping Search) {
        self.init(attributedName: NSAttributedString(string: name), itemSearch: itemSearchBlock)
    }

    /// Makes a way of a program.
    public init(attributedName: NSAttributedString, itemSearch itemSearchBlock: @escaping Search) {
        (self.attributedName, self.itemSearchBlock, systemRotorType) = (attributedName, itemSearchBlock, .none)
        super.init()
    }

    /// Makes a way of a kind that screen readers know.
    public init(systemType type: SystemRotorType, itemSearch itemSearchBlock: @escaping Search) {
        (attributedName, self.itemSearchBlock, systemRotorType) = (
            NSAttributedString(string: ""), itemSearchBlock, type
        )
        super.init()
    }
}

/// The part that a search begins at, and its direction.
@preconcurrency @MainActor open class UIAccessibilityCustomRotorSearchPredicate: NSObject {
    /// The part that the search begins at.
    open var currentItem: UIAccessibilityCustomRotorItemResult
    /// The direction of the search.
    open var searchDirection: UIAccessibilityCustomRotor.Direction

    /// A search forwards from no part.
    public override init() {
        (currentItem, searchDirection) = (UIAccessibilityCustomRotorItemResult(), .next)
        super.init()
    }
}

/// A part that a rotor leads to: an element, or a range of text in one.
@preconcurrency @MainActor open class UIAccessibilityCustomRotorItemResult: NSObject {
    /// The element; it is not retained.
    open weak var targetElement: (any NSObjectProtocol)?
    /// The range of text in the element; nil for all of it.
    open var targetRange: UITextRange?

    public override init() { super.init() }

    /// An element, or a range of text in it.
    public init(targetElement: any NSObjectProtocol, targetRange: UITextRange?) {
        (self.targetElement, self.targetRange) = (targetElement, targetRange)
        super.init()
    }
}

/// A further text of an element, which a screen reader reads when it is asked for more.
///
/// *Source*: developer.apple.com, AXCustomContent. Apple's class is in the module Accessibility, which UIKit brings.
public final class AXCustomContent: NSObject {
    /// Whether the text is read at once or when it is asked for.
    public enum Importance: UInt, Sendable {
        /// Read when it is asked for.
        case `default`
        /// Read with the element.
        case high
    }

    /// The name of the text.
    public var label: String { attributedLabel.string }
    /// The text.
    public var value: String { attributedValue.string }
    /// The name of the text, with attributes.
    public let attributedLabel: NSAttributedString
    /// The text, with attributes.
    public let attributedValue: NSAttributedString
    /// Whether the text is read at once.
    public var importance = Importance.default

    /// Makes a text with a name.
    public init(label: String, value: String) {
        (attributedLabel, attributedValue) = (NSAttributedString(string: label), NSAttributedString(string: value))
        super.init()
    }

    /// Makes a text with a name.
    public init(attributedLabel: NSAttributedString, attributedValue: NSAttributedString) {
        (self.attributedLabel, self.attributedValue) = (attributedLabel, attributedValue)
        super.init()
    }
}

/// The directions in which a screen reader's user scrolls.
public enum UIAccessibilityScrollDirection: Int, Sendable {
    /// To the right.
    case right = 1
    /// To the left.
    case left
    /// Upwards.
    case up
    /// Downwards.
    case down
    /// To the next page.
    case next
    /// To the page before.
    case previous
}

/// An object with a name by which tests find it.
public protocol UIAccessibilityIdentification: NSObjectProtocol {
    var accessibilityIdentifier: String? { get set }
}

/// An element with further texts.
public protocol AXCustomContentProvider: AnyObject {
    var accessibilityCustomContent: [AXCustomContent]! { get set }
}
