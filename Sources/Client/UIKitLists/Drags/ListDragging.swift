import CoreGraphics
import Foundation
import QuartzCore
import UIKitCore

/// The effect of a drop in a list at a place.
enum ListDropIntent: Int {
    case unspecified, insert, into, automatic
}

/// The part of a cell in a drag.
enum ListDragState: Int {
    case none, lifting, dragging
}

/// The room that a list opens for a drop: visual only, as the data change when the drop is performed.
struct ListGap: Equatable {
    /// The place that the item gets, after `source` was taken out.
    var place: RowPath
    /// The list's own row that would be moved there; nil for an item that comes.
    var source: RowPath?
    /// The length of the room, in points.
    var length: CGFloat

    /// The index of a row in its section once the moved row is out, which is where the place counts.
    func rest(of row: RowPath) -> RowPath {
        guard let source, source.section == row.section, source.row < row.row else { return row }
        return RowPath(row.section, row.row - 1)
    }
}

/// A list whose rows can be dragged and that takes drops, with its delegates' methods under common names.
@MainActor protocol DraggingList: UIScrollView {
    // The list's elements. *Space*: the content's.
    func dragPath(at point: CGPoint) -> IndexPath?
    func dragCell(at path: IndexPath) -> UIView?
    func dragRect(at path: IndexPath) -> CGRect?
    func dragEnd() -> IndexPath?
    func show(_ state: ListDragState, at path: IndexPath)
    /// The touched row is no longer highlighted: it is lifted as it looks at rest.
    func endTouch()

    // The delegate of drags.
    func dragItems(_ session: any UIDragSession, _ path: IndexPath) -> [UIDragItem]
    func addedItems(_ session: any UIDragSession, _ path: IndexPath, _ point: CGPoint) -> [UIDragItem]
    func dragParameters(_ path: IndexPath) -> UIDragPreviewParameters?
    func dragBegan(_ session: any UIDragSession)
    func dragEnded(_ session: any UIDragSession)
    func dragMoves(_ session: any UIDragSession) -> Bool
    func dragStays(_ session: any UIDragSession) -> Bool

    // The delegate of drops.
    func takes(_ session: any UIDropSession, from source: IndexPath?) -> Bool
    func dropEntered(_ session: any UIDropSession)
    func dropLeft(_ session: any UIDropSession)
    func dropEnded(_ session: any UIDropSession)
    func proposal(
        _ session: any UIDropSession, _ path: IndexPath?, from source: IndexPath?
    ) -> (proposal: UIDropProposal, intent: ListDropIntent)
    func perform(_ drop: ListDrop)
    func dropParameters(_ path: IndexPath) -> UIDragPreviewParameters?

    // The room.
    func shiftCells(for gap: ListGap?)
    /// A batch brings all cells to their new places; its animation follows.
    func shiftsEndInBatch()
    func mark(_ path: IndexPath?)
    static var gapDuration: Double { get }
    /// The time for which a drag rests over a place before room opens for one of the list's own items, in seconds.
    var gapDelay: Double { get }
}

/// A drop that a list performs.
@MainActor struct ListDrop {
    var session: any UIDropSession
    var proposal: UIDropProposal
    var path: IndexPath?
    /// The items, with the places of those that come from this list.
    var items: [(item: UIDragItem, source: IndexPath?)]
    var dragging: ListDragging

    /// Sends an item to a row, whose cell is hidden until then.
    func land(_ item: UIDragItem, at path: IndexPath) -> any UIDragAnimating { dragging.land(item, session, path, nil) }

    /// Sends an item into a rectangle of a row's cell.
    func land(_ item: UIDragItem, in path: IndexPath, _ rect: CGRect) -> any UIDragAnimating {
        dragging.land(item, session, path, rect)
    }

    /// Sends an item to a place.
    func land(_ item: UIDragItem, to target: UIPreviewTarget) -> any UIDragAnimating {
        dragging.land(item, session) {
            let view = UIView(frame: CGRect(origin: .zero, size: size(of: item)))
            return UITargetedDragPreview(view: view, target: target)
        }
    }

    /// The size of an item's preview.
    func size(of item: UIDragItem) -> CGSize { (session as? any LandingSession)?.previewSize(of: item) ?? .zero }
}

