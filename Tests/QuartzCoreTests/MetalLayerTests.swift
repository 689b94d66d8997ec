import CoreGraphics
import Foundation
import MicaBase
import MicaTrace
import MicaWire
import Synchronization
import Testing

@testable import Mica
@testable import QuartzCore

/// Layers whose pictures a renderer of the program's draws, one drawable after another.
@Suite(.serialized) struct MetalLayerTests {
    private func makeLayer(_ width: Double = 4, _ height: Double = 4) -> CAMetalLayer {
        let layer = CAMetalLayer()
        layer.frame = CGRect(x: 0, y: 0, width: width, height: height)
        return layer
    }

    /// A layer that fills its root.
    private func inTree(_ configure: (CAMetalLayer) -> Void = { _ in }) -> (root: CALayer, layer: CAMetalLayer) {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        let layer = makeLayer()
        configure(layer)
        root.addSublayer(layer)
        return (root, layer)
    }

    private func fill(_ texture: any MTLTexture, _ word: UInt32) {
        texture.withPixels { bytes in
            for offset in stride(from: 0, to: bytes.byteCount, by: 4) {
                bytes.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
            }
        }
    }

    @discardableResult
    private func present(_ layer: CAMetalLayer, _ word: UInt32) throws -> any CAMetalDrawable {
        let drawable = try #require(layer.nextDrawable())
        fill(drawable.texture, word)
        drawable.present()
        return drawable
    }

    /// When drawables were shown, for handlers.
    private final class Times: Sendable {
        private let list = Mutex<[Double]>([])
        var all: [Double] { list.withLock { $0 } }
        func add(_ time: Double) { list.withLock { $0.append(time) } }
    }

    /// Presents drawables one after the other, the n-th with n as its blue, until there are no more.
    private func present(_ count: Int, of layer: CAMetalLayer, _ times: Times) {
        for i in 1...count {
            guard let drawable = layer.nextDrawable() else { return }
            fill(drawable.texture, 0xFF00_0000 | UInt32(i))
            drawable.addPresentedHandler { shown in times.add(shown.presentedTime) }
            drawable.present()
        }
    }

    private func contents(_ layer: CALayer) throws -> Bitmap {
        try #require(layer.contents as? CGImage).resource.bitmap()
    }

    @Test func layer_has_the_documented_defaults() {
        let layer = CAMetalLayer()
        #expect(layer.pixelFormat == .bgra8Unorm && layer.framebufferOnly && layer.isOpaque)
        #expect(layer.maximumDrawableCount == 3 && layer.allowsNextDrawableTimeout && layer.displaySyncEnabled)
        #expect(!layer.presentsWithTransaction && layer.colorspace == nil && layer.drawableSize == .zero)
        #expect(CAMetalLayer.defaultValue(forKey: "opaque") as? Bool == true)
        layer.bounds.size = CGSize(width: 10, height: 5.2)
        layer.contentsScale = 2
        #expect(layer.drawableSize == CGSize(width: 20, height: 10.4))
        #expect(layer.nextDrawable().map { $0.texture.width == 20 && $0.texture.height == 10 } == true)
        layer.frame.size = CGSize(width: 3, height: 3)
        #expect(layer.drawableSize == CGSize(width: 6, height: 6), "it follows the layer")
        layer.drawableSize = CGSize(width: 7, height: 8)
        layer.bounds.size = CGSize(width: 100, height: 100)
        #expect(layer.drawableSize == CGSize(width: 7, height: 8), "until it is set")
        let copy = QuartzCore.makeLayer(of: CAMetalLayer.self, copying: layer)
        #expect(copy.drawableSize == layer.drawableSize && copy.isOpaque)
    }

    @Test func fourth_drawable_is_not_there_after_a_second() throws {
        let layer = makeLayer()
        var held = (0..<3).compactMap { _ in layer.nextDrawable() }
        #expect(held.map(\.drawableID) == [1, 2, 3] && held.allSatisfy { $0.layer === layer })
        // A thread that is late once in a while: one of three is in time.
        var seconds = 0.0
        for _ in 0..<3 {
            let began = MonotonicClock.now
            #expect(layer.nextDrawable() == nil)
            seconds = MonotonicClock.now - began
            #expect(seconds >= 0.9)
            if seconds <= 1.1 { break }
        }
        #expect(seconds <= 1.1)
        held.removeAll()
        #expect(layer.nextDrawable() != nil, "what was not presented can be had again when nobody has it")
    }

