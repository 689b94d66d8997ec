import CMicaWindow
import CSDL
import CoreGraphics
import Foundation
import MicaCPU
import MicaCompositor
@_exported import MicaEvents
import MicaFrame
import MicaGeometry
import MicaHosting
import MicaResources
import MicaSocket
import MicaWire
import QuartzCore

/// A window that shows a tree of layers.
///
///     let window = try LayerWindow(title: "Hello", size: CGSize(width: 640, height: 360))
///     window.layer.addSublayer(ball)
///     window.eventHandler = { event in ... }
///     LayerWindow.runUntilClosed()
///
/// What is changed on the main thread is shown when the run loop's turn ends. Frames are drawn on a thread of the window's own, at the
/// display's refreshes, so that animations go on while the main thread is busy; nothing is drawn and nothing wakes while nothing
/// changes. A program may have several windows.
///
/// Where a render server runs (MICA_SERVER, or `mica serve` in XDG_RUNTIME_DIR) it shows the program's windows, and nothing else changes
/// in the program: docs/serve.md.
///
/// Windows belong to the main thread, and work as long as its run loop runs: `RunLoop.main`, or `runUntilClosed()`.
///
/// *Units*: points of the content, from its top left corner, y down. See docs/windows.md.
@MainActor
@safe public final class LayerWindow {
    /// Which window of the program it is; its events name it.
    public let id: WindowID
    /// The root of the tree. The window gives it its size: its frame is the content, in points.
    public let layer: CALayer
    /// What is told of input, and of changes of the window, on the main thread.
    public var eventHandler: ((WindowEvent) -> Void)?
    /// Asked when the person wants the window closed, after `eventHandler` was told; false keeps it open.
    public var shouldClose: () -> Bool = { true }
    /// Whether it is closed. A closed window shows nothing, and cannot be opened again.
    public private(set) var isClosed = false

