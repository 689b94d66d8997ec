import CoreGraphics
import QuartzCore
import UIKitCore

/// The keyboard on the screen: rows of keys, which fingers or a mouse press.
///
/// A key that types does so when it is released, or when the next key is pressed; shift, delete and keys of pages act when
/// they are pressed. Sliding to another key types that one. Delete repeats after half a second, ten times a second. For a
/// secure field no letter is shown pressed, so that pictures and films of the window do not show the secret.
final class KeyboardView: UIView, OwnPart, ScreenKeyboardView {
    /// A key under a finger. There is one at a time: a second finger ends the press of the first.
    private struct Press {
        let touch: UITouch
        var index: Int
        var key: KeyboardKey
        var began: Double
        var repeats = 0
        /// The texts of a long press, the key's own first; empty before it.
        var choices: [String] = []
        var chosen = 0
        /// The place of the finger when the choices appeared.
        var origin: CGFloat = 0
    }

    private let typing = KeyboardTyping()
    private var plan = KeyboardPlan(.letters, .english, KeyboardPlan.Settings())
    private var caps: [KeyCap] = []
    private var press: Press?
    /// The size of the window for which the keys are laid out.
    private var windowSize = CGSize.zero
    private let balloon = KeyBalloon.make()
    private var link: CADisplayLink?

    /// Makes a keyboard that types nowhere yet.
    static func make() -> KeyboardView {
        let view = KeyboardView()
        view.isMultipleTouchEnabled = true
        view.backgroundColor = .keyboardBackground
        view.balloon.isHidden = true
        view.addSubview(view.balloon)
        return view
    }

    // MARK: The first responder

    /// Types into a view of a window from now on, as the view's settings say.
    func begin(_ input: any UIKeyInput, in window: UIWindow) {
        overrideUserInterfaceStyle =
            input.keyboardAppearance == .dark ? .dark : input.keyboardAppearance == .light ? .light : .unspecified
        typing.begin(input)
        let size = window.bounds.size
        windowSize = size
        UIView.performWithoutAnimation {
            bounds.size = CGSize(width: size.width, height: Self.height(in: size) + window.safeAreaInsets.bottom)
            show()
        }
    }

    /// The height of the keys. *Units*: points. *Source*: the heights of Apple's keyboards without a bar of suggestions, as
    /// many have measured them: 216 upright, 162 across, 264 on a tablet.
    static func height(in window: CGSize) -> CGFloat {
        if isWide(window) { return 264 }
        return window.width > window.height ? 162 : 216
    }

    /// Whether a window has the room of a tablet.
    private static func isWide(_ window: CGSize) -> Bool { min(window.width, window.height) >= 600 }
    private var isWide: Bool { Self.isWide(windowSize) }

    /// Capitals follow the caret.
    func textInputMoved() {
        typing.followCaret()
        show()
    }

    /// The list of languages has changed.
    func languagesChanged() {
        if let input = typing.input { typing.begin(input) }
        show()
    }

    // MARK: Keys

    /// Makes the keys' views, and shows each key's state.
    private func show() {
        var settings = KeyboardPlan.Settings()
        settings.type = typing.input?.keyboardType ?? .default
        settings.returnKey = typing.input?.returnKeyType ?? .default
        settings.hasLanguages = ScreenKeyboard.layouts.count > 1
        settings.hasDismissKey = isWide
        let next = KeyboardPlan(typing.page, typing.layout, settings)
        if next != plan {
            plan = next
            setNeedsLayout()
        }
        let keys = plan.rows.flatMap { $0 }
        while caps.count < keys.count {
            let cap = KeyCap.make()
            caps.append(cap)
            insertSubview(cap, belowSubview: balloon)
        }
        while caps.count > keys.count { caps.removeLast().removeFromSuperview() }
        let pressed = press.flatMap { isSecret && $0.key.isLetter ? nil : $0 }
        for (index, key) in keys.enumerated() {
            caps[index].show(key, look(of: key, isPressed: pressed?.index == index && pressed?.key == key))
        }
        showBalloon()
    }

    private var isSecret: Bool { typing.input?.isSecureTextEntry ?? false }

    private func look(of key: KeyboardKey, isPressed: Bool) -> KeyCap.Look {
        var look = KeyCap.Look(text: typing.text(of: key), isPressed: isPressed)
        switch key.role {
        case .shift:
            look.symbol = typing.shift == .locked ? "capslock.fill" : typing.isShifted ? "shift.fill" : "shift"
            look.isPressed = isPressed || typing.isShifted
        case .delete: look.symbol = isPressed ? "delete.left.fill" : "delete.left"
        case .language: look.symbol = "globe"
        case .dismiss: look.symbol = "keyboard.chevron.compact.down"
        case .return:
            look.isProminent = typing.input?.returnKeyType.isProminent ?? false
            look.isEnabled = !typing.isReturnDisabled
        default: break
        }
        look.isSmall = key.role != .text || key.text.count > 1
        // A letter under a finger is shown by the balloon.
        if key.role == .text, !isWide { look.isPressed = false }
        return look
    }

