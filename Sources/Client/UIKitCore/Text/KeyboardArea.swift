import CoreGraphics
import Foundation
import MicaEvents
import QuartzCore

/// The area at the bottom of a window that input views cover: a view in place of the keyboard or a host's keyboard on
/// the screen, and above it an accessory view.
///
/// A desktop has keys, so that nothing is shown for text unless a program gives an input view, a module above draws a
/// keyboard (`screenKeyboard`), or the host has one (`ScriptedWindow.keyboardHeight`). *Source*: Apple,
/// UIResponder.inputView, inputAccessoryView, and the notifications of the keyboard in UIResponder.
@MainActor package final class KeyboardArea {
    private unowned let window: UIWindow
    /// Holds the input views, in front of the window's content.
    private var panel: KeyboardPanel?
    private var inputView: UIView?
    private var accessoryView: UIView?
    /// The covered height. *Units*: points.
    private(set) var height: CGFloat = 0
    /// The part of it below the accessory view.
    private var inputHeight: CGFloat = 0
    /// The window's size for which the views are placed.
    private var windowSize = CGSize.zero
    /// The keyboard on the screen that a module above draws, for a window and its first responder; nil if none is shown.
    /// It returns one view for a window.
    package static var screenKeyboard: ((UIWindow, any UIKeyInput) -> (any ScreenKeyboardView)?)?
    /// Counts changes, so that the end of an animation that another has replaced is not reported.
    private var change = 0

    /// How long input views move. *Source*: keyboardAnimationDurationUserInfoKey is 0.25 s, curve 7, as others have
    /// printed them.
    private static let (duration, curve) = (0.25, 7)

    init(_ window: UIWindow) { self.window = window }

    /// The height of a view that is to be shown, in the window's width.
    private func height(of view: UIView?) -> CGFloat {
        guard let view else { return 0 }
        if view.bounds.height > 0 { return view.bounds.height }
        let fitting = view.sizeThatFits(CGSize(width: window.bounds.width, height: 0)).height
        return max(0, fitting > 0 ? fitting : view.intrinsicContentSize.height)
    }

    /// Shows the input views of the first responder, and reports the change.
    func update() {
        let responder = window.firstResponder
        var (newInput, newAccessory): (UIView?, UIView?)
        var next = responder
        // A responder without an accessory view of its own has that of the next ones.
        while let current = next, newAccessory == nil || newInput == nil {
            newInput = newInput ?? current.inputView
            newAccessory = newAccessory ?? current.inputAccessoryView
            next = current.next
        }
        if responder == nil { (newInput, newAccessory) = (nil, nil) }
        // A field in an accessory view, as in a bar for messages, keeps the views that it is in.
        if let view = responder as? UIView,
            [inputView, accessoryView].contains(where: { $0.map { view.isDescendant(of: $0) } ?? false })
        {
            // The keyboard on the screen is asked for again below, as it types into this field now.
            if !(inputView is any ScreenKeyboardView) { newInput = newInput ?? inputView }
            newAccessory = newAccessory ?? accessoryView
        }
        let input = responder as? any UIKeyInput
        let takesText = input != nil && (responder as? any TextKeyReceiver)?.takesText != false
        if newInput == nil, takesText, let input { newInput = Self.screenKeyboard?(window, input) }
        let own =
            newInput.map { height(of: $0) }
            ?? (takesText ? (window.host as? any TextInputHost)?.keyboardHeight ?? 0 : 0)
        let total = own + height(of: newAccessory)
        let size = window.bounds.size
        let isMoved = total > 0 && height > 0 && size != windowSize
        guard isMoved || total != height || newInput !== inputView || newAccessory !== accessoryView else { return }
        let (old, oldSize) = (height, height > 0 ? windowSize : size)
        (inputView, accessoryView, height, inputHeight, windowSize) = (newInput, newAccessory, total, own, size)
        if total > 0 { fill(from: old) }
        report(from: old, in: oldSize, to: total)
    }

    /// The rectangle of a keyboard on the screen; null if there is none. *Space*: the window's.
    var screenKeyboardFrame: CGRect {
        guard inputView is any ScreenKeyboardView, height > 0 else { return .null }
        return frame(visible: inputHeight, full: inputHeight, in: window.bounds.size)
    }

    /// The caret or the text has changed: a keyboard on the screen may show other capitals.
    func textInputMoved() { (inputView as? any ScreenKeyboardView)?.textInputMoved() }

    /// Puts the views into the panel, which waits below the window's edge if nothing was shown.
    private func fill(from old: CGFloat) {
        let panel = self.panel ?? KeyboardPanel(frame: .zero)
        if self.panel == nil {
            self.panel = panel
            panel.autoresizingMask = [.flexibleWidth, .flexibleTopMargin]
        }
        if panel.superview !== window { window.addSubview(panel) }
        window.bringSubviewToFront(panel)
        for view in panel.subviews where view !== inputView && view !== accessoryView { view.removeFromSuperview() }
        for case let view? in [accessoryView, inputView] where view.superview !== panel { panel.addSubview(view) }
        UIView.performWithoutAnimation {
            if old == 0 { panel.frame = frame(visible: 0, full: height, in: windowSize) }
            place()
        }
    }

    /// Places the views in the panel. Their autoresizing masks do not count.
    private func place() {
        let bar = height - inputHeight
        accessoryView?.frame = CGRect(x: 0, y: 0, width: windowSize.width, height: bar)
        inputView?.frame = CGRect(x: 0, y: bar, width: windowSize.width, height: inputHeight)
    }

    /// The panel's rectangle.
    ///
    /// - Parameters:
    ///   - visible: The part of its height that is in the window.
    ///   - window: The window's size.
    private func frame(visible: CGFloat, full: CGFloat, in window: CGSize) -> CGRect {
        CGRect(x: 0, y: window.height - visible, width: window.width, height: full)
    }

    /// Posts the notifications of a change, and moves the panel.
    ///
    /// - Parameter oldSize: The window's size before.
    private func report(from old: CGFloat, in oldSize: CGSize, to new: CGFloat) {
        change += 1
        let number = change
        let full = max(old, new)
        func shown(_ height: CGFloat, in window: CGSize) -> CGRect {
            frame(visible: height, full: height > 0 ? height : full, in: window)
        }
        let info: [AnyHashable: Any] = [
            UIResponder.keyboardFrameBeginUserInfoKey: NSValue(cgRect: shown(old, in: oldSize)),
            UIResponder.keyboardFrameEndUserInfoKey: NSValue(cgRect: shown(new, in: windowSize)),
            UIResponder.keyboardAnimationDurationUserInfoKey: NSNumber(value: Self.duration),
            UIResponder.keyboardAnimationCurveUserInfoKey: NSNumber(value: Self.curve),
            UIResponder.keyboardIsLocalUserInfoKey: NSNumber(value: true),
        ]
        func post(_ name: NSNotification.Name) {
            NotificationCenter.default.post(name: name, object: UIScreen.main, userInfo: info)
        }
        post(UIResponder.keyboardWillChangeFrameNotification)
        post(new > 0 ? UIResponder.keyboardWillShowNotification : UIResponder.keyboardWillHideNotification)
        // A receiver of the notifications may have given the keys to another responder.
        guard number == change else { return }
        let panel = panel
        UIView.animate(withDuration: Self.duration, delay: 0, options: [.curveEaseInOut]) { [self] in
            panel?.frame = frame(visible: new, full: full, in: windowSize)
            if new > 0 { place() }
            window.keyboardChanged()
        } completion: { [weak self] _ in
            guard let self, number == self.change else { return }
            if new == 0 {
                for view in panel?.subviews ?? [] { view.removeFromSuperview() }
                panel?.removeFromSuperview()
            }
            post(UIResponder.keyboardDidChangeFrameNotification)
            post(new > 0 ? UIResponder.keyboardDidShowNotification : UIResponder.keyboardDidHideNotification)
        }
    }
}

