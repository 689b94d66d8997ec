import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

extension UITableView {
    // MARK: Touches

    /// A touch of a cell has begun: highlights its row. False if the touch is not the table view's.
    final func touchBegan(_ cell: UITableViewCell) -> Bool {
        guard let row = row(of: cell) else { return false }
        if swipe.swipedIndexPath != nil {
            swipe.close(animated: true)
            return true
        }
        guard maySelect, let delegate else {
            if maySelect { highlight(row) }
            return true
        }
        if delegate.tableView(self, shouldHighlightRowAt: indexPath(of: row)) { highlight(row) }
        return true
    }

    private var maySelect: Bool { allowsSelection && (!isEditing || allowsSelectionDuringEditing || selectsManyNow) }

    /// Whether several rows can be selected now.
    final var selectsManyNow: Bool { isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection }

    private func highlight(_ row: RowPath) {
        unhighlight()
        stage.highlighted = row
        stage.cells[row]?.setHighlighted(true, animated: false)
        delegate?.tableView(self, didHighlightRowAt: indexPath(of: row))
    }

    fileprivate func unhighlight(animated: Bool = false) {
        guard let row = stage.highlighted else { return }
        stage.highlighted = nil
        stage.cells[row]?.setHighlighted(false, animated: animated)
        delegate?.tableView(self, didUnhighlightRowAt: indexPath(of: row))
    }

    final func touchCancelled() { unhighlight() }

    /// A touch of a cell has ended: selects its row, or deselects one of several.
    ///
    /// *Source*: the order of calls is that of logs by iOS 6 to 18: didHighlight, didUnhighlight, willSelect,
    /// willDeselect and didDeselect of the row before, didSelect.
    final func touchEnded(_ cell: UITableViewCell) {
        guard let row = stage.highlighted, stage.cells[row] === cell else { return unhighlight() }
        // The look goes over from touched to selected.
        stage.highlighted = nil
        let willStay = !stage.selected.contains(row)
        if willStay { cell.flags.isSelected = true }
        cell.setHighlighted(false, animated: false)
        if willStay { cell.flags.isSelected = false }
        delegate?.tableView(self, didUnhighlightRowAt: indexPath(of: row))
        choose(row)
        if !stage.selected.contains(row) { cell.stateChanged(false) }
    }

    /// Selects a row as the user does, or deselects one of several.
    final func choose(_ row: RowPath) {
        guard has(row), !isPlaceholder(row) else { return }
        if selectsManyNow, stage.selected.contains(row) { return unchoose(row) }
        guard
            let wanted = delegate.map({ $0.tableView(self, willSelectRowAt: indexPath(of: row)) })
                ?? Optional(indexPath(of: row)), let target = shownRow(wanted), has(target)
        else { return }
        if !selectsManyNow {
            for old in stage.selected where old != target { unchoose(old) }
        }
        // The delegate may have changed the data.
        guard has(target) else { return }
        if !stage.selected.contains(target) { stage.selected.append(target) }
        stage.cells[target]?.setSelected(true, animated: false)
        // *Source*: widely reported: a segue's `prepare(for:sender:)` comes before `didSelectRowAt`.
        if let cell = stage.cells[target] { cell.selectionAction?(cell) }
        delegate?.tableView(self, didSelectRowAt: indexPath(of: target))
        NotificationCenter.default.post(name: Self.selectionDidChangeNotification, object: self)
        if has(target), delegate?.tableView(self, canPerformPrimaryActionForRowAt: indexPath(of: target)) == true {
            delegate?.tableView(self, performPrimaryActionForRowAt: indexPath(of: target))
        }
    }

    private func unchoose(_ row: RowPath) {
        let wanted: IndexPath?
        if let delegate {
            wanted = delegate.tableView(self, willDeselectRowAt: indexPath(of: row))
        } else {
            wanted = indexPath(of: row)
        }
        guard let wanted, let target = shownRow(wanted) else { return }
        deselect(target, false)
        delegate?.tableView(self, didDeselectRowAt: indexPath(of: target))
    }

    // MARK: By the program

    final func select(_ path: IndexPath?, _ animated: Bool, _ position: ScrollPosition) {
        loadIfNeeded()
        guard let path else { return deselectAll() }
        guard allowsSelection, let row = shownRow(path), has(row) else { return }
        if !selectsManyNow {
            for old in stage.selected where old != row { deselect(old, animated) }
        }
        if !stage.selected.contains(row) { stage.selected.append(row) }
        stage.cells[row]?.setSelected(true, animated: animated)
        if position != .none { scroll(to: path, position, animated) }
    }

    final func deselect(_ row: RowPath, _ animated: Bool) {
        guard let index = stage.selected.firstIndex(of: row) else { return }
        stage.selected.remove(at: index)
        stage.cells[row]?.setSelected(false, animated: animated)
    }

    // MARK: Scrolling

    final func scroll(to path: IndexPath, _ position: ScrollPosition, _ animated: Bool) {
        loadIfNeeded()
        updateContentSize()
        guard path.count == 2, stage.geometry.sections.indices.contains(path.section) else { return }
        var target = self.target(path, position)
        if !animated {
            // The rows there may turn out to have other heights than the estimates.
            for _ in 0..<4 {
                setContentOffset(CGPoint(x: contentOffset.x, y: target), animated: false)
                tile()
                let better = self.target(path, position)
                if abs(better - target) < 0.5 { return }
                target = better
            }
            return
        }
        setContentOffset(CGPoint(x: contentOffset.x, y: target), animated: true)
    }

