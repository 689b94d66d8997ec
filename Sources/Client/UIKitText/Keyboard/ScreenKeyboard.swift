import Foundation
import UIKitCore

/// The keyboard on the screen, for kiosks and tablets without keys.
///
/// It is an input view of Mica's own: Apple's keyboard belongs to the system, and has no such settings. While it is shown, the
/// notifications of the keyboard, `keyboardLayoutGuide` and `keyboardDismissMode` are as on iOS. A first responder with an `inputView`
/// shows that view instead.
@preconcurrency @MainActor public enum ScreenKeyboard {
    /// When the keyboard is shown.
    public enum Use: String, Sendable {
        /// Never: the default.
        case never
        /// While a view takes text.
        case always
        /// While a view takes text on a machine without a keyboard: one that lists its devices in /proc/bus/input/devices, and lists no
        /// keyboard there. Keyboards that are plugged in later count from the next view on.
        case withoutKeys = "auto"
    }

    /// When the keyboard is shown, from the next first responder on. The environment's `MICA_KEYBOARD` (`never`, `always` or `auto`) is
    /// the first value, which counts from the program's first text field or text view on.
    public static var use = Use(rawValue: ProcessInfo.processInfo.environment["MICA_KEYBOARD"] ?? "") ?? .never {
        didSet { adopt() }
    }

    /// Lets windows show the keyboard.
    static func adopt() { KeyboardArea.screenKeyboard = view }

    /// The languages that a key goes through, as codes such as `de`; those without a layout are left out, and without any the layout
    /// is English. The environment's `MICA_KEYBOARD_LANGUAGES` (codes with commas) is the first value, or else the languages of
    /// `LC_ALL`, `LC_MESSAGES` or `LANG`, and English.
    public static var languages = languages(of: ProcessInfo.processInfo.environment) {
        didSet { for view in views.values { view.view?.languagesChanged() } }
    }

    /// The codes of the languages that have a layout.
    public nonisolated static var availableLanguages: [String] { KeyboardLanguage.all.map(\.code) }

    nonisolated static func languages(of environment: [String: String]) -> [String] {
        if let named = environment["MICA_KEYBOARD_LANGUAGES"] {
            return named.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        let system = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { environment[$0] }.first { !$0.isEmpty }
        let first = system.flatMap { KeyboardLanguage.named($0) }?.code
        return [first, "en"].compactMap { $0 }.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
    }

    static var layouts: [KeyboardLanguage] {
        let found = languages.compactMap { KeyboardLanguage.named($0) }
        return found.isEmpty ? [.english] : found
    }

    // MARK: Windows

    private struct Shown {
        weak var view: KeyboardView?
        weak var window: UIWindow?
    }

    /// The keyboards of windows. A window's panel keeps its keyboard.
    private static var views: [ObjectIdentifier: Shown] = [:]

    /// The keyboard of a window for its first responder; nil if none is to be shown.
    static func view(_ window: UIWindow, _ input: any UIKeyInput) -> (any ScreenKeyboardView)? {
        switch use {
        case .never: return nil
        case .always: break
        case .withoutKeys: if InputDevices.hasKeyboard(InputDevices.listed) { return nil }
        }
        views = views.filter { $0.value.window != nil }
        let key = ObjectIdentifier(window)
        let view = views[key]?.view ?? KeyboardView.make()
        views[key] = Shown(view: view, window: window)
        view.begin(input, in: window)
        return view
    }
}

/// The machine's list of input devices.
enum InputDevices {
    /// The list as Linux writes it; nil where it cannot be read.
    static var listed: String? { try? String(contentsOfFile: "/proc/bus/input/devices", encoding: .utf8) }

    /// Whether a list has a keyboard, or there is no list to read.
    ///
    /// A keyboard is a device of the handler `kbd` with the 26 keys of letters. Power buttons and remote controls are handled by `kbd`,
    /// too. *Source*: Linux, Documentation/input/event-codes.rst (KEY_Q is 16, KEY_M is 50), and the list's lines `B: KEY=`, whose
    /// words of 64 bits begin with the highest.
    static func hasKeyboard(_ list: String?) -> Bool {
        guard let list else { return true }
        // KEY_Q to KEY_P, KEY_A to KEY_L, KEY_Z to KEY_M.
        let letters: UInt64 = (0x3FF << 16) | (0x1FF << 30) | (0x7F << 44)
        return list.components(separatedBy: "\n\n").contains { device in
            let lines = device.split(separator: "\n")
            guard lines.contains(where: { $0.hasPrefix("H: ") && $0.contains("kbd") }),
                let keys = lines.first(where: { $0.hasPrefix("B: KEY=") })?.split(separator: " ").last,
                let lowest = UInt64(keys.split(separator: "=").last ?? "", radix: 16)
            else { return false }
            return lowest & letters == letters
        }
    }
}
