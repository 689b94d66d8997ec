import CoreGraphics
import Foundation
import MicaBase
import QuartzCore
import Testing

/// A layer that draws with a closure.
final class DrawnLayer: CALayer {
    var onDraw: (CGContext) -> Void = { _ in }
    override func draw(in ctx: CGContext) { onDraw(ctx) }
}

/// A layer that sets its contents itself.
private final class SelfDisplayingLayer: CALayer {
    var count = 0
    override func display() { count += 1 }
}

/// A delegate that draws with a closure.
final class DrawingDelegate: NSObject, CALayerDelegate {
    var calls: [String] = []
    var onDraw: (CALayer, CGContext) -> Void = { _, _ in }
    func draw(_ layer: CALayer, in ctx: CGContext) {
        calls.append("draw")
        onDraw(layer, ctx)
    }
    func layerWillDraw(_ layer: CALayer) {
        calls.append("willDraw")
        layer.contentsFormat = .gray8Uint
    }
    func action(for layer: CALayer, forKey event: String) -> (any CAAction)? { NSNull() }
}

/// A delegate that has everything but drawing.
private final class IdleDelegate: NSObject, CALayerDelegate {}

/// A delegate that sets contents, and could draw too.
private final class DisplayingDelegate: NSObject, CALayerDelegate {
    let picture: CGImage
    var draws = 0
    init(_ picture: CGImage) { self.picture = picture }
    func display(_ layer: CALayer) { layer.contents = picture }
    func draw(_ layer: CALayer, in ctx: CGContext) { draws += 1 }
}

/// A layer that draws anew when its opacity changes.
private final class RedisplayLayer: CALayer {
    override class func needsDisplay(forKey key: String) -> Bool {
        key == "opacity" || super.needsDisplay(forKey: key)
    }
}

private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

extension CALayer {
    /// The pixels of the contents.
    func contentsBitmap() throws -> Bitmap { try #require(contents as? CGImage).resource.bitmap() }
}

extension DrawnLayer {
    /// A layer of a size with something that fills a rectangle red.
    static func filling(_ rect: CGRect, size: CGSize = CGSize(width: 10, height: 8)) -> DrawnLayer {
        let layer = DrawnLayer()
        layer.bounds.size = size
        layer.onDraw = { context in
            context.setFillColor(red)
            context.fill(rect)
        }
        return layer
    }
}

/// Facts DS-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer: display.m (DS-1...7),
/// redisplay.m (DS-8...19), modern.m (DS-20...29), state.m (DS-30).
@Suite struct DisplayFactTests {
    @Test func display_flag_is_set_by_asking_and_cleared_by_drawing() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
        layer.displayIfNeeded()
        #expect(!layer.needsDisplay(), "DS-1")
        layer.setNeedsDisplay()
        #expect(layer.needsDisplay(), "DS-2")
        layer.displayIfNeeded()
        #expect(!layer.needsDisplay(), "DS-3")
        layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(layer.needsDisplay(), "DS-4")
        layer.displayIfNeeded()
        layer.setNeedsDisplay()
        layer.display()
        #expect(!layer.needsDisplay(), "DS-5")
    }

    @Test func display_follows_the_bounds_only_if_told_to() {
        let (off, on) = (CALayer(), CALayer())
        off.displayIfNeeded()
        off.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
        #expect(!off.needsDisplay(), "DS-6")
        on.needsDisplayOnBoundsChange = true
        on.displayIfNeeded()
        on.bounds = CGRect(x: 0, y: 0, width: 30, height: 30)
        #expect(on.needsDisplay(), "DS-7")
    }

    @Test(arguments: [
        ("DS-8", "bounds"), ("DS-9", "position"), ("DS-10", "opacity"), ("DS-11", "contents"), ("DS-12", "nobodysKey"),
    ])
    func display_follows_no_key_by_default(id: String, key: String) {
        #expect(!CALayer.needsDisplay(forKey: key), "\(id)")
    }

