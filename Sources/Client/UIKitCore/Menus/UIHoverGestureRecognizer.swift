import CoreGraphics
import Foundation
import MicaEvents

/// Follows a mouse over its view while no button is down: `began` when it comes, `changed` as it moves, `ended` when it
/// leaves.
///
/// *Source*: Apple, UIHoverGestureRecognizer.
open class UIHoverGestureRecognizer: UIGestureRecognizer {
    private var point = CGPoint.zero

    /// The mouse's position, in a view's space; nil stands for the window's.
    open override func location(in view: UIView?) -> CGPoint {
        guard let view, let window = self.view?.window, view !== window else { return point }
        return view.convert(point, from: window)
    }

    /// False: it takes no touches.
    open override func shouldReceive(_ event: UIEvent) -> Bool { false }

    /// The mouse is over the view, or no longer.
    final func follow(_ point: CGPoint, isInside: Bool) {
        self.point = point
        guard isEnabled else { return }
        switch (state, isInside) {
        case (.possible, true): tell(.began)
        case (.began, true), (.changed, true): tell(.changed)
        case (.began, false), (.changed, false):
            tell(.ended)
            tell(.possible)
        default: break
        }
    }

    /// The state of the hover. Setting it does nothing: the mouse decides.
    open override var state: State {
        get { hoverState }
        set {}
    }
    private var hoverState = State.possible

    private func tell(_ state: State) {
        hoverState = state
        if state != .possible { sendActions(in: state) }
    }
}

/// The mouse over a window: hovering, the second button, and the middle one.
@MainActor enum PointerDispatcher {
    /// The recognizers that the mouse is over.
    private static var hovered: [UIHoverGestureRecognizer] = []

    static func handle(_ pointer: PointerEvent, in window: UIWindow) {
        guard pointer.device == .mouse, pointer.position.x.isFinite, pointer.position.y.isFinite else { return }
        let point = window.layer.convert(pointer.position, from: window.layer.superlayer)
        switch pointer.phase {
        case .moved, .entered: hover(pointer.buttons.isEmpty ? window.hitTest(point, with: nil) : nil, point)
        case .exited, .cancelled: hover(nil, point)
        case .pressed:
            hover(nil, point)
            if pointer.button == .secondary { click(window.hitTest(point, with: nil), point, window) }
            if pointer.button == .middle { pasteSelection(window.hitTest(point, with: nil), point, window) }
        case .released: hover(window.hitTest(point, with: nil), point)
        }
    }

    /// The mouse is over a view; nil for none. It is over the superviews too.
    private static func hover(_ view: UIView?, _ point: CGPoint) {
        var now: [UIHoverGestureRecognizer] = []
        var current = view
        while let next = current {
            now += (next.gestureRecognizers ?? []).compactMap { $0 as? UIHoverGestureRecognizer }
            current = next.superview
        }
        let left = hovered.filter { old in !now.contains { $0 === old } }
        hovered = now
        for recognizer in left { recognizer.follow(point, isInside: false) }
        for recognizer in now { recognizer.follow(point, isInside: true) }
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

/// A view of text: it has a menu for the mouse's second button, beside those of interactions, and pastes by the middle one.
@MainActor package protocol PointerMenuView: UIView {
    /// The menu for a point of the view; nil for none.
    func pointerMenu(at point: CGPoint) -> UIMenu?
    /// Inserts the text that was selected last at a point of the view.
    func pastePrimarySelection(at point: CGPoint)
}
