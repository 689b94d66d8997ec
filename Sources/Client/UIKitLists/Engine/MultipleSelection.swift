import CoreGraphics
import Foundation
import UIKitCore

/// A list whose entries two fingers can select.
@MainActor protocol MultipleSelectionHost: AnyObject {
    /// The entry at a point of the content; nil for none.
    func selectionPath(at point: CGPoint) -> IndexPath?
    /// Whether the delegate allows the selection to begin at an entry; then several entries may be selected.
    func selectionMayBegin(at path: IndexPath) -> Bool
    /// The selection begins.
    func selectionDidBegin(at path: IndexPath)
    /// The fingers were lifted.
    func selectionDidEnd()
    /// Whether an entry is selected.
    func isSelected(_ path: IndexPath) -> Bool
    /// Selects an entry that is not selected, or deselects one that is, as a tap does.
    func toggleSelection(at path: IndexPath)
    /// The entries from one to another, in order.
    func paths(from first: IndexPath, to last: IndexPath) -> [IndexPath]
}

/// Selects the entries between the place where two fingers went down and the place where they are.
///
/// *Source*: Apple, "Selecting multiple items with a two-finger pan gesture";
/// UITableViewDelegate.tableView(_:shouldBeginMultipleSelectionInteractionAt:). That a pan which begins at a selected
/// entry deselects is our own.
@MainActor final class MultipleSelection: NSObject, UIGestureRecognizerDelegate {
    private static let action = Selector(
        "multipleSelection:",
        onMain: { (target: MultipleSelection, pan: UIPanGestureRecognizer) in target.panned(pan) })

    private weak var list: UIScrollView?
    private weak var host: (any MultipleSelectionHost)?
    private let pan = TwoFingerPan()
    /// The entry at which the pan began; nil without one.
    private var anchor: IndexPath?
    /// Whether the delegate allows the selection; nil until two fingers move.
    private var answer: Bool?
    /// The entries of the pan that it has changed.
    private var changed: Set<IndexPath> = []
    private var selects = true

    init(_ list: UIScrollView, _ host: any MultipleSelectionHost) {
        (self.list, self.host) = (list, host)
        super.init()
        (pan.minimumNumberOfTouches, pan.maximumNumberOfTouches) = (2, 2)
        pan.delegate = self
        pan.addTarget(self, action: Self.action)
        pan.wasReset = { [weak self] in self?.answer = nil }
        list.addGestureRecognizer(pan)
    }

    /// Whether the fingers went down over an entry, and the delegate allows it.
    func gestureRecognizerShouldBegin(_ gestureRecognizer: UIGestureRecognizer) -> Bool {
        gestureRecognizer !== pan || mayBegin
    }

    /// Whether the list's own drag waits: two fingers that may select do not scroll.
    func gestureRecognizer(
        _ gestureRecognizer: UIGestureRecognizer,
        shouldBeRequiredToFailBy otherGestureRecognizer: UIGestureRecognizer
    ) -> Bool {
        gestureRecognizer === pan && otherGestureRecognizer === list?.panGestureRecognizer && pan.numberOfTouches == 2
            && mayBegin
    }

    private var mayBegin: Bool {
        if let answer { return answer }
        guard let list, let host else { return false }
        let (end, way) = (pan.location(in: list), pan.translation(in: list))
        let path = host.selectionPath(at: CGPoint(x: end.x - way.x, y: end.y - way.y))
        anchor = path
        let made = path.map(host.selectionMayBegin) ?? false
        answer = made
        return made
    }

    private func panned(_ pan: UIPanGestureRecognizer) {
        guard let list, let host, let anchor else { return }
        switch pan.state {
        case .began:
            host.selectionDidBegin(at: anchor)
            (changed, selects) = ([], !host.isSelected(anchor))
            extend(to: host.selectionPath(at: pan.location(in: list)) ?? anchor, anchor, host)
        case .changed:
            if let path = host.selectionPath(at: pan.location(in: list)) { extend(to: path, anchor, host) }
        case .ended, .cancelled, .failed:
            self.anchor = nil
            host.selectionDidEnd()
        default: break
        }
    }

    /// Changes the entries up to another one, and brings back those beyond it.
    private func extend(to path: IndexPath, _ anchor: IndexPath, _ host: any MultipleSelectionHost) {
        let range = host.paths(from: min(anchor, path), to: max(anchor, path))
        for old in changed.subtracting(range).sorted() {
            changed.remove(old)
            if host.isSelected(old) == selects { host.toggleSelection(at: old) }
        }
        for new in range where host.isSelected(new) != selects {
            changed.insert(new)
            host.toggleSelection(at: new)
        }
    }
}

/// A pan of two fingers.
private final class TwoFingerPan: UIPanGestureRecognizer {
    /// Called when the gesture is over.
    var wasReset: (() -> Void)?

    override func reset() {
        super.reset()
        wasReset?()
    }
}

extension [Int] {
    /// The index paths of a list with these numbers of entries from one to another.
    func paths(from first: IndexPath, to last: IndexPath) -> [IndexPath] {
        guard let (first, last) = RowPath(first).flatMap({ low in RowPath(last).map { (low, $0) } }) else { return [] }
        return indices.filter { $0 >= first.section && $0 <= last.section }.flatMap { section in
            let low = section == first.section ? Swift.max(0, first.row) : 0
            let high = section == last.section ? Swift.min(last.row, self[section] - 1) : self[section] - 1
            return low > high ? [] : (low...high).map { RowPath(section, $0).indexPath }
        }
    }
}