/// The drags from a list and the drops on it.
@MainActor final class ListDragging: NSObject {
    private weak var list: (any DraggingList)?
    private(set) lazy var drag = UIDragInteraction(delegate: self)
    private(set) lazy var drop = UIDropInteraction(delegate: self)
    /// The rows of the items that are dragged from the list, and of those whose drag is about to begin.
    private var sources: [Source] = []
    /// The number of drags: one may begin while the items of another still land.
    private var dragCount = 0
    /// The session over the list, or whose items still land.
    private weak var over: (any UIDropSession)?
    private var gap: ListGap?
    /// The room that opens once the drag has rested there.
    private var waiting: ListGap?
    private var path: IndexPath?
    private var intent = ListDropIntent.unspecified
    private var proposal: UIDropProposal?

    init(_ list: any DraggingList) {
        self.list = list
        super.init()
        list.addInteraction(drag)
        list.addInteraction(drop)
    }

    /// The row of a dragged item.
    private struct Source {
        var item: UIDragItem
        var path: IndexPath
        weak var session: (any UIDragSession)?
        /// Whether the drag has begun.
        var isDragged = false
    }

    var hasGap: Bool { gap != nil }
    var hasActiveDrag: Bool { dragCount > 0 }
    var hasActiveDrop: Bool { over != nil }

    // MARK: Changes of the data

    /// Rows have moved: follows those that are dragged.
    func follow(_ map: (IndexPath) -> IndexPath?) {
        sources = sources.compactMap { entry in
            guard let path = map(entry.path) else { return nil }
            var moved = entry
            moved.path = path
            return moved
        }
        path = path.flatMap(map)
        list?.mark(nil)
        guard gap != nil else { return }
        gap = nil
        list?.shiftsEndInBatch()
        showSources()
    }

    /// All rows are loaded anew.
    func forget() {
        sources = []
        (gap, path) = (nil, nil)
        list?.mark(nil)
        list?.shiftCells(for: nil)
    }

    /// Whether a row is dragged.
    func isDragged(_ path: IndexPath) -> Bool { sources.contains { $0.isDragged && $0.path == path } }

    private func source(of item: UIDragItem) -> IndexPath? { sources.last { $0.item === item }?.path }

    /// The only dragged row, if it is the list's own.
    private func onlySource(_ session: any UIDropSession) -> IndexPath? {
        guard session.items.count == 1, let item = session.items.first else { return nil }
        return source(of: item)
    }

    // MARK: The room

    /// Opens room once the drag has rested for some seconds over its place.
    private func open(_ new: ListGap, after delay: Double) {
        guard delay > 0, new.source != nil, new != gap else {
            waiting = nil
            return open(new)
        }
        guard new != waiting else { return }
        waiting = new
        DispatchQueue.main.asyncAfter(deadline: .now() + delay) { [weak self] in
            assumeMainActor {
                guard let self, self.waiting == new, self.over != nil else { return }
                self.waiting = nil
                self.open(new)
            }
        }
    }

    private func open(_ new: ListGap?) {
        guard let list else { return }
        guard new != gap else {
            // Cells that have come into view since then are not moved aside yet.
            guard let new else { return }
            list.layoutIfNeeded()
            return UIView.performWithoutAnimation {
                list.shiftCells(for: new)
                showSources()
            }
        }
        let old = gap
        gap = new
        UIView.animate(withDuration: type(of: list).gapDuration, delay: 0, options: [.allowUserInteraction]) {
            list.shiftCells(for: new)
            if old?.source != new?.source { self.showSources() }
        }
    }

    private func closeGap() {
        list?.mark(nil)
        waiting = nil
        open(nil)
    }

    /// Dims the dragged rows, and hides the one whose place is closed.
    private func showSources() {
        guard let list else { return }
        for entry in sources {
            let isOut = gap?.source?.indexPath == entry.path
            list.dragCell(at: entry.path)?.alpha = isOut ? 0 : entry.isDragged ? 0.5 : 1
        }
    }

    /// Takes out the rows of a session that is over.
    private func takeSources(of session: any UIDragSession) -> [Source] {
        let taken = sources.filter { $0.session === session }
        sources.removeAll { $0.session === session }
        for entry in taken { list?.show(.none, at: entry.path) }
        return taken
    }

    // MARK: Landing

    func land(
        _ item: UIDragItem, _ session: any UIDropSession, _ place: @escaping () -> UITargetedDragPreview?
    ) -> any UIDragAnimating {
        (session as? any LandingSession)?.land(item, at: place) ?? NoAnimation()
    }

