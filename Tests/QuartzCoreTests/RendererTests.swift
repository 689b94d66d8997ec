import CoreGraphics
import Foundation
import Testing

@testable import Mica
@testable import QuartzCore

/// Frames of a tree in a bitmap that the program asks for one by one.
@Suite struct RendererTests {
    /// A bitmap context of a size, transparent.
    private func makeContext(_ width: Int, _ height: Int) throws -> CGContext {
        let context = unsafe CGContext(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0,
            space: CGColorSpaceCreateDeviceRGB(), bitmapInfo: CGImageAlphaInfo.premultipliedLast.rawValue)
        return try #require(context)
    }

    /// The pixel of a context at a place, y down, as ARGB.
    private func pixel(_ context: CGContext, _ x: Int, _ y: Int) throws -> UInt32 {
        try #require(context.makeImage()).resource.bitmap()[x, y]
    }

    @Test func renderer_draws_what_changed_into_its_bitmap() throws {
        let context = try makeContext(40, 20)
        let (root, card) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 20, height: 10)
        card.frame = CGRect(x: 0, y: 0, width: 5, height: 5)
        card.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        root.position = CGPoint(x: 10, y: 5)
        root.addSublayer(card)
        let renderer = CARenderer(bitmap: context)
        #expect(renderer.bounds.isNull && renderer.layer == nil && renderer.nextFrameTime() == .infinity)
        (renderer.layer, renderer.bounds) = (root, root.bounds)
        renderer.beginFrame(atTime: 100, timeStamp: nil)
        #expect(renderer.updateBounds() == root.bounds)
        renderer.render()
        renderer.endFrame()
        #expect(try pixel(context, 2, 2) == 0xffff_0000 && pixel(context, 12, 2) == 0)
        #expect(renderer.nextFrameTime() == .infinity)
        // Nothing has changed.
        renderer.beginFrame(atTime: 101, timeStamp: nil)
        #expect(renderer.updateBounds().isNull)
        renderer.addUpdate(CGRect(x: 1, y: 1, width: 2, height: 2))
        #expect(renderer.updateBounds() == CGRect(x: 1, y: 1, width: 2, height: 2))
        renderer.endFrame()
        #expect(renderer.updateBounds().isNull)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        card.position.x += 10
        CATransaction.commit()
        renderer.beginFrame(atTime: 102, timeStamp: nil)
        #expect(renderer.updateBounds() == CGRect(x: 0, y: 0, width: 15, height: 5))
        renderer.render()
        renderer.endFrame()
        #expect(try pixel(context, 2, 2) == 0 && pixel(context, 22, 2) == 0xffff_0000)
    }

    @Test func renderer_says_when_the_next_frame_is_needed() throws {
        let renderer = CARenderer(bitmap: try makeContext(10, 10))
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        (renderer.layer, renderer.bounds) = (root, root.bounds)
        root.backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)
        renderer.beginFrame(atTime: 10, timeStamp: nil)
        renderer.render()
        renderer.endFrame()
        #expect(renderer.nextFrameTime() == .infinity)
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.toValue, fade.duration) = (0, 1, 2)
        root.add(fade, forKey: nil)
        #expect(renderer.nextFrameTime() == 10)
        renderer.beginFrame(atTime: 20, timeStamp: nil)
        renderer.endFrame()
        renderer.beginFrame(atTime: 21, timeStamp: nil)
        #expect(root.presentation()?.opacity != nil)
        renderer.render()
        renderer.endFrame()
        #expect(renderer.nextFrameTime() == 21)
        renderer.beginFrame(atTime: 23, timeStamp: nil)
        renderer.endFrame()
        #expect(root.animationKeys() == nil)
        #expect(renderer.nextFrameTime() == .infinity || renderer.nextFrameTime() == 23)
        // Times without a drawing are drawn later; invalid times are the last one.
        renderer.beginFrame(atTime: .nan, timeStamp: nil)
        #expect(renderer.updateBounds() == root.bounds)
        renderer.beginFrame(atTime: 1, timeStamp: nil)
        renderer.render()
        renderer.endFrame()
    }

    /// A frame of a renderer, drawn where something has changed.
    private func draw(_ renderer: CARenderer, at time: Double) {
        renderer.beginFrame(atTime: time, timeStamp: nil)
        if !renderer.updateBounds().isNull { renderer.render() }
        renderer.endFrame()
    }

    @Test func renderer_draws_a_tree_that_was_refused_once_it_can_be_drawn() throws {
        let context = try makeContext(8, 8)
        let (root, first) = (CALayer(), CALayer())
        root.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        let renderer = CARenderer(bitmap: context)
        (renderer.layer, renderer.bounds) = (root, root.bounds)
        draw(renderer, at: 0)
        // Deeper than a server takes.
        var layer = root
        for depth in 0..<300 {
            let next = depth == 0 ? first : CALayer()
            layer.addSublayer(next)
            layer = next
        }
        draw(renderer, at: 1)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        CATransaction.commit()
        draw(renderer, at: 2)
        first.removeFromSuperlayer()
        draw(renderer, at: 3)
        #expect(try pixel(context, 4, 4) == 0xffff_0000)
        #expect(renderer.nextFrameTime() == .infinity)
    }

    @Test func renderer_shows_tiles_when_they_are_drawn() throws {
        final class Red: NSObject, CALayerDelegate {
            func draw(_ layer: CALayer, in ctx: CGContext) {
                ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
                ctx.fill(ctx.boundingBoxOfClipPath)
            }
        }
        let context = try makeContext(8, 8)
        let (layer, red) = (CATiledLayer(), Red())
        layer.frame = CGRect(x: 0, y: 0, width: 8, height: 8)
        layer.tileSize = CGSize(width: 4, height: 4)
        layer.delegate = red
        layer.setNeedsDisplay()
        let renderer = CARenderer(bitmap: context)
        (renderer.layer, renderer.bounds) = (layer, layer.bounds)
        draw(renderer, at: 0)
        #expect(try pixel(context, 4, 4) == 0)
        let deadline = Date(timeIntervalSinceNow: 60)
        while renderer.nextFrameTime() != 0, Date() < deadline { usleep(1000) }
        // They fade in.
        for time in [1.0, 2, 3, 4] {
            while renderer.nextFrameTime() == .infinity, try pixel(context, 4, 4) == 0, Date() < deadline {
                usleep(1000)
            }
            draw(renderer, at: time)
        }
        #expect(try pixel(context, 1, 1) == 0xffff_0000 && pixel(context, 6, 6) == 0xffff_0000)
        #expect(renderer.nextFrameTime() == .infinity)
    }
}
