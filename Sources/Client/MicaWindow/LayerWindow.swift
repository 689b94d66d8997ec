import CMicaWindow
import CSDL
import CoreGraphics
import Foundation
import Mica
import MicaCPU
import MicaCompositor
import MicaEncoding
@_exported import MicaEvents
import MicaFrame
import MicaGeometry
import MicaHosting
import MicaResources
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore

/// A window that shows a tree of layers.
///
///     let window = try LayerWindow(title: "Hello", size: CGSize(width: 640, height: 360))
///     window.layer.addSublayer(ball)
///     window.eventHandler = { event in ... }
///     LayerWindow.runUntilClosed()
///
/// Changes made on the main thread are shown when the run loop's turn ends. Each window draws its frames on its own
/// thread, at the display's refreshes, so animations go on while the main thread is busy. While nothing changes,
/// nothing is drawn and no thread wakes. A program may have several windows.
///
/// If a render server runs (MICA_SERVER, or `mica serve` in XDG_RUNTIME_DIR), it shows the program's windows; the
/// program needs no change: docs/serve.md.
///
/// Windows belong to the main thread, and work as long as its run loop runs: `RunLoop.main`, or `runUntilClosed()`.
///
/// *Units*: points of the content, from its top left corner, y down. See docs/windows.md.
@MainActor
@safe public final class LayerWindow {
    /// The window's number in the program, which its events carry.
    public let id: WindowID
    /// The root of the tree. The window sets its frame: the content, in points.
    public let layer: CALayer
    /// Called for input and for changes of the window, on the main thread.
    public var eventHandler: ((WindowEvent) -> Void)?
    /// Called when the user wants to close the window, after `eventHandler`; false keeps it open.
    public var shouldClose: () -> Bool = { true }
    /// Whether it is closed. A closed window shows nothing, and cannot be opened again.
    public private(set) var isClosed = false

    /// The window on a display; nil if a render server shows it, or after it was closed.
    var system: SystemWindow?
    /// The tree at the render server that shows it; nil if the program does.
    var served: ServedTree?
    /// The title, if a server shows the window.
    var servedTitle: String
    let host: LiveHost
    let timing: DisplayTiming
    private var input = WindowInput()
    /// Whether the text that is entered is a secret.
    var entersSecret = false
    /// Whether a view has taken text since the last one that stopped.
    var hasTextInput = false
    /// The window's present state, as SDL reports it.
    var metrics: Metrics
    /// The state that the layers and the drawing thread were told last.
    var applied: Metrics
    let fixedScale: CGFloat?
    /// The requested backend: by the environment variable MICA_WINDOW_BACKEND, or else by the program. `gl` and `auto`
    /// draw with the processor if there is no OpenGL for windows; `reference` always does. A render server draws with
    /// its own backend.
    public let backend: LayerRenderer.Backend
    /// The backend that draws it, once that is known.
    let choice = BackendChoice()
    private var backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)

    /// The window's content in pixels, SDL's units, and points.
    struct Metrics: Equatable {
        var pixels = PixelSize()
        /// Pixels per point.
        var scale: CGFloat = 1
        /// Points per SDL unit.
        var unit: CGFloat = 1
        var isVisible = false

        var size: CGSize { CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale) }
    }

    /// Makes a window and shows it.
    ///
    /// - Parameters:
    ///   - title: The text in the title bar.
    ///   - size: The content's size in points, limited to sizes that displays can have.
    ///   - layer: The root of the tree; it has no superlayer and is in no other window.
    ///   - scale: Pixels per point; nil follows the display that the window is on.
    ///   - isResizable: Whether the user can change its size.
    ///   - isVisible: Whether it is shown at once.
    ///   - backend: The backend that draws it: `cpu`, `gl`, or `auto`, which is OpenGL if hardware draws for it, and
    ///     the processor otherwise. The environment variable MICA_WINDOW_BACKEND overrides it.
    /// - Throws: `WindowError` if there is no display.
    public convenience init(
        title: String = "", size: CGSize = CGSize(width: 640, height: 480), layer: CALayer = CALayer(),
        scale: CGFloat? = nil, isResizable: Bool = true, isVisible: Bool = true, backend: LayerRenderer.Backend = .cpu
    ) throws {
        try self.init(
            title, size, layer, scale, isResizable: isResizable, isVisible: isVisible, backend,
            server: ServedWindows.server())
    }

    /// Makes a window that a render server shows, or the program if there is no server.
    init(
        _ title: String, _ size: CGSize, _ layer: CALayer = CALayer(), _ scale: CGFloat? = nil,
        isResizable: Bool = true, isVisible: Bool = true, _ backend: LayerRenderer.Backend = .cpu,
        server: ServerLink?
    ) throws {
        let backend = BackendSetting.resolved(backend, report: Self.say)
        self.backend = backend
        fixedScale = scale.map { $0.isFinite ? min(max($0, 0.1), 16) : 1 }
        self.layer = layer
        servedTitle = title
        (metrics, applied) = (Metrics(), Metrics())
        Self.lastID += 1
        id = WindowID(rawValue: Self.lastID)
        let (width, height) = (Self.side(size.width, fixedScale), Self.side(size.height, fixedScale))
        if let server {
            timing = DisplayTiming(rate: server.welcome.rate)
            var made: ServedTree?
            host = LiveHost(root: layer, display: server, timing: timing) { wake in
                let tree = server.tree(wake: wake)
                made = tree
                return tree
            }
            served = made
            ServedWindows.add(self)
            host.pump.pump.willHear = { [weak self] in MainActor.assumeIsolated { self?.hearOfServer() } }
            metrics.scale = fixedScale ?? CGFloat(server.welcome.scale)
            resizeServed(size, isVisible: isVisible)
            return
        }
        timing = DisplayTiming(rate: 60)
        let wake = WakeSignal()
        let system = try SystemWindow(title, width, height, timing: timing, wake: wake)
        self.system = system
        host = LiveHost(
            root: layer, display: system.connection, timing: timing, wake: wake,
            output: system.makeOutput(
                backend, threads: ProcessInfo.processInfo.activeProcessorCount, told: choice.tell))
        system.connection.add(self, number: system.number)
        host.thread?.perform { $0.background = PixelColor(premultiplied: 0xFF00_0000) }
        readMetrics()
        applyMetrics()
        self.isResizable = isResizable
        if isVisible { self.isVisible = true }
    }

    /// The number of the window that was made last.
    private static var lastID: UInt32 = 0

    static func side(_ points: CGFloat, _ scale: CGFloat?) -> Int32 {
        points.isFinite ? Int32(min(max((points * (scale ?? 1)).rounded(), 1), 16384)) : 1
    }
}

