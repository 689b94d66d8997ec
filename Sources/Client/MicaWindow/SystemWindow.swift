import CMicaWindow
import CSDL
import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEvents
import MicaFrame
import MicaTrace
import MicaWorkers
import QuartzCore

/// A window on the system's display: SDL's window, and the presenter of its frames.
///
/// Used on the main thread.
@MainActor
@safe final class SystemWindow: PlatformWindow {
    private(set) var metrics = ContentMetrics()
    let presenter: any WindowPresenter
    private let connection: DisplayConnection
    let handle: OpaquePointer
    /// SDL's number of the window, which its events carry.
    private let number: UInt32
    /// The window's OpenGL surface, which is released before the window.
    private let surfaces = GLSurfaces()
    private let fixedScale: CGFloat?
    private let timing: DisplayTiming
    /// Wakes the drawing thread when a buffer is free again.
    private let wake = WakeSignal()
    private let output: @Sendable (WakeSignal) -> any FrameOutput
    private weak var window: LayerWindow?
    private var input = WindowInput()
    /// Whether a view has taken text since the last one that stopped.
    private(set) var hasTextInput = false

    /// Makes a hidden window.
    ///
    /// - Parameters:
    ///   - scale: pixels per point; nil follows the display.
    ///   - timing: Gets the times of the display's refreshes.
    ///   - choice: Gets the backend that draws, requested as `backend`.
    init(
        _ title: String, _ size: CGSize, scale: CGFloat?, timing: DisplayTiming, _ backend: LayerRenderer.Backend,
        _ choice: BackendChoice
    ) throws {
        let connection = try DisplayConnection.shared()
        let made = unsafe connection.makeWindow(
            title, ContentMetrics.side(size.width, scale ?? 1), ContentMetrics.side(size.height, scale ?? 1))
        guard let handle = unsafe made else {
            throw WindowError("the window cannot be made: \(DisplayConnection.sdlError)")
        }
        timing.set(rate: unsafe Self.displayRate(of: handle))
        switch connection.kind {
        case .x11:
            presenter = unsafe X11Presenter(handle, display: connection.display) { connection.poke() }
        case .wayland:
            let found = unsafe mica_display_of(UnsafeMutableRawPointer(handle))
            guard let wayland = unsafe connection.wayland, let surface = unsafe found.surface,
                let ring = unsafe WaylandPresenter(
                    wayland, display: connection.display, surface: surface, wake: wake, timing: timing,
                    lock: connection.lock)
            else {
                unsafe connection.release(handle)
                throw WindowError("the window has no Wayland surface")
            }
            presenter = ring
        }
        (self.connection, self.timing, fixedScale) = (connection, timing, scale)
        unsafe self.handle = handle
        number = unsafe SDL_GetWindowID(handle)
        let (presenter, surfaces) = (presenter, surfaces)
        output = { _ in
            let pool = WorkerPool(workers: ProcessInfo.processInfo.activeProcessorCount)
            let cpu = SurfaceOutput(
                DirectCompositor(CPUCompositor(pool: pool)), WindowSurface(presenter, PixelSize(), scale: 1))
            return WindowOutput(cpu, presenter, backend, surfaces, pool, told: choice.tell)
        }
    }

    func makeHost(_ root: CALayer) -> LiveHost {
        LiveHost(root: root, display: connection, timing: timing, wake: wake, output: output)
    }

    /// Makes a host that was connected to a server draw here.
    func takeOver(_ host: LiveHost) { host.hostItself(wake: wake, output: output) }

    func open(_ window: LayerWindow, _ size: CGSize, isResizable: Bool, isVisible: Bool) {
        self.window = window
        connection.add(self, number: number)
        setBackground(PixelColor(window.background.value))
        readMetrics()
        window.applyMetrics()
        self[.resizable] = isResizable
        if isVisible { self.isVisible = true }
    }

    // MARK: Its content