    /// What shows it on a display; nil where a render server shows it, and when nobody does.
    var system: SystemWindow?
    /// The way to the render server that shows it; nil where the program does.
    var served: ServedTree?
    /// The title of one that a server shows.
    var servedTitle: String
    let host: LiveHost
    let timing: DisplayTiming
    private var input = WindowInput()
    /// What the window is, as SDL says.
    var metrics: Metrics
    /// What the layers and the thread that draws were told of it.
    var applied: Metrics
    let fixedScale: CGFloat?
    /// What was asked to draw it: `gl` and `auto` draw with the processor where there is no OpenGL for windows, and `reference` always
    /// does. Windows that a render server shows are drawn by its own.
    public let backend: LayerRenderer.Backend
    /// What draws it, as far as that is known.
    let choice = BackendChoice()
    private var backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)

    /// A window's content: pixels, SDL's units, and points.
    struct Metrics: Equatable {
        var pixels = PixelSize()
        /// Pixels per point.
        var scale: CGFloat = 1
        /// Points per unit of SDL's.
        var unit: CGFloat = 1
        var isVisible = false

        var size: CGSize { CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale) }
    }

    /// Makes a window and shows it.
    ///
    /// - Parameters:
    ///   - title: what its title bar says.
    ///   - size: the content's size in points; limited to what displays can have.
    ///   - layer: the root of its tree, which has no superlayer and is in no other window.
    ///   - scale: pixels per point; nil takes the display's, and follows it where the window comes to another.
    ///   - isResizable: whether a person can change its size.
    ///   - isVisible: whether it is shown at once.
    ///   - backend: what draws it. `auto` is OpenGL where hardware draws for it, and faster than the processor in the window's first
    ///     frames.
    /// - Throws: `WindowError` where there is no display.
    public init(
        title: String = "", size: CGSize = CGSize(width: 640, height: 480), layer: CALayer = CALayer(),
        scale: CGFloat? = nil, isResizable: Bool = true, isVisible: Bool = true, backend: LayerRenderer.Backend = .cpu
    ) throws {
        self.backend = backend
        fixedScale = scale.map { $0.isFinite ? min(max($0, 0.1), 16) : 1 }
        self.layer = layer
        servedTitle = title
        (metrics, applied) = (Metrics(), Metrics())
        Self.lastID += 1
        id = WindowID(rawValue: Self.lastID)
        let (width, height) = (Self.side(size.width, fixedScale), Self.side(size.height, fixedScale))
        if let server = ServedWindows.server() {
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

    /// The identity of the window that was made last.
    private static var lastID: UInt32 = 0

    static func side(_ points: CGFloat, _ scale: CGFloat?) -> Int32 {
        points.isFinite ? Int32(min(max((points * (scale ?? 1)).rounded(), 1), 16384)) : 1
    }
}

// MARK: What it shows

extension LayerWindow {
    /// The content's size, in points. Set, the window becomes so large where the window manager lets it.
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

    /// How many times a second its display refreshes, as far as it is known.
    public var refreshRate: Double { timing.grid.rate }

    /// What lies behind the layers: opaque, whatever the colour's alpha is. Black where nothing was set.
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

    /// Tells the capture of the window's layers what they are looked at through.
    func noteView() {
        let (color, scale) = (PixelColor(backgroundColor.value), Double(applied.scale))
        guard applied.pixels.width > 0, applied.pixels.height > 0 else { return }
        host.note(
            CaptureView(
                width: applied.pixels.width, height: applied.pixels.height, scale: scale,
                rootTransform: Homography(a: scale, b: 0, c: 0, d: scale, tx: 0, ty: 0),
                background: SIMD4(color.red, color.green, color.blue, 1)))
    }

    /// The capture of the window's layers from its opening on; nil where none is kept in memory, or it is too long.
    package var captured: [UInt8]? { host.captured }

    /// How many of SDL's units a size in points is.
    func units(_ size: CGSize) -> (Int32, Int32) {
        let unit = applied.unit > 0 ? applied.unit : 1
        return (Self.side(size.width / unit, nil), Self.side(size.height / unit, nil))
    }

    /// Where a point is in SDL's units.
    func units(at point: CGPoint) -> (Int32, Int32) {
        let unit = applied.unit > 0 ? applied.unit : 1
        func whole(_ value: CGFloat) -> Int32 {
            value.isFinite ? Int32(min(max((value / unit).rounded(), -32768), 32767)) : 0
        }
        return (whole(point.x), whole(point.y))
    }

    /// A size of SDL's, in points.
    func points(_ width: Int32, _ height: Int32) -> CGSize {
        CGSize(width: CGFloat(width) * applied.unit, height: CGFloat(height) * applied.unit)
    }

    /// What the mouse's pointer looks like over the program's windows.
    public static var cursor: WindowCursor = .arrow {
        didSet { if cursor != oldValue { DisplayConnection.existing?.show(cursor) } }
    }

    /// Whether the desktop wants dark text on light or light on dark, as its settings portal says; light where nothing says so. A
    /// change comes as an event, and so does the first answer where it is dark. What a program sets stays.
    public static var appearance: WindowAppearance {
        get { ownAppearance ?? DisplayConnection.existing?.systemAppearance ?? .light }
        set {
            let before = appearance
            ownAppearance = newValue
            if newValue != before { DisplayConnection.existing?.tellAppearance() }
        }
    }

    /// What the program has set.
    private static var ownAppearance: WindowAppearance?

    /// Has a closure told of each frame that was shown, on the thread that draws.
    package func observeFrames(_ body: (@Sendable (ShownFrame) -> Void)?) {
        host.thread?.perform { $0.didShow = body }
    }

    /// Has something added to each frame before it is drawn, or nothing any more.
    package func setOverlay(_ overlay: (any FrameOverlay & Sendable)?) {
        host.thread?.perform { $0.setOverlay(overlay) }
    }

    /// Has something done between two frames, on the thread that draws.
    package func perform(_ body: @escaping @Sendable (SceneHost) -> Void) {
        if !isClosed { host.thread?.perform(body) }
    }

    /// Has something done between two frames, on the thread that draws, with the window's surface.
    func performOnSurface(_ body: @escaping @Sendable (SceneHost, WindowSurface) -> Void) {
        perform { host in
            guard let output = host.output as? WindowOutput else { return }
            body(host, output.cpu.surface)
        }
    }

    /// Has a closure told which backend draws, and why, when that is known, and each time that it becomes another; on the thread that
    /// draws, or on this one.
    package func observeBackend(_ body: @escaping @Sendable (LayerRenderer.Backend, String) -> Void) {
        choice.observe(body)
    }

    /// Has the picture of now drawn once more, without what is added to frames, and given to a closure on the thread that draws.
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

    /// Asks SDL what the window is now, and tells what shows frames, before the server hears anything else.
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

    /// Tells the layers, the handler and the thread that draws what has changed of the window: layers are laid out and committed
    /// first, so that no frame of the new size shows the old layout.
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

    /// Takes what SDL says of the window.
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
                // With it SDL has answered the server, or is about to, and the window's edges are others: a still window has no
                // frame that would bring it.
                let presenter = system.presenter
                presenter.commitState()
                DispatchQueue.main.asyncAfter(deadline: .now() + 0.1) { [weak self] in
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
        let event = WindowEvent(content, time: time, window: id, modifiers: modifiers)
        host.noteInput(event.scriptLine, at: time)
        eventHandler?(event)
    }
}

// MARK: Opening and closing

extension LayerWindow {
    /// Whether it is shown, as far as the program wants it: a minimised window is shown.
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
                    // Nothing is shown any more on a surface that loses its role.
                    system.presenter.update(metrics.pixels, isVisible: false)
                    unsafe SDL_HideWindow(system.handle)
                }
                readMetrics()
            }
            applyMetrics()
        }
    }

    /// Closes it: its thread ends, its layers are free for another window.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        host.close()
        system?.close()
        if served != nil {
            served = nil
            ServedWindows.remove(self)
            // Makes a turn of the run loop, as the end of a window on a display does.
            DispatchQueue.main.async {}
        }
    }

    /// Runs the main run loop until the program's last window is closed.
    public static func runUntilClosed() {
        while DisplayConnection.existing?.windows.isEmpty == false || !ServedWindows.isEmpty {
            // Closing makes a turn of the run loop, whoever closes.
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }
}

extension LayerWindow: @MainActor WindowHost {}
