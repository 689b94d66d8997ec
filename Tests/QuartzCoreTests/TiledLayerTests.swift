import CoreGraphics
import Foundation
import Mica
import MicaBase
import MicaWire
import QuartzCore
import Synchronization
import Testing

/// What tiles were asked for, from any thread.
private final class Record: Sendable {
    struct Call: Sendable {
        var rect: CGRect
        var scale: CGFloat
        var isMain: Bool
    }
    private let list = Mutex<[Call]>([])

    var calls: [Call] { list.withLock { $0 } }
    var rects: [CGRect] { calls.map(\.rect) }

    func add(_ context: CGContext) {
        let call = Call(
            rect: context.boundingBoxOfClipPath, scale: context.ctm.a, isMain: Thread.isMainThread)
        list.withLock { $0.append(call) }
    }

    func removeAll() { list.withLock { $0.removeAll() } }
}

/// A tiled layer that paints every tile in a colour of its place, without fading.
private class Painter: CATiledLayer {
    let record = Record()
    /// Waits here before it paints, where there is one.
    let gate = Mutex<DispatchSemaphore?>(nil)

    override class func fadeDuration() -> CFTimeInterval { 0 }

    override func draw(in ctx: CGContext) {
        record.add(ctx)
        gate.withLock { $0 }?.wait()
        let rect = ctx.boundingBoxOfClipPath
        ctx.setFillColor(Self.color(rect.minX, rect.minY))
        ctx.fill(rect)
    }

    static func color(_ x: CGFloat, _ y: CGFloat) -> CGColor {
        CGColor(
            srgbRed: (x / 256).truncatingRemainder(dividingBy: 200) / 255,
            green: (y / 256).truncatingRemainder(dividingBy: 200) / 255, blue: 1, alpha: 1)
    }

    static func pixel(_ column: Int, _ row: Int) -> UInt32 { 0xFF00_00FF | UInt32(column) << 16 | UInt32(row) << 8 }
}

private final class FadingPainter: Painter {
    override class func fadeDuration() -> CFTimeInterval { 0.25 }
}

private final class PaintingDelegate: NSObject, CALayerDelegate {
    let record = Record()

    func draw(_ layer: CALayer, in ctx: CGContext) {
        record.add(ctx)
        ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        ctx.fill(ctx.boundingBoxOfClipPath)
    }
}

/// A renderer of a window onto a layer.
private func window(_ layer: CATiledLayer, _ width: CGFloat = 512, _ height: CGFloat = 512, scale: CGFloat = 1)
    -> (renderer: LayerRenderer, root: CALayer)
{
    let root = CALayer()
    root.bounds = CGRect(x: 0, y: 0, width: width, height: height)
    root.addSublayer(layer)
    return (LayerRenderer(layer: root, scale: scale, threads: 1), root)
}

private func painter(_ side: CGFloat = 2048) -> Painter {
    let layer = Painter()
    layer.anchorPoint = .zero
    layer.bounds = CGRect(x: 0, y: 0, width: side, height: side)
    return layer
}

private func now(_ body: () -> Void) {
    CATransaction.begin()
    CATransaction.setDisableActions(true)
    body()
    CATransaction.commit()
}

/// Facts TI-1...: Apple, CATiledLayer.h (macOS 10.15 SDK), and the rows of dev/api/quartzcore-api.tsv.
@Suite(.serialized) struct TiledLayerTests {
    @Test func tiled_defaults_are_apples() {
        let layer = CATiledLayer()
        #expect(CATiledLayer.fadeDuration() == 0.25, "TI-1")
        #expect(layer.levelsOfDetail == 1, "TI-2")
        #expect(layer.levelsOfDetailBias == 0, "TI-3")
        #expect(layer.tileSize == CGSize(width: 256, height: 256), "TI-4")
        #expect(layer.value(forKeyPath: "tileSize.width") as? CGFloat == 256)
        #expect((CATiledLayer.defaultValue(forKey: "levelsOfDetail") as? NSNumber)?.intValue == 1)
        layer.levelsOfDetail = 0
        #expect(layer.levelsOfDetail == 1)
    }

