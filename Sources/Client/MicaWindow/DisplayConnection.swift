import CMicaWindow
import CSDL
import Dispatch
import Foundation
import MicaEvents
import MicaTrace
import QuartzCore
import Synchronization

/// The program's connection to the display server, through SDL. It takes the server's events as they arrive, and passes
/// them to the windows.
///
/// Nothing polls. On X11 the main queue waits for the connection's descriptor. On Wayland a thread reads the
/// connection, for the windows' frames too, and calls the main queue when SDL has events to handle.
@MainActor
@safe final class DisplayConnection {
    /// The display server's protocol.
    enum Kind { case x11, wayland }

    private static var current: DisplayConnection?

    /// The open windows, by SDL's window numbers.
    private(set) var windows: [UInt32: SystemWindow] = [:]
    let kind: Kind
    /// Held while SDL reads events and changes windows; see `WaylandPresenter`.
    let lock = NSRecursiveLock()
    /// The Wayland globals; nil on X11.
    let wayland: OpaquePointer?
    private let caller: MainCaller
    private var source: (any DispatchSourceRead)?
    /// The connection of Xlib or Wayland.
    let display: UnsafeMutableRawPointer
    private var composing: Timer?

    /// The connection, made at its first use.
    static func shared() throws -> DisplayConnection {
        if let current { return current }
        let made = try DisplayConnection()
        current = made
        watchColorScheme()
        return made
    }

    /// The connection; nil if there is none yet.
    static var existing: DisplayConnection? { current }

    private init() throws {
        try Self.start()
        // A window that is never shown tells which connection SDL has.
        guard
            let probe = unsafe SDL_CreateWindow(
                "", Self.centred, Self.centred, 64, 64,
                SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | SDL_WINDOW_RESIZABLE.rawValue)
        else {
            throw WindowError("no window can be made: \(Self.sdlError)")
        }
        let found = unsafe mica_display_of(UnsafeMutableRawPointer(probe))
        guard let display = unsafe found.display else {
            unsafe SDL_DestroyWindow(probe)
            throw WindowError("windows need X11 or Wayland; SDL's driver here is \(Self.driver)")
        }
        unsafe self.display = display
        let caller = MainCaller()
        self.caller = caller
        if unsafe found.kind == MICA_DISPLAY_WAYLAND {
            kind = .wayland
            guard let opened = unsafe mica_wayland_open(display) else {
                unsafe SDL_DestroyWindow(probe)
                throw WindowError("the Wayland server offers no shared memory")
            }
            unsafe wayland = opened
            unsafe Self.startReading(opened, caller)
        } else {
            kind = .x11
            unsafe wayland = nil
            mica_x11_end_when_lost()
        }
        // The first window that is made uses it.
        unsafe spare.append(probe)
        if kind == .x11 {
            let source = DispatchSource.makeReadSource(
                fileDescriptor: unsafe mica_x11_descriptor(display), queue: .main)
            source.setEventHandler { MainActor.assumeIsolated { DisplayConnection.existing?.pump() } }
            source.resume()
            self.source = source
        }
    }

    private static func start() throws {
        let hints = [
            // SDL's window surface would go through OpenGL, ten times as slowly. Pixels go to the server directly
            // instead.
            ("SDL_FRAMEBUFFER_ACCELERATION", "0"),
            ("SDL_NO_SIGNAL_HANDLERS", "1"),
            ("SDL_VIDEO_ALLOW_SCREENSAVER", "1"),
            ("SDL_QUIT_ON_LAST_WINDOW_CLOSE", "0"),
            ("SDL_TOUCH_MOUSE_EVENTS", "0"), ("SDL_MOUSE_TOUCH_EVENTS", "0"),
            ("SDL_VIDEO_X11_NET_WM_BYPASS_COMPOSITOR", "0"),
            ("SDL_IME_SUPPORT_EXTENDED_TEXT", "1"),
        ]
        for (name, value) in hints { unsafe _ = SDL_SetHint(name, value) }
        let environment = ProcessInfo.processInfo.environment
        let hasWayland = environment["WAYLAND_DISPLAY"]?.isEmpty == false
        if !hasWayland, environment["DISPLAY"]?.isEmpty != false, environment["SDL_VIDEODRIVER"] == nil {
            throw WindowError("there is no display: neither WAYLAND_DISPLAY nor DISPLAY is set")
        }
        unsafe _ = SDL_SetHint("SDL_VIDEODRIVER", hasWayland ? "wayland,x11" : "x11,wayland")
        SDL_SetMainReady()
        guard SDL_InitSubSystem(SDL_INIT_VIDEO) == 0 else {
            throw WindowError("the display cannot be opened: \(sdlError)")
        }
        _ = SDL_EventState(SDL_DROPTEXT.rawValue, SDL_ENABLE)
        _ = SDL_EventState(SDL_DROPFILE.rawValue, SDL_ENABLE)
    }

