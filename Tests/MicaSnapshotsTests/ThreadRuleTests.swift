import CoreGraphics
import Dispatch
import Foundation
import Mica
import QuartzCore
import Synchronization
import Testing

/// The rules of docs/servers.md for threads: trees are independent of each other, and immutable values may be shared.
@Suite struct ThreadRuleTests {
    /// A badge with everything that trees share behind the scenes: fonts, an image, colours, paths.
    private static func badge(_ number: Int, _ image: CGImage) -> CALayer {
        let badge = CAGradientLayer()
        badge.bounds = CGRect(x: 0, y: 0, width: 120, height: 60)
        badge.colors = [CGColor(gray: 0.2, alpha: 1), CGColor(srgbRed: 0.1, green: 0.4, blue: 0.9, alpha: 1)]
        badge.cornerRadius = 8
        let text = CATextLayer()
        text.string = "Badge \(number)"
        text.fontSize = 14
        text.frame = CGRect(x: 40, y: 10, width: 70, height: 20)
        badge.addSublayer(text)
        let picture = CALayer()
        picture.contents = image
        picture.frame = CGRect(x: 6, y: 10, width: 30, height: 30)
        picture.shadowOpacity = 0.5
        badge.addSublayer(picture)
        let turn = CABasicAnimation(keyPath: "transform.rotation.z")
        turn.toValue = 1
        turn.duration = 1
        picture.add(turn, forKey: "turn")
        return badge
    }

    private static func image() -> CGImage {
        let dot = CAShapeLayer()
        dot.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
        dot.path = unsafe CGPath(ellipseIn: CGRect(x: 2, y: 2, width: 12, height: 12), transform: nil)
        dot.fillColor = CGColor(srgbRed: 1, green: 0.8, blue: 0, alpha: 1)
        return LayerRenderer(layer: dot, threads: 1).image(at: 0)
    }

    @Test func thread_rules_trees_in_tasks_give_the_bytes_of_one_after_the_other() throws {
        let image = Self.image()
        @Sendable func draw(_ number: Int) -> Data {
            let renderer = LayerRenderer(layer: Self.badge(number % 4, image), scale: 2, threads: 1 + number % 2)
            return (try? renderer.pngData(at: 0.5)) ?? Data()
        }
        let expected = (0..<4).map(draw)
        #expect(expected.allSatisfy { !$0.isEmpty } && Set(expected).count == 4)
        let off = Atomic<Int>(0)
        DispatchQueue.concurrentPerform(iterations: 32) { number in
            if draw(number) != expected[number % 4] { off.add(1, ordering: .relaxed) }
        }
        #expect(off.load(ordering: .relaxed) == 0)
    }

    @Test func thread_rules_a_tree_may_move_to_another_thread() async throws {
        let image = Self.image()
        let alone = try LayerRenderer(layer: Self.badge(1, image), threads: 1).pngData(at: 0.5)
        // Safe because: the tasks are waited for, so that one thread at a time has it. Made on this task's thread, drawn on those of others, one after the other.
        nonisolated(unsafe) let renderer = LayerRenderer(layer: Self.badge(1, image), threads: 1)
        // Otherwise the next work on this thread commits it, another test's drawing for example.
        CATransaction.flush()
        let first = await Task.detached { unsafe renderer.image(at: 0.25).width }.value
        let second = try await Task.detached { try unsafe renderer.pngData(at: 0.5) }.value
        #expect(first == 120 && second == alone)
    }

    /// Whatever the thread that made a tree has not committed, another one that draws it sees; and the first one's next commit leaves it as it is.
    @Test func thread_rules_what_was_not_committed_moves_along_with_its_tree() throws {
        let image = Self.image()
        let other = LayerRenderer(layer: Self.badge(2, image), threads: 1)
        let (first, alone) = (try other.pngData(at: 0), try other.pngData(at: 0.5))
        let (made, drawn) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (flushed, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        // Safe because: each thread waits for the other, so that one at a time has them.
        nonisolated(unsafe) var renderer: LayerRenderer?
        // Safe because: of the same.
        nonisolated(unsafe) var pictures: [Data?] = []
        Thread {
            unsafe renderer = LayerRenderer(layer: Self.badge(2, image), threads: 1)
            made.signal()
            drawn.wait()
            // Its transaction has the tree listed still.
            CATransaction.flush()
            flushed.signal()
        }.start()
        made.wait()
        Thread {
            unsafe pictures.append(try? renderer?.pngData(at: 0))
            drawn.signal()
            flushed.wait()
            unsafe pictures.append(try? renderer?.pngData(at: 0.5))
            ended.signal()
        }.start()
        ended.wait()
        unsafe #expect(pictures == [first, alone])
    }

    @Test func thread_rules_transactions_are_each_threads_own() {
        let durations = Mutex<Set<Double>>([])
        DispatchQueue.concurrentPerform(iterations: 8) { number in
            CATransaction.begin()
            CATransaction.setAnimationDuration(Double(number))
            let layer = CALayer()
            layer.opacity = 0.5
            durations.withLock { _ = $0.insert(CATransaction.animationDuration()) }
            CATransaction.commit()
        }
        #expect(durations.withLock { $0 } == Set((0..<8).map(Double.init)))
    }
}
