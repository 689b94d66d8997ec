import Foundation
import MicaEvents
import QuartzCore

/// What becomes of a host's keys: presses for responders, and the focus that goes from control to control.
///
/// A key goes to the first responder, or else to the view with the focus, or else to the window, and from there up the responder chain.
/// What nobody of them takes moves the focus: the tabulator to the next view that may have it, with shift to the one before.
/// *Source*: Apple, "Handling key presses made on a physical keyboard"; UIFocusSystem.
@MainActor final class KeyDispatcher {
    private unowned let window: UIWindow
    private var down: [UIKeyboardHIDUsage: UIPress] = [:]
    /// The view that has the focus.
    private(set) weak var focused: UIView?
    private var ring: CALayer?

    init(_ window: UIWindow) { self.window = window }

    func handle(_ event: KeyEvent, _ modifiers: KeyModifiers, _ time: Double) {
        let key = UIKey(event, modifiers)
        if event.isPressed {
            if event.isRepeat { return }
            if event.code == .tab, window.firstResponder == nil {
                return moveFocus(backwards: modifiers.contains(.shift))
            }
            let press = UIPress(key, .began, time)
            press.window = window
            press.responder = window.firstResponder ?? focused ?? scrollView(for: key) ?? window
            down[key.keyCode] = press
            press.responder?.pressesBegan([press], with: UIPressesEvent(Set(down.values), time))
        } else if let press = down.removeValue(forKey: key.keyCode) {
            (press.phase, press.timestamp) = (.ended, time)
            press.responder?.pressesEnded([press], with: UIPressesEvent(Set(down.values).union([press]), time))
        }
    }

    /// Where nothing has the focus, keys that scroll go to what they may scroll.
    private func scrollView(for key: UIKey) -> UIScrollView? {
        UIScrollView.keys.contains(key.keyCode) ? window.keyScrollView : nil
    }

    /// The window has no keys any more: what is down counts as taken away.
    func cancel() {
        for press in down.values {
            press.phase = .cancelled
            press.responder?.pressesCancelled([press], with: UIPressesEvent([press], press.timestamp))
        }
        down = [:]
    }

    /// Gives the focus to a view, or takes it from all.
    func focus(_ view: UIView?) {
        guard view !== focused else { return }
        let context = UIFocusUpdateContext(from: focused, to: view)
        let old = focused
        focused = view
        ring?.removeFromSuperlayer()
        ring = nil
        if let view {
            showRing(view)
            view.scrollIntoSight()
        }
        for view in [old, view].compactMap({ $0 }) {
            view.didUpdateFocus(in: context)
            (view as? UIControl)?.stateChanged()
        }
    }

    private func showRing(_ view: UIView) {
        let ring = CALayer()
        // Outside of the view, unless it clips. The width is our own.
        ring.frame = view.bounds.insetBy(dx: view.clipsToBounds ? 0 : -4, dy: view.clipsToBounds ? 0 : -4)
        ring.borderWidth = 3
        ring.borderColor = view.resolved(view.tintColor.withAlphaComponent(0.6))
        ring.cornerRadius = view.layer.cornerRadius + (view.clipsToBounds ? 0 : 4)
        view.layer.addSublayer(ring)
        self.ring = ring
    }

    private func moveFocus(backwards: Bool) {
        let order = window.focusable()
        guard !order.isEmpty else { return focus(nil) }
        guard let focused, let index = order.firstIndex(where: { $0 === focused }) else {
            return focus(backwards ? order.last : order.first)
        }
        focus(order[(index + (backwards ? order.count - 1 : 1)) % order.count])
    }
}

extension UIView {
    /// The views that may have the focus, of this one and all in it, in the order of the tree.
    func focusable() -> [UIView] {
        guard !isHidden, isUserInteractionEnabled, Float(alpha) >= 0.01 else { return [] }
        return (canBecomeFocused ? [self] : []) + children.flatMap { $0.focusable() }
    }
}

/// What a change of the focus is like. *Source*: Apple, UIFocusUpdateContext.
@preconcurrency @MainActor open class UIFocusUpdateContext: NSObject {
    /// The view that had the focus; nil for none. *Source*: Apple, UIFocusUpdateContext.previouslyFocusedView.
    open private(set) weak var previouslyFocusedView: UIView?
    /// The view that has it now; nil for none. *Source*: Apple, UIFocusUpdateContext.nextFocusedView.
    open private(set) weak var nextFocusedView: UIView?

    init(from old: UIView?, to new: UIView?) {
        (previouslyFocusedView, nextFocusedView) = (old, new)
        super.init()
    }
}