    @Test func two_drawables_are_two() throws {
        let layer = makeLayer()
        layer.maximumDrawableCount = 2
        var held = (0..<2).compactMap { _ in layer.nextDrawable() }
        #expect(held.count == 2)
        let waiter = Taker(layer)
        #expect(!waiter.isDone(within: 0.2))
        layer.maximumDrawableCount = 4
        #expect(layer.maximumDrawableCount == 2 && Notices.shared.lines.contains { $0.contains("2 or 3, not 4") })
        held.removeAll()
        #expect(waiter.isDone(within: 10))
    }

    /// A thread that wants a drawable.
    private final class Taker: Sendable {
        private let done = DispatchSemaphore(value: 0)

        init(_ layer: CAMetalLayer) {
            // Safe because: drawables may be taken by any thread.
            nonisolated(unsafe) let layer = layer
            let done = done
            Thread {
                if unsafe layer.nextDrawable() != nil { done.signal() }
            }.start()
        }

        func isDone(within seconds: Double) -> Bool { done.wait(timeout: .now() + seconds) == .success }
    }

    @Test func waiting_without_an_end_ends_when_a_drawable_is_let_go() throws {
        let layer = makeLayer()
        layer.allowsNextDrawableTimeout = false
        var held = (0..<3).compactMap { _ in layer.nextDrawable() }
        let waiter = Taker(layer)
        #expect(!waiter.isDone(within: 1.3), "longer than the second after which others get none")
        held.removeLast()
        #expect(waiter.isDone(within: 10))
    }

    @Test func drawable_that_is_shown_is_free_when_another_is_and_nobody_has_it() throws {
        let layer = makeLayer()
        layer.allowsNextDrawableTimeout = true
        let held = try present(layer, 0xFF00_0001)
        try present(layer, 0xFF00_0002)
        #expect(try contents(layer)[0, 0] == 0xFF00_0002)
        // One is kept though another is shown, one is shown: one is left.
        let last = layer.nextDrawable()
        #expect(last != nil)
        let waiter = Taker(layer)
        #expect(!waiter.isDone(within: 0.2))
        #expect(held.presentedTime == 0, "in no tree nothing is seen")
        withExtendedLifetime((held, last)) {}
    }

    @Test func presents_are_events_of_a_recording_with_their_times() throws {
        let (root, layer) = inTree()
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        for i in 1...40 {
            renderer.schedule(at: Double(i)) { _ = try? self.present(layer, 0xFF00_0000 | UInt32(i)) }
        }
        for (time, blue) in [(40.5, 40), (1.5, 1), (33.2, 33), (2.9, 2), (1.0, 1)] {
            #expect(try renderer.bitmap(at: time)[2, 2] == 0xFF00_0000 | UInt32(blue), "at \(time)")
        }
        #expect(renderer.bitmap(at: 0.5)[2, 2] == 0)
    }