    /// SDL's last error message on this thread.
    static var sdlError: String { unsafe String(cString: SDL_GetError()) }

    private static var driver: String {
        unsafe SDL_GetCurrentVideoDriver().map { unsafe String(cString: $0) } ?? "none"
    }

    /// Reads the Wayland connection on its own thread, until the process ends.
    private static func startReading(_ wayland: OpaquePointer, _ caller: MainCaller) {
        let reading = unsafe HandedPointer(pointer: wayland)
        let thread = Thread {
            while true {
                switch unsafe Int(mica_wayland_read(reading.pointer)) {
                case MICA_WAYLAND_LOST: mica_end_lost()
                case MICA_WAYLAND_OTHERS: caller.call()
                default: continue
                }
            }
        }
        thread.name = "mica-wayland"
        thread.start()
    }

    /// Schedules taking events on the main thread; may be called on any thread.
    nonisolated func poke() { caller.call() }

    /// Calls SDL while no other thread does, and takes the events that result.
    func withSDL<Result>(_ body: () -> Result) -> Result {
        defer { poke() }
        return lock.withLock(body)
    }

    private var cursors: [WindowCursor: OpaquePointer] = unsafe [:]

    /// Changes the pointer over the program's windows.
    func show(_ cursor: WindowCursor) {
        withSDL {
            guard let system = cursor.system else {
                _ = SDL_ShowCursor(SDL_DISABLE)
                return
            }
            let made = unsafe cursors[cursor] ?? SDL_CreateSystemCursor(system)
            unsafe cursors[cursor] = made
            unsafe SDL_SetCursor(made)
            _ = SDL_ShowCursor(SDL_ENABLE)
        }
    }

    // MARK: Appearance