    @Test func display_follows_the_keys_that_a_subclass_names() {
        let plain = CALayer()
        plain.displayIfNeeded()
        plain.opacity = 0.5
        #expect(!plain.needsDisplay(), "DS-13")
        #expect(RedisplayLayer.needsDisplay(forKey: "opacity"), "DS-14")
        #expect(!RedisplayLayer.needsDisplay(forKey: "bounds"), "DS-15")
        let layer = RedisplayLayer()
        layer.displayIfNeeded()
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(!layer.needsDisplay(), "DS-16")
        layer.opacity = 0.25
        #expect(layer.needsDisplay(), "DS-17")
        layer.displayIfNeeded()
        layer.opacity = 0.25
        #expect(!layer.needsDisplay(), "DS-18")
        layer.setValue(0.75, forKey: "opacity")
        #expect(layer.needsDisplay(), "DS-19")
    }

    @Test func contents_formats_have_these_names() {
        #expect(CALayerContentsFormat.automatic.rawValue == "Automatic", "DS-20")
        #expect(CALayerContentsFormat.RGBA8Uint.rawValue == "RGBA8", "DS-21")
        #expect(CALayerContentsFormat.RGBA16Float.rawValue == "RGBAh", "DS-22")
        #expect(CALayerContentsFormat.gray8Uint.rawValue == "Gray8", "DS-23")
    }

    @Test func contents_format_is_kept_or_falls_back() {
        let layer = CALayer()
        #expect(layer.contentsFormat == .RGBA8Uint, "DS-24")
        #expect(CALayer.defaultValue(forKey: "contentsFormat") as? String == "RGBA8", "DS-25")
        #expect(CALayer.defaultValue(forKey: "contentsFormat") as? CALayerContentsFormat == .RGBA8Uint)
        layer.contentsFormat = .RGBA16Float
        #expect(layer.contentsFormat == .RGBA16Float, "DS-26")
        layer.contentsFormat = .gray8Uint
        layer.contentsFormat = CALayerContentsFormat(rawValue: "not a format")
        #expect(layer.contentsFormat == .RGBA8Uint, "DS-27")
        #expect(CALayer().shouldArchiveValue(forKey: "contentsFormat"), "DS-28")
    }

    @Test func display_does_not_follow_bounds_at_first() {
        #expect(!CALayer().needsDisplayOnBoundsChange, "DS-30")
    }
}

@Suite struct DisplayTests {
    @Test func store_has_the_size_of_the_bounds_in_pixels() throws {
        let layer = DrawnLayer.filling(CGRect(x: 1, y: 2, width: 3, height: 4))
        layer.display()
        let plain = try layer.contentsBitmap()
        #expect(plain.width == 10 && plain.height == 8)
        layer.contentsScale = 2
        layer.display()
        let sharp = try layer.contentsBitmap()
        #expect(sharp.width == 20 && sharp.height == 16)
        // The same in points: y points down from the first row.
        for y in 0..<16 {
            for x in 0..<20 {
                let inside = (2..<8).contains(x) && (4..<12).contains(y)
                #expect(sharp[x, y] == (inside ? 0xFFFF_0000 : 0), "\(x) \(y)")
            }
        }
    }

