import CoreGraphics
import Dispatch
import Foundation
import Mica
import QuartzCore
import Synchronization
import Testing

/// Several threads that change one layer or one tree at once: nothing is corrupted. Apple, CATransaction.lock(): "Core
/// Animation uses a data model that promises not to corrupt the internal data structures when called from multiple
/// threads concurrently".
@Suite(.serialized) struct ManyThreadsTests {
    // Safe because: only the test has the layers.
    private struct Shared: @unchecked Sendable {
        let root: CALayer
    }

    private static func layer(_ width: CGFloat = 40) -> CALayer {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: width, height: 40)
        return layer
    }

    private static let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)

    /// Values with references: strings, colours, paths, values under own keys. With and without actions.
    @Test(arguments: [true, false]) func threads_set_values_of_one_layer(hasActions: Bool) {
        let shared = Shared(root: Self.layer())
        let renderer = LayerRenderer(layer: shared.root, threads: 1)
        _ = renderer.image(at: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<1_500 {
                if index % 50 == 0 { CATransaction.begin() }
                CATransaction.setDisableActions(!hasActions)
                shared.root.opacity = Float(index % 7) / 7
                shared.root.backgroundColor = Self.red
                shared.root.name = "a name that is no small string \(index)"
                shared.root.shadowPath = unsafe CGPath(
                    rect: CGRect(x: 0, y: 0, width: index, height: 9), transform: nil)
                shared.root.setValue([index], forKey: "k\(index % 3)")
                _ = shared.root.value(forKey: "k1")
                shared.root.isHidden = index % 2 == 0
                if index % 50 == 49 { CATransaction.commit() }
            }
            CATransaction.flush()
        }
        shared.root.isHidden = false
        shared.root.opacity = 1
        let image = renderer.image(at: 10)
        #expect(image.width == 40)
        #expect(shared.root.name?.hasPrefix("a name") == true)
        #expect((shared.root.value(forKey: "k1") as? [Int])?.count == 1)
    }

    @Test func threads_change_one_tree() {
        let shared = Shared(root: Self.layer())
        let renderer = LayerRenderer(layer: shared.root, threads: 1)
        _ = renderer.image(at: 0)
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for index in 0..<600 {
                let layer = Self.layer(CGFloat(index % 50))
                shared.root.addSublayer(layer)
                layer.opacity = 0.5
                shared.root.position = CGPoint(x: thread, y: index)
                if index % 3 == 0 { layer.removeFromSuperlayer() }
                if index % 100 == 0 { CATransaction.flush() }
            }
            CATransaction.flush()
        }
        CATransaction.flush()
        #expect(shared.root.sublayers?.count == 8 * 400)
        #expect(shared.root.sublayers?.allSatisfy { $0.superlayer === shared.root } == true)
        #expect(renderer.image(at: 1).width == 40)
    }

    @Test func threads_change_a_tree_that_another_draws() {
        let shared = Shared(root: Self.layer())
        let renderer = LayerRenderer(layer: shared.root, threads: 1)
        _ = renderer.image(at: 0)
        let group = DispatchGroup()
        for thread in 0..<4 {
            DispatchQueue.global().async(group: group) {
                for index in 0..<600 {
                    let layer = Self.layer(20)
                    shared.root.addSublayer(layer)
                    let fade = CABasicAnimation(keyPath: "opacity")
                    fade.fromValue = 0
                    fade.duration = 0.1
                    layer.add(fade, forKey: "k\(thread)")
                    if index > 50 { shared.root.sublayers?.first?.removeFromSuperlayer() }
                }
                CATransaction.flush()
            }
        }
        for frame in 0..<60 { _ = renderer.image(at: Double(frame) * 0.01) }
        group.wait()
        #expect(renderer.image(at: 5).width == 40)
    }

    @Test func threads_move_layers_between_trees() {
        let shared = [Shared(root: Self.layer()), Shared(root: Self.layer())]
        let renderers = shared.map { LayerRenderer(layer: $0.root, threads: 1) }
        for renderer in renderers { _ = renderer.image(at: 0) }
        let moved = (0..<8).map { _ in Shared(root: Self.layer()) }
        DispatchQueue.concurrentPerform(iterations: 4) { thread in
            for index in 0..<1_000 {
                let one = moved[(index + thread * 3) % 8].root
                if index % 5 == 0 {
                    one.removeFromSuperlayer()
                } else {
                    shared[(index + thread) % 2].root.addSublayer(one)
                }
            }
            CATransaction.flush()
        }
        CATransaction.flush()
        for renderer in renderers { #expect(renderer.image(at: 1).width == 40) }
        let placed = moved.filter { $0.root.superlayer != nil }.count
        #expect(shared.reduce(0) { $0 + ($1.root.sublayers?.count ?? 0) } == placed)
    }
}