    @Test func tiled_draws_what_is_in_sight_and_nothing_else_on_other_threads() {
        let layer = painter()
        let (renderer, _) = window(layer, 300, 200)
        let bitmap = renderer.bitmap(at: 0)
        #expect(Set(layer.record.rects.map(\.origin)) == [CGPoint(x: 0, y: 0), CGPoint(x: 256, y: 0)], "TI-5")
        #expect(layer.record.calls.allSatisfy { !$0.isMain }, "TI-6: on background threads")
        #expect(bitmap[0, 0] == Painter.pixel(0, 0) && bitmap[299, 199] == Painter.pixel(1, 0))
        _ = renderer.bitmap(at: 1)
        #expect(layer.record.calls.count == 2)
    }

    @Test func tiled_draws_on_several_threads_at_once() {
        final class Meeting: Painter {
            let met = Mutex<Int>(0)
            let other = DispatchSemaphore(value: 0)
            override func draw(in ctx: CGContext) {
                let index = met.withLock { count in
                    count += 1
                    return count
                }
                // The first waits for a second one to be drawn at the same time.
                if index == 1 { _ = other.wait(timeout: .now() + 20) }
                if index == 2 { other.signal() }
                super.draw(in: ctx)
            }
        }
        let layer = Meeting()
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: 1024, height: 1024)
        let (renderer, _) = window(layer)
        _ = renderer.bitmap(at: 0)
        #expect(renderer.tiles.statistics.mostAtOnce >= 2, "TI-7: one or more threads")
        #expect(layer.record.calls.count == 4)
    }

    @Test func tiled_clip_and_transform_say_which_part_and_how_large() {
        let layer = painter()
        layer.levelsOfDetail = 4
        layer.levelsOfDetailBias = 1
        let (renderer, root) = window(layer)
        for (zoom, side, scale) in [
            (CGFloat(1), CGFloat(256), CGFloat(1)), (0.5, 512, 0.5), (0.25, 1024, 0.25), (2, 128, 2),
        ] {
            renderer.schedule(at: renderer.time + 1) {
                now { root.sublayerTransform = CATransform3DIdentity }
                now {
                    root.anchorPoint = .zero
                    root.position = .zero
                    root.sublayerTransform = CATransform3DMakeScale(zoom, zoom, 1)
                }
            }
            layer.record.removeAll()
            _ = renderer.bitmap(at: renderer.time + 1.5)
            let all = zoom == 1 ? [] : layer.record.calls
            #expect(
                all.allSatisfy { abs($0.rect.width - side) < 1e-6 && abs($0.scale - scale) < 1e-9 }, "TI-8 at \(zoom)")
            #expect(zoom == 1 || !all.isEmpty)
        }
    }

    @Test func tiled_levels_halve_the_resolution_and_end_at_a_pixel() throws {
        var state = LayerState()
        state.bounds = CGRect(x: 0, y: 0, width: 1000, height: 300)
        state.tiled.levels = 3
        #expect(TileGeometry(state)?.levels == -2...0, "TI-9")
        state.tiled.levels = 100
        #expect(TileGeometry(state)?.levels == -8...0, "TI-10: 300 pixels halve 8 times")
        state.tiled.bias = 2
        state.tiled.levels = 3
        #expect(TileGeometry(state)?.levels == 0...2, "TI-11: two levels for 2x and 4x")
        state.tiled.levels = 0
        #expect(TileGeometry(state) == nil)
        state.tiled.levels = 1
        state.tiled.tileSize = CGSize(width: 0.001, height: 1e9)
        #expect(TileGeometry(state)?.tileSize == CGSize(width: 32, height: 4096))
        for bounds in [
            CGRect.zero, CGRect(x: 0, y: 0, width: CGFloat.infinity, height: 1),
            CGRect(x: CGFloat.nan, y: 0, width: 1, height: 1),
        ] {
            state.bounds = bounds
            #expect(TileGeometry(state) == nil)
        }
    }

    @Test func tiled_size_is_in_pixels() {
        let layer = painter()
        layer.contentsScale = 2
        let (renderer, _) = window(layer, 200, 200, scale: 2)
        _ = renderer.bitmap(at: 0)
        #expect(layer.record.rects.allSatisfy { $0.width == 128 && $0.height == 128 }, "TI-12")
        #expect(layer.record.calls.count == 4)
    }

    @Test func tiled_delegate_draws_and_edges_are_cut_by_the_bounds() {
        let (layer, delegate) = (CATiledLayer(), PaintingDelegate())
        layer.delegate = delegate
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: 300.5, height: 100)
        let (renderer, _) = window(layer, 400, 200)
        let bitmap = renderer.bitmap(at: 0)
        #expect(bitmap[299, 99] == 0xFFFF_0000 && bitmap[299, 100] == 0 && bitmap[302, 50] == 0)
        #expect(abs(Int(bitmap[300, 50] >> 24) - 128) <= 1)
        #expect(delegate.record.rects.map(\.width).sorted() == [45, 256])
    }

    @Test func tiled_first_tiles_are_there_at_once_and_later_ones_fade_in() {
        let layer = FadingPainter()
        layer.anchorPoint = .zero
        layer.bounds = CGRect(x: 0, y: 0, width: 4096, height: 256)
        let (renderer, _) = window(layer, 256, 256)
        renderer.schedule(at: 1) { now { layer.position.x = -256 } }
        #expect(renderer.bitmap(at: 0)[100, 100] == Painter.pixel(0, 0))
        let alphas = [1.0, 1.125, 1.25].map { Int(renderer.bitmap(at: $0)[100, 100] >> 24) }
        #expect(alphas[0] <= 18 && abs(alphas[1] - 119) <= 18 && alphas[2] >= 237, "TI-13: over fadeDuration")
        #expect(renderer.bitmap(at: 1.3)[100, 100] == Painter.pixel(1, 0))
    }

    @Test func tiled_part_that_needs_display_is_drawn_anew_and_shown_until_then() {
        let layer = painter(1024)
        let (renderer, _) = window(layer)
        _ = renderer.bitmap(at: 0)
        layer.record.removeAll()
        renderer.schedule(at: 1) { layer.setNeedsDisplay(CGRect(x: 300, y: 10, width: 10, height: 10)) }
        _ = renderer.bitmap(at: 2)
        #expect(layer.record.rects == [CGRect(x: 256, y: 0, width: 256, height: 256)], "TI-14")
        layer.record.removeAll()
        renderer.schedule(at: 3) { layer.setNeedsDisplay() }
        _ = renderer.bitmap(at: 4)
        #expect(layer.record.calls.count == 4)
        // Hidden parts are drawn when they become visible.
        renderer.waitsForTiles = false
        let gate = DispatchSemaphore(value: 0)
        layer.gate.withLock { $0 = gate }
        renderer.schedule(at: 5) { layer.setNeedsDisplay() }
        #expect(renderer.bitmap(at: 5.5)[5, 5] == Painter.pixel(0, 0), "TI-15: the old tiles stay")
        for _ in 0..<16 { gate.signal() }
        renderer.tiles.wait()
        #expect(renderer.bitmap(at: 6)[5, 5] == Painter.pixel(0, 0))
    }

    @Test func tiled_contents_make_it_a_layer_like_any_other() {
        let layer = painter(256)
        layer.contents = CGImage(bitmap: Bitmap(width: 1, height: 1, filledWith: 0xFF00_FF00))
        let (renderer, _) = window(layer)
        #expect(renderer.bitmap(at: 0)[100, 100] == 0xFF00_FF00, "TI-16")
        #expect(layer.record.calls.isEmpty)
    }

    @Test func tiled_tiles_never_keep_a_frame_waiting_when_it_does_not_wait() {
        let layer = painter()
        layer.backgroundColor = CGColor(srgbRed: 0, green: 1, blue: 0, alpha: 1)
        let gate = DispatchSemaphore(value: 0)
        layer.gate.withLock { $0 = gate }
        let (renderer, _) = window(layer)
        renderer.waitsForTiles = false
        // Nobody has opened the gate, so a frame that waited would wait for ever.
        #expect(renderer.bitmap(at: 0)[5, 5] == 0xFF00_FF00)
        #expect(renderer.bitmap(at: 0.1)[5, 5] == 0xFF00_FF00)
        for _ in 0..<64 { gate.signal() }
        renderer.tiles.wait()
        #expect(renderer.bitmap(at: 0.2)[5, 5] == Painter.pixel(0, 0))
        #expect(renderer.bitmap(at: 0.2)[300, 300] == Painter.pixel(1, 1))
    }

    @Test func tiled_tiles_out_of_sight_are_given_up_and_the_nearest_come_first() {
        let layer = painter(65_536)
        layer.tileSize = CGSize(width: 64, height: 64)
        let gate = DispatchSemaphore(value: 0)
        layer.gate.withLock { $0 = gate }
        let (renderer, _) = window(layer, 640, 640)
        renderer.waitsForTiles = false
        _ = renderer.bitmap(at: 0)
        renderer.schedule(at: 1) { now { layer.position = CGPoint(x: -32_000, y: -32_000) } }
        _ = renderer.bitmap(at: 2)
        for _ in 0..<400 { gate.signal() }
        renderer.tiles.wait()
        let old = layer.record.rects.filter { $0.minX < 1000 }
        // Threads had begun with a few; of those the middle of the window was nearest.
        #expect(old.count <= 16 && renderer.tiles.statistics.cancelled >= 100 - 16)
        #expect(old.prefix(2).allSatisfy { hypot($0.midX - 320, $0.midY - 320) < 64 * 1.5 })
        let drawn = layer.record.rects.filter { $0.minX > 1000 }
        #expect(drawn.count == 100)
        let middle = CGPoint(x: 32_320, y: 32_320)
        let distances = drawn.map { hypot($0.midX - middle.x, $0.midY - middle.y) }
        // Threads start in order; which of two says so first may differ, and one that the system stops just then says so
        // late. Tiles in any other order make dozens of such pairs.
        let outOfOrder = zip(distances, distances.dropFirst(16)).count { $0 > $1 }
        #expect(outOfOrder <= ProcessInfo.processInfo.activeProcessorCount)
    }

    @Test func tiled_pixels_stay_within_their_budget() {
        let budget = ImageCache.tiles.budget
        defer { ImageCache.tiles.budget = budget }
        // Eight tiles, where every frame shows four.
        ImageCache.tiles.budget = 8 * 256 * 256 * 4
        let layer = painter(256 * 100)
        let (renderer, _) = window(layer, 512, 512)
        for step in 0..<40 {
            renderer.schedule(at: Double(step)) { now { layer.position.x = -512 * CGFloat(step) } }
            let bitmap = renderer.bitmap(at: Double(step) + 0.5)
            #expect(bitmap[5, 5] == Painter.pixel(step * 2, 0) && bitmap[500, 500] == Painter.pixel(step * 2 + 1, 1))
            #expect(ImageCache.tiles.statistics.bytes <= ImageCache.tiles.budget)
        }
        // Less than a frame shows: every picture is right all the same.
        ImageCache.tiles.budget = 256 * 256 * 4
        #expect(renderer.bitmap(at: 3.5)[500, 500] == Painter.pixel(7, 1))
        #expect(ImageCache.tiles.statistics.bytes <= ImageCache.tiles.budget)
    }

    @Test func tiled_map_of_100000_pixels_scrolls_and_zooms_within_the_budget() {
        let budget = ImageCache.tiles.budget
        defer { ImageCache.tiles.budget = budget }
        ImageCache.tiles.budget = 16 << 20
        let layer = painter(100_000)
        layer.levelsOfDetail = 10
        let scroll = CAScrollLayer()
        scroll.anchorPoint = .zero
        scroll.bounds = CGRect(x: 0, y: 0, width: 512, height: 512)
        scroll.addSublayer(layer)
        let root = CALayer()
        root.bounds = scroll.bounds
        root.addSublayer(scroll)
        let renderer = LayerRenderer(layer: root, threads: 1)
        _ = renderer.bitmap(at: 0)
        for step in 1...60 {
            renderer.schedule(at: Double(step)) {
                now {
                    let zoom = pow(0.5, CGFloat(step % 8))
                    let far = min(CGFloat(step) * 1600, 100_000 - 512 / zoom)
                    scroll.scroll(to: CGPoint(x: far, y: far))
                    scroll.sublayerTransform = CATransform3DMakeScale(zoom, zoom, 1)
                }
            }
            let bitmap = renderer.bitmap(at: Double(step) + 0.5)
            #expect(bitmap[256, 256] >> 24 == 255)
            #expect(ImageCache.tiles.statistics.bytes <= 16 << 20)
        }
        // The whole map is 37 GiB: 153,000 tiles of its finest level. How much a process takes is in TileTests.
        #expect(layer.record.calls.count < 3000)
    }

    @Test func tiled_frames_are_the_same_in_whatever_order_they_are_drawn() {
        func scene() -> LayerRenderer {
            let layer = FadingPainter()
            layer.anchorPoint = .zero
            layer.bounds = CGRect(x: 0, y: 0, width: 4096, height: 4096)
            layer.levelsOfDetail = 3
            let pan = CABasicAnimation(keyPath: "position")
            pan.fromValue = CGPoint(x: 0, y: 0)
            pan.toValue = CGPoint(x: -900, y: -700)
            pan.duration = 2
            layer.add(pan, forKey: "pan")
            let zoom = CABasicAnimation(keyPath: "transform.scale")
            zoom.fromValue = 1
            zoom.toValue = 0.3
            zoom.beginTime = 1
            zoom.duration = 1
            layer.add(zoom, forKey: "zoom")
            return window(layer, 300, 200).renderer
        }
        let times = (0..<12).map { Double($0) * 0.19 }
        let forwards = scene()
        let pictures = times.map { forwards.bitmap(at: $0) }
        let shuffled = scene()
        for index in [7, 2, 11, 0, 5, 9, 1, 10, 3, 8, 4, 6] {
            let isSame = shuffled.bitmap(at: times[index]) == pictures[index]
            #expect(isSame, "frame at \(times[index]) s")
        }
        let alone = scene().bitmap(at: times[11]) == pictures[11]
        #expect(alone)
    }

    @Test func tiled_layer_of_flipped_geometry_has_its_rows_from_below() {
        let layer = painter(512)
        layer.isGeometryFlipped = true
        let (renderer, _) = window(layer)
        let bitmap = renderer.bitmap(at: 0)
        #expect(bitmap[5, 5] == Painter.pixel(0, 1) && bitmap[5, 500] == Painter.pixel(0, 0))
    }

    @Test func tiled_layer_that_is_gone_leaves_its_tiles_transparent() {
        let (renderer, root) = window(painter())
        _ = renderer.bitmap(at: 0)
        renderer.schedule(at: 1) { root.sublayers = nil }
        #expect(renderer.bitmap(at: 2)[5, 5] == 0)
    }

    @Test func tiled_copies_and_archives_keep_how_it_is_cut() throws {
        let layer = CATiledLayer()
        layer.tileSize = CGSize(width: 128, height: 64)
        layer.levelsOfDetail = 5
        layer.levelsOfDetailBias = 2
        #expect(makeLayer(of: CATiledLayer.self, copying: layer).state.tiled == layer.state.tiled)
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATiledLayer.self, from: data))
        #expect(read.state.tiled == layer.state.tiled)
    }
}

