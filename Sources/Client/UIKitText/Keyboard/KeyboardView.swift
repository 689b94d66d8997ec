import CoreGraphics
import QuartzCore
import UIKitCore

/// The keyboard on the screen: rows of keys, which fingers or a mouse press.
///
/// A key that types does so when it is released, or when the next key is pressed; shift, delete and keys of pages act when they are
/// pressed. Sliding to another key types that one. Delete repeats after half a second, ten times a second. For a secure field no letter
/// is shown pressed, so that pictures and films of the window do not show the secret.
final class KeyboardView: UIView, OwnPart, ScreenKeyboardView {
    /// A key under a finger.
    private struct Press {
        var index: Int
        var key: KeyboardKey
        var began: Double
        var repeats = 0
        /// The texts of a long press, the key's own first; empty before it.
        var choices: [String] = []
        var chosen = 0
    }

    private let typing = KeyboardTyping()
    private var plan = KeyboardPlan(.letters, .english, KeyboardPlan.Settings())
    private var caps: [KeyCap] = []
    private var presses: [UITouch: Press] = [:]
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
        UIView.performWithoutAnimation {
            bounds.size = CGSize(width: size.width, height: Self.height(in: size) + window.safeAreaInsets.bottom)
            show()
        }
    }

    /// The height of the keys. *Units*: points. *Source*: the heights of Apple's keyboards without a bar of suggestions, as many have
    /// measured them: 216 upright, 162 across, 264 on a tablet.
    static func height(in window: CGSize) -> CGFloat {
        if min(window.width, window.height) >= 600 { return 264 }
        return window.width > window.height ? 162 : 216
    }

    private var isWide: Bool { bounds.height >= 264 }

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
        let pressed = presses.values.filter { !isSecret || !$0.key.isLetter }
        for (index, key) in keys.enumerated() {
            let isPressed = pressed.contains { $0.index == index && $0.key == key }
            caps[index].show(key, look(of: key, isPressed: isPressed))
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
        let area = CGSize(width: min(bounds.width, 1100), height: Self.height(in: window?.bounds.size ?? bounds.size))
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
            for other in presses.keys { type(other) }
            guard let index = key(at: touch.location(in: self)) else { continue }
            let key = caps[index].key
            presses[touch] = Press(index: index, key: key, began: touch.timestamp)
            switch key.role {
            case .shift, .delete, .page: typing.perform(key.role, at: touch.timestamp, in: window)
            default: break
            }
        }
        follow()
    }

    override func touchesMoved(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches {
            guard var press = presses[touch] else { continue }
            if !press.choices.isEmpty {
                press.chosen = balloon.index(at: touch.location(in: self).x, of: press.choices.count)
            } else if press.key.isLetter, let index = key(at: touch.location(in: self)), caps[index].key.isLetter,
                index != press.index
            {
                press = Press(index: index, key: caps[index].key, began: touch.timestamp)
            }
            presses[touch] = press
        }
        follow()
    }

    override func touchesEnded(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { type(touch) }
        follow()
    }

    override func touchesCancelled(_ touches: Set<UITouch>, with event: UIEvent?) {
        for touch in touches { presses[touch] = nil }
        follow()
    }

    /// Carries out the key under a finger, which is released.
    private func type(_ touch: UITouch) {
        guard let press = presses.removeValue(forKey: touch) else { return }
        switch press.key.role {
        case .text:
            typing.type(press.choices.isEmpty ? typing.text(of: press.key) : press.choices[press.chosen], in: window)
        case .space, .return, .language, .dismiss: typing.perform(press.key.role, at: touch.timestamp, in: window)
        case .shift, .delete, .page, .none: break
        }
    }

    /// Shows the keys as they are after a touch, and follows time while a key is held.
    private func follow() {
        show()
        if presses.isEmpty {
            link?.invalidate()
            link = nil
        } else if link == nil {
            let link = CADisplayLink { [weak self] link in
                assumeMainActor { self?.passTime(to: link.timestamp) }
            }
            link.add(to: .current, forMode: .common)
            self.link = link
        }
    }

    /// Repeats delete, and offers the other letters of a key that is held.
    private func passTime(to time: Double) {
        guard window != nil else {
            presses = [:]
            return follow()
        }
        for (touch, press) in presses where time - press.began >= 0.5 {
            switch press.key.role {
            case .delete:
                let due = 1 + Int((min(time - press.began, 1e4) - 0.5) * 10)
                guard press.repeats < due else { continue }
                typing.perform(.delete, at: time, in: window)
                presses[touch]?.repeats += 1
                show()
            case .text where press.choices.isEmpty && !isSecret:
                let more = KeyboardLanguage.alternatives(of: press.key.text)
                guard !more.isEmpty else { continue }
                presses[touch]?.choices = ([press.key.text] + more).map { typing.text(of: .text($0)) }
                show()
            default: continue
            }
        }
    }

    /// The balloon over the letter that was pressed last.
    private func showBalloon() {
        let last = presses.values.filter { $0.key.role == .text }.max { $0.began < $1.began }
        guard let press = last, press.index < caps.count, !isSecret, !isWide || press.choices.count > 1 else {
            return balloon.isHidden = true
        }
        balloon.isHidden = false
        let texts = press.choices.isEmpty ? [typing.text(of: press.key)] : press.choices
        balloon.show(texts, chosen: press.chosen, above: caps[press.index].frame)
    }
}
