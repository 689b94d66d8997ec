import Foundation
import UIKitCore

/// A button beneath a row, which is seen if the row is pulled aside. *Source*: Apple, UIContextualAction.
@preconcurrency @MainActor open class UIContextualAction: NSObject {
    /// The kind of an action; raw values are Apple's.
    public enum Style: Int, Sendable {
        /// Gray.
        case normal = 0
        /// Red: it removes the row's content.
        case destructive = 1
    }

    /// Called if the action is chosen, with the action, the view of its button, and a function to call when the work is
    /// done: with true if it was done, and false if not.
    public typealias Handler = (UIContextualAction, UIView, @escaping (Bool) -> Void) -> Void

    /// The kind.
    public let style: Style
    /// The function that the action calls.
    public let handler: Handler
    /// The button's title; nil for none.
    open var title: String?
    /// The button's picture; nil for none. The title is seen below it in a row of at least 91 points. *Source* of the
    /// height: measured by others (stackoverflow.com/questions/45985307).
    open var image: UIImage?
    /// The button's colour; nil, as at first, for the kind's.
    open var backgroundColor: UIColor! {
        get { ownColor ?? (style == .destructive ? .systemRed : .systemGray3) }
        set { ownColor = newValue }
    }
    private var ownColor: UIColor?

    /// Makes an action.
    public init(style: Style, title: String?, handler: @escaping Handler) {
        (self.style, self.title, self.handler) = (style, title, handler)
        super.init()
    }
}

/// The actions at one side of a row. *Source*: Apple, UISwipeActionsConfiguration.
@preconcurrency @MainActor open class UISwipeActionsConfiguration: NSObject {
    /// The actions, from the row's edge inwards.
    public let actions: [UIContextualAction]
    /// Whether a swipe over most of the row performs the first action; true at first.
    open var performsFirstActionWithFullSwipe = true

    /// Makes a configuration of actions, from the row's edge inwards.
    public init(actions: [UIContextualAction]) {
        self.actions = actions
        super.init()
    }
}