/// A keyboard on the screen, which types into the first responder.
package protocol ScreenKeyboardView: UIView {
    /// The caret, the text or the settings of the first responder have changed.
    func textInputMoved()
}

/// The view that holds input views.
final class KeyboardPanel: UIView, OwnPart {
    /// A panel has the colour of a keyboard.
    override init(frame: CGRect) {
        super.init(frame: frame)
        backgroundColor = .keyboardBackground
    }

    /// A panel is in no archive.
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

extension UIColor {
    /// The colour behind the keys of a keyboard. *Source*: assumed; screenshots of iOS 13 to 18.
    package static let keyboardBackground = UIColor { traits in
        traits.userInterfaceStyle == .dark
            ? UIColor(white: 0.17, alpha: 1) : UIColor(red: 0.82, green: 0.83, blue: 0.85, alpha: 1)
    }
}

extension UIView {
    /// How far input views reach into the view from its bottom edge. *Units*: points.
    final var keyboardOverlap: CGFloat {
        guard let window, window.hasKeyboardArea, window.keyboardArea.height > 0 else { return 0 }
        let bottom = convert(CGPoint(x: 0, y: bounds.maxY), to: window).y
        return min(max(0, bottom - (window.bounds.height - window.keyboardArea.height)), bounds.height)
    }