    @Test func store_size_is_rounded_up_and_covers_the_bounds() throws {
        let layer = DrawnLayer.filling(
            CGRect(x: 0, y: 0, width: 10.3, height: 10.1), size: CGSize(width: 10.3, height: 10.1))
        layer.contentsScale = 2
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn.width == 21 && drawn.height == 21)
        #expect(drawn.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        // 100 / 3 points at scale 3 are 100 pixels.
        layer.bounds.size = CGSize(width: 100.0 / 3, height: 100.0 / 3)
        layer.contentsScale = 3
        layer.display()
        #expect(try layer.contentsBitmap().width == 100)
    }

    @Test func store_follows_the_bounds_origin() throws {
        let layer = DrawnLayer.filling(CGRect(x: -5, y: 100, width: 2, height: 2))
        layer.bounds.origin = CGPoint(x: -5, y: 100)
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[0, 0] == 0xFFFF_0000 && drawn[1, 1] == 0xFFFF_0000 && drawn[2, 0] == 0 && drawn[0, 2] == 0)
    }

    @Test func flipped_layer_draws_with_y_up() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 1))
        layer.isGeometryFlipped = true
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[0, 7] == 0xFFFF_0000 && drawn[0, 0] == 0)
    }

    @Test func partial_redraw_keeps_the_rest() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        #expect(layer.drawing.statistics.pixels == 80)
        let first = layer.contents as? CGImage
        var limit = CGRect.null
        layer.onDraw = { context in
            limit = context.boundingBoxOfClipPath
            context.setFillColor(blue)
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 8))
        }
        layer.setNeedsDisplay(CGRect(x: 2, y: 3, width: 3, height: 2))
        layer.displayIfNeeded()
        #expect(limit == CGRect(x: 2, y: 3, width: 3, height: 2))
        #expect(layer.drawing.statistics == .init(drawings: 2, pixels: 86, stores: 1))
        let drawn = try layer.contentsBitmap()
        for y in 0..<8 {
            for x in 0..<10 {
                let part = (3..<5).contains(y) && (2..<5).contains(x)
                // Invalid parts are cleared before they are drawn.
                let want: UInt32 = part ? (x < 4 ? 0xFF00_00FF : 0) : 0xFFFF_0000
                #expect(drawn[x, y] == want, "\(x) \(y)")
            }
        }
        // The picture that was handed out before is as it was.
        #expect(first?.resource.bitmap().pixels.allSatisfy { $0 == 0xFFFF_0000 } == true)
    }

    @Test func partial_redraw_counts_each_pixel_once() {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 2, height: 2))
        layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2))
        layer.setNeedsDisplay(CGRect(x: 7.5, y: 6.5, width: 1, height: 1))
        layer.displayIfNeeded()
        // 3 x 3 around the two that overlap, 2 x 2 whole pixels around the third.
        #expect(layer.drawing.statistics.pixels == 80 + 9 + 4)
        layer.setNeedsDisplay(CGRect(x: 1, y: 1, width: 2, height: 2))
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(layer.drawing.statistics.pixels == 80 + 9 + 4 + 80)
    }

    @Test func partial_redraw_outside_the_bounds_draws_nothing() {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        layer.onDraw = { _ in Issue.record("nothing is invalid") }
        layer.setNeedsDisplay(CGRect(x: 50, y: 0, width: 2, height: 2))
        layer.displayIfNeeded()
        #expect(layer.drawing.statistics.drawings == 1)
    }

    @Test func partial_redraw_cannot_leave_its_part() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        layer.onDraw = { context in
            context.resetClip()
            context.setFillColor(blue)
            context.beginTransparencyLayer(auxiliaryInfo: nil)
            context.resetClip()
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 8))
            context.endTransparencyLayer()
        }
        layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 5, height: 8))
        layer.displayIfNeeded()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[4, 4] == 0xFF00_00FF && drawn[5, 4] == 0xFFFF_0000)
    }

    @Test func other_bounds_draw_everything_anew() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 100, height: 100))
        layer.display()
        layer.bounds.size.width = 20
        layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.displayIfNeeded()
        let drawn = try layer.contentsBitmap()
        #expect(drawn.width == 20 && drawn.pixels.allSatisfy { $0 == 0xFFFF_0000 })
        #expect(layer.drawing.statistics == .init(drawings: 2, pixels: 80 + 160, stores: 2))
    }

    @Test func opaque_store_is_black_where_nobody_draws() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.isOpaque = true
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[0, 0] == 0xFFFF_0000 && drawn[1, 0] == 0xFF00_0000)
        #expect((layer.contents as? CGImage)?.resource.isOpaque == true)
    }

    @Test func gray_store_has_grays() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.contentsFormat = .gray8Uint
        layer.display()
        #expect(try layer.contentsBitmap()[0, 0] == 0xFF36_3636, "the luminance of red")
        layer.onDraw = { context in
            context.setFillColor(CGColor(srgbRed: 0.5, green: 0.5, blue: 0.5, alpha: 1))
            context.fill(CGRect(x: 0, y: 0, width: 10, height: 8))
        }
        layer.display()
        #expect(try layer.contentsBitmap()[5, 5] == 0xFF80_8080)
    }

    @Test func wide_format_is_drawn_in_eight_bits() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        let plain = try layer.contentsBitmap()
        layer.contentsFormat = .RGBA16Float
        layer.display()
        #expect(try layer.contentsBitmap() == plain)
    }

    @Test func huge_bounds_are_drawn_smaller() throws {
        let layer = DrawnLayer.filling(
            CGRect(x: 0, y: 0, width: 500_000, height: 100), size: CGSize(width: 1e6, height: 100))
        layer.display()
        let drawn = try layer.contentsBitmap()
        #expect(drawn.width == LayerStore.sideLimit && drawn.height == 2)
        #expect(drawn[8100, 1] == 0xFFFF_0000 && drawn[8300, 1] == 0)
        // 32 Mpixel at most.
        layer.bounds.size = CGSize(width: 1e6, height: 5e5)
        let shape = try #require(StoreShape(of: layer))
        #expect(shape.width == 8192 && shape.height == 4096)
    }

    @Test(arguments: [
        CGSize.zero, CGSize(width: 10, height: 0), CGSize(width: CGFloat.infinity, height: 1),
        CGSize(width: CGFloat.nan, height: 1),
    ])
    func bounds_without_area_have_no_store(size: CGSize) {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.display()
        layer.bounds.size = size
        layer.display()
        #expect(layer.contents == nil)
        #expect(layer.drawing.statistics.drawings == 1)
    }

    @Test func idle_delegate_costs_no_store() {
        let (layer, delegate) = (CALayer(), IdleDelegate())
        layer.bounds.size = CGSize(width: 10, height: 8)
        layer.delegate = delegate
        layer.setNeedsDisplay()
        layer.displayIfNeeded()
        #expect(!layer.needsDisplay())
        #expect(layer.contents == nil)
        #expect(layer.drawing.statistics == .init())
        #expect(layer.drawing.drawn == nil)
    }

    @Test func context_has_no_pixels_before_something_is_drawn() {
        let store = LayerStore(width: 100, height: 100)
        let context = store.begin(nil, matrix: .identity, isRecorded: false)
        context.setFillColor(red)
        context.translateBy(x: 10, y: 10)
        context.addRect(CGRect(x: 0, y: 0, width: 10, height: 10))
        context.clip()
        context.saveGState()
        context.restoreGState()
        #expect(context.boundingBoxOfClipPath == CGRect(x: 0, y: 0, width: 10, height: 10))
        #expect(store.end(context) == nil)
        #expect(!store.hasPixels)
    }

    @Test func context_draws_nothing_after_the_end() throws {
        var retained: CGContext?
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.onDraw = { context in
            context.setFillColor(red)
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            retained = context
        }
        layer.display()
        try #require(retained).fill(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.onDraw = { context in context.fill(CGRect(x: 9, y: 0, width: 1, height: 1)) }
        layer.setNeedsDisplay(CGRect(x: 9, y: 0, width: 1, height: 1))
        layer.displayIfNeeded()
        let drawn = try layer.contentsBitmap()
        #expect(drawn[0, 0] == 0xFFFF_0000 && drawn[1, 0] == 0 && drawn[9, 0] == 0xFF00_0000)
    }

    @Test func delegate_displays_before_it_draws() throws {
        let picture = CGImage(bitmap: Bitmap(width: 1, height: 1, pixels: [0xFF00_FF00]))
        let (layer, delegate) = (CALayer(), DisplayingDelegate(picture))
        layer.bounds.size = CGSize(width: 10, height: 8)
        layer.delegate = delegate
        layer.display()
        #expect(layer.contents as? CGImage === picture)
        #expect(delegate.draws == 0)
    }

    @Test func delegate_draws_after_it_is_told() throws {
        let (layer, delegate) = (CALayer(), DrawingDelegate())
        layer.bounds.size = CGSize(width: 10, height: 8)
        layer.delegate = delegate
        delegate.onDraw = { layer, context in context.fill(layer.bounds) }
        layer.display()
        #expect(delegate.calls == ["willDraw", "draw"])
        // layerWillDraw set the format.
        #expect(try layer.contentsBitmap()[5, 5] == 0xFF00_0000)
    }

    @Test func commit_lays_out_then_draws_then_sends() {
        final class Phased: CALayer {
            var log: [String] = []
            override func layoutSublayers() { log.append("layout") }
            override func draw(in ctx: CGContext) {
                log.append("draw")
                ctx.fill(bounds)
            }
        }
        let (layer, tree) = (Phased(), TestTree())
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        tree.root.addSublayer(layer)
        tree.flush()
        layer.log = []
        let sent = tree.commits.count
        tree.transaction {
            layer.setNeedsDisplay()
            layer.setNeedsLayout()
            #expect(layer.log.isEmpty)
        }
        #expect(layer.log == ["layout", "draw"])
        #expect(tree.commits.count == sent + 1)
        #expect(tree.commits.last?.changes.first { $0.layer == layer.id }?.mask.contains(.contents) == true)
        #expect(!layer.needsDisplay())
    }

    @Test func layout_while_drawing_is_done_in_the_same_commit() {
        let (layer, tree) = (DrawnLayer.filling(CGRect(x: 0, y: 0, width: 5, height: 5)), TestTree())
        let inner = CALayer()
        layer.addSublayer(inner)
        tree.root.addSublayer(layer)
        tree.flush()
        layer.onDraw = { _ in inner.setNeedsLayout() }
        tree.transaction { layer.setNeedsDisplay() }
        #expect(!inner.needsLayout())
    }

    @Test func layer_that_asks_while_it_is_drawn_waits_for_the_next_commit() {
        let (layer, tree) = (DrawnLayer(), TestTree())
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        var count = 0
        layer.onDraw = { [unowned layer] context in
            count += 1
            context.fill(CGRect(x: 0, y: 0, width: 1, height: 1))
            layer.setNeedsDisplay()
        }
        layer.setNeedsDisplay()
        tree.implicitly { tree.root.addSublayer(layer) }
        #expect(count == 1)
        #expect(layer.needsDisplay())
        tree.flush()
        #expect(count == 2)
        layer.onDraw = { _ in }
        tree.flush()
        #expect(!layer.needsDisplay())
    }

    @Test func layer_outside_a_tree_is_drawn_when_it_enters_one() {
        let (layer, tree) = (DrawnLayer.filling(CGRect(x: 0, y: 0, width: 5, height: 5)), TestTree())
        layer.setNeedsDisplay()
        #expect(layer.contents == nil)
        tree.transaction { tree.root.addSublayer(layer) }
        #expect(layer.contents != nil)
    }

    @Test func overridden_display_is_called_once() {
        let (layer, tree) = (SelfDisplayingLayer(), TestTree())
        tree.transaction { tree.root.addSublayer(layer) }
        #expect(layer.count == 0, "a new layer does not need it")
        tree.transaction { layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1)) }
        tree.transaction { tree.root.opacity = 0.5 }
        #expect(layer.count == 1)
    }

    @Test func contents_that_are_set_replace_the_store() {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 10, height: 8))
        layer.display()
        layer.contents = CGImage(bitmap: Bitmap(width: 1, height: 1))
        #expect(layer.drawing.drawn == nil)
        layer.setNeedsDisplay(CGRect(x: 0, y: 0, width: 1, height: 1))
        layer.displayIfNeeded()
        #expect(layer.drawing.statistics == .init(drawings: 2, pixels: 160, stores: 2))
    }

    @Test func redrawing_runs_the_action_of_the_contents() {
        let (layer, tree) = (DrawnLayer.filling(CGRect(x: 0, y: 0, width: 5, height: 5)), TestTree())
        layer.frame = CGRect(x: 0, y: 0, width: 10, height: 10)
        layer.setNeedsDisplay()
        tree.implicitly { tree.root.addSublayer(layer) }
        #expect(layer.animation(forKey: "contents") == nil, "nothing was shown before")
        tree.implicitly { layer.setNeedsDisplay() }
        #expect(layer.animation(forKey: "contents") != nil)
        layer.removeAllAnimations()
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.setNeedsDisplay()
        }
        #expect(layer.animation(forKey: "contents") == nil)
    }

    @Test func drawn_contents_are_not_archived() throws {
        let layer = DrawnLayer.filling(CGRect(x: 0, y: 0, width: 5, height: 5))
        layer.display()
        #expect(!layer.shouldArchiveValue(forKey: "contents"))
        let plain = CALayer()
        plain.contentsFormat = .gray8Uint
        plain.needsDisplayOnBoundsChange = true
        plain.drawsAsynchronously = true
        let data = try NSKeyedArchiver.archivedData(withRootObject: plain, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CALayer.self, from: data))
        #expect(read.contentsFormat == .gray8Uint)
        #expect(read.needsDisplayOnBoundsChange && read.drawsAsynchronously)
    }

    @Test func how_a_layer_is_drawn_is_copied_and_has_keys() {
        let layer = CALayer()
        layer.setValue("Gray8", forKey: "contentsFormat")
        layer.setValue(true, forKey: "needsDisplayOnBoundsChange")
        layer.setValue(NSNumber(value: true), forKey: "drawsAsynchronously")
        let copy = makeLayer(of: CALayer.self, copying: layer)
        #expect(copy.value(forKey: "contentsFormat") as? String == "Gray8")
        #expect(copy.value(forKey: "needsDisplayOnBoundsChange") as? Bool == true)
        #expect(copy.drawsAsynchronously)
        #expect(copy.drawing.drawn == nil)
        #expect(CALayer.defaultValue(forKey: "drawsAsynchronously") as? Bool == false)
    }
}