/// What tutorials on Core Animation say about tiled layers, by name.
@Suite(.serialized) struct TutorialTiledTests {
    /// A delegate as the tutorial's, which loads the file of a tile; here it looks up a colour.
    private final class Loader: NSObject, CALayerDelegate {
        let asked = Mutex<[String]>([])
        func draw(_ layer: CALayer, in ctx: CGContext) {
            guard let layer = layer as? CATiledLayer else { return }
            let bounds = ctx.boundingBoxOfClipPath
            let x = Int(floor(bounds.origin.x / layer.tileSize.width * layer.contentsScale))
            let y = Int(floor(bounds.origin.y / layer.tileSize.height * layer.contentsScale))
            asked.withLock { $0.append("Snowman_0\(x)_0\(y)") }
            ctx.setFillColor(CGColor(srgbRed: CGFloat(x) / 255, green: CGFloat(y) / 255, blue: 0, alpha: 1))
            ctx.fill(bounds)
        }
    }

    @Test func tiled_loads_the_files_of_the_tiles_in_sight_as_the_tutorial_names_them() {
        let (layer, loader) = (CATiledLayer(), Loader())
        layer.frame = CGRect(x: 0, y: 0, width: 2048, height: 2048)
        layer.delegate = loader
        let (renderer, _) = window(layer, 400, 300)
        layer.setNeedsDisplay()
        let bitmap = renderer.bitmap(at: 0)
        #expect(
            Set(loader.asked.withLock { $0 }) == ["Snowman_00_00", "Snowman_01_00", "Snowman_00_01", "Snowman_01_01"])
        #expect(bitmap[300, 280] == 0xFF01_0100)
    }
}
