import Foundation
import MicaWire
import QuartzCore

/// All facts about time.
let allTimeFacts: [TimeFact] =
    timingFunctionFacts + springFacts + timingFacts + transactionFacts + keyframeFacts + basicFacts + groupFacts
    + animationFacts + valueFunctionFacts + transitionFacts + constantFacts + displayLinkFacts + shownFacts + layerFacts

private func named(_ name: String) -> CAMediaTimingFunction {
    CAMediaTimingFunction(name: CAMediaTimingFunctionName(rawValue: name))
}

private func point(_ function: CAMediaTimingFunction, _ index: Int, _ part: Int) -> Double {
    var values: [Float] = [0, 0]
    unsafe values.withUnsafeMutableBufferPointer { buffer in
        if let base = buffer.baseAddress { unsafe function.getControlPoint(at: index, values: base) }
    }
    return Double(values[part])
}

let timingFunctionFacts: [TimeFact] = {
    var facts = TimeFacts("MTF", "CAMediaTimingFunction", .chouTi)
    // Apple's are Floats, and its solver stops at about 1e-6.
    let table: [(String, [Double])] = [
        ("linear", [0.25, 0.5, 0.75]), ("easeIn", [0.09346466, 0.31535682, 0.6218605]),
        ("easeOut", [0.37813953, 0.6846432, 0.9065353]), ("easeInEaseOut", [0.12916191, 0.5, 0.8708381]),
    ]
    for (name, values) in table {
        for (share, value) in zip([0.25, 0.5, 0.75], values) {
            facts.number("\(name) at \(share)", value, within: 2e-6) { Shown.eased(named(name), at: share) }
        }
    }
    for name in ["linear", "easeIn", "easeOut", "easeInEaseOut", "default"] {
        facts.number("\(name) is 0 where the input is 0", 0, from: .gnustep) { Shown.eased(named(name), at: 0) }
        facts.number("\(name) is 1 where the input is 1", 1, from: .gnustep) { Shown.eased(named(name), at: 1) }
    }
    for (share, value) in [(0.25, 0.105889), (0.5, 0.5), (0.75, 0.894111)] {
        facts.number("control points .5 0 .5 1 at \(share)", value, within: 5e-6, from: .gnustep) {
            Shown.eased(CAMediaTimingFunction(controlPoints: 0.5, 0, 0.5, 1), at: share)
        }
    }
    facts.number("an input below 0 is held at 0", 0, from: .gnustep) { TimingCurve.easeIn.value(at: -0.5) }
    facts.number("an input above 1 is held at 1", 1, from: .gnustep) { TimingCurve.easeIn.value(at: 1.5) }
    let points: [(String, [Double])] = [
        ("easeIn", [0.42, 0, 1, 1]), ("easeOut", [0, 0, 0.58, 1]), ("default", [0.25, 0.1, 0.25, 1]),
    ]
    for (name, values) in points {
        for (index, value) in values.enumerated() where value != 0 && value != 1 {
            facts.number("number \(index) of the control points of \(name)", value, within: 1e-7, from: .gnustep) {
                point(named(name), 1 + index / 2, index % 2)
            }
        }
    }
    facts.number("the control points begin with 0", 0, from: .gnustep) { point(named("easeIn"), 0, 0) }
    facts.number("the control points end with 1", 1, from: .gnustep) { point(named("easeIn"), 3, 1) }
    facts.number("the x of a control point is limited to 1", 1, from: .documented) {
        point(CAMediaTimingFunction(controlPoints: 0.5, 0, 3, 1), 2, 0)
    }
    return facts.list
}()

private func spring(_ damping: Double = 10, _ configure: (CASpringAnimation) -> Void = { _ in }) -> CASpringAnimation {
    let spring = CASpringAnimation(keyPath: "borderWidth")
    spring.damping = CGFloat(damping)
    configure(spring)
    return spring
}

/// A spring of a damping ratio and a response, as ComposeUI makes them.
private func curve(ratio: Double, response: Double, velocity: Double = 0) -> SpringCurve {
    let rate = 2 * Double.pi / response
    return SpringCurve(
        SpringState(mass: 1, stiffness: rate * rate, damping: 2 * rate * ratio, initialVelocity: velocity))
}

