import CSDL
import CoreGraphics
import Foundation
import MicaEvents

extension LayerWindow {
    /// The text in the title bar.
    public var title: String {
        get { open?.title ?? "" }
        set {
            open?.title = newValue
            Assistance.shared.windowChanged()
        }
    }

    /// The least size that the user can give the content, in points; nil for none.
    public var minimumSize: CGSize? {
        get { open?.minimumSize }
        set { open?.minimumSize = newValue }
    }

    /// The largest size that the user can give the content, in points; nil for none.
    public var maximumSize: CGSize? {
        get { open?.maximumSize }
        set { open?.maximumSize = newValue }
    }

    /// Whether the user can change its size.
    public var isResizable: Bool {
        get { has(.resizable) }
        set { open?[.resizable] = newValue }
    }

    /// Whether it has a title bar and borders.
    public var isBordered: Bool {
        get { has(.bordered) }
        set { open?[.bordered] = newValue }
    }

    /// Whether it fills its display.
    public var isFullScreen: Bool {
        get { has(.fullScreen) }
        set { open?[.fullScreen] = newValue }
    }

    /// Whether it has the keyboard's focus.
    public var isFocused: Bool { has(.focused) }

    /// Whether it is minimized. Setting false restores it.
    public var isMinimized: Bool {
        get { has(.minimized) }
        set { open?[.minimized] = newValue }
    }

    private func has(_ attribute: WindowAttribute) -> Bool { open?[attribute] ?? false }

    /// Brings it in front of other windows, and gives it the keyboard's focus if the window manager allows it.
    public func raise() { open?.raise() }

    /// Sets the rectangle of text entry, in points: input methods show their candidates beside it.
    public func setTextInputArea(_ area: CGRect) { open?.setTextInputArea(area) }

    /// The text of the system's clipboard; nil for none. Works only while the program has a window.
    public static var clipboardText: String? {
        get {
            if let clipboard = SystemClipboard.shared { return clipboard.text }
            guard let connection = DisplayConnection.existing else { return nil }
            return connection.withSDL {
                guard SDL_HasClipboardText() == SDL_TRUE else { return nil }
                return unsafe Self.text(SDL_GetClipboardText())
            }
        }
        set {
            if let clipboard = SystemClipboard.shared { return clipboard.text = newValue }
            DisplayConnection.existing?.withSDL { unsafe _ = SDL_SetClipboardText(newValue ?? "") }
        }
    }

    /// The text that was selected last in any program; nil for none.
    static var primarySelection: String? {
        get {
            guard let connection = DisplayConnection.existing else { return nil }
            return connection.withSDL {
                guard SDL_HasPrimarySelectionText() == SDL_TRUE else { return nil }
                return unsafe text(SDL_GetPrimarySelectionText())
            }
        }
        set {
            DisplayConnection.existing?.withSDL { unsafe _ = SDL_SetPrimarySelectionText(newValue ?? "") }
        }
    }

    /// A text that SDL has made, which is freed.
    private static func text(_ made: UnsafeMutablePointer<CChar>?) -> String? {
        guard let made = unsafe made else { return nil }
        defer { unsafe SDL_free(made) }
        return unsafe String(cString: made)
    }
}

/// The mouse pointer over a window.
public enum WindowCursor: String, Sendable, Hashable, CaseIterable {
    /// The system's arrow.
    case arrow
    /// A vertical bar, over text.
    case text
    /// A hand, over things that can be clicked.
    case hand
    /// A cross.
    case crosshair
    /// A sign that the program is busy.
    case wait
    /// Arrows to the left and right.
    case resizeHorizontally
    /// Arrows up and down.
    case resizeVertically
    /// Arrows in four directions.
    case move
    /// A sign that an action is not allowed.
    case forbidden
    /// Hidden: the program draws its own.
    case hidden

    /// SDL's name for it; nil for a hidden one.
    var system: SDL_SystemCursor? {
        switch self {
        case .arrow: SDL_SYSTEM_CURSOR_ARROW
        case .text: SDL_SYSTEM_CURSOR_IBEAM
        case .hand: SDL_SYSTEM_CURSOR_HAND
        case .crosshair: SDL_SYSTEM_CURSOR_CROSSHAIR
        case .wait: SDL_SYSTEM_CURSOR_WAIT
        case .resizeHorizontally: SDL_SYSTEM_CURSOR_SIZEWE
        case .resizeVertically: SDL_SYSTEM_CURSOR_SIZENS
        case .move: SDL_SYSTEM_CURSOR_SIZEALL
        case .forbidden: SDL_SYSTEM_CURSOR_NO
        case .hidden: nil
        }
    }
}
