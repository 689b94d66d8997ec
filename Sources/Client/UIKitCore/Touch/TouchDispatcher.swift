import Foundation
import MicaEvents
import QuartzCore

/// Makes touches from a window's pointers, and delivers them to recognizers and views.
///
/// A mouse counts as a finger while its first button is down. If the alt key is down at the press, it counts as two
/// fingers: the second is the first one's point turned by half a turn about the press, so both begin at the same point.
@MainActor final class TouchDispatcher {
    static let shared = TouchDispatcher()

    private struct PointerKey: Hashable {
        /// The sender of the events: a pressed pointer stays with its window wherever it goes.
        var host: ObjectIdentifier
        var device: PointerDevice
        var pointer: Int
        var isMirrored: Bool
    }

    /// The last tap, with which the next may count as a double tap.
    private struct LastTap {
        var time: Double
        var point: CGPoint
        var count: Int
        weak var window: UIWindow?
    }

    let clock = TouchClock()
    let event = UIEvent()
    /// The recognizers that have touches or wait for more.
    private(set) var active: [UIGestureRecognizer] = []
    private var touches: [PointerKey: UITouch] = [:]
    /// The touches that are down, or whose end a view or a recognizer has yet to be told of, in the order in which they
    /// began.
    private(set) var known: [UITouch] = []
    private var lastTap: LastTap?
    private var actions: [(UIGestureRecognizer, UIGestureRecognizer.State)] = []
    private var depth = 0

    // MARK: Pointers

    /// Handles an event of a window; only those of pointers matter here.
    func handle(_ windowEvent: WindowEvent, in window: UIWindow) {
        guard case .pointer(let pointer) = windowEvent.content, pointer.position.x.isFinite,
            pointer.position.y.isFinite, pointer.phase != .pressed || !UIApplication.shared.isIgnoringInteractionEvents
        else { return }
        passTime(to: windowEvent.time)
        let base = PointerKey(
            host: window.host.map { ObjectIdentifier($0) } ?? ObjectIdentifier(window), device: pointer.device,
            pointer: pointer.pointer, isMirrored: false)
        var mirrored = base
        mirrored.isMirrored = true
        var changed: [UITouch] = []
        switch pointer.phase {
        case .pressed where pointer.button == nil || pointer.button == .primary:
            // A second press without a release: the host lost the release, or another host has taken the pointer.
            drop([base, mirrored], windowEvent.time)
            changed.append(begin(base, pointer, windowEvent, window))
            if pointer.device == .mouse, windowEvent.modifiers.contains(.alt) {
                changed.append(begin(mirrored, pointer, windowEvent, window))
            }
        case .moved:
            changed = move(base, mirrored, pointer, windowEvent.time, to: .moved)
        case .released where pointer.button == nil || pointer.button == .primary:
            changed = move(base, mirrored, pointer, windowEvent.time, to: .ended)
        case .cancelled:
            changed = move(base, mirrored, pointer, windowEvent.time, to: .cancelled)
        case .pressed, .released, .entered, .exited: return
        }
        guard !changed.isEmpty else { return }
        if pointer.phase == .released || pointer.phase == .cancelled {
            touches[base] = nil
            touches[mirrored] = nil
        }
        send(changed, windowEvent.time, UIKeyModifierFlags(windowEvent.modifiers))
    }

    private func begin(_ key: PointerKey, _ pointer: PointerEvent, _ event: WindowEvent, _ window: UIWindow) -> UITouch
    {
        let touch = UITouch()
        let point = window.layer.convert(pointer.position, from: window.layer.superlayer)
        (touch.point, touch.previousPoint, touch.startPoint) = (point, point, point)
        touch.timestamp = event.time
        touch.window = window
        switch pointer.device {
        case .mouse, .touch: (touch.type, touch.isMouse) = (.direct, pointer.device == .mouse)
        case .pen, .eraser: (touch.type, touch.maximumPossibleForce) = (.pencil, 20.0 / 3)
        }
        touch.force = pointer.pressure
        if let last = lastTap, last.window === window, event.time - last.time <= TouchThresholds.tapInterval,
            last.point.distance(to: point) <= TouchThresholds.tapMovement
        {
            touch.tapCount = last.count + 1
        }
        touches[key] = touch
        return touch
    }

