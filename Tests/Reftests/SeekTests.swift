import CoreGraphics
import Mica
import MicaBase
import QuartzCore
import ReftestKit
import Testing

/// Any frame alone is the same as in a run from the start.
@Suite struct SeekTests {
    private static func animation(_ keyPath: String, _ from: Any, _ to: Any, _ duration: Double) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: keyPath)
        animation.fromValue = from
        animation.toValue = to
        animation.duration = duration
        animation.autoreverses = true
        animation.repeatCount = .infinity
        return animation
    }

    /// Ten seconds of animations of every class, with changes and implicit animations at several times.
    private static let scene = Scene(
        "ten-seconds", size: CGSize(width: 48, height: 48),
        events: [
            SceneEvent(at: 2.5) { root in
                root.sublayers?[0].backgroundColor = Paint.green
                root.sublayers?[1].speed = 0.5
            },
            SceneEvent(at: 6) { root in
                root.add(box(20, 20, 10, 10), Paint.white) { layer in
                    let spring = CASpringAnimation(keyPath: "position.x")
                    spring.fromValue = 0
                    spring.damping = 1
                    spring.duration = 30
                    layer.add(spring, forKey: "spring")
                }
            },
            SceneEvent(at: 9.9) { root in root.sublayers?[2].position = CGPoint(x: 30, y: 40) },
        ]
    ) { root in
        for index in 0..<3 {
            root.add(box(CGFloat(index) * 12, 8, 20, 20), index == 1 ? Paint.halfRed : Paint.blue) { layer in
                layer.cornerRadius = CGFloat(index) * 3
                layer.masksToBounds = index == 2
                layer.add(animation("transform.rotation.z", 0, 3.0, 1.3 + Double(index)), forKey: "turn")
                layer.add(animation("opacity", 0.2, 1, 0.7), forKey: "fade")
                layer.add(box(4, 4, 8, 8), Paint.red) { $0.add(animation("position.y", 0, 20, 2.1), forKey: nil) }
            }
        }
        let group = CAAnimationGroup()
        group.duration = 60
        group.animations = [animation("bounds.size.width", 8, 30, 0.9), animation("cornerRadius", 0, 8, 1.7)]
        root.add(box(4, 30, 20, 12), Paint.green) { $0.add(group, forKey: "group") }
    }

    private static func makeRenderer(threads: Int = 1, encodes: Bool = false) -> LayerRenderer {
        let root = scene.makeRoot()
        let renderer = LayerRenderer(layer: root, size: scene.size, scale: 1, threads: threads, encodes: encodes)
        for event in scene.events { renderer.schedule(at: event.time) { event.body(root) } }
        return renderer
    }

    /// Frame 600 of a run from 0.
    private static let run: (before: Bitmap, last: Bitmap) = {
        let renderer = makeRenderer()
        var (before, last) = (Bitmap(width: 0, height: 0), Bitmap(width: 0, height: 0))
        for frame in 0...600 {
            before = last
            last = renderer.bitmap(at: Double(frame) / 60)
        }
        return (before, last)
    }()

    @Test func consecutive_frames_differ() {
        #expect(Self.run.before != Self.run.last)
    }

    @Test(arguments: [1, 2, 8], [false, true])
    func frame_600_alone_is_frame_600_of_a_run(threads: Int, encodes: Bool) {
        #expect(Self.makeRenderer(threads: threads, encodes: encodes).bitmap(at: 10) == Self.run.last)
    }

    @Test(arguments: [1, 2, 8], [false, true])
    func run_is_the_same_on_any_threads(threads: Int, encodes: Bool) {
        let renderer = Self.makeRenderer(threads: threads, encodes: encodes)
        for frame in stride(from: 0, to: 600, by: 25) { _ = renderer.bitmap(at: Double(frame) / 60) }
        #expect(renderer.bitmap(at: 599.0 / 60) == Self.run.before)
        #expect(renderer.bitmap(at: 10) == Self.run.last)
    }

    @Test func going_back_is_the_same_as_coming_from_before() {
        let renderer = Self.makeRenderer()
        let early = renderer.bitmap(at: 2.4)
        let last = renderer.bitmap(at: 10)
        #expect(last == Self.run.last)
        #expect(renderer.bitmap(at: 2.4) == early)
        #expect(renderer.bitmap(at: 599.0 / 60) == Self.run.before)
        #expect(renderer.bitmap(at: 10) == last)
    }
}
