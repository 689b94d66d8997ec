import CoreGraphics
import Foundation
import MicaAnimation
import MicaScene
import MicaWire
import QuartzCore
import Testing

/// Whatever is animated, the client's presentation and the server's tree have the same bits at any time, in any order,
/// whether commits went through their encoded form or not.
@Suite(.serialized) struct ClientServerAgreementTests {
    private struct Random: RandomNumberGenerator {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9e37_79b9_7f4a_7c15
            var z = state
            z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
            z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
            return z ^ (z >> 31)
        }
        mutating func number(_ range: ClosedRange<Double> = -50...50) -> Double {
            Double.random(in: range, using: &self)
        }
        mutating func flip(_ p: Double = 0.5) -> Bool { number(0...1) < p }
        mutating func pick<Value>(_ list: [Value]) -> Value { list[Int.random(in: 0..<list.count, using: &self)] }
    }

    private func value(_ path: String, _ random: inout Random) -> Any {
        switch path {
        case "position", "anchorPoint": return CGPoint(x: random.number(), y: random.number())
        case "bounds": return CGRect(x: random.number(), y: random.number(), width: random.number(1...90), height: 3)
        case "transform":
            let turn = CATransform3DMakeRotation(CGFloat(random.number()), 1, CGFloat(random.number()), 2)
            return CATransform3DTranslate(turn, CGFloat(random.number()), 2, CGFloat(random.number()))
        case "backgroundColor":
            return CGColor(
                srgbRed: CGFloat(random.number(0...1)), green: 0.5, blue: CGFloat(random.number(0...1)), alpha: 1)
        default: return random.number()
        }
    }

    private let paths = [
        "position", "position.x", "bounds", "bounds.size.width", "transform", "transform.rotation.y", "transform.scale",
        "backgroundColor", "borderWidth", "opacity", "zPosition", "hidden", "anchorPoint",
    ]

    private func path(_ random: inout Random) -> CGPath {
        let path = CGMutablePath()
        path.move(to: CGPoint(x: random.number(), y: random.number()))
        for _ in 0..<4 {
            switch Int.random(in: 0..<4, using: &random) {
            case 0: path.addLine(to: CGPoint(x: random.number(), y: random.number()))
            case 1: path.addQuadCurve(to: CGPoint(x: random.number(), y: 3), control: CGPoint(x: 9, y: random.number()))
            case 2:
                path.addCurve(
                    to: CGPoint(x: random.number(), y: 7), control1: CGPoint(x: random.number(), y: -20),
                    control2: CGPoint(x: 30, y: random.number()))
            default: path.closeSubpath()
            }
        }
        return path
    }

    private func animation(_ random: inout Random, depth: Int = 0) -> CAAnimation {
        let result: CAAnimation
        let key = random.pick(paths)
        func maybe(_ random: inout Random) -> Any? { random.flip(0.7) ? value(key, &random) : nil }
        switch Int.random(in: 0..<(depth < 2 ? 5 : 4), using: &random) {
        case 0:
            let basic = CABasicAnimation(keyPath: key)
            (basic.fromValue, basic.toValue, basic.byValue) = (
                maybe(&random), maybe(&random), random.flip(0.2) ? maybe(&random) : nil
            )
            result = basic
        case 1:
            let spring = CASpringAnimation(keyPath: key)
            (spring.fromValue, spring.toValue) = (maybe(&random), maybe(&random))
            (spring.damping, spring.stiffness) = (CGFloat(random.number(0...60)), CGFloat(random.number(1...300)))
            (spring.initialVelocity, spring.allowsOverdamping) = (CGFloat(random.number(-9...9)), random.flip())
            result = spring
        case 2:
            let turn = CABasicAnimation(keyPath: "transform")
            turn.valueFunction = CAValueFunction(name: random.pick([.rotateX, .rotateZ, .scaleY, .translateX]))
            (turn.toValue, turn.fromValue) = (random.number(), random.flip() ? random.number() : nil)
            result = turn
        case 3:
            let frames = CAKeyframeAnimation(keyPath: key)
            frames.values = (0..<Int.random(in: 1...5, using: &random)).map { _ in value(key, &random) }
            frames.calculationMode = random.pick([.linear, .discrete, .paced, .cubic, .cubicPaced])
            if random.flip(0.3) { frames.path = path(&random) }
            frames.rotationMode = random.pick([nil, .rotateAuto, .rotateAutoReverse])
            if random.flip() {
                frames.tensionValues = [NSNumber(value: random.number(-1...1)), NSNumber(value: random.number(-1...1))]
            }
            if random.flip() {
                frames.timingFunctions = [CAMediaTimingFunction(name: .easeIn), CAMediaTimingFunction(name: .default)]
            }
            result = frames
        default:
            let group = CAAnimationGroup()
            group.animations = (0..<3).map { _ in animation(&random, depth: depth + 1) }
            result = group
        }
        (result as? CAPropertyAnimation)?.isAdditive = random.flip(0.3)
        (result as? CAPropertyAnimation)?.isCumulative = random.flip(0.3)
        result.duration = random.number(0...4)
        result.beginTime = random.flip() ? 0 : random.number(0...4)
        result.speed = random.pick([1, 1, 2, -1, 0.5, 0])
        result.timeOffset = random.flip(0.3) ? random.number(0...2) : 0
        result.repeatCount = random.pick([0, 1, 2.5, .infinity])
        result.autoreverses = random.flip(0.3)
        result.fillMode = random.pick([.removed, .forwards, .backwards, .both])
        result.isRemovedOnCompletion = random.flip()
        if random.flip() {
            result.timingFunction = CAMediaTimingFunction(
                name: random.pick([.easeIn, .easeOut, .easeInEaseOut, .default]))
        }
        return result
    }

    @Test(arguments: UInt64(0)..<60)
    func presentation_and_server_agree_to_the_bit(seed: UInt64) throws {
        var random = Random(state: seed)
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction {
            tree.root.addSublayer(layer)
            layer.speed = random.pick([1, 2, 0.5])
            tree.root.timeOffset = random.flip() ? random.number(0...3) : 0
        }
        for step in 0..<3 {
            tree.time = Double(step) / 2
            tree.transaction {
                CATransaction.setDisableActions(random.flip())
                layer.position = CGPoint(x: random.number(), y: random.number())
                layer.add(animation(&random), forKey: random.flip() ? nil : "same")
            }
        }
        var (plain, passed) = (RenderTree(), RenderTree())
        var (encoder, decoder) = (CommitEncoder(), CommitDecoder())
        for commit in tree.commits {
            try plain.apply(commit)
            try passed.apply(try decoder.decode(encoder.encode(commit)))
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
