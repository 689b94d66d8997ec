import MicaBase
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaRandom
import MicaReference
import TestSupport
import Testing

/// Frames onto surfaces whose buffers are some frames old.
@Suite struct SurfaceTests {
    /// A frame of squares. Some have moved since the last one.
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
        _ compositor: C, ages: [Int], seed: UInt64, sourceLocation: SourceLocation = #_sourceLocation
    ) where C.Pixels == Bitmap {
        var random = SeededGenerator(seed: seed)
        let surface = AgedSurface(60, 40, ages: ages)
        let output = SurfaceOutput(compositor, surface)
        var positions = (0..<8).map { _ in SIMD2(random.number(0...50), random.number(0...30)) }
        var last: Frame?
        for step in 0..<60 {
            if random.chance(0.8) {
                positions[random.whole(0...7)] = SIMD2(random.number(0...50), random.number(0...30))
            }
            if step == 40 { surface.resize(50, 45) }
            surface.isHidden = step % 13 == 5
            var now = frame(positions, surface.width, surface.height)
            if let last { now.setDamage(now.differences(from: last)) }
            last = now
            output.note(now)
            let isShown = output.show(now)
            if !isShown {
                #expect(surface.isHidden, sourceLocation: sourceLocation)
                continue
            }
            var whole = Bitmap(width: now.width, height: now.height)
            compositor.draw(now, region: DamageRegion(now.bounds), into: &whole)
            #expect(
                surface.shown == whole, "buffers of ages \(ages), seed \(seed), step \(step)",
                sourceLocation: sourceLocation)
        }
        #expect(surface.acquired.isSuperset(of: ages), sourceLocation: sourceLocation)
    }

    /// A frame that changes little costs little: no copy of the buffer is made for it.
    @Test func pixels_are_changed_where_they_are() {
        let surface = BitmapSurface(width: 60, height: 40)
        let output = SurfaceOutput(CPUCompositor(threads: 1), surface)
        var addresses: Set<UInt> = []
        for step in 0..<4 {
            let now = frame([SIMD2(Double(step) * 3, 4)], surface.width, surface.height)
            output.note(now)
            #expect(output.show(now))
            addresses.insert(unsafe surface.bitmap.pixels.withUnsafeBytes { UInt(bitPattern: $0.baseAddress) })
        }
        #expect(addresses.count == 1)
    }

    @Test(arguments: [[0], [1], [2], [3], [4, 1, 2], [9, 0, 3, 1]])
    func buffers_of_any_age_get_what_they_lack(ages: [Int]) {
        for seed in UInt64(0)..<5 {
            check(CPUCompositor(threads: 1), ages: ages, seed: seed)
            check(ReferenceCompositor(), ages: ages, seed: seed)
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
        let output = SurfaceOutput(CPUCompositor(threads: 1), surface)
        var first = frame([SIMD2(5, 5)], 60, 40)
        output.note(first)
        #expect(output.show(first))
        #expect(surface.bitmap == drawn(first))
        // Nothing changed: nothing is drawn.
        first.setDamage(DamageRegion())
        output.note(first)
        #expect(output.show(first))
        #expect(surface.bitmap.pixels.count == 2400)
    }
}