    private func move(
        _ base: PointerKey, _ mirrored: PointerKey, _ pointer: PointerEvent, _ time: Double, to phase: UITouch.Phase
    ) -> [UITouch] {
        guard let touch = touches[base], let window = touch.window else {
            touches[base] = nil
            return []
        }
        let point = window.layer.convert(pointer.position, from: window.layer.superlayer)
        // A mouse sends an event for each button as well; a touch that has not moved is not reported as moved.
        if phase == .moved, point == touch.point { return [] }
        var changed: [UITouch] = []
        func change(_ touch: UITouch, to point: CGPoint) {
            touch.previousPoint = touch.point
            touch.point = point
            touch.phase = phase
            touch.timestamp = time
            touch.force = pointer.pressure
            changed.append(touch)
        }
        change(touch, to: point)
        if let other = touches[mirrored] {
            change(other, to: CGPoint(x: 2 * touch.startPoint.x - point.x, y: 2 * touch.startPoint.y - point.y))
        }
        if phase == .ended {
            let isTap = touch.startPoint.distance(to: point) <= TouchThresholds.tapMovement
            lastTap = isTap ? LastTap(time: time, point: point, count: touch.tapCount, window: window) : nil
        }
        return changed
    }

    /// Cancels all touches of a window, as when another program takes over.
    func cancelTouches(of window: UIWindow, at time: Double) {
        let changed = known.filter { $0.window === window && $0.isLive }
        guard !changed.isEmpty else { return }
        for touch in changed { (touch.phase, touch.timestamp) = (.cancelled, time) }
        touches = touches.filter { $0.value.window !== window }
        send(changed, time, [])
    }

    /// Cancels touches whose ends will not be reported.
    private func drop(_ keys: [PointerKey], _ time: Double) {
        let dropped = keys.compactMap { touches.removeValue(forKey: $0) }
        guard !dropped.isEmpty else { return }
        for touch in dropped { (touch.phase, touch.timestamp) = (.cancelled, time) }
        send(dropped, time, [])
    }

    private func send(_ changed: [UITouch], _ time: Double, _ modifiers: UIKeyModifierFlags) {
        for touch in known where touch.window == nil {
            touch.phase = .cancelled
            touch.delivery.isOver = true
            for recognizer in touch.recognizers { recognizer.release(touch) }
        }
        for touch in known where touch.isLive && !changed.contains(touch) { touch.phase = .stationary }
        for touch in changed where touch.phase == .began { hit(touch) }
        known += changed.filter { $0.phase == .began }
        event.timestamp = time
        event.modifierFlags = modifiers
        event.all = known.filter { $0.isLive || changed.contains($0) }
        UIApplication.shared.sendEvent(event)
        // An override of the window's sendEvent(_:) may have dropped the event; its ended touches are released all the
        // same.
        for touch in changed where !touch.isLive {
            for recognizer in touch.recognizers { recognizer.release(touch) }
        }
        finishRound()
    }

    /// Finds the view and the recognizers that get a new touch.
    private func hit(_ touch: UITouch) {
        guard let window = touch.window else { return }
        UIScrollView.followAll(to: touch.timestamp)
        touch.view = window.hitTest(touch.point, with: event)
        var view = touch.view
        while let current = view {
            for recognizer in current.gestureRecognizers ?? [] where recognizer.isEnabled {
                guard recognizer.shouldReceive(event) else { continue }
                if recognizer.delegate?.gestureRecognizer(recognizer, shouldReceive: touch) == false { continue }
                touch.recognizers.append(recognizer)
            }
            view = current.superview
        }
        guard let hit = touch.view else { return touch.delivery.isWanted = false }
        for other in known where other.isLive && other.delivery.isWanted && other.window === window {
            guard let view = other.view else { continue }
            if view === hit {
                if !hit.isMultipleTouchEnabled { touch.delivery.isWanted = false }
            } else if view.isExclusiveTouch || hit.isExclusiveTouch {
                touch.delivery.isWanted = false
            }
        }
    }

    // MARK: Delivery

