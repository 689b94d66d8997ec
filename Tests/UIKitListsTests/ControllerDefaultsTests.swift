import Foundation
import Testing
import UIKit

@testable import UIKitLists

/// The bodies that list controllers have for subclasses to override give the same as the protocols' default bodies.
@MainActor @Suite(.serialized) struct ControllerDefaultsTests {
    private final class Items: NSObject, UICollectionViewDelegate, UICollectionViewDataSource {
        func collectionView(_ collectionView: UICollectionView, numberOfItemsInSection section: Int) -> Int { 0 }
        func collectionView(
            _ collectionView: UICollectionView, cellForItemAt indexPath: IndexPath
        ) -> UICollectionViewCell { UICollectionViewCell() }
    }

    private final class Rows: NSObject, UITableViewDelegate, UITableViewDataSource {
        func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
        func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
            UITableViewCell(style: .default, reuseIdentifier: nil)
        }
    }

    private let path = IndexPath(item: 2, section: 1)
    private let other = IndexPath(item: 3, section: 0)
    private let configuration = UIContextMenuConfiguration(identifier: nil, previewProvider: nil, actionProvider: nil)

    /// A method's result, and whether the method counts as not implemented.
    private func line(_ method: String, _ call: () -> Any?) -> String {
        var value: Any?
        let isDefault = DefaultBodies.result(of: method) { value = call() } == nil
        return "\(method) \(value.map { "\($0)" } ?? "nil") \(isDefault)"
    }

    @Test(arguments: [false, true])
    func collection_view_controllers(isEditing: Bool) {
        let view = UICollectionView(frame: .zero, collectionViewLayout: UICollectionViewFlowLayout())
        (view.isEditing, view.allowsSelection) = (isEditing, !isEditing)
        let controller = UICollectionViewController(collectionViewLayout: UICollectionViewFlowLayout())
        let (own, standard) = (lines(controller, controller, view), lines(Items(), Items(), view))
        #expect(own == standard)
        #expect(own.contains("collectionView(_:canPerformPrimaryActionForItemAt:) \(!isEditing) false"))
        #expect(own.contains("collectionView(_:canMoveItemAt:) true true"))
    }

    private func lines(
        _ delegate: any UICollectionViewDelegate, _ source: any UICollectionViewDataSource, _ view: UICollectionView
    ) -> [String] {
        let layout = UICollectionViewFlowLayout()
        return [
            line("numberOfSections(in:)") { source.numberOfSections(in: view) },
            line("collectionView(_:viewForSupplementaryElementOfKind:at:)") {
                type(of: source.collectionView(view, viewForSupplementaryElementOfKind: "", at: path))
            },
            line("collectionView(_:canMoveItemAt:)") { source.collectionView(view, canMoveItemAt: path) },
            line("collectionView(_:moveItemAt:to:)") { source.collectionView(view, moveItemAt: path, to: other) },
            line("indexTitles(for:)") { source.indexTitles(for: view) },
            line("collectionView(_:indexPathForIndexTitle:at:)") {
                source.collectionView(view, indexPathForIndexTitle: "A", at: 4)
            },
            line("collectionView(_:shouldHighlightItemAt:)") {
                delegate.collectionView(view, shouldHighlightItemAt: path)
            },
            line("collectionView(_:shouldSelectItemAt:)") { delegate.collectionView(view, shouldSelectItemAt: path) },
            line("collectionView(_:shouldDeselectItemAt:)") {
                delegate.collectionView(view, shouldDeselectItemAt: path)
            },
            line("collectionView(_:canPerformPrimaryActionForItemAt:)") {
                delegate.collectionView(view, canPerformPrimaryActionForItemAt: path)
            },
            line("collectionView(_:transitionLayoutForOldLayout:newLayout:)") {
                type(of: delegate.collectionView(view, transitionLayoutForOldLayout: layout, newLayout: layout))
            },
            line("collectionView(_:targetContentOffsetForProposedContentOffset:)") {
                delegate.collectionView(view, targetContentOffsetForProposedContentOffset: CGPoint(x: 1, y: 2))
            },
            line(
                "collectionView(_:targetIndexPathForMoveOfItemFromOriginalIndexPath:atCurrentIndexPath:"
                    + "toProposedIndexPath:)"
            ) {
                delegate.collectionView(
                    view, targetIndexPathForMoveOfItemFromOriginalIndexPath: path, atCurrentIndexPath: path,
                    toProposedIndexPath: other)
            },
            line("collectionView(_:canFocusItemAt:)") { delegate.collectionView(view, canFocusItemAt: path) },
            line("collectionView(_:canEditItemAt:)") { delegate.collectionView(view, canEditItemAt: path) },
            line("collectionView(_:contextMenuConfigurationForItemsAt:point:)") {
                delegate.collectionView(view, contextMenuConfigurationForItemsAt: [path], point: .zero)
            },
            line("collectionView(_:contextMenuConfiguration:highlightPreviewForItemAt:)") {
                delegate.collectionView(view, contextMenuConfiguration: configuration, highlightPreviewForItemAt: path)
            },
            line("collectionView(_:contextMenuConfiguration:dismissalPreviewForItemAt:)") {
                delegate.collectionView(view, contextMenuConfiguration: configuration, dismissalPreviewForItemAt: path)
            },
        ] + scrolling(delegate, view)
    }

    private func scrolling(_ delegate: any UIScrollViewDelegate, _ view: UIScrollView) -> [String] {
        [
            line("viewForZooming(in:)") { delegate.viewForZooming(in: view) },
            line("scrollViewShouldScrollToTop(_:)") { delegate.scrollViewShouldScrollToTop(view) },
        ]
    }

    @Test func table_view_controllers() {
        let view = UITableView(frame: .zero, style: .plain)
        (view.rowHeight, view.sectionHeaderHeight, view.sectionFooterHeight) = (31, 32, 33)
        (view.estimatedRowHeight, view.estimatedSectionHeaderHeight, view.estimatedSectionFooterHeight) = (34, 35, 36)
        let controller = UITableViewController(style: .plain)
        let (own, standard) = (lines(controller, controller, view), lines(Rows(), Rows(), view))
        #expect(own == standard)
        #expect(own.contains("tableView(_:heightForRowAt:) 31.0 true"))
    }

    private func lines(
        _ delegate: any UITableViewDelegate, _ source: any UITableViewDataSource, _ view: UITableView
    ) -> [String] {
        rows(delegate, source, view) + sections(delegate, source, view) + scrolling(delegate, view)
    }

    private func rows(
        _ delegate: any UITableViewDelegate, _ source: any UITableViewDataSource, _ view: UITableView
    ) -> [String] {
        [
            line("tableView(_:canEditRowAt:)") { source.tableView(view, canEditRowAt: path) },
            line("tableView(_:canMoveRowAt:)") { source.tableView(view, canMoveRowAt: path) },
            line("tableView(_:heightForRowAt:)") { delegate.tableView(view, heightForRowAt: path) },
            line("tableView(_:estimatedHeightForRowAt:)") { delegate.tableView(view, estimatedHeightForRowAt: path) },
            line("tableView(_:shouldHighlightRowAt:)") { delegate.tableView(view, shouldHighlightRowAt: path) },
            line("tableView(_:willSelectRowAt:)") { delegate.tableView(view, willSelectRowAt: path) },
            line("tableView(_:willDeselectRowAt:)") { delegate.tableView(view, willDeselectRowAt: path) },
            line("tableView(_:canFocusRowAt:)") { delegate.tableView(view, canFocusRowAt: path) },
            line("tableView(_:editingStyleForRowAt:)") { delegate.tableView(view, editingStyleForRowAt: path) },
            line("tableView(_:titleForDeleteConfirmationButtonForRowAt:)") {
                delegate.tableView(view, titleForDeleteConfirmationButtonForRowAt: path)
            },
            line("tableView(_:shouldIndentWhileEditingRowAt:)") {
                delegate.tableView(view, shouldIndentWhileEditingRowAt: path)
            },
            line("tableView(_:editActionsForRowAt:)") { delegate.tableView(view, editActionsForRowAt: path) },
            line("tableView(_:leadingSwipeActionsConfigurationForRowAt:)") {
                delegate.tableView(view, leadingSwipeActionsConfigurationForRowAt: path)
            },
            line("tableView(_:trailingSwipeActionsConfigurationForRowAt:)") {
                delegate.tableView(view, trailingSwipeActionsConfigurationForRowAt: path)
            },
            line("tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)") {
                delegate.tableView(view, targetIndexPathForMoveFromRowAt: path, toProposedIndexPath: other)
            },
            line("tableView(_:indentationLevelForRowAt:)") { delegate.tableView(view, indentationLevelForRowAt: path) },
            line("tableView(_:contextMenuConfigurationForRowAt:point:)") {
                delegate.tableView(view, contextMenuConfigurationForRowAt: path, point: .zero)
            },
            line("tableView(_:previewForHighlightingContextMenuWithConfiguration:)") {
                delegate.tableView(view, previewForHighlightingContextMenuWithConfiguration: configuration)
            },
            line("tableView(_:previewForDismissingContextMenuWithConfiguration:)") {
                delegate.tableView(view, previewForDismissingContextMenuWithConfiguration: configuration)
            },
        ]
    }

    private func sections(
        _ delegate: any UITableViewDelegate, _ source: any UITableViewDataSource, _ view: UITableView
    ) -> [String] {
        [
            line("numberOfSections(in:)") { source.numberOfSections(in: view) },
            line("tableView(_:titleForHeaderInSection:)") { source.tableView(view, titleForHeaderInSection: 1) },
            line("tableView(_:titleForFooterInSection:)") { source.tableView(view, titleForFooterInSection: 1) },
            line("sectionIndexTitles(for:)") { source.sectionIndexTitles(for: view) },
            line("tableView(_:sectionForSectionIndexTitle:at:)") {
                source.tableView(view, sectionForSectionIndexTitle: "A", at: 4)
            },
            line("tableView(_:heightForHeaderInSection:)") { delegate.tableView(view, heightForHeaderInSection: 1) },
            line("tableView(_:heightForFooterInSection:)") { delegate.tableView(view, heightForFooterInSection: 1) },
            line("tableView(_:estimatedHeightForHeaderInSection:)") {
                delegate.tableView(view, estimatedHeightForHeaderInSection: 1)
            },
            line("tableView(_:estimatedHeightForFooterInSection:)") {
                delegate.tableView(view, estimatedHeightForFooterInSection: 1)
            },
            line("tableView(_:viewForHeaderInSection:)") { delegate.tableView(view, viewForHeaderInSection: 1) },
            line("tableView(_:viewForFooterInSection:)") { delegate.tableView(view, viewForFooterInSection: 1) },
        ]
    }
}