    func land(
        _ item: UIDragItem, _ session: any UIDropSession, _ path: IndexPath, _ rect: CGRect?
    ) -> any UIDragAnimating {
        land(item, session, rect) { [weak list] in
            guard let list, let cell = list.dragCell(at: path), let own = list.dragRect(at: path) else { return nil }
            return (cell, own, list.dropParameters(path))
        }
    }

    /// Sends an item to a cell, which is hidden until then, or into a part of it.
    ///
    /// - Parameter find: Finds the cell, its rectangle in the content and the looks of the item; nil if the cell is gone.
    func land(
        _ item: UIDragItem, _ session: any UIDropSession, _ rect: CGRect?,
        _ find: @escaping () -> (cell: UIView, rect: CGRect, parameters: UIDragPreviewParameters?)?
    ) -> any UIDragAnimating {
        weak var hidden: UIView?
        let animator = land(item, session) { [weak list] in
            guard let list, let (cell, own, looks) = find() else { return nil }
            let parameters = looks ?? UIDragPreviewParameters()
            if let rect {
                let view = UIView(frame: CGRect(origin: .zero, size: rect.size))
                let target = UIDragPreviewTarget(
                    container: list, center: CGPoint(x: own.minX + rect.midX, y: own.minY + rect.midY))
                return UITargetedDragPreview(view: view, parameters: parameters, target: target)
            }
            UIView.performWithoutAnimation { cell.alpha = 0 }
            hidden = cell
            let target = UIDragPreviewTarget(container: list, center: CGPoint(x: own.midX, y: own.midY))
            return UITargetedDragPreview(view: cell, parameters: parameters, target: target)
        }
        animator.addCompletion { _ in
            UIView.performWithoutAnimation { hidden?.alpha = 1 }
        }
        return animator
    }
}

/// Animations beside a drop of a session that is not the system's: they run at once.
@MainActor private final class NoAnimation: NSObject, UIDragAnimating {
    func addAnimations(_ animations: @escaping () -> Void) { animations() }
    func addCompletion(_ completion: @escaping (UIViewAnimatingPosition) -> Void) { completion(.end) }
}

// MARK: - Drags

extension ListDragging: UIDragInteractionDelegate {
    func dragInteraction(_ interaction: UIDragInteraction, itemsForBeginning session: any UIDragSession) -> [UIDragItem]
    {
        guard let list, let path = list.dragPath(at: session.location(in: list)) else { return [] }
        let items = list.dragItems(session, path)
        sources.removeAll { !$0.isDragged || $0.session == nil }
        sources += items.map { Source(item: $0, path: path, session: session) }
        return items
    }

    private func preview(at path: IndexPath, _ parameters: UIDragPreviewParameters?) -> UITargetedDragPreview? {
        guard let list, let cell = list.dragCell(at: path), let rect = list.dragRect(at: path) else { return nil }
        let target = UIDragPreviewTarget(container: list, center: CGPoint(x: rect.midX, y: rect.midY))
        return UITargetedDragPreview(view: cell, parameters: parameters ?? UIDragPreviewParameters(), target: target)
    }

    func dragInteraction(
        _ interaction: UIDragInteraction, previewForLifting item: UIDragItem, session: any UIDragSession
    ) -> UITargetedDragPreview? {
        list?.endTouch()
        return source(of: item).flatMap { preview(at: $0, list?.dragParameters($0)) }
    }

    func dragInteraction(
        _ interaction: UIDragInteraction, willAnimateLiftWith animator: any UIDragAnimating,
        session: any UIDragSession
    ) {
        for entry in sources where entry.session === session { list?.show(.lifting, at: entry.path) }
        animator.addCompletion { [weak self] position in
            guard let self, position != .end else { return }
            _ = takeSources(of: session)
        }
    }

    func dragInteraction(_ interaction: UIDragInteraction, sessionWillBegin session: any UIDragSession) {
        dragCount += 1
        for index in sources.indices where sources[index].session === session { sources[index].isDragged = true }
        list?.dragBegan(session)
        for entry in sources where entry.session === session { list?.show(.dragging, at: entry.path) }
        UIView.animate(withDuration: 0.2) { self.showSources() }
    }

    func dragInteraction(_ interaction: UIDragInteraction, sessionAllowsMoveOperation session: any UIDragSession)
        -> Bool
    { list?.dragMoves(session) ?? true }

