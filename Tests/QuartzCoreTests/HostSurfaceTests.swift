import CoreGraphics
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaRandom
import MicaReference
import MicaServer
import MicaTrace
import MicaWire
import TestSupport
import Testing

@testable import QuartzCore

/// A live tree in a host whose surface has several buffers: each that is shown has all of the frame.
@Suite struct HostSurfaceTests {
    private let side = 64

    /// A tree of layers that overlap, in a host.
    private final class Live {
        let root = CALayer()
        var layers: [CALayer] = []
        let surface: AgedSurface
        let host: SceneHost
        let context: LayerContext
        let clock = VirtualClock()
        let wake = WakeSignal()

        init<C: Compositor>(_ compositor: C, ages: [Int], side: Int) where C.Pixels == Bitmap {
            root.bounds = CGRect(x: 0, y: 0, width: side, height: side)
            root.position = CGPoint(x: side / 2, y: side / 2)
            surface = AgedSurface(side, side, ages: ages)
            let (connection, root) = (LocalConnection(), root)
            context = MediaClock.with(time: 0) { LayerContext(root: root, connection: connection) }
            host = SceneHost(
                context: context.id, connection: connection, source: LiveScene(RenderServer(context: context.id)),
                output: SurfaceOutput(compositor, surface), wake: wake)
            for index in 0..<8 {
                let layer = CALayer()
                layer.frame = CGRect(x: index * 7, y: index * 5, width: 14, height: 11)
                layer.backgroundColor = CGColor(srgbRed: 1, green: CGFloat(index) / 8, blue: 0.25, alpha: 0.75)
                layer.cornerRadius = CGFloat(index % 3) * 2
                root.addSublayer(layer)
                layers.append(layer)
            }
        }

        deinit { context.invalidate() }

        /// One change of one layer, or none.
        func changeSomething(_ random: inout SeededGenerator, _ side: Double) {
            let layer = layers[random.whole(0...layers.count - 1)]
            switch random.whole(0...7) {
            case 0: layer.opacity = Float(random.number(0...1))
            case 1: layer.setAffineTransform(CGAffineTransform(rotationAngle: random.number(0...3)))
            case 2: layer.isHidden.toggle()
            case 3: layer.shadowOpacity = layer.shadowOpacity == 0 ? 0.5 : 0
            case 4:
                layer.removeFromSuperlayer()
                root.insertSublayer(layer, at: 0)
            case 5: break
            default: layer.position = CGPoint(x: random.number(0...side), y: random.number(0...side))
            }
        }
    }

    private func check<C: Compositor>(_ compositor: C, ages: [Int], seed: UInt64, steps: Int)
    where C.Pixels == Bitmap {
        var random = SeededGenerator(seed: seed)
        let live = Live(compositor, ages: ages, side: side)
        for step in 0..<steps {
            let time = Double(step) / 60
            changeLayers(at: time) { live.changeSomething(&random, Double(side)) }
            live.surface.isHidden = step % 11 == 7
            let frame = live.host.frame(at: time)
            // A frame that is built and not drawn is no loss either.
            guard step % 9 != 4 else { continue }
            let isShown = live.host.draw(frame, at: time)
            guard isShown else {
                #expect(live.surface.isHidden)
                #expect(live.host.nextChange(at: time) == time, "what is not shown yet is due")
                continue
            }
            var whole = Bitmap(width: side, height: side)
            compositor.draw(frame, region: DamageRegion(frame.bounds), into: &whole)
            #expect(live.surface.shown == whole, "ages \(ages), seed \(seed), step \(step)")
        }
        #expect(live.surface.acquired == Set(ages).union([0]))
    }

    @Test(arguments: [[0], [1], [2], [3], [3, 3, 1, 0, 2, 3, 2]], [UInt64(1), 2, 3])
    func each_buffer_that_is_shown_has_all_of_the_frame(ages: [Int], seed: UInt64) {
        check(CPUCompositor(threads: 1), ages: ages, seed: seed, steps: 60)
    }

    @Test func reference_compositor_fits_in_its_place() {
        check(ReferenceCompositor(), ages: [3, 1, 0, 2], seed: 4, steps: 24)
    }

    @Test func frames_of_a_hidden_surface_wait_for_it() {
        let live = Live(CPUCompositor(threads: 1), ages: [1], side: side)
        changeLayers(at: 0) {}
        live.surface.isHidden = true
        live.host.run(live.clock, until: 1)
        #expect(live.host.presentedFrames == 0 && live.surface.presents == 0)
        live.surface.isHidden = false
        live.wake.signal()
        live.host.run(live.clock, until: 2)
        #expect(live.host.presentedFrames == 1 && live.surface.presents == 1)
        live.host.run(live.clock, until: 3)
        #expect(live.surface.presents == 1, "and then nothing differs")
    }

    @Test func surface_is_told_what_differs() {
        let live = Live(CPUCompositor(threads: 1), ages: [2], side: side)
        changeLayers(at: 0) {}
        live.host.draw(live.host.frame(at: 0), at: 0)
        #expect(live.surface.lastDamage.bounds == live.host.frame(at: 0).bounds)
        changeLayers(at: 1) { live.layers[7].backgroundColor = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1) }
        live.host.draw(live.host.frame(at: 1), at: 1)
        #expect(live.surface.lastDamage.count == 1)
        let told = live.surface.lastDamage.bounds
        #expect((told.minX, told.minY, told.maxX, told.maxY) == (49, 35, 63, 46))
        live.surface.resize(80, 50)
        live.host.draw(live.host.frame(at: 1), at: 1)
        #expect(live.surface.lastDamage.bounds == live.host.frame(at: 1).bounds)
        #expect(live.surface.shown.width == 80)
    }
}
