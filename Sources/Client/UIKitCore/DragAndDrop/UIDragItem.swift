import Foundation

/// One dragged item.
///
/// *Source*: Apple, UIDragItem.
@preconcurrency @MainActor open class UIDragItem: NSObject {
    /// The item's data.
    public let itemProvider: NSItemProvider
    /// The program's own value for the item; nil at first.
    open var localObject: Any?
    /// Makes the view that follows the finger in place of the lifted one; nil, at first, keeps the lifted one. A
    /// provider that returns nil hides the item.
    open var previewProvider: (() -> UIDragPreview?)?

    /// Makes an item.
    public init(itemProvider: NSItemProvider) {
        self.itemProvider = itemProvider
        super.init()
    }
}
