import CoreGraphics
import Foundation
import MicaRandom
import MicaServer
import MicaWire
import QuartzCore
import Testing

@testable import MicaEncoding
@testable import MicaWire

/// Whatever is animated, the client's presentation and the server's tree have the same bits at any time, in any order,
/// whether commits went through their encoded form or not.
@Suite(.serialized) struct ClientServerAgreementTests {
    private func value(_ path: String, _ random: inout SeededGenerator) -> Any {
        switch path {
        case "position", "anchorPoint": return CGPoint(x: random.number(-50...50), y: random.number(-50...50))
        case "bounds":
            return CGRect(
                x: random.number(-50...50), y: random.number(-50...50), width: random.number(1...90), height: 3)
        case "transform":
            let turn = CATransform3DMakeRotation(
                CGFloat(random.number(-50...50)), 1, CGFloat(random.number(-50...50)), 2)
            return CATransform3DTranslate(turn, CGFloat(random.number(-50...50)), 2, CGFloat(random.number(-50...50)))
        case "backgroundColor":
            return CGColor(
                srgbRed: CGFloat(random.number(0...1)), green: 0.5, blue: CGFloat(random.number(0...1)), alpha: 1)
        default: return random.number(-50...50)
        }
    }

    private let paths = [
        "position", "position.x", "bounds", "bounds.size.width", "transform", "transform.rotation.y", "transform.scale",
        "backgroundColor", "borderWidth", "opacity", "zPosition", "hidden", "anchorPoint",
    ]

    private func path(_ random: inout SeededGenerator) -> CGPath {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: random.number(-50...50), y: random.number(-50...50)))
        for _ in 0..<4 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: path.addLine(to: CGPoint(x: random.number(-50...50), y: random.number(-50...50)))
            case 1:
                path.addQuadCurve(
                    to: CGPoint(x: random.number(-50...50), y: 3), control: CGPoint(x: 9, y: random.number(-50...50)))
            case 2:
                path.addCurve(
                    to: CGPoint(x: random.number(-50...50), y: 7),
                    control1: CGPoint(x: random.number(-50...50), y: -20),
                    control2: CGPoint(x: 30, y: random.number(-50...50)))
            default: path.closeSubpath()
            }
        }
        return path
    }

    private func animation(_ random: inout SeededGenerator, depth: Int = 0) -> CAAnimation {
        let result: CAAnimation
        let key = random.pick(paths)
        func maybe(_ random: inout SeededGenerator) -> Any? { random.chance(0.7) ? value(key, &random) : nil }
        switch Int.random(in: 0..<(depth < 2 ? 5 : 4), using: &random) {
        case 0:
            let basic = CABasicAnimation(keyPath: key)
            (basic.fromValue, basic.toValue, basic.byValue) = (
                maybe(&random), maybe(&random), random.chance(0.2) ? maybe(&random) : nil
            )
            result = basic
        case 1:
            let spring = CASpringAnimation(keyPath: key)
            (spring.fromValue, spring.toValue) = (maybe(&random), maybe(&random))
            (spring.damping, spring.stiffness) = (CGFloat(random.number(0...60)), CGFloat(random.number(1...300)))
            (spring.initialVelocity, spring.allowsOverdamping) = (CGFloat(random.number(-9...9)), random.chance())
            result = spring
        case 2:
            let turn = CABasicAnimation(keyPath: "transform")
            turn.valueFunction = CAValueFunction(name: random.pick([.rotateX, .rotateZ, .scaleY, .translateX]))
            (turn.toValue, turn.fromValue) = (random.number(-50...50), random.chance() ? random.number(-50...50) : nil)
            result = turn
        case 3:
            let frames = CAKeyframeAnimation(keyPath: key)
            frames.values = (0..<Int.random(in: 1...5, using: &random)).map { _ in value(key, &random) }
            frames.calculationMode = random.pick([.linear, .discrete, .paced, .cubic, .cubicPaced])
            if random.chance(0.3) { frames.path = path(&random) }
            frames.rotationMode = random.pick([nil, .rotateAuto, .rotateAutoReverse])
            if random.chance() {
                frames.tensionValues = [NSNumber(value: random.number(-1...1)), NSNumber(value: random.number(-1...1))]
            }
            if random.chance() {
                frames.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .default)]
            }
            result = frames
        default:
            let group = CAAnimationGroup()
            group.animations = (0..<3).map { _ in animation(&random, depth: depth + 1) }
            result = group
        }
        (result as? CAPropertyAnimation)?.isAdditive = random.chance(0.3)
        (result as? CAPropertyAnimation)?.isCumulative = random.chance(0.3)
        result.duration = random.number(0...4)
        result.beginTime = random.chance() ? 0 : random.number(0...4)
        result.speed = random.pick([1, 1, 2, -1, 0.5, 0])
        result.timeOffset = random.chance(0.3) ? random.number(0...2) : 0
        result.repeatCount = random.pick([0, 1, 2.5, .infinity])
        result.autoreverses = random.chance(0.3)
        result.fillMode = random.pick([.removed, .forwards, .backwards, .both])
        result.isRemovedOnCompletion = random.chance()
        if random.chance() {
            result.timingFunction = CAMediaTimingFunction(
                name: random.pick([.easeIn, .easeOut, .easeInEaseOut, .default]))
        }
        return result
    }

    @Test(arguments: UInt64(0)..<60)
    func presentation_and_server_agree_to_the_bit(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction {
            tree.root.addSublayer(layer)
            layer.speed = random.pick([1, 2, 0.5])
            tree.root.timeOffset = random.chance() ? random.number(0...3) : 0
        }
        for step in 0..<3 {
            tree.time = Double(step) / 2
            tree.transaction {
                CATransaction.setDisableActions(random.chance())
                layer.position = CGPoint(x: random.number(-50...50), y: random.number(-50...50))
                layer.add(animation(&random), forKey: random.chance() ? nil : "same")
            }
        }
        var (plain, passed) = (RenderTree(), RenderTree())
        var encoder = CommitEncoder()
        for commit in tree.commits {
            try plain.apply(commit)
            var reader = WireReader(encoder.encode(commit), limits: WireLimits())
            try passed.apply(try reader.commit())
        }
        var seen: [Double: LayerState] = [:]
        var times = (0..<24).map { _ in random.number(1...9) }
        times += times.shuffled(using: &random)
        for time in times {
            let shown = MediaClock.with(time: time) { layer.evaluatedState(at: time) }
            for server in [plain, passed] {
                let slot = try #require(server.slot(of: layer.id))
                let state = evaluate(
                    server.state(of: slot), server.animations(of: slot), at: server.localTime(of: slot, at: time))
                #expect(hasSameBits(state, shown), "seed \(seed), \(time) s")
            }
            if let before = seen[time] { #expect(hasSameBits(before, shown), "seed \(seed), \(time) s again") }
            seen[time] = shown
        }
    }

    /// Equal, and where they are not comparable (not a number) written the same.
    private func hasSameBits(_ a: LayerState, _ b: LayerState) -> Bool {
        a == b || PropertyID.allCases.allSatisfy { a[$0] == b[$0] || "\(a[$0])" == "\(b[$0])" }
    }
}
