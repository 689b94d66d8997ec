import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
@_exported import MicaEvents
import MicaFrame
import MicaHosting
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
public final class LayerWindow {
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

    /// The window at the place that shows it.
    private(set) var platform: any PlatformWindow
    let host: LiveHost
    let timing: DisplayTiming
    /// The entry of text at present; nil if no view takes text.
    private var textInput: TextInputState?
    /// The state that the layers and the drawing thread were told last.
    private(set) var applied = ContentMetrics()
    private let fixedScale: CGFloat?
    /// The requested backend: by the environment variable MICA_WINDOW_BACKEND, or else by the program. `gl` and `auto`
    /// draw with the processor if there is no OpenGL for windows; `reference` always does. A render server draws with
    /// its own backend.
    public let backend: LayerRenderer.Backend
    /// The backend that draws it, once that is known.
    private let choice = BackendChoice()
    private var backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
    /// The windows that are shown somewhere.
    private static var shown: [WindowID: LayerWindow] = [:]

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
            server: ProcessLink.find { Self.say("the program shows its windows itself: \($0)") })
    }

    /// Makes a window that a render server shows, or the program if there is no server.
    init(
        _ title: String, _ size: CGSize, _ layer: CALayer = CALayer(), _ scale: CGFloat? = nil,
        isResizable: Bool = true, isVisible: Bool = true, _ backend: LayerRenderer.Backend = .cpu,
        server: ServerLink?
    ) throws {
        let backend = BackendSetting.resolved(backend, report: Self.say)
        let scale = scale.map { $0.isFinite ? min(max($0, 0.1), 16) : 1 }
        (self.backend, self.layer, fixedScale) = (backend, layer, scale)
        Self.lastID += 1
        id = WindowID(rawValue: Self.lastID)
        timing = DisplayTiming(rate: server?.welcome.rate ?? 60)
        platform =
            if let server {
                ServerWindow(title, at: server, scale: scale, timing: timing)
            } else {
                try SystemWindow(title, size, scale: scale, timing: timing, backend, choice)
            }
        host = platform.makeHost(layer)
        Self.shown[id] = self
        platform.open(self, size, isResizable: isResizable, isVisible: isVisible)
    }

    /// The number of the window that was made last.
    private static var lastID: UInt32 = 0

    /// The platform's window; nil if it is closed.
    var open: (any PlatformWindow)? { isClosed ? nil : platform }

    /// Shows the window by the program itself from now on, as the render server does not come back.
    func showWithoutServer(_ failure: String) {
        Self.say("the program shows its windows itself from now on; of the render server: \(failure)")
        let (title, size, isVisible) = (platform.title, applied.size, platform.isVisible)
        do {
            let system = try SystemWindow(title, size, scale: fixedScale, timing: timing, backend, choice)
            (platform, applied) = (system, ContentMetrics())
            system.takeOver(host)
            system.open(self, size, isResizable: true, isVisible: isVisible)
        } catch {
            Self.say("nothing of '\(title)' is seen: \(error)")
            Self.shown[id] = nil
            // Layers and animations continue as in a hidden window.
            host.hostItself { _ in SurfaceOutput(CPUCompositor(threads: 1), BitmapSurface(width: 1, height: 1)) }
        }
    }

    private static func say(_ text: String) { Notices.shared.say(text, from: "MicaWindow") }
}

// MARK: What it shows

