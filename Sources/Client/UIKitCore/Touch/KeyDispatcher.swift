import Foundation
import MicaEvents
import QuartzCore

/// Delivers a host's keys to a window's responders as presses, and moves the focus from control to control.
///
/// A key that is a command of a responder along the chain or of the main menu (`UIKeyCommand`) calls its action. Any other
/// goes to the first responder, or else to the view with the focus, or else to the window, and from there up the
/// responder chain. If none of them takes it, tab moves the focus to the next view that may have it, and shift-tab to
/// the view before. *Source*: Apple, "Handling key presses made on a physical keyboard"; UIFocusSystem.
@MainActor package final class KeyDispatcher {
    private unowned let window: UIWindow
    private var down: [UIKeyboardHIDUsage: UIPress] = [:]
    private(set) weak var focused: UIView?
    /// The key that is down and was not text, but a command or a key that a view handles by itself, and its characters.
    private var consumed: (key: UIKeyboardHIDUsage, text: String)?
    private var ring: CALayer?
    /// The text that the input method composes, and that the first responder shows as marked; empty for none.
    private var composed = ""
    /// The composed text that a view has taken before the input method had ended: the method may still enter it.
    private var taken: String?
    /// Whether text of the input method is being given to the first responder.
    private var isEntering = false

    init(_ window: UIWindow) { self.window = window }

    func handle(_ event: KeyEvent, _ modifiers: KeyModifiers, _ time: Double) {
        let key = UIKey(event, modifiers)
        if event.isPressed {
            taken = nil
            if consumed?.key != key.keyCode || !event.isRepeat { consumed = nil }
            if event.isRepeat {
                (window.firstResponder as? any TextKeyReceiver)?.repeatKey(key)
                return
            }
            let isFocusKey = event.code == .tab && window.firstResponder == nil
            let spent = (key.keyCode, event.characters)
            if perform(key, isFocusKey: isFocusKey) { return consumed = spent }
            if isFocusKey {
                consumed = spent
                return moveFocus(backwards: modifiers.contains(.shift))
            }
            let press = UIPress(key, .began, time)
            press.window = window
            press.responder = window.firstResponder ?? focused ?? scrollView(for: key) ?? window
            down[key.keyCode] = press
            if enter(key) { return consumed = spent }
            if ["\n", "\t"].contains(event.characters) { consumed = spent }
            press.responder?.pressesBegan([press], with: UIPressesEvent(Set(down.values), time))
            return
        }
        if consumed?.key == key.keyCode { consumed = nil }
        if let press = down.removeValue(forKey: key.keyCode) {
            (press.phase, press.timestamp) = (.ended, time)
            press.responder?.pressesEnded([press], with: UIPressesEvent(Set(down.values).union([press]), time))
        }
    }

    /// Calls the command of a key: of a responder along the chain, or else of the main menu. Keys that edit text or move the
    /// focus are commands only with priority. *Source*: Apple, UIKeyCommand.wantsPriorityOverSystemBehavior.
    ///
    /// Most keyboards of Linux have no Command key that programs get. So Control stands for it if no command has the key
    /// with Control.
    private func perform(_ key: UIKey, isFocusKey: Bool) -> Bool {
        let (first, menu, flags) = (window.commandStart, UIMenuSystem.main, key.modifierFlags)
        let isTaken = isFocusKey || isForText(key)
        func perform(_ flags: UIKeyModifierFlags) -> Bool {
            Self.perform(key, flags, from: first, system: isTaken)
                || menu.keyCommands.perform(key, flags, from: first, system: isTaken)
        }
        if perform(flags) { return true }
        guard flags.contains(.control), !flags.contains(.command) else { return false }
        return perform(flags.subtracting(.control).union(.command))
    }

    /// Whether the first responder edits text by a key.
    private func isForText(_ key: UIKey) -> Bool {
        // Escape has a character on some hosts.
        guard let input = window.firstResponder as? any UIKeyInput, key.keyCode != .keyboardEscape else { return false }
        if let receiver = input as? any TextKeyReceiver {
            if receiver.handles(key) { return true }
            if !receiver.takesText { return false }
        }
        guard key.modifierFlags.isDisjoint(with: [.control, .alternate, .command]) else { return false }
        let keys: [UIKeyboardHIDUsage] = [.keyboardReturnOrEnter, .keyboardTab, .keyboardDeleteOrBackspace]
        return keys.contains(key.keyCode)
            || key.characters.unicodeScalars.contains { $0.value >= 0x20 && $0.value != 0x7F }
    }

    /// Gives return and delete to a first responder of a program's own that takes text. UIKit's text views handle these
    /// keys themselves.
    private func enter(_ key: UIKey) -> Bool {
        guard let input = window.firstResponder as? any UIKeyInput, !(input is any TextKeyReceiver),
            key.modifierFlags.isDisjoint(with: [.control, .alternate, .command])
        else { return false }
        switch key.keyCode {
        case .keyboardReturnOrEnter: input.insertText("\n")
        case .keyboardTab: input.insertText("\t")
        case .keyboardDeleteOrBackspace: input.deleteBackward()
        default: return false
        }
        return true
    }

    /// Gives the host's entered text to the first responder, unless it is that of a key that was a command. Return and
    /// delete are keys, not text.
    func enter(_ text: String) {
        if text == taken { return taken = nil }
        guard text != consumed?.text else { return }
        (composed, isEntering) = ("", true)
        insert(text)
        isEntering = false
    }

    /// Makes the input method forget its text if the first responder has taken or removed it: by a press elsewhere, by a
    /// new text, or because it is another responder. Some methods enter their text when they forget it: it is left out.
    func checkComposition() {
        guard !composed.isEmpty, !isEntering else { return }
        guard (window.firstResponder as? any UITextInput)?.markedTextRange == nil else { return }
        (taken, composed) = (composed, "")
        (window.host as? any TextInputHost)?.endComposition()
    }

    /// Gives a text to the first responder, if it takes text. Text in place of marked text replaces it.
    package func insert(_ text: String) {
        guard let input = window.firstResponder as? any UIKeyInput, !text.isEmpty else { return }
        guard (input as? any TextKeyReceiver)?.takesText != false else { return }
        if let input = input as? any UITextInput, input.markedTextRange != nil, !(input is any TextKeyReceiver) {
            input.setMarkedText("", selectedRange: NSRange(location: 0, length: 0))
            input.unmarkText()
        }
        input.insertText(text)
    }

    /// Gives the text that an input method composes to the first responder.
    func compose(_ composition: TextComposition) {
        guard let input = window.firstResponder as? any UITextInput else { return }
        guard (input as? any TextKeyReceiver)?.takesText != false else { return }
        let text = composition.text
        if text.isEmpty { composed = "" } else { taken = nil }
        guard !text.isEmpty || input.markedTextRange != nil else { return }
        isEntering = true
        defer { isEntering = false }
        // The selection counts characters; ranges of texts count units of UTF-16.
        let start = text.index(text.startIndex, offsetBy: composition.selection.lowerBound)
        let end = text.index(start, offsetBy: composition.selection.count)
        let location = text.utf16.distance(from: text.startIndex, to: start)
        let length = text.utf16.distance(from: start, to: end)
        input.setMarkedText(text, selectedRange: NSRange(location: location, length: length))
        if text.isEmpty { input.unmarkText() }
        composed = input.markedTextRange == nil ? "" : text
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
        (down, consumed) = ([:], nil)
    }

    /// Gives the focus to a view; nil removes it.
    package func focus(_ view: UIView?) {
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

    /// Moves the focus, or the role of the first responder where the next view takes text.
    package func moveFocus(backwards: Bool) {
        let order = window.focusable()
        guard !order.isEmpty else { return focus(nil) }
        let now = window.firstResponder as? UIView ?? focused
        var next = backwards ? order.last : order.first
        if let index = order.firstIndex(where: { $0 === now }) {
            next = order[(index + (backwards ? order.count - 1 : 1)) % order.count]
        }
        if next is any UIKeyInput, next?.becomeFirstResponder() == true { return focus(nil) }
        if let old = window.firstResponder, !old.resignFirstResponder() { return }
        focus(next)
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
