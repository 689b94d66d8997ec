import CoreGraphics
import Mica
import MicaBase
import QuartzCore
import ReftestKit
import Testing

/// A frame of particles is the same bytes however it was reached: by playing, seeking, going back, on any threads.
@Suite struct EmitterSeekTests {
    private static let scene = Scene(
        "particles-for-six-seconds", size: CGSize(width: 96, height: 96),
        events: [
            SceneEvent(at: 1) { root in
                guard let emitter = root.sublayers?[0] as? CAEmitterLayer else { return }
                emitter.emitterPosition = CGPoint(x: 70, y: 30)
                let grow = CABasicAnimation(keyPath: "emitterCells.a.scale")
                (grow.fromValue, grow.toValue, grow.duration, grow.repeatCount) = (0.2, 1.5, 0.7, .infinity)
                emitter.add(grow, forKey: "grow")
            },
            SceneEvent(at: 2.5) { root in
                root.sublayers?[0].setValue(0, forKeyPath: "birthRate")
                root.sublayers?[1].speed = 0.5
            },
            SceneEvent(at: 3.5) { root in
                root.sublayers?[0].setValue(2, forKeyPath: "birthRate")
                root.sublayers?[0].setValue(40, forKeyPath: "emitterCells.a.emitterCells.b.velocity")
            },
        ]
    ) { root in
        for mode in [CAEmitterLayerRenderMode.additive, .oldestLast] {
            let emitter = CAEmitterLayer()
            emitter.frame = root.bounds
            emitter.emitterPosition = CGPoint(x: 40, y: 40)
            (emitter.emitterShape, emitter.emitterSize) = (.sphere, CGSize(width: 12, height: 0))
            emitter.renderMode = mode
            let inner = CAEmitterCell()
            (inner.name, inner.contents) = ("b", Pictures.gray)
            (inner.birthRate, inner.lifetime, inner.velocity) = (5, 0.6, 20)
            inner.scale = 0.3
            let cell = CAEmitterCell()
            (cell.name, cell.contents) = ("a", Pictures.tile)
            (cell.birthRate, cell.lifetime, cell.lifetimeRange) = (25, 1.5, 0.5)
            (cell.velocity, cell.velocityRange, cell.emissionRange) = (15, 20, 2 * .pi)
            (cell.spin, cell.spinRange, cell.alphaSpeed, cell.redRange) = (2, 3, -0.5, 0.7)
            cell.emitterCells = [inner]
            emitter.emitterCells = [cell]
            root.addSublayer(emitter)
        }
    }

    private static func makeRenderer(threads: Int = 1, encodes: Bool = false) -> LayerRenderer {
        let root = scene.makeRoot()
        let renderer = LayerRenderer(layer: root, size: scene.size, scale: 1, threads: threads, encodes: encodes)
        for event in scene.events { renderer.schedule(at: event.time) { event.body(root) } }
        return renderer
    }

    private static let times = (0...24).map { Double($0) / 4 }

    private static let played: [Bitmap] = {
        let renderer = makeRenderer()
        var retained: [Bitmap] = []
        for frame in 0...360 {
            let bitmap = renderer.bitmap(at: Double(frame) / 60)
            if frame % 15 == 0 { retained.append(bitmap) }
        }
        return retained
    }()

    @Test func particles_move() {
        #expect(Set(Self.played.map { $0.pixels.hashValue }).count == Self.played.count)
    }

    @Test(arguments: [1, 2, 8], [false, true])
    func seeking_gives_what_playing_gives(threads: Int, encodes: Bool) {
        for index in [3, 9, 13, 24] {
            let alone = Self.makeRenderer(threads: threads, encodes: encodes).bitmap(at: Self.times[index])
            let isSame = alone == Self.played[index]
            #expect(isSame, "at \(Self.times[index]) s")
        }
    }

    @Test func scrubbing_backwards_gives_what_playing_gives() {
        let renderer = Self.makeRenderer(threads: 3)
        for (index, time) in Self.times.enumerated().reversed() {
            let isSame = renderer.bitmap(at: time) == Self.played[index]
            #expect(isSame, "at \(time) s")
        }
    }

    @Test func scrubbing_by_the_layers_own_time_gives_what_playing_gives() {
        // As programs scrub: a layer with speed 0, and its timeOffset moved by hand.
        let root = Self.scene.makeRoot()
        root.speed = 0
        let renderer = LayerRenderer(layer: root, size: Self.scene.size, scale: 1, threads: 1)
        let playing = LayerRenderer(layer: Self.scene.makeRoot(), size: Self.scene.size, scale: 1, threads: 1)
        for (step, time) in [4.0, 2, 3.5, 0.5, 4].enumerated() {
            renderer.schedule(at: Double(step)) { root.timeOffset = time }
            let isSame = renderer.bitmap(at: Double(step)) == playing.bitmap(at: time)
            #expect(isSame, "at \(time) s")
        }
    }
}
