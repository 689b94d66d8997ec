import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

/// A transparent context, its origin at the lower left.
private func canvas(_ side: Int = 100) throws -> CGContext {
    let context = unsafe CGContext(
        data: nil, width: side, height: side, bitsPerComponent: 8, bytesPerRow: 0, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue)
    return try #require(context)
}

/// A transparent context as UIKit makes them: points, y down.
private func pointCanvas(_ side: Int, scale: CGFloat = 1) throws -> CGContext {
    let context = CGContext(
        width: side, height: side, space: CGColorSpaceCreateDeviceRGB(),
        bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue,
        baseMatrix: CGAffineTransform(a: scale, b: 0, c: 0, d: -scale, tx: 0, ty: CGFloat(side)))
    return try #require(context)
}

extension CGContext {
    fileprivate func bitmap() throws -> Bitmap { try #require(makeImage()).resource.bitmap() }

    /// A pixel, y up from the lowest row.
    fileprivate func pixel(_ x: Int, _ y: Int) throws -> UInt32 {
        let bitmap = try bitmap()
        return bitmap[x, bitmap.height - 1 - y]
    }

    /// The pixels that were painted, x and y up: nil when they are not all those of a rectangle.
    fileprivate func paintedRectangle() throws -> CGRect? {
        let bitmap = try bitmap()
        var (left, right, bottom, top, count) = (Int.max, -1, Int.max, -1, 0)
        for y in 0..<bitmap.height {
            for x in 0..<bitmap.width where bitmap[x, bitmap.height - 1 - y] != 0 {
                (left, right, bottom, top) = (min(left, x), max(right, x), min(bottom, y), max(top, y))
                count += 1
            }
        }
        guard count > 0 else { return .zero }
        let area = (right + 1 - left) * (top + 1 - bottom)
        return area == count ? CGRect(x: left, y: bottom, width: right + 1 - left, height: top + 1 - bottom) : nil
    }
}

extension CALayer {
    fileprivate convenience init(
        _ x: CGFloat, _ y: CGFloat, _ width: CGFloat, _ height: CGFloat, _ color: CGColor? = red
    ) {
        self.init()
        frame = CGRect(x: x, y: y, width: width, height: height)
        backgroundColor = color
    }

    /// The rectangle that rendering paints.
    fileprivate func painted() throws -> CGRect? {
        let context = try canvas()
        render(in: context)
        return try context.paintedRectangle()
    }
}

/// Facts RN-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer/render.m.
@Suite struct RenderFactTests {
    private func rect(_ x: CGFloat, _ y: CGFloat, _ w: CGFloat, _ h: CGFloat) -> CGRect {
        CGRect(x: x, y: y, width: w, height: h)
    }

    @Test func render_lies_in_the_layers_own_space() throws {
        #expect(try CALayer(10, 20, 30, 40).painted() == rect(0, 0, 30, 40), "RN-1")
        let moved = CALayer(0, 0, 20, 20)
        moved.bounds = rect(10, 10, 20, 20)
        moved.position = CGPoint(x: 50, y: 50)
        #expect(try moved.painted() == rect(10, 10, 20, 20), "RN-2")
        let turned = CALayer(10, 10, 20, 20)
        turned.transform = CATransform3DMakeTranslation(30, 0, 0)
        #expect(try turned.painted() == rect(0, 0, 20, 20), "RN-3")
    }

    @Test func render_of_what_is_not_seen_paints_nothing() throws {
        #expect(try CALayer(10, 20, 30, 40, nil).painted() == .zero, "RN-4")
        let hidden = CALayer(10, 20, 30, 40)
        hidden.isHidden = true
        #expect(try hidden.painted() == .zero, "RN-5")
        let clear = CALayer(10, 20, 30, 40)
        clear.opacity = 0
        #expect(try clear.painted() == .zero, "RN-6")
        let half = CALayer(10, 20, 30, 40)
        half.opacity = 0.5
        let context = try canvas()
        half.render(in: context)
        #expect(try context.paintedRectangle() == rect(0, 0, 30, 40), "RN-7")
        #expect([127, 128].contains(try context.pixel(5, 5) >> 24), "RN-8")
    }

    @Test func render_draws_sublayers_where_they_are() throws {
        let parent = CALayer(10, 10, 40, 40)
        parent.addSublayer(CALayer(5, 5, 10, 10, blue))
        #expect(try parent.painted() == rect(0, 0, 40, 40), "RN-9")
        let outer = CALayer(10, 10, 20, 20, nil)
        outer.addSublayer(CALayer(10, 10, 20, 20))
        #expect(try outer.painted() == rect(10, 10, 20, 20), "RN-10")
        outer.masksToBounds = true
        #expect(try outer.painted() == rect(10, 10, 10, 10), "RN-11")
        let other = CALayer(0, 0, 100, 100, nil)
        let hidden = CALayer(10, 10, 20, 20)
        hidden.isHidden = true
        other.addSublayer(hidden)
        #expect(try other.painted() == .zero, "RN-12")
        let pair = CALayer(0, 0, 100, 100, nil)
        pair.addSublayer(CALayer(10, 10, 20, 20))
        pair.addSublayer(CALayer(10, 10, 20, 20, blue))
        let context = try canvas()
        pair.render(in: context)
        #expect(try context.pixel(15, 15) == 0xFF00_00FF, "RN-13")
    }

