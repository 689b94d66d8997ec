import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaHosting
import MicaServer
import MicaTrace
import MicaWire
import Testing

@testable import Mica
@testable import QuartzCore

/// A live tree in a host as in a window, with a virtual clock in place of a display's.
@Suite struct HostingTests {
    /// A root of 40 by 20 points with a child of 10 by 10, in a host on this thread.
    private final class Live {
        let root = CALayer(), child = CALayer()
        let connection: LocalConnection
        let context: LayerContext
        let pump: ClientPump
        let host: SceneHost
        let clock = VirtualClock()
        let surface = BitmapSurface(width: 40, height: 20)

        init(encodes: Bool = false, display: AnyObject? = nil) {
            root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
            root.position = CGPoint(x: 20, y: 10)
            child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
            child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            root.addSublayer(child)
            let wake = WakeSignal()
            let connection = LocalConnection(encodes: encodes) { wake.signal() }
            self.connection = connection
            let root = root
            context = MediaClock.with(time: 0) { LayerContext(root: root, connection: connection) }
            pump = ClientPump(context: context, connection: connection, display: display)
            host = SceneHost(
                context: context.id, connection: connection,
                source: LiveScene(RenderServer(context: context.id)),
                output: SurfaceOutput(CPUCompositor(threads: 1), surface), wake: wake)
            changeLayers(at: 0) {}
        }

        deinit { context.invalidate() }

        func messages() -> [ServerMessage] {
            var messages: [ServerMessage] = []
            connection.receive(into: &messages)
            return messages
        }
    }

