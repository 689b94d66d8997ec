import CoreGraphics
import Foundation
import MicaBase
import MicaWire
import QuartzCore
import Testing

/// Backgrounds that are patterns.
@Suite struct PatternTests {
    private func pattern(_ alpha: Double = 1) -> CGColor {
        let picture = CGImage(bitmap: Bitmap(width: 3, height: 2, filledWith: 0xFFFF_0000))
        return CGColor(pattern: CGPattern(picture, size: CGSize(width: 6, height: 4)), alpha: alpha)
    }

    @Test func background_is_the_pattern_that_was_set() {
        let (layer, color) = (CALayer(), pattern(0.5))
        layer.backgroundColor = color
        #expect(layer.backgroundColor == color && layer.value(forKey: "backgroundColor") as? CGColor == color)
        // A tile has whole cells, and at least 256 pixels along both axes.
        let state = layer.state.pattern
        #expect(state.image?.width == 258 && state.image?.height == 256 && state.opacity == 0.5)
        #expect(state.size == CGSize(width: 516, height: -512) && layer.state.backgroundColor == nil)
    }

    /// A view turns the pattern upright, until the background is set again.
    @Test func background_of_a_view_is_upright() {
        let (layer, color) = (CALayer(), pattern())
        layer.backgroundColor = color
        layer.turnPatternUpright()
        #expect(layer.state.pattern.size == CGSize(width: 516, height: 512) && layer.backgroundColor == color)
        layer.backgroundColor = color
        #expect(layer.state.pattern.size == CGSize(width: 516, height: -512) && layer.backgroundColor == color)
        let plain = CALayer()
        plain.turnPatternUpright()
        #expect(plain.state.pattern == .default)
    }

    @Test func background_is_replaced() {
        let layer = CALayer()
        layer.setValue(pattern(), forKey: "backgroundColor")
        #expect(layer.backgroundColor?.pattern != nil)
        let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.backgroundColor = red
        #expect(layer.backgroundColor == red && layer.state.pattern == .default)
        layer.backgroundColor = pattern()
        layer.backgroundColor = nil
        #expect(layer.backgroundColor == nil && !layer.state.hasPattern)
    }

    @Test func pattern_is_committed_without_an_action() {
        final class Asked: NSObject, CALayerDelegate {
            var keys: [String] = []
            func action(for layer: CALayer, forKey event: String) -> (any CAAction)? {
                keys.append(event)
                return NSNull()
            }
        }
        let (tree, layer) = TestTree.withChild()
        let asked = Asked()
        layer.delegate = asked
        let color = pattern()
        tree.transaction { layer.backgroundColor = color }
        let change = tree.commits.last?.changes.first { $0.layer == layer.id }
        #expect(change?.state.pattern.image == color.patternTile?.image && change?.mask.contains(.patternImage) == true)
        #expect(asked.keys.allSatisfy { $0 == "backgroundColor" })
        #expect(tree.shown(\.backgroundColor, of: layer, at: 1) == color)
    }

    /// A pattern whose callback draws has its cells drawn at two pixels a point.
    @Test func pattern_of_a_callback_is_drawn_for_a_layer() throws {
        let callbacks = unsafe CGPatternCallbacks(
            version: 0,
            drawPattern: { _, context in
                context.setFillColor(CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1))
                context.fill(CGRect(x: 0, y: 0, width: 2, height: 2))
            }, releaseInfo: nil)
        let made = unsafe withUnsafePointer(to: callbacks) {
            unsafe CGPattern(
                info: nil, bounds: CGRect(x: 0, y: 0, width: 4, height: 4), matrix: .identity, xStep: 4, yStep: 4,
                tiling: .constantSpacing, isColored: true, callbacks: $0)
        }
        let space = try #require(CGColorSpace(patternBaseSpace: nil))
        let layer = CALayer()
        layer.backgroundColor = unsafe CGColor(patternSpace: space, pattern: try #require(made), components: [1])
        let pixels = try #require(layer.state.pattern.image).bitmap()
        #expect(pixels.width == 256 && layer.state.pattern.size == CGSize(width: 128, height: -128))
        #expect(pixels[0, 0] == 0xFF00_FF00 && pixels[3, 3] == 0xFF00_FF00 && pixels[4, 0] == 0 && pixels[8, 8] != 0)
    }
}
