import Mica
import MicaTrace
@testable import CoreGraphics
@testable import QuartzCore
import Synchronization
import Testing

// Foundation is not imported here: as in a client, its timers are those with virtual time.

/// Timers, delayed blocks and calls by selector in a renderer's time, on a thread of its own.
@Suite struct DelayedWorkTests {
    /// The times at which something happened, in milliseconds.
    private final class Times: Sendable {
        let values = Mutex<[Int]>([])

        func add() { values.withLock { $0.append(Int((CACurrentMediaTime() * 1000).rounded())) } }
        var all: [Int] { values.withLock { $0 } }
    }

    /// Runs code on a thread with virtual time, advances a renderer to 2 s, and gives the times of what happened.
    private func times(_ body: @escaping @Sendable (LayerRenderer, @escaping @Sendable () -> Void) -> Void) -> [Int] {
        onNewThread {
            LayerRenderer.makeTimeVirtual()
            let times = Times()
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
            let renderer = LayerRenderer(layer: layer, threads: 1)
            body(renderer) { times.add() }
            renderer.advance(to: 2)
            return times.all
        }
    }

    @Test func timer_fires_at_its_interval() {
        let fired = times { _, note in
            let count = Mutex(0)
            Timer.scheduledTimer(withTimeInterval: 0.25, repeats: true) { timer in
                note()
                let isLast = count.withLock { count in
                    count += 1
                    return count == 3
                }
                if isLast { timer.invalidate() }
            }
        }
        #expect(fired == [250, 500, 750])
    }

    @Test func timer_that_is_added_to_a_run_loop_fires_in_virtual_time() {
        let fired = times { _, note in
            RunLoop.current.add(Timer(timeInterval: 1.0 / 3, repeats: true) { _ in note() }, forMode: .common)
            RunLoop.main.add(Timer(timeInterval: 0.1, repeats: false) { _ in note() }, forMode: .default)
        }
        #expect(fired == [100, 333, 667, 1000, 1333, 1667, 2000])
    }

    @Test func timer_by_selector_fires_in_virtual_time() {
        let fired = times { _, note in
            let tick = Selector("tick:", { (_: NSObject) in { (_: Timer) in note() } })
            Timer.scheduledTimer(timeInterval: 0.7, target: NSObject(), selector: tick, userInfo: nil, repeats: true)
        }
        #expect(fired == [700, 1400])
    }

    @Test func timer_obeys_its_fire_date() {
        let fired = times { renderer, note in
            let timer = Timer.scheduledTimer(withTimeInterval: 0.5, repeats: true) { _ in note() }
            renderer.schedule(at: 0.6) { timer.fireDate = .distantFuture }
            renderer.schedule(at: 1.2) { timer.fireDate = Date(timeIntervalSinceNow: 0.1) }
        }
        #expect(fired == [500, 1300, 1800])
    }