    @Test func one_drawable_is_shown_at_each_refresh() throws {
        let (root, layer) = inTree()
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        let times = Times()
        renderer.schedule(at: 1) { self.present(3, of: layer, times) }
        let start = renderer.bitmap(at: 2)[0, 0]
        #expect(start == 0xFF00_0003)
        for (refresh, blue) in [(0, 1), (1, 2), (2, 3)] {
            #expect(renderer.bitmap(at: 1 + Double(refresh) / 60 + 0.005)[0, 0] == 0xFF00_0000 | UInt32(blue))
        }
        let told = times.all
        #expect(told.count == 3)
        for (i, time) in told.enumerated() { #expect(abs(time - 1 - Double(i) / 60) < 1e-6) }
    }

    @Test func without_synchronisation_the_last_one_is_shown_and_the_others_are_dropped() throws {
        let (root, layer) = inTree { $0.displaySyncEnabled = false }
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        renderer.schedule(at: 1) { for i in 1...9 { _ = try? self.present(layer, 0xFF00_0000 | UInt32(i)) } }
        #expect(renderer.bitmap(at: 1)[0, 0] == 0xFF00_0009)
    }

    @Test func renderer_that_is_faster_than_virtual_time_drops_drawables_and_does_not_wait() throws {
        let (root, layer) = inTree()
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        let times = Times()
        renderer.schedule(at: 1) { self.present(9, of: layer, times) }
        #expect(renderer.bitmap(at: 2)[0, 0] == 0xFF00_0009)
        let told = times.all
        #expect(told.count == 9 && told.contains(0) && told.last.map { $0 > 0 } == true)
    }

    @Test func drawables_wait_for_their_times() throws {
        let (root, layer) = inTree()
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        renderer.schedule(at: 1) {
            let now = CACurrentMediaTime()
            for (i, wait) in [(1, 0.5), (2, 0.75)] {
                guard let drawable = layer.nextDrawable() else { return }
                self.fill(drawable.texture, 0xFF00_0000 | UInt32(i))
                drawable.present(at: now + wait)
            }
            guard let drawable = layer.nextDrawable() else { return }
            self.fill(drawable.texture, 0xFF00_0003)
            drawable.present(afterMinimumDuration: 0.5)
        }
        for (time, pixel) in [(1.25, 0), (1.5, 1), (1.7, 1), (1.75, 2), (2.2, 2), (2.25, 3)] as [(Double, UInt32)] {
            let expected = pixel == 0 ? 0 : 0xFF00_0000 | pixel
            #expect(renderer.bitmap(at: time)[0, 0] == expected, "at \(time)")
        }
        // Times that are none are now.
        renderer.schedule(at: 5) {
            guard let drawable = layer.nextDrawable() else { return }
            self.fill(drawable.texture, 0xFF00_0004)
            drawable.present(at: .nan)
        }
        #expect(renderer.bitmap(at: 5)[0, 0] == 0xFF00_0004)
    }

    @Test func present_is_part_of_the_transaction_where_that_is_wanted() throws {
        let (root, layer) = inTree()
        layer.presentsWithTransaction = true
        let tree = TestTree(root: root)
        var before = tree.commits.count
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        root.opacity = 0.5
        try present(layer, 0xFF00_0001)
        try present(layer, 0xFF00_0002)
        #expect(tree.commits.count == before)
        CATransaction.commit()
        #expect(tree.commits.count == before + 1 && tree.commits.last?.changes.count == 2)
        layer.presentsWithTransaction = false
        before = tree.commits.count
        try present(layer, 0xFF00_0003)
        #expect(tree.commits.count == before + 1, "else at once")
    }

    @Test func what_other_threads_presented_is_shown_when_the_layer_comes_into_a_tree_and_when_it_leaves() throws {
        let (root, layer) = inTree()
        onOther(layer) { layer in for i in 1...5 { _ = try? self.present(layer, 0xFF00_0000 | UInt32(i)) } }
        #expect(layer.contents == nil)
        let tree = TestTree(root: root)
        #expect(try contents(layer)[0, 0] == 0xFF00_0005)
        // The first is shown at the next turn, and so are those that wait when the layer goes.
        onOther(layer) { layer in for i in 6...7 { _ = try? self.present(layer, 0xFF00_0000 | UInt32(i)) } }
        #expect(try contents(layer)[0, 0] == 0xFF00_0005)
        tree.transaction { layer.removeFromSuperlayer() }
        #expect(try contents(layer)[0, 0] == 0xFF00_0007)
        try present(layer, 0xFF00_0008)
        #expect(try contents(layer)[0, 0] == 0xFF00_0008)
    }

    /// Runs a body on another thread, and waits for it.
    private func onOther(_ layer: CAMetalLayer, _ body: @escaping (CAMetalLayer) -> Void) {
        let done = DispatchSemaphore(value: 0)
        // Safe because: drawables may be taken and presented by any thread; this one waits.
        nonisolated(unsafe) let work = (layer, body)
        Thread {
            unsafe work.1(work.0)
            done.signal()
        }.start()
        done.wait()
    }

    @Test func memory_is_used_again() throws {
        let (root, layer) = inTree()
        // No object keeps the commits.
        let context = LayerContext(root: root) { (_: Commit) in }
        defer { context.invalidate() }
        for format in [MTLPixelFormat.bgra8Unorm, .rgba16Float] {
            layer.pixelFormat = format
            for i in 0..<10 { try present(layer, UInt32(i)) }
            let made = layer.queue.madeMemories
            for i in 0..<1_000 { try present(layer, UInt32(i)) }
            #expect(layer.queue.madeMemories == made)
            #expect(made <= 12)
        }
    }

    /// A layer of one pixel of a format, and its picture.
    private func shown(
        _ format: MTLPixelFormat, _ words: [UInt32], opaque: Bool = true, space: CFString? = nil
    ) throws -> UInt32 {
        let layer = makeLayer(1, 1)
        layer.isOpaque = opaque
        layer.pixelFormat = format
        layer.colorspace = space.flatMap { CGColorSpace(name: $0) }
        let drawable = try #require(layer.nextDrawable())
        #expect(drawable.texture.pixelFormat == format)
        drawable.texture.withPixels { bytes in
            #expect(bytes.byteCount == words.count * 4)
            for (i, word) in words.enumerated() { bytes.storeBytes(of: word, toByteOffset: i * 4, as: UInt32.self) }
        }
        drawable.present()
        return try contents(layer)[0, 0]
    }

    private func half(_ r: Float16, _ g: Float16, _ b: Float16, _ a: Float16) -> [UInt32] {
        [UInt32(r.bitPattern) | UInt32(g.bitPattern) << 16, UInt32(b.bitPattern) | UInt32(a.bitPattern) << 16]
    }

    @Test func formats_are_shown_as_what_they_say() throws {
        #expect(try shown(.bgra8Unorm, [0x0012_3456]) == 0xFF12_3456, "alpha counts for nothing")
        #expect(try shown(.bgra8Unorm_srgb, [0x8012_3456]) == 0xFF12_3456)
        #expect(try shown(.bgra8Unorm, [0x8080_40FF], opaque: false) == 0x8080_4080, "lowered to alpha")
        #expect(try shown(.rgb10a2Unorm, [0x3FF | 512 << 10 | 0 << 20 | 3 << 30]) == 0xFFFF_8000)
        #expect(try shown(.bgr10a2Unorm, [0x3FF | 512 << 10 | 0 << 20 | 3 << 30]) == 0xFF00_80FF)
        #expect(try shown(.rgb10a2Unorm, [1023], opaque: false) == 0)
        #expect(try shown(.rgba16Float, half(1, 0.5, -3, 0)) == 0xFFFF_8000)
        #expect(try shown(.rgba16Float, half(7, .nan, .infinity, 0)) == 0xFFFF_00FF)
        #expect(try shown(.rgba16Float, half(0.5, 0.25, 1, 0.5), opaque: false) == 0x8080_4080)
    }

    @Test func colour_spaces_are_converted() throws {
        #expect(try shown(.rgba16Float, half(0.5, 0, 1, 1), space: CGColorSpace.linearSRGB) == 0xFFBC_00FF)
        #expect(
            try shown(.rgba16Float, half(0.25, 0, 0, 0.5), opaque: false, space: CGColorSpace.linearSRGB) == 0x805E_0000
        )
        #expect(try shown(.bgra8Unorm, [0x0080_0000], space: CGColorSpace.linearSRGB) == 0xFFBC_0000)
        #expect(try shown(.bgra8Unorm, [0x0012_3456], space: CGColorSpace.sRGB) == 0xFF12_3456)
        // A green of P3 that sRGB has not: red and blue are none.
        let green = try shown(.rgba16Float, half(0, 0.5, 0, 1), space: CGColorSpace.displayP3)
        let eight = try shown(.bgra8Unorm, [0x0000_8000], space: CGColorSpace.displayP3)
        let light = 1.0420569547096881 * ColorValue.decode(0.5)
        let level = UInt32((ColorValue.encode(light) * 255).rounded())
        #expect(green == 0xFF00_0000 | level << 8 && abs(Int(eight >> 8 & 0xFF) - Int(level)) <= 1)
        #expect(
            try shown(.bgra8Unorm, [0x0012_3456], space: CGColorSpace.linearGray) == 0xFF12_3456, "it has no colours")
    }

    @Test func parts_are_copied_in_and_out() throws {
        let layer = makeLayer(4, 3)
        let drawable = try #require(layer.nextDrawable())
        let texture = drawable.texture
        #expect(texture.isFramebufferOnly && texture.width == 4 && texture.height == 3)
        fill(texture, 0xFF00_0000)
        let words: [UInt32] = [1, 2, 99, 3, 4, 99]
        unsafe words.withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe texture.replace(
                region: MTLRegionMake2D(1, 1, 2, 2), mipmapLevel: 0, withBytes: base, bytesPerRow: 12)
            // These are not within the texture.
            for region in [
                MTLRegionMake2D(3, 1, 2, 1), MTLRegionMake2D(-1, 0, 1, 1), MTLRegionMake2D(0, 0, .max, 1),
                MTLRegionMake2D(.max, 0, 1, 1), MTLRegionMake2D(0, .min, 1, 1), MTLRegion(),
            ] {
                unsafe texture.replace(region: region, mipmapLevel: 0, withBytes: base, bytesPerRow: 12)
            }
            unsafe texture.replace(
                region: MTLRegionMake2D(0, 0, 1, 1), mipmapLevel: 1, withBytes: base, bytesPerRow: 12)
            unsafe texture.replace(region: MTLRegionMake2D(0, 0, 2, 1), mipmapLevel: 0, withBytes: base, bytesPerRow: 4)
        }
        var read = [UInt32](repeating: 7, count: 6)
        unsafe read.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress else { return }
            unsafe texture.getBytes(base, bytesPerRow: 12, from: MTLRegionMake2D(1, 1, 2, 2), mipmapLevel: 0)
            unsafe texture.getBytes(base, bytesPerRow: 12, from: MTLRegionMake2D(1, 2, 2, 2), mipmapLevel: 0)
        }
        #expect(read == [1, 2, 7, 3, 4, 7])
        drawable.present()
        let shown = try contents(layer)
        #expect(shown.pixels == [0, 0, 0, 0, 0, 1, 2, 0, 0, 3, 4, 0].map { 0xFF00_0000 | $0 })
        // Later use of it is not visible, and does not trap.
        fill(texture, 0xFFFF_FFFF)
        drawable.present()
        drawable.addPresentedHandler { _ in Issue.record("it was presented before") }
        #expect(try contents(layer) == shown)
    }

    @Test func layers_without_pixels_have_no_drawables() throws {
        let layer = makeLayer()
        for size in [
            CGSize.zero, CGSize(width: -4, height: 4), CGSize(width: 20_000, height: 4),
            CGSize(width: Double.nan, height: 4),
        ] {
            layer.drawableSize = size
            #expect(layer.nextDrawable() == nil)
        }
        layer.drawableSize = CGSize(width: 4, height: 4)
        layer.pixelFormat = .invalid
        #expect(layer.nextDrawable() == nil)
        #expect(Notices.shared.lines.contains { $0.contains("has no drawables") })
        layer.pixelFormat = .bgra8Unorm
        #expect(layer.nextDrawable() != nil)
        #expect(QuartzCore.makeLayer(of: CAMetalLayer.self, copying: layer).nextDrawable() != nil, "a copy has its own")
    }

    @Test func renderer_of_layers_draws_into_drawables() throws {
        let root = CALayer()
        root.frame = CGRect(x: 0, y: 0, width: 4, height: 4)
        root.backgroundColor = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        let layer = makeLayer()
        let first = try #require(layer.nextDrawable())
        let renderer = CARenderer(mtlTexture: first.texture)
        (renderer.layer, renderer.bounds) = (root, root.bounds)
        func draw(at time: Double) {
            renderer.beginFrame(atTime: time, timeStamp: nil)
            renderer.render()
            renderer.endFrame()
        }
        draw(at: 1)
        first.present()
        #expect(try contents(layer)[3, 3] == 0xFFFF_0000)
        let second = try #require(layer.nextDrawable())
        renderer.setDestination(second.texture)
        draw(at: 2)
        second.present()
        #expect(try contents(layer).pixels.allSatisfy { $0 == 0xFFFF_0000 }, "all of it, though nothing changed")
        layer.pixelFormat = .rgba16Float
        let third = try #require(layer.nextDrawable())
        renderer.setDestination(third.texture)
        draw(at: 3)
        #expect(Notices.shared.lines.contains { $0.contains("CARenderer draws into bgra8Unorm") })
    }

    @Test func layer_that_goes_lets_its_drawables_go() throws {
        weak var gone: CAMetalLayer?
        do {
            let (root, layer) = inTree()
            let tree = TestTree(root: root)
            onOther(layer) { layer in _ = try? self.present(layer, 1) }
            gone = layer
            #expect(layer.contents == nil && tree.commits.count == 1)
        }
        // The other thread may have it a little longer.
        for _ in 0..<1_000 where gone != nil { Thread.sleep(forTimeInterval: 0.01) }
        #expect(gone == nil)
    }
}