    /// Delivers an event to a window's recognizers, then to its views.
    func deliver(_ event: UIEvent, in window: UIWindow) {
        if event.type == .hover { return PointerDispatcher.deliver(event) }
        guard event.type == .touches else { return }
        depth += 1
        defer { depth -= 1 }
        let changed = event.all.filter { $0.window === window && $0.phase != .stationary }
        var told: [UIGestureRecognizer] = []
        for touch in changed {
            for recognizer in touch.recognizers where !told.contains(where: { $0 === recognizer }) {
                told.append(recognizer)
                let own = changed.filter { $0.recognizers.contains { $0 === recognizer } }
                recognizer.receive(own, event)
            }
        }
        retryWaiting()
        sendActions()
        for touch in changed {
            switch touch.phase {
            case .began: touch.delivery.beginWaits = touch.delivery.isWanted
            case .ended: touch.delivery.endWaits = touch.delivery.isWanted && !touch.delivery.isOver
            case .cancelled where !touch.delivery.hasBegun: touch.delivery.isOver = true
            case .moved, .stationary, .cancelled, .regionEntered, .regionMoved, .regionExited: break
            }
        }
        tellViews(changed.filter { $0.phase == .moved && $0.delivery.hasBegun && !$0.delivery.isOver }, .moved)
        tellViews(changed.filter { $0.phase == .cancelled && $0.delivery.hasBegun && !$0.delivery.isOver }, .cancelled)
        flushDelayed()
    }

    /// Tells views of touches that no recognizer holds back any more.
    private func flushDelayed() {
        for touch in known where touch.delivery.isOver {
            (touch.delivery.beginWaits, touch.delivery.endWaits) = (false, false)
        }
        let begun = known.filter { touch in
            touch.delivery.beginWaits && !touch.recognizers.contains { $0.holdsBegin(of: touch) }
        }
        for touch in begun {
            touch.delivery.beginWaits = false
            if !mayBegin(touch) { touch.delivery.isOver = true }
        }
        tellViews(begun.filter { !$0.delivery.isOver }, .began)
        let ended = known.filter { touch in
            touch.delivery.endWaits && touch.delivery.hasBegun && !touch.recognizers.contains { $0.holdsEnd(of: touch) }
        }
        for touch in ended { touch.delivery.endWaits = false }
        tellViews(ended.filter { !$0.delivery.isOver }, .ended)
    }

    /// Whether the scroll views around the hit view let it have a touch.
    private func mayBegin(_ touch: UITouch) -> Bool {
        guard let view = touch.view else { return true }
        return touch.recognizers.allSatisfy { recognizer in
            guard let scrollView = (recognizer as? ScrollPanGestureRecognizer)?.scrollView, scrollView !== view else {
                return true
            }
            return scrollView.touchesShouldBegin([touch], with: event, in: view)
        }
    }

    /// Tells each hit view of its touches, in one call for each view.
    private func tellViews(_ touches: [UITouch], _ phase: UITouch.Phase) {
        var left = touches
        while let view = left.first?.view {
            let own = left.filter { $0.view === view }
            left.removeAll { $0.view === view }
            switch phase {
            case .began:
                for touch in own { touch.delivery.hasBegun = true }
                view.touchesBegan(Set(own), with: event)
            case .moved: view.touchesMoved(Set(own), with: event)
            case .ended:
                for touch in own { touch.delivery.isOver = true }
                view.touchesEnded(Set(own), with: event)
            case .cancelled:
                for touch in own { touch.delivery.isOver = true }
                view.touchesCancelled(Set(own), with: event)
            case .stationary, .regionEntered, .regionMoved, .regionExited: break
            }
        }
    }

    /// Cancels touches in the views that got them, because a recognizer has found its gesture.
    private func cancelInViews(_ touches: [UITouch]) {
        let told = touches.filter { $0.delivery.hasBegun && !$0.delivery.isOver }
        for touch in touches {
            (touch.delivery.beginWaits, touch.delivery.endWaits) = (false, false)
            if !touch.delivery.hasBegun { touch.delivery.isOver = true }
        }
        tellViews(told, .cancelled)
    }

