import CoreGraphics
import Foundation
import QuartzCore

/// A drag from its lift to its end. A host has one at a time.
@MainActor final class DragCourse {
    private struct Held {
        weak var course: DragCourse?
    }
    private static var held: [Held] = []

    /// The drag that a finger holds in a window, or in another of its host; nil for none.
    static func current(with window: UIWindow?) -> DragCourse? {
        guard let window else { return nil }
        for case let course? in held.map(\.course) {
            guard let own = course.window else { continue }
            if own === window || (own.host != nil && own.host === window.host) { return course }
        }
        return nil
    }

    private weak var interaction: UIDragInteraction?
    let session: LocalDragSession
    private weak var window: UIWindow?
    private let drop: DropCourse
    private let spring: SpringCourse
    private let board: DragBoard
    private var flights: [DragFlight] = []
    private let liftAnimator = DragAnimator()
    private let start: CGPoint
    /// Whether the drag has begun to move.
    private(set) var isMoving = false
    private var isFullSize = true
    private var link: CADisplayLink?
    private var lastTick = 0.0

    /// Lifts the views of a session's items.
    init(_ interaction: UIDragInteraction, _ session: LocalDragSession, in window: UIWindow) {
        (self.interaction, self.session, self.window) = (interaction, session, window)
        start = session.point
        drop = DropCourse(LocalDropSession(session, in: window), in: window)
        board = DragBoard(over: window)
        spring = SpringCourse(in: window)
        Self.held.append(Held(course: self))
        for item in session.items { addFlight(item, of: interaction) }
        callDelegate { $0.dragInteraction($1, willAnimateLiftWith: liftAnimator, session: session) }
        menuAppeared()
        UIView.animate(withDuration: DragMetrics.liftDuration) {
            for (index, flight) in self.flights.enumerated() { flight.lift(isFirst: index == 0) }
            self.liftAnimator.animate()
        }
    }

    /// Calls the delegate of the view from which the drag comes; nil without one.
    @discardableResult
    private func callDelegate<Answer>(_ call: (any UIDragInteractionDelegate, UIDragInteraction) -> Answer) -> Answer? {
        guard let interaction, let delegate = interaction.delegate else { return nil }
        return call(delegate, interaction)
    }

    private func addFlight(_ item: UIDragItem, of interaction: UIDragInteraction) {
        let preview = interaction.delegate?.dragInteraction(interaction, previewForLifting: item, session: session)
        guard let window, let preview, preview.target.container.window != nil else { return }
        let flight = DragFlight(item, preview, in: window)
        board.add(flight)
        flights.append(flight)
    }

    /// A menu that shows the lifted view as well has appeared.
    func menuAppeared() {
        if !isMoving { board.isHidden = MenuOverlay.current != nil }
    }

    // MARK: Moving

    /// Moves the drag to a point of the window. A drag that was only lifted begins once it is a distance away.
    func move(to point: CGPoint, beginsAfter distance: CGFloat) {
        session.point = point
        if !isMoving {
            guard start.distance(to: point) >= distance else { return }
            begin()
        }
        callDelegate { $0.dragInteraction($1, sessionDidMove: session) }
        update()
    }

    private func begin() {
        isMoving = true
        board.isHidden = false
        MenuOverlay.current?.close(nil)
        session.allowsMoveOperation =
            callDelegate { $0.dragInteraction($1, sessionAllowsMoveOperation: session) } ?? true
        session.isRestrictedToDraggingApplication =
            callDelegate { $0.dragInteraction($1, sessionIsRestrictedToDraggingApplication: session) } ?? false
        isFullSize = callDelegate { $0.dragInteraction($1, prefersFullSizePreviewsFor: session) } ?? false
        liftAnimator.complete(.end)
        callDelegate { $0.dragInteraction($1, sessionWillBegin: session) }
        for flight in flights { flight.take(at: start) }
        UIView.animate(withDuration: DragMetrics.liftDuration) { self.sizeFlights() }
        let link = CADisplayLink { [weak self] link in
            assumeMainActor {
                guard let self else { return link.invalidate() }
                self.tick(link.timestamp)
            }
        }
        link.add(to: .current, forMode: .common)
        self.link = link
    }

    private func sizeFlights() {
        let isFull = isFullSize || drop.proposal?.prefersFullSizePreview == true
        for flight in flights { flight.setFullSize(isFull) }
    }

