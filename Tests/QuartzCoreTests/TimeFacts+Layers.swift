import CoreGraphics
import Foundation
import Mica
import QuartzCore

/// The state of a closure within a transaction of its own.
private func inTransaction<Value>(_ body: () -> Value) -> Value {
    CATransaction.begin()
    defer { CATransaction.commit() }
    return body()
}

let transactionFacts: [TimeFact] = {
    var facts = TimeFacts("TRX", "CATransaction", .gnustep)
    facts.number("animations last 0.25 s without a transaction", 0.25) { CATransaction.animationDuration() }
    facts.holds("actions are on without a transaction") { !CATransaction.disableActions() }
    facts.holds("there is no pace without a transaction") { CATransaction.animationTimingFunction() == nil }
    facts.number("animations last 0.25 s in a new transaction", 0.25) {
        inTransaction { CATransaction.animationDuration() }
    }
    facts.number("a duration that is set reads back", 1.5) {
        inTransaction {
            CATransaction.setAnimationDuration(1.5)
            return CATransaction.animationDuration()
        }
    }
    facts.holds("disabled actions read back") {
        inTransaction {
            CATransaction.setDisableActions(true)
            return CATransaction.disableActions()
        }
    }
    facts.holds("a pace reads back") {
        inTransaction {
            CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
            return CATransaction.animationTimingFunction() == CAMediaTimingFunction(name: .easeIn)
        }
    }
    facts.number("after the commit the duration is the default again", 0.25) {
        inTransaction { CATransaction.setAnimationDuration(1.5) }
        return CATransaction.animationDuration()
    }
    facts.number("an inner transaction reads the outer one's duration", 1) {
        inTransaction {
            CATransaction.setAnimationDuration(1)
            return inTransaction { CATransaction.animationDuration() }
        }
    }
    facts.holds("an inner transaction reads the outer one's disabled actions") {
        inTransaction {
            CATransaction.setDisableActions(true)
            return inTransaction { CATransaction.disableActions() }
        }
    }
    facts.number("an inner duration does not reach the outer one", 1) {
        inTransaction {
            CATransaction.setAnimationDuration(1)
            inTransaction { CATransaction.setAnimationDuration(2) }
            return CATransaction.animationDuration()
        }
    }
    facts.number("the duration's key reads what its accessor set", 0.75) {
        inTransaction {
            CATransaction.setAnimationDuration(0.75)
            return CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double
        }
    }
    facts.number("the duration's accessor reads what its key set", 1.25) {
        inTransaction {
            CATransaction.setValue(1.25, forKey: kCATransactionAnimationDuration)
            return CATransaction.animationDuration()
        }
    }
    facts.holds("disabled actions are read by their key") {
        inTransaction {
            CATransaction.setDisableActions(true)
            return CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true
        }
    }
    facts.holds("a key that nobody defined has no value") {
        inTransaction { CATransaction.value(forKey: "aKeyNobodyDefined") == nil }
    }
    facts.text("a key that nobody defined keeps a value", "stored") {
        inTransaction {
            CATransaction.setValue("stored", forKey: "aKeyNobodyDefined")
            return CATransaction.value(forKey: "aKeyNobodyDefined") as? String
        }
    }
    facts.number("a commit without a begin does nothing", 0.25) {
        CATransaction.flush()
        CATransaction.commit()
        return CATransaction.animationDuration()
    }
    facts.holds("a transaction starts without a completion block") {
        inTransaction { CATransaction.completionBlock() == nil }
    }
    facts.holds("a completion block reads back") {
        inTransaction {
            CATransaction.setCompletionBlock {}
            return CATransaction.completionBlock() != nil
        }
    }
    facts.holds("a nested transaction reads the outer one's completion block") {
        inTransaction {
            CATransaction.setCompletionBlock {}
            return inTransaction { CATransaction.completionBlock() != nil }
        }
    }
    facts.holds("a cleared completion block is gone") {
        inTransaction {
            CATransaction.setCompletionBlock {}
            CATransaction.setCompletionBlock(nil)
            return CATransaction.completionBlock() == nil
        }
    }
    facts.holds("committing does not run the completion block there and then") {
        let log = Log()
        inTransaction { CATransaction.setCompletionBlock { log.entries.append("ran") } }
        let early = log.entries
        turn()
        return early.isEmpty && log.entries == ["ran"]
    }
    facts.holds("committing a nested transaction does not run the outer one's block") {
        let log = Log()
        return inTransaction {
            CATransaction.setCompletionBlock { log.entries.append("ran") }
            inTransaction {}
            turn()
            return log.entries.isEmpty
        }
    }
    facts.holds("a second block does not keep the first from running") {
        let log = Log()
        inTransaction {
            CATransaction.setCompletionBlock { log.entries.append("1") }
            CATransaction.setCompletionBlock { log.entries.append("2") }
        }
        turn()
        return log.entries.sorted() == ["1", "2"]
    }
    return facts.list
}()

