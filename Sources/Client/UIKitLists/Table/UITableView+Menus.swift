import CoreGraphics
import Foundation
import UIKitCore

/// The context menus of rows: asks the table view's delegate, and lifts the row's cell.
@MainActor final class RowMenus: NSObject, UIContextMenuInteractionDelegate {
    private weak var table: UITableView?
    private var pressed: IndexPath?

    /// Adds the menus to a table view.
    init(_ table: UITableView) {
        self.table = table
        super.init()
        table.addInteraction(UIContextMenuInteraction(delegate: self))
    }

    private var delegate: (any UITableViewDelegate)? { table?.delegate }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, configurationForMenuAtLocation location: CGPoint
    ) -> UIContextMenuConfiguration? {
        guard let table, let path = table.indexPathForRow(at: location) else { return nil }
        pressed = path
        return delegate?.tableView(table, contextMenuConfigurationForRowAt: path, point: location)
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForHighlightingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        guard let table else { return nil }
        return delegate?.tableView(table, previewForHighlightingContextMenuWithConfiguration: configuration)
            ?? pressed.flatMap { table.cellForRow(at: $0) }.map { UITargetedPreview(view: $0) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        previewForDismissingMenuWithConfiguration configuration: UIContextMenuConfiguration
    ) -> UITargetedPreview? {
        table.flatMap { delegate?.tableView($0, previewForDismissingContextMenuWithConfiguration: configuration) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction,
        willPerformPreviewActionForMenuWith configuration: UIContextMenuConfiguration,
        animator: any UIContextMenuInteractionCommitAnimating
    ) {
        if let table {
            delegate?.tableView(table, willPerformPreviewActionForMenuWith: configuration, animator: animator)
        }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willDisplayMenuFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {
        if let table { delegate?.tableView(table, willDisplayContextMenu: configuration, animator: animator) }
    }

    func contextMenuInteraction(
        _ interaction: UIContextMenuInteraction, willEndFor configuration: UIContextMenuConfiguration,
        animator: (any UIContextMenuInteractionAnimating)?
    ) {
        if let table { delegate?.tableView(table, willEndContextMenuInteraction: configuration, animator: animator) }
    }
}