    /// Asks the desktop for its colour scheme, on its own thread, which sleeps until the scheme changes.
    private static func watchColorScheme() {
        let thread = Thread {
            mica_watch_color_scheme { scheme in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { LayerWindow.systemHas(scheme == 1 ? .dark : .light) }
                }
            }
        }
        thread.name = "mica-appearance"
        thread.start()
    }

    // MARK: Windows

    /// SDL's constant for the middle of the display along either axis.
    private static let centred: Int32 = 0x2FFF_0000

    /// Hidden windows of SDL's that are not in use. If a window is destroyed on Wayland, SDL 2.26 with libdecor 0.1
    /// leaves its shell objects to the server, and their next events go to freed memory. So windows are never destroyed
    /// there, but used again.
    private var spare: [OpaquePointer] = unsafe []

    /// A hidden window with a title and a size in SDL's units; nil if SDL cannot make one.
    func makeWindow(_ title: String, _ width: Int32, _ height: Int32) -> OpaquePointer? {
        unsafe lock.withLock {
            if let window = unsafe spare.popLast() {
                unsafe SDL_SetWindowTitle(window, title)
                unsafe SDL_SetWindowMinimumSize(window, 1, 1)
                unsafe SDL_SetWindowMaximumSize(window, 16384, 16384)
                if unsafe SDL_GetWindowFlags(window) & SDL_WINDOW_BORDERLESS.rawValue != 0 {
                    unsafe SDL_SetWindowBordered(window, SDL_TRUE)
                }
                unsafe SDL_SetWindowSize(window, width, height)
                // Without a window manager it would stay at the position for its old size.
                unsafe SDL_SetWindowPosition(window, Self.centred, Self.centred)
                return unsafe window
            }
            let flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | SDL_WINDOW_RESIZABLE.rawValue
            return unsafe SDL_CreateWindow(title, Self.centred, Self.centred, width, height, flags)
        }
    }

    /// Takes back a window that is no longer used.
    func release(_ window: OpaquePointer) {
        lock.withLock {
            if kind == .wayland {
                unsafe _ = SDL_SetWindowFullscreen(window, 0)
                unsafe SDL_HideWindow(window)
                unsafe spare.append(window)
            } else {
                unsafe SDL_DestroyWindow(window)
            }
        }
    }

    func add(_ window: SystemWindow, number: UInt32) { windows[number] = window }

    func remove(number: UInt32) { windows[number] = nil }

    // MARK: Events

    /// Takes all pending events, and passes them to the windows.
    func pump() {
        caller.answer()
        var events: [SDL_Event] = unsafe []
        lock.withLock {
            repeat {
                for window in windows.values { window.presenter.beforeEvents() }
                SDL_PumpEvents()
                for window in windows.values { window.presenter.afterEvents() }
                var event = unsafe SDL_Event()
                while unsafe SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue)
                    > 0
                {
                    unsafe events.append(event)
                }
            } while unsafe kind == .x11 && mica_x11_has_events(display)
            // Read before a frame of the old size can follow SDL's answer to the server.
            for window in windows.values { window.readMetrics() }
        }
        for window in windows.values { window.applyMetrics() }
        let time = MonotonicClock.now
        if windows.values.contains(where: \.hasTextInput), unsafe events.contains(where: { unsafe $0.isKey }) {
            watchedUntil = time + Self.watch
        }
        for unsafe(index, event) in unsafe events.enumerated() {
            let next = unsafe index + 1 < events.count ? events[index + 1] : nil
            unsafe windows[event.windowNumber]?.receive(event, followedBy: next, at: time)
            unsafe event.letGo()
        }
        observeComposing()
    }

    /// How long the answers of input methods are awaited. *Units*: seconds. Those of ibus came within 0.03 s of a key.
    private static let watch = 0.3
    /// Until when answers of input methods are awaited. *Units*: seconds of the monotonic clock.
    private var watchedUntil = 0.0

    /// Awaits the answer of an input method.
    func watchInputMethods() {
        watchedUntil = MonotonicClock.now + Self.watch
        observeComposing()
    }

    /// Input methods use connections of their own, which SDL reads only while it takes events. So events are taken
    /// twenty times a second while the user composes text, and for a while after a key that is pressed in a view of text.
    private func observeComposing() {
        let isComposing = MonotonicClock.now < watchedUntil || windows.values.contains { $0.isComposing }
        if isComposing, composing == nil {
            let timer = Timer(timeInterval: 0.05, repeats: true) { _ in
                MainActor.assumeIsolated { DisplayConnection.existing?.pump() }
            }
            RunLoop.main.add(timer, forMode: .common)
            composing = timer
        } else if !isComposing, let timer = composing {
            timer.invalidate()
            composing = nil
        }
    }
}

/// Schedules taking events on the main thread. Calls before the main thread runs are merged into one.
private final class MainCaller: Sendable {
    private let isCalled = Atomic(false)

    func call() {
        if isCalled.exchange(true, ordering: .acquiringAndReleasing) { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { DisplayConnection.existing?.pump() } }
    }

    /// The main thread is taking events: later calls are scheduled anew.
    func answer() { isCalled.store(false, ordering: .releasing) }
}

/// A pointer that is passed to a thread.
// Safe because: the memory it points to is never freed, and belongs to that thread from then on.
@unsafe private struct HandedPointer: @unchecked Sendable {
    let pointer: OpaquePointer
}
