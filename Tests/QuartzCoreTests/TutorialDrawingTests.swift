import CoreGraphics
import Foundation
import MicaBase
import QuartzCore
import Testing

/// What tutorials on Core Animation say under layer tree and contents, performance and drawing, by name.
@Suite struct TutorialDrawingTests {
    private final class Both: NSObject, CALayerDelegate {
        var log: [String] = []
        let picture = CGImage(bitmap: Bitmap(width: 1, height: 1, pixels: [0xFF00_FF00]))
        func display(_ layer: CALayer) {
            log.append("display")
            layer.contents = picture
        }
        func draw(_ layer: CALayer, in ctx: CGContext) { log.append("draw") }
    }

    private final class DrawsOnly: NSObject, CALayerDelegate {
        var log: [CGRect] = []
        func draw(_ layer: CALayer, in ctx: CGContext) {
            log.append(ctx.boundingBoxOfClipPath)
            ctx.fill(layer.bounds)
        }
    }

    // MARK: Layer tree and contents

    @Test func delegate_displays_first_else_it_draws() {
        let (layer, both, draws) = (CALayer(), Both(), DrawsOnly())
        layer.bounds.size = CGSize(width: 20, height: 10)
        layer.delegate = both
        layer.display()
        #expect(both.log == ["display"])
        layer.delegate = draws
        layer.display()
        #expect(draws.log == [CGRect(x: 0, y: 0, width: 20, height: 10)])
    }

    @Test func backing_store_has_the_right_size() throws {
        let (layer, draws) = (CALayer(), DrawsOnly())
        layer.delegate = draws
        layer.bounds = CGRect(x: 5, y: 5, width: 20, height: 10)
        layer.contentsScale = 3
        layer.display()
        let picture = try #require(layer.contents as? CGImage)
        #expect(picture.width == 60 && picture.height == 30)
    }

    @Test func there_is_no_backing_store_without_need() {
        let layer = CALayer()
        layer.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        layer.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.contents == nil && layer.drawing.statistics.stores == 0)
    }

    @Test func set_needs_display_draws_in_the_next_commit_and_display_at_once() {
        let (tree, layer, draws) = (TestTree(), CALayer(), DrawsOnly())
        layer.delegate = draws
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        tree.transaction { tree.root.addSublayer(layer) }
        tree.transaction {
            layer.setNeedsDisplay()
            layer.setNeedsDisplay()
            #expect(draws.log.isEmpty)
        }
        #expect(draws.log.count == 1)
        layer.display()
        #expect(draws.log.count == 2)
    }

    // MARK: Performance

    @Test func phases_are_layout_display_prepare_commit() {
        final class Logged: CALayer {
            var log: () -> Void = {}
            var laidOut: () -> Void = {}
            override func layoutSublayers() { laidOut() }
            override func draw(in ctx: CGContext) { log() }
        }
        let (tree, layer) = (TestTree(), Logged())
        var order: [String] = []
        let cache = ImageCacheProbe()
        layer.laidOut = { order.append("layout") }
        layer.log = { order.append("display \(cache.decodes)") }
        let shown = CALayer()
        shown.contents = cache.image()
        layer.addSublayer(shown)
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        let sent = tree.commits.count
        tree.transaction {
            layer.setNeedsDisplay()
            layer.setNeedsLayout()
            tree.root.addSublayer(layer)
        }
        #expect(order == ["layout", "display 0"])
        #expect(cache.decodes == 1 && tree.commits.count == sent + 1)
    }

    // MARK: Drawing

    @Test func set_needs_display_in_a_rectangle_draws_that_alone() {
        let (layer, draws) = (CALayer(), DrawsOnly())
        layer.delegate = draws
        layer.bounds.size = CGSize(width: 100, height: 100)
        layer.display()
        layer.setNeedsDisplay(CGRect(x: 10, y: 20, width: 30, height: 40))
        layer.displayIfNeeded()
        #expect(draws.log.last == CGRect(x: 10, y: 20, width: 30, height: 40))
        #expect(layer.drawing.statistics.pixels == 100 * 100 + 30 * 40)
    }

    @Test func shape_layers_need_no_backing_store() {
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 0, y: 0, width: 100, height: 100)
        shape.path = CGPath(ellipseIn: shape.bounds, transform: nil)
        let tree = TestTree()
        tree.transaction { tree.root.addSublayer(shape) }
        #expect(shape.contents == nil && shape.drawing.statistics.stores == 0)
    }

    @Test func draws_asynchronously_is_off_at_first_and_puts_drawing_off() throws {
        let (layer, draws) = (CALayer(), DrawsOnly())
        #expect(!layer.drawsAsynchronously)
        layer.drawsAsynchronously = true
        layer.delegate = draws
        layer.bounds.size = CGSize(width: 100, height: 100)
        layer.display()
        #expect(draws.log.count == 1, "called there and then")
        #expect(try layer.contentsBitmap().pixels.allSatisfy { $0 == 0xFF00_0000 })
        #expect(layer.drawing.drawn?.replayCount == 1)
    }
}
