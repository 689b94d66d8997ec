import CoreGraphics
import Foundation
import Mica
import QuartzCore
import Testing

/// What tutorials on Core Animation say under layer time, easing and timer-based animation, by name.
@Suite(.serialized) struct TutorialTimeTests {
    private func tree() -> (TestTree, CALayer) {
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction { tree.root.addSublayer(layer) }
        return (tree, layer)
    }

    /// Border widths of a layer at some times, with an animation from 0 to 10 over 2 s from time 0.
    private func widths(_ times: [Double], _ change: (CABasicAnimation, CALayer) -> Void = { _, _ in }) -> [CGFloat] {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setDisableActions(true)
            let animation = CABasicAnimation(keyPath: "borderWidth")
            (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 2)
            change(animation, layer)
            layer.add(animation, forKey: nil)
        }
        return times.map { tree.shown(\.borderWidth, of: layer, at: $0) ?? -1 }
    }

    // MARK: Layer time

    @Test func time_duration_is_one_run() {
        #expect(widths([0, 1, 1.5, 2]) == [0, 5, 7.5, 0])
    }

    @Test func time_repeatCount_counts_runs_and_fractions() {
        #expect(widths([1, 3, 4]) { a, _ in a.repeatCount = 2 } == [5, 5, 0])
        #expect(widths([2.5, 3.1]) { a, _ in a.repeatCount = 1.5 } == [2.5, 0])
        #expect(widths([2001]) { a, _ in a.repeatCount = .infinity } == [5])
    }

    @Test func time_repeatDuration_repeats_for_a_time() {
        #expect(widths([3, 4.5, 5]) { a, _ in a.repeatDuration = 5 } == [5, 2.5, 0])
    }

    @Test func time_autoreverses_plays_back() {
        #expect(widths([1, 2, 3, 3.5, 4]) { a, _ in a.autoreverses = true } == [5, 10, 5, 2.5, 0])
    }

    @Test func time_beginTime_delays() {
        #expect(widths([0.5, 2, 3]) { a, _ in a.beginTime = 1 } == [0, 5, 0])
    }

    @Test func time_speed_shortens() {
        #expect(widths([0.5, 1]) { a, _ in a.speed = 2 } == [5, 0])
        #expect(widths([0.5, 1.5]) { a, _ in a.speed = -1 } == [7.5, 2.5])
    }

    @Test func time_timeOffset_starts_in_the_middle_and_wraps() {
        #expect(widths([0, 0.5, 1.5]) { a, _ in a.timeOffset = 1 } == [5, 7.5, 2.5])
    }

    @Test func time_fillMode_holds_the_ends() {
        func filled(_ mode: CAMediaTimingFillMode) -> [CGFloat] {
            widths([0.5, 9]) { a, layer in
                (a.beginTime, a.fillMode, a.isRemovedOnCompletion) = (1, mode, false)
                layer.borderWidth = 3
            }
        }
        #expect(filled(.removed) == [3, 3])
        #expect(filled(.forwards) == [3, 10])
        #expect(filled(.backwards) == [0, 3])
        #expect(filled(.both) == [0, 10])
    }

    @Test func time_of_a_layer_affects_what_is_inside() {
        #expect(widths([0.5]) { _, layer in layer.speed = 2 } == [5])
        #expect(widths([0.5]) { _, layer in layer.superlayer?.speed = 2 } == [5])
        #expect(widths([1.5]) { a, layer in (layer.timeOffset, a.beginTime) = (5, 5.5) } == [5])
        #expect(widths([4]) { a, layer in (layer.beginTime, a.beginTime) = (3, 0.5) } == [2.5])
    }

    @Test func time_of_a_group_affects_what_is_inside_and_its_duration_does_not() {
        let (tree, layer) = tree()
        let child = CABasicAnimation(keyPath: "borderWidth")
        (child.fromValue, child.toValue, child.duration) = (0, 10, 2)
        let group = CAAnimationGroup()
        (group.animations, group.duration, group.speed, group.beginTime) = ([child], 8, 2, 1)
        tree.transaction { layer.add(group, forKey: nil) }
        #expect([0.5, 1.5, 2.5].map { tree.shown(\.borderWidth, of: layer, at: $0) } == [0, 5, 0])
    }

    @Test func time_converts_between_layers() {
        let (outer, inner) = (CALayer(), CALayer())
        outer.addSublayer(inner)
        inner.speed = 0.5
        inner.timeOffset = 3
        #expect(inner.convertTime(4, from: outer) == 5)
        #expect(inner.convertTime(5, to: outer) == 4)
        #expect(outer.convertTime(4, to: inner) == 5)
    }

    @Test func time_at_speed_zero_is_scrubbed_by_timeOffset() {
        let (tree, layer) = tree()
        let animation = CABasicAnimation(keyPath: "borderWidth")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 1)
        tree.transaction {
            CATransaction.setDisableActions(true)
            layer.speed = 0
            layer.add(animation, forKey: nil)
        }
        for offset in [0.75, 0.25, 0.5] {
            tree.transaction {
                CATransaction.setDisableActions(true)
                layer.timeOffset = offset
            }
            #expect(tree.shown(\.borderWidth, of: layer, at: 77) == CGFloat(offset * 10))
        }
    }

    @Test func time_pauses_and_goes_on() {
        // Apple, QA1673: pausing and resuming the animations of a layer tree.
        let (tree, layer) = tree()
        let animation = CABasicAnimation(keyPath: "borderWidth")
        (animation.fromValue, animation.toValue, animation.duration) = (0, 10, 2)
        tree.transaction { layer.add(animation, forKey: nil) }
        tree.time = 0.5
        tree.transaction {
            let paused = layer.convertTime(CACurrentMediaTime(), from: nil)
            layer.speed = 0
            layer.timeOffset = paused
        }
        #expect(tree.shown(\.borderWidth, of: layer, at: 5) == 2.5)
        tree.time = 6
        tree.transaction {
            let paused = layer.timeOffset
            layer.speed = 1
            (layer.timeOffset, layer.beginTime) = (0, 0)
            layer.beginTime = layer.convertTime(CACurrentMediaTime(), from: nil) - paused
        }
        #expect(tree.shown(\.borderWidth, of: layer, at: 6) == 2.5)
        #expect(tree.shown(\.borderWidth, of: layer, at: 7) == 7.5)
    }

    // MARK: Easing

    @Test func easing_of_transactions_and_animations() {
        let (tree, layer) = tree()
        tree.transaction {
            CATransaction.setAnimationDuration(1)
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeOut))
            layer.borderWidth = 1
        }
        #expect(abs((tree.shown(\.borderWidth, of: layer, at: 0.5) ?? 0) - 0.6846432) < 1e-6)
        let half = widths([1]) { a, _ in a.timingFunction = CAMediaTimingFunction(name: .easeIn) }[0]
        #expect(abs(half - 3.1535682) < 1e-5)
    }

    @Test func easing_of_each_keyframe() {
        let (tree, layer) = tree()
        let frames = CAKeyframeAnimation(keyPath: "borderWidth")
        (frames.values, frames.duration) = ([0, 10, 0], 2)
        frames.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .easeOut)]
        tree.transaction { layer.add(frames, forKey: nil) }
        #expect(abs((tree.shown(\.borderWidth, of: layer, at: 0.5) ?? 0) - 3.1535682) < 1e-5)
        #expect(abs((tree.shown(\.borderWidth, of: layer, at: 1.5) ?? 0) - (10 - 6.846432)) < 1e-5)
    }

    @Test func easing_control_points_are_apples() {
        let points: [(CAMediaTimingFunctionName, [Float])] = [
            (.linear, [0, 0, 1, 1]), (.easeIn, [0.42, 0, 1, 1]), (.easeOut, [0, 0, 0.58, 1]),
            (.easeInEaseOut, [0.42, 0, 0.58, 1]), (.default, [0.25, 0.1, 0.25, 1]),
        ]
        for (name, expected) in points {
            let curve = CAMediaTimingFunction(name: name)
            #expect(curve == CAMediaTimingFunction(controlPoints: expected[0], expected[1], expected[2], expected[3]))
        }
    }

    // MARK: Timer-based animation

    @Test func timer_displayLink_fires_before_each_refresh() {
        let layer = CALayer()
        layer.bounds = CGRect(x: 0, y: 0, width: 2, height: 2)
        var fired: [Double] = []
        let link = CADisplayLink { fired.append($0.timestamp) }
        link.add(to: .current, forMode: .common)
        let renderer = LayerRenderer(layer: layer, threads: 1)
        _ = renderer.image(at: 0)
        #expect(fired.count == 1)
        _ = renderer.image(at: 1.0 / 60)
        #expect(fired.count == 2 && abs(fired[1] - fired[0] - 1.0 / 60) < 1e-7)
        link.invalidate()
        _ = renderer.image(at: 1)
        #expect(fired.count == 2)
    }

    @Test func timer_displayLink_is_in_the_modes_it_was_added_to() {
        var count = 0
        let link = CADisplayLink { _ in count += 1 }
        link.add(to: .current, forMode: .default)
        link.add(to: .current, forMode: RunLoop.Mode(rawValue: "tracking"))
        link.remove(from: .current, forMode: .default)
        link.refresh(at: 1, rate: 60)
        #expect(count == 1)
        link.remove(from: .current, forMode: RunLoop.Mode(rawValue: "tracking"))
        link.refresh(at: 2, rate: 60)
        #expect(count == 1)
        link.invalidate()
    }

    @Test func timer_displayLink_skips_frames_that_were_missed() {
        var steps: [Double] = []
        var last = 1.0
        let link = CADisplayLink { link in
            steps.append(link.timestamp - last)
            last = link.timestamp
        }
        link.add(to: .current, forMode: .default)
        for time in [1.0, 1.5, 1.75] { link.refresh(at: time, rate: 60) }
        link.invalidate()
        #expect(steps == [0, 0.5, 0.25])
    }
}