// MARK: What it shows

extension LayerWindow {
    /// The content's size, in points. Setting it resizes the window if the window manager allows it.
    public var size: CGSize {
        get { applied.size }
        set {
            guard !isClosed else { return }
            guard let system else { return resizeServed(newValue, isVisible: applied.isVisible) }
            let (w, h) = units(newValue)
            unsafe system.resize { unsafe SDL_SetWindowSize($0, w, h) }
        }
    }

    /// Pixels per point.
    public var scale: CGFloat { applied.scale }

    /// The display's refreshes per second, as far as known.
    public var refreshRate: Double { timing.grid.rate }

    /// The colour behind the layers; its alpha is ignored. Black at first.
    public var background: CGColor {
        get { backgroundColor }
        set {
            backgroundColor = newValue
            let color = PixelColor(newValue.value)
            if !isClosed {
                host.thread?.perform { host in
                    host.background = color
                    host.invalidate()
                }
                showServed()
                noteView()
            }
        }
    }

    /// Records the background and the scale in the capture of the window's layers.
    func noteView() {
        let (color, scale) = (PixelColor(backgroundColor.value), Double(applied.scale))
        guard applied.pixels.width > 0, applied.pixels.height > 0 else { return }
        host.note(
            CaptureView(
                width: applied.pixels.width, height: applied.pixels.height, scale: scale,
                rootTransform: Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0),
                background: SIMD4(color.red, color.green, color.blue, 1)))
    }

    /// The capture of the window's layers since its opening; nil if none is recorded in memory, or it has grown too
    /// long.
    package var captured: [UInt8]? { host.captured }

    /// Converts a size in points to SDL's units.
    func units(_ size: CGSize) -> (Int32, Int32) {
        let unit = applied.unit > 0 ? applied.unit : 1
        return (Self.side(size.width / unit, nil), Self.side(size.height / unit, nil))
    }

    /// Converts a point to SDL's units.
    func units(at point: CGPoint) -> (Int32, Int32) {
        let unit = applied.unit > 0 ? applied.unit : 1
        func whole(_ value: CGFloat) -> Int32 {
            value.isFinite ? Int32(min(max((value / unit).rounded(), -32768), 32767)) : 0
        }
        return (whole(point.x), whole(point.y))
    }

    /// Converts a size in SDL's units to points.
    func points(_ width: Int32, _ height: Int32) -> CGSize {
        CGSize(width: CGFloat(width) * applied.unit, height: CGFloat(height) * applied.unit)
    }

    /// The mouse pointer over the program's windows; the arrow at first.
    public static var cursor: WindowCursor = .arrow {
        didSet { if cursor != oldValue { DisplayConnection.existing?.show(cursor) } }
    }

    /// Whether the desktop wants dark text on light or light text on dark, by its settings portal; light if it gives
    /// none. A change arrives as an event, and so does the first answer if it is dark. Once a program sets it, it
    /// stays.
    public static var appearance: WindowAppearance {
        get { ownAppearance ?? DisplayConnection.existing?.systemAppearance ?? .light }
        set {
            let before = appearance
            ownAppearance = newValue
            if newValue != before { DisplayConnection.existing?.tellAppearance() }
        }
    }

    /// The appearance that the program has set; nil for none.
    private static var ownAppearance: WindowAppearance?

    /// Calls a closure for each frame that was shown, on the drawing thread; nil ends it.
    package func observeFrames(_ body: (@Sendable (ShownFrame) -> Void)?) {
        host.thread?.perform { $0.didShow = body }
    }

    /// Adds an overlay to each frame before it is drawn; nil removes it.
    package func setOverlay(_ overlay: (any FrameOverlay & Sendable)?) {
        host.thread?.perform { $0.setOverlay(overlay) }
    }

    /// Runs a closure between two frames, on the drawing thread.
    package func perform(_ body: @escaping @Sendable (SceneHost) -> Void) {
        if !isClosed { host.thread?.perform(body) }
    }

    /// Runs a closure between two frames, on the drawing thread, with the window's surface.
    func performOnSurface(_ body: @escaping @Sendable (SceneHost, WindowSurface) -> Void) {
        perform { host in
            guard let output = host.output as? WindowOutput else { return }
            body(host, output.cpu.surface)
        }
    }

    /// Calls a closure with the backend that draws, and the reason, once that is known and whenever it changes; on the
    /// drawing thread or on this one.
    package func observeBackend(_ body: @escaping @Sendable (LayerRenderer.Backend, String) -> Void) {
        choice.observe(body)
    }

    /// Draws the present picture once more, without overlays, and passes it to a closure on the drawing thread.
    package func capture(_ body: @escaping @Sendable (Bitmap) -> Void) {
        guard !isClosed else { return }
        host.thread?.perform { host in
            let (output, overlay) = (host.output, host.overlay)
            host.setOverlay(nil)
            let surface = BitmapSurface(width: output.width, height: output.height, scale: output.scale)
            host.output = SurfaceOutput(CPUCompositor(threads: 1), surface)
            let now = MonotonicClock.now
            host.draw(host.frame(at: now), at: now)
            host.output = output
            host.setOverlay(overlay)
            body(surface.bitmap)
        }
    }
}

