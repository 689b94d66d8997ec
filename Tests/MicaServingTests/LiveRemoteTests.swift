import CoreGraphics
import Foundation
import Mica
import MicaServing
import MicaSocket
import MicaTrace
import QuartzCore
import Testing

private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

/// Apple's names, live: within one process without a server, and through one.
@Suite(.serialized) struct LiveRemoteTests {
    private func root(_ color: CGColor) -> CALayer {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
        layer.backgroundColor = color
        return layer
    }

    private func run(until condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + 30
        while !condition() {
            guard MonotonicClock.now < end else { return false }
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
        return true
    }

    @Test func layers_are_shown_within_a_process() throws {
        try onOwnThread {
            let (shown, window) = (ShownPixel(), CALayer())
            window.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
            let host = LiveHost(root: window) { _ in shown.output() }
            defer { host.close() }
            let client = CARemoteLayerClient(serverPort: CARemoteLayerServer.shared().serverPort, link: nil)
            #expect(client.clientId != 0 && client.layer == nil)
            window.addSublayer(CALayer(remoteClientId: client.clientId))
            let layer = root(green)
            client.layer = layer
            #expect(run { shown.pixel == 0xFF00_FF00 })
            CATransaction.setDisableActions(true)
            layer.backgroundColor = blue
            #expect(run { shown.pixel == 0xFF00_00FF })
            client.layer = root(green)
            #expect(run { shown.pixel == 0xFF00_FF00 }, "another root")
            let stranger = CARemoteLayerClient(serverPort: 5, link: nil)
            stranger.layer = root(blue)
            window.addSublayer(CALayer(remoteClientId: stranger.clientId))
            client.invalidate()
            #expect(run { shown.pixel == 0 }, "what was handed to another port is not shown")
            #expect(client.layer == nil)
        }
    }

    @Test func a_tied_change_within_a_process_waits() throws {
        try onOwnThread {
            let (shown, window) = (ShownPixel(), CALayer())
            window.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
            let host = LiveHost(root: window) { _ in shown.output() }
            defer { host.close() }
            CATransaction.setDisableActions(true)
            LayerFence().tie(as: 0)
            let before = MonotonicClock.now
            window.backgroundColor = green
            #expect(run { shown.pixel == 0xFF00_FF00 })
            #expect(MonotonicClock.now - before >= LayerFence.timeLimit, "nobody else came")
        }
    }

    @Test func layers_are_shown_through_a_server_that_may_come_back() throws {
        let path = RunningService.path()
        var service = try RunningService(at: path)
        try onOwnThread {
            let scene = try ServedScene(service.address, port: 77)
            defer { scene.host.close() }
            let link = try ServerLink(service.address, name: "guest")
            let client = CARemoteLayerClient(serverPort: 77, link: link)
            client.layer = root(green)
            scene.root.addSublayer(CALayer(remoteClientId: client.clientId))
            CATransaction.flush()
            func isShown(_ pixel: UInt32) -> Bool {
                scene.runLoop { (try? scene.picture(at: 0))?[16, 16] == pixel }
            }
            #expect(isShown(0xFF00_FF00))
            service.stop()
            service = try RunningService(at: path)
            #expect(isShown(0xFF00_FF00), "both have sent theirs again")
            client.invalidate()
            #expect(isShown(0xFF00_0000))
        }
        service.stop()
    }

    @Test func a_guest_whose_server_is_gone_is_shown_by_its_own_process() throws {
        let service = try RunningService()
        try onOwnThread {
            var retry = RetryPolicy()
            retry.limit = 0.05
            let link = try ServerLink(service.address, name: "guest", retry: retry)
            let client = CARemoteLayerClient(serverPort: CARemoteLayerServer.shared().serverPort, link: link)
            client.layer = root(green)
            let (shown, window) = (ShownPixel(), CALayer())
            window.frame = CGRect(x: 0, y: 0, width: 32, height: 32)
            window.addSublayer(CALayer(remoteClientId: client.clientId))
            let host = LiveHost(root: window) { _ in shown.output() }
            defer { host.close() }
            service.stop()
            #expect(run { shown.pixel == 0xFF00_FF00 })
            client.invalidate()
        }
    }
}
