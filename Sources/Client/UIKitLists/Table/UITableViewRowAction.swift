import Foundation
import UIKitCore

/// A button beneath a swiped row, by the interface before UIContextualAction. *Source*: Apple, UITableViewRowAction.
@preconcurrency @MainActor open class UITableViewRowAction: NSObject {
    /// The kind of an action; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// Red: it removes the row's content.
        case `default` = 0
        /// Grey.
        case normal = 1
        /// As `default`.
        public static var destructive: Style { .default }
    }

    /// The kind.
    public let style: Style
    /// The button's title; nil for none.
    open var title: String?
    /// The button's colour; nil for the kind's.
    open var backgroundColor: UIColor?
    /// The effect behind the button. Held for the program's own use: buttons have a colour here.
    open var backgroundEffect: UIVisualEffect?
    private let handler: (UITableViewRowAction, IndexPath) -> Void

    /// Makes an action.
    public init(style: Style, title: String?, handler: @escaping (UITableViewRowAction, IndexPath) -> Void) {
        (self.style, self.title, self.handler) = (style, title, handler)
        super.init()
    }

    /// The action as one of a swipe's, for a row that the closure gives.
    final func contextual(_ path: @escaping () -> IndexPath) -> UIContextualAction {
        let action = UIContextualAction(style: style == .default ? .destructive : .normal, title: title) { _, _, done in
            self.handler(self, path())
            done(true)
        }
        if let backgroundColor { action.backgroundColor = backgroundColor }
        return action
    }
}
