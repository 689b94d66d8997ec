import Foundation

/// An element of a menu without elements of its own: an action or a command.
///
/// Programs do not conform to it. *Source*: Apple, UIMenuLeaf.
@preconcurrency @MainActor public protocol UIMenuLeaf: NSObjectProtocol {
    /// The title.
    var title: String { get set }
    /// A longer title, which is the hint of the element's row for accessibility; nil for none.
    var discoverabilityTitle: String? { get set }
    /// The picture; nil for none.
    var image: UIImage? { get set }
    /// Whether the element cannot be used, is hidden, destroys something, or keeps its menu.
    var attributes: UIMenuElement.Attributes { get set }
    /// The mark at the title.
    var state: UIMenuElement.State { get set }
    /// The object for which the element is performed, such as a button; nil outside of that.
    var sender: Any? { get }
    /// Performs the action of the element.
    ///
    /// - Parameters:
    ///   - sender: The object for which it is done, such as a button.
    ///   - target: The object that gets a command's action; nil to search the responder chain. Actions ignore it.
    func performWithSender(_ sender: Any?, target: Any?)
}