@Suite struct AsynchronousDrawingTests {
    /// Draws something of every kind.
    private func sheet(_ context: CGContext) {
        context.setFillColor(blue)
        context.fill(CGRect(x: 0, y: 0, width: 40, height: 40))
        context.setShadow(offset: CGSize(width: 3, height: 3), blur: 4)
        context.beginTransparencyLayer(auxiliaryInfo: nil)
        context.setFillColor(red)
        context.fillEllipse(in: CGRect(x: 5, y: 5, width: 20, height: 12))
        context.setBlendMode(.plusLighter)
        context.setAlpha(0.5)
        context.setLineWidth(3)
        context.stroke(CGRect(x: 10.5, y: 10.5, width: 22, height: 20))
        context.endTransparencyLayer()
        context.setShadow(offset: .zero, blur: 0, color: nil)
        context.clip(to: CGRect(x: 20, y: 20, width: 20, height: 20))
        context.draw(
            CGImage(bitmap: Bitmap(width: 2, height: 2, pixels: [0xFFFF_FFFF, 0x8000_0000, 0, 0xFF12_3456])),
            in: CGRect(x: 18, y: 18, width: 16, height: 16))
        context.setShouldAntialias(false)
        context.fillEllipse(in: CGRect(x: 28, y: 28, width: 9, height: 9))
    }

