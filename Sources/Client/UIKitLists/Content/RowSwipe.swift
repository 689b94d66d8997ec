import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// A list whose rows have swipe actions.
@MainActor package protocol RowSwipeHost: AnyObject {
    /// The row at a point of the list's content that may be swiped; nil for none.
    func swipeRow(at point: CGPoint) -> (view: UIView, indexPath: IndexPath)?
    /// The actions at a side of a row; nil for none.
    func swipeActions(at indexPath: IndexPath, isLeading: Bool) -> UISwipeActionsConfiguration?
    /// The row starts to move aside: its state is `isSwiped`. Called once until `swipeDidEnd(_:at:)`.
    func swipeWillBegin(_ view: UIView, at indexPath: IndexPath)
    /// The row is back at its place.
    func swipeDidEnd(_ view: UIView, at indexPath: IndexPath)
    /// Whether the list's x axis points to the left on the screen.
    var isSwipeFlipped: Bool { get }
}

extension RowSwipeHost {
    /// False.
    package var isSwipeFlipped: Bool { false }
}

/// Moves a list's rows aside by a pan, shows their actions, and performs them.
///
/// The list keeps one, calls `close(animated:)` before it reloads or changes rows and when it is scrolled, and asks
/// `takes(_:)` about a touch before it highlights a row.
@MainActor package final class RowSwipe: NSObject, UIGestureRecognizerDelegate {
    private static let action = Selector(
        "rowSwipe:", onMain: { (target: RowSwipe, pan: UIPanGestureRecognizer) in target.panned(pan) })

    private weak var list: UIScrollView?
    private weak var host: (any RowSwipeHost)?
    /// The recognizer; it is the list's.
    package let pan = UIPanGestureRecognizer()

    /// A row that is aside.
    private struct Row {
        var view: UIView
        var indexPath: IndexPath
        var actions: SwipeActionsView
        /// The direction in which the row moves aside, along the list's x axis: 1 or -1.
        var sign: CGFloat
        /// The row's transform at its place.
        var base: CGAffineTransform
        /// How far the row was aside when the pan began, in points to the right.
        var start: CGFloat = 0
        /// Whether an action was called and its completion was not.
        var isPerforming = false

        /// The row's transform at a distance from its place.
        func transform(at distance: CGFloat) -> CGAffineTransform {
            base.concatenating(CGAffineTransform(translationX: sign * distance, y: 0))
        }
    }

    private var row: Row?

    /// Makes the swipes of a list, and adds their recognizer to it.
    package init(list: UIScrollView, host: any RowSwipeHost) {
        (self.list, self.host) = (list, host)
        super.init()
        pan.delegate = self
        pan.maximumNumberOfTouches = 1
        pan.addTarget(self, action: Self.action)
        list.addGestureRecognizer(pan)
    }

    /// The row that is aside; nil for none.
    package var swipedIndexPath: IndexPath? { row?.indexPath }

    /// Whether a touch closes an open row and does nothing else; if so, the row closes. Not so for a touch of its
    /// buttons.
    package func takes(_ touch: UITouch) -> Bool {
        guard let row, let view = touch.view, !view.isDescendant(of: row.actions) else { return false }
        close(animated: true)
        return true
    }

    // MARK: Pan

    /// Whether the finger moves sideways over a row with actions at that side, or over a row that is open.
    package func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        guard gestureRecognizer === pan, let list, let host else { return true }
        let way = pan.translation(in: list)
        guard abs(way.x) > abs(way.y) else { return false }
        let end = pan.location(in: list)
        let point = CGPoint(x: end.x - way.x, y: end.y - way.y)
        guard let found = host.swipeRow(at: point) else {
            close(animated: true)
            return false
        }
        if let row, row.view === found.view { return !row.isPerforming }
        close(animated: true)
        return open(found, towardsRight: way.x > 0) != nil
    }

    /// The pan of the list and this one exclude each other.
    package func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldRecognizeSimultaneouslyWith otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool { false }

    /// Puts the buttons of a row behind it; nil if it has none at that side.
    private func open(_ found: (view: UIView, indexPath: IndexPath), towardsRight: Bool) -> Row? {
        guard let list, let host else { return nil }
        // A flipped list is written from left to right: its x axis points to the trailing side.
        let isFlipped = host.isSwipeFlipped
        let isLeading = isFlipped ? towardsRight : towardsRight != list.isRightToLeft
        guard let configuration = host.swipeActions(at: found.indexPath, isLeading: isLeading),
            !configuration.actions.isEmpty, let above = found.view.superview
        else { return nil }
        let actions = SwipeActionsView(configuration, side: towardsRight != isFlipped ? .left : .right)
        if isFlipped { actions.transform = CGAffineTransform(scaleX: -1, y: 1) }
        actions.frame = found.view.frame
        actions.perform = { [weak self] index in self?.perform(index) }
        above.insertSubview(actions, belowSubview: found.view)
        let new = Row(
            view: found.view, indexPath: found.indexPath, actions: actions, sign: towardsRight ? 1 : -1,
            base: isFlipped ? actions.transform : .identity)
        row = new
        host.swipeWillBegin(new.view, at: new.indexPath)
        return new
    }

    private func panned(_ pan: UIPanGestureRecognizer) {
        guard var row, !row.isPerforming else { return }
        let sign = row.sign
        switch pan.state {
        case .began:
            row.start = row.view.transform.tx
            self.row = row
            move(pan.translation(in: list).x)
        case .changed: move(pan.translation(in: list).x)
        case .ended:
            let distance = sign * row.view.transform.tx
            let speed = sign * pan.velocity(in: list).x
            if row.actions.isFull, row.actions.configuration.performsFirstActionWithFullSwipe {
                perform(0)
            } else if speed > 200 || distance > row.actions.openDistance / 2 && speed > -200 {
                settle(at: row.actions.openDistance)
            } else {
                close(animated: true)
            }
        case .cancelled, .failed: close(animated: true)
        default: break
        }
    }

    /// Moves the row with the finger. Beyond the buttons it follows at half the speed, unless a full swipe performs an
    /// action; it never moves to the other side.
    private func move(_ translation: CGFloat) {
        guard let row else { return }
        let open = row.actions.openDistance
        let canBeFull = row.actions.configuration.performsFirstActionWithFullSwipe
        var distance = row.sign * (row.start + translation)
        if distance < 0 { distance = 0 }
        if !canBeFull, distance > open { distance = open + (distance - open) / 2 }
        row.view.transform = row.transform(at: distance)
        row.actions.show(distance: distance, isFull: canBeFull && distance >= row.actions.fullDistance)
    }

    /// Moves the row to a distance, in an animation.
    private func settle(at distance: CGFloat) {
        guard let row else { return }
        UIView.animate(
            withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0,
            options: [.allowUserInteraction, .beginFromCurrentState]
        ) {
            row.view.transform = row.transform(at: distance)
            row.actions.show(distance: distance, isFull: row.actions.isFull && distance > row.actions.openDistance)
        }
    }

    // MARK: Opening and closing

    /// Shows the trailing actions of a row, as a touch of its delete button does. False if it has none.
    @discardableResult
    package func openTrailing(_ view: UIView, at indexPath: IndexPath) -> Bool {
        close(animated: true)
        let isMirrored = list?.isRightToLeft == true && host?.isSwipeFlipped == false
        guard let row = open((view, indexPath), towardsRight: isMirrored) else { return false }
        row.actions.layoutIfNeeded()
        row.actions.show(distance: 0, isFull: false)
        settle(at: row.actions.openDistance)
        return true
    }

    /// Moves the open row back to its place, and removes its buttons.
    package func close(animated: Bool) {
        guard let row else { return }
        self.row = nil
        let restore = {
            row.view.transform = row.base
            row.actions.show(distance: 0, isFull: false)
        }
        let finish = { [weak host] in
            row.actions.removeFromSuperview()
            host?.swipeDidEnd(row.view, at: row.indexPath)
        }
        guard animated else {
            UIView.performWithoutAnimation(restore)
            finish()
            return
        }
        row.actions.isUserInteractionEnabled = false
        UIView.animate(
            withDuration: 0.4, delay: 0, usingSpringWithDamping: 1, initialSpringVelocity: 0,
            options: [.allowUserInteraction, .beginFromCurrentState], animations: restore
        ) { _ in finish() }
    }

    // MARK: Actions

    /// Calls an action's handler. A full swipe of a destructive action moves the row out until the handler calls
    /// its completion.
    private func perform(_ index: Int) {
        guard var row, !row.isPerforming, row.actions.configuration.actions.indices.contains(index) else { return }
        row.isPerforming = true
        self.row = row
        let action = row.actions.configuration.actions[index]
        if row.actions.isFull {
            if action.style == .destructive {
                settle(at: row.actions.bounds.width)
            } else {
                settle(at: row.actions.openDistance)
            }
        }
        let view: UIView = row.actions.button(at: index) ?? row.actions
        let actions = row.actions
        action.handler(action, view) { [weak self] _ in
            if self?.row?.actions === actions { self?.close(animated: true) }
        }
    }
}
