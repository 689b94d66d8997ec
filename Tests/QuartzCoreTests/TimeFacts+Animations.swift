import CoreGraphics
import Foundation
import QuartzCore

let keyframeFacts: [TimeFact] = {
    // The contract that Apple documents, with the numbers that GS works out from it.
    var facts = TimeFacts("KEY", "CAKeyframeAnimation", .documented)
    func at(_ statement: String, _ time: Double, _ value: Double, _ make: @escaping @Sendable () -> CAAnimation) {
        facts.number(statement, value, within: 1e-9) { Shown.number("borderWidth", at: time, [make()]) }
    }
    facts.text("it starts linear", "linear", from: .gnustep) { CAKeyframeAnimation().calculationMode.rawValue }
    facts.holds("it starts without values", from: .gnustep) { CAKeyframeAnimation().values == nil }
    facts.holds("it starts without key times", from: .gnustep) { CAKeyframeAnimation().keyTimes == nil }
    facts.holds("it starts without timing functions", from: .gnustep) { CAKeyframeAnimation().timingFunctions == nil }
    facts.holds("it starts without a path", from: .gnustep) { CAKeyframeAnimation().path == nil }
    facts.holds("it starts without a rotation mode", from: .gnustep) { CAKeyframeAnimation().rotationMode == nil }
    facts.text("its default by key is linear", "linear", from: .gnustep) {
        CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String
    }
    facts.text("a mode that nobody knows reads back", "nonsense", from: .gnustep) {
        let frames = CAKeyframeAnimation()
        frames.calculationMode = CAAnimationCalculationMode(rawValue: "nonsense")
        return frames.calculationMode.rawValue
    }
    at("it starts at the first value", 0, 0) { Shown.keyframes([0, 1, 0]) }
    at("a quarter of the way it is half way to the second", 1, 0.5) { Shown.keyframes([0, 1, 0]) }
    at("half way it is at the second value", 2, 1) { Shown.keyframes([0, 1, 0]) }
    at("then it goes down to the third", 3, 0.5) { Shown.keyframes([0, 1, 0]) }
    at("one value stays", 1, 0.75) { Shown.keyframes([0.75]) }
    at("a key time puts a value where it says", 3, 1) { Shown.keyframes([0, 1, 0]) { $0.keyTimes = [0, 0.75, 1] } }
    at("half way to a key time is half the way", 1.5, 0.5) {
        Shown.keyframes([0, 1, 0]) { $0.keyTimes = [0, 0.75, 1] }
    }
    at("the last stretch is shorter to match", 3.5, 0.5) { Shown.keyframes([0, 1, 0]) { $0.keyTimes = [0, 0.75, 1] } }
    at("discrete holds the first value", 0.5, 0) { Shown.keyframes([0, 1, 0.5]) { $0.calculationMode = .discrete } }
    at("discrete steps to the second", 2, 1) { Shown.keyframes([0, 1, 0.5]) { $0.calculationMode = .discrete } }
    at("discrete steps to the last", 3, 0.5) { Shown.keyframes([0, 1, 0.5]) { $0.calculationMode = .discrete } }
    at("a timing function is of one stretch only", 3, 0.5) {
        Shown.keyframes([0, 1, 0]) { $0.timingFunctions = [CAMediaTimingFunction(name: .easeIn)] }
    }
    facts.number("an eased stretch is behind half way", 0.31535682, within: 2e-6) {
        Shown.number(
            "borderWidth", at: 1,
            [Shown.keyframes([0, 1, 0]) { $0.timingFunctions = [CAMediaTimingFunction(name: .easeIn)] }])
    }
    at("linear values are spaced evenly however far apart", 2, 10) { Shown.keyframes([0, 10, 110]) }
    at("paced has covered half the distance half way", 2, 55) {
        Shown.keyframes([0, 10, 110]) { $0.calculationMode = .paced }
    }
    at("paced goes at the same pace before the second value", 0.4, 11) {
        Shown.keyframes([0, 10, 110]) { $0.calculationMode = .paced }
    }
    at("paced does not look at key times", 2, 55) {
        Shown.keyframes([0, 10, 110]) {
            $0.calculationMode = .paced
            $0.keyTimes = [0, 0.9, 1]
        }
    }
    at("cubic passes through its values", 2, 1) { Shown.keyframes([0, 1, 0]) { $0.calculationMode = .cubic } }
    at("cubic is above the straight line", 1, 0.5625) { Shown.keyframes([0, 1, 0]) { $0.calculationMode = .cubic } }
    at("cubic with tension 1 is on it", 1, 0.5) {
        Shown.keyframes([0, 1, 0]) {
            $0.calculationMode = .cubic
            $0.tensionValues = [1, 1, 1]
        }
    }
    let corner = CGMutablePath()
    corner.move(to: .zero)
    corner.addLine(to: CGPoint(x: 100, y: 0))
    corner.addLine(to: CGPoint(x: 100, y: 100))
    let bow = CGMutablePath()
    bow.move(to: .zero)
    bow.addCurve(
        to: CGPoint(x: 100, y: 0), control1: CGPoint(x: 0, y: 100), control2: CGPoint(x: 100, y: 100))
    let paths: [(String, String, CGPath, Double, Double)] = [
        ("a path's first side takes half the time", "position.x", corner.copyOfPath, 1, 50),
        ("a path's corner is half way", "position.x", corner.copyOfPath, 2, 100),
        ("a path's second side follows", "position.y", corner.copyOfPath, 3, 50),
        ("a curve's middle is half way across", "position.x", bow.copyOfPath, 2, 50),
        ("a curve's middle is on the curve", "position.y", bow.copyOfPath, 2, 75),
    ]
    for (statement, key, path, time, value) in paths {
        facts.number(statement, value, within: 1e-6) {
            let frames = CAKeyframeAnimation(keyPath: "position")
            (frames.path, frames.duration) = (path, 4)
            return Shown.number(key, at: time, [frames])
        }
    }
    return facts.list
}()

