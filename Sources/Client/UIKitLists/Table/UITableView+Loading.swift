import CoreGraphics
import Foundation
import MicaTrace
import QuartzCore
import UIKitCore

extension UITableView {
    // MARK: Loading

    /// The numbers and lengths are out of date: they are asked for before they are needed.
    final func forgetData() {
        stage.isLoaded = false
        setNeedsLayout()
    }

    /// The cells are the data source's before: the new one gives others.
    final func dataSourceChanged() {
        guard !stage.isTiling else { return stage.reloadsAfterTiling = true }
        swipe.close(animated: false)
        endDrag()
        dropViews()
        forgetData()
    }

    /// Loads the data, unless the layout is in progress: its rows stay those that it began with.
    final func loadIfNeeded() {
        if !stage.isTiling { loadForgotten() }
    }

    final func loadForgotten() {
        guard !stage.isLoaded else { return }
        stage.isLoaded = true
        load()
    }

    final func reloadAll() {
        guard !stage.isTiling else { return stage.reloadsAfterTiling = true }
        swipe.close(animated: false)
        endDrag()
        dropViews()
        deselectAll()
        (stage.highlighted, stage.focused) = (nil, nil)
        (stage.asksHeights, stage.asksHeaderViews, stage.asksFooterViews) = (nil, nil, nil)
        stage.isLoaded = true
        load()
        loadIndex()
        updateContentSize()
        setNeedsLayout()
    }

    /// Gives all cells, headers and footers back.
    private func dropViews() {
        for (row, cell) in stage.cells { endDisplaying(cell, row) }
        stage.cells = [:]
        stage.displayed = []
        for (section, view) in stage.headers { endDisplaying(header: view, section) }
        for (section, view) in stage.footers { endDisplaying(footer: view, section) }
        (stage.headers, stage.footers) = ([:], [:])
        dropMadeViews()
    }

    private func dropMadeViews() {
        for view in stage.madeHeaders.values { recycle(headerFooter: view) }
        for view in stage.madeFooters.values { recycle(headerFooter: view) }
        (stage.madeHeaders, stage.madeFooters) = ([:], [:])
    }

    /// Asks the data source for its numbers, and the delegate for the lengths that are known at once.
    private func load() {
        if stage.drag != nil {
            // The cells are in the order of the drag, the data are not.
            endDrag()
            dropViews()
        }
        dropMadeViews()
        if !stage.placeholders.isEmpty {
            dropViews()
            stage.placeholders.removeAll()
        }
        stage.dragging?.forget()
        stage.measuredWidth = bounds.width
        (stage.estimatedHeaders, stage.estimatedFooters) = ([], [])
        let counts = askCounts()
        stage.geometry = ListGeometry(counts.enumerated().map { makeSection($0, rows: $1) })
        stage.selected.removeAll { !has($0) }
        for (row, cell) in stage.cells where !has(row) {
            stage.cells[row] = nil
            endDisplaying(cell, row)
        }
        if index == nil, !counts.isEmpty { loadIndex() }
    }

    final func askCounts() -> [Int] {
        guard let dataSource else { return [] }
        return (0..<max(0, dataSource.numberOfSections(in: self))).map {
            max(0, dataSource.tableView(self, numberOfRowsInSection: $0))
        }
    }

    final func has(_ row: RowPath) -> Bool {
        let sections = stage.geometry.sections
        return sections.indices.contains(row.section) && row.row >= 0 && row.row < sections[row.section].rows.count
    }

    /// The lengths of a section with a number of rows.
    final func makeSection(_ section: Int, rows: Int) -> ListGeometry.Section {
        let header = headerLength(section), footer = footerLength(section)
        return ListGeometry.Section(header: header, footer: footer, rows: makeRows(section, rows))
    }

    // MARK: Rows

    /// Whether heights are estimated until a row is shown.
    private var estimates: Bool { estimatedRowHeight != 0 }