private final class Log {
    var entries: [String] = []
}

private func turn() { _ = RunLoop.current.run(mode: .default, before: Date()) }

/// A new link.
private func link<Value>(_ body: (CADisplayLink) -> Value) -> Value { body(CADisplayLink { _ in }) }

/// When a link fires within a second.
private func fires(_ configure: (CADisplayLink) -> Void) -> [Double] {
    var times: [Double] = []
    let link = CADisplayLink { times.append($0.timestamp) }
    configure(link)
    link.add(to: .current, forMode: .common)
    let layer = CALayer()
    layer.bounds = CGRect(x: 0, y: 0, width: 1, height: 1)
    LayerRenderer(layer: layer, threads: 1).advance(to: 0.995)
    link.invalidate()
    return times
}

let displayLinkFacts: [TimeFact] = {
    var facts = TimeFacts("LNK", "CADisplayLink", .api)
    facts.number("timestamp is 0 before it has fired", 0) { link { $0.timestamp } }
    facts.number("duration is 0 before it has fired", 0) { link { $0.duration } }
    facts.holds("it starts unpaused") { link { !$0.isPaused } }
    facts.number("frameInterval starts at 1", 1) { link { Double($0.frameInterval) } }
    facts.number("preferredFramesPerSecond starts at 0", 0) { link { Double($0.preferredFramesPerSecond) } }
    facts.holds("it starts with the default range") { link { $0.preferredFrameRateRange == .default } }
    facts.number("the default range has no minimum", 0) { Double(CAFrameRateRange.default.minimum) }
    facts.number("the default range has no maximum", 0) { Double(CAFrameRateRange.default.maximum) }
    facts.holds("equal ranges are equal") {
        CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)
            == CAFrameRateRange(minimum: 30, maximum: 60, preferred: 60)
    }
    facts.number("it fires sixty times a second", 60, from: .documented) { Double(fires { _ in }.count) }
    facts.number("a frameInterval of 2 fires thirty times", 30, from: .documented) {
        Double(fires { $0.frameInterval = 2 }.count)
    }
    facts.number("a frameInterval of 3 fires twenty times", 20, from: .documented) {
        Double(fires { $0.frameInterval = 3 }.count)
    }
    facts.number("20 frames a second are three refreshes apart", 0.05, within: 1e-7, from: .documented) {
        let times = fires { $0.preferredFramesPerSecond = 20 }
        return times[1] - times[0]
    }
    facts.number("paused it does not fire", 0, from: .documented) { Double(fires { $0.isPaused = true }.count) }
    return facts.list
}()

private func shownNumber(
    _ key: String, _ model: @escaping (CALayer) -> Void, _ animations: () -> [CAAnimation]
) -> Double? { Shown.number(key, at: 0.5, model: model, animations()) }

private func along(
    _ path: String, _ from: Any, _ to: Any, additive: Bool = false, begin: Double = 0
) -> CABasicAnimation {
    let animation = CABasicAnimation(keyPath: path)
    (animation.fromValue, animation.toValue, animation.duration) = (from, to, 2)
    (animation.isAdditive, animation.beginTime) = (additive, begin)
    return animation
}

