import Foundation

/// A choice of an alert or an action sheet.
///
/// *Source*: Apple, UIAlertAction.
@preconcurrency @MainActor open class UIAlertAction: NSObject {
    /// The look of a choice; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// The usual one.
        case `default` = 0
        /// Bold, and in a place of its own: it changes nothing.
        case cancel = 1
        /// Red: it may destroy something.
        case destructive = 2
    }

    /// The title; nil for none.
    public let title: String?
    /// The look.
    public let style: Style
    /// Whether it can be chosen; true at first.
    open var isEnabled = true {
        didSet { if isEnabled != oldValue { changed?() } }
    }
    final let handler: ((UIAlertAction) -> Void)?
    /// Called after a change.
    final var changed: (() -> Void)?

    /// Makes a choice. The handler is called after the alert's dismissal.
    public init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        (self.title, self.style, self.handler) = (title, style, handler)
        super.init()
    }
}