    @Test func render_keeps_the_bounds_origin() throws {
        let parent = CALayer(0, 0, 60, 60, nil)
        parent.bounds = rect(10, 10, 60, 60)
        parent.addSublayer(CALayer(10, 10, 20, 20))
        #expect(try parent.painted() == rect(10, 10, 20, 20), "RN-14")
        let (root, middle) = (CALayer(0, 0, 100, 100, nil), CALayer(0, 0, 60, 60, nil))
        middle.bounds = rect(10, 10, 60, 60)
        middle.addSublayer(CALayer(10, 10, 20, 20))
        root.addSublayer(middle)
        #expect(try root.painted() == rect(0, 0, 20, 20), "RN-15")
    }

    @Test func render_places_sublayers_as_the_screen_does() throws {
        let root = CALayer(0, 0, 100, 100, nil)
        let child = CALayer(10, 10, 20, 20)
        child.transform = CATransform3DMakeTranslation(30, 0, 0)
        root.addSublayer(child)
        #expect(try root.painted() == rect(40, 10, 20, 20), "RN-16")
        child.transform = CATransform3DIdentity
        child.anchorPoint = .zero
        child.position = CGPoint(x: 50, y: 50)
        #expect(try root.painted() == rect(50, 50, 20, 20), "RN-17")
        child.anchorPoint = CGPoint(x: 0.5, y: 0.5)
        #expect(try root.painted() == rect(40, 40, 20, 20), "RN-18")
        child.frame = rect(10, 10, 20, 20)
        root.sublayerTransform = CATransform3DMakeTranslation(30, 0, 0)
        #expect(try root.painted() == rect(40, 10, 20, 20), "RN-19")
    }

    /// A layer that needs display is drawn, as in Apple's pictures on iOS (`ContextStyleTests`). Fact RN-20, measured
    /// on macOS by gnustep, has nothing painted.
    @Test func render_draws_layers_that_need_it_once() throws {
        let (layer, delegate) = (CALayer(0, 0, 40, 40, nil), DrawingDelegate())
        delegate.onDraw = { layer, context in
            context.setFillColor(red)
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
        }
        layer.delegate = delegate
        #expect(try layer.painted() == .zero, "RN-20")
        #expect(delegate.calls.isEmpty)
        layer.setNeedsDisplay()
        // All of it: the delegate makes the store gray, which has no alpha.
        #expect(try layer.painted() == rect(0, 0, 40, 40))
        let count = delegate.calls.count
        _ = try layer.painted()
        #expect(count > 0 && delegate.calls.count == count)
        final class Plain: NSObject, CALayerDelegate {
            func draw(_ layer: CALayer, in ctx: CGContext) {
                ctx.setFillColor(red)
                ctx.fill(CGRect(x: 0, y: 0, width: 10, height: 10))
            }
        }
        let plain = Plain()
        layer.delegate = plain
        layer.contentsFormat = .RGBA8Uint
        layer.display()
        #expect(try layer.painted() == rect(0, 0, 10, 10), "RN-21")
    }
}

@Suite struct RenderInContextTests {
    /// A tree with something of everything that contexts draw as a screen does.
    private func scene() -> CALayer {
        let root = CALayer(0, 0, 80, 60, CGColor(srgbRed: 0.9, green: 0.9, blue: 0.8, alpha: 1))
        // Without round corners, which differ in a context.
        root.borderWidth = 2
        let picture = CALayer(10, 8, 30, 24, nil)
        picture.contents = CGImage(
            bitmap: Bitmap(width: 2, height: 2, pixels: [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]))
        picture.magnificationFilter = .nearest
        picture.transform = CATransform3DMakeRotation(0.3, 0, 0, 1)
        let shape = CAShapeLayer()
        shape.frame = CGRect(x: 40, y: 20, width: 30, height: 30)
        // Of lines: curves differ in a context.
        let path = CGMutablePath()
        path.move(to: CGPoint(x: 15, y: 0))
        for (x, y) in [(30, 12), (22, 30), (3, 25)] { path.addLine(to: CGPoint(x: x, y: y)) }
        path.closeSubpath()
        shape.path = path
        shape.fillColor = CGColor(srgbRed: 0, green: 0.5, blue: 1, alpha: 0.5)
        let mask = CALayer(0, 0, 20, 30)
        shape.mask = mask
        root.sublayers = [picture, shape]
        return root
    }

    @Test func render_gives_the_same_pixels_as_the_server() throws {
        let tree = scene()
        let context = try pointCanvas(80)
        tree.render(in: context)
        let rendered = try context.bitmap()
        let shown = LayerRenderer(layer: tree, size: CGSize(width: 80, height: 60)).bitmap(at: 0)
        for y in 0..<60 { for x in 0..<80 where rendered[x, y] != shown[x, y] { Issue.record("\(x) \(y)"); return } }
    }

