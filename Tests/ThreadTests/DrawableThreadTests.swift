import CoreGraphics
import Foundation
import Synchronization
import Testing

@testable import Mica
@testable import QuartzCore

/// Drawables that several threads draw and present, while the thread of the tree shows them.
@Suite(.serialized) struct DrawableThreadTests {
    private static func fill(_ texture: any MTLTexture, _ word: UInt32) {
        texture.withPixels { bytes in
            for offset in stride(from: 0, to: bytes.byteCount, by: 4) {
                bytes.storeBytes(of: word, toByteOffset: offset, as: UInt32.self)
            }
        }
    }

    /// The frames, for other threads.
    private final class Shown: Sendable {
        private let list = Mutex<[(word: UInt32, time: Double)]>([])
        var all: [(word: UInt32, time: Double)] { list.withLock { $0 } }
        func add(_ word: UInt32, _ time: Double) { list.withLock { $0.append((word, time)) } }
    }

    private final class Flag: Sendable {
        private let value = Atomic(false)
        var isSet: Bool { value.load(ordering: .relaxed) }
        func set() { value.store(true, ordering: .relaxed) }
    }

    @Test func thousand_presents_from_two_threads_lose_none() throws {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 4, height: 4)
        let layer = CAMetalLayer()
        layer.frame = root.bounds
        root.addSublayer(layer)
        let renderer = LayerRenderer(layer: root, scale: 1, threads: 1)
        renderer.advance(to: 0)
        // Safe because: drawables may be taken by any thread.
        nonisolated(unsafe) let shared = layer
        let shown = Shown()
        let (ended, isOver) = (DispatchGroup(), Flag())
        for thread in 0..<2 {
            ended.enter()
            Thread {
                for n in 0..<500 {
                    var next = unsafe shared.nextDrawable()
                    while next == nil, !isOver.isSet { next = unsafe shared.nextDrawable() }
                    guard let drawable = next else { break }
                    let word = 0xFF00_0000 | UInt32(thread) << 16 | UInt32(n)
                    Self.fill(drawable.texture, word)
                    drawable.addPresentedHandler { drawable in
                        shown.add(word, drawable.presentedTime)
                    }
                    drawable.present()
                }
                ended.leave()
            }.start()
        }
        // Time continues, a refresh at a time, until all are shown.
        var refresh = 0.0
        let end = MediaClock.machineTime + 120
        while shown.all.count < 1_000, MediaClock.machineTime < end {
            refresh += 1
            renderer.advance(to: refresh / 60)
        }
        isOver.set()
        ended.wait()
        let all = shown.all
        #expect(all.count == 1_000 && Set(all.map(\.word)).count == 1_000)
        for thread in 0..<2 {
            let own = all.filter { Int($0.word >> 16 & 0xFF) == thread }.map { $0.word & 0xFFFF }
            #expect(own == (0..<500).map { UInt32($0) }, "each thread's in the order in which it presented them")
        }
        #expect(zip(all, all.dropFirst()).allSatisfy { $0.time < $1.time }, "one at each refresh")
        // The recording has each at its time.
        for index in stride(from: 0, to: all.count, by: 37) {
            #expect(renderer.bitmap(at: all[index].time + 0.001)[1, 1] == all[index].word)
        }
    }

    @Test func several_threads_fill_one_texture() throws {
        let layer = CAMetalLayer()
        layer.drawableSize = CGSize(width: 16, height: 64)
        let drawable = try #require(layer.nextDrawable())
        let texture = drawable.texture
        DispatchQueue.concurrentPerform(iterations: 64) { row in
            let words = [UInt32](repeating: 0xFF00_0000 | UInt32(row), count: 16)
            unsafe words.withUnsafeBytes { bytes in
                guard let base = bytes.baseAddress else { return }
                unsafe texture.replace(
                    region: MTLRegionMake2D(0, row, 16, 1), mipmapLevel: 0, withBytes: base, bytesPerRow: 64)
            }
        }
        drawable.present()
        let image = try #require(layer.contents as? CGImage)
        let pixels = image.resource.bitmap()
        #expect((0..<64).allSatisfy { pixels[7, $0] == 0xFF00_0000 | UInt32($0) })
    }
}
