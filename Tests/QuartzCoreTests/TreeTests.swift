import Foundation
import QuartzCore
import Testing

@Suite struct TreeTests {
    private func named(_ name: String) -> CALayer {
        let layer = CALayer()
        layer.name = name
        return layer
    }

    private func names(_ layer: CALayer) -> [String] { (layer.sublayers ?? []).compactMap { $0.name } }

    @Test func tree_insert_replace_and_remove() {
        let root = CALayer()
        let (a, b, c, d) = (named("a"), named("b"), named("c"), named("d"))
        root.addSublayer(a)
        root.addSublayer(c)
        root.insertSublayer(b, below: c)
        #expect(names(root) == ["a", "b", "c"])
        root.insertSublayer(d, at: 0)
        #expect(names(root) == ["d", "a", "b", "c"])
        root.insertSublayer(d, above: b)
        #expect(names(root) == ["a", "b", "d", "c"])
        root.replaceSublayer(d, with: named("e"))
        #expect(names(root) == ["a", "b", "e", "c"])
        #expect(d.superlayer == nil)
        a.removeFromSuperlayer()
        #expect(names(root) == ["b", "e", "c"])
        root.addSublayer(b)
        #expect(names(root) == ["e", "c", "b"])
    }

    @Test func tree_index_past_the_end_is_the_end() {
        let root = CALayer()
        root.insertSublayer(named("a"), at: 99)
        #expect(names(root) == ["a"])
    }

    @Test func tree_empty_sublayers_read_nil() {
        let root = CALayer()
        root.sublayers = [named("a"), named("b")]
        root.sublayers = []
        #expect(root.sublayers == nil)
    }

    @Test func tree_adding_moves_from_another_parent() {
        let (one, two, child) = (CALayer(), CALayer(), CALayer())
        one.addSublayer(child)
        two.addSublayer(child)
        #expect(one.sublayers == nil)
        #expect(child.superlayer === two)
    }

    @Test func tree_mask_is_detached_by_remove() {
        let (layer, mask) = (CALayer(), CALayer())
        layer.mask = mask
        mask.removeFromSuperlayer()
        #expect(layer.mask == nil)
    }

    @Test func tree_cycle_is_a_programming_error() async {
        await #expect(processExitsWith: .failure) {
            let (outer, inner) = (CALayer(), CALayer())
            outer.addSublayer(inner)
            inner.addSublayer(outer)
        }
    }
}