    /// Reads the window's state from SDL, and gives it to the presenter, before the server gets anything else.
    func readMetrics() {
        var (width, height, pixelWidth, pixelHeight) = (Int32(0), Int32(0), Int32(0), Int32(0))
        unsafe SDL_GetWindowSize(handle, &width, &height)
        unsafe SDL_GetWindowSizeInPixels(handle, &pixelWidth, &pixelHeight)
        guard width > 0, height > 0, pixelWidth > 0, pixelHeight > 0 else { return }
        let own = CGFloat(pixelWidth) / CGFloat(width)
        metrics.pixels = PixelSize(width: Int(pixelWidth), height: Int(pixelHeight))
        metrics.scale = fixedScale ?? own
        metrics.unit = own / metrics.scale
        metrics.isVisible = flags & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) == 0
        if presenter.update(metrics.pixels, isVisible: metrics.isVisible) { window?.perform { $0.invalidate() } }
    }

    func applyMetrics() { window?.applyMetrics() }

    func showContent() {
        CATransaction.flush()
        let (pixels, scale) = (metrics.pixels, Double(metrics.scale))
        window?.perform { host in
            (host.output as? WindowOutput)?.resize(pixels, scale: scale)
            host.rootTransform = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            host.invalidate()
        }
    }

    func setBackground(_ color: PixelColor) {
        window?.perform { host in
            host.background = color
            host.invalidate()
        }
    }

    func resize(to size: CGSize) {
        let (w, h) = units(size)
        unsafe change { unsafe SDL_SetWindowSize($0, w, h) }
    }

    var isVisible: Bool {
        get { flags & SDL_WINDOW_HIDDEN.rawValue == 0 }
        set {
            connection.withSDL {
                if newValue {
                    unsafe SDL_ShowWindow(handle)
                } else {
                    // The surface loses its role, and nothing may be shown on it any more.
                    presenter.update(metrics.pixels, isVisible: false)
                    unsafe SDL_HideWindow(handle)
                }
                readMetrics()
            }
            window?.applyMetrics()
        }
    }

    // MARK: Events

    /// Whether an input method is composing text in it.
    var isComposing: Bool { input.isComposing }

    var modifiers: KeyModifiers { KeyModifiers(UInt16(truncatingIfNeeded: SDL_GetModState().rawValue)) }

    /// Handles an SDL event of the window.
    func receive(_ event: SDL_Event, followedBy next: SDL_Event?, at time: Double) {
        guard let window, !window.isClosed else { return }
        if unsafe event.type == SDL_WINDOWEVENT.rawValue { receive(unsafe event.window, window) }
        guard
            let content = unsafe input.content(
                of: event, followedBy: next, unit: window.applied.unit, size: window.applied.size)
        else { return }
        window.send(content, at: time)
    }

    private func receive(_ event: SDL_WindowEvent, _ window: LayerWindow) {
        let presenter = presenter
        switch SDL_WindowEventID(rawValue: UInt32(event.event)) {
        case SDL_WINDOWEVENT_MOVED: Assistance.shared.windowChanged()
        case SDL_WINDOWEVENT_EXPOSED:
            window.perform { host in
                guard let output = host.output as? WindowOutput else { return presenter.presentAgain() }
                if !output.showAgain() { host.invalidate() }
            }
        case SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST, SDL_WINDOWEVENT_RESTORED,
            SDL_WINDOWEVENT_MAXIMIZED, SDL_WINDOWEVENT_SIZE_CHANGED:
            // With this event, SDL has answered the server or is about to, and the window's edges have changed. A
            // window without changes draws no frame that would commit them.
            presenter.commitState()
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.1, qos: .unspecified, flags: []) { [weak window] in
                MainActor.assumeIsolated { if window?.isClosed == false { presenter.commitState() } }
            }
        case SDL_WINDOWEVENT_DISPLAY_CHANGED: timing.set(rate: unsafe Self.displayRate(of: handle))
        default: break
        }
    }

    /// SDL's flags of it.
    private var flags: UInt32 { unsafe SDL_GetWindowFlags(handle) }

    func close() {
        connection.withSDL {
            surfaces.close()
            presenter.close()
            unsafe connection.release(handle)
        }
        connection.remove(number: number)
    }

    private static func displayRate(of handle: OpaquePointer) -> Double {
        var mode = unsafe SDL_DisplayMode()
        let display = unsafe SDL_GetWindowDisplayIndex(handle)
        guard unsafe SDL_GetCurrentDisplayMode(max(0, display), &mode) == 0, unsafe mode.refresh_rate > 0 else {
            return 60
        }
        return unsafe Double(mode.refresh_rate)
    }
}

// MARK: Its frame on the screen

extension SystemWindow {
    var title: String {
        get { unsafe String(cString: SDL_GetWindowTitle(handle)) }
        set { unsafe change { unsafe SDL_SetWindowTitle($0, newValue) } }
    }