// MARK: Events

extension LayerWindow {
    /// Whether an input method is composing text in it.
    var isComposing: Bool { input.isComposing }

    /// Reads the window's state from SDL, and tells the presenter, before the server gets anything else.
    func readMetrics() {
        guard !isClosed, let system else { return }
        let handle = unsafe system.handle
        var (width, height, pixelWidth, pixelHeight) = (Int32(0), Int32(0), Int32(0), Int32(0))
        unsafe SDL_GetWindowSize(handle, &width, &height)
        unsafe SDL_GetWindowSizeInPixels(handle, &pixelWidth, &pixelHeight)
        guard width > 0, height > 0, pixelWidth > 0, pixelHeight > 0 else { return }
        let own = CGFloat(pixelWidth) / CGFloat(width)
        metrics.pixels = PixelSize(width: Int(pixelWidth), height: Int(pixelHeight))
        metrics.scale = fixedScale ?? own
        metrics.unit = own / metrics.scale
        let flags = system.flags
        metrics.isVisible = flags & (SDL_WINDOW_HIDDEN.rawValue | SDL_WINDOW_MINIMIZED.rawValue) == 0
        if system.presenter.update(metrics.pixels, isVisible: metrics.isVisible) {
            host.thread?.perform { $0.invalidate() }
        }
    }