    private func makeRows(_ section: Int, _ count: Int) -> LengthList {
        guard count > 0 else { return LengthList() }
        if stage.asksHeights == nil {
            stage.asksHeights = askHeight(RowPath(section, 0)) != nil
        }
        if stage.asksHeights == true, !estimates {
            return LengthList((0..<count).map { fixedHeight(askHeight(RowPath(section, $0)) ?? rowHeight) })
        }
        if stage.asksHeights == false, rowHeight >= 0 || !estimates {
            return LengthList(repeating: fixedHeight(rowHeight), count: count, isEstimate: false)
        }
        guard askEstimate(RowPath(section, 0)) != nil else {
            return LengthList(repeating: standardEstimate, count: count, isEstimate: true)
        }
        var list = LengthList(
            (0..<count).map { row in
                let estimate = askEstimate(RowPath(section, row)) ?? standardEstimate
                return estimate >= 0 ? estimate : standardEstimate
            })
        list.forgetMeasures()
        return list
    }

    /// The length of a row that comes, and whether it is an estimate.
    final func newLength(_ row: RowPath) -> (length: CGFloat, isEstimate: Bool) {
        if let holder = placeholder(at: row) {
            return holder.rowHeight >= 0 ? (holder.rowHeight, false) : (standardEstimate, true)
        }
        if stage.asksHeights == nil { stage.asksHeights = askHeight(row) != nil }
        if stage.asksHeights == true, !estimates { return (fixedHeight(askHeight(row) ?? rowHeight), false) }
        if stage.asksHeights == false, rowHeight >= 0 || !estimates { return (fixedHeight(rowHeight), false) }
        let estimate = askEstimate(row) ?? standardEstimate
        return (estimate >= 0 ? estimate : standardEstimate, true)
    }

    /// A height that is not estimated: without one of its own, a row has the standard one.
    private func fixedHeight(_ height: CGFloat) -> CGFloat { height >= 0 ? height : TableMetrics.rowHeight }

    private var standardEstimate: CGFloat {
        if estimatedRowHeight > 0 { return estimatedRowHeight }
        return rowHeight > 0 ? rowHeight : TableMetrics.rowHeight
    }

    /// The delegate's height of a row; nil if it gives none.
    final func askHeight(_ row: RowPath) -> CGFloat? {
        guard let delegate, stage.asksHeights != false else { return nil }
        return DefaultBodies.result(of: "tableView(_:heightForRowAt:)") {
            delegate.tableView(self, heightForRowAt: indexPath(of: row))
        }
    }

    private func askEstimate(_ row: RowPath) -> CGFloat? {
        guard let delegate else { return nil }
        return DefaultBodies.result(of: "tableView(_:estimatedHeightForRowAt:)") {
            delegate.tableView(self, estimatedHeightForRowAt: indexPath(of: row))
        }
    }

    // MARK: Headers and footers

    /// The delegate's height of a header; nil if it gives none.
    private func askHeaderHeight(_ section: Int) -> CGFloat? {
        delegate.flatMap { delegate in
            DefaultBodies.result(of: "tableView(_:heightForHeaderInSection:)") {
                delegate.tableView(self, heightForHeaderInSection: section)
            }
        }
    }

    /// The delegate's height of a footer; nil if it gives none.
    private func askFooterHeight(_ section: Int) -> CGFloat? {
        delegate.flatMap { delegate in
            DefaultBodies.result(of: "tableView(_:heightForFooterInSection:)") {
                delegate.tableView(self, heightForFooterInSection: section)
            }
        }
    }

    private func askHeaderEstimate(_ section: Int) -> CGFloat {
        let own = delegate.flatMap { delegate in
            DefaultBodies.result(of: "tableView(_:estimatedHeightForHeaderInSection:)") {
                delegate.tableView(self, estimatedHeightForHeaderInSection: section)
            }
        }
        return own ?? estimatedSectionHeaderHeight
    }

