import CoreGraphics
import Foundation
import MicaTrace
import UIKitCore

extension UICollectionView {
    // MARK: State

    final var maySelect: Bool { isEditing ? allowsSelectionDuringEditing : allowsSelection }
    private var selectsSeveral: Bool {
        isEditing ? allowsMultipleSelectionDuringEditing : allowsMultipleSelection
    }

    /// Gives a cell its state before it is shown.
    final func showState(_ cell: UICollectionViewCell, _ path: IndexPath) {
        let isSelected = choice.selected.contains(path)
        if cell.isSelected != isSelected { cell.isSelected = isSelected }
        cell.editingChanged(edits(path))
        let isTouched = choice.touched == path
        if cell.isHighlighted != isTouched { cell.isHighlighted = isTouched }
    }

    final func select(_ path: IndexPath) {
        guard has(path) else { return }
        if !selectsSeveral {
            for other in choice.selected where other != path { deselect(other) }
        }
        if !choice.selected.contains(path) { choice.selected.append(path) }
        if let cell = cellForItem(at: path), !cell.isSelected { cell.isSelected = true }
        colorSeparators()
    }

    /// The separators of selected rows have another colour if there are several.
    private func colorSeparators() {
        guard selectsSeveral else { return }
        for path in choice.selected { (cellForItem(at: path) as? UICollectionViewListCell)?.setNeedsLayout() }
    }

    final func deselect(_ path: IndexPath) {
        guard let index = choice.selected.firstIndex(of: path) else { return }
        choice.selected.remove(at: index)
        if let cell = cellForItem(at: path), cell.isSelected { cell.isSelected = false }
        colorSeparators()
    }

    final func deselectAll() {
        for path in choice.selected { deselect(path) }
    }

    final func editingChanged() {
        for (key, view) in stage.views {
            guard let cell = view as? UICollectionViewCell, let path = dataPath(key) else { continue }
            cell.editingChanged(edits(path))
        }
    }

    /// Whether an item is edited. *Source*: Apple, UICollectionViewDelegate.collectionView(_:canEditItemAt:).
    private func edits(_ path: IndexPath) -> Bool {
        isEditing && delegate?.collectionView(self, canEditItemAt: path) != false
    }

    // MARK: Touches

    /// The item whose cell a touch is in.
    private func item(of touch: UITouch) -> IndexPath? {
        var view = touch.view
        while let current = view, current !== self {
            if let cell = current as? UICollectionViewCell, let path = indexPath(for: cell) { return path }
            view = current.superview
        }
        return nil
    }

    final func touchBegan(_ touch: UITouch) {
        if swipe?.takes(touch) == true { return }
        guard choice.touched == nil, maySelect, let path = item(of: touch) else { return }
        guard delegate?.collectionView(self, shouldHighlightItemAt: path) != false else { return }
        choice.touched = path
        cellForItem(at: path)?.isHighlighted = true
        delegate?.collectionView(self, didHighlightItemAt: path)
    }

    /// A finger that leaves the cell does not select it.
    final func touchMoved(_ touch: UITouch) {
        guard let path = choice.touched, let cell = cellForItem(at: path) else { return }
        let isInside = cell.bounds.contains(touch.location(in: cell))
        if !isInside { unhighlight() }
    }

    /// The finger was lifted from the highlighted item.
    ///
    /// *Source*: UICollectionView.h, the sequence of calls of a selection by the user: should highlight, did highlight;
    /// when the finger is lifted: should select or deselect, did select or deselect, did unhighlight.
    final func touchEnded() {
        guard let path = choice.touched else { return }
        selectByUser(path)
        unhighlight()
    }

    /// Selects or deselects an item as a tap does.
    final func selectByUser(_ path: IndexPath) {
        if choice.selected.contains(path), selectsSeveral {
            guard delegate?.collectionView(self, shouldDeselectItemAt: path) != false else { return }
            deselect(path)
            delegate?.collectionView(self, didDeselectItemAt: path)
            return
        }
        guard delegate?.collectionView(self, shouldSelectItemAt: path) != false else { return }
        if !selectsSeveral {
            for other in choice.selected where other != path {
                deselect(other)
                delegate?.collectionView(self, didDeselectItemAt: other)
            }
        }
        select(path)
        if let cell = cellForItem(at: path) { cell.selectionAction?(cell) }
        delegate?.collectionView(self, didSelectItemAt: path)
        if delegate?.collectionView(self, canPerformPrimaryActionForItemAt: path) == true {
            delegate?.collectionView(self, performPrimaryActionForItemAt: path)
        }
    }

