import CoreGraphics
import Foundation
import Glibc
import Mica
import MicaEvents
import MicaServer
import MicaServing
import MicaSocket
import MicaTrace
import MicaWindow
import MicaWire
import QuartzCore
import Synchronization

/// `mica serve` on a display: the windows of other programs as windows of this one, and what people do there sent to them.
///
/// Each window shows its client's tree as a layer of its own does (`CALayer(remoteClientId:)`), drawn on the window's thread, into its
/// buffers. The service has a thread of its own, so that neither waits for the other.
@MainActor
final class ScreenServer {
    private let address: ServerAddress
    private let isSupervised: Bool
    private let thread: ServiceThread
    private let screen: WindowScreen
    private var windows: [UInt32: Shown] = [:]

    private struct Shown {
        let window: LayerWindow
        let content: CALayer
        let tree: RemoteID
    }

    /// Begins to serve.
    init(_ values: [String: String]) throws {
        guard let path = values["serve"] else { throw SocketFault("the address of the socket is missing") }
        address = ServerAddress(path: path)
        var options = ServiceOptions()
        func number(_ key: String) -> Int? { values[key].flatMap { Int($0) } }
        options.quota.layers = number("layers") ?? options.quota.layers
        options.quota.imageBytes = number("image-bytes") ?? options.quota.imageBytes
        options.memory = number("memory")
        // Its own windows are not to look for a server, which it is.
        unsafe _ = setenv("MICA_SERVER", "none", 1)
        // A hidden window gives the display's rate and scale.
        let probe = try LayerWindow(size: CGSize(width: 64, height: 64), isVisible: false)
        (options.rate, options.scale) = (probe.refreshRate, Double(probe.scale))
        probe.close()
        let inherited = number("descriptor").map { Descriptor(Int32($0)) }
        isSupervised = inherited != nil
        let listener = try inherited ?? RenderService.listen(at: address)
        screen = WindowScreen()
        thread = try ServiceThread(listener, options, screen)
        screen.server.withLock { $0 = { [weak self] change in self?.take(change) } }
    }

    /// Serves until it is told to end.
    func run() {
        let ending = DispatchSource.makeSignalSource(signal: SIGINT, queue: .main)
        let terminating = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
        for source in [ending, terminating] {
            source.setEventHandler { [self] in MainActor.assumeIsolated { end() } }
            source.resume()
        }
        signal(SIGINT, SIG_IGN)
        signal(SIGTERM, SIG_IGN)
        withExtendedLifetime((ending, terminating)) {
            while !isOver { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
        }
        thread.stop()
        if !isSupervised { unsafe _ = unlink(address.path) }
    }

    private var isOver = false

    private func end() {
        isOver = true
        for shown in windows.values { shown.window.close() }
        // Makes a turn of the run loop.
        DispatchQueue.main.async {}
    }

    private func take(_ change: WindowScreen.Change) {
        switch change {
        case .show(let number, let tree, let surface): show(number, tree, surface)
        case .close(let number): windows.removeValue(forKey: number)?.window.close()
        }
    }

    private func show(_ number: UInt32, _ tree: RemoteID, _ surface: ServedSurface) {
        let size = CGSize(width: Double(surface.width) / surface.scale, height: Double(surface.height) / surface.scale)
        let color = CGColor(
            srgbRed: CGFloat(surface.background >> 16 & 255) / 255, green: CGFloat(surface.background >> 8 & 255) / 255,
            blue: CGFloat(surface.background & 255) / 255, alpha: 1)
        if let shown = windows[number], shown.tree == tree {
            if shown.window.title != surface.title { shown.window.title = surface.title }
            // What the client has been told of the window comes back as its surface: only what it wants by itself is done.
            if abs(shown.window.size.width - size.width) > 1 || abs(shown.window.size.height - size.height) > 1 {
                shown.window.size = size
            }
            if shown.window.background != color { shown.window.background = color }
            shown.window.isVisible = !surface.isOnRequest
            return
        }
        windows.removeValue(forKey: number)?.window.close()
        do {
            let window = try LayerWindow(title: surface.title, size: size, isVisible: !surface.isOnRequest)
            window.background = color
            let content = CALayer(remoteClientId: tree.rawValue)
            window.layer.addSublayer(content)
            windows[number] = Shown(window: window, content: content, tree: tree)
            let events = thread.events
            window.eventHandler = { event in events.send(event, to: number) }
            // The program closes it, or does not.
            window.shouldClose = { false }
            if window.size != size || Double(window.scale) != surface.scale {
                let metrics = WindowMetrics(size: window.size, scale: window.scale)
                events.send(WindowEvent(.resize(metrics), time: MonotonicClock.now), to: number)
            }
        } catch {
            FileHandle.standardError.write(Data("mica: serve: a window cannot be opened: \(error)\n".utf8))
        }
    }
}

/// Passes the service's messages about windows to the main thread.
private final class WindowScreen: ServiceScreen {
    enum Change: Sendable {
        case show(UInt32, RemoteID, ServedSurface)
        case close(UInt32)
    }
    /// The receiver of the changes, on the main thread.
    let server = Mutex<(@MainActor @Sendable (Change) -> Void)?>(nil)

    func show(_ window: UInt32, _ tree: RemoteID, _ surface: ServedSurface) { send(.show(window, tree, surface)) }

    func close(_ window: UInt32) { send(.close(window)) }

    private func send(_ change: Change) {
        DispatchQueue.main.async { MainActor.assumeIsolated { self.server.withLock { $0 }?(change) } }
    }
}

/// The service on a thread of its own.
private final class ServiceThread: Sendable {
    /// What people do, on its way to the clients.
    let events: ScreenEvents
    private let stopper: StopFlag
    private let ended = DispatchSemaphore(value: 0)

    private struct Made: Sendable {
        let events: ScreenEvents
        let stopper: StopFlag
    }

    init(_ listener: Descriptor, _ options: ServiceOptions, _ screen: WindowScreen) throws {
        let (found, started, ended) = (Found(), DispatchSemaphore(value: 0), ended)
        Thread.detachNewThread {
            do {
                let service = try RenderService(listening: listener, options, screen: screen)
                var limiter = ReportLimiter()
                service.didCutOff = { process, name, reason in
                    let line = "\(name.isEmpty ? "a client" : name) (process \(process)) is cut off: \(reason)"
                    let lines = limiter.lines(for: line, at: MonotonicClock.now)
                    let text = lines.map { "mica: serve: \($0)\n" }.joined()
                    FileHandle.standardError.write(Data(text.utf8))
                }
                found.value.withLock { $0 = .success(Made(events: service.events, stopper: service.stopper)) }
                started.signal()
                service.run()
            } catch {
                found.value.withLock { $0 = .failure(SocketFault("\(error)")) }
                started.signal()
            }
            ended.signal()
        }
        started.wait()
        guard let made = found.value.withLock({ $0 }) else { throw SocketFault("no server") }
        (events, stopper) = (try made.get().events, try made.get().stopper)
    }

    private final class Found: Sendable {
        let value = Mutex<Result<Made, SocketFault>?>(nil)
    }

    func stop() {
        stopper.set()
        ended.wait()
    }
}