    /// Wayland has no places for programs.
    var place: AccessiblePlace {
        var (x, y) = (Int32(0), Int32(0))
        if connection.kind == .x11 { unsafe SDL_GetWindowPosition(handle, &x, &y) }
        return AccessiblePlace(origin: CGPoint(x: CGFloat(x), y: CGFloat(y)), unit: 1 / metrics.unit)
    }

    var minimumSize: CGSize? {
        get { unsafe limit { unsafe SDL_GetWindowMinimumSize(handle, $0, $1) } }
        set {
            let (w, h) = newValue.map { units($0) } ?? (1, 1)
            unsafe change { unsafe SDL_SetWindowMinimumSize($0, w, h) }
        }
    }

    var maximumSize: CGSize? {
        get { unsafe limit { unsafe SDL_GetWindowMaximumSize(handle, $0, $1) } }
        set {
            let (w, h) = newValue.map { units($0) } ?? (16384, 16384)
            unsafe change { unsafe SDL_SetWindowMaximumSize($0, w, h) }
        }
    }

    subscript(attribute: WindowAttribute) -> Bool {
        get {
            switch attribute {
            case .resizable: has(SDL_WINDOW_RESIZABLE)
            case .bordered: !has(SDL_WINDOW_BORDERLESS)
            case .fullScreen: has(SDL_WINDOW_FULLSCREEN)
            case .focused: has(SDL_WINDOW_INPUT_FOCUS)
            case .minimized: has(SDL_WINDOW_MINIMIZED)
            }
        }
        set {
            unsafe change { window in
                switch attribute {
                case .resizable: unsafe SDL_SetWindowResizable(window, newValue ? SDL_TRUE : SDL_FALSE)
                case .bordered: unsafe SDL_SetWindowBordered(window, newValue ? SDL_TRUE : SDL_FALSE)
                case .fullScreen:
                    unsafe _ = SDL_SetWindowFullscreen(window, newValue ? SDL_WINDOW_FULLSCREEN_DESKTOP.rawValue : 0)
                case .minimized: unsafe newValue ? SDL_MinimizeWindow(window) : SDL_RestoreWindow(window)
                case .focused: break
                }
            }
        }
    }

    func raise() { unsafe change { unsafe SDL_RaiseWindow($0) } }

    func setTextInputArea(_ area: CGRect) {
        let (x, y) = (whole(area.origin.x), whole(area.origin.y))
        let (w, h) = units(area.size)
        unsafe change { _ in
            var rect = SDL_Rect(x: x, y: y, w: w, h: h)
            unsafe SDL_SetTextInputRect(&rect)
        }
    }

    /// A window whose program has no view that takes text keeps SDL's setting, which is on.
    func textInputChanged(_ state: TextInputState?) {
        if let state {
            setTextInputArea(state.area)
            connection.withSDL { if SDL_IsTextInputActive() == SDL_FALSE { SDL_StartTextInput() } }
            hasTextInput = true
        } else if hasTextInput {
            hasTextInput = false
            connection.withSDL { SDL_StopTextInput() }
        }
    }

    /// SDL resets input methods when text input stops.
    func endComposition() {
        guard hasTextInput else { return }
        connection.withSDL {
            SDL_StopTextInput()
            SDL_StartTextInput()
        }
        connection.watchInputMethods()
    }

    private func has(_ flag: SDL_WindowFlags) -> Bool { flags & flag.rawValue == flag.rawValue }

    /// Changes the window through SDL, which may resize it, and takes the events that result.
    private func change(_ body: (OpaquePointer) -> Void) {
        connection.withSDL {
            presenter.beforeResizing()
            unsafe body(handle)
            presenter.afterResizing()
        }
    }

    private func limit(_ read: (UnsafeMutablePointer<Int32>, UnsafeMutablePointer<Int32>) -> Void) -> CGSize? {
        var (width, height) = (Int32(0), Int32(0))
        unsafe read(&width, &height)
        // Without a limit, SDL returns 0, or a number that means none here.
        guard width > 1, height > 1, width < 16384, height < 16384 else { return nil }
        return CGSize(width: CGFloat(width) * metrics.unit, height: CGFloat(height) * metrics.unit)
    }

    /// Converts a size in points to SDL's units.
    private func units(_ size: CGSize) -> (Int32, Int32) {
        (ContentMetrics.side(size.width / metrics.unit), ContentMetrics.side(size.height / metrics.unit))
    }

    /// Converts a coordinate in points to SDL's units.
    private func whole(_ value: CGFloat) -> Int32 {
        value.isFinite ? Int32(min(max((value / metrics.unit).rounded(), -32768), 32767)) : 0
    }
}
