import CoreGraphics
import Foundation
import MicaEncoding
import MicaEvents
import MicaHosting
import MicaServing
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore
import Synchronization
import Testing

@testable import MicaWindow

/// Windows that a render server shows.
@MainActor @Suite(.serialized) struct ServedInputTests {
    /// A render server on a thread of this process. Its screen notes the numbers of windows.
    private final class ScreenService: ServiceScreen {
        let address = ServerAddress(
            path: FileManager.default.temporaryDirectory.path + "/mica-\(UUID().uuidString.prefix(13))")
        private let state = Mutex<(events: ScreenEvents?, stopper: StopFlag?, windows: [UInt32])>((nil, nil, []))
        private let (started, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

        init() {
            Thread { [self] in
                if let service = try? RenderService(address, ServiceOptions(), screen: self) {
                    state.withLock { ($0.events, $0.stopper) = (service.events, service.stopper) }
                    started.signal()
                    service.run()
                } else {
                    started.signal()
                }
                ended.signal()
            }.start()
            started.wait()
        }

        var windows: [UInt32] { state.withLock { $0.windows } }

        func show(_ window: UInt32, _ tree: RemoteID, _ surface: ServedSurface) {
            state.withLock { if !$0.windows.contains(window) { $0.windows.append(window) } }
        }
        func close(_ window: UInt32) {}

        func send(_ event: WindowEvent, to window: UInt32) { state.withLock { $0.events }?.send(event, to: window) }

        func stop() {
            state.withLock { $0.stopper }?.set()
            ended.wait()
            _ = unsafe unlink(address.path)
        }
    }

    /// Lets the window take the server's events until a condition holds. False after 30 seconds: no test waits that long.
    private func turn(_ window: LayerWindow, until condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + 30
        while !condition() {
            guard MonotonicClock.now < end else { return false }
            (window.platform as? ServerWindow)?.receive()
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        return true
    }

    @Test func input_at_a_served_window_is_in_its_capture() throws {
        let service = ScreenService()
        defer { service.stop() }
        let link = try ServerLink(service.address, name: "window")
        CaptureLog.keepRuns(most: 1 << 20)
        let window = try LayerWindow("served", CGSize(width: 64, height: 48), server: link)
        CaptureLog.keepRuns(most: 0)
        defer { window.close() }
        var events: [WindowEvent] = []
        window.eventHandler = { events.append($0) }
        window.layer.backgroundColor = CGColor(gray: 0.5, alpha: 1)
        CATransaction.flush()
        #expect(turn(window) { !service.windows.isEmpty })
        let number = try #require(service.windows.first)
        let sent = WindowEvent(
            .pointer(PointerEvent(.pressed, at: CGPoint(x: 3, y: 4), button: .primary, buttons: [.primary])),
            time: MonotonicClock.now)
        service.send(sent, to: number)
        #expect(turn(window) { events.contains { $0.content == sent.content } })
        let capture = Data(try #require(window.captured))
        #expect(capture.range(of: Data(sent.scriptLine.utf8)) != nil, "the capture has no '\(sent.scriptLine)'")
    }

    @Test func a_served_window_has_its_state_before_and_after_it_is_closed() throws {
        let service = ScreenService()
        defer { service.stop() }
        let link = try ServerLink(service.address, name: "window")
        let window = try LayerWindow("first", CGSize(width: 64, height: 48), server: link)
        var events: [WindowEvent.Content] = []
        window.eventHandler = { events.append($0.content) }
        #expect(window.platform is ServerWindow)
        #expect(window.title == "first" && window.isVisible && window.isBordered && !window.isResizable)
        #expect(window.size == CGSize(width: 64, height: 48) && window.layer.frame.size == window.size)
        window.title = "second"
        window.size = CGSize(width: 80, height: 40)
        window.isVisible = false
        #expect(window.title == "second" && window.size == CGSize(width: 80, height: 40) && !window.isVisible)
        #expect(window.layer.frame.size == window.size)
        let metrics = WindowMetrics(size: window.size, scale: window.scale)
        #expect(events == [.resize(metrics), .visibility(false)])
        window.shouldClose = { false }
        window.deliver(WindowEvent(.closeRequest, time: 0))
        #expect(!window.isClosed)
        window.shouldClose = { true }
        window.deliver(WindowEvent(.closeRequest, time: 0))
        #expect(window.isClosed && window.title.isEmpty && !window.isVisible && !window.isBordered)
    }

    @Test func an_appearance_that_the_program_sets_is_an_event_of_served_windows() throws {
        let service = ScreenService()
        defer { service.stop() }
        let link = try ServerLink(service.address, name: "window")
        let window = try LayerWindow("served", CGSize(width: 64, height: 48), server: link)
        defer { window.close() }
        var events: [WindowEvent.Content] = []
        window.eventHandler = { events.append($0.content) }
        let (before, other) = (LayerWindow.appearance, LayerWindow.appearance == .dark ? .light : WindowAppearance.dark)
        LayerWindow.appearance = other
        LayerWindow.appearance = before
        #expect(events == [.appearance(other), .appearance(before)])
    }

    @Test("An appearance that is set before the first window holds for it, whatever the desktop reports afterwards")
    func earlyAppearance() throws {
        let before = LayerWindow.ownAppearance
        defer { LayerWindow.ownAppearance = before }
        LayerWindow.ownAppearance = nil
        let desktop = LayerWindow.appearance, other = desktop == .dark ? WindowAppearance.light : .dark
        LayerWindow.appearance = other
        let service = ScreenService()
        defer { service.stop() }
        let link = try ServerLink(service.address, name: "window")
        let window = try LayerWindow("served", CGSize(width: 64, height: 48), server: link)
        defer { window.close() }
        var events: [WindowEvent.Content] = []
        window.eventHandler = { events.append($0.content) }
        LayerWindow.systemHas(other)
        LayerWindow.systemHas(desktop)
        #expect(window.appearance == other && LayerWindow.appearance == other && events.isEmpty)
        // Without it the desktop's counts.
        LayerWindow.ownAppearance = nil
        LayerWindow.systemHas(other)
        #expect(window.appearance == other && events == [.appearance(other)])
        LayerWindow.systemHas(desktop)
    }
}
