import CoreGraphics
import Foundation
import UIKitCore

/// An object that gives the items of rows that are dragged.
///
/// On Linux, protocols have no optional methods: each method that Apple has as optional has a default body.
///
/// *Source*: Apple, UITableViewDragDelegate.
@preconcurrency @MainActor public protocol UITableViewDragDelegate: NSObjectProtocol {
    /// The items of a row whose drag is about to begin; empty for a row that is not dragged.
    func tableView(
        _ tableView: UITableView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
    ) -> [UIDragItem]
    /// Items to add to a drag, as another finger has tapped the row; empty, by default, leaves the tap to the row.
    func tableView(
        _ tableView: UITableView, itemsForAddingTo session: any UIDragSession, at indexPath: IndexPath, point: CGPoint
    ) -> [UIDragItem]
    /// The looks of the lifted row; nil, by default, for the whole cell.
    func tableView(_ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    /// The drag begins to move.
    func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession)
    /// The drag is over.
    func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession)
    /// Whether items may be moved; true by default.
    func tableView(_ tableView: UITableView, dragSessionAllowsMoveOperation session: any UIDragSession) -> Bool
    /// Whether only this program may take the items; false by default.
    func tableView(_ tableView: UITableView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession)
        -> Bool
}

extension UITableViewDragDelegate {
    /// No items.
    public func tableView(
        _ tableView: UITableView, itemsForAddingTo session: any UIDragSession, at indexPath: IndexPath, point: CGPoint
    ) -> [UIDragItem] { [] }
    /// nil.
    public func tableView(_ tableView: UITableView, dragPreviewParametersForRowAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    { nil }
    /// Does nothing.
    public func tableView(_ tableView: UITableView, dragSessionWillBegin session: any UIDragSession) {}
    /// Does nothing.
    public func tableView(_ tableView: UITableView, dragSessionDidEnd session: any UIDragSession) {}
    /// true.
    public func tableView(_ tableView: UITableView, dragSessionAllowsMoveOperation session: any UIDragSession) -> Bool {
        true
    }
    /// false.
    public func tableView(
        _ tableView: UITableView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
    ) -> Bool { false }
}

/// An object that takes drops on a table view.
///
/// *Source*: Apple, UITableViewDropDelegate.
@preconcurrency @MainActor public protocol UITableViewDropDelegate: NSObjectProtocol {
    /// The finger was lifted: changes the data and the rows, and sends the items to their rows.
    func tableView(_ tableView: UITableView, performDropWith coordinator: any UITableViewDropCoordinator)
    /// Whether the table view takes some of the items; true by default.
    func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool
    /// The drag has come to the table view.
    func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession)
    /// The operation of a drop now; `cancel` by default. The index path is that of the row under the finger: nil
    /// between rows and below them.
    func tableView(
        _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
        withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> UITableViewDropProposal
    /// The drag has left the table view.
    func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession)
    /// The drag is over.
    func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession)
    /// The looks of an item at a row; nil, by default, for the whole cell.
    func tableView(_ tableView: UITableView, dropPreviewParametersForRowAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
}

