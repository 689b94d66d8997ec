import CoreGraphics
import Foundation
import UIKitCore

/// An object that gives the drag items of cells that are dragged.
///
/// On Linux, protocols have no optional methods: each method that Apple has as optional has a default body.
///
/// *Source*: Apple, UICollectionViewDragDelegate.
@preconcurrency @MainActor public protocol UICollectionViewDragDelegate: NSObjectProtocol {
    /// The drag items of a cell whose drag is about to begin; empty for one that is not dragged.
    func collectionView(
        _ collectionView: UICollectionView, itemsForBeginning session: any UIDragSession, at indexPath: IndexPath
    ) -> [UIDragItem]
    /// Items to add to a drag, as another finger has tapped the cell; empty, by default, leaves the tap to the cell.
    func collectionView(
        _ collectionView: UICollectionView, itemsForAddingTo session: any UIDragSession, at indexPath: IndexPath,
        point: CGPoint
    ) -> [UIDragItem]
    /// The looks of the lifted cell; nil, by default, for the whole cell.
    func collectionView(_ collectionView: UICollectionView, dragPreviewParametersForItemAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    /// The drag begins to move.
    func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession)
    /// The drag is over.
    func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession)
    /// Whether items may be moved; true by default.
    func collectionView(_ collectionView: UICollectionView, dragSessionAllowsMoveOperation session: any UIDragSession)
        -> Bool
    /// Whether only this program may take the items; false by default.
    func collectionView(
        _ collectionView: UICollectionView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
    )
        -> Bool
}

