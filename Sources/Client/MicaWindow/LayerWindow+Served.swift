import CoreGraphics
import Foundation
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaSocket
import MicaTrace
import QuartzCore

/// The program's windows that a render server shows, and the link to it.
@MainActor
enum ServedWindows {
    private static var windows: [ObjectIdentifier: LayerWindow] = [:]

    /// The link to the server for this program's windows; nil without a server. It is looked for once: a server shows
    /// all windows of a program, or none.
    static func server() -> ServerLink? {
        ProcessLink.find { LayerWindow.say("the program shows its windows itself: \($0)") }
    }

    static var isEmpty: Bool { windows.isEmpty }

    static func add(_ window: LayerWindow) { windows[ObjectIdentifier(window)] = window }

    static func remove(_ window: LayerWindow) { windows[ObjectIdentifier(window)] = nil }
}

extension LayerWindow {
    /// Makes the server show the window's present state.
    func showServed() {
        guard let served, !isClosed else { return }
        var surface = ServedSurface(
            width: applied.pixels.width, height: applied.pixels.height, scale: Double(applied.scale), title: servedTitle
        )
        surface.background = PixelColor(background.value).premultiplied() | 0xFF00_0000
        surface.isOnRequest = !applied.isVisible
        served.show(surface, of: host.context)
    }

    /// Sets the size in points, and whether the window is shown.
    func resizeServed(_ size: CGSize, isVisible: Bool) {
        guard served != nil, !isClosed else { return }
        let (width, height) = (Self.side(size.width, metrics.scale), Self.side(size.height, metrics.scale))
        metrics.pixels = PixelSize(width: Int(width), height: Int(height))
        metrics.isVisible = isVisible
        applyMetrics()
    }

    /// Handles an event of the user from the server's screen.
    private func takeServed(_ event: WindowEvent) {
        guard !isClosed, served != nil else { return }
        if case .resize(let new) = event.content {
            metrics.scale = fixedScale ?? new.scale
            metrics.pixels = PixelSize(
                width: Int(Self.side(new.size.width, metrics.scale)),
                height: Int(Self.side(new.size.height, metrics.scale)))
            return applyMetrics()
        }
        var own = event
        own.window = id
        deliver(own)
        if event.content == .closeRequest, !isClosed, shouldClose() { close() }
    }

    /// Takes the server's events. If the server has gone for good, the program shows the window itself from now on.
    func hearOfServer() {
        if let served { for event in served.takeEvents() { takeServed(event) } }

        guard let served, let failure = served.failure, !isClosed else { return }
        let (title, size, isVisible) = (servedTitle, applied.size, applied.isVisible)
        self.served = nil
        ServedWindows.remove(self)
        Self.say("the program shows its windows itself from now on; of the render server: \(failure)")
        let wake = WakeSignal()
        let (width, height) = (Self.side(size.width, fixedScale), Self.side(size.height, fixedScale))
        do {
            let system = try SystemWindow(title, width, height, timing: timing, wake: wake)
            self.system = system
            metrics = Metrics()
            applied = Metrics()
            host.hostItself(
                wake: wake,
                output: system.makeOutput(
                    backend, threads: ProcessInfo.processInfo.activeProcessorCount, told: choice.tell))
            system.connection.add(self, number: system.number)
            let color = background
            background = color
            readMetrics()
            applyMetrics()
            self.isVisible = isVisible
        } catch {
            Self.say("nothing of '\(title)' is seen: \(error)")
            // Layers and animations go on as in a hidden window.
            host.hostItself(wake: wake) { _ in
                SurfaceOutput(CPUCompositor(threads: 1), BitmapSurface(width: 1, height: 1))
            }
        }
    }

    static func say(_ text: String) { Notices.shared.say(text, from: "MicaWindow") }
}
