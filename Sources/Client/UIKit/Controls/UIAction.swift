import Foundation

/// A closure with a title and a picture, which controls call and show. *Source*: Apple, UIAction.
@preconcurrency @MainActor open class UIAction: NSObject {
    /// What names an action. *Source*: Apple, UIAction.Identifier.
    public struct Identifier: RawRepresentable, Hashable, Sendable {
        /// The name.
        public let rawValue: String
        /// Makes an identifier of a name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Makes an identifier of a name.
        public init(_ rawValue: String) { self.rawValue = rawValue }
    }

    /// What an action is told when it is called. *Source*: Apple, UIActionHandler.
    public typealias Handler = (UIAction) -> Void

    /// Its name. *Source*: Apple, UIAction.identifier.
    public let identifier: Identifier
    /// What a control shows as its title. *Source*: Apple, UIAction.title.
    open var title: String
    /// What a control shows as its picture. *Source*: Apple, UIAction.image.
    open var image: UIImage?
    /// The control that calls it; nil while none does. *Source*: Apple, UIAction.sender.
    open internal(set) var sender: Any?
    let handler: Handler

    /// Makes an action; without an identifier it has one that no other has. *Source*: Apple,
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
