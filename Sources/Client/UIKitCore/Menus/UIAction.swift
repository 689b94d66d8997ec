import Foundation

/// A closure with a title and a picture, which controls and menus show and call.
open class UIAction: UIMenuElement, UIMenuLeaf {
    /// The name of an action.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes an identifier from a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes an identifier from a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// The closure of an action; it gets the action. *Source*: Apple, UIActionHandler.
    public typealias Handler = (UIAction) -> Void

    /// The action's name.
    public let identifier: Identifier
    /// The title that controls and menus show.
    open override var title: String {
        get { super.title }
        set { super.title = newValue }
    }
    /// The picture that controls and menus show; nil for none.
    open override var image: UIImage? {
        get { super.image }
        set { super.image = newValue }
    }
    /// A longer name, which is the hint of the action's row in a menu for accessibility; nil at first.
    open var discoverabilityTitle: String?
    /// Whether the action cannot be used, is hidden, destroys something, or keeps its menu; none at first.
    open var attributes: Attributes
    /// The mark at the title: off at first.
    open var state: State
    /// The control that is calling the action; nil outside calls.
    open internal(set) var sender: Any?
    let handler: Handler

    /// Makes an action; without an identifier it gets a unique one.
    public init(
        title: String = "", subtitle: String? = nil, image: UIImage? = nil, identifier: Identifier? = nil,
        discoverabilityTitle: String? = nil, attributes: Attributes = [], state: State = .off,
        handler: @escaping Handler
    ) {
        (self.handler, self.attributes, self.state) = (handler, attributes, state)
        self.discoverabilityTitle = discoverabilityTitle
        self.identifier = identifier ?? Identifier(UUID().uuidString)
        super.init(title: title, subtitle: subtitle, image: image)
    }

    /// Calls the action as a sender would. *Source*: Apple, UIMenuLeaf.performWithSender(_:target:).
    open func performWithSender(_ sender: Any?, target: Any?) { call(from: sender) }

    /// Calls the closure for a control.
    final func call(from sender: Any?) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}

/// The closure of an action; it gets the action.
public typealias UIActionHandler = UIAction.Handler