extension LayerWindow {
    /// The content's size, in points. Setting it resizes the window if the window manager allows it.
    public var size: CGSize {
        get { applied.size }
        set { open?.resize(to: newValue) }
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
            guard let open else { return }
            open.setBackground(PixelColor(newValue.value))
            noteView()
        }
    }

    /// Records the background and the scale in the capture of the window's layers.
    private func noteView() {
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

    /// The mouse pointer over the program's windows; the arrow at first.
    public static var cursor: WindowCursor = .arrow {
        didSet { if styleCursor == nil, cursor != oldValue { DisplayConnection.existing?.show(cursor) } }
    }

    /// The pointer that the view under the mouse wants; nil for `cursor`.
    static var styleCursor: WindowCursor? {
        didSet { if styleCursor != oldValue { DisplayConnection.existing?.show(styleCursor ?? cursor) } }
    }

    /// Whether the desktop wants dark text on light or light text on dark, by its settings portal; light if it gives
    /// none. A change arrives as an event, and so does the first answer if it is dark. Once a program sets it, it
    /// stays.
    public static var appearance: WindowAppearance {
        get { ownAppearance ?? systemAppearance }
        set { change { ownAppearance = newValue } }
    }

    /// The desktop's appearance has changed, or is known.
    static func systemHas(_ appearance: WindowAppearance) { change { systemAppearance = appearance } }

    /// Sends all windows the appearance if it changes.
    private static func change(_ body: () -> Void) {
        let before = appearance
        body()
        guard appearance != before else { return }
        for window in shown.values { window.send(.appearance(appearance)) }
    }

    /// The appearance that the program has set; nil for none.
    static var ownAppearance: WindowAppearance?
    /// The desktop's appearance; light until it has reported one.
    private static var systemAppearance = WindowAppearance.light

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
    /// Gives the layers, the handler and the drawing thread the window's changes. Layers are laid out and committed
    /// first, so that no frame of the new size has the old layout.
    func applyMetrics() {
        guard !isClosed, platform.metrics != applied else { return }
        let before = applied
        applied = platform.metrics
        noteView()
        if applied.size != before.size || applied.scale != before.scale {
            CATransaction.begin()
            CATransaction.setDisableActions(true)
            layer.frame = CGRect(origin: .zero, size: applied.size)
            CATransaction.commit()
            send(.resize(WindowMetrics(size: applied.size, scale: applied.scale)))
        }
        if applied.isVisible != before.isVisible { send(.visibility(applied.isVisible)) }
        open?.showContent()
    }

    func send(_ content: WindowEvent.Content, at time: Double = MonotonicClock.now) {
        deliver(WindowEvent(content, time: time, window: id, modifiers: platform.modifiers))
    }

    /// Records an event in the capture of the window's layers, calls the handler, and closes the window if the event
    /// asks for it: for events of a display and of a render server.
    func deliver(_ event: WindowEvent) {
        host.noteInput(event.recordedLine(during: textInput), at: event.time)
        eventHandler?(event)
        if case .focus = event.content { Assistance.shared.windowChanged() }
        if event.content == .closeRequest, !isClosed, shouldClose() { close() }
    }
}

// MARK: Opening and closing

extension LayerWindow {
    /// Whether the program shows it; true for a minimized window, too.
    public var isVisible: Bool {
        get { open?.isVisible ?? false }
        set { if newValue != isVisible { open?.isVisible = newValue } }
    }

    /// Closes it: its thread ends, and its layers may be used in another window.
    public func close() {
        guard !isClosed else { return }
        isClosed = true
        host.close()
        platform.close()
        Self.shown[id] = nil
    }

    /// Runs the main run loop until the program's last window is closed.
    public static func runUntilClosed() {
        while !shown.isEmpty {
            // Closing always causes a turn of the run loop.
            _ = RunLoop.main.run(mode: .default, before: .distantFuture)
        }
    }
}

extension LayerWindow: TextInputHost {
    /// Turns input methods on beside the caret while a view takes text, and off when it ends.
    package func textInputChanged(_ state: TextInputState?) {
        textInput = state
        open?.textInputChanged(state)
    }

    /// Makes the input method forget the text that it composes.
    package func endComposition() { open?.endComposition() }

    /// The text of the system's clipboard; nil for none.
    package var clipboardText: String? {
        get { Self.clipboardText }
        set { Self.clipboardText = newValue }
    }

    /// The system's clipboard with content of several types; nil if the window is shown by a server.
    package var clipboard: (any DesktopClipboard)? { SystemClipboard.shared }

    /// The text that was selected last in any program; nil for none, and where the display server has no such selection.
    package var primarySelection: String? {
        get { Self.primarySelection }
        set { Self.primarySelection = newValue }
    }
}

extension LayerWindow: CursorHost {
    /// Shows a beam or no pointer over all windows of the program until the next change.
    package func cursorChanged(_ cursor: HostCursor) {
        Self.styleCursor =
            switch cursor {
            case .arrow: nil
            case .text: .text
            case .hidden: .hidden
            }
    }
}

extension LayerWindow: @MainActor WindowHost {
    /// The appearance of all windows: `LayerWindow.appearance`.
    public var appearance: WindowAppearance { Self.appearance }
}
