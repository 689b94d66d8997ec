import CoreGraphics
import Foundation
import MicaEvents

/// The mouse over a window: hover, the pointer's style, the secondary button, and the middle one.
@MainActor enum PointerDispatcher {
    /// The recognizers that the mouse is over.
    private static var hovered: [UIHoverGestureRecognizer] = []
    /// The mouse over a window; nil while it is over none, or pressed.
    private static var touch: UITouch?
    /// The view under the mouse at its last move.
    private static weak var lastHit: UIView?
    private static let event = HoverEvent()

    static func handle(_ pointer: PointerEvent, _ modifiers: KeyModifiers, _ time: Double, in window: UIWindow) {
        guard pointer.device == .mouse, pointer.position.x.isFinite, pointer.position.y.isFinite else { return }
        let point = window.layer.convert(pointer.position, from: window.layer.superlayer)
        event.timestamp = time
        event.modifierFlags = UIKeyModifierFlags(modifiers)
        switch pointer.phase {
        case .moved where !pointer.buttons.isEmpty, .entered where !pointer.buttons.isEmpty:
            leave(point)
            PointerCourse.shared.drag(point, in: window)
        case .moved, .entered, .released:
            let hit = window.hitTest(point, with: nil)
            hover(hit, point, window)
            PointerCourse.shared.move(over: hit, point, event.modifierFlags, in: window)
        case .exited, .cancelled:
            leave(point)
            PointerCourse.shared.leave()
        case .pressed:
            leave(point)
            PointerCourse.shared.press()
            if pointer.button == .secondary { click(window.hitTest(point, with: nil), point, window) }
            if pointer.button == .middle { pasteSelection(window.hitTest(point, with: nil), point, window) }
        }
    }

    /// Sends the mouse's place as an event without a press.
    private static func hover(_ view: UIView?, _ point: CGPoint, _ window: UIWindow) {
        if let touch, touch.window !== window { leave(touch.point) }
        let touch = touch ?? UITouch()
        let isNew = self.touch == nil
        (touch.phase, touch.type) = (isNew ? .regionEntered : .regionMoved, .indirectPointer)
        (touch.previousPoint, touch.point) = (isNew ? point : touch.point, point)
        (touch.window, touch.view, touch.tapCount) = (window, view, 0)
        (self.touch, lastHit) = (touch, view)
        send(touch)
    }

    /// Ends the hover: the mouse has left the window, or a button is pressed.
    private static func leave(_ point: CGPoint) {
        guard let touch else { return }
        self.touch = nil
        (touch.phase, touch.view) = (.regionExited, lastHit)
        (touch.previousPoint, touch.point) = (touch.point, point)
        send(touch)
    }

    private static func send(_ touch: UITouch) {
        touch.timestamp = event.timestamp
        event.all = [touch]
        UIApplication.shared.sendEvent(event)
        // The event and the touch are reused, and would otherwise keep the view alive.
        event.all = []
        touch.view = nil
    }

    /// Updates the recognizers of the view under the mouse and of its superviews.
    static func deliver(_ event: UIEvent) {
        guard let touch = event.all.first else { return }
        var now: [UIHoverGestureRecognizer] = []
        var current = touch.phase == .regionExited ? nil : touch.view
        while let next = current {
            now += (next.gestureRecognizers ?? []).compactMap { $0 as? UIHoverGestureRecognizer }
                .filter { $0.shouldReceive(event) }
            current = next.superview
        }
        let left = hovered.filter { old in !now.contains { $0 === old } }
        hovered = now
        for recognizer in left { recognizer.follow(touch.point, isInside: false) }
        for recognizer in now { recognizer.follow(touch.point, isInside: true) }
    }

    /// The second button shows the context menu of the front-most view that has one.
    private static func click(_ view: UIView?, _ point: CGPoint, _ window: UIWindow) {
        if let open = MenuOverlay.current { return open.close(nil) }
        var current = view
        while let next = current {
            for case let interaction as UIContextMenuInteraction in next.interactions {
                if interaction.show(at: next.convert(point, from: window)) { return }
            }
            if let text = next as? any PointerMenuView,
                let menu = text.pointerMenu(at: next.convert(point, from: window))
            {
                let place = CGRect(origin: point, size: .zero)
                return MenuOverlay.show(menu, at: place, in: window, takesKeys: false, sender: next) { _ in }
            }
            current = next.superview
        }
    }

    /// The middle button pastes the text that was selected last into the view of text that is pressed, as on other
    /// desktops of X11 and Wayland.
    private static func pasteSelection(_ view: UIView?, _ point: CGPoint, _ window: UIWindow) {
        guard MenuOverlay.current == nil else { return }
        var current = view
        while let next = current {
            if let text = next as? any PointerMenuView {
                return text.pastePrimarySelection(at: next.convert(point, from: window))
            }
            current = next.superview
        }
    }
}

/// The place of a mouse without a pressed button.
private final class HoverEvent: UIEvent {
    override var type: EventType { .hover }
}

/// A view of text: it has a menu for the mouse's second button, beside those of interactions, and pastes by the middle one.
@MainActor package protocol PointerMenuView: UIView {
    /// The menu for a point of the view; nil for none.
    func pointerMenu(at point: CGPoint) -> UIMenu?
    /// Inserts the text that was selected last at a point of the view.
    func pastePrimarySelection(at point: CGPoint)
    /// Whether the mouse's pointer is a beam over the view: its text can be edited or selected.
    var showsTextPointer: Bool { get }
}
