import MicaCPU
import MicaCompositor
import MicaFrame
import MicaPixels
import MicaRandom
import MicaRaster
import MicaReference
import Testing

/// A surface of several buffers that are shown in turn, as a window's are.
private final class TurningSurface: Surface {
    var width: Int, height: Int
    let scale = 1.0
    /// What is shown.
    private(set) var shown = Bitmap(width: 0, height: 0)
    /// How many buffers are to come that nothing is known of.
    var lost = 0
    /// Whether no buffer is free.
    var isHidden = false
    private var waiting: [(pixels: Bitmap, presents: Int)] = []
    private var presents = 0
    private let buffers: Int

    init(_ width: Int, _ height: Int, buffers: Int) {
        (self.width, self.height, self.buffers) = (width, height, buffers)
    }

    func resize(_ width: Int, _ height: Int) {
        (self.width, self.height) = (width, height)
        waiting.removeAll()
    }

    func acquire(_ damage: DamageRegion) -> (pixels: Bitmap, age: Int)? {
        if isHidden { return nil }
        // Noise where nothing was drawn.
        guard lost == 0, waiting.count == buffers else {
            lost = max(0, lost - 1)
            return (Bitmap(width: width, height: height, filledWith: 0xFFAB_CDEF), 0)
        }
        let oldest = waiting.removeFirst()
        return (oldest.pixels, presents - oldest.presents + 1)
    }

    func present(_ pixels: consuming Bitmap, _ damage: DamageRegion) {
        shown = pixels
        presents += 1
        if waiting.count == buffers { waiting.removeFirst() }
        waiting.append((shown, presents))
    }
}

/// Frames onto surfaces whose buffers are some frames old.
@Suite struct SurfaceTests {
    /// A frame of squares, some of which are elsewhere than in the last.
    private func frame(_ positions: [SIMD2<Double>], _ width: Int, _ height: Int) -> Frame {
        Frame(
            width, height, background: 0xFF10_2030,
            positions.enumerated().map { index, position in
                var op = fill(
                    RoundedRect(local(0, 0, 9, 7), radius: 2), color(1, Double(index) / 8, 0, 0.7),
                    moved(position.x, position.y))
                op.bounds = op.transform.deviceBounds(of: local(0, 0, 9, 7)).intersection(device(0, 0, width, height))
                return op
            })
    }

    private func check<C: Compositor>(
        _ compositor: C, buffers: Int, seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) where C.Pixels == Bitmap {
        var random = SeededGenerator(seed: seed)
        let surface = TurningSurface(60, 40, buffers: buffers)
        var ring = DamageRing()
        var positions = (0..<8).map { _ in SIMD2(random.number(0...50), random.number(0...30)) }
        var last: Frame?
        for step in 0..<60 {
            if random.chance(0.8) {
                positions[random.whole(0...7)] = SIMD2(random.number(0...50), random.number(0...30))
            }
            if step == 20 { surface.lost = 2 }
            if step == 40 { surface.resize(50, 45) }
            surface.isHidden = step % 13 == 5
            var now = frame(positions, surface.width, surface.height)
            if let last { now.setDamage(now.differences(from: last)) }
            last = now
            let damage = compositor.draw(now, onto: surface, &ring)
            if surface.isHidden {
                #expect(damage.isEmpty, sourceLocation: sourceLocation)
                continue
            }
            var whole = Bitmap(width: now.width, height: now.height)
            compositor.draw(now, region: DamageRegion(now.bounds), into: &whole)
            #expect(
                surface.shown == whole, "\(buffers) buffers, seed \(seed), step \(step)",
                sourceLocation: sourceLocation)
        }
    }

    @Test(arguments: [1, 2, 3, 4])
    func buffers_of_any_age_get_what_they_lack(buffers: Int) {
        for seed in UInt64(0)..<5 {
            check(CPUCompositor(threads: 1), buffers: buffers, seed: seed)
            check(ReferenceCompositor(), buffers: buffers, seed: seed)
        }
    }

    @Test func older_buffers_lack_more_and_unknown_ones_all() {
        let whole = device(0, 0, 1000, 1000)
        let rects = (0..<4).map { device($0 * 250, $0 * 250, 10, 10) }
        var ring = DamageRing()
        ring.note(DamageRegion(), whole)
        #expect(ring.missing(age: 1) == DamageRegion(whole), "nothing was presented before")
        ring.present()
        for rect in rects {
            ring.note(DamageRegion(rect), whole)
            ring.present()
        }
        ring.note(DamageRegion(device(7, 7, 5, 5)), whole)
        #expect(ring.missing(age: 0).bounds == whole)
        #expect(ring.missing(age: 1) == DamageRegion(device(7, 7, 5, 5)))
        #expect(ring.missing(age: 2).bounds == device(7, 7, 5, 5).union(rects[3]))
        #expect(ring.missing(age: 3).bounds == device(7, 7, 5, 5).union(rects[3]).union(rects[2]))
        #expect(ring.missing(age: 9).bounds == whole)
        // What could not be drawn is drawn later.
        ring.note(DamageRegion(rects[0]), whole)
        #expect(ring.missing(age: 1).bounds == device(0, 0, 12, 12))
        ring.note(DamageRegion(), device(0, 0, 900, 900))
        #expect(ring.missing(age: 1).bounds == device(0, 0, 900, 900))
    }

    @Test func bitmap_surface_keeps_what_was_presented() {
        let surface = BitmapSurface(width: 60, height: 40, scale: 2)
        var ring = DamageRing()
        let compositor = CPUCompositor(threads: 1)
        var first = frame([SIMD2(5, 5)], 60, 40)
        compositor.draw(first, onto: surface, &ring)
        #expect(surface.bitmap == drawn(first))
        // Nothing changed: nothing is drawn, and nothing is acquired.
        first.setDamage(DamageRegion())
        #expect(compositor.draw(first, onto: surface, &ring).isEmpty)
        #expect(surface.bitmap.pixels.count == 2400)
    }
}