    @Test func render_twice_as_large_is_sharp() throws {
        let tree = scene()
        let context = try pointCanvas(160, scale: 2)
        tree.render(in: context)
        let rendered = try context.bitmap()
        let shown = LayerRenderer(layer: tree, size: CGSize(width: 80, height: 60), scale: 2).bitmap(at: 0)
        for y in 0..<120 { for x in 0..<160 where rendered[x, y] != shown[x, y] { Issue.record("\(x) \(y)"); return } }
    }

    @Test func render_keeps_to_clip_alpha_and_blend_mode() throws {
        let layer = CALayer(0, 0, 50, 50)
        let context = try canvas()
        context.setFillColor(blue)
        context.fill(CGRect(x: 0, y: 0, width: 100, height: 100))
        context.saveGState()
        context.clip(to: CGRect(x: 10, y: 10, width: 20, height: 20))
        context.setBlendMode(.plusLighter)
        layer.render(in: context)
        context.restoreGState()
        #expect(try context.pixel(15, 15) == 0xFFFF_00FF)
        #expect(try context.pixel(5, 5) == 0xFF00_00FF)
        context.setAlpha(0.5)
        layer.render(in: context)
        let mixed = try context.pixel(5, 5)
        #expect([127, 128].contains(mixed >> 16 & 255) && [127, 128].contains(mixed & 255) && mixed >> 24 == 255)
    }

    @Test func render_of_a_flipped_layer_is_upright_where_y_points_up() throws {
        let picture = CGImage(bitmap: Bitmap(width: 1, height: 2, pixels: [0xFFFF_0000, 0xFF00_00FF]))
        let layer = CALayer(0, 0, 10, 10, nil)
        layer.contents = picture
        layer.magnificationFilter = .nearest
        let plain = try canvas()
        layer.render(in: plain)
        // y points down in the layer and up in the context: the first row is where y is least.
        #expect(try plain.pixel(5, 2) == 0xFFFF_0000)
        #expect(try plain.pixel(5, 7) == 0xFF00_00FF)
        layer.isGeometryFlipped = true
        let flipped = try canvas()
        layer.render(in: flipped)
        #expect(try flipped.pixel(5, 2) == 0xFF00_00FF)
        #expect(try flipped.pixel(5, 7) == 0xFFFF_0000)
        // A layer within it is flipped too.
        let inner = CALayer(2, 3, 4, 4)
        layer.addSublayer(inner)
        #expect(try inner.painted() == CGRect(x: 0, y: 0, width: 4, height: 4))
        inner.contents = picture
        let own = try canvas()
        inner.backgroundColor = nil
        inner.magnificationFilter = .nearest
        inner.render(in: own)
        #expect(try own.pixel(1, 3) == 0xFFFF_0000 && own.pixel(1, 0) == 0xFF00_00FF)
    }

    @Test func render_of_a_model_has_no_animations_and_of_a_presentation_has() throws {
        let (root, child) = (CALayer(0, 0, 100, 100, nil), CALayer(0, 0, 10, 10))
        root.addSublayer(child)
        let tree = TestTree(root: root)
        tree.implicitly {
            let move = CABasicAnimation(keyPath: "position.x")
            move.fromValue = 45
            move.toValue = 85
            move.duration = 4
            child.add(move, forKey: "move")
        }
        let (model, shown) = (try canvas(), try canvas())
        MediaClock.with(time: 2) { root.render(in: model) }
        #expect(try model.paintedRectangle() == CGRect(x: 0, y: 0, width: 10, height: 10))
        MediaClock.with(time: 2) { root.presentation()?.render(in: shown) }
        #expect(try shown.paintedRectangle() == CGRect(x: 60, y: 0, width: 10, height: 10))
    }

    @Test func render_into_a_layers_own_context() throws {
        let stamp = CALayer(0, 0, 4, 4)
        let layer = DrawnLayer()
        layer.bounds.size = CGSize(width: 20, height: 20)
        layer.onDraw = { context in
            context.translateBy(x: 8, y: 8)
            stamp.render(in: context)
        }
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[8, 8] == 0xFFFF_0000 && drawn[11, 11] == 0xFFFF_0000 && drawn[12, 8] == 0 && drawn[7, 8] == 0)
        layer.drawsAsynchronously = true
        layer.display()
        #expect(try layer.contentsBitmap() == drawn)
    }

    @Test func render_with_masks() throws {
        let root = scene()
        root.mask = CALayer(0, 0, 40, 60)
        let context = try pointCanvas(80)
        root.render(in: context)
        let shown = LayerRenderer(layer: root, size: CGSize(width: 80, height: 60)).bitmap(at: 0)
        let rendered = try context.bitmap()
        for y in 0..<60 { for x in 0..<80 where rendered[x, y] != shown[x, y] { Issue.record("\(x) \(y)"); return } }
    }
}