    private func askFooterEstimate(_ section: Int) -> CGFloat {
        let own = delegate.flatMap { delegate in
            DefaultBodies.result(of: "tableView(_:estimatedHeightForFooterInSection:)") {
                delegate.tableView(self, estimatedHeightForFooterInSection: section)
            }
        }
        return own ?? estimatedSectionFooterHeight
    }

    /// The estimate for a header or footer; the standard one if none is given.
    private func standardEstimate(_ given: CGFloat) -> CGFloat {
        given > 0 ? given : style == .plain ? TableMetrics.plainHeader : TableMetrics.groupedGap
    }

    /// The delegate's view of a header; nil for none. The first call finds out whether the delegate has the method.
    final func askHeaderView(_ section: Int) -> UIView? {
        if let made = stage.madeHeaders.removeValue(forKey: section) { return made }
        guard let delegate, stage.asksHeaderViews != false else { return nil }
        let answer = DefaultBodies.result(of: "tableView(_:viewForHeaderInSection:)") {
            delegate.tableView(self, viewForHeaderInSection: section)
        }
        stage.asksHeaderViews = answer != nil
        return answer ?? nil
    }

    /// The delegate's view of a footer; nil for none.
    final func askFooterView(_ section: Int) -> UIView? {
        if let made = stage.madeFooters.removeValue(forKey: section) { return made }
        guard let delegate, stage.asksFooterViews != false else { return nil }
        let answer = DefaultBodies.result(of: "tableView(_:viewForFooterInSection:)") {
            delegate.tableView(self, viewForFooterInSection: section)
        }
        stage.asksFooterViews = answer != nil
        return answer ?? nil
    }

    /// The room above a header, which lies in its length.
    final var headerPadding: CGFloat {
        sectionHeaderTopPadding >= 0 ? sectionHeaderTopPadding : style == .plain ? TableMetrics.plainTopPadding : 0
    }

    /// The room that a grouped table view has above its first section.
    private func firstGap(_ section: Int) -> CGFloat {
        style != .plain && section == 0 && tableHeaderView == nil ? TableMetrics.groupedGap : 0
    }

    private func headerLength(_ section: Int) -> CGFloat {
        let asked = askHeaderHeight(section)
        if asked == nil, let length = headerByTitle(section) { return length }
        let given = asked ?? sectionHeaderHeight
        // *Source*: a height of 0 counts as none given in a grouped table view; programs give leastNonzeroMagnitude.
        if given > 0 || (given == 0 && style == .plain) { return given == 0 ? 0 : given + headerPadding }
        if stage.asksHeaderViews != false, let view = askHeaderView(section) {
            stage.madeHeaders[section] = view
        }
        if stage.asksHeaderViews == true || stage.madeHeaders[section] != nil {
            stage.estimatedHeaders.insert(section)
            return standardEstimate(askHeaderEstimate(section)) + headerPadding
        }
        return titleLength(dataSource?.tableView(self, titleForHeaderInSection: section), isHeader: true)
            + firstGap(section)
    }

    /// The length of a header that `sectionHeaderHeight` does not give: none in a plain table view without a title, and that of a higher
    /// title; nil for another. A delegate that gives views is not asked for each, so that they are made when they are shown.
    ///
    /// *Source*: storyboards saved by Xcode 8 to 16, whose table views have heights of 10, 18, 22 and 28: their headers with a title are
    /// as high as without one of these heights, and those without a title have it if the style is grouped.
    private func headerByTitle(_ section: Int) -> CGFloat? {
        guard sectionHeaderHeight > 0 else { return nil }
        if stage.asksHeaderViews == nil, let view = askHeaderView(section) { stage.madeHeaders[section] = view }
        guard stage.asksHeaderViews != true else { return nil }
        let title = dataSource?.tableView(self, titleForHeaderInSection: section) ?? ""
        if title.isEmpty { return style == .plain ? 0 : nil }
        let length = titleLength(title, isHeader: true)
        return length > sectionHeaderHeight + headerPadding ? length + firstGap(section) : nil
    }

