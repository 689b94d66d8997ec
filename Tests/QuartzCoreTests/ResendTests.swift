import CoreGraphics
import Foundation
import MicaWire
import Testing

@testable import Mica
@testable import QuartzCore

/// A server that has lost its copy of a tree hears all of it again.
@Suite struct ResendTests {
    private func scene() -> (root: CALayer, child: CALayer) {
        let (root, child, mask) = (CALayer(), CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 60, height: 40)
        root.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        child.frame = CGRect(x: 5, y: 5, width: 20, height: 20)
        child.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        mask.frame = CGRect(x: 2, y: 2, width: 12, height: 12)
        mask.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1)
        child.mask = mask
        root.addSublayer(child)
        let move = CABasicAnimation(keyPath: "position.x")
        (move.fromValue, move.toValue, move.duration) = (15.0, 45.0, 4)
        child.add(move, forKey: "move")
        return (root, child)
    }

    private func recolour(_ layer: CALayer) {
        CATransaction.setDisableActions(true)
        layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
    }

    @Test(arguments: [false, true]) func refused_commit_is_mended_by_one_resend(encodes: Bool) {
        let (broken, sound) = (scene(), scene())
        let renderer = LayerRenderer(layer: broken.root, size: nil, scale: 1, threads: 1, encodes: encodes)
        let twin = LayerRenderer(layer: sound.root, scale: 1, threads: 1)
        _ = (renderer.bitmap(at: 1), twin.bitmap(at: 1))
        // The server loses a layer, and the next changes with it.
        var loss = Commit(time: 1)
        loss.destroyed = [broken.child.id]
        renderer.player.record(loss, at: 1)
        renderer.schedule(at: 1.5) { recolour(broken.child) }
        twin.schedule(at: 1.5) { recolour(sound.child) }
        for time in [2.0, 3.5, 3, 5] {
            #expect(renderer.bitmap(at: time) == twin.bitmap(at: time), "at \(time) s")
        }
        #expect(renderer.context.commitCount == 4, "the commit that was refused, and one that is all of the tree")
        #expect(broken.child.animationKeys() == nil)
        // Further changes go as they did.
        broken.child.opacity = 0.5
        sound.child.opacity = 0.5
        #expect(renderer.bitmap(at: 6) == twin.bitmap(at: 6))
    }

    @Test func tree_too_deep_is_drawn_once_it_is_not() {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 8, height: 8)
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        _ = renderer.bitmap(at: 0)
        var layer = root
        let first = CALayer()
        for depth in 0..<300 {
            let next = depth == 0 ? first : CALayer()
            layer.addSublayer(next)
            layer = next
        }
        _ = renderer.bitmap(at: 1)
        root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        _ = renderer.bitmap(at: 2)
        first.removeFromSuperlayer()
        #expect(renderer.bitmap(at: 3)[4, 4] == 0xffff_0000)
    }
}