    /// Places the keys: rows in the middle, as wide as their letters.
    override func layoutSubviews() {
        super.layoutSubviews()
        let area = CGSize(width: min(bounds.width, 1100), height: Self.height(in: windowSize))
        let (unit, pitch) = ((area.width - 6) / plan.columns, (area.height - 8) / CGFloat(max(plan.rows.count, 1)))
        let gap = isWide ? CGSize(width: 5, height: 5) : CGSize(width: 3, height: pitch > 50 ? 5.5 : 3.5)
        var index = 0
        for (row, keys) in plan.rows.enumerated() {
            var x = (bounds.width - keys.reduce(0) { $0 + $1.width } * unit) / 2
            for key in keys where index < caps.count {
                let cell = CGRect(x: x, y: 4 + CGFloat(row) * pitch, width: key.width * unit, height: pitch)
                caps[index].frame = cell.insetBy(dx: gap.width, dy: gap.height)
                x += cell.width
                index += 1
            }
        }
    }

    /// The key nearest to a point, in its row.
    private func key(at point: CGPoint) -> Int? {
        // A key that was just pressed may have shown another page.
        layoutIfNeeded()
        let shown = caps.indices.filter { !caps[$0].isHidden }
        func distance(_ index: Int) -> CGFloat {
            let frame = caps[index].frame
            let dx = max(frame.minX - point.x, point.x - frame.maxX, 0)
            // The row counts first: gaps between rows are smaller than keys.
            return abs(frame.midY - point.y) * 100 + dx
        }
        return shown.min { distance($0) < distance($1) }
    }

    // MARK: Touches

    override func touchesBegan(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            // Two thumbs: the first letter comes before the second.
            release()
            let place = touch.location(in: self)
            guard let index = key(at: place) else { continue }
            let key = caps[index].key
            press = Press(touch: touch, index: index, key: key, began: touch.timestamp)
            switch key.role {
            case .shift, .delete, .page: typing.perform(key.role, at: touch.timestamp, in: window)
            default: break
            }
        }
        follow()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        guard var press, touches.contains(press.touch) else { return }
        let place = press.touch.location(in: self)
        if !press.choices.isEmpty {
            press.chosen = balloon.index(at: place.x, of: press.choices.count)
        } else if press.key.isLetter, let index = key(at: place), caps[index].key.isLetter, index != press.index {
            press = Press(touch: press.touch, index: index, key: caps[index].key, began: press.touch.timestamp)
        }
        self.press = press
        follow()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let press, touches.contains(press.touch) { release() }
        follow()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        if let press, touches.contains(press.touch) { self.press = nil }
        follow()
    }

    /// Carries out the key under the finger.
    private func release() {
        guard let press else { return }
        self.press = nil
        switch press.key.role {
        case .text:
            typing.type(press.choices.isEmpty ? typing.text(of: press.key) : press.choices[press.chosen], in: window)
        case .space, .return, .language, .dismiss:
            typing.perform(press.key.role, at: press.touch.timestamp, in: window)
        case .shift, .delete, .page, .none: break
        }
    }

    /// Out of a window no key is held.
    override func didMoveToWindow() {
        super.didMoveToWindow()
        guard window == nil, press != nil else { return }
        press = nil
        follow()
    }

    /// Shows the keys as they are after a touch, and follows time while a key is held.
    private func follow() {
        show()
        if press == nil {
            link?.invalidate()
            link = nil
        } else if link == nil {
            let link = CADisplayLink { [weak self] link in
                assumeMainActor {
                    guard let self else { return link.invalidate() }
                    self.passTime(to: link.timestamp)
                }
            }
            link.add(to: .current, forMode: .common)
            self.link = link
        }
    }

    /// Repeats delete, and offers the other letters of a key that is held.
    private func passTime(to time: Double) {
        guard var press, time - press.began >= 0.5 else { return }
        switch press.key.role {
        case .delete:
            let due = 1 + Int((min(time - press.began, 1e4) - 0.5) * 10)
            guard press.repeats < due else { return }
            press.repeats += 1
            self.press = press
            typing.perform(.delete, at: time, in: window)
        case .text where press.choices.isEmpty && !isSecret:
            let more = KeyboardLanguage.alternatives(of: press.key.text)
            guard !more.isEmpty else { return }
            press.choices = ([press.key.text] + more).map { typing.text(of: .text($0)) }
            press.origin = press.touch.location(in: self).x
            self.press = press
        default: return
        }
        show()
    }

    /// The balloon over the letter that is pressed.
    private func showBalloon() {
        guard let press, press.key.role == .text, press.index < caps.count, !isSecret,
            !isWide || press.choices.count > 1
        else { return balloon.isHidden = true }
        balloon.isHidden = false
        let key = caps[press.index].frame
        if press.choices.isEmpty {
            balloon.show(typing.text(of: press.key), above: key)
        } else {
            balloon.show(press.choices, chosen: press.chosen, above: key, from: press.origin)
        }
    }
}