/// Half a second into animations of two seconds.
let shownFacts: [TimeFact] = {
    var facts = TimeFacts("SHO", "presentation values", .composeUI)
    facts.number("opacity of two additive ones is limited in between", 0.775, within: 1e-6) {
        shownNumber("opacity", { $0.opacity = 0.5 }) {
            [along("opacity", 0.8, 0.0, additive: true), along("opacity", -0.3, 0.0, additive: true)]
        }
    }
    facts.number("a quarter of the way from 0 to 20", 5) {
        shownNumber("borderWidth", { _ in }) { [along("borderWidth", 0.0, 20.0)] }
    }
    facts.number("a quarter of the way from 0.2 to 1", 0.4, within: 1e-6) {
        shownNumber("opacity", { _ in }) { [along("opacity", 0.2, 1.0)] }
    }
    facts.number("an additive position adds its x", 70) {
        shownNumber("position.x", { $0.position = CGPoint(x: 100, y: 100) }) {
            [along("position", CGPoint(x: -40, y: 20), CGPoint.zero, additive: true)]
        }
    }
    facts.number("an additive position adds its y", 115) {
        shownNumber("position.y", { $0.position = CGPoint(x: 100, y: 100) }) {
            [along("position", CGPoint(x: -40, y: 20), CGPoint.zero, additive: true)]
        }
    }
    facts.number("one that is not additive replaces what is under it", 4) {
        shownNumber("borderWidth", { $0.borderWidth = 10 }) {
            [along("borderWidth", 4.0, 0.0, additive: true), along("borderWidth", 2.0, 10.0)]
        }
    }
    facts.number("one that has not begun shows nothing", 0.25) {
        shownNumber("opacity", { $0.opacity = 0.25 }) { [along("opacity", 0.0, 1.0, begin: 1)] }
    }
    let colors: [(String, CGColor, Int, Double)] = [
        ("red of red to blue", CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), 0, 0.75),
        ("blue of red to blue", CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1), 2, 0.25),
        ("alpha of red to half blue", CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5), 3, 0.875),
        ("red of red to half blue, straight", CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 0.5), 0, 0.75),
    ]
    for (statement, end, index, value) in colors {
        facts.number(statement, value) {
            let (tree, layer) = (TestTree(), CALayer())
            tree.transaction { tree.root.addSublayer(layer) }
            tree.transaction {
                layer.add(
                    along("backgroundColor", CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1), end), forKey: nil)
            }
            let shown = tree.shown(\.backgroundColor, of: layer, at: 0.5)
            return shown.flatMap { $0 }?.components.map { Double($0[index]) }
        }
    }
    for progress in [0.25, 0.5, 0.75] {
        facts.number("a stopped layer's timeOffset scrubs to \(progress)", 2 + 16 * progress) {
            let (tree, layer) = (TestTree(), CALayer())
            tree.transaction {
                tree.root.addSublayer(layer)
                tree.root.speed = 0
                tree.root.timeOffset = 100 + 10 * progress
                let animation = along("cornerRadius", 2, 18, begin: 100)
                (animation.duration, animation.fillMode) = (10, .both)
                layer.add(animation, forKey: nil)
            }
            return tree.shown(\.cornerRadius, of: layer, at: 5).map { Double($0) }
        }
    }
    return facts.list
}()