    @Test func asynchronous_drawing_gives_the_same_pixels() throws {
        let (now, later) = (DrawnLayer(), DrawnLayer())
        for layer in [now, later] {
            layer.bounds.size = CGSize(width: 40, height: 40)
            layer.contentsScale = 2
            layer.onDraw = { [sheet] in sheet($0) }
        }
        later.drawsAsynchronously = true
        now.display()
        later.display()
        #expect(try later.contentsBitmap() == now.contentsBitmap())
        #expect(later.drawing.drawn?.replayCount == 1)
        #expect(now.drawing.drawn?.replayCount == 0)
    }

    @Test func asynchronous_drawing_calls_the_program_on_its_own_thread() throws {
        let layer = DrawnLayer()
        layer.bounds.size = CGSize(width: 4, height: 4)
        layer.drawsAsynchronously = true
        let here = pthread_self()
        var there: pthread_t?
        layer.onDraw = { context in
            there = pthread_self()
            context.fill(CGRect(x: 0, y: 0, width: 4, height: 4))
        }
        layer.display()
        #expect(there == here)
        #expect(try layer.contentsBitmap()[1, 1] == 0xFF00_0000)
    }

    @Test func asynchronous_drawings_come_in_order() throws {
        let layer = DrawnLayer()
        layer.bounds.size = CGSize(width: 64, height: 1)
        layer.drawsAsynchronously = true
        var pictures: [CGImage] = []
        for step in 0..<32 {
            layer.onDraw = { context in
                context.setFillColor(red)
                context.fill(CGRect(x: step, y: 0, width: 1, height: 1))
            }
            layer.setNeedsDisplay(CGRect(x: step, y: 0, width: 1, height: 1))
            layer.displayIfNeeded()
            pictures.append(try #require(layer.contents as? CGImage))
        }
        layer.drawsAsynchronously = false
        layer.setNeedsDisplay(CGRect(x: 40, y: 0, width: 1, height: 1))
        layer.onDraw = { context in context.fill(CGRect(x: 40, y: 0, width: 1, height: 1)) }
        layer.displayIfNeeded()
        #expect(try layer.contentsBitmap()[31, 0] == 0xFFFF_0000)
        #expect(try layer.contentsBitmap()[40, 0] == 0xFF00_0000)
        for (step, picture) in pictures.enumerated() {
            let bitmap = picture.resource.bitmap()
            #expect(bitmap[step, 0] == 0xFFFF_0000 && bitmap[step + 1, 0] == 0)
        }
        #expect(layer.drawing.drawn?.replayCount == 32)
    }

    @Test func asynchronous_drawing_of_nothing_costs_no_store() {
        let layer = DrawnLayer()
        layer.bounds.size = CGSize(width: 4, height: 4)
        layer.drawsAsynchronously = true
        layer.display()
        #expect(layer.contents == nil && layer.drawing.drawn == nil)
    }
}
