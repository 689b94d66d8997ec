import MicaRandom
import MicaWire
import Testing

@testable import QuartzCore

struct AnimationAgendaTests {
    private final class Log: NSObject, CAAnimationDelegate {
        var starts = 0
        var ends: [Double] = []
        func animationDidStart(_ anim: CAAnimation) { starts += 1 }
        func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(anim.duration) }
    }

    private static func fade(_ duration: Double, _ log: Log? = nil) -> CABasicAnimation {
        let fade = CABasicAnimation(keyPath: "opacity")
        (fade.fromValue, fade.duration, fade.delegate) = (0, duration, log)
        return fade
    }

    private static func context(_ root: CALayer) -> LayerContext { LayerContext(root: root) { (_: Commit) in } }

    @Test func ends_at_other_times_look_at_each_layer_a_few_times() {
        let root = CALayer()
        let context = Self.context(root)
        defer { context.invalidate() }
        let (log, count) = (Log(), 2_000)
        changeLayers(at: 0) {
            for number in 1...count {
                let layer = CALayer()
                layer.add(Self.fade(Double(number), log), forKey: nil)
                root.addSublayer(layer)
            }
        }
        var time = 0.0
        MediaClock.with(time: 0) { context.deliverEvents(at: 0) }
        while let next = context.nextEvent(after: time) {
            time = next
            MediaClock.with(time: time) {
                context.deliverEvents(at: time)
                CATransaction.flush()
            }
        }
        #expect(log.starts == count && log.ends == (1...count).map(Double.init))
        #expect(context.agenda.layers.isEmpty)
        // Going through all layers for each end would be four million looks.
        #expect(context.agenda.visits < 12 * count, "\(context.agenda.visits)")
    }

    @Test func timing_is_one_set_of_properties() { #expect(LayerCore.timing == PropertyMask.timing) }

    @Test func frames_without_an_event_look_at_one_layer() {
        let root = CALayer()
        let context = Self.context(root)
        defer { context.invalidate() }
        changeLayers(at: 0) {
            for _ in 0..<500 {
                let layer = CALayer()
                layer.add(Self.fade(10), forKey: nil)
                root.addSublayer(layer)
            }
        }
        let before = context.agenda.visits
        for frame in 1...60 {
            let time = Double(frame) / 60
            MediaClock.with(time: time) { context.deliverEvents(at: time) }
            #expect(context.nextEvent(after: time) == 10)
        }
        #expect(context.agenda.visits - before <= 4 * 60, "\(context.agenda.visits - before)")
    }

    @Test(arguments: 1...20) func next_event_is_the_earliest_of_all_layers(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let root = CALayer()
        let context = Self.context(root)
        defer { context.invalidate() }
        var layers = [root]
        let log = Log()
        var time = 0.0
        for step in 0..<200 {
            changeLayers(at: time) {
                let layer = layers[Int.random(in: 0..<layers.count, using: &random)]
                switch Int.random(in: 0..<8, using: &random) {
                case 0, 1:
                    let child = CALayer()
                    layer.addSublayer(child)
                    layers.append(child)
                case 2, 3:
                    let animation = Self.fade(
                        Double.random(in: 0.1...3, using: &random), Bool.random(using: &random) ? log : nil)
                    if Bool.random(using: &random) {
                        animation.beginTime = time + Double.random(in: -1...2, using: &random)
                    }
                    animation.isRemovedOnCompletion = Bool.random(using: &random)
                    layer.add(animation, forKey: Bool.random(using: &random) ? "fade" : nil)
                case 4: layer.removeAllAnimations()
                case 5: layer.speed = [0, 0.5, 1, 4].randomElement(using: &random) ?? 1
                case 6: layer.timeOffset = Double.random(in: -1...1, using: &random)
                default:
                    // A layer moves to the root, where other timings count.
                    if layer !== root { root.addSublayer(layer) }
                }
            }
            CATransaction.flush()
            // A layer whose animations have no effect at their ends is not in the agenda.
            let observed = layers.filter { layer in layer.animations.contains { !$0.isSilent } }
            for heardOnly in [false, true] {
                let all = observed.map { $0.nextEvent(after: time, heardOnly: heardOnly) }.min() ?? .infinity
                #expect(
                    context.nextEvent(after: time, heardOnly: heardOnly) == (all.isFinite ? all : nil),
                    "step \(step), seed \(seed)")
            }
            time += Double.random(in: 0...0.3, using: &random)
            MediaClock.with(time: time) {
                context.deliverEvents(at: time)
                CATransaction.flush()
            }
            #expect(
                observed.allSatisfy { layer in
                    layer.animations.allSatisfy(\.isSilent)
                        || layer.animations.indices.allSatisfy {
                            layer.animations[$0].isEnded || !(layer.endTime(at: $0) <= time)
                        }
                }, "an end up to \(time) was not delivered: step \(step), seed \(seed)")
        }
    }
}