    /// The offset with which a row is at a place.
    private func target(_ path: IndexPath, _ position: ScrollPosition) -> CGFloat {
        let inset = adjustedContentInset
        var rect = path.row == NSNotFound ? rectOfHeader(path.section) : rowRect(path)
        if path.row != NSNotFound, rect == .zero { return contentOffset.y }
        // A floating header covers the top.
        if style == .plain, path.row != NSNotFound {
            let header = max(0, stage.geometry.sections[path.section].header - headerPadding)
            if header > 0, position == .top || (position == .none && rect.minY - header < bounds.minY + inset.top) {
                (rect.origin.y, rect.size.height) = (rect.minY - header, rect.height + header)
            }
        }
        let room = bounds.height - inset.top - inset.bottom
        let wanted: CGFloat
        switch position {
        case .top: wanted = rect.minY - inset.top
        case .middle: wanted = rect.midY - room / 2 - inset.top
        case .bottom: wanted = rect.maxY - room - inset.top
        case .none:
            let top = bounds.minY + inset.top
            if rect.minY < top || rect.height > room {
                wanted = rect.minY - inset.top
            } else if rect.maxY > top + room {
                wanted = rect.maxY - room - inset.top
            } else {
                return contentOffset.y
            }
        }
        let last = max(-inset.top, contentSize.height + inset.bottom - bounds.height)
        return min(max(wanted, -inset.top), last)
    }

    // MARK: Keys

    /// Moves the focus by an arrow key, selects the row with it by return or space, or does nothing and returns false.
    ///
    /// *Source*: Apple, "Focus-based navigation", UITableView.selectionFollowsFocus. That the arrows move the selection
    /// if a row is selected and no row has the focus is our own.
    final func move(by key: UIKey) -> Bool {
        guard mayFocus, maySelect else { return false }
        let focused = stage.focused.flatMap { has($0) && stage.cells[$0]?.isFocused == true ? $0 : nil }
        let hasFocus = focused != nil || isFocused
        switch key.keyCode {
        case .keyboardReturnOrEnter, .keyboardSpacebar:
            guard let focused else { return false }
            if delegate?.tableView(self, shouldHighlightRowAt: indexPath(of: focused)) != false { choose(focused) }
            return true
        case .keyboardDownArrow, .keyboardUpArrow:
            let way = key.keyCode == .keyboardDownArrow ? 1 : -1
            if hasFocus { return moveFocus(from: focused, by: way) }
            guard let selected = stage.selected.last, let next = neighbour(of: selected, by: way) else { return false }
            choose(next)
            scroll(to: indexPath(of: next), .none, true)
            return true
        default: return false
        }
    }

    private func moveFocus(from row: RowPath?, by way: Int) -> Bool {
        var next = row
        repeat {
            next = next.map { neighbour(of: $0, by: way) } ?? shownRows.first ?? nil
            guard let candidate = next else { return row != nil }
            if delegate?.tableView(self, canFocusRowAt: indexPath(of: candidate)) != false { break }
        } while true
        guard let next else { return false }
        focus(next)
        return true
    }

    /// Scrolls to a row and gives its cell the focus.
    private func focus(_ row: RowPath) {
        stage.focused = row
        scroll(to: indexPath(of: row), .none, false)
        layoutIfNeeded()
        window?.moveFocus(to: stage.cells[row])
        let follows = delegate.map { $0.tableView(self, selectionFollowsFocusForRowAt: indexPath(of: row)) }
        if follows ?? selectionFollowsFocus { choose(row) }
    }

    /// The row after or before another, across sections; nil at the ends.
    private func neighbour(of row: RowPath, by way: Int) -> RowPath? {
        let sections = stage.geometry.sections
        var next = RowPath(row.section, row.row + way)
        while sections.indices.contains(next.section) {
            if next.row >= 0, next.row < sections[next.section].rows.count {
                if !isPlaceholder(next) { return next }
                next.row += way
                continue
            }
            next.section += way
            guard sections.indices.contains(next.section) else { return nil }
            next.row = way > 0 ? 0 : sections[next.section].rows.count - 1
        }
        return nil
    }

    /// The focus has come to the table view: the row that had it before, or the selected one, gets it.
    final func focusChanged(_ context: UIFocusUpdateContext) {
        guard context.nextFocusedView === self, context.previouslyFocusedView?.isDescendant(of: self) != true else {
            return
        }
        if let row = stage.focused ?? stage.selected.first, has(row) { focus(row) }
    }
}

extension UITableView: MultipleSelectionHost {
    final func selectionPath(at point: CGPoint) -> IndexPath? { indexPathForRow(at: point) }
    final func selectionMayBegin(at path: IndexPath) -> Bool {
        guard delegate?.tableView(self, shouldBeginMultipleSelectionInteractionAt: path) == true else { return false }
        allowsMultipleSelectionDuringEditing = true
        return true
    }
    final func selectionDidBegin(at path: IndexPath) {
        unhighlight()
        delegate?.tableView(self, didBeginMultipleSelectionInteractionAt: path)
    }
    final func selectionDidEnd() { delegate?.tableViewDidEndMultipleSelectionInteraction(self) }
    final func isSelected(_ path: IndexPath) -> Bool { shownRow(path).map(stage.selected.contains) ?? false }
    final func toggleSelection(at path: IndexPath) { if let row = shownRow(path) { choose(row) } }
    final func paths(from first: IndexPath, to last: IndexPath) -> [IndexPath] {
        dataCounts.paths(from: first, to: last)
    }
}
