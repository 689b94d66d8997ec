import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaTrace
import Synchronization
import Testing

@testable import Mica
@testable import QuartzCore

/// Trees that are shown live, in real time: events and their order, not their times.
@Suite(.serialized) struct LiveHostTests {
    /// A surface's frames, for other threads.
    private final class Screen: Sendable {
        private let shown = Mutex<(frames: Int, pixel: UInt32)>((0, 0))

        /// How many frames were presented.
        var frames: Int { shown.withLock { $0.frames } }
        /// The pixel at (5, 5).
        var pixel: UInt32 { shown.withLock { $0.pixel } }

        func note(_ pixel: UInt32) { shown.withLock { $0 = ($0.frames + 1, pixel) } }
    }

    /// A surface whose frames a screen notes.
    private final class NotedSurface: Surface {
        let width = 40, height = 20, scale = 1.0
        private var bitmap = Bitmap(width: 40, height: 20)
        private var isShown = false
        private let screen: Screen

        init(_ screen: Screen) { self.screen = screen }

        func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? { (bitmap, isShown ? 1 : 0) }

        func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
            bitmap = pixels
            isShown = true
            screen.note(bitmap[5, 5])
        }
    }

    private final class Log: NSObject, CAAnimationDelegate {
        var events: [String] = []
        func animationDidStart(_ anim: CAAnimation) { events.append("start") }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { events.append("stop \(flag)") }
    }

    /// A root of 40 by 20 points with a red child of 10 by 10, shown live until the body is done.
    ///
    /// All of it runs on a thread of its own: pool threads have the clocks of other tests.
    private func live(
        encodes: Bool = false, _ body: @escaping (_ host: LiveHost, _ child: CALayer, _ screen: Screen) -> Void
    ) {
        let work = Handed(value: body)
        onNewThread { Self.run(encodes: encodes, work.value) }
    }

    /// Values for a thread from one that waits for it.
    // Safe because: the thread that hands it over does nothing until the other has ended.
    private struct Handed<Value>: @unchecked Sendable {
        let value: Value
    }

    private static func run(
        encodes: Bool, _ body: (_ host: LiveHost, _ child: CALayer, _ screen: Screen) -> Void
    ) {
        let (root, child, screen) = (CALayer(), CALayer(), Screen())
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
        root.position = CGPoint(x: 20, y: 10)
        child.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        root.addSublayer(child)
        let host = LiveHost(root: root, encodes: encodes) { _ in
            SurfaceOutput(CPUCompositor(threads: 1), NotedSurface(screen))
        }
        body(host, child, screen)
        host.close()
    }

    /// Runs this thread's run loop until something has happened; false when it did not within half a minute.
    private func runLoop(until condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + 30
        while !condition() {
            guard MonotonicClock.now < end else { return false }
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.02))
        }
        return true
    }

    /// Waits without running the run loop.
    private func wait(until condition: () -> Bool) -> Bool {
        let end = MonotonicClock.now + 30
        while !condition() {
            guard MonotonicClock.now < end else { return false }
            Thread.sleep(forTimeInterval: 0.005)
        }
        return true
    }

    @Test(arguments: [false, true]) func animations_and_transactions_tell_as_the_run_loop_runs(encodes: Bool) {
        live(encodes: encodes) { host, child, screen in
            #expect(runLoop { screen.pixel == 0xFFFF_0000 }, "the tree is committed at the end of a turn, and shown")
            let log = Log()
            CATransaction.begin()
            CATransaction.setCompletionBlock { log.events.append("done") }
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration, fade.delegate) = (1, 0.5, 0.2, log)
            child.add(fade, forKey: nil)
            CATransaction.commit()
            #expect(log.events.isEmpty, "not within the commit")
            #expect(runLoop { log.events.count == 3 })
            #expect(log.events == ["start", "stop true", "done"])
            #expect(child.animationKeys() == nil, "it is gone with its end")
            child.isHidden = true
            #expect(runLoop { screen.pixel == 0 }, "and the turn after it is committed, too")
        }
    }

    /// When drawables were shown, for handlers.
    private final class Times: Sendable {
        private let list = Mutex<[Double]>([])
        var all: [Double] { list.withLock { $0 } }
        func add(_ time: Double) { list.withLock { $0.append(time) } }
    }

    /// Draws pictures of one colour each and presents them; false when one could not be had.
    private static func present(_ layer: CAMetalLayer, _ words: ClosedRange<UInt32>, _ times: Times) -> Bool {
        for word in words {
            guard let drawable = layer.nextDrawable() else { return false }
            drawable.texture.withPixels { bytes in
                for offset in stride(from: 0, to: bytes.byteCount, by: 4) {
                    bytes.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
                }
            }
            drawable.addPresentedHandler { times.add($0.presentedTime) }
            drawable.present()
        }
        return true
    }

    private func addMetalLayer(_ child: CALayer) -> CAMetalLayer {
        let layer = CAMetalLayer()
        layer.frame = child.bounds
        child.addSublayer(layer)
        return layer
    }

    @Test func drawables_of_another_thread_are_shown_as_the_run_loop_runs() {
        live { host, child, screen in
            let (layer, times) = (addMetalLayer(child), Times())
            #expect(runLoop { screen.pixel == 0xFFFF_0000 })
            // Safe because: drawables may be taken and presented by any thread.
            nonisolated(unsafe) let shared = layer
            Thread { _ = unsafe Self.present(shared, 1...20, times) }.start()
            #expect(runLoop { times.all.count == 20 })
            #expect(runLoop { screen.pixel == 0xFF00_0014 })
            #expect(zip(times.all, times.all.dropFirst()).allSatisfy { $0 < $1 }, "one at each refresh")
        }
    }

    @Test func thread_that_draws_more_than_is_shown_waits_for_refreshes() {
        live { host, child, screen in
            let (layer, times) = (addMetalLayer(child), Times())
            #expect(runLoop { screen.pixel == 0xFFFF_0000 })
            #expect(Self.present(layer, 1...10, times))
            #expect(times.all.count >= 8, "without a turn of the run loop")
            #expect(runLoop { times.all.count == 10 && screen.pixel == 0xFF00_000A })
            #expect(zip(times.all, times.all.dropFirst()).allSatisfy { $0 < $1 })
        }
    }

    @Test func start_is_told_when_it_has_come() {
        live { host, child, screen in
            let (log, late) = (Log(), Log())
            let fade = CABasicAnimation(keyPath: "opacity"), move = CABasicAnimation(keyPath: "position.x")
            (fade.toValue, fade.duration, fade.delegate) = (0.5, 0.1, log)
            (move.toValue, move.duration, move.delegate) = (9, 0.1, late)
            move.beginTime = CACurrentMediaTime() + 0.3
            child.add(fade, forKey: nil)
            child.add(move, forKey: nil)
            var order: [String] = []
            #expect(
                runLoop {
                    if order.isEmpty, log.events == ["start", "stop true"] {
                        order.append(late.events.isEmpty ? "first" : "?")
                    }
                    return late.events.count == 2
                })
            #expect(late.events == ["start", "stop true"])
            #expect(order == ["first"] || log.events.count == 2, "the one that ends earlier is told of earlier")
        }
    }

    @Test func frames_go_on_while_the_client_is_busy() {
        live { host, child, screen in
            let turn = CABasicAnimation(keyPath: "position.x")
            (turn.toValue, turn.duration, turn.repeatCount) = (35.0, 1, .infinity)
            child.add(turn, forKey: nil)
            #expect(runLoop { screen.frames > 0 })
            let before = screen.frames
            // The run loop does not turn.
            #expect(wait { screen.frames >= before + 20 })
        }
    }

    @Test func host_sleeps_until_a_commit_wakes_it() {
        live { host, child, screen in
            #expect(runLoop { screen.pixel == 0xFFFF_0000 })
            for (step, pixel) in [UInt32(0xFF00_00FF), 0xFF00_FF00, 0xFF00_00FF].enumerated() {
                let shown = screen.frames
                CATransaction.setDisableActions(true)
                child.backgroundColor = CGColor(
                    srgbRed: 0, green: pixel == 0xFF00_FF00 ? 1 : 0, blue: pixel == 0xFF00_00FF ? 1 : 0, alpha: 1)
                #expect(runLoop { screen.pixel == pixel }, "change \(step)")
                #expect(screen.frames == shown + 1, "one change without animation is one frame")
            }
        }
    }

    @Test func display_link_fires_at_the_refreshes_of_the_tree() {
        live { host, child, screen in
            var times: [Double] = []
            let link = CADisplayLink { times.append($0.timestamp) }
            link.add(to: .current, forMode: .common)
            #expect(runLoop { times.count >= 5 })
            link.invalidate()
            #expect(zip(times, times.dropFirst()).allSatisfy { $0 < $1 }, "each refresh once")
            #expect(times.last.map { $0 <= CACurrentMediaTime() } == true)
        }
    }

    /// Fills its tiles with green.
    // Safe because: it has no properties.
    private final class GreenTiles: NSObject, CALayerDelegate, @unchecked Sendable {
        func draw(_ layer: CALayer, in ctx: CGContext) {
            ctx.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
            ctx.fill(CGRect(x: 0, y: 0, width: 40, height: 20))
        }
    }

    @Test(arguments: [false, true]) func tiles_are_asked_for_drawn_and_shown(encodes: Bool) {
        let tiles = GreenTiles()
        live(encodes: encodes) { host, child, screen in
            let tiled = CATiledLayer()
            tiled.frame = CGRect(x: 0, y: 0, width: 40, height: 20)
            tiled.delegate = tiles
            host.root.addSublayer(tiled)
            #expect(runLoop { screen.pixel == 0xFF00_FF00 }, "when it has faded in")
        }
    }

    @Test func host_does_what_it_is_handed_between_frames() {
        live { host, child, screen in
            #expect(runLoop { screen.frames > 0 })
            child.isHidden = true
            host.thread?.perform { $0.background = PixelColor(premultiplied: 0xFF12_3456) }
            #expect(runLoop { screen.pixel == 0xFF12_3456 })
        }
    }

    @Test func closed_host_draws_nothing() {
        let log = Log()
        var count = 0
        let screen = Screen()
        do {
            let root = CALayer()
            root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
            let host = LiveHost(root: root) { _ in SurfaceOutput(CPUCompositor(threads: 1), NotedSurface(screen)) }
            let turn = CABasicAnimation(keyPath: "position.x")
            (turn.toValue, turn.duration, turn.delegate) = (35.0, 1000, log)
            root.add(turn, forKey: nil)
            root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
            #expect(runLoop { screen.frames > 0 })
            host.close()
            count = screen.frames
        }
        log.events.removeAll()
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
        #expect(screen.frames == count && log.events.isEmpty)
    }
}

