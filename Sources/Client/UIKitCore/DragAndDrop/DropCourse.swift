import CoreGraphics
import Foundation
import MicaEvents

/// A drop session whose items a view sends to places of its own, as lists do. Not Apple's.
package protocol LandingSession: UIDropSession {
    /// Sends an item to a place, which is evaluated after the drop was performed; nil lets the item shrink.
    func land(_ item: UIDragItem, at place: @escaping () -> UITargetedDragPreview?) -> any UIDragAnimating
    /// The size of an item's preview, in points; zero without one.
    func previewSize(of item: UIDragItem) -> CGSize
}

/// Where an item lands, and the animations beside that.
@MainActor struct Landing {
    var place: () -> UITargetedDragPreview?
    let animator = DragAnimator()
}

/// A drag's course over views that take drops.
@MainActor final class DropCourse {
    let session: LocalDropSession
    private weak var window: UIWindow?
    private(set) var target: UIDropInteraction?
    private(set) var proposal: UIDropProposal?
    private var visited: [UIDropInteraction] = []
    /// The deepest view under the drag at its last move.
    private(set) weak var hit: UIView?

    init(_ session: LocalDropSession, in window: UIWindow) { (self.session, self.window) = (session, window) }

    /// The effect of a drop now.
    var operation: UIDropOperation {
        guard target != nil, let proposal else { return .cancel }
        return proposal.operation == .move && !session.allowsMoveOperation ? .cancel : proposal.operation
    }

    /// Moves the drag to a point of the window: the view there proposes an operation, and the previous one is notified.
    func move(to point: CGPoint) {
        session.point = point
        hit = hitView
        let found = find()
        if found !== target {
            leave()
            target = found
            if let found {
                if !visited.contains(where: { $0 === found }) { visited.append(found) }
                found.delegate?.dropInteraction(found, sessionDidEnter: session)
            }
        }
        guard let target else { return proposal = nil }
        proposal = target.delegate?.dropInteraction(target, sessionDidUpdate: session)
    }

    /// Takes the drag away from the view that it is over.
    func leave() {
        guard let target else { return }
        (self.target, proposal) = (nil, nil)
        target.delegate?.dropInteraction(target, sessionDidExit: session)
    }

    /// The interaction of the deepest view under the drag that can handle it.
    private func find() -> UIDropInteraction? {
        var view = hit
        while let current = view {
            for case let interaction as UIDropInteraction in current.interactions {
                if interaction === target { return interaction }
                if interaction.delegate?.dropInteraction(interaction, canHandle: session) == true { return interaction }
            }
            view = current.superview
        }
        return nil
    }

    /// Whether another view than at the last move has come under the drag, which is not in the target's: a place in a
    /// list stays as its rows move.
    var isOverOther: Bool {
        guard let new = hitView, new !== hit else { return false }
        return target?.view.map { !new.isDescendant(of: $0) } ?? true
    }

    private var hitView: UIView? {
        guard let window else { return nil }
        guard let host = window.host else { return window.hitTest(session.point, with: nil) }
        for other in UIApplication.shared.windows.reversed() where other.host === host && !other.isHidden {
            if let hit = other.hitTest(other.convert(session.point, from: window), with: nil) { return hit }
        }
        return nil
    }

    /// Gives the items to the view. Returns where each of them lands.
    func perform(from flights: [DragFlight]) -> [Landing] {
        guard let target else { return [] }
        session.landings = [:]
        for flight in flights { session.sizes[ObjectIdentifier(flight.item)] = flight.view.bounds.size }
        target.delegate?.dropInteraction(target, performDrop: session)
        let landings = session.items.map { item -> Landing in
            if let own = session.landings?[ObjectIdentifier(item)] { return own }
            let flight = flights.first { $0.item === item }
            let preview = flight.flatMap {
                target.delegate?.dropInteraction(target, previewForDropping: item, withDefault: $0.preview)
            }
            let landing = Landing(place: { preview })
            target.delegate?.dropInteraction(target, item: item, willAnimateDropWith: landing.animator)
            return landing
        }
        session.landings = nil
        return landings
    }

    /// The items have landed.
    func conclude() {
        if let target { target.delegate?.dropInteraction(target, concludeDrop: session) }
    }

    /// Notifies all views that the drag was over of its end.
    func end() {
        for interaction in visited { interaction.delegate?.dropInteraction(interaction, sessionDidEnd: session) }
        (visited, target, proposal) = ([], nil, nil)
    }

    /// Scrolls the scroll view around the target at whose edge the drag is, by the distance of some seconds. Returns
    /// whether it scrolled.
    func scroll(_ seconds: Double) -> Bool {
        var view = target?.view
        while let current = view {
            if let scroller = current as? UIScrollView, scroller.isScrollEnabled, let way = way(in: scroller) {
                let old = scroller.contentOffset
                let inset = scroller.adjustedContentInset
                let low = CGPoint(x: -inset.left, y: -inset.top)
                let high = CGPoint(
                    x: max(low.x, scroller.contentSize.width + inset.right - scroller.bounds.width),
                    y: max(low.y, scroller.contentSize.height + inset.bottom - scroller.bounds.height))
                let new = CGPoint(
                    x: min(max(old.x + way.x * seconds, min(low.x, old.x)), max(high.x, old.x)),
                    y: min(max(old.y + way.y * seconds, min(low.y, old.y)), max(high.y, old.y)))
                if new != old {
                    scroller.contentOffset = new
                    return true
                }
            }
            view = current.superview
        }
        return false
    }

    /// The speed at which a drag at a scroll view's edge scrolls, in points per second; nil inside.
    private func way(in scroller: UIScrollView) -> CGPoint? {
        let point = session.location(in: scroller), sight = scroller.bounds.inset(by: scroller.adjustedContentInset)
        func speed(_ position: CGFloat, _ low: CGFloat, _ high: CGFloat) -> CGFloat {
            let zone = min(DragMetrics.zone, (high - low) / 3)
            guard zone > 0, position > low - zone, position < high + zone else { return 0 }
            let depth = min(position - low - zone, 0) + max(position - high + zone, 0)
            return min(max(depth / zone, -1), 1) * DragMetrics.speed
        }
        let way = CGPoint(
            x: speed(point.x, sight.minX, sight.maxX), y: speed(point.y, sight.minY, sight.maxY))
        return way == .zero ? nil : way
    }
}

extension DropCourse {
    /// Gives the files and the text that another program has dropped on a window to the view there.
    static func receive(_ drop: DropEvent, in window: UIWindow) {
        var items = drop.files.compactMap { NSItemProvider(contentsOf: URL(fileURLWithPath: $0)) }
        if let text = drop.text { items.append(NSItemProvider(object: NSString(string: text))) }
        guard !items.isEmpty, drop.position.x.isFinite, drop.position.y.isFinite else { return }
        let point = window.layer.convert(drop.position, from: window.layer.superlayer)
        let course = DropCourse(
            LocalDropSession(items.map { UIDragItem(itemProvider: $0) }, at: point, in: window), in: window)
        course.move(to: point)
        guard course.operation == .copy || course.operation == .move else {
            course.leave()
            return course.end()
        }
        let landings = course.perform(from: [])
        UIView.animate(withDuration: DragMetrics.fadeDuration) {
            for landing in landings { landing.animator.animate() }
        } completion: { _ in
            for landing in landings { landing.animator.complete(.end) }
            course.conclude()
            course.end()
        }
    }
}
