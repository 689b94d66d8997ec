import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UITableView {
    // MARK: A batch

    /// Checks the batch, gives each view its row after it, and animates the change.
    ///
    /// Rows keep their cells. A row that comes into view by the change begins at its place before it; one that leaves the
    /// view ends at its place after it. *Source*: as table views of iOS 7 to 18 move; Apple documents only the indices.
    final func endBatch() {
        guard let batch = stage.batch else { return }
        stage.batch = nil
        guard !stage.isTiling else {
            if batch.changes.isEmpty {
                // Heights are asked for again in the next layout.
                stage.measuredWidth = 0
                setNeedsLayout()
            } else {
                Notices.shared.say(
                    "UITableView: a callback of the layout, such as cellForRowAt, has changed rows. The table view loads "
                        + "its data anew after the layout; make such changes outside of it.", from: "UIKit",
                    key: "batch in layout")
                reloadAll()
            }
            for completion in batch.completions { completion(batch.changes.isEmpty) }
            return
        }
        guard stage.isLoaded, dataSource != nil else {
            // Nothing was loaded, so the numbers that will be are those after the batch.
            forgetData()
            for completion in batch.completions { completion(true) }
            return
        }
        swipe.close(animated: true)
        endDrag()
        let map: ListMap
        var change: TableChange
        do throws(ListUpdateError) {
            map = try ListMap(batch.changes, before: dataCounts, after: askCounts(), nouns: .table)
            change = try self.change(batch, map)
        } catch {
            Notices.shared.say(
                "UITableView: \(error.description) The table view has loaded its data anew.", from: "UIKit")
            reloadAll()
            for completion in batch.completions { completion(false) }
            return
        }
        show(change) { path in RowPath(path).flatMap { map.newRow(of: $0) }?.indexPath }
    }

    /// Shows changes of rows.
    ///
    /// - Parameter newPath: The index path in the data after the change of one before it; nil for a row that is gone.
    final func show(_ change: TableChange, newPath: (IndexPath) -> IndexPath?) {
        // The marked row is found by its path before the batch.
        mark(nil)
        let gone = adopt(change)
        stage.dragging?.follow(newPath)
        play(change, gone)
    }

    /// The views of rows and sections that are gone, with their positions before the batch. A cell whose display was reported has its
    /// row's index path.
    private struct Gone {
        var cells: [(cell: UITableViewCell, row: RowPath, path: IndexPath?)] = []
        var headers: [(view: UIView, section: Int)] = [], footers: [(view: UIView, section: Int)] = []
    }

    /// Moves lengths, views and the selection to their positions after a batch.
    private func adopt(_ change: TableChange) -> Gone {
        let map = change.map, old = stage.placeholders
        stage.placeholders = change.placeholders
        var gone = Gone()
        func moved(_ sections: Set<Int>) -> Set<Int> {
            Set(sections.filter { !map.reloadedSections.contains($0) }.compactMap { map.newSection(of: $0) })
        }
        func kept(_ row: RowPath) -> RowPath? { map.reloadedRows.contains(row) ? nil : map.newRow(of: row) }
        (stage.estimatedHeaders, stage.estimatedFooters) = (
            moved(stage.estimatedHeaders), moved(stage.estimatedFooters)
        )
        for view in stage.madeHeaders.values { recycle(headerFooter: view) }
        for view in stage.madeFooters.values { recycle(headerFooter: view) }
        (stage.madeHeaders, stage.madeFooters) = ([:], [:])
        // Rows may have other heights now. *Source*: Apple, UITableView.beginUpdates(): "you can also use this method
        // followed by the endUpdates() method to animate the change in the row heights without reloading the cell".
        if measures { stage.geometry.forgetMeasures() }
        stage.geometry.apply(
            map, newSection: { self.makeSection($0, rows: map.after[$0]) }, newRow: { self.newLength($0) })
        refreshExactHeights()

        var cells: [RowPath: UITableViewCell] = [:]
        for (row, cell) in stage.cells {
            if let new = kept(row) {
                cells[new] = cell
            } else {
                gone.cells.append((cell, row, stage.displayed.contains(row) ? old.data(row)?.indexPath : nil))
            }
        }
        stage.cells = cells
        stage.displayed = Set(stage.displayed.compactMap { kept($0) })
        stage.prefetched = Set(stage.prefetched.compactMap { kept($0) })
        stage.selected = stage.selected.compactMap { kept($0) }
        stage.highlighted = stage.highlighted.flatMap { kept($0) }
        stage.focused = stage.focused.flatMap { map.newRow(of: $0) }
        func sections(_ views: [Int: UIView], _ gone: inout [(view: UIView, section: Int)]) -> [Int: UIView] {
            var result: [Int: UIView] = [:]
            for (section, view) in views {
                if let new = map.newSection(of: section), !map.reloadedSections.contains(section) {
                    result[new] = view
                } else {
                    gone.append((view, section))
                }
            }
            return result
        }
        stage.headers = sections(stage.headers, &gone.headers)
        stage.footers = sections(stage.footers, &gone.footers)
        for (row, cell) in stage.cells { prepareEdges(cell, row) }
        refreshSectionHeights()
        return gone
    }

    /// Shows a batch, in an animation where the view is in a window.
    private func play(_ change: TableChange, _ gone: Gone) {
        let completions = change.batch.completions
        guard window != nil, bounds.width > 0, bounds.height > 0 else {
            for entry in gone.cells { giveBack(entry.cell, entry.path) }
            for entry in gone.headers { endDisplaying(header: entry.view, entry.section) }
            for entry in gone.footers { endDisplaying(footer: entry.view, entry.section) }
            updateContentSize()
            setNeedsLayout()
            for completion in completions { completion(true) }
            return
        }
        stage.endings = []
        let isAnimated = UIView.areAnimationsEnabled
        let changes = {
            self.stage.change = change
            for entry in gone.cells { self.remove(entry.cell, entry.row, entry.path, change) }
            for entry in gone.headers {
                self.leave(headerFooter: entry.view) { self.endDisplaying(header: entry.view, entry.section) }
            }
            for entry in gone.footers {
                self.leave(headerFooter: entry.view) { self.endDisplaying(footer: entry.view, entry.section) }
            }
            self.tile()
            self.stage.change = nil
        }
        guard isAnimated else {
            changes()
            endAnimation(completions, true)
            return
        }
        var endings: [() -> Void] = []
        UIView.animate(withDuration: TableMetrics.duration, delay: 0, options: [.allowUserInteraction]) {
            changes()
            endings = self.stage.endings
            self.stage.endings = []
        } completion: { finished in
            for ending in endings { ending() }
            for completion in completions { completion(finished) }
        }
    }

    private func endAnimation(_ completions: [(Bool) -> Void], _ finished: Bool) {
        let endings = stage.endings
        stage.endings = []
        for ending in endings { ending() }
        for completion in completions { completion(finished) }
    }

    // MARK: Coming

    /// Puts the cell of a row to the place from which the batch's animation brings it.
    final func enter(_ cell: UITableViewCell, _ row: RowPath, _ rect: CGRect) {
        guard let change = stage.change else { return }
        UIView.performWithoutAnimation {
            cell.frame = rect
            cell.layoutIfNeeded()
            if let old = change.map.oldRow(of: row), !change.map.reloadedRows.contains(old) {
                var from = self.rect(old, in: change.old, from: change.oldStart)
                // From just outside of the view, however far it comes from.
                from.origin.y = min(
                    max(from.minY, change.oldBounds.minY - 2 * from.height), change.oldBounds.maxY + from.height)
                cell.frame = from
                return
            }
            let animation =
                change.batch.inserting[row] ?? change.batch.insertingSections[row.section]
                ?? change.map.oldRow(of: row).flatMap { change.batch.deleting[$0] }
                ?? change.map.oldSection(of: row.section).flatMap { change.batch.deletingSections[$0] } ?? .none
            move(cell, by: animation)
        }
        cell.alpha = 1
    }

    /// Moves a cell away from its place, as rows come and go in an animation.
    private func move(_ cell: UITableViewCell, by animation: RowAnimation) {
        let width = bounds.width, height = cell.frame.height
        switch animation {
        case .fade, .automatic, .middle: cell.alpha = 0
        case .left: cell.center.x -= width
        case .right: cell.center.x += width
        case .top: (cell.center.y, cell.alpha) = (cell.center.y - height, 0)
        case .bottom: (cell.center.y, cell.alpha) = (cell.center.y + height, 0)
        case .none: break
        }
    }

    // MARK: Going

    /// Takes the cell of a deleted or reloaded row.
    private func remove(_ cell: UITableViewCell, _ row: RowPath, _ path: IndexPath?, _ change: TableChange) {
        let animation = change.batch.deleting[row] ?? change.batch.deletingSections[row.section] ?? .none
        sendBehind(cell)
        if animation != .none { move(cell, by: animation) } else { cell.isHidden = true }
        end(cell, path)
    }

    /// A cell is no longer of a row in view. In a batch it first moves to the row's new place.
    final func leave(_ cell: UITableViewCell, _ row: RowPath) {
        guard let change = stage.change else { return endDisplaying(cell, row) }
        var rect = rect(row)
        let sight = bounds.union(change.oldBounds)
        rect.origin.y = min(max(rect.minY, sight.minY - 2 * rect.height), sight.maxY + rect.height)
        cell.frame = rect
        cell.layoutIfNeeded()
        sendBehind(cell)
        end(cell, reportedPath(row))
    }

    private func sendBehind(_ cell: UITableViewCell) {
        if let backgroundView {
            insertSubview(cell, aboveSubview: backgroundView)
        } else {
            sendSubviewToBack(cell)
        }
    }

    /// Gives a cell back when the batch's animation has ended.
    private func end(_ cell: UITableViewCell, _ path: IndexPath?) {
        stage.endings.append { [weak self] in
            guard let self else { return }
            UIView.performWithoutAnimation { cell.alpha = 1 }
            giveBack(cell, path)
        }
    }

    /// A header or footer is no longer in view. In a batch it fades.
    final func leave(headerFooter view: UIView, _ finish: @escaping () -> Void) {
        guard stage.change != nil else { return finish() }
        view.alpha = 0
        stage.endings.append {
            UIView.performWithoutAnimation { view.alpha = 1 }
            finish()
        }
    }

    // MARK: Heights

    /// Asks for the heights that are not estimated again.
    private func refreshExactHeights() {
        guard stage.asksHeights == true, estimatedRowHeight == 0 else { return }
        for section in stage.geometry.sections.indices {
            for row in 0..<stage.geometry.sections[section].rows.count {
                let path = RowPath(section, row)
                let made = newLength(path)
                if made.length != stage.geometry.sections[section].rows[row]
                    || stage.geometry.sections[section].rows.isEstimate(row)
                {
                    stage.geometry.set(path, made.length, isEstimate: made.isEstimate)
                }
            }
        }
    }

    /// Asks the delegate for the heights of headers and footers in view again.
    private func refreshSectionHeights() {
        guard let delegate else { return }
        for section in stage.headers.keys {
            let height = DefaultBodies.result(of: "tableView(_:heightForHeaderInSection:)") {
                delegate.tableView(self, heightForHeaderInSection: section)
            }
            if let height, height > 0 { stage.geometry.setHeader(section, height + headerPadding) }
        }
        for section in stage.footers.keys {
            let height = DefaultBodies.result(of: "tableView(_:heightForFooterInSection:)") {
                delegate.tableView(self, heightForFooterInSection: section)
            }
            if let height, height > 0 { stage.geometry.setFooter(section, height) }
        }
    }

    // MARK: Configuring again

    final func reconfigure(_ paths: [IndexPath]) {
        loadIfNeeded()
        for path in paths {
            guard let row = shownRow(path), has(row), let cell = stage.cells[row], let dataSource else { continue }
            stage.reconfigured = cell
            let made = dataSource.tableView(self, cellForRowAt: path)
            stage.reconfigured = nil
            guard made === cell else {
                Notices.shared.say(
                    "UITableView.reconfigureRows: the data source gave another cell for the row at \(path)",
                    from: "UIKit", key: "reconfigure")
                continue
            }
            if measures {
                stage.geometry.set(row, stage.geometry.sections[row.section].rows[row.row], isEstimate: true)
            }
        }
        setNeedsLayout()
    }
}
