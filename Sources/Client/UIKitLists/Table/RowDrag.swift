import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// A row that the user drags to another place.
struct RowDrag {
    /// The row's place before the drag, and the place that it has now among the others.
    var source: RowPath
    var row: RowPath
    var cell: UITableViewCell
    /// From the touch to the cell's middle, in points.
    var grip: CGFloat
    /// The touch, below the view's top.
    var position: CGFloat
}

/// Begins at once, so that a touch of a row's handle is no drag of the table view.
final class RowDragRecognizer: UIGestureRecognizer {
    init() {
        super.init(target: nil, action: nil)
        addTarget(self, action: Self.moved)
    }

    private static let moved = Selector(
        "moved:", onMain: { (target: RowDragRecognizer, _: UIGestureRecognizer) in target.follow() })

    private var cell: UITableViewCell? {
        var view = self.view
        while let current = view {
            if let cell = current as? UITableViewCell { return cell }
            view = current.superview
        }
        return nil
    }

    private func follow() {
        guard let cell, let table = cell.tableView else { return }
        let y = location(in: table).y
        switch state {
        case .began: table.beginDrag(cell, at: y)
        case .changed: table.drag(to: y)
        case .ended: table.drop(isCancelled: false)
        case .cancelled: table.drop(isCancelled: true)
        default: break
        }
    }

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent) {
        if state == .possible { state = .began }
    }
    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent) { state = .changed }
    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent) { state = .ended }
    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent) { state = .cancelled }
}

extension UITableView {
    // MARK: Dragging a row

    /// Lifts a row. *Source*: a dragged row is a little transparent and casts a shadow, on pictures of iOS 7 to 18; the
    /// numbers are our own.
    final func beginDrag(_ cell: UITableViewCell, at y: CGFloat) {
        // Handles move rows of the data only: not while there are placeholders.
        guard stage.drag == nil, stage.placeholders.isEmpty, let row = row(of: cell) else { return }
        swipe.close(animated: true)
        stage.drag = RowDrag(source: row, row: row, cell: cell, grip: cell.center.y - y, position: y - bounds.minY)
        cell.flags.isReordering = true
        cell.setNeedsUpdateConfiguration()
        bringSubviewToFront(cell)
        UIView.animate(withDuration: 0.2) {
            cell.alpha = 0.9
            cell.layer.shadowOpacity = 0.25
            cell.layer.shadowRadius = 6
            cell.layer.shadowOffset = CGSize(width: 0, height: 2)
        }
    }

    /// Moves the dragged row to a height of the content. The others make room for it.
    final func drag(to y: CGFloat) {
        guard var drag = stage.drag else { return }
        drag.position = y - bounds.minY
        stage.drag = drag
        drag.cell.center.y = y + drag.grip
        let middle = min(max(drag.cell.center.y - bodyStart, 0), max(0, stage.geometry.total - 1))
        if let target = self.target(at: middle), target != drag.row { exchange(drag, target) }
        scrollAtEdge(y)
    }

    /// The place for the dragged row whose middle is at an offset.
    private func target(at offset: CGFloat) -> RowPath? {
        guard let section = stage.geometry.section(at: offset) else { return nil }
        let lengths = stage.geometry.sections[section]
        if let row = stage.geometry.row(at: offset) { return row }
        let isBefore = offset < stage.geometry.start(ofSection: section) + lengths.header
        // An empty section takes the row on its header; others at the nearer end.
        if section == stage.drag?.row.section { return RowPath(section, isBefore ? 0 : lengths.rows.count - 1) }
        return lengths.rows.count == 0 ? RowPath(section, 0) : nil
    }

    private func exchange(_ drag: RowDrag, _ proposed: RowPath) {
        var target = proposed
        if let delegate {
            let answer = delegate.tableView(
                self, targetIndexPathForMoveFromRowAt: drag.source.indexPath, toProposedIndexPath: proposed.indexPath)
            // The delegate may have changed the data, which ends the drag.
            guard let row = RowPath(answer), stage.drag != nil else { return }
            target = row
        }
        guard target != drag.row, shiftRow(drag.row, target) else { return }
        stage.drag?.row = target
        UIView.animate(withDuration: 0.2, delay: 0, options: [.allowUserInteraction]) { self.tile() }
    }

    /// Moves a row's length, its cell and the selection to another place; false if there is no such place.
    final func shiftRow(_ from: RowPath, _ to: RowPath) -> Bool {
        var after = stage.geometry.counts
        guard has(from), after.indices.contains(to.section) else { return false }
        after[from.section] -= 1
        after[to.section] += 1
        guard to.row >= 0, to.row < after[to.section] else { return false }
        var changes = ListChanges()
        changes.movedRows = [.init(from: from, to: to)]
        guard let map = try? ListMap(changes, before: stage.geometry.counts, after: after, nouns: .table) else {
            return false
        }
        stage.geometry.apply(map, newSection: { _ in .init() }, newRow: { _ in (TableMetrics.rowHeight, true) })
        func moved(_ row: RowPath) -> RowPath { map.newRow(of: row) ?? row }
        stage.cells = Dictionary(uniqueKeysWithValues: stage.cells.map { (moved($0), $1) })
        stage.displayed = Set(stage.displayed.map(moved))
        stage.selected = stage.selected.map(moved)
        for (row, cell) in stage.cells { prepareEdges(cell, row) }
        return true
    }

    /// Scrolls while the row is dragged near an edge: at each move, by a part of how near it is. Our own.
    private func scrollAtEdge(_ y: CGFloat) {
        let inset = adjustedContentInset, zone: CGFloat = 40
        let top = bounds.minY + inset.top + zone, bottom = bounds.maxY - inset.bottom - zone
        let way = y < top ? y - top : y > bottom ? y - bottom : 0
        guard way != 0 else { return }
        let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
        let offset = min(max(contentOffset.y + way / 4, -inset.top), last)
        guard offset != contentOffset.y, let drag = stage.drag else { return }
        let moved = offset - contentOffset.y
        contentOffset.y = offset
        drag.cell.center.y += moved
    }

    /// Puts the dragged row down, and reports its new place to the data source. *Source*: Apple,
    /// UITableViewDataSource.tableView(_:moveRowAt:to:).
    final func drop(isCancelled: Bool) {
        guard let drag = stage.drag else { return }
        if isCancelled, drag.row != drag.source { exchange(drag, drag.source) }
        guard let drag = stage.drag else { return }
        stage.drag = nil
        let cell = drag.cell
        cell.flags.isReordering = false
        cell.setNeedsUpdateConfiguration()
        let rect = rect(drag.row)
        UIView.animate(withDuration: 0.2) {
            cell.frame = rect
            cell.alpha = 1
            cell.layer.shadowOpacity = 0
        }
        setNeedsLayout()
        if drag.row != drag.source {
            dataSource?.tableView(self, moveRowAt: drag.source.indexPath, to: drag.row.indexPath)
        }
    }

    /// Ends a drag because the data changes.
    final func endDrag() {
        guard let drag = stage.drag else { return }
        stage.drag = nil
        drag.cell.flags.isReordering = false
        drag.cell.alpha = 1
        drag.cell.layer.shadowOpacity = 0
    }
}