    func dragInteraction(
        _ interaction: UIDragInteraction, sessionIsRestrictedToDraggingApplication session: any UIDragSession
    ) -> Bool { list?.dragStays(session) ?? false }

    func dragInteraction(
        _ interaction: UIDragInteraction, itemsForAddingTo session: any UIDragSession, withTouchAt point: CGPoint
    ) -> [UIDragItem] {
        guard let list, let path = list.dragPath(at: point) else { return [] }
        let isIn = sources.contains { entry in entry.path == path && session.items.contains { $0 === entry.item } }
        let items = isIn ? [] : list.addedItems(session, path, point)
        let isOwn = sources.contains { $0.isDragged && $0.session === session }
        sources += items.map { Source(item: $0, path: path, session: session, isDragged: isOwn) }
        if !items.isEmpty { showSources() }
        return items
    }

    func dragInteraction(
        _ interaction: UIDragInteraction, previewForCancelling item: UIDragItem,
        withDefault defaultPreview: UITargetedDragPreview
    ) -> UITargetedDragPreview? { source(of: item).flatMap { preview(at: $0, list?.dragParameters($0)) } }

    func dragInteraction(
        _ interaction: UIDragInteraction, session: any UIDragSession, didEndWith operation: UIDropOperation
    ) {
        dragCount = max(0, dragCount - 1)
        let ended = takeSources(of: session)
        UIView.animate(withDuration: 0.2) {
            for entry in ended { self.list?.dragCell(at: entry.path)?.alpha = 1 }
            self.showSources()
        }
        list?.dragEnded(session)
    }
}

// MARK: - Drops

extension ListDragging: UIDropInteractionDelegate {
    func dropInteraction(_ interaction: UIDropInteraction, canHandle session: any UIDropSession) -> Bool {
        list?.takes(session, from: onlySource(session)) ?? false
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnter session: any UIDropSession) {
        over = session
        list?.dropEntered(session)
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidUpdate session: any UIDropSession)
        -> UIDropProposal
    {
        guard let list else { return UIDropProposal(operation: .cancel) }
        let point = session.location(in: list)
        var path = list.dragPath(at: point), source = onlySource(session)
        if path == nil, source != nil, let last = list.dragEnd(), let rect = list.dragRect(at: last),
            point.y > rect.maxY
        {
            path = last
        }
        let answer = list.proposal(session, path, from: source)
        // The delegate may have changed the data.
        if let shown = path, list.dragRect(at: shown) == nil { path = nil }
        source = onlySource(session)
        (self.path, intent, proposal) = (path, answer.intent, answer.proposal)
        if intent == .automatic { intent = isInside(point, path) ? .into : .insert }
        show(source)
        return answer.proposal
    }

    /// Whether a point is in the middle half of a row: a drop there goes into the row.
    private func isInside(_ point: CGPoint, _ path: IndexPath?) -> Bool {
        guard let path, let rect = list?.dragRect(at: path) else { return false }
        return rect.insetBy(dx: 0, dy: rect.height / 4).contains(point)
    }

    private func show(_ source: IndexPath?) {
        let operation = proposal?.operation ?? .cancel
        guard let list, operation == .copy || operation == .move, let path, let row = RowPath(path) else {
            return closeGap()
        }
        list.mark(intent == .into ? path : nil)
        guard intent == .insert else { return open(nil) }
        let from = operation == .move ? source : nil
        let length = (from ?? path).count == 2 ? list.dragRect(at: from ?? path)?.height ?? 0 : 0
        open(ListGap(place: row, source: from.flatMap { RowPath($0) }, length: length), after: list.gapDelay)
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidExit session: any UIDropSession) {
        over = nil
        (path, proposal) = (nil, nil)
        closeGap()
        list?.dropLeft(session)
    }

    func dropInteraction(_ interaction: UIDropInteraction, performDrop session: any UIDropSession) {
        guard let list, let proposal else { return }
        list.mark(nil)
        list.perform(
            ListDrop(
                session: session, proposal: proposal, path: path,
                items: session.items.map { ($0, self.source(of: $0)) }, dragging: self))
        closeGap()
    }

    func dropInteraction(_ interaction: UIDropInteraction, sessionDidEnd session: any UIDropSession) {
        // Another drag may be over the list already.
        if over == nil || over === session {
            over = nil
            closeGap()
        }
        list?.dropEnded(session)
    }
}
