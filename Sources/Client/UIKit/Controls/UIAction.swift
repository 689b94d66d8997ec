import Foundation

/// A closure with a title and a picture, which controls show and call. *Source*: Apple, UIAction.
@preconcurrency @MainActor open class UIAction: NSObject {
    /// The name of an action. *Source*: Apple, UIAction.Identifier.
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

    /// The action's name. *Source*: Apple, UIAction.identifier.
    public let identifier: Identifier
    /// The title that controls show. *Source*: Apple, UIAction.title.
    open var title: String
    /// The picture that controls show; nil for none. *Source*: Apple, UIAction.image.
    open var image: UIImage?
    /// The control that is calling the action; nil outside calls. *Source*: Apple, UIAction.sender.
    open internal(set) var sender: Any?
    let handler: Handler

    /// Makes an action; without an identifier it gets a unique one. *Source*: Apple,
    /// UIAction.init(title:image:identifier:handler:).
    public init(
        title: String = "", image: UIImage? = nil, identifier: Identifier? = nil, handler: @escaping Handler
    ) {
        (self.title, self.image, self.handler) = (title, image, handler)
        self.identifier = identifier ?? Identifier(UUID().uuidString)
    }

    /// Calls the closure for a control.
    final func call(from sender: Any?) {
        self.sender = sender
        handler(self)
        self.sender = nil
    }
}