extension UICollectionViewDragDelegate {
    /// No items.
    public func collectionView(
        _ collectionView: UICollectionView, itemsForAddingTo session: any UIDragSession, at indexPath: IndexPath,
        point: CGPoint
    ) -> [UIDragItem] { [] }
    /// nil.
    public func collectionView(_ collectionView: UICollectionView, dragPreviewParametersForItemAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    { nil }
    /// Does nothing.
    public func collectionView(_ collectionView: UICollectionView, dragSessionWillBegin session: any UIDragSession) {}
    /// Does nothing.
    public func collectionView(_ collectionView: UICollectionView, dragSessionDidEnd session: any UIDragSession) {}
    /// true.
    public func collectionView(
        _ collectionView: UICollectionView, dragSessionAllowsMoveOperation session: any UIDragSession
    ) -> Bool {
        true
    }
    /// false.
    public func collectionView(
        _ collectionView: UICollectionView, dragSessionIsRestrictedToDraggingApplication session: any UIDragSession
    ) -> Bool { false }
}

/// An object that takes drops on a collection view.
///
/// *Source*: Apple, UICollectionViewDropDelegate.
@preconcurrency @MainActor public protocol UICollectionViewDropDelegate: NSObjectProtocol {
    /// The finger was lifted: changes the data and the cells, and sends the items to their cells.
    func collectionView(
        _ collectionView: UICollectionView, performDropWith coordinator: any UICollectionViewDropCoordinator)
    /// Whether the collection view takes some of the items; true by default.
    func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool
    /// The drag has come to the collection view.
    func collectionView(_ collectionView: UICollectionView, dropSessionDidEnter session: any UIDropSession)
    /// The operation of a drop now; `cancel` by default. The index path is that of the cell under the finger: nil
    /// between cells and below them.
    func collectionView(
        _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
        withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> UICollectionViewDropProposal
    /// The drag has left the collection view.
    func collectionView(_ collectionView: UICollectionView, dropSessionDidExit session: any UIDropSession)
    /// The drag is over.
    func collectionView(_ collectionView: UICollectionView, dropSessionDidEnd session: any UIDropSession)
    /// The looks of an item at a cell; nil, by default, for the whole cell.
    func collectionView(_ collectionView: UICollectionView, dropPreviewParametersForItemAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
}

extension UICollectionViewDropDelegate {
    /// true.
    public func collectionView(_ collectionView: UICollectionView, canHandle session: any UIDropSession) -> Bool {
        true
    }
    /// Does nothing.
    public func collectionView(_ collectionView: UICollectionView, dropSessionDidEnter session: any UIDropSession) {}
    /// Nothing: a program that takes drops proposes them.
    public func collectionView(
        _ collectionView: UICollectionView, dropSessionDidUpdate session: any UIDropSession,
        withDestinationIndexPath destinationIndexPath: IndexPath?
    ) -> UICollectionViewDropProposal { UICollectionViewDropProposal(operation: .cancel) }
    /// Does nothing.
    public func collectionView(_ collectionView: UICollectionView, dropSessionDidExit session: any UIDropSession) {}
    /// Does nothing.
    public func collectionView(_ collectionView: UICollectionView, dropSessionDidEnd session: any UIDropSession) {}
    /// nil.
    public func collectionView(_ collectionView: UICollectionView, dropPreviewParametersForItemAt indexPath: IndexPath)
        -> UIDragPreviewParameters?
    { nil }
}

/// The operation that a collection view proposes for a drag at its place.
///
/// *Source*: Apple, UICollectionViewDropProposal.
@preconcurrency @MainActor open class UICollectionViewDropProposal: UIDropProposal {
    /// Where the items go; raw values are Apple's.
    public enum Intent: Int, Sendable {
        /// The collection view shows nothing.
        case unspecified = 0
        /// Between cells: the collection view opens room.
        case insertAtDestinationIndexPath = 1
        /// Into the cell under the finger, which is highlighted.
        case insertIntoDestinationIndexPath = 2
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

/// An item that is dropped on a collection view.
@preconcurrency @MainActor public protocol UICollectionViewDropItem: NSObjectProtocol {
    /// The item.
    var dragItem: UIDragItem { get }
    /// The index path that it comes from; nil for one of another view.
    var sourceIndexPath: IndexPath? { get }
    /// The size of its preview, in points; zero without one.
    var previewSize: CGSize { get }
}

/// A drop on a collection view, and the places of its items.
///
/// *Source*: Apple, UICollectionViewDropCoordinator.
@preconcurrency @MainActor public protocol UICollectionViewDropCoordinator: NSObjectProtocol {
    /// The items.
    var items: [any UICollectionViewDropItem] { get }
    /// The index path at which the items go in, after a moved one was taken out; nil between cells and below
    /// them.
    var destinationIndexPath: IndexPath? { get }
    /// The last proposal.
    var proposal: UICollectionViewDropProposal { get }
    /// The session.
    var session: any UIDropSession { get }
    /// Sends an item to a cell, which was inserted or moved before.
    @discardableResult
    func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating
    /// Sends an item into a part of a cell. *Space*: the cell's.
    @discardableResult
    func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating
    /// Sends an item to any place.
    @discardableResult
    func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating
    /// Sends an item to a placeholder, which is inserted now, until its data are loaded.
    @discardableResult
    func drop(_ dragItem: UIDragItem, to placeholder: UICollectionViewDropPlaceholder)
        -> any UICollectionViewDropPlaceholderContext
}

@MainActor final class CollectionDropItem: NSObject, UICollectionViewDropItem {
    let dragItem: UIDragItem, sourceIndexPath: IndexPath?, previewSize: CGSize

    init(_ item: UIDragItem, _ source: IndexPath?, _ size: CGSize) {
        (dragItem, sourceIndexPath, previewSize) = (item, source, size)
        super.init()
    }
}

@MainActor final class CollectionDropCoordinator: NSObject, UICollectionViewDropCoordinator {
    private let drop: ListDrop
    private weak var collection: UICollectionView?
    let items: [any UICollectionViewDropItem]
    let proposal: UICollectionViewDropProposal

    init(_ drop: ListDrop, _ proposal: UICollectionViewDropProposal, _ collection: UICollectionView) {
        (self.drop, self.proposal, self.collection) = (drop, proposal, collection)
        items = drop.items.map { CollectionDropItem($0.item, $0.source, drop.size(of: $0.item)) }
        super.init()
    }

    var destinationIndexPath: IndexPath? { drop.path }
    var session: any UIDropSession { drop.session }
    func drop(_ dragItem: UIDragItem, toItemAt indexPath: IndexPath) -> any UIDragAnimating {
        drop.land(dragItem, at: indexPath)
    }
    func drop(_ dragItem: UIDragItem, intoItemAt indexPath: IndexPath, rect: CGRect) -> any UIDragAnimating {
        drop.land(dragItem, in: indexPath, rect)
    }
    func drop(_ dragItem: UIDragItem, to target: UIDragPreviewTarget) -> any UIDragAnimating {
        drop.land(dragItem, to: target)
    }
    func drop(_ dragItem: UIDragItem, to placeholder: UICollectionViewDropPlaceholder)
        -> any UICollectionViewDropPlaceholderContext
    {
        let holder = PlaceholderItem(placeholder)
        _ = collection?.insert(holder, before: placeholder.path)
        let landing = drop.dragging.land(dragItem, drop.session, nil) { [weak collection] in
            collection?.landing(on: holder)
        }
        return CollectionPlaceholderContext(dragItem, holder, collection, landing)
    }
}