    @Test func blocks_of_the_main_queue_run_at_their_deadline() {
        let ran = times { _, note in
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.5) { note() }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.25, execute: DispatchWorkItem { note() })
            let item = DispatchWorkItem { note() }
            DispatchQueue.main.asyncAfter(deadline: .now() + 0.3, execute: item)
            item.cancel()
            DispatchQueue.main.async {
                note()
                DispatchQueue.main.asyncAfter(deadline: .now() + 1) { note() }
            }
            DispatchQueue.main.asyncAfter(deadline: .distantFuture) { note() }
        }
        #expect(ran == [0, 250, 500, 1000])
    }

    @Test func perform_after_a_delay_can_be_cancelled() {
        let called = times { _, note in
            let (target, call) = (NSObject(), Selector("call", { (_: NSObject) in { note() } }))
            target.perform(call, with: nil, afterDelay: 0.4)
            target.perform(call, with: nil, afterDelay: 0.6)
            let other = NSObject()
            other.perform(call, with: nil, afterDelay: 0.5)
            NSObject.cancelPreviousPerformRequests(withTarget: other)
        }
        #expect(called == [400, 600])
    }

    @Test func what_a_timer_changes_is_in_the_picture_of_its_time() {
        let opacities = onNewThread {
            LayerRenderer.makeTimeVirtual()
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
            layer.backgroundColor = CGColor(gray: 0, alpha: 1)
            let renderer = LayerRenderer(layer: layer, threads: 1)
            // Safe because: the timer fires on the thread of the renderer, which is this one.
            nonisolated(unsafe) let shown = layer
            Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { _ in
                CATransaction.setDisableActions(true)
                unsafe shown.isHidden = true
            }
            return [0.49, 0.5].map { renderer.bitmap(at: $0).pixels[0] >> 24 }
        }
        #expect(opacities == [255, 0])
    }

    @Test func timers_that_wait_for_no_renderer_are_taken_by_the_first() {
        let fired = onNewThread {
            LayerRenderer.makeTimeVirtual()
            let times = Times()
            Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { _ in times.add() }
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
            LayerRenderer(layer: layer, threads: 1).advance(to: 1)
            return times.all
        }
        #expect(fired == [500])
    }

    @Test func program_with_a_renderer_keeps_real_timers_unless_it_says_so() {
        let (isIn, fired) = onNewThread { () -> (Bool, [Int]) in
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
            let renderer = LayerRenderer(layer: layer, threads: 1)
            let times = Times()
            let isIn = DelayedWork.ofThread != nil
            renderer.schedule(at: 0) {
                Timer.scheduledTimer(withTimeInterval: 0.5, repeats: false) { _ in times.add() }
            }
            renderer.advance(to: 1)
            return (isIn, times.all)
        }
        #expect(!isIn && fired == [500])
    }

    @Test func animation_of_no_duration_that_adds_the_next_one_ends_the_advance() {
        let (count, time) = onNewThread { () -> (Int, Double) in
            let layer = CALayer()
            layer.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
            let renderer = LayerRenderer(layer: layer, threads: 1)
            let chain = Chain(layer)
            renderer.schedule(at: 0) { chain.add() }
            renderer.advance(to: 1)
            return (chain.count, renderer.time)
        }
        #expect(time == 1)
        #expect(count > 1_000 && count < 10_200)
        #expect(Notices.shared.lines.contains { $0.contains("without end") })
    }

    /// An animation whose end adds the next.
    private final class Chain: NSObject, CAAnimationDelegate {
        let layer: CALayer
        var count = 0

        init(_ layer: CALayer) { self.layer = layer }

        func add() {
            count += 1
            let move = CABasicAnimation(keyPath: "position.x")
            (move.toValue, move.duration, move.delegate) = (1.0, 1e-12, self)
            layer.add(move, forKey: "move")
        }

        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { add() }
    }

    @Test func renderer_that_forgets_the_past_keeps_no_commits() {
        let (kept, forgotten, pictures) = onNewThread { () -> (Int, Int, [[UInt32]]) in
            func run(_ forgets: Bool) -> (Int, [[UInt32]]) {
                let (root, child) = (CALayer(), CALayer())
                root.bounds = CGRect(x: 0, y: 0, width: 16, height: 4)
                child.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
                child.backgroundColor = CGColor(gray: 0, alpha: 1)
                root.addSublayer(child)
                let renderer = LayerRenderer(layer: root, threads: 1)
                renderer.forgetsPast = forgets
                var pictures: [[UInt32]] = []
                for step in 0..<100 {
                    let text = CATextLayer()
                    text.string = "\(step)"
                    root.addSublayer(text)
                    child.position.x = CGFloat(step % 12)
                    renderer.advance(to: Double(step) * 0.1)
                    if step % 20 == 0 { pictures.append(renderer.bitmap(at: renderer.time).pixels) }
                    text.removeFromSuperlayer()
                }
                // A past time shows the current one.
                if forgets { #expect(renderer.bitmap(at: 0).pixels == renderer.bitmap(at: renderer.time).pixels) }
                return (renderer.player.scene.entries.count, pictures)
            }
            let (all, one) = (run(false), run(true))
            return (all.0, one.0, all.1 == one.1 ? one.1 : [])
        }
        #expect(kept >= 100 && forgotten <= 1)
        #expect(Set(pictures).count > 2)
    }
}
