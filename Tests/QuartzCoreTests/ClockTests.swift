import CoreGraphics
import Foundation
import MicaTrace
import Synchronization
import Testing

@testable import Mica
@testable import QuartzCore

/// One time for code before, between and after a renderer's frames. Each test has a thread of its own.
@Suite struct ClockTests {
    /// When the lines of a program stand that make a layer move.
    enum Order: CaseIterable {
        case scheduled, beforeTheRenderer, readFirst, readTwice, afterTheRenderer, afterAFrame, otherLayersBefore
    }

    private static func root() -> (root: CALayer, child: CALayer) {
        let (root, child) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 80, height: 8)
        child.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(child)
        return (root, child)
    }

    private static func animate(_ child: CALayer, from now: Double) {
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (10.0, 70.0, 0.7)
        move.beginTime = now + 0.3
        child.add(move, forKey: nil)
    }

    /// The pictures of a program that says in its first line that its time is virtual.
    private static func pictures(_ order: Order) -> [[UInt32]] {
        LayerRenderer.makeTimeVirtual()
        var now = 0.0
        if order == .readFirst || order == .readTwice { now = CACurrentMediaTime() }
        if order == .otherLayersBefore {
            let other = root()
            animate(other.child, from: CACurrentMediaTime())
            _ = LayerRenderer(layer: other.root, threads: 1).image(at: 2)
        }
        let (root, child) = root()
        if order == .readTwice { wait(0.002) }
        switch order {
        case .readFirst: animate(child, from: now)
        case .beforeTheRenderer, .readTwice: animate(child, from: CACurrentMediaTime())
        default: break
        }
        wait(0.002)
        let renderer = LayerRenderer(layer: root, threads: 1)
        switch order {
        case .scheduled: renderer.schedule(at: 0) { animate(child, from: CACurrentMediaTime()) }
        case .afterAFrame:
            _ = renderer.image(at: 0)
            animate(child, from: CACurrentMediaTime())
        case .afterTheRenderer, .otherLayersBefore: animate(child, from: CACurrentMediaTime())
        case .beforeTheRenderer, .readFirst, .readTwice: break
        }
        return [0, 0.29, 0.3, 0.5, 2.0 / 3, 0.99, 1].map { renderer.bitmap(at: $0).pixels }
    }

    /// Lets the machine's clock go on, which must make no difference.
    private static func wait(_ seconds: Double) {
        let end = MediaClock.machineTime + seconds
        while MediaClock.machineTime < end {}
    }

    @Test(arguments: Order.allCases) func begin_time_is_the_same_in_any_order_of_lines(_ order: Order) {
        let (wanted, drawn) = onNewThread { (Self.pictures(.scheduled), Self.pictures(order)) }
        #expect(drawn == wanted)
        #expect(Set(wanted).count >= 5, "it moves")
    }

    @Test func layer_begins_when_it_was_told_to() {
        @Sendable func pictures(_ early: Bool) -> [[UInt32]] {
            LayerRenderer.makeTimeVirtual()
            let (root, child) = Self.root()
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration, move.fillMode) = (10.0, 70.0, 1, .backwards)
            if early { child.beginTime = CACurrentMediaTime() + 0.25 }
            let renderer = LayerRenderer(layer: root, threads: 1)
            if !early { child.beginTime = 0.25 }
            child.add(move, forKey: nil)
            return [0, 0.2, 0.25, 0.5].map { renderer.bitmap(at: $0).pixels }
        }
        let (told, plain) = onNewThread { (pictures(true), pictures(false)) }
        #expect(told == plain)
        #expect(Set(told).count >= 2)
    }

    @Test func layer_without_animations_of_its_own_begins_when_it_was_told_to() {
        @Sendable func pictures(_ isTold: Bool) -> [[UInt32]] {
            let (root, child) = Self.root()
            let inner = CALayer()
            inner.frame = child.bounds
            inner.backgroundColor = CGColor(gray: 0, alpha: 1)
            child.addSublayer(inner)
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration, move.fillMode) = (0.0, 40.0, 1, .both)
            inner.add(move, forKey: nil)
            _ = isTold ? CACurrentMediaTime() : 0
            let renderer = LayerRenderer(layer: root, threads: 1)
            renderer.schedule(at: 0.5) { child.beginTime = isTold ? CACurrentMediaTime() : 0.5 }
            return [0, 0.5, 0.75, 1].map { renderer.bitmap(at: $0).pixels }
        }
        let (told, plain) = onNewThread { (pictures(true), pictures(false)) }
        #expect(told == plain)
        #expect(Set(told).count >= 3, "it moves")
    }

    @Test func presentation_is_of_the_time_of_the_last_frame() {
        let shown = onNewThread { () -> [Double] in
            let (root, child) = Self.root()
            _ = CACurrentMediaTime()
            let renderer = LayerRenderer(layer: root, threads: 1)
            Self.animate(child, from: CACurrentMediaTime())
            return [0.3, 0.65].map { time in
                _ = renderer.image(at: time)
                return Double(child.presentation()?.position.x ?? 0)
            }
        }
        #expect(abs(shown[0] - 10) < 1e-9 && abs(shown[1] - 40) < 1e-9, "\(shown)")
    }

    @Test func time_begins_at_0_when_the_thread_says_so() {
        let (told, later, inside) = onNewThread { () -> (Double, Double, Double) in
            LayerRenderer.makeTimeVirtual()
            let told = CACurrentMediaTime()
            let renderer = LayerRenderer(layer: Self.root().root, threads: 1)
            _ = renderer.image(at: 1.5)
            let later = CACurrentMediaTime()
            var inside = 0.0
            renderer.schedule(at: 2) { inside = CACurrentMediaTime() }
            renderer.advance(to: 3)
            return (told, later, inside)
        }
        #expect(told == 0 && later == 1.5 && inside == 2)
    }

    /// A program's numbers from a link's times and its own start are the same to the last bit in every run.
    @Test func display_link_counts_from_a_start_that_was_read_before() {
        @Sendable func steps() -> [Double] {
            LayerRenderer.makeTimeVirtual()
            var steps: [Double] = []
            let start = CACurrentMediaTime()
            let link = CADisplayLink { steps.append($0.timestamp - start) }
            link.add(to: .current, forMode: .common)
            LayerRenderer(layer: Self.root().root, threads: 1).advance(to: 0.5)
            link.invalidate()
            return steps
        }
        let first = onNewThread(steps)
        Self.wait(0.003)
        let second = onNewThread(steps)
        #expect(first == second && first.count == 31)
        for (index, step) in first.enumerated() {
            let wanted = Double(index) / 60
            #expect(step == wanted)
        }
    }

    @Test func converted_times_are_those_that_the_program_is_told() {
        let (local, now, back) = onNewThread { () -> (Double, Double, Double) in
            LayerRenderer.makeTimeVirtual()
            let (root, child) = Self.root()
            let renderer = LayerRenderer(layer: root, threads: 1)
            child.speed = 2
            _ = renderer.image(at: 1.5)
            let local = child.convertTime(CACurrentMediaTime(), from: nil)
            return (local, CACurrentMediaTime(), child.convertTime(local, to: nil))
        }
        #expect(local == 3)
        #expect(back == now)
    }

    @Test func the_machines_time_goes_on_while_layers_are_made() {
        let (first, second) = onNewThread { () -> (Double, Double) in
            let first = CACurrentMediaTime()
            Self.animate(Self.root().child, from: first)
            Self.wait(0.002)
            return (first, CACurrentMediaTime())
        }
        #expect(second >= first + 0.002)
    }

    @Test func a_thread_that_says_nothing_has_virtual_time_with_its_renderers() {
        let (during, after) = onNewThread { () -> (Double, Double) in
            let during = {
                let renderer = LayerRenderer(layer: Self.root().root, threads: 1)
                renderer.advance(to: 1.5)
                return withExtendedLifetime(renderer) { CACurrentMediaTime() }
            }()
            return (during, CACurrentMediaTime())
        }
        #expect(during == 1.5)
        #expect(abs(after - ProcessInfo.processInfo.systemUptime) < 1)
    }

    @Test func the_thread_goes_back_to_the_renderer_that_is_left() {
        let times = onNewThread { () -> [Double] in
            let first = LayerRenderer(layer: Self.root().root, threads: 1)
            first.advance(to: 3)
            var times: [Double] = []
            do {
                let second = LayerRenderer(layer: Self.root().root, threads: 1)
                second.advance(to: 1)
                times.append(withExtendedLifetime(second) { CACurrentMediaTime() })
            }
            times.append(CACurrentMediaTime())
            // A renderer that a renderer's code makes does not give that code its time.
            first.schedule(at: 4) {
                let inner = LayerRenderer(layer: Self.root().root, threads: 1)
                inner.advance(to: 9)
                times.append(withExtendedLifetime(inner) { CACurrentMediaTime() })
            }
            first.advance(to: 5)
            times.append(withExtendedLifetime(first) { CACurrentMediaTime() })
            return times
        }
        #expect(times == [1, 3, 4, 5])
    }

    @Test func begin_times_are_numbers_from_the_start_in_any_order() {
        @Sendable func pictures(_ early: Bool) -> [[UInt32]] {
            let (root, child) = Self.root()
            if early { Self.animate(child, from: 0) }
            let renderer = LayerRenderer(layer: root, threads: 1)
            if !early { Self.animate(child, from: 0) }
            return [0, 0.3, 0.5, 1].map { renderer.bitmap(at: $0).pixels }
        }
        let (early, late) = onNewThread { (pictures(true), pictures(false)) }
        #expect(early == late && Set(early).count == 3)
        // A program that has used the machine's clock as a stopwatch before draws the same.
        let timed = onNewThread {
            _ = CACurrentMediaTime()
            return pictures(true)
        }
        #expect(timed == early)
    }

    @Test func a_begin_time_of_the_machines_clock_is_named() {
        onNewThread {
            let (root, child) = Self.root()
            Self.animate(child, from: CACurrentMediaTime())
            _ = LayerRenderer(layer: root, threads: 1).image(at: 0)
        }
        #expect(Notices.shared.lines.contains { $0.contains("was read from the machine's clock") })
    }

    @Test func a_begin_time_of_another_renderer_is_named() {
        onNewThread {
            let first = LayerRenderer(layer: Self.root().root, threads: 1)
            first.advance(to: 2)
            let (root, child) = Self.root()
            Self.animate(child, from: CACurrentMediaTime())
            _ = LayerRenderer(layer: root, threads: 1).image(at: 0)
            withExtendedLifetime(first) {}
        }
        #expect(Notices.shared.lines.contains { $0.contains("of a renderer that was made before") })
    }

    @Test func times_of_two_clocks_are_named() {
        onNewThread {
            let start = CACurrentMediaTime()
            let renderer = LayerRenderer(layer: Self.root().root, threads: 1)
            renderer.advance(to: 1)
            withExtendedLifetime(renderer) { #expect(CACurrentMediaTime() - start < 0) }
        }
        #expect(Notices.shared.lines.contains { $0.contains("so they do not compare") })
    }

    /// Layers that one thread has changed, whose transaction never ends as it has no run loop, are another thread's to change.
    @Test func a_thread_that_never_commits_does_not_hold_up_another() {
        let shared = Shared()
        let (made, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        Thread.detachNewThread {
            let (root, child) = Self.root()
            (shared.renderer, shared.child) = (LayerRenderer(layer: root, scale: 1), child)
            child.opacity = 0.5
            made.signal()
            done.wait()
        }
        made.wait()
        let position = onNewThread {
            guard let renderer = shared.renderer, let child = shared.child else { return -1.0 }
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (0, 100, 1)
            renderer.schedule(at: 1) { child.add(move, forKey: "move") }
            renderer.advance(to: 1.5)
            var shown = -1.0
            renderer.schedule(at: 1.5) { shown = Double(child.presentation()?.position.x ?? -1) }
            renderer.advance(to: 1.5)
            return shown
        }
        done.signal()
        #expect(abs(position - 50) < 1e-6)
    }

    @Test func time_is_the_machines_that_all_processes_share() {
        let told = onNewThread { CACurrentMediaTime() }
        #expect(abs(told - ProcessInfo.processInfo.systemUptime) < 1)
    }
}

/// What two threads use, one after the other.
// Safe because: one of them waits while the other works.
private final class Shared: @unchecked Sendable {
    var renderer: LayerRenderer?
    var child: CALayer?
}

/// Runs code on a thread of its own.
func onNewThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
    let box = ResultBox<Result>()
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
        let value = body()
        box.result.withLock { $0 = value }
        done.signal()
    }
    // As much as the main thread has.
    thread.stackSize = 8 << 20
    thread.start()
    done.wait()
    guard let value = box.result.withLock({ $0 }) else { preconditionFailure("the thread has a result") }
    return value
}

private final class ResultBox<Result: Sendable>: Sendable {
    let result = Mutex<Result?>(nil)
}
