import CoreGraphics
import Foundation
import UIKitCore

/// The content view of a cell: it reports to the cell that its size may have changed.
final class CellContentView: UIView {
    /// Tells the cell, which may need another size.
    override func invalidateIntrinsicContentSize() {
        super.invalidateIntrinsicContentSize()
        (superview as? any SelfSizingCell)?.contentSizeInvalidated()
    }
}

/// A cell whose list gives it another height if its content has changed.
@MainActor protocol SelfSizingCell: UIView {
    /// The program has invalidated the content's size.
    func contentSizeInvalidated()
    /// Constraints in the cell have changed.
    func constraintsChanged()
}

extension NSLayoutConstraint {
    /// Reports later changes of constraints to the cells around them.
    static func reportToCells() {
        guard changeObserver == nil else { return }
        changeObserver = { view in
            var view: UIView? = view
            while let current = view {
                if let cell = current as? any SelfSizingCell { return cell.constraintsChanged() }
                view = current.superview
            }
        }
    }
}

extension UITableView {
    /// The events after which visible cells are measured again; raw values are Apple's.
    ///
    /// *Source*: Apple, UITableView.SelfSizingInvalidation.
    public enum SelfSizingInvalidation: Int, Sendable {
        /// Only in a batch, also an empty one.
        case disabled = 0
        /// After `invalidateIntrinsicContentSize()` of the cell or its content view, and with a new content configuration.
        case enabled = 1
        /// Also after each change of the constraints in the cell: those that get another constant, or become active or inactive.
        case enabledIncludingConstraints = 2
    }

    /// A cell's content may need another height: it is measured before the next frame.
    final func sizeInvalidated(_ cell: UITableViewCell) {
        guard selfSizingInvalidation != .disabled, !stage.isTiling, stage.change == nil, measures,
            !stage.resized.contains(where: { $0 === cell })
        else { return }
        stage.resized.append(cell)
        setNeedsLayout()
    }

    /// Measures the rows of cells whose content has changed, and animates to the new heights if animations are enabled.
    final func resizeInvalidated() {
        guard !stage.resized.isEmpty else { return }
        let cells = stage.resized
        stage.resized = []
        guard window != nil, stage.isLoaded, stage.batchDepth == 0, !stage.isTiling else { return }
        let rows = cells.compactMap { row(of: $0) }
        // Data that have changed without a batch are about to be loaded.
        guard rows.contains(where: needsOtherHeight), askCounts() == dataCounts else { return }
        beginUpdates()
        endUpdates()
    }

    private func needsOtherHeight(_ row: RowPath) -> Bool {
        guard has(row) else { return false }
        let rows = stage.geometry.sections[row.section].rows
        guard !rows.isEstimate(row.row), (stage.asksHeights == true ? askHeight(row) ?? rowHeight : rowHeight) < 0
        else { return false }
        return abs(fittedHeight(row) - rows[row.row]) > 0.01
    }
}

extension UITableViewCell: SelfSizingCell {
    final func contentSizeInvalidated() { tableView?.sizeInvalidated(self) }

    final func constraintsChanged() {
        if tableView?.selfSizingInvalidation == .enabledIncludingConstraints { tableView?.sizeInvalidated(self) }
    }
}

extension UICollectionView {
    /// The events after which visible cells are measured again; raw values are Apple's.
    ///
    /// *Source*: Apple, UICollectionView.SelfSizingInvalidation.
    public enum SelfSizingInvalidation: Int, Sendable {
        /// Only when the layout asks for them.
        case disabled = 0
        /// After `invalidateIntrinsicContentSize()` of the cell or its content view, and with a new content configuration.
        case enabled = 1
        /// Also after each change of the constraints in the cell: those that get another constant, or become active or inactive.
        case enabledIncludingConstraints = 2
    }

    /// A cell's content may need another size: the cell is asked for it before the next frame.
    final func sizeInvalidated(_ cell: UICollectionViewCell) {
        guard selfSizingInvalidation != .disabled, !stage.isUpdating, openBatch == nil, !stage.isResizing,
            cell.fittedSize != nil, cell.attributes?.estimates.isEmpty == false
        else { return }
        (cell.fittedSize, stage.resizes) = (nil, true)
        setNeedsLayout()
    }

    /// Lays out the visible elements. If the content of cells has changed and animations are enabled, that is animated.
    final func updateElementsAndSizes() {
        let isAnimated = stage.resizes && window != nil && UIView.areAnimationsEnabled
        stage.resizes = false
        guard isAnimated else { return updateElements() }
        UIView.animate(withDuration: Self.updateDuration, delay: 0, options: [.allowUserInteraction]) {
            self.stage.isResizing = true
            self.updateElements()
            for view in self.stage.views.values { view.layoutIfNeeded() }
            self.stage.isResizing = false
        }
    }
}

extension UICollectionViewCell: SelfSizingCell {
    private var list: UICollectionView? {
        var view = superview
        while let current = view {
            if let list = current as? UICollectionView { return list }
            view = current.superview
        }
        return nil
    }

    final func contentSizeInvalidated() { list?.sizeInvalidated(self) }

    final func constraintsChanged() {
        if let list, list.selfSizingInvalidation == .enabledIncludingConstraints { list.sizeInvalidated(self) }
    }
}
