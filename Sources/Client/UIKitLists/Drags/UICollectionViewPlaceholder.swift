import CoreGraphics
import Foundation
import UIKitCore

/// An item that a collection view shows for content that is still loaded. The data source does not have it.
///
/// *Source*: Apple, UICollectionViewPlaceholder.
@preconcurrency @MainActor open class UICollectionViewPlaceholder: NSObject {
    let path: IndexPath, identifier: String

    /// Makes a placeholder.
    ///
    /// - Parameters:
    ///   - insertionIndexPath: The item before which it is inserted.
    ///   - reuseIdentifier: That of its cell, as it was registered.
    public init(insertionIndexPath: IndexPath, reuseIdentifier: String) {
        (path, identifier) = (insertionIndexPath, reuseIdentifier)
        super.init()
    }

    /// Gives the cell its content: each time that the item gets a cell, and after `setNeedsCellUpdate()`; nil at first.
    open var cellUpdateHandler: ((UICollectionViewCell) -> Void)?
}

/// The placeholder of a dropped item.
///
/// *Source*: Apple, UICollectionViewDropPlaceholder.
@preconcurrency @MainActor open class UICollectionViewDropPlaceholder: UICollectionViewPlaceholder {
    /// The looks of the item as it lands in the cell; nil, at first, for the whole cell.
    open var previewParametersProvider: ((UICollectionViewCell) -> UIDragPreviewParameters?)?
}

/// A placeholder in a collection view: exchanges it for the item of the loaded data, or deletes it.
///
/// The animations are those of the item's landing. *Source*: Apple, UICollectionViewDropPlaceholderContext.
@preconcurrency @MainActor public protocol UICollectionViewDropPlaceholderContext: UIDragAnimating {
    /// The dropped item.
    var dragItem: UIDragItem { get }
    /// Exchanges the placeholder for an item of the data source.
    ///
    /// - Parameter dataSourceUpdates: Inserts the item's data at the index path that it gets. It inserts no items into the collection
    ///   view, and is not called if the placeholder is gone.
    /// - Returns: False if the placeholder is gone: it was exchanged or deleted, its section was, or all data were loaded anew.
    @discardableResult
    func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool
    /// Deletes the placeholder. False if it is gone already.
    @discardableResult
    func deletePlaceholder() -> Bool
    /// Has the placeholder's `cellUpdateHandler` called before the next frame.
    func setNeedsCellUpdate()
}

/// A placeholder among a collection view's items.
@MainActor final class PlaceholderItem: ListPlaceholder {
    let identifier: String
    let update: ((UICollectionViewCell) -> Void)?
    let parameters: ((UICollectionViewCell) -> UIDragPreviewParameters?)?

    init(_ placeholder: UICollectionViewDropPlaceholder) {
        identifier = placeholder.identifier
        (update, parameters) = (placeholder.cellUpdateHandler, placeholder.previewParametersProvider)
        super.init()
    }
}

@MainActor final class CollectionPlaceholderContext: NSObject, UICollectionViewDropPlaceholderContext {
    let dragItem: UIDragItem
    private let holder: PlaceholderItem, landing: any UIDragAnimating
    private weak var collection: UICollectionView?

    init(_ item: UIDragItem, _ holder: PlaceholderItem, _ collection: UICollectionView?, _ landing: any UIDragAnimating)
    {
        (dragItem, self.holder, self.collection, self.landing) = (item, holder, collection, landing)
        super.init()
    }

    func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
        collection?.exchange(holder, dataSourceUpdates) ?? false
    }
    func deletePlaceholder() -> Bool { collection?.delete(holder) ?? false }
    func setNeedsCellUpdate() { collection?.setNeedsUpdate(holder) }
    func addAnimations(_ animations: @escaping () -> Void) { landing.addAnimations(animations) }
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { landing.addCompletion(completion) }
}
