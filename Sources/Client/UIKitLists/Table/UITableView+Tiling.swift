import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UITableView {
    // MARK: Places

    /// Where the first section begins: below `tableHeaderView`.
    final var bodyStart: CGFloat { tableHeaderView?.bounds.height ?? 0 }

    final func rect(_ row: RowPath, in geometry: ListGeometry, from start: CGFloat) -> CGRect {
        let span = geometry.span(of: row)
        return CGRect(x: groupInset, y: start + span.start, width: sectionWidth, height: span.length)
    }

    final func rect(_ row: RowPath) -> CGRect { rect(row, in: stage.geometry, from: bodyStart) }

    final func rowRect(_ path: IndexPath) -> CGRect {
        loadIfNeeded()
        guard let row = shownRow(path), has(row) else { return .zero }
        return rect(row)
    }

    final func rectOfSection(_ section: Int) -> CGRect {
        loadIfNeeded()
        guard stage.geometry.sections.indices.contains(section) else { return .zero }
        let start = stage.geometry.start(ofSection: section)
        return CGRect(
            x: 0, y: bodyStart + start, width: bounds.width, height: stage.geometry.end(ofSection: section) - start)
    }

    final func rectOfHeader(_ section: Int) -> CGRect {
        let rect = rectOfSection(section)
        guard rect != .zero else { return .zero }
        let length = stage.geometry.sections[section].header
        return CGRect(x: 0, y: rect.minY, width: rect.width, height: length)
    }

    final func rectOfFooter(_ section: Int) -> CGRect {
        let rect = rectOfSection(section)
        guard rect != .zero else { return .zero }
        let length = stage.geometry.sections[section].footer
        return CGRect(x: 0, y: rect.maxY - length, width: rect.width, height: length)
    }

    /// The rows that lie in the view's bounds, in order.
    final var shownRows: [RowPath] {
        let sight = bounds
        return stage.cells.keys.filter { row in
            has(row) && rect(row).overlapsVertically(sight)
        }.sorted()
    }

    final func layoutBeforeAnswer() {
        guard !stage.isTiling, stage.batchDepth == 0 else { return }
        if !stage.isLoaded || layer.needsLayout() { layoutIfNeeded() }
    }

    /// The row of a cell; nil for another cell, and for a placeholder's.
    final func row(of cell: UITableViewCell) -> RowPath? {
        stage.cells.first { $0.value === cell }.flatMap { isPlaceholder($0.key) ? nil : $0.key }
    }

    // MARK: Layout

    /// Gives the rows in view, and those prepared ahead, cells at their places, and takes those of other rows.
    final func tile() {
        guard !stage.isTiling, bounds.width > 0, bounds.height > 0 else { return }
        stage.isTiling = true
        stage.layouts += 1
        let presents = stage.presents
        stage.presents = 0
        defer {
            (stage.isTiling, stage.presents) = (false, presents)
            if stage.reloadsAfterTiling {
                stage.reloadsAfterTiling = false
                reloadAll()
            }
        }
        loadForgotten()
        if stage.measuredWidth != bounds.width {
            stage.measuredWidth = bounds.width
            if measures { stage.geometry.forgetMeasures() }
            cellsChanged()
        }
        noteWay()
        if stage.change != nil { updateContentSize() }
        // Heights that differ from their estimates, and a content that has become shorter, move the offset.
        var (rows, sections, rounds) = ([RowPath](), [Int](), 0)
        var offset = bounds.minY
        repeat {
            offset = bounds.minY
            rows = settleRows()
            sections = settleSections()
            updateContentSize()
            rounds += 1
        } while bounds.minY != offset && rounds < 8 && !stage.reloadsAfterTiling
        // Each step ends early if a callback has changed the data: the rows may not be there any more.
        place(rows)
        placeSections(sections)
        placeAccompaniment()
        tellDisplayed()
        prefetch()
    }

    /// Whether rows have heights that follow the width.
    final var measures: Bool { stage.asksHeights == true || rowHeight < 0 }

    private func noteWay() {
        let offset = bounds.minY
        stage.way = offset - stage.lastOffset
        stage.lastOffset = offset
        // A drag of the content closes a row that a swipe has opened.
        if stage.way != 0, isDragging, swipe.swipedIndexPath != nil { swipe.close(animated: true) }
        noteMargin()
    }

    /// Finds how far ahead rows are prepared while the content moves by itself: as far as it moves in a tenth of a second,
    /// six times the way of the last refresh, at most the view's height. A margin grows by a plain row's height with
    /// each layout, so that no frame has all of its rows to make. The numbers are our own.
    private func noteMargin() {
        let way = stage.way, height = bounds.height
        guard isDecelerating || isMovingByItself, abs(way) < height else { return stage.margin = 0 }
        // A layout between two movements leaves the rows that are prepared.
        guard way != 0 else { return }
        let known = (way > 0) == (stage.margin > 0) ? abs(stage.margin) : 0
        let length = min(max(abs(way) * 6, TableMetrics.rowHeight), known + TableMetrics.rowHeight, height)
        stage.margin = way > 0 ? length : -length
    }

    /// The offsets between which rows have cells, from the first section's beginning on.
    private var wantedSpan: (low: CGFloat, high: CGFloat) {
        let sight = bounds
        return (sight.minY + min(stage.margin, 0) - bodyStart, sight.maxY + max(stage.margin, 0) - bodyStart)
    }

    /// Finds the heights of the rows in view and ahead, and returns the rows.
    ///
    /// Rows above the view's top, and rows that come into view there, move the offset if their heights turn out to
    /// differ from the estimates, so that the rows that were in view stay where they are.
    private func settleRows() -> [RowPath] {
        var span = wantedSpan
        let top = bounds.minY - bodyStart
        guard let first = stage.geometry.section(at: max(span.low, 0)), span.high > 0 else { return [] }
        let anchor = stage.way < 0 ? firstRowStill(before: span.high) : nil
        var rows: [RowPath] = []
        var shift: CGFloat = 0
        var section = first
        while section < stage.geometry.sections.count, !stage.reloadsAfterTiling {
            let begin = stage.geometry.start(ofSection: section)
            if begin >= span.high { break }
            if stage.estimatedHeaders.contains(section) { settleHeader(section) }
            let lengths = stage.geometry.sections[section]
            var y = begin + lengths.header
            var row = y >= span.low ? 0 : lengths.rows.index(at: span.low - y) ?? 0
            y += lengths.rows.offset(of: row)
            let count = lengths.rows.count
            while row < count, y < span.high, !stage.reloadsAfterTiling {
                let path = RowPath(section, row)
                let old = stage.geometry.sections[section].rows[row]
                let isNew = stage.geometry.sections[section].rows.isEstimate(row)
                let length = isNew ? settle(path) : old
                let isAbove = y < top || anchor.map { path < $0 } ?? false
                if isNew, isAbove, stage.change == nil, length != old {
                    // The part above the top grows: all below moves down, and the offset with it.
                    shift += length - old
                    span.low += length - old
                    span.high += length - old
                }
                if y + length > span.low || (length == 0 && y >= span.low) { rows.append(path) }
                y += length
                row += 1
            }
            if row >= count, stage.estimatedFooters.contains(section) { settleFooter(section) }
            section += 1
        }
        guard shift != 0 else { return rows }
        guard bounds.minY > -adjustedContentInset.top else {
            // The offset stays at the top: with less length above, more rows are in view.
            return shift < 0 && !stage.reloadsAfterTiling ? settleRows() : rows
        }
        updateContentSize()
        contentOffset.y += shift
        stage.lastOffset = bounds.minY
        return rows
    }

    /// The first of the rows that were in view, if it still is; nil otherwise.
    private func firstRowStill(before end: CGFloat) -> RowPath? {
        guard let row = stage.displayed.min(), has(row), stage.geometry.span(of: row).start < end else { return nil }
        return row
    }

    /// Finds the height of a row: the delegate's, or that of its cell.
    private func settle(_ row: RowPath) -> CGFloat {
        var height =
            placeholder(at: row)?.rowHeight ?? (stage.asksHeights == true ? askHeight(row) ?? rowHeight : rowHeight)
        if height < 0 { height = fittedHeight(row) }
        stage.geometry.set(row, height, isEstimate: false)
        return stage.geometry.sections[row.section].rows[row.row]
    }

    /// The height that a row's cell prefers in the width of its section.
    final func fittedHeight(_ row: RowPath) -> CGFloat {
        guard let cell = cell(for: row) else { return TableMetrics.rowHeight }
        let width = sectionWidth
        if cell.bounds.width != width {
            UIView.performWithoutAnimation { cell.bounds.size.width = width }
        }
        let size = cell.systemLayoutSizeFitting(
            CGSize(width: width, height: 0), withHorizontalFittingPriority: .required,
            verticalFittingPriority: .fittingSizeLevel)
        let scale = max(contentScaleFactor, 1)
        let height = (size.height * scale - 1e-6).rounded(.up) / scale
        // Constraints that leave the height open give only that of the line. *Source*: UIKit's message "constraints ambiguously suggest a
        // height of zero ... We're considering the collapse unintentional and using standard height instead".
        return height > 1 && height.isFinite ? height : TableMetrics.rowHeight
    }

    /// The sections with a part in view.
    private func settleSections() -> [Int] {
        var sections: [Int] = []
        let span = wantedSpan
        stage.geometry.forEachSection(from: max(span.low, 0), to: span.high) { section, _ in sections.append(section) }
        for section in sections where !stage.reloadsAfterTiling {
            settleHeader(section)
            settleFooter(section)
        }
        return sections
    }

    final func updateContentSize() {
        let height = bodyStart + stage.geometry.total + (tableFooterView?.bounds.height ?? 0)
        let size = CGSize(width: bounds.width, height: height)
        if size != contentSize { contentSize = size }
    }

    // MARK: Cells

    /// The cell of a row: the one that it has, or one from the data source.
    final func cell(for row: RowPath) -> UITableViewCell? {
        if let cell = stage.cells[row] { return cell }
        guard let dataSource, has(row), !stage.reloadsAfterTiling else { return nil }
        var made: UITableViewCell?
        UIView.performWithoutAnimation { made = makeCell(row, dataSource) }
        guard let cell = made, !stage.reloadsAfterTiling else { return nil }
        guard !stage.cells.values.contains(where: { $0 === cell }) else {
            Notices.shared.say(
                "UITableView: the data source gave the cell of another row for the row at \(indexPath(of: row)); "
                    + "the row has none", from: "UIKit", key: "cell in use")
            return nil
        }
        adopt(cell, row)
        return cell
    }

    private func adopt(_ cell: UITableViewCell, _ row: RowPath) {
        UIView.performWithoutAnimation {
            cell.tableView = self
            stage.cells[row] = cell
            cell.isHidden = false
            cell.alpha = 1
            if cell.superview !== self {
                if let backgroundView {
                    insertSubview(cell, aboveSubview: backgroundView)
                } else {
                    insertSubview(cell, at: 0)
                }
            }
            prepare(cell, row)
            cell.setSelected(stage.selected.contains(row), animated: false)
            cell.frame = place(of: cell, row)
            if stage.change != nil { stage.entering.insert(row) }
        }
    }

    private func place(of cell: UITableViewCell, _ row: RowPath) -> CGRect {
        var rect = rect(row)
        // A row whose height is not known has its cell's.
        if stage.geometry.sections[row.section].rows.isEstimate(row.row) { rect.size.height = cell.bounds.height }
        return rect
    }

    /// Gives a cell what follows from its row and from the table view.
    final func prepare(_ cell: UITableViewCell, _ row: RowPath) {
        cell.takeColor(cellColor)
        if let delegate, !isPlaceholder(row) {
            cell.flags.delegateLevels = DefaultBodies.result(of: "tableView(_:indentationLevelForRowAt:)") {
                delegate.tableView(self, indentationLevelForRowAt: indexPath(of: row))
            }
        }
        prepareEdges(cell, row)
        prepareEditing(cell, row, animated: false)
    }

    /// Gives a cell its lines and corners.
    final func prepareEdges(_ cell: UITableViewCell, _ row: RowPath) {
        let isFirst = row.row == 0, isLast = row.row == stage.geometry.sections[row.section].rows.count - 1
        var lines: CellSeparators = []
        if separatorStyle != .none {
            switch style {
            case .plain: lines = .bottom
            case .grouped:
                lines = isLast ? .wideBottom : .bottom
                if isFirst { lines.insert(.wideTop) }
            case .insetGrouped: lines = isLast ? [] : .bottom
            }
        }
        if cell.flags.separators != lines {
            cell.flags.separators = lines
            cell.setNeedsLayout()
        }
        guard style == .insetGrouped else { return }
        var corners: CACornerMask = []
        if isFirst { corners.formUnion([.layerMinXMinYCorner, .layerMaxXMinYCorner]) }
        if isLast { corners.formUnion([.layerMinXMaxYCorner, .layerMaxXMaxYCorner]) }
        cell.layer.maskedCorners = corners
        cell.layer.cornerRadius = corners.isEmpty ? 0 : TableMetrics.groupCorner
        cell.layer.masksToBounds = true
    }

    /// The colour behind cells without one of their own.
    final var cellColor: UIColor { style == .plain ? .systemBackground : .secondarySystemGroupedBackground }

    /// The distances of separators from the sides of cells, as the table view gives them.
    final var cellSeparatorInset: UIEdgeInsets {
        var inset = separatorInset
        if separatorInsetReference == .fromAutomaticInsets {
            let own = TableMetrics.separatorInset(width: bounds.width)
            (inset.left, inset.right) = (inset.left + own.left, inset.right + own.right)
        }
        return inset
    }

    /// A property of the table view that its cells follow has changed.
    final func cellsChanged() {
        for (row, cell) in stage.cells where has(row) {
            cell.takeColor(cellColor)
            prepareEdges(cell, row)
            prepareEditing(cell, row, animated: false)
            cell.setNeedsLayout()
        }
        setNeedsLayout()
    }

    /// Puts the cells of rows to their places, and gives the others back.
    private func place(_ rows: [RowPath]) {
        if stage.reloadsAfterTiling { return }
        let wanted = Set(rows)
        for (row, cell) in stage.cells where !wanted.contains(row) && row != stage.drag?.row {
            if cell.flags.isSwiped, stage.change == nil { swipe.close(animated: false) }
            stage.cells[row] = nil
            leave(cell, row)
        }
        for row in rows {
            guard let cell = cell(for: row), row != stage.drag?.row else { continue }
            let rect = rect(row)
            if stage.entering.remove(row) != nil { enter(cell, row, rect) }
            if cell.transform.isIdentity {
                if cell.frame != rect { cell.frame = rect }
            } else {
                // A swipe has moved it aside.
                cell.bounds.size = rect.size
                cell.center = CGPoint(x: rect.midX, y: rect.midY)
            }
            if stage.change != nil { cell.layoutIfNeeded() }
        }
        stage.entering = []
    }

    // MARK: Reuse

    final func dequeueCell(_ identifier: String) -> UITableViewCell? {
        if let cell = stage.reconfigured, cell.reuseIdentifier == identifier { return cell }
        var isNew = false
        let cell = stage.queue.take(identifier) { type in
            isNew = true
            return UITableViewCell.make(type, identifier: identifier)
        }
        guard let cell, !isNew else { return cell }
        UIView.performWithoutAnimation {
            cell.layer.removeAllAnimations()
            cell.transform = .identity
            cell.flags.delegateLevels = nil
            cell.prepareForReuse()
        }
        return cell
    }

    /// Lets a cell wait for another row. It stays a subview, hidden, so that its constraints need not be solved anew.
    final func recycle(_ cell: UITableViewCell) {
        guard let identifier = cell.reuseIdentifier, !cell.isFocused else { return cell.removeFromSuperview() }
        UIView.performWithoutAnimation {
            cell.isHidden = true
            if cell.isHighlighted { cell.setHighlighted(false, animated: false) }
        }
        stage.queue.put(cell, identifier)
    }

    /// A cell has left the rows in view.
    final func endDisplaying(_ cell: UITableViewCell, _ row: RowPath) { giveBack(cell, reportedPath(row)) }

    /// The index path of a row that is no longer displayed; nil if its display was not reported.
    final func reportedPath(_ row: RowPath) -> IndexPath? {
        stage.displayed.remove(row) != nil && !isPlaceholder(row) ? indexPath(of: row) : nil
    }

    /// Gives a cell to the queue, and reports it to the delegate if its display was reported: then it has an index path.
    final func giveBack(_ cell: UITableViewCell, _ path: IndexPath?) {
        recycle(cell)
        if let path { delegate?.tableView(self, didEndDisplaying: cell, forRowAt: path) }
    }

    /// Tells the delegate of the rows that have come into view.
    private func tellDisplayed() {
        let sight = bounds
        for row in stage.cells.keys.sorted() where !stage.displayed.contains(row) {
            if stage.reloadsAfterTiling { return }
            guard has(row), rect(row).overlapsVertically(sight), let cell = stage.cells[row] else { continue }
            stage.displayed.insert(row)
            if isPlaceholder(row) { continue }
            UIView.performWithoutAnimation {
                delegate?.tableView(self, willDisplay: cell, forRowAt: indexPath(of: row))
            }
            if stage.change != nil { cell.layoutIfNeeded() }
        }
    }

    // MARK: Prefetching

    /// Announces the rows of the page ahead, once for each half page that the view has scrolled.
    private func prefetch() {
        guard isPrefetchingEnabled, !stage.reloadsAfterTiling, let prefetchDataSource, stage.way != 0 else {
            return
        }
        let sight = bounds
        if let last = stage.prefetchOffset, abs(last - sight.minY) < sight.height / 2 { return }
        stage.prefetchOffset = sight.minY
        let ahead = sight.offsetBy(dx: 0, dy: stage.way > 0 ? sight.height : -sight.height)
        var near: [RowPath] = []
        stage.geometry.forEachSection(from: ahead.minY - bodyStart, to: ahead.maxY - bodyStart) { section, rows in
            near += rows.map { RowPath(section, $0) }
        }
        if ahead.maxY <= bodyStart { near = [] }
        if stage.way < 0 { near.reverse() }
        let gone = stage.prefetched.subtracting(near).filter { stage.cells[$0] == nil && has($0) }
        stage.prefetched.formIntersection(near)
        if !gone.isEmpty {
            prefetchDataSource.tableView(self, cancelPrefetchingForRowsAt: gone.sorted().map { indexPath(of: $0) })
        }
        let new = near.filter { stage.cells[$0] == nil && !stage.prefetched.contains($0) && !isPlaceholder($0) }
        guard !new.isEmpty else { return }
        stage.prefetched.formUnion(new)
        prefetchDataSource.tableView(self, prefetchRowsAt: new.map { indexPath(of: $0) })
    }
}

extension CGRect {
    /// Whether rectangles of one column have a common part with a height.
    func overlapsVertically(_ other: CGRect) -> Bool { minY < other.maxY && maxY > other.minY }
}