    final func unhighlight() {
        guard let path = choice.touched else { return }
        choice.touched = nil
        cellForItem(at: path)?.isHighlighted = false
        delegate?.collectionView(self, didUnhighlightItemAt: path)
    }

    // MARK: Scrolling to items

    final func scroll(to path: IndexPath, _ position: ScrollPosition, _ animated: Bool) {
        let vertical = position.intersection([.top, .centeredVertically, .bottom])
        let horizontal = position.intersection([.left, .centeredHorizontally, .right])
        if vertical.rawValue.nonzeroBitCount > 1 || horizontal.rawValue.nonzeroBitCount > 1 {
            Notices.say(
                "UICollectionView.scrollToItem: positions of one axis exclude each other: \(position.rawValue)",
                key: "scrollToItem")
        }
        if stage.counts == nil || !collectionViewLayout.isValid { layoutIfNeeded() }
        guard has(path) else {
            return Notices.say(
                "UICollectionView.scrollToItem: there is no item at \(path); the numbers of items are \(dataCounts.prefix(8))",
                key: "scrollToItem \(path)")
        }
        // Sizes that are estimates change as views are made on the way.
        for _ in 0..<4 {
            guard let target = offset(to: path, vertical, horizontal, animated) else { return }
            guard target != contentOffset else { return }
            setContentOffset(target, animated: animated)
            if animated { return }
            layoutIfNeeded()
        }
    }

    private func offset(
        to path: IndexPath, _ vertical: ScrollPosition, _ horizontal: ScrollPosition, _ animated: Bool
    ) -> CGPoint? {
        prepareLayoutIfNeeded()
        guard let frame = layoutAttributesForItem(at: path)?.frame else { return nil }
        collectionViewLayout.scrollSection(to: shownPath(path), horizontal.isEmpty ? vertical : horizontal, animated)
        let inset = adjustedContentInset
        func offset(
            _ position: Int, _ low: CGFloat, _ high: CGFloat, _ now: CGFloat, _ length: CGFloat, _ before: CGFloat,
            _ after: CGFloat, _ content: CGFloat
        ) -> CGFloat {
            let wanted: CGFloat
            switch position {
            case 0: wanted = low - before
            case 1: wanted = (low + high) / 2 - (length - before - after) / 2 - before
            case 2: wanted = high - length + after
            default:
                if low >= now + before, high <= now + length - after { return now }
                wanted =
                    low < now + before || high - low > length - before - after ? low - before : high - length + after
            }
            return min(max(wanted, -before), max(content + after - length, -before))
        }
        let size = bounds.size
        let y = vertical.contains(.top) ? 0 : vertical.contains(.centeredVertically) ? 1 : vertical.isEmpty ? 3 : 2
        let x =
            horizontal.contains(.left) ? 0 : horizontal.contains(.centeredHorizontally) ? 1 : horizontal.isEmpty ? 3 : 2
        return CGPoint(
            x: offset(
                x, frame.minX, frame.maxX, contentOffset.x, size.width, inset.left, inset.right, contentSize.width),
            y: offset(
                y, frame.minY, frame.maxY, contentOffset.y, size.height, inset.top, inset.bottom, contentSize.height))
    }
}

extension UICollectionView: MultipleSelectionHost {
    final func selectionPath(at point: CGPoint) -> IndexPath? { indexPathForItem(at: point) }
    final func selectionMayBegin(at path: IndexPath) -> Bool {
        guard delegate?.collectionView(self, shouldBeginMultipleSelectionInteractionAt: path) == true else {
            return false
        }
        (allowsMultipleSelection, allowsMultipleSelectionDuringEditing) = (true, true)
        return true
    }
    final func selectionDidBegin(at path: IndexPath) {
        unhighlight()
        delegate?.collectionView(self, didBeginMultipleSelectionInteractionAt: path)
    }
    final func selectionDidEnd() { delegate?.collectionViewDidEndMultipleSelectionInteraction(self) }
    final func isSelected(_ path: IndexPath) -> Bool { choice.selected.contains(path) }
    final func toggleSelection(at path: IndexPath) {
        if maySelect || selectsSeveral { selectByUser(path) }
    }
    final func paths(from first: IndexPath, to last: IndexPath) -> [IndexPath] {
        dataCounts.paths(from: first, to: last)
    }
}
