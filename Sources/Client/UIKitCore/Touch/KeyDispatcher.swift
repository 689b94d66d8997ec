import Foundation
import MicaEvents
import QuartzCore

/// Delivers a host's keys to a window's responders as presses, and moves the focus from control to control.
///
/// A key that is a command of a responder along the chain (`UIKeyCommand`) calls its action. Any other goes to the first
/// responder, or else to the view with the focus, or else to the window, and from there up the
/// responder chain. If none of them takes it, tab moves the focus to the next view that may have it, and shift-tab to
/// the view before. *Source*: Apple, "Handling key presses made on a physical keyboard"; UIFocusSystem.
@MainActor final class KeyDispatcher {
    private unowned let window: UIWindow
    private var down: [UIKeyboardHIDUsage: UIPress] = [:]
    private(set) weak var focused: UIView?
    private var ring: CALayer?

    init(_ window: UIWindow) { self.window = window }

    func handle(_ event: KeyEvent, _ modifiers: KeyModifiers, _ time: Double) {
        let key = UIKey(event, modifiers)
        if event.isPressed {
            if event.isRepeat { return }
            let first = window.firstResponder ?? focused ?? window.rootViewController?.frontmost ?? window
            let isFocusKey = event.code == .tab && window.firstResponder == nil
            if Self.perform(key, from: first, system: isFocusKey) { return }
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

    /// The scroll view for a key that scrolls, used while no view has the focus.
    private func scrollView(for key: UIKey) -> UIScrollView? {
        UIScrollView.keys.contains(key.keyCode) ? window.keyScrollView : nil
    }

    /// The window gets no keys any more: cancels the presses of keys that are down.
    func cancel() {
        for press in down.values {
            press.phase = .cancelled
            press.responder?.pressesCancelled([press], with: UIPressesEvent([press], press.timestamp))
        }
        down = [:]
    }

    /// Gives the focus to a view; nil removes it.
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
        // Outside the view's bounds, unless it clips. The width is our own.
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
    /// The views that may have the focus, among this one and all views in it, in the order of the tree.
    func focusable() -> [UIView] {
        guard !isHidden, isUserInteractionEnabled, Float(alpha) >= 0.01 else { return [] }
        return (canBecomeFocused ? [self] : []) + children.flatMap { $0.focusable() }
    }
}

extension UIWindow {
    /// Gives the keyboard's focus to a view of the window; nil removes it.
    package func moveFocus(to view: UIView?) { keys.focus(view) }
}

/// The two views of a change of focus.
@preconcurrency @MainActor open class UIFocusUpdateContext: NSObject {
    /// The view that had the focus; nil for none.
    open private(set) weak var previouslyFocusedView: UIView?
    /// The view that has the focus now; nil for none.
    open private(set) weak var nextFocusedView: UIView?

    init(from old: UIView?, to new: UIView?) {
        (previouslyFocusedView, nextFocusedView) = (old, new)
        super.init()
    }
}