let layerFacts: [TimeFact] = {
    var facts = TimeFacts("LAY", "CALayer", .gnustep)
    facts.holds("a layer starts without animations") { CALayer().animationKeys() == nil }
    facts.holds("animations are listed in the order in which they were added") {
        let layer = CALayer()
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "first")
        layer.add(CABasicAnimation(keyPath: "position"), forKey: "second")
        return layer.animationKeys() == ["first", "second"]
    }
    facts.holds("all animations can be removed") {
        let layer = CALayer()
        layer.add(CABasicAnimation(keyPath: "opacity"), forKey: "first")
        layer.removeAllAnimations()
        return layer.animationKeys() == nil && layer.animation(forKey: "first") == nil
    }
    facts.holds("the class has no default action of position") { CALayer.defaultAction(forKey: "position") == nil }
    facts.holds("a layer of no tree has no action of position") { CALayer().action(forKey: "position") == nil }
    facts.holds("a key that nobody defined has no action") { CALayer().action(forKey: "aKeyNobodyDefined") == nil }
    facts.holds("an action of the dictionary is found") {
        let (layer, action) = (CALayer(), CABasicAnimation(keyPath: "position"))
        layer.actions = ["position": action]
        return layer.action(forKey: "position") as? CABasicAnimation === action
    }
    facts.holds("NSNull in the dictionary is no action") {
        let layer = CALayer()
        layer.actions = ["position": NSNull()]
        return layer.action(forKey: "position") == nil
    }
    facts.holds("an action of the style is found") {
        let (layer, action) = (CALayer(), CABasicAnimation(keyPath: "position"))
        layer.style = ["actions": ["position": action]]
        return layer.action(forKey: "position") as? CABasicAnimation === action
    }
    facts.holds("disabled actions do not stop the search") {
        let layer = CALayer()
        layer.actions = ["position": CABasicAnimation(keyPath: "position")]
        return inTransaction {
            CATransaction.setDisableActions(true)
            return layer.action(forKey: "position") != nil
        }
    }
    for key in ["position", "bounds", "opacity", "cornerRadius", "zPosition", "transform"] {
        let change: @Sendable (CALayer) -> Void = { layer in
            switch key {
            case "position": layer.position.x = 9
            case "bounds": layer.bounds.size.width = 9
            case "opacity": layer.opacity = 0.5
            case "cornerRadius": layer.cornerRadius = 4
            case "zPosition": layer.zPosition = 2
            default: layer.setValue(0.5, forKeyPath: "transform.rotation.z")
            }
        }
        facts.holds("a change of \(key) in a committed tree animates", from: .motionAnimator) {
            let (tree, layer) = TestTree.withChild()
            tree.implicitly { change(layer) }
            return layer.animationKeys() == [key]
        }
        facts.holds("a change of \(key) with disabled actions does not", from: .motionAnimator) {
            let (tree, layer) = TestTree.withChild()
            tree.transaction {
                CATransaction.setDisableActions(true)
                change(layer)
            }
            return layer.animationKeys() == nil
        }
        facts.holds("the implicit animation of \(key) is not additive", from: .motionAnimator) {
            let (tree, layer) = TestTree.withChild()
            tree.implicitly { change(layer) }
            return (layer.animation(forKey: key) as? CABasicAnimation)?.isAdditive == false
        }
    }
    facts.holds("a new size animates bounds", from: .chouTi) {
        let (tree, layer) = TestTree.withChild()
        tree.implicitly { layer.bounds.size = CGSize(width: 9, height: 9) }
        return (layer.animation(forKey: "bounds") as? CABasicAnimation)?.keyPath == "bounds"
    }
    facts.holds("a new frame animates bounds and position", from: .composeUI) {
        let (tree, layer) = TestTree.withChild { $0.frame = CGRect(x: 0, y: 0, width: 50, height: 50) }
        tree.implicitly { layer.frame = CGRect(x: 0, y: 0, width: 90, height: 90) }
        return layer.animationKeys()?.sorted() == ["bounds", "position"]
    }
    facts.holds("setting the same value animates nothing") {
        let (tree, layer) = TestTree.withChild { $0.position = CGPoint(x: 4, y: 4) }
        tree.implicitly { layer.position = CGPoint(x: 4, y: 4) }
        return layer.animationKeys() == nil
    }
    facts.number("the implicit animation lasts as the transaction says", 0.5, from: .motionAnimator) {
        let (tree, layer) = TestTree.withChild()
        tree.transaction {
            CATransaction.setAnimationDuration(0.5)
            layer.opacity = 0.5
        }
        return layer.animation(forKey: "opacity")?.duration
    }
    facts.holds("an explicit animation is a copy of what was added") {
        let (layer, animation) = (CALayer(), CABasicAnimation(keyPath: "opacity"))
        layer.add(animation, forKey: "a")
        return layer.animation(forKey: "a") !== animation
    }
    return facts.list
}()
