import CoreGraphics
import Foundation
import UIKitCore

/// A row that a table view shows for content that is still loaded. The data source does not have it.
///
/// *Source*: Apple, UITableViewPlaceholder.
@preconcurrency @MainActor open class UITableViewPlaceholder: NSObject {
    let path: IndexPath, identifier: String, rowHeight: CGFloat

    /// Makes a placeholder.
    ///
    /// - Parameters:
    ///   - insertionIndexPath: The row before which it is inserted.
    ///   - reuseIdentifier: That of its cell, as it was registered.
    ///   - rowHeight: In points; `UITableView.automaticDimension` for the cell's own.
    public init(insertionIndexPath: IndexPath, reuseIdentifier: String, rowHeight: CGFloat) {
        (path, identifier, self.rowHeight) = (insertionIndexPath, reuseIdentifier, rowHeight)
        super.init()
    }

    /// Gives the cell its content, each time that the row gets a cell; nil at first.
    open var cellUpdateHandler: ((UITableViewCell) -> Void)?
}

/// The placeholder of a dropped item.
///
/// *Source*: Apple, UITableViewDropPlaceholder.
@preconcurrency @MainActor open class UITableViewDropPlaceholder: UITableViewPlaceholder {
    /// The looks of the item as it lands in the cell; nil, at first, for the whole cell.
    open var previewParametersProvider: ((UITableViewCell) -> UIDragPreviewParameters?)?
}

/// A placeholder in a table view: exchanges it for the row of the loaded data, or deletes it.
///
/// The animations are those of the item's landing. *Source*: Apple, UITableViewDropPlaceholderContext.
@preconcurrency @MainActor public protocol UITableViewDropPlaceholderContext: UIDragAnimating {
    /// The dropped item.
    var dragItem: UIDragItem { get }
    /// Exchanges the placeholder for a row of the data source.
    ///
    /// - Parameter dataSourceUpdates: Inserts the row's data at the index path that it gets. It inserts no rows into the table view, and
    ///   is not called if the placeholder is gone.
    /// - Returns: False if the placeholder is gone: it was exchanged or deleted, its section was, or all data were loaded anew.
    @discardableResult
    func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool
    /// Deletes the placeholder. False if it is gone already.
    @discardableResult
    func deletePlaceholder() -> Bool
}

/// A placeholder among a table view's rows.
@MainActor final class PlaceholderRow: ListPlaceholder {
    let identifier: String, rowHeight: CGFloat
    let update: ((UITableViewCell) -> Void)?
    let parameters: ((UITableViewCell) -> UIDragPreviewParameters?)?

    init(_ placeholder: UITableViewDropPlaceholder) {
        (identifier, rowHeight) = (placeholder.identifier, placeholder.rowHeight)
        (update, parameters) = (placeholder.cellUpdateHandler, placeholder.previewParametersProvider)
        super.init()
    }
}

@MainActor final class TablePlaceholderContext: NSObject, UITableViewDropPlaceholderContext {
    let dragItem: UIDragItem
    private let holder: PlaceholderRow, landing: any UIDragAnimating
    private weak var table: UITableView?

    init(_ item: UIDragItem, _ holder: PlaceholderRow, _ table: UITableView?, _ landing: any UIDragAnimating) {
        (dragItem, self.holder, self.table, self.landing) = (item, holder, table, landing)
        super.init()
    }

    func commitInsertion(dataSourceUpdates: (IndexPath) -> Void) -> Bool {
        table?.exchange(holder, dataSourceUpdates) ?? false
    }
    func deletePlaceholder() -> Bool { table?.delete(holder) ?? false }
    func addAnimations(_ animations: @escaping () -> Void) { landing.addAnimations(animations) }
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { landing.addCompletion(completion) }
}