extension CGMutablePath {
    /// A path that does not change.
    fileprivate var copyOfPath: CGPath { copy() ?? self }
}

let basicFacts: [TimeFact] = {
    var facts = TimeFacts("BAS", "CABasicAnimation", .documented)
    let ends: [(String, Double, Double, Double?, Double?, Double?)] = [
        ("from and to, at the start", 0, 1, 1, 3, nil), ("from and to, half way", 1, 2, 1, 3, nil),
        ("from and by start at from", 0, 1, 1, nil, 4), ("from and by, half way", 1, 3, 1, nil, 4),
        ("by and to start at to less by", 0, 2, nil, 6, 4), ("by and to, half way", 1, 4, nil, 6, 4),
        ("from goes to what is there", 1, 4, 1, nil, nil), ("to starts from what is there", 1, 8, nil, 9, nil),
        ("by starts from what is there", 0, 7, nil, nil, 4), ("by goes so far", 1, 9, nil, nil, 4),
    ]
    for (statement, time, value, from, to, by) in ends {
        facts.number(statement, value, within: 1e-12) {
            Shown.number("borderWidth", at: time, model: { $0.borderWidth = 7 }, [Shown.basic(from, to, by: by)])
        }
    }
    facts.holds("it starts without fromValue", from: .gnustep) { CABasicAnimation().fromValue == nil }
    facts.holds("it starts without toValue", from: .gnustep) { CABasicAnimation().toValue == nil }
    facts.holds("it starts without byValue", from: .gnustep) { CABasicAnimation().byValue == nil }
    let fills: [(String, CAMediaTimingFillMode, Double, Double)] = [
        ("removed shows nothing before", .removed, 0.5, 7), ("removed shows nothing after", .removed, 9, 7),
        ("forwards shows nothing before", .forwards, 0.5, 7), ("forwards holds the end", .forwards, 9, 3),
        ("backwards holds the start", .backwards, 0.5, 1), ("backwards shows nothing after", .backwards, 9, 7),
        ("both holds the start", .both, 0.5, 1), ("both holds the end", .both, 9, 3),
    ]
    for (statement, mode, time, value) in fills {
        facts.number(statement, value, from: .composeUI) {
            Shown.number(
                "borderWidth", at: time, model: { $0.borderWidth = 7 },
                [
                    Shown.basic(1, 3) {
                        ($0.beginTime, $0.fillMode, $0.isRemovedOnCompletion) = (1, mode, false)
                    }
                ])
        }
    }
    facts.number("a mode that nobody knows fills nothing", 7, from: .composeUI) {
        Shown.number(
            "borderWidth", at: 9, model: { $0.borderWidth = 7 },
            [
                Shown.basic(1, 3) {
                    $0.fillMode = CAMediaTimingFillMode(rawValue: "nonsense")
                    $0.isRemovedOnCompletion = false
                }
            ])
    }
    facts.number("removed on completion it fills nothing", 7, from: .composeUI) {
        Shown.number(
            "borderWidth", at: 9, model: { $0.borderWidth = 7 }, [Shown.basic(1, 3) { $0.fillMode = .both }])
    }
    facts.number("without a duration it has the transaction's", 0.25, from: .gnustep) {
        let layer = CALayer()
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "a")
        return layer.animation(forKey: "a")?.duration
    }
    return facts.list
}()

private func group(_ children: [CAAnimation], _ duration: Double) -> CAAnimationGroup {
    let group = CAAnimationGroup()
    (group.animations, group.duration) = (children, duration)
    return group
}

