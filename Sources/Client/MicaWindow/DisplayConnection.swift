import CMicaWindow
import CSDL
import Dispatch
import Foundation
import MicaEvents
import MicaHosting
import QuartzCore
import Synchronization

/// The program's connection to the display server, through SDL: it takes what the server sends when there is something, and
/// hands it to the windows.
///
/// Nothing polls: on X11 the main queue waits for the connection's descriptor, on Wayland a thread reads it, for the windows'
/// frames too, and calls the main queue where SDL has something to do.
@MainActor
@safe final class DisplayConnection {
    /// Where the server's events come from.
    enum Kind { case x11, wayland }

    private static var current: DisplayConnection?

    /// The open windows, by SDL's numbers.
    private(set) var windows: [UInt32: LayerWindow] = [:]
    let kind: Kind
    /// Held while SDL reads events and changes windows; see `WaylandPresenter`.
    let lock = NSRecursiveLock()
    /// The Wayland globals; nil on X11.
    let wayland: OpaquePointer?
    private let caller: MainCaller
    private var source: (any DispatchSourceRead)?
    /// Xlib's or Wayland's connection.
    let display: UnsafeMutableRawPointer
    private var composing: Timer?

    /// The connection, made when it is first asked for.
    static func shared() throws -> DisplayConnection {
        if let current { return current }
        let made = try DisplayConnection()
        current = made
        watchColorScheme()
        return made
    }

    /// The connection if there is one.
    static var existing: DisplayConnection? { current }

    private init() throws {
        try Self.start()
        // A window that is never shown says which connection there is.
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
        // The first window that is made takes it.
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
            // SDL's window surface would go through OpenGL, ten times as slow: what is drawn goes to the server as it is.
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

    /// What SDL says went wrong last on this thread.
    static var sdlError: String { unsafe String(cString: SDL_GetError()) }

    private static var driver: String {
        unsafe SDL_GetCurrentVideoDriver().map { unsafe String(cString: $0) } ?? "none"
    }

    /// Reads the Wayland connection on a thread of its own, for as long as the process lives.
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

    /// Has events taken on the main thread soon, whatever thread says so.
    nonisolated func poke() { caller.call() }

    /// Calls SDL, with nothing else doing so, and takes what comes of it.
    func withSDL<Result>(_ body: () -> Result) -> Result {
        defer { poke() }
        return lock.withLock(body)
    }

    private var cursors: [WindowCursor: OpaquePointer] = unsafe [:]

    /// Shows another pointer over the program's windows.
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

    /// What the system wants, as far as it has said.
    private(set) var systemAppearance = WindowAppearance.light

    /// Tells every window of another appearance.
    func tellAppearance() {
        for window in windows.values { window.tellAppearance() }
    }

    private func take(_ appearance: WindowAppearance) {
        let before = LayerWindow.appearance
        systemAppearance = appearance
        if LayerWindow.appearance != before { tellAppearance() }
    }

    /// Asks the desktop for its colour scheme, on a thread of its own, which sleeps until there is another.
    private static func watchColorScheme() {
        let thread = Thread {
            mica_watch_color_scheme { scheme in
                DispatchQueue.main.async {
                    MainActor.assumeIsolated { DisplayConnection.existing?.take(scheme == 1 ? .dark : .light) }
                }
            }
        }
        thread.name = "mica-appearance"
        thread.start()
    }

    // MARK: Windows

    /// The middle of the display, as SDL writes that of either axis.
    private static let centred: Int32 = 0x2FFF_0000

    /// Windows of SDL's that are hidden and in no use. On Wayland SDL 2.26 with libdecor 0.1 leaves the shell's objects of a window
    /// that is destroyed to the server, and what they are sent next goes to memory that was freed: there windows are kept, and
    /// used again.
    private var spare: [OpaquePointer] = unsafe []

    /// A hidden window of a title and a size in SDL's units; nil where SDL makes none.
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
                // Without a window manager it stays where it was made, for another size.
                unsafe SDL_SetWindowPosition(window, Self.centred, Self.centred)
                return unsafe window
            }
            let flags = SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_ALLOW_HIGHDPI.rawValue | SDL_WINDOW_RESIZABLE.rawValue
            return unsafe SDL_CreateWindow(title, Self.centred, Self.centred, width, height, flags)
        }
    }

    /// Takes a window back that nobody uses any more.
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

    func add(_ window: LayerWindow, number: UInt32) { windows[number] = window }

    func remove(number: UInt32) { windows[number] = nil }

    // MARK: Events

    /// Takes all events that have come, and hands them to the windows.
    func pump() {
        caller.answer()
        var events: [SDL_Event] = unsafe []
        lock.withLock {
            repeat {
                for window in windows.values { window.system?.presenter.beforeEvents() }
                SDL_PumpEvents()
                for window in windows.values { window.system?.presenter.afterEvents() }
                var event = unsafe SDL_Event()
                while unsafe SDL_PeepEvents(&event, 1, SDL_GETEVENT, SDL_FIRSTEVENT.rawValue, SDL_LASTEVENT.rawValue)
                    > 0
                {
                    unsafe events.append(event)
                }
            } while unsafe kind == .x11 && mica_x11_has_events(display)
            // Before SDL's answer to the server is followed by a frame of the old size.
            for window in windows.values { window.readMetrics() }
        }
        for window in windows.values { window.applyMetrics() }
        let time = MonotonicClock.now
        for unsafe(index, event) in unsafe events.enumerated() {
            let next = unsafe index + 1 < events.count ? events[index + 1] : nil
            unsafe windows[event.windowNumber]?.take(event, followedBy: next, at: time)
            unsafe event.letGo()
        }
        observeComposing()
    }

    /// Input methods speak over connections of their own, which SDL looks at when it takes events: while a person composes it
    /// does so twenty times a second.
    private func observeComposing() {
        let isComposing = windows.values.contains { $0.isComposing }
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

/// Has the main thread take events; calls that come before it has are one.
private final class MainCaller: Sendable {
    private let isCalled = Atomic(false)

    func call() {
        if isCalled.exchange(true, ordering: .acquiringAndReleasing) { return }
        DispatchQueue.main.async { MainActor.assumeIsolated { DisplayConnection.existing?.pump() } }
    }

    /// The main thread takes events now: what is called from here on is another call.
    func answer() { isCalled.store(false, ordering: .releasing) }
}

/// A pointer that is handed to a thread.
// Safe because: what it points to is never let go, and belongs to that thread from then on.
@unsafe private struct HandedPointer: @unchecked Sendable {
    let pointer: OpaquePointer
}