    /// The length of a footer that `sectionFooterHeight` does not give, as of headers.
    private func footerByTitle(_ section: Int) -> CGFloat? {
        guard sectionFooterHeight > 0 else { return nil }
        if stage.asksFooterViews == nil, let view = askFooterView(section) { stage.madeFooters[section] = view }
        guard stage.asksFooterViews != true else { return nil }
        let title = dataSource?.tableView(self, titleForFooterInSection: section) ?? ""
        if title.isEmpty { return style == .plain ? 0 : nil }
        let length = titleLength(title, isHeader: false)
        return length > sectionFooterHeight ? length : nil
    }

    private func footerLength(_ section: Int) -> CGFloat {
        let asked = askFooterHeight(section)
        if asked == nil, let length = footerByTitle(section) { return length }
        let given = asked ?? sectionFooterHeight
        if given > 0 || (given == 0 && style == .plain) { return given }
        if stage.asksFooterViews != false, let view = askFooterView(section) {
            stage.madeFooters[section] = view
        }
        if stage.asksFooterViews == true || stage.madeFooters[section] != nil {
            stage.estimatedFooters.insert(section)
            return standardEstimate(askFooterEstimate(section))
        }
        return titleLength(dataSource?.tableView(self, titleForFooterInSection: section), isHeader: false)
    }

    /// The length of a header or footer with a title, or without one.
    private func titleLength(_ title: String?, isHeader: Bool) -> CGFloat {
        guard let title, !title.isEmpty else { return style == .plain ? 0 : TableMetrics.groupedGap }
        if style == .plain { return TableMetrics.plainHeader + (isHeader ? headerPadding : 0) }
        return UITableViewHeaderFooterView.titleHeight(title, isHeader: isHeader, width: sectionWidth, traitCollection)
            + (isHeader ? headerPadding : 0)
    }

    /// Finds the length of a header from its view, now that it is shown.
    final func settleHeader(_ section: Int) {
        guard stage.estimatedHeaders.remove(section) != nil else { return }
        let view = askHeaderView(section)
        var length: CGFloat
        if let view {
            stage.madeHeaders[section] = view
            length = fittingHeight(view) + headerPadding
        } else {
            length = titleLength(dataSource?.tableView(self, titleForHeaderInSection: section), isHeader: true)
        }
        length += firstGap(section)
        if length != stage.geometry.sections[section].header { stage.geometry.setHeader(section, length) }
    }

    /// Finds the length of a footer from its view, now that it is shown.
    final func settleFooter(_ section: Int) {
        guard stage.estimatedFooters.remove(section) != nil else { return }
        let view = askFooterView(section)
        let length: CGFloat
        if let view {
            stage.madeFooters[section] = view
            length = fittingHeight(view)
        } else {
            length = titleLength(dataSource?.tableView(self, titleForFooterInSection: section), isHeader: false)
        }
        if length != stage.geometry.sections[section].footer { stage.geometry.setFooter(section, length) }
    }

    /// The height of a header or footer by its content.
    private func fittingHeight(_ view: UIView) -> CGFloat {
        let target = CGSize(width: sectionWidth, height: 0)
        if view is UITableViewHeaderFooterView || !view.constraints.isEmpty {
            return view.systemLayoutSizeFitting(
                target, withHorizontalFittingPriority: .required, verticalFittingPriority: .fittingSizeLevel
            ).height
        }
        let height = view.sizeThatFits(target).height
        return height > 0 ? height : style == .plain ? TableMetrics.plainHeader : TableMetrics.groupedGap
    }

    /// The width of headers, footers and cells.
    final var sectionWidth: CGFloat { max(0, bounds.width - 2 * groupInset) }

    /// The distance of an inset group from the sides.
    final var groupInset: CGFloat {
        style == .insetGrouped ? TableMetrics.sideMargin(width: bounds.width) : 0
    }
}