extension UITableViewDropDelegate {
    /// true.
    public func tableView(_ tableView: UITableView, canHandle session: any UIDropSession) -> Bool { true }
    /// Does nothing.
    public func tableView(_ tableView: UITableView, dropSessionDidEnter session: any UIDropSession) {}
    /// Nothing: a program that takes drops proposes them.
    public func tableView(
        _ tableView: UITableView, dropSessionDidUpdate session: any UIDropSession,
        withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> UITableViewDropProposal { UITableViewDropProposal(operation: .cancel) }
    /// Does nothing.
    public func tableView(_ tableView: UITableView, dropSessionDidExit session: any UIDropSession) {}
    /// Does nothing.
    public func tableView(_ tableView: UITableView, dropSessionDidEnd session: any UIDropSession) {}
    /// nil.
    public func tableView(_ tableView: UITableView, dropPreviewParametersForRowAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    { nil }
}

/// The operation that a table view proposes for a drag at its place.
///
/// *Source*: Apple, UITableViewDropProposal.
@preconcurrency @MainActor open class UITableViewDropProposal: UIDropProposal {
    /// Where the items go; raw values are Apple's.
    public enum Intent: Int, Sendable {
        /// The table view shows nothing.
        case unspecified = 0
        /// Between rows: the table view opens room.
        case insertAtDestinationIndexPath = 1
        /// Into the row under the finger, which is highlighted.
        case insertIntoDestinationIndexPath = 2
        /// Into the row in its middle half, before it in the others.
        case automatic = 3
    }

    /// Where the items go.
    public let intent: Intent

    /// Makes a proposal without an intent.
    public override init(operation: UIDropOperation) {
        intent = .unspecified
        super.init(operation: operation)
    }

    /// Makes a proposal.
    public init(operation: UIDropOperation, intent: Intent) {
        self.intent = intent
        super.init(operation: operation)
    }
}

/// An item that is dropped on a table view.
@preconcurrency @MainActor public protocol UITableViewDropItem: NSObjectProtocol {
    /// The item.
    var dragItem: UIDragItem { get }
    /// The row that it comes from; nil for one of another view.
    var sourceIndexPath: IndexPath? { get }
    /// The size of its preview, in points; zero without one.
    var previewSize: CGSize { get }
}

/// A drop on a table view, and the places of its items.
///
/// *Source*: Apple, UITableViewDropCoordinator.
@preconcurrency @MainActor public protocol UITableViewDropCoordinator: NSObjectProtocol {
    /// The items.
    var items: [any UITableViewDropItem] { get }
    /// The row at which the items go in, after a moved row was taken out; nil between rows and below them.
    var destinationIndexPath: IndexPath? { get }
    /// The last proposal.
    var proposal: UITableViewDropProposal { get }
    /// The session.
    var session: any UIDropSession { get }
    /// Sends an item to a row, which was inserted or moved before.
    @discardableResult
    func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating
    /// Sends an item into a part of a row. *Space*: the cell's.
    @discardableResult
    func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating
    /// Sends an item to any place.
    @discardableResult
    func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
    /// Sends an item to a placeholder, which is inserted now, until its data are loaded.
    @discardableResult
    func drop(_ dragItem: UIDragItem, to placeholder: UITableViewDropPlaceholder)
        -> any UITableViewDropPlaceholderContext
}

@MainActor final class TableDropItem: NSObject, UITableViewDropItem {
    let dragItem: UIDragItem, sourceIndexPath: IndexPath?, previewSize: CGSize

    init(_ item: UIDragItem, _ source: IndexPath?, _ size: CGSize) {
        (dragItem, sourceIndexPath, previewSize) = (item, source, size)
        super.init()
    }
}

@MainActor final class TableDropCoordinator: NSObject, UITableViewDropCoordinator {
    private let drop: ListDrop
    private weak var table: UITableView?
    let items: [any UITableViewDropItem]
    let proposal: UITableViewDropProposal

    init(_ drop: ListDrop, _ proposal: UITableViewDropProposal, _ table: UITableView) {
        (self.drop, self.proposal, self.table) = (drop, proposal, table)
        items = drop.items.map { TableDropItem($0.item, $0.source, drop.size(of: $0.item)) }
        super.init()
    }

    var destinationIndexPath: IndexPath? { drop.path }
    var session: any UIDropSession { drop.session }
    func drop(_ dragItem: UIDragItem, toRowAt indexPath: IndexPath) -> any UIDragAnimating {
        drop.land(dragItem, at: indexPath)
    }
    func drop(_ dragItem: UIDragItem, intoRowAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating {
        drop.land(dragItem, in: indexPath, rect)
    }
    func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
        drop.land(dragItem, to: target)
    }
    func drop(_ dragItem: UIDragItem, to placeholder: UITableViewDropPlaceholder)
        -> any UITableViewDropPlaceholderContext
    {
        let holder = PlaceholderRow(placeholder)
        _ = table?.insert(holder, before: placeholder.path)
        let landing = drop.dragging.land(dragItem, drop.session, nil) { [weak table] in table?.landing(on: holder) }
        return TablePlaceholderContext(dragItem, holder, table, landing)
    }
}