    private func update() {
        let wasFull = drop.proposal?.prefersFullSizePreview == true
        drop.move(to: session.point)
        spring.move(to: session.point, over: drop.hit)
        // A delegate may have ended the drag.
        guard link != nil else { return }
        if wasFull != (drop.proposal?.prefersFullSizePreview == true) {
            UIView.animate(withDuration: DragMetrics.liftDuration) { self.sizeFlights() }
        }
        guard let first = flights.first else { return }
        UIView.performWithoutAnimation {
            for (index, flight) in flights.enumerated() { flight.follow(session.point, index, behind: first) }
            board.mark(session.items.count, drop.target == nil ? nil : drop.operation, at: first)
        }
    }

    private func tick(_ time: Double) {
        // A view that is no more has taken its recognizer along, which then says no end.
        guard let interaction, interaction.view != nil else { return interaction?.cancelDrag() ?? cancel() }
        let seconds = lastTick > 0 ? min(max(time - lastTick, 0), 0.1) : 0
        lastTick = time
        spring.tick(time)
        if link != nil, drop.scroll(seconds) || drop.isOverOther { update() }
    }

    /// Adds the items of a view that another finger has tapped.
    func add(_ items: [UIDragItem], from other: UIDragInteraction) {
        callDelegate { $0.dragInteraction($1, session: session, willAdd: items, for: other) }
        session.items += items
        let old = flights.count
        for item in items { addFlight(item, of: other) }
        for flight in flights[old...] { flight.take(at: session.point) }
        guard isMoving else { return }
        UIView.animate(withDuration: DragMetrics.liftDuration) {
            for flight in self.flights[old...] { flight.lift(isFirst: old == 0) }
            self.sizeFlights()
        }
        update()
    }

    // MARK: Ending

    private func stop() {
        link?.invalidate()
        link = nil
        spring.finish()
        Self.held.removeAll { $0.course == nil || $0.course === self }
        board.hideBadge()
    }

    /// The finger was lifted: drops the items, or brings them back.
    func end() {
        guard isMoving else { return settle() }
        stop()
        let operation = drop.operation
        callDelegate { $0.dragInteraction($1, session: session, willEndWith: operation) }
        guard operation == .copy || operation == .move else { return goBack(operation) }
        let landings = drop.perform(from: flights)
        var left = 1
        let landed = { [self] in
            left -= 1
            guard left == 0 else { return }
            drop.conclude()
            finish(operation)
        }
        for (item, landing) in zip(session.items, landings) {
            left += 1
            guard let flight = flights.first(where: { $0.item === item }) else {
                landing.animator.animate()
                landing.animator.complete(.end)
                landed()
                continue
            }
            flight.land(on: landing.place(), landing.animator, landed)
        }
        landed()
    }

    /// The system has taken the touch away.
    func cancel() {
        guard isMoving else { return settle() }
        stop()
        callDelegate { $0.dragInteraction($1, session: session, willEndWith: .cancel) }
        goBack(.cancel)
    }

    /// Ends a lift from which no drag has come.
    private func settle() {
        stop()
        UIView.animate(withDuration: DragMetrics.liftDuration) {
            for flight in self.flights { flight.settle() }
        } completion: { _ in
            self.board.removeFromSuperview()
            self.liftAnimator.complete(.start)
        }
    }

    private func goBack(_ operation: UIDropOperation) {
        drop.leave()
        var left = flights.count + 1
        let arrived = { [self] in
            left -= 1
            if left == 0 { finish(operation) }
        }
        for flight in flights {
            let animator = DragAnimator()
            let preview = callDelegate {
                $0.dragInteraction($1, previewForCancelling: flight.item, withDefault: flight.source)
            }
            callDelegate { $0.dragInteraction($1, item: flight.item, willAnimateCancelWith: animator) }
            flight.land(on: preview ?? nil, animator, arrived)
        }
        arrived()
    }

    private func finish(_ operation: UIDropOperation) {
        board.removeFromSuperview()
        drop.end()
        callDelegate { $0.dragInteraction($1, session: session, didEndWith: operation) }
        if operation == .copy || operation == .move {
            callDelegate { $0.dragInteraction($1, sessionDidTransferItems: session) }
        }
    }
}