let springFacts: [TimeFact] = {
    var facts = TimeFacts("SPR", "CASpringAnimation", .composeUI)
    facts.number("mass starts at 1", 1, from: .gnustep) { Double(spring().mass) }
    facts.number("stiffness starts at 100", 100, from: .gnustep) { Double(spring().stiffness) }
    facts.number("damping starts at 10", 10, from: .gnustep) { Double(spring().damping) }
    facts.number("initialVelocity starts at 0", 0, from: .gnustep) { Double(spring().initialVelocity) }
    facts.holds("allowsOverdamping starts false", from: .api) { !spring().allowsOverdamping }
    facts.number("it settles after this long", 1.4727003346780927, within: 1e-14, from: .api) {
        spring().settlingDuration
    }
    facts.number("with damping 1 it settles after this long", 13.91321015404625, within: 1e-13, from: .api) {
        spring(1).settlingDuration
    }
    facts.number("its perceptualDuration is 2 pi / 10", 0.6283185307179586, within: 1e-14, from: .api) {
        spring().perceptualDuration
    }
    facts.number("its bounce is one half", 0.5, from: .api) { Double(spring().bounce) }
    facts.number("made of 0.5 s and 0.2 it has this stiffness", 157.91367041742973, within: 1e-10, from: .api) {
        Double(CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2).stiffness)
    }
    facts.number("made of 0.5 s and 0.2 it has this damping", 20.106192982974676, within: 1e-12, from: .api) {
        Double(CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2).damping)
    }
    facts.number("made of 1 s and -0.5 it has this damping", 25.132741228718345, within: 1e-12, from: .api) {
        Double(CASpringAnimation(perceptualDuration: 1, bounce: -0.5).damping)
    }
    facts.holds("made with a negative bounce it allows overdamping", from: .api) {
        CASpringAnimation(perceptualDuration: 1, bounce: -0.5).allowsOverdamping
    }
    facts.number("made of 0.5 s and 0.2 its duration is the settling one", 0.7714094006693448, within: 1e-9, from: .api)
    {
        CASpringAnimation(perceptualDuration: 0.5, bounce: 0.2).duration
    }
    // The time unit is the animation's duration, which ComposeUI's makeAnimation sets to how long the spring takes to come
    // within 0.005 (its CABasicAnimation+AnimationTiming.swift, CASpringAnimation+Extensions.swift): 1.2 s here, as Apple's
    // goes in tenths of a second. The values are Floats.
    for (share, value) in [(0.25, 0.56196046), (0.5, 0.89003396), (0.75, 0.976705), (1, 0.99546117)] {
        facts.number("critical with response 1, at \(share) of the time to 0.005", value, within: 1e-7, from: .chouTi) {
            let spring = curve(ratio: 1, response: 1)
            return spring.value(at: share * spring.settlingDuration(within: 0.005))
        }
    }
    facts.number("critical with response 1 starts at 0", 0, from: .chouTi) { curve(ratio: 1, response: 1).value(at: 0) }
    let epsilons = [
        (0.01, 1.0999999999999999), (0.02, 0.9999999999999999), (0.03, 0.8999999999999999), (0.04, 0.7999999999999999),
        (0.05, 0.7999999999999999),
    ]
    for (share, value) in epsilons {
        facts.number("critical with response 1 is within \(share) after this long", value, from: .chouTi) {
            curve(ratio: 1, response: 1).settlingDuration(within: share)
        }
    }
    let settling = [
        (0.8, 0.5, 0.7714094006693448), (1.0, 0.2, 0.3), (0.3, 1.5, 5.71461784505134),
    ]
    for (ratio, response, value) in settling {
        facts.number("ratio \(ratio) with response \(response) settles after this long", value, within: 1e-6) {
            curve(ratio: ratio, response: response).settlingDuration
        }
    }
    facts.number("ratio 0.6 with response 0.5 is within 0.005 after this long", 0.7769325148649515, within: 1e-6) {
        curve(ratio: 0.6, response: 0.5).settlingDuration(within: 0.005)
    }
    facts.number(
        "mass, stiffness and damping 1 with velocity 0.1 are within 0.1 after this long", 5.364617037842078,
        within: 1e-12
    ) {
        SpringCurve(SpringState(mass: 1, stiffness: 1, damping: 1, initialVelocity: 0.1)).settlingDuration(within: 0.1)
    }
    facts.number(
        "ratio 0.5 with response 0.5 and velocity 0.1 is within 0.005 after this long", 0.9148578261552982,
        within: 1e-12
    ) {
        curve(ratio: 0.5, response: 0.5, velocity: 0.1).settlingDuration(within: 0.005)
    }
    facts.number("ratio 0.7 with response 0.6 is within 0.005 after this long", 0.8159891974978289, within: 1e-6) {
        curve(ratio: 0.7, response: 0.6).settlingDuration(within: 0.005)
    }
    facts.number(
        "mass, stiffness and damping 1 with velocity 0.1 are within 0.005 after this long", 11.35608158495006,
        within: 1e-12
    ) {
        SpringCurve(SpringState(mass: 1, stiffness: 1, damping: 1, initialVelocity: 0.1)).settlingDuration(
            within: 0.005)
    }
    facts.holds("with more damping than critical it is as critical", from: .api) {
        SpringCurve(SpringState(damping: 40)).value(at: 0.3) == SpringCurve(SpringState(damping: 20)).value(at: 0.3)
    }
    facts.holds("a spring is a basic animation", from: .api) { (spring() as CAAnimation) is CABasicAnimation }
    facts.number("at its end it shows its toValue if it is kept", 20, within: 0.02, from: .documented) {
        Shown.number(
            "borderWidth", at: 9,
            [
                spring {
                    ($0.fromValue, $0.toValue, $0.duration) = (0, 20, $0.settlingDuration)
                    ($0.fillMode, $0.isRemovedOnCompletion) = (.forwards, false)
                }
            ])
    }
    return facts.list
}()