let groupFacts: [TimeFact] = {
    var facts = TimeFacts("GRP", "CAAnimationGroup", .documented)
    func at(_ statement: String, _ time: Double, _ value: Double, _ make: @escaping @Sendable () -> CAAnimation) {
        facts.number(statement, value, within: 1e-12) { Shown.number("borderWidth", at: time, [make()]) }
    }
    at("a quarter of the way its animation is a quarter along", 1, 0.25) { group([Shown.basic(0, 1, duration: 4)], 4) }
    at("an animation longer than its group is not scaled", 1, 0.125) { group([Shown.basic(0, 1, duration: 8)], 2) }
    at("an animation longer than its group is cut off", 3, 0) { group([Shown.basic(0, 1, duration: 8)], 2) }
    at("an animation shorter than its group is not scaled", 1, 0.5) { group([Shown.basic(0, 1, duration: 2)], 8) }
    at("a begin time counts from the group's start", 2, 0.5) {
        group([Shown.basic(0, 1, duration: 2) { $0.beginTime = 1 }], 4)
    }
    at("the group's own begin time counts", 3, 0.25) {
        let outer = group([Shown.basic(0, 1, duration: 4)], 4)
        outer.beginTime = 2
        return outer
    }
    at("a group in a group is reached", 1, 0.25) { group([group([Shown.basic(0, 1, duration: 4)], 4)], 4) }
    at("a group without animations changes nothing", 1, 0) { group([], 4) }
    at("a group's speed is its children's", 1, 0.5) {
        let fast = group([Shown.basic(0, 1, duration: 4)], 4)
        fast.speed = 2
        return fast
    }
    facts.holds("it starts without animations", from: .gnustep) { CAAnimationGroup().animations == nil }
    facts.holds("its copy holds the same animations", from: .gnustep) {
        let child = CABasicAnimation(keyPath: "opacity")
        return (group([child], 1).copy() as? CAAnimationGroup)?.animations?.first === child
    }
    facts.number("its copy keeps its duration", 3, from: .gnustep) {
        (group([], 3).copy() as? CAAnimationGroup)?.duration
    }
    return facts.list
}()

let animationFacts: [TimeFact] = {
    var facts = TimeFacts("ANI", "CAAnimation", .gnustep)
    facts.holds("it starts without a delegate") { CAAnimation().delegate == nil }
    facts.holds("it starts without a timing function") { CAAnimation().timingFunction == nil }
    facts.holds("it is removed on completion") { CAAnimation().isRemovedOnCompletion }
    facts.holds("a property animation starts without a key path") { CAPropertyAnimation().keyPath == nil }
    facts.text("a property animation keeps its key path", "opacity") { CAPropertyAnimation(keyPath: "opacity").keyPath }
    facts.holds("a property animation is not additive") { !CAPropertyAnimation().isAdditive }
    facts.holds("a property animation is not cumulative") { !CAPropertyAnimation().isCumulative }
    facts.holds("a property animation has no value function") { CAPropertyAnimation().valueFunction == nil }
    facts.holds("it keeps its timing function itself") {
        let (animation, easing) = (CAAnimation(), CAMediaTimingFunction(name: .easeIn))
        animation.timingFunction = easing
        return animation.timingFunction === easing
    }
    facts.number("its duration by key starts at 0", 0) {
        (CAAnimation.defaultValue(forKey: "duration") as? NSNumber)?.doubleValue
    }
    facts.number("its speed by key starts at 1", 1) {
        (CAAnimation.defaultValue(forKey: "speed") as? NSNumber)?.doubleValue
    }
    facts.text("its fillMode by key starts as removed", "removed") {
        CAAnimation.defaultValue(forKey: "fillMode") as? String
    }
    facts.holds("values under other keys are copied with it") {
        let animation = CABasicAnimation()
        animation.setValue(7, forKey: "mine")
        return (animation.copy() as? CABasicAnimation)?.value(forKey: "mine") as? Int == 7
    }
    facts.holds("its copy is of its class") { CASpringAnimation().copy() is CASpringAnimation }
    facts.holds("it has the default frame rates", from: .api) {
        CAAnimation().preferredFrameRateRange == CAFrameRateRange.default
    }
    facts.number("running it as an action adds it under the event's key", 1, from: .api) {
        let layer = CALayer()
        CABasicAnimation(keyPath: "opacity").run(forKey: "opacity", object: layer, arguments: nil)
        return layer.animationKeys() == ["opacity"] ? 1 : 0
    }
    return facts.list
}()

