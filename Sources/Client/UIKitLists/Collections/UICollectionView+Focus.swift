import CoreGraphics
import Foundation
import UIKitCore

extension UICollectionView {
    /// A direction in which an arrow key moves the focus, in the content's coordinates.
    private enum Way {
        case left, right, up, down

        /// How far a rectangle lies beyond another in the direction, and beside it; nil if it does not.
        func distance(from old: CGRect, to new: CGRect) -> (ahead: CGFloat, beside: CGFloat)? {
            let ahead: CGFloat
            switch self {
            case .left: ahead = old.midX - new.midX
            case .right: ahead = new.midX - old.midX
            case .up: ahead = old.midY - new.midY
            case .down: ahead = new.midY - old.midY
            }
            let isVertical = self == .up || self == .down
            let half = isVertical ? (old.height + new.height) / 2 : (old.width + new.width) / 2
            guard ahead > half / 2 else { return nil }
            let gap =
                isVertical
                ? max(0, max(old.minX - new.maxX, new.minX - old.maxX))
                : max(0, max(old.minY - new.maxY, new.minY - old.maxY))
            let middle = isVertical ? abs(old.midX - new.midX) : abs(old.midY - new.midY)
            // An item in the same row or column comes before any beside it.
            return (ahead + (gap > 0 ? 2 * gap + half : 0), middle)
        }
    }

    /// Moves the focus by an arrow key, or selects the item with it by return or space; false if it does nothing.
    ///
    /// The focus goes to the nearest item in the key's direction, across sections. *Source*: Apple, "Focus-based
    /// navigation", UICollectionView.allowsFocus; WWDC 2021, session 10260. How distances compare is our own.
    final func move(by key: UIKey) -> Bool {
        guard mayFocus, maySelect else { return false }
        let focused = choice.focused.flatMap { has($0) && cellForItem(at: $0)?.isFocused == true ? $0 : nil }
        guard focused != nil || isFocused else { return false }
        let (back, forth): (Way, Way) = stage.isFlipped ? (.right, .left) : (.left, .right)
        switch key.keyCode {
        case .keyboardReturnOrEnter, .keyboardSpacebar:
            guard let focused else { return false }
            if delegate?.collectionView(self, shouldHighlightItemAt: focused) != false { selectByUser(focused) }
            return true
        case .keyboardDownArrow: return moveFocus(from: focused, .down)
        case .keyboardUpArrow: return moveFocus(from: focused, .up)
        case .keyboardLeftArrow: return moveFocus(from: focused, back)
        case .keyboardRightArrow: return moveFocus(from: focused, forth)
        default: return false
        }
    }

    private func mayFocus(_ path: IndexPath) -> Bool {
        delegate?.collectionView(self, canFocusItemAt: path) != false
    }

    private func moveFocus(from path: IndexPath?, _ way: Way) -> Bool {
        guard let path else {
            guard let first = firstFocusable else { return false }
            focus(first)
            return true
        }
        guard let next = neighbour(of: path, way) else { return false }
        focus(next)
        return true
    }

    /// The first item in sight that may have the focus.
    private var firstFocusable: IndexPath? {
        indexPathsForVisibleItems.sorted().first(where: mayFocus)
    }

    /// The nearest item in a direction that may have the focus; nil at the end of the content.
    private func neighbour(of path: IndexPath, _ way: Way) -> IndexPath? {
        prepareLayoutIfNeeded()
        let layout = collectionViewLayout
        guard let from = layoutAttributesForItem(at: path).map(layout.shownFrame(of:)) else { return nil }
        // A page around the item; a larger space between items ends the way. A section that scrolls by itself gives
        // only elements in sight.
        let area = from.insetBy(dx: -bounds.width, dy: -bounds.height)
        let beside = (path.item - 12...path.item + 12).map { IndexPath(item: $0, section: path.section) }
            .filter(has).compactMap { layoutAttributesForItem(at: $0) }.filter(\.isInScroller)
        var best: (path: IndexPath, ahead: CGFloat, beside: CGFloat)?
        for attributes in beside + (layout.layoutAttributesForElements(in: area) ?? [])
        where attributes.representedElementCategory == .cell && !attributes.isHidden {
            guard let other = dataPath(attributes.key), other != path else { continue }
            guard let new = way.distance(from: from, to: layout.shownFrame(of: attributes)) else { continue }
            if let best, (best.ahead, best.beside) <= (new.ahead, new.beside) { continue }
            if mayFocus(other) { best = (other, new.ahead, new.beside) }
        }
        return best?.path
    }

    /// Scrolls to an item and gives its cell the focus.
    private func focus(_ path: IndexPath) {
        choice.focused = path
        scrollToItem(at: path, at: [], animated: false)
        layoutIfNeeded()
        window?.moveFocus(to: cellForItem(at: path))
        if delegate?.collectionView(self, selectionFollowsFocusForItemAt: path) ?? selectionFollowsFocus,
            !choice.selected.contains(path)
        {
            selectByUser(path)
        }
    }

    /// The focus has come to the view: the item that the delegate prefers, the one that had it last, or the selected
    /// one gets it.
    final func focusChanged(_ context: UIFocusUpdateContext) {
        guard context.nextFocusedView === self, context.previouslyFocusedView?.isDescendant(of: self) != true else {
            return
        }
        let last = remembersLastFocusedIndexPath ? choice.focused : nil
        let path = delegate?.indexPathForPreferredFocusedView(in: self) ?? last ?? choice.selected.first
        if let path, has(path), mayFocus(path) { focus(path) }
    }
}
