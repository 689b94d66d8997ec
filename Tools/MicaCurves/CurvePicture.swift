import CoreGraphics
import Foundation
import Mica
import QuartzCore

/// A picture of the documentation that the running code draws.
package struct CurvePicture {
    /// The file's name, without its ending.
    package let name: String
    /// The content.
    package let shows: String
    /// Draws it.
    package let draw: () -> CGImage

    /// All of them, in the order of the pages.
    package static var all: [CurvePicture] { classes + timing + transitions }

    private static func basic(
        _ from: Double?, _ to: Double?, by: Double? = nil, duration: Double = 1,
        _ configure: (CABasicAnimation) -> Void = { _ in }
    ) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "borderWidth")
        (animation.fromValue, animation.toValue, animation.byValue) = (from, to, by)
        animation.duration = duration
        configure(animation)
        return animation
    }

    private static func line(_ animation: CAAnimation) -> (Double) -> Double? {
        Chart.value { $0.add(animation, forKey: nil) }
    }

    // MARK: One for each class

    private static var classes: [CurvePicture] {
        [
            CurvePicture(
                name: "basic",
                shows:
                    "CABasicAnimation over a model value of 1: from 0 to 3 (blue), from 3 (orange), to 2 (green), by 2 (red)"
            ) {
                func over(_ animation: CAAnimation) -> (Double) -> Double? {
                    Chart.value {
                        $0.borderWidth = 1
                        $0.add(animation, forKey: nil)
                    }
                }
                return Chart(
                    times: 0...1.25, values: -0.5...3.5, grid: (5, 4),
                    lines: [
                        over(basic(0, 3)), over(basic(3, nil)), over(basic(nil, 2)), over(basic(nil, nil, by: 2)),
                    ]
                ).image()
            },
            CurvePicture(
                name: "timing-functions",
                shows:
                    "CAMediaTimingFunction: linear (blue), easeIn (orange), easeOut (green), easeInEaseOut (red), default (violet)"
            ) {
                let names: [CAMediaTimingFunctionName] = [.linear, .easeIn, .easeOut, .easeInEaseOut, .default]
                return Chart(
                    times: 0...1, values: 0...1,
                    lines: names.map { name in
                        line(basic(0, 1, duration: 1.0001) { $0.timingFunction = CAMediaTimingFunction(name: name) })
                    }
                ).image()
            },
            CurvePicture(
                name: "keyframe",
                shows:
                    "CAKeyframeAnimation through 0, 3, 1, 2: linear (blue), discrete (orange), cubic (green), paced (red), cubicPaced (violet)"
            ) {
                let modes: [CAAnimationCalculationMode] = [.linear, .discrete, .cubic, .paced, .cubicPaced]
                return Chart(
                    times: 0...3, values: -0.5...3.5, grid: (3, 4),
                    lines: modes.map { mode in
                        let frames = CAKeyframeAnimation(keyPath: "borderWidth")
                        (frames.values, frames.calculationMode, frames.duration) = ([0, 3, 1, 2], mode, 3.0001)
                        return line(frames)
                    }
                ).image()
            },
            CurvePicture(
                name: "keyframe-path",
                shows:
                    "CAKeyframeAnimation along a path: paced, with rotationMode auto, at 0, 1/5, 2/5, 3/5 and 4/5 of the time"
            ) { path() },
            CurvePicture(
                name: "spring",
                shows:
                    "CASpringAnimation with damping 2 (blue), 5 (orange), 10 (green), 20, critical (red), and 40, overdamped (violet)"
            ) {
                Chart(
                    times: 0...2, values: 0...2,
                    lines: [2, 5, 10, 20, 40].map { damping in
                        let spring = CASpringAnimation(keyPath: "borderWidth")
                        (spring.fromValue, spring.toValue, spring.duration) = (0, 1, 3)
                        (spring.damping, spring.allowsOverdamping) = (damping, true)
                        return line(spring)
                    }
                ).image()
            },
            CurvePicture(
                name: "group",
                shows: "CAAnimationGroup of 2 s with two children: 1 s, and 3 s from 1 s on, which the group cuts off"
            ) {
                let (short, long) = (basic(0, 3), basic(0, 3, duration: 3))
                long.keyPath = "zPosition"
                long.beginTime = 1
                func group() -> CAAnimationGroup {
                    let group = CAAnimationGroup()
                    (group.animations, group.duration) = ([short, long], 2)
                    return group
                }
                return Chart(
                    times: 0...4, values: -0.5...3.5,
                    lines: ["borderWidth", "zPosition"].map { key in
                        Chart.value(key) { $0.add(group(), forKey: nil) }
                    }
                ).image()
            },
            CurvePicture(
                name: "value-function",
                shows:
                    "A turn of a whole circle: as numbers through CAValueFunction (above), and as a matrix, which is none (below)"
            ) { turns() },
            CurvePicture(
                name: "additive",
                shows: "Two additive animations, from -2 to 0 and from -1 to 0, over a model value of 3: each, and both"
            ) {
                func from(_ value: Double, _ begin: Double) -> CABasicAnimation {
                    basic(value, 0, duration: 2) {
                        ($0.isAdditive, $0.timingFunction) = (true, CAMediaTimingFunction(name: .easeInEaseOut))
                        $0.beginTime = begin
                    }
                }
                return Chart(
                    times: 0...3, values: -0.5...3.5, grid: (3, 4),
                    lines: [[from(-2, 0.0001)], [from(-1, 1)], [from(-2, 0.0001), from(-1, 1)]].map { list in
                        Chart.value { layer in
                            layer.borderWidth = 3
                            for animation in list { layer.add(animation, forKey: nil) }
                        }
                    }
                ).image()
            },
            CurvePicture(
                name: "implicit",
                shows:
                    "A property that is set at 0 s and again at 0.1 s: the second implicit animation goes on from what is shown"
            ) {
                Chart(times: 0...0.5, values: -0.5...3.5, grid: (5, 4), lines: [implicit()]).image()
            },
            CurvePicture(
                name: "display-link",
                shows:
                    "CADisplayLink: when it fires in a third of a second, at 60 (blue), 30 (orange), 20 (green), 15 a second (red)"
            ) { ticks() },
        ]
    }

    private static func path() -> CGImage {
        let size = CGSize(width: 96, height: 64)
        let way = CGMutablePath()
        way.move(to: CGPoint(x: 12, y: 50))
        way.addCurve(
            to: CGPoint(x: 84, y: 20), control1: CGPoint(x: 30, y: -30), control2: CGPoint(x: 60, y: 100))
        return Strip(size: size, times: [0, 0.2, 0.4, 0.6, 0.8]) { stage in
            let track = CAShapeLayer()
            (track.path, track.fillColor, track.strokeColor) = (way, nil, CGColor(gray: 0.7, alpha: 1))
            stage.addSublayer(track)
            let arrow = CAShapeLayer()
            let shape = CGMutablePath()
            shape.addLines(between: [CGPoint(x: 0, y: 0), CGPoint(x: 16, y: 6), CGPoint(x: 0, y: 12)])
            shape.closeSubpath()
            (arrow.path, arrow.fillColor) = (shape, Chart.colors[0])
            arrow.bounds = CGRect(x: 0, y: 0, width: 16, height: 12)
            stage.addSublayer(arrow)
            let frames = CAKeyframeAnimation(keyPath: "position")
            (frames.path, frames.calculationMode, frames.rotationMode) = (way, .paced, .rotateAuto)
            (frames.beginTime, frames.duration, frames.fillMode) = (0.5, 1, .both)
            arrow.add(frames, forKey: nil)
        }.image()
    }

    private static func turns() -> CGImage {
        Strip(times: [0, 0.25, 0.5, 0.75, 1]) { stage in
            for (row, isNumber) in [true, false].enumerated() {
                let hand = CALayer()
                hand.bounds = CGRect(x: 0, y: 0, width: 24, height: 6)
                (hand.position, hand.backgroundColor) = (CGPoint(x: 32, y: 16 + row * 32), Chart.colors[row])
                let dot = CALayer()
                (dot.frame, dot.backgroundColor) = (
                    CGRect(x: 20, y: 0, width: 4, height: 6), CGColor(gray: 0, alpha: 1)
                )
                hand.addSublayer(dot)
                let turn = CABasicAnimation(keyPath: "transform")
                if isNumber {
                    turn.valueFunction = CAValueFunction(name: .rotateZ)
                    (turn.fromValue, turn.toValue) = (0, 2 * Double.pi)
                } else {
                    (turn.fromValue, turn.toValue) = (
                        CATransform3DIdentity, CATransform3DMakeRotation(2 * .pi, 0, 0, 1)
                    )
                }
                (turn.beginTime, turn.duration) = (0.5, 1.0001)
                hand.add(turn, forKey: nil)
                stage.addSublayer(hand)
            }
        }.image()
    }

    private static func implicit() -> (Double) -> Double? {
        let (root, layer) = (CALayer(), CALayer())
        let context = MediaClock.with(time: -1) { LayerContext(root: root) { _ in } }
        func set(_ value: CGFloat, at time: Double) {
            MediaClock.with(time: time) {
                CATransaction.begin()
                layer.borderWidth = value
                CATransaction.commit()
            }
        }
        MediaClock.with(time: -1) {
            CATransaction.flush()
            CATransaction.begin()
            root.addSublayer(layer)
            CATransaction.commit()
        }
        set(3, at: 0)
        // The picture before the second change is read before the change.
        let before = (0...600).map { step in
            MediaClock.with(time: Double(step) / 6000) { Double(layer.presentation()?.borderWidth ?? 0) }
        }
        set(1, at: 0.1)
        return { time in
            withExtendedLifetime(context) {
                if time < 0.1 { return before[Int((time * 6000).rounded())] }
                return MediaClock.with(time: time) { layer.presentation().map { Double($0.borderWidth) } }
            }
        }
    }

    private static func ticks() -> CGImage {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 320, height: 64)
        root.backgroundColor = CGColor(gray: 1, alpha: 1)
        for (row, rate) in [60, 30, 20, 15].enumerated() {
            var times: [Double] = []
            let link = CADisplayLink { times.append($0.timestamp) }
            link.preferredFramesPerSecond = rate
            link.add(to: .current, forMode: .common)
            let stage = CALayer()
            stage.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
            LayerRenderer(layer: stage, threads: 1).advance(to: 0.33)
            link.invalidate()
            for time in times {
                let dot = CALayer()
                dot.frame = CGRect(x: 8 + (time - times[0]) * 900, y: Double(8 + row * 14), width: 6, height: 6)
                (dot.cornerRadius, dot.backgroundColor) = (3, Chart.colors[row])
                root.addSublayer(dot)
            }
        }
        return LayerRenderer(layer: root, scale: 2, threads: 1).image(at: 0)
    }

    // MARK: The timing model

    private static var timing: [CurvePicture] {
        func chart(_ lines: [(Double) -> Double?], until end: Double = 5) -> CGImage {
            Chart(times: 0...end, values: -0.5...3.5, grid: (Int(end), 4), lines: lines).image()
        }
        func play(_ configure: (CABasicAnimation) -> Void) -> (Double) -> Double? {
            Chart.value {
                $0.borderWidth = 1
                $0.add(
                    basic(0, 3) {
                        $0.beginTime = 1
                        configure($0)
                    }, forKey: nil)
            }
        }
        return [
            CurvePicture(
                name: "timing-fill",
                shows:
                    "fillMode of an animation from 1 s to 2 s over a model value of 1: removed (blue), backwards (orange), forwards (green), both (red)"
            ) {
                let modes: [CAMediaTimingFillMode] = [.removed, .backwards, .forwards, .both]
                return chart(
                    modes.map { mode in
                        play {
                            $0.fillMode = mode
                            $0.isRemovedOnCompletion = false
                        }
                    }, until: 3)
            },
            CurvePicture(
                name: "timing-repeat",
                shows:
                    "One second that repeats 2.5 times (blue), reverses and repeats 1.5 times (orange), repeats for 3.25 s (green)"
            ) {
                chart([
                    play { $0.repeatCount = 2.5 },
                    play { ($0.repeatCount, $0.autoreverses) = (1.5, true) },
                    play { $0.repeatDuration = 3.25 },
                ])
            },
            CurvePicture(
                name: "timing-speed",
                shows: "The same animation at speed 1 (blue), 2 (orange), 0.5 (green), -1 (red)"
            ) { chart([1, 2, 0.5, -1].map { speed in play { $0.speed = speed } }, until: 4) },
            CurvePicture(
                name: "timing-offset",
                shows:
                    "The same animation with timeOffset 0 (blue), 0.25 (orange), 0.75 (green): what is skipped follows at the end"
            ) { chart([0, 0.25, 0.75].map { offset in play { $0.timeOffset = offset } }, until: 3) },
            CurvePicture(
                name: "timing-layer",
                shows:
                    "An animation of 2 s in a layer with its own time: as it is (blue), speed 2 (orange), beginTime 1 (green), timeOffset 1 (red)"
            ) {
                let changes: [(CALayer) -> Void] = [
                    { _ in }, { $0.speed = 2 }, { $0.beginTime = 1 }, { $0.timeOffset = 1 },
                ]
                return chart(
                    changes.map { change in
                        Chart.value { layer in
                            change(layer)
                            layer.borderWidth = 1
                            layer.add(basic(0, 3, duration: 2) { $0.beginTime = 1e-9 }, forKey: nil)
                        }
                    })
            },
            CurvePicture(
                name: "timing-cumulative",
                shows: "Three repeats from 0 to 1: each for itself (blue), cumulative (orange)"
            ) {
                chart(
                    [false, true].map { isCumulative in
                        line(
                            basic(0, 1) { ($0.repeatCount, $0.isCumulative) = (3, isCumulative) })
                    }, until: 4)
            },
        ]
    }

    // MARK: Transitions

    private static var transitions: [CurvePicture] {
        let types = [
            "fade", "moveIn", "push", "reveal", "cube", "oglFlip", "rippleEffect", "suckEffect", "pageCurl",
            "pageUnCurl",
            "cameraIris", "rotate",
        ]
        return types.map { type in
            CurvePicture(
                name: "transition-\(type)",
                shows: "CATransition \(type) at 0, 1/5, 2/5, 3/5, 4/5 and 1 of its time"
            ) { strip(CATransitionType(rawValue: type)) }
        } + [
            CurvePicture(
                name: "cross-fade", shows: "CABasicAnimation of contents at 0, 1/5, 2/5, 3/5, 4/5 and 1 of its time"
            ) { crossFade() }
        ]
    }

    private static let moments = [0, 0.2, 0.4, 0.6, 0.8, 1]

    private static func paint(_ page: CALayer, isOld: Bool) {
        page.backgroundColor = Chart.colors[isOld ? 0 : 1]
        page.sublayers = nil
        for index in 0..<3 {
            let mark = CALayer()
            mark.frame = CGRect(x: 6 + index * 14, y: isOld ? 8 : 30, width: 10, height: isOld ? 28 : 10)
            mark.backgroundColor = CGColor(gray: 1, alpha: 1)
            if !isOld { mark.cornerRadius = 5 }
            page.addSublayer(mark)
        }
    }

    private static func strip(_ type: CATransitionType) -> CGImage {
        Strip(times: moments) { stage in
            let page = CALayer()
            page.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
            paint(page, isOld: true)
            stage.addSublayer(page)
        } change: { stage in
            guard let page = stage.sublayers?.first else { return }
            let transition = CATransition()
            (transition.type, transition.duration) = (type, 1)
            CATransaction.setDisableActions(true)
            page.add(transition, forKey: nil)
            paint(page, isOld: false)
        }.image()
    }

    private static func crossFade() -> CGImage {
        func picture(_ isOld: Bool) -> CGImage {
            let page = CALayer()
            page.frame = CGRect(x: 0, y: 0, width: 48, height: 48)
            paint(page, isOld: isOld)
            return LayerRenderer(layer: page, scale: 2, threads: 1).image(at: 0)
        }
        return Strip(times: moments) { stage in
            let page = CALayer()
            page.frame = CGRect(x: 8, y: 8, width: 48, height: 48)
            let fade = CABasicAnimation(keyPath: "contents")
            (fade.fromValue, fade.toValue) = (picture(true), picture(false))
            (fade.beginTime, fade.duration, fade.fillMode) = (0.5, 1.0001, .both)
            page.add(fade, forKey: nil)
            stage.addSublayer(page)
        }.image()
    }
}