    @Test func host_sleeps_until_something_differs() {
        let live = Live()
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration, move.beginTime) = (5.0, 35.0, 1, 1)
        changeLayers(at: 0) { live.child.add(move, forKey: nil) }
        live.host.run(live.clock, until: 0.9)
        #expect(live.host.presentedFrames == 1, "the first frame, and none while all wait")
        live.host.run(live.clock, until: 10)
        #expect(live.host.presentedFrames == 1 + 61, "those from 60/60 to 120/60")
        live.host.run(live.clock, until: 100)
        #expect(live.host.presentedFrames == 1 + 61)
        changeLayers(at: 100) { live.child.opacity = 0.5 }
        live.host.run(live.clock, until: 200)
        #expect(live.host.presentedFrames == 1 + 61 + 1, "a commit wakes the host")
        #expect(live.surface.bitmap[5, 5] == 0x8080_0000)
    }

    /// The same pictures as a renderer's, which goes through the same host.
    @Test(arguments: [false, true]) func host_draws_what_a_renderer_does(encodes: Bool) {
        let (live, twin) = (Live(encodes: encodes), Live())
        twin.context.invalidate()
        let renderer = LayerRenderer(layer: twin.root, threads: 1)
        for child in [live.child, twin.child] {
            let turn = CABasicAnimation(keyPath: "transform.rotation.z")
            (turn.toValue, turn.duration, turn.beginTime) = (2.0, 2, 0.25)
            child.add(turn, forKey: nil)
        }
        changeLayers(at: 0) {}
        for time in [0, 0.25, 1, 1.7] {
            live.host.draw(live.host.frame(at: time), at: time)
            #expect(live.surface.bitmap == renderer.bitmap(at: time), "at \(time) s")
        }
    }

    @Test func client_hears_what_was_applied_and_shown_and_when_it_moves_next() {
        let live = Live(encodes: true)
        let id = live.context.id
        live.host.draw(live.host.frame(at: 0), at: 0)
        #expect(
            live.messages() == [
                .applied(id, number: 1), .presented(id, number: 1, at: 0), .nextChange(id, at: .infinity),
            ])
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.toValue, fade.duration, fade.beginTime) = (0.5, 1, 4)
        changeLayers(at: 1) { live.child.add(fade, forKey: nil) }
        live.host.draw(live.host.frame(at: 2), at: 2)
        #expect(
            live.messages() == [
                .applied(id, number: 2), .presented(id, number: 2, at: 2), .nextChange(id, at: 4),
            ])
        // Of unread values only the last counts.
        for step in 0..<100 { live.host.draw(live.host.frame(at: 4 + Double(step) / 200), at: 4 + Double(step) / 200) }
        #expect(live.messages().count == 2)
    }

    @Test func a_slow_display_link_is_not_woken_for_each_refresh() {
        let live = Live()
        live.context.isLive = true
        live.pump.timing = DisplayTiming(rate: 60)
        var fired: [Double] = []
        let link = CADisplayLink { fired.append($0.timestamp) }
        link.preferredFrameRateRange = CAFrameRateRange(minimum: 10, maximum: 20, preferred: 15)
        link.add(to: .current, forMode: .common)
        defer {
            live.pump.releaseDisplayLinks()
            link.invalidate()
        }
        var woken = 0
        var time = 0.0
        while let next = live.pump.nextEvent(after: time), next < 1.01, woken < 1000 {
            live.pump.catchUp(to: next)
            woken += 1
            time = next + 1e-4
        }
        #expect(woken == 16 && fired.count == 16, "\(woken) times, at \(fired)")
        #expect(zip(fired, fired.dropFirst()).allSatisfy { abs($1 - $0 - 4.0 / 60) < 1e-9 })
        #expect(abs(link.targetTimestamp - link.timestamp - 4.0 / 60) < 1e-9)
        link.isPaused = true
        #expect(live.pump.nextEvent(after: time) == nil)
    }

    @Test func host_keeps_nothing_of_commits_that_were_applied() {
        final class Weak { weak var image: ImageResource? }
        let live = Live()
        var images: [Weak] = []
        for step in 0..<10_000 {
            let image = ImageResource(bitmap: Bitmap(width: 1, height: 1, filledWith: 0xff00_0000 + UInt32(step)))
            let held = Weak()
            held.image = image
            images.append(held)
            changeLayers(at: Double(step) / 60) { live.child.contents = CGImage(resource: image) }
            live.host.draw(live.host.frame(at: Double(step) / 60), at: Double(step) / 60)
        }
        #expect(live.context.commitCount == 10_001)
        #expect(images.count { $0.image != nil } <= 8)
        #expect(live.messages().count <= 8, "what nobody reads is kept short")
        #expect(live.host.server(at: 0).tree.count == 2)
    }

    @Test func hosts_on_one_thread_share_a_display_links_refreshes() {
        final class Display {}
        let display = Display()
        var fired: [Double] = []
        let link = CADisplayLink { fired.append($0.timestamp) }
        link.add(to: .current, forMode: .common)
        let first = Live(display: display)
        do {
            let second = Live(display: display)
            for step in 1...6 {
                let time = Double(step) / 60
                MediaClock.with(time: time) {
                    first.pump.run(at: time)
                    second.pump.run(at: time)
                }
            }
            #expect(fired.count == 6, "once for each refresh, whoever comes first")
            MediaClock.with(time: 7.0 / 60) { second.pump.run(at: 7.0 / 60) }
            #expect(fired.count == 7, "also where one of them does not refresh")
        }
        MediaClock.with(time: 8.0 / 60) { first.pump.run(at: 8.0 / 60) }
        #expect(fired.count == 8, "and when it is gone")
        link.invalidate()
    }

    @Test func pump_says_when_something_is_due() {
        let live = Live()
        #expect(live.pump.nextEvent(after: 0) == nil)
        final class Log: NSObject, CAAnimationDelegate {
            var ends = 0
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends += 1 }
        }
        let (log, fade) = (Log(), CABasicAnimation(keyPath: "opacity"))
        (fade.toValue, fade.duration, fade.delegate) = (0.5, 2, log)
        changeLayers(at: 1) { live.child.add(fade, forKey: nil) }
        #expect(live.pump.nextEvent(after: 1) == 1, "the delegate is to be told of the start")
        MediaClock.with(time: 1) { live.pump.run(at: 1) }
        #expect(live.pump.nextEvent(after: 1) == 3)
        MediaClock.with(time: 3) {
            live.pump.run(at: 3)
            live.pump.commit()
        }
        #expect(log.ends == 1)
        #expect(live.pump.nextEvent(after: 3) == nil)
    }

    /// A host on a thread of its own is woken by the client's, and continues while that one is busy.
    @Test func host_runs_on_a_thread_of_its_own() {
        let live = Live()
        let (host, end) = (Sent(live.host), MonotonicClock.now + 20)
        let done = DispatchSemaphore(value: 0)
        let thread = Thread {
            // The wake signal ends the wait; the last commit ends the test long before the time does.
            while host.value.presentedFrames < 3, MonotonicClock.now < end {
                host.value.run(MonotonicClock(), until: MonotonicClock.now + 0.05)
            }
            done.signal()
        }
        thread.start()
        var isDone = false
        for step in 1...200 where !isDone {
            changeLayers(at: Double(step)) { live.child.position.x = CGFloat(step % 30) }
            isDone = done.wait(timeout: .now() + 0.02) == .success
        }
        if !isDone { _ = done.wait(timeout: .now() + 20) }
        #expect(host.value.presentedFrames >= 3)
    }
}

/// Hands a value to another thread.
// Safe because: a test looks at it only before a thread starts and after it has ended, or on its own thread alone.
final class Sent<Value>: @unchecked Sendable {
    let value: Value

    init(_ value: Value) { self.value = value }
}