let valueFunctionFacts: [TimeFact] = {
    var facts = TimeFacts("VAL", "CAValueFunction", .gnustep)
    let names = [
        "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate", "translateX", "translateY",
        "translateZ",
    ]
    for name in names {
        facts.text("\(name) has its name", name) {
            CAValueFunction(name: CAValueFunctionName(rawValue: name))?.name.rawValue
        }
    }
    facts.holds("a name that nobody knows has none") {
        CAValueFunction(name: CAValueFunctionName(rawValue: "notAValueFunction")) == nil
    }
    facts.holds("asking twice for a name answers the same object") {
        CAValueFunction(name: .rotateX) === CAValueFunction(name: .rotateX)
    }
    facts.holds("other names are other objects") {
        CAValueFunction(name: .rotateX) !== CAValueFunction(name: .rotateY)
    }
    return facts.list
}()

let transitionFacts: [TimeFact] = {
    var facts = TimeFacts("TRA", "CATransition", .gnustep)
    facts.holds("it is an animation") { (CATransition() as Any) is CAAnimation }
    facts.holds("it starts without a subtype") { CATransition().subtype == nil }
    facts.number("it starts with a duration of 0", 0) { CATransition().duration }
    facts.text("it starts as a fade", "fade") { CATransition().type.rawValue }
    facts.text("its type reads back", "moveIn") {
        let transition = CATransition()
        transition.type = CATransitionType(rawValue: "moveIn")
        return transition.type.rawValue
    }
    facts.text("its subtype reads back", "fromLeft") {
        let transition = CATransition()
        transition.subtype = CATransitionSubtype(rawValue: "fromLeft")
        return transition.subtype?.rawValue
    }
    facts.number("startProgress starts at 0", 0, from: .api) { Double(CATransition().startProgress) }
    facts.number("endProgress starts at 1", 1, from: .api) { Double(CATransition().endProgress) }
    facts.holds("filter starts as nil", from: .api) { CATransition().filter == nil }
    facts.text("a layer holds it under its own key, whatever the key", "transition", from: .api) {
        let layer = CALayer()
        layer.add(CATransition(), forKey: "mine")
        return layer.animationKeys()?.first
    }
    facts.text("a layer holds it under its own key without one", "transition", from: .api) {
        let layer = CALayer()
        layer.add(CATransition(), forKey: nil)
        return layer.animationKeys()?.first
    }
    facts.holds("it is no property animation", from: .chouTi) { !((CATransition() as Any) is CAPropertyAnimation) }
    return facts.list
}()

let constantFacts: [TimeFact] = {
    var facts = TimeFacts("CON", "string constants", .gnustep)
    let constants: [(String, String)] = [
        ("backwards", CAMediaTimingFillMode.backwards.rawValue), ("both", CAMediaTimingFillMode.both.rawValue),
        ("forwards", CAMediaTimingFillMode.forwards.rawValue), ("removed", CAMediaTimingFillMode.removed.rawValue),
        ("default", CAMediaTimingFunctionName.default.rawValue), ("easeIn", CAMediaTimingFunctionName.easeIn.rawValue),
        ("easeInEaseOut", CAMediaTimingFunctionName.easeInEaseOut.rawValue),
        ("easeOut", CAMediaTimingFunctionName.easeOut.rawValue), ("linear", CAMediaTimingFunctionName.linear.rawValue),
        ("transition", kCATransition), ("fade", CATransitionType.fade.rawValue),
        ("moveIn", CATransitionType.moveIn.rawValue), ("push", CATransitionType.push.rawValue),
        ("reveal", CATransitionType.reveal.rawValue), ("fromTop", CATransitionSubtype.fromTop.rawValue),
        ("fromBottom", CATransitionSubtype.fromBottom.rawValue), ("fromLeft", CATransitionSubtype.fromLeft.rawValue),
        ("fromRight", CATransitionSubtype.fromRight.rawValue), ("onOrderIn", kCAOnOrderIn),
        ("onOrderOut", kCAOnOrderOut),
        ("discrete", CAAnimationCalculationMode.discrete.rawValue),
        ("paced", CAAnimationCalculationMode.paced.rawValue),
        ("cubic", CAAnimationCalculationMode.cubic.rawValue),
        ("cubicPaced", CAAnimationCalculationMode.cubicPaced.rawValue),
        ("auto", CAAnimationRotationMode.rotateAuto.rawValue),
        ("autoReverse", CAAnimationRotationMode.rotateAutoReverse.rawValue),
        ("animationDuration", kCATransactionAnimationDuration), ("disableActions", kCATransactionDisableActions),
        ("animationTimingFunction", kCATransactionAnimationTimingFunction),
        ("completionBlock", kCATransactionCompletionBlock),
    ]
    for (expected, found) in constants { facts.text("the constant is \"\(expected)\"", expected) { found } }
    return facts.list
}()
