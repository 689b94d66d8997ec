import CSDL
import CoreGraphics
import Foundation
import MicaEvents

extension LayerWindow {
    /// The text in the title bar.
    public var title: String {
        get {
            if isClosed { return "" }
            guard let system else { return servedTitle }
            return unsafe String(cString: SDL_GetWindowTitle(system.handle))
        }
        set {
            servedTitle = newValue
            unsafe change { unsafe SDL_SetWindowTitle($0, newValue) }
            showServed()
        }
    }

    /// The least size that the user can give the content, in points; nil for none.
    public var minimumSize: CGSize? {
        get { unsafe limit { unsafe SDL_GetWindowMinimumSize($0, $1, $2) } }
        set {
            let (w, h) = newValue.map { units($0) } ?? (1, 1)
            unsafe change { unsafe SDL_SetWindowMinimumSize($0, w, h) }
        }
    }

    /// The largest size that the user can give the content, in points; nil for none.
    public var maximumSize: CGSize? {
        get { unsafe limit { unsafe SDL_GetWindowMaximumSize($0, $1, $2) } }
        set {
            let (w, h) = newValue.map { units($0) } ?? (16384, 16384)
            unsafe change { unsafe SDL_SetWindowMaximumSize($0, w, h) }
        }
    }

    /// Whether the user can change its size.
    public var isResizable: Bool {
        get { has(SDL_WINDOW_RESIZABLE) }
        set { unsafe change { unsafe SDL_SetWindowResizable($0, newValue ? SDL_TRUE : SDL_FALSE) } }
    }

    /// Whether it has a title bar and borders.
    public var isBordered: Bool {
        get { !isClosed && !has(SDL_WINDOW_BORDERLESS) }
        set { unsafe change { unsafe SDL_SetWindowBordered($0, newValue ? SDL_TRUE : SDL_FALSE) } }
    }

    /// Whether it fills its display.
    public var isFullScreen: Bool {
        get { has(SDL_WINDOW_FULLSCREEN) }
        set {
            unsafe change {
                unsafe _ = SDL_SetWindowFullscreen($0, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
            }
        }
    }

    /// Whether it has the keyboard's focus.
    public var isFocused: Bool { has(SDL_WINDOW_INPUT_FOCUS) }

    /// Whether it is minimized. Setting false restores it.
    public var isMinimized: Bool {
        get { has(SDL_WINDOW_MINIMIZED) }
        set { unsafe change { unsafe newValue ? SDL_MinimizeWindow($0) : SDL_RestoreWindow($0) } }
    }

    /// Brings it in front of other windows, and gives it the keyboard's focus if the window manager allows it.
    public func raise() { unsafe change { unsafe SDL_RaiseWindow($0) } }

    /// Sets the rectangle of text entry, in points: input methods show their candidates beside it.
    public func setTextInputArea(_ area: CGRect) {
        let (x, y) = units(at: area.origin)
        let (w, h) = units(area.size)
        unsafe change { _ in
            var rect = SDL_Rect(x: x, y: y, w: w, h: h)
            unsafe SDL_SetTextInputRect(&rect)
        }
    }

    /// The text of the system's clipboard; nil for none. Works only while the program has a window.
    public static var clipboardText: String? {
        get {
            guard let connection = DisplayConnection.existing else { return nil }
            return connection.withSDL {
                guard SDL_HasClipboardText() == SDL_TRUE, let text = unsafe SDL_GetClipboardText() else { return nil }
                defer { unsafe SDL_free(text) }
                return unsafe String(cString: text)
            }
        }
        set {
            DisplayConnection.existing?.withSDL { unsafe _ = SDL_SetClipboardText(newValue ?? "") }
        }
    }

    private func has(_ flag: SDL_WindowFlags) -> Bool {
        guard !isClosed, let system else { return false }
        return system.flags & flag.rawValue == flag.rawValue
    }

    /// Changes the window through SDL, and takes the events that result.
    private func change(_ body: (OpaquePointer) -> Void) {
        guard !isClosed, let system else { return }
        unsafe system.resize(body)
    }

    private func limit(
        _ ask: (OpaquePointer, UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void
    ) -> CGSize? {
        guard !isClosed, let system else { return nil }
        var (width, height) = (Int32(0), Int32(0))
        unsafe ask(system.handle, &width, &height)
        // Without a limit, SDL returns 0, or a number that means none here.
        guard width > 1, height > 1, width < 16384, height < 16384 else { return nil }
        return points(width, height)
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