    /// A view has left its window: cancels its touches and its recognizers, except a drag that moves.
    func viewLeft(_ view: UIView) {
        guard !known.isEmpty || !active.isEmpty else { return }
        for recognizer in active where recognizer.view === view && !recognizer.survivesItsView { recognizer.abort() }
        tellViews(
            known.filter { $0.view === view && $0.delivery.hasBegun && !$0.delivery.isOver }, .cancelled)
        for touch in known where touch.view === view { touch.delivery.isOver = true }
        if depth == 0 { finishRound() }
    }

    // MARK: Recognizers

    /// Makes the delayed calls that are due at a time.
    func passTime(to time: Double) {
        depth += 1
        let hasCalled = clock.advance(to: time)
        depth -= 1
        if hasCalled { finishRound() }
    }

    /// Notes that a recognizer has touches.
    func activate(_ recognizer: UIGestureRecognizer) {
        if !active.contains(where: { $0 === recognizer }) { active.append(recognizer) }
    }

    /// Notes an action to be sent.
    func addAction(_ recognizer: UIGestureRecognizer) {
        actions.append((recognizer, recognizer.state))
        if depth == 0 { finishRound() }
    }

    /// Ends a round: lets waiting recognizers go on, sends actions, tells views, and resets what is over.
    func finishRound() {
        guard depth == 0 else { return }
        depth += 1
        defer { depth -= 1 }
        var round = 0
        repeat {
            retryWaiting()
            sendActions()
            flushDelayed()
            for recognizer in active where recognizer.isFinished { recognizer.finishSequence() }
            active.removeAll { !$0.isTracking }
            round += 1
        } while (!actions.isEmpty || active.contains { $0.isFinished }) && round < 16
        known.removeAll { touch in
            !touch.isLive && !touch.delivery.beginWaits && !touch.delivery.endWaits
                && !active.contains { $0.tracks(touch) }
        }
        // The event is reused, and would otherwise keep the views of ended touches alive.
        event.all.removeAll { touch in !touch.isLive && !known.contains { $0 === touch } }
    }

    private func retryWaiting() {
        var goesOn = true
        while goesOn {
            goesOn = false
            for recognizer in active where recognizer.pending != nil {
                let before = recognizer.pending
                recognizer.retry()
                if recognizer.pending != before { goesOn = true }
            }
        }
    }

    /// Sends the actions, then cancels the recognizers' touches in the views.
    ///
    /// *Source*: published logs of devices show this order for taps and pans (docs/touch.md); UIGestureRecognizer.h
    /// gives the opposite order for `cancelsTouchesInView`.
    private func sendActions() {
        while !actions.isEmpty {
            let (recognizer, state) = actions.removeFirst()
            let touches = recognizer.sequence
            recognizer.sendActions(in: state)
            if recognizer.cancelsTouchesInView, state == .began || state == .ended { cancelInViews(touches) }
        }
    }
}

/// The limits of distance and duration that distinguish gestures.
///
/// *Source*: Apple's documented values; docs/touch.md lists the sources of the others.
enum TouchThresholds {
    /// The longest time from the end of a tap to the beginning of the next. *Units*: seconds.
    static let tapInterval = 0.3
    /// The longest time that a finger may be down in a tap. *Units*: seconds.
    static let tapDuration = 1.0
    /// The largest movement in a tap, and from one tap to the next. *Units*: points.
    static let tapMovement: CGFloat = 44
    /// The movement at which a pan begins. *Units*: points.
    static let panHysteresis: CGFloat = 10
    /// The change of two fingers' distance at which a pinch begins. *Units*: points.
    static let pinchHysteresis: CGFloat = 8
    /// The path of each of two fingers about their middle at which a rotation begins. *Units*: points.
    static let rotationHysteresis: CGFloat = 8
    /// A swipe's shortest distance, its largest deviation to the side, and its longest duration. *Units*: points,
    /// seconds.
    static let swipeDistance: CGFloat = 60, swipeDeviation: CGFloat = 60, swipeDuration = 0.4
    /// The largest distance from an edge at which a pan from it may begin. *Units*: points.
    static let edgeDistance: CGFloat = 13
    /// The distance outside a control at which a finger that was inside still counts as inside. *Units*: points.
    static let controlSlop: CGFloat = 70
}

extension CGPoint {
    /// The distance to another point.
    func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}