/// Transactions and run loops, without any host.
@Suite(.serialized) struct RunLoopTests {
    private func turn(_ seconds: Double = 0.01) {
        _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: seconds))
    }

    @Test func turn_is_one_transaction_whoever_changes_what_in_it() {
        var commits = 0
        let root = CALayer(), layer = CALayer()
        root.addSublayer(layer)
        let context = LayerContext(root: root) { _ in commits += 1 }
        defer { context.invalidate() }
        turn()
        #expect(commits == 1)
        // A block that comes after the one in which the first change is, within the turn.
        let held = Sent(layer)
        RunLoop.current.perform { held.value.opacity = 0.5 }
        RunLoop.current.perform { held.value.position.x = 5 }
        turn()
        #expect(commits == 2)
        let timer = Timer(fire: Date(), interval: 0, repeats: false) { _ in
            held.value.opacity = 0.25
            RunLoop.current.perform { held.value.position.x = 7 }
        }
        RunLoop.current.add(timer, forMode: .default)
        turn(0.05)
        turn(0.05)
        #expect(commits == 3)
    }

    @Test func what_completion_blocks_do_is_committed_and_told() {
        var log: [String] = []
        let root = CALayer()
        let context = LayerContext(root: root) { _ in log.append("commit") }
        defer { context.invalidate() }
        CATransaction.setCompletionBlock {
            log.append("first")
            CATransaction.setCompletionBlock {
                log.append("second")
                root.opacity = 0.5
            }
        }
        let end = MonotonicClock.now + 30
        while log.count < 4, MonotonicClock.now < end { turn() }
        #expect(log == ["commit", "first", "second", "commit"])
    }

    @Test func explicit_transaction_outlives_turns() {
        var commits = 0
        let root = CALayer()
        let context = LayerContext(root: root) { _ in commits += 1 }
        defer { context.invalidate() }
        turn()
        CATransaction.begin()
        root.opacity = 0.5
        turn()
        turn()
        #expect(commits == 1)
        CATransaction.commit()
        #expect(commits == 2)
    }

    @Test func change_at_the_end_of_a_turn_makes_another() {
        var commits = 0
        let root = CALayer()
        let context = LayerContext(root: root) { _ in commits += 1 }
        defer { context.invalidate() }
        turn()
        // A layer that asks to be drawn again while it is drawn.
        final class Restless: CALayer {
            var rounds = 0
            override func display() {
                rounds += 1
                opacity = Float(rounds) / 10
                if rounds < 4 { setNeedsDisplay() }
            }
        }
        let layer = Restless()
        root.addSublayer(layer)
        layer.setNeedsDisplay()
        let end = MonotonicClock.now + 30
        // One call that would sleep, were it not woken again and again.
        while layer.rounds < 4, MonotonicClock.now < end { turn(1) }
        #expect(layer.rounds == 4)
        turn()
        #expect(commits >= 2 && root.sublayers?.count == 1)
    }

    /// The frames that a surface has shown, with the times that they are of.
    private final class Film: Sendable {
        private let state = Mutex<(last: Bitmap?, frames: [(time: Double, picture: Bitmap)])>((nil, []))

        var frames: [(time: Double, picture: Bitmap)] { state.withLock { $0.frames } }

        /// Takes a picture that is presented.
        func take(_ picture: Bitmap) { state.withLock { $0.last = picture } }

        /// The picture that came last is of a time.
        func end(at time: Double) {
            state.withLock {
                if let picture = $0.last { $0.frames.append((time, picture)) }
                $0.last = nil
            }
        }
    }

    private final class FilmedSurface: Surface {
        let width = 40, height = 20, scale = 1.0
        private var bitmap = Bitmap(width: 40, height: 20)
        private var isShown = false
        private let film: Film

        init(_ film: Film) { self.film = film }

        func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? { (bitmap, isShown ? 1 : 0) }

        func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
            bitmap = pixels
            isShown = true
            film.take(bitmap)
        }
    }

    /// A root with a layer that moves from a time on.
    private static func moving(from begin: Double) -> CALayer {
        let (root, child) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 20)
        root.position = CGPoint(x: 20, y: 10)
        child.frame = CGRect(x: 0, y: 5, width: 10, height: 10)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration, move.beginTime) = (5.0, 35.0, 30, begin)
        child.add(move, forKey: nil)
        root.addSublayer(child)
        return root
    }

    /// The client's thread sleeps: frames go on, one for a refresh at most, each of a refresh's time, and each is what is drawn
    /// of that time without a screen.
    @Test func frames_of_a_sleeping_client_are_those_of_their_times() {
        let film = Film()
        let begin = onNewThread {
            let begin = CACurrentMediaTime()
            let host = LiveHost(root: Self.moving(from: begin)) { _ in
                SurfaceOutput(CPUCompositor(threads: 1), FilmedSurface(film))
            }
            host.thread?.perform { $0.didShow = { film.end(at: $0.time) } }
            _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
            Thread.sleep(forTimeInterval: 1)
            host.close()
            return begin
        }
        let frames = Array(film.frames.drop { $0.time < begin + 0.05 })
        #expect(frames.count >= 10, "on a machine however busy")
        #expect(zip(frames, frames.dropFirst()).allSatisfy { $1.time - $0.time > 0.5 / 60 })
        onNewThread {
            let renderer = LayerRenderer(layer: Self.moving(from: 0))
            for (time, picture) in frames {
                #expect(abs((time * 60).rounded() - time * 60) < 1e-4, "a refresh's")
                let isRight = picture == renderer.bitmap(at: time - begin)
                #expect(isRight, "the frame of \(time - begin) s")
            }
        }
    }
}