    /// Lays out the view, and all views in it, that have a guide of the keyboard.
    final func keyboardChanged() {
        if layoutState?.ownGuides[.keyboard] != nil {
            setNeedsLayout()
            layoutIfNeeded()
        }
        for view in children { view.keyboardChanged() }
    }
}

/// The area that a keyboard covers, or else the bottom of the safe area.
open class UITrackingLayoutGuide: UILayoutGuide {}

/// The area that a keyboard covers, or else the bottom of the safe area: constraints to its top keep views above the
/// keyboard. *Source*: Apple, UIView.keyboardLayoutGuide.
open class UIKeyboardLayoutGuide: UITrackingLayoutGuide {}

extension UIResponder {
    /// Input views are about to be shown, or to be higher or lower.
    public nonisolated class var keyboardWillShowNotification: NSNotification.Name { name("UIKeyboardWillShow") }
    /// Input views are shown.
    public nonisolated class var keyboardDidShowNotification: NSNotification.Name { name("UIKeyboardDidShow") }
    /// Input views are about to be hidden.
    public nonisolated class var keyboardWillHideNotification: NSNotification.Name { name("UIKeyboardWillHide") }
    /// Input views are hidden.
    public nonisolated class var keyboardDidHideNotification: NSNotification.Name { name("UIKeyboardDidHide") }
    /// The frame of input views is about to change.
    public nonisolated class var keyboardWillChangeFrameNotification: NSNotification.Name {
        name("UIKeyboardWillChangeFrame")
    }
    /// The frame of input views has changed.
    public nonisolated class var keyboardDidChangeFrameNotification: NSNotification.Name {
        name("UIKeyboardDidChangeFrame")
    }
    /// The frame before the change: an NSValue of a rectangle, in the screen's space.
    public nonisolated class var keyboardFrameBeginUserInfoKey: String { "UIKeyboardFrameBeginUserInfoKey" }
    /// The frame after the change: an NSValue of a rectangle, in the screen's space.
    public nonisolated class var keyboardFrameEndUserInfoKey: String { "UIKeyboardFrameEndUserInfoKey" }
    /// The duration of the change, in seconds.
    public nonisolated class var keyboardAnimationDurationUserInfoKey: String {
        "UIKeyboardAnimationDurationUserInfoKey"
    }
    /// The number of the change's curve.
    public nonisolated class var keyboardAnimationCurveUserInfoKey: String { "UIKeyboardAnimationCurveUserInfoKey" }
    /// Whether the keyboard is this program's.
    public nonisolated class var keyboardIsLocalUserInfoKey: String { "UIKeyboardIsLocalUserInfoKey" }

    private nonisolated class func name(_ event: String) -> NSNotification.Name {
        NSNotification.Name("\(event)Notification")
    }
}
