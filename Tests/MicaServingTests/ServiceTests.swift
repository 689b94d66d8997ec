import CoreGraphics
import Foundation
import Glibc
import MicaBase
import MicaServing
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore
import Testing

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let green = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)

/// A server with a real socket, and its clients, in real time: the tests look at events, not at their times.
@Suite(.serialized) struct ServiceTests {
    /// A picture of 8 by 8 pixels that are opaque.
    private func image(_ shade: UInt32) -> CGImage {
        CGImage(bitmap: Bitmap(width: 8, height: 8, filledWith: 0xFF00_0000 | shade))
    }

    @Test func a_tree_looks_as_in_its_own_process() throws {
        let service = try RunningService()
        defer { service.stop() }
        try onOwnThread {
            let scene = try ServedScene(service.address)
            defer { scene.host.close() }
            let layer = scene.add(red, CGRect(x: 2, y: 3, width: 9, height: 7))
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.beginTime, move.duration) = (0, 30, 100, 10)
            layer.add(move, forKey: "move")
            scene.add(green, CGRect(x: 20, y: 20, width: 5, height: 5)).contents = image(0x1122_33)
            CATransaction.flush()
            for time in [0, 101.5, 105, 109.9, 200] {
                #expect(try scene.picture(at: time) == scene.expected(at: time), "at \(time)")
            }
        }
    }

    @Test func images_cross_through_memory_that_is_used_again() throws {
        let service = try RunningService()
        defer { service.stop() }
        try onOwnThread {
            let scene = try ServedScene(service.address)
            defer { scene.host.close() }
            let layer = scene.add(red, CGRect(x: 0, y: 0, width: 8, height: 8))
            CATransaction.setDisableActions(true)
            for shade in UInt32(0)..<100 {
                layer.contents = image(shade * 0x20202)
                CATransaction.flush()
                scene.served.waitUntilApplied()
            }
            #expect(try scene.picture(at: 0)[4, 4] == 0xFF00_0000 | 99 * 0x20202)
            guard case .text(let text) = try scene.link.ask(.clients) else { return }
            let row = try #require(text.split(separator: "\n").first { $0.contains("test") }).split(
                whereSeparator: \.isWhitespace)
            // CLIENT PID NAME WINDOW TITLE PIXELS LAYERS ANIMATIONS IMAGES BYTES FDS
            #expect((Int(row[10]) ?? 99) <= 4, "descriptors: \(text)")
        }
    }

    @Test func transactions_beyond_two_are_merged_and_none_is_lost() throws {
        let service = try RunningService()
        defer { service.stop() }
        try onOwnThread {
            let scene = try ServedScene(service.address)
            defer { scene.host.close() }
            var layers: [CALayer] = []
            for index in 0..<300 {
                layers.append(
                    scene.add(index % 2 == 0 ? red : green, CGRect(x: index % 30, y: index / 10, width: 2, height: 2)))
                if index % 3 == 2 {
                    layers.remove(at: index % layers.count).removeFromSuperlayer()
                    CATransaction.flush()
                }
            }
            #expect(try scene.picture(at: 0) == scene.expected(at: 0))
        }
    }

    @Test func windows_go_with_their_client() throws {
        let service = try RunningService()
        defer { service.stop() }
        try onOwnThread {
            let watcher = try ServerLink(service.address, name: "watcher")
            func windows() throws -> Int {
                guard case .text(let text) = try watcher.ask(.tree(window: 0)) else { return -1 }
                return text.split(separator: "\n").count { $0.hasPrefix("window") }
            }
            do {
                let scene = try ServedScene(service.address)
                scene.add(red, CGRect(x: 0, y: 0, width: 9, height: 9))
                _ = try scene.picture(at: 0)
                #expect(try windows() == 1)
                scene.host.close()
            }
            var tries = 0
            while try windows() > 0, tries < 1000 { tries += 1 }
            #expect(try windows() == 0)
        }
    }

    @Test func a_server_that_comes_back_gets_the_tree_with_its_animations() throws {
        let path = RunningService.path()
        var service = try RunningService(at: path)
        try onOwnThread {
            let made = try ServedScene(service.address)
            defer { made.host.close() }
            let layer = made.add(red, CGRect(x: 0, y: 0, width: 6, height: 6))
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (0, 30, 1000)
            layer.add(move, forKey: "move")
            layer.contents = image(0x0000_FF)
            CATransaction.flush()
            let now = MonotonicClock.now + 500
            let before = try made.picture(at: now)
            for round in 0..<3 {
                service.stop()
                made.add(green, CGRect(x: round * 4, y: 28, width: 3, height: 3))
                service = try RunningService(at: path)
                var after: Bitmap?
                #expect(
                    made.runLoop {
                        (try? made.picture(at: now)).map {
                            after = $0; return $0[round * 4 + 1, 29] == 0xFF00_FF00
                        } ?? false
                    })
                #expect(
                    after.map { Array($0.pixels.prefix(32 * 20)) } == Array(before.pixels.prefix(32 * 20)),
                    "round \(round)")
            }
        }
        service.stop()
        _ = unsafe unlink(path)
    }

    @Test func a_program_shows_itself_where_the_server_does_not_come_back() throws {
        let service = try RunningService()
        try onOwnThread {
            var retry = RetryPolicy()
            retry.limit = 0.05
            let scene = try ServedScene(service.address, retry: retry)
            defer { scene.host.close() }
            scene.add(red, CGRect(x: 0, y: 0, width: 32, height: 32))
            _ = try scene.picture(at: 0)
            service.stop()
            let shown = ShownPixel()
            scene.host.pump.pump.willHear = {
                guard scene.served.failure != nil else { return }
                scene.host.hostItself { _ in shown.output() }
            }
            #expect(scene.runLoop { shown.pixel == 0xFFFF_0000 }, "drawn in this process now")
        }
    }

    @Test func another_server_at_the_same_path_is_refused() throws {
        let service = try RunningService()
        defer { service.stop() }
        #expect(throws: SystemError(code: EADDRINUSE)) { try RenderService.listen(at: service.address) }
        var found = stat()
        #expect(unsafe stat(service.address.path, &found) == 0 && found.st_mode & 0o777 == 0o600)
    }

    @Test func what_takes_more_than_its_quota_is_told_why() throws {
        var options = ServiceOptions()
        options.quota.layers = 10
        let service = try RunningService(at: RunningService.path(), options)
        defer { service.stop() }
        try onOwnThread {
            let (good, scene) = (try ServedScene(service.address), try ServedScene(service.address))
            defer {
                good.host.close()
                scene.host.close()
            }
            for index in 0..<20 { scene.add(red, CGRect(x: index, y: 0, width: 1, height: 1)) }
            #expect(scene.runLoop { scene.served.failure != nil })
            #expect(scene.served.failure?.contains("10 layers") == true)
            good.add(green, CGRect(x: 0, y: 0, width: 32, height: 32))
            #expect(try good.picture(at: 0)[3, 3] == 0xFF00_FF00, "others are not bothered")
        }
    }
}
