import CoreGraphics
import Foundation
import UIKitCore

/// The context menus of items: asks the collection view's delegate, and lifts the item's cell.
///
/// Between items the delegate is asked with no index paths. *Source*: Apple,
/// collectionView(_:contextMenuConfigurationForItemsAt:point:).
@MainActor final class ItemMenus: NSObject, UIContextMenuInteractionDelegate {
    private weak var collection: UICollectionView?
    private var pressed: IndexPath?

    /// Adds the menus to a collection view.
    init(_ collection: UICollectionView) {
        self.collection = collection
        super.init()
        collection.addInteraction(UIContextMenuInteraction(delegate: self))
    }

    private var delegate: (any UICollectionViewDelegate)? { collection?.delegate }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let collection else { return nil }
        let path = collection.indexPathForItem(at: location)
        pressed = path
        return delegate?.collectionView(
            collection, contextMenuConfigurationForItemsAt: path.map { [$0] } ?? [], point: location)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        guard let collection, let pressed else { return nil }
        return delegate?.collectionView(
            collection, contextMenuConfiguration: configuration, highlightPreviewForItemAt: pressed)
            ?? collection.cellForItem(at: pressed).map { UITargetedPreview(view: $0) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        guard let collection, let pressed else { return nil }
        return delegate?.collectionView(
            collection, contextMenuConfiguration: configuration, dismissalPreviewForItemAt: pressed)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) {
        guard let collection else { return }
        delegate?.collectionView(
            collection, willPerformPreviewActionForMenuWith: configuration, animator: animator)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {
        guard let collection else { return }
        delegate?.collectionView(collection, willDisplayContextMenu: configuration, animator: animator)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {
        guard let collection else { return }
        delegate?.collectionView(collection, willEndContextMenuInteraction: configuration, animator: animator)
    }
}
