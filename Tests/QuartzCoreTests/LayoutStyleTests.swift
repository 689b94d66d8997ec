import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// *Source*: Apple, CALayer.h, `style`.
@Suite struct LayoutStyleTests {
    @Test func style_gives_values_to_properties_that_were_not_set() {
        let layer = CALayer()
        layer.opacity = 1
        layer.style = ["cornerRadius": 5, "opacity": 0.5, "style": ["borderWidth": 2, "cornerRadius": 9]]
        #expect(layer.cornerRadius == 5 && layer.borderWidth == 2)
        #expect(layer.opacity == 1, "what was set stays")
        #expect(layer.value(forKey: "cornerRadius") as? Double == 5)
        #expect(!layer.shouldArchiveValue(forKey: "cornerRadius") && layer.shouldArchiveValue(forKey: "style"))
        layer.cornerRadius = 7
        layer.style = nil
        #expect(layer.cornerRadius == 7 && layer.borderWidth == 0)
    }

    @Test func style_with_values_of_another_type_gives_none() {
        let layer = CALayer()
        layer.style = ["cornerRadius": "round", "hidden": true]
        #expect(layer.cornerRadius == 0 && layer.isHidden)
    }

    @Test func style_is_told_to_the_server_without_animation() {
        let tree = TestTree()
        tree.transaction { tree.root.style = ["opacity": 0.25] }
        #expect(tree.commits.last?.changes.first?.mask.contains(.opacity) == true)
        #expect(tree.root.animationKeys() == nil)
        #expect(tree.shown(\.opacity, of: tree.root, at: 0) == 0.25)
    }

    @Test func style_sizes_a_layer_and_its_sublayers_follow() {
        let (layer, child) = (CALayer(), CALayer())
        child.autoresizingMask = .layerWidthSizable
        layer.addSublayer(child)
        layer.style = ["bounds": CGRect(x: 0, y: 0, width: 30, height: 10)]
        #expect(layer.bounds.width == 30 && child.frame.width == 30)
    }
}