    /// Tells the layers, the handler and the drawing thread of changes of the window. Layers are laid out and committed
    /// first, so that no frame of the new size has the old layout.
    func applyMetrics() {
        guard !isClosed, metrics != applied else { return }
        let before = applied
        applied = metrics
        noteView()
        if applied.size != before.size || applied.scale != before.scale {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.frame = CGRect(origin: .zero, size: applied.size)
            CATransaction.commit()
            send(.resize(WindowMetrics(size: applied.size, scale: applied.scale)))
        }
        if applied.isVisible != before.isVisible { send(.visibility(applied.isVisible)) }
        guard !isClosed else { return }
        showServed()
        CATransaction.flush()
        let (pixels, scale) = (applied.pixels, Double(applied.scale))
        perform { host in
            (host.output as? WindowOutput)?.resize(pixels, scale: scale)
            host.rootTransform = Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0)
            host.invalidate()
        }
    }

    /// Handles an SDL event of the window.
    func take(_ event: SDL_Event, followedBy next: SDL_Event?, at time: Double) {
        guard !isClosed, let system else { return }
        if unsafe event.type == SDL_WINDOWEVENT.rawValue {
            switch SDL_WindowEventID(rawValue: UInt32(unsafe event.window.event)) {
            case SDL_WINDOWEVENT_EXPOSED:
                let presenter = system.presenter
                host.thread?.perform { host in
                    guard let output = host.output as? WindowOutput else { return presenter.presentAgain() }
                    if !output.showAgain() { host.invalidate() }
                }
            case SDL_WINDOWEVENT_FOCUS_GAINED, SDL_WINDOWEVENT_FOCUS_LOST, SDL_WINDOWEVENT_RESTORED,
                SDL_WINDOWEVENT_MAXIMIZED, SDL_WINDOWEVENT_SIZE_CHANGED:
                // With this event, SDL has answered the server or is about to, and the window's edges have changed. A
                // window without changes draws no frame that would commit them.
                let presenter = system.presenter
                presenter.commitState()
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.1, qos: .unspecified, flags: []) { [weak self] in
                    MainActor.assumeIsolated { if self?.isClosed == false { presenter.commitState() } }
                }
            case SDL_WINDOWEVENT_DISPLAY_CHANGED: timing.set(rate: system.displayRate)
            default: break
            }
        }
        guard
            let content = unsafe input.content(
                of: event, followedBy: next, unit: applied.unit, size: applied.size)
        else { return }
        send(content, at: time)
        if content == .closeRequest, !isClosed, shouldClose() { close() }
    }

    func tellAppearance() { send(.appearance(Self.appearance)) }

    private func send(_ content: WindowEvent.Content, at time: Double = MonotonicClock.now) {
        let modifiers = KeyModifiers(UInt16(truncatingIfNeeded: SDL_GetModState().rawValue))
        deliver(WindowEvent(content, time: time, window: id, modifiers: modifiers))
    }

    /// Records an event in the capture of the window's layers, and calls the handler: for events of a display and of a
    /// render server.
    func deliver(_ event: WindowEvent) {
        let isSecret = entersSecret
        host.noteInput(event.recordedLine(isSecret: isSecret), at: event.time)
        eventHandler?(event)
    }
}

// MARK: Opening and closing

extension LayerWindow {
    /// Whether the program shows it; true for a minimized window, too.
    public var isVisible: Bool {
        get {
            if isClosed { return false }
            guard let system else { return applied.isVisible }
            return system.flags & SDL_WINDOW_HIDDEN.rawValue == 0
        }
        set {
            guard !isClosed, newValue != isVisible else { return }
            guard let system else { return resizeServed(size, isVisible: newValue) }
            system.connection.withSDL {
                if newValue {
                    unsafe SDL_ShowWindow(system.handle)
                } else {
                    // The surface loses its role, and nothing may be shown on it any more.
                    system.presenter.update(metrics.pixels, isVisible: false)
                    unsafe SDL_HideWindow(system.handle)
                }
                readMetrics()
            }
            applyMetrics()
        }
    }

    /// Closes it: its thread ends, and its layers may be used in another window.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        host.close()
        system?.close()
        if served != nil {
            served = nil
            ServedWindows.remove(self)
            // Causes a turn of the run loop, as closing a window on a display does.
            DispatchQueue.main.async {}
        }
    }

    /// Runs the main run loop until the program's last window is closed.
    public static func runUntilClosed() {
        while DisplayConnection.existing?.windows.isEmpty == false || !ServedWindows.isEmpty {
            // Closing always causes a turn of the run loop.
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }
}

extension LayerWindow: @MainActor WindowHost {
    /// The appearance of all windows: `LayerWindow.appearance`.
    public var appearance: WindowAppearance { Self.appearance }
}
