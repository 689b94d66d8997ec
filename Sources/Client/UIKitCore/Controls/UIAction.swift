import Foundation

/// A closure with a title and a picture, which controls show and call.
@preconcurrency @MainActor open class UIAction: NSObject {
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
    /// The title that controls show.
    open var title: String
    /// The picture that controls show; nil for none.
    open var image: UIImage?
    /// The control that is calling the action; nil outside calls.
    open internal(set) var sender: Any?
    let handler: Handler

    /// Makes an action; without an identifier it gets a unique one.
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