private func timed(_ body: (CALayer, CALayer, CALayer) -> Double) -> Double {
    let (root, mid, leaf) = (CALayer(), CALayer(), CALayer())
    root.addSublayer(mid)
    mid.addSublayer(leaf)
    (mid.beginTime, mid.speed, mid.timeOffset) = (2, 3, 0.25)
    (leaf.beginTime, leaf.speed, leaf.timeOffset) = (1, 2, 0.5)
    return body(root, mid, leaf)
}

let timingFacts: [TimeFact] = {
    var facts = TimeFacts("TIM", "CAMediaTiming", .gnustep)
    facts.number("a layer's beginTime starts at 0", 0) { CALayer().beginTime }
    facts.number("a layer's timeOffset starts at 0", 0) { CALayer().timeOffset }
    facts.number("a layer's repeatCount starts at 0", 0) { Double(CALayer().repeatCount) }
    facts.number("a layer's repeatDuration starts at 0", 0) { CALayer().repeatDuration }
    facts.number("a layer's duration starts without end", .infinity, from: .api) { CALayer().duration }
    facts.number("a layer's speed starts at 1", 1) { Double(CALayer().speed) }
    facts.holds("a layer does not reverse") { !CALayer().autoreverses }
    facts.text("a layer's fillMode starts as removed", "removed") { CALayer().fillMode.rawValue }
    facts.number("an animation's beginTime starts at 0", 0) { CABasicAnimation().beginTime }
    facts.number("an animation's timeOffset starts at 0", 0) { CABasicAnimation().timeOffset }
    facts.number("an animation's repeatCount starts at 0", 0) { Double(CABasicAnimation().repeatCount) }
    facts.number("an animation's repeatDuration starts at 0", 0) { CABasicAnimation().repeatDuration }
    facts.number("an animation's duration starts at 0", 0) { CABasicAnimation().duration }
    facts.number("an animation's speed starts at 1", 1) { Double(CABasicAnimation().speed) }
    facts.holds("an animation does not reverse") { !CABasicAnimation().autoreverses }
    facts.text("an animation's fillMode starts as removed", "removed") { CABasicAnimation().fillMode.rawValue }
    facts.number("10 of the middle layer in the leaf", 18.5) { timed { $2.convertTime(10, from: $1) } }
    facts.number("10 of the root in the leaf", 47) { timed { $2.convertTime(10, from: $0) } }
    facts.number("10 of no layer in the leaf", 47) { timed { $2.convertTime(10, from: nil) } }
    facts.number("10 of the leaf in the middle layer", 5.75) { timed { $2.convertTime(10, to: $1) } }
    facts.number("10 of the leaf in the root", 3.8333333333333335, within: 1e-5) {
        timed { $2.convertTime(10, to: $0) }
    }
    facts.number("10 of the leaf in no layer", 3.8333333333333335, within: 1e-5) {
        timed { $2.convertTime(10, to: nil) }
    }
    facts.number("a speed that is set reads back", 0.5) {
        let layer = CALayer()
        layer.speed = 0.5
        return Double(layer.speed)
    }
    facts.number("a repeatCount without end reads back", .infinity) {
        let layer = CALayer()
        layer.repeatCount = .infinity
        return Double(layer.repeatCount)
    }
    // Apple, CAMediaTiming.h: t = (tp - begin) * speed + offset, and its consequences.
    let moments: [(String, Double, Double, (CABasicAnimation) -> Void)] = [
        ("speed 2 halves the time", 0.5, 10, { $0.speed = 2 }),
        ("speed 1/2 doubles the time", 2, 10, { $0.speed = 0.5 }),
        ("timeOffset starts further on", 0.5, 10, { $0.timeOffset = 0.5 }),
        ("timeOffset wraps round", 1.75, 2.5, { $0.timeOffset = 0.5 }),
        ("beginTime waits", 1.5, 5, { $0.beginTime = 1 }),
        ("a count of 2.5 repeats", 4.5, 5, { $0.repeatCount = 2.5 }),
        ("a repeatDuration repeats", 4.5, 5, { $0.repeatDuration = 5 }),
        ("autoreverses goes back", 3, 10, { $0.autoreverses = true }),
        ("speed 0 stands at timeOffset", 7, 10, { ($0.speed, $0.timeOffset) = (0, 1) }),
    ]
    for (statement, time, value, configure) in moments {
        let animation = Frozen { Shown.basic(0, 20, configure) }
        facts.number(statement, value, within: 1e-12, from: .documented) {
            Shown.number("borderWidth", at: time, [animation.make()])
        }
    }
    return facts.list
}()

/// Makes an animation anew at each use.
// Safe because: the closure keeps nothing that changes.
private struct Frozen: @unchecked Sendable {
    let make: () -> CAAnimation
}
