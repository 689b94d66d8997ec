import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// What animations, functions and transactions hold on Apple's framework. Source: gnustep/libs-quartzcore,
/// Tests/quartzcore, the files named at each test, which say "checked against Apple QuartzCore".
@Suite(.serialized) struct AppleObjectTests {
    /// One turn of this thread's run loop.
    private func turn() { _ = RunLoop.current.run(mode: .default, before: Date()) }

    private func points(_ function: CAMediaTimingFunction) -> [Float] {
        var list: [Float] = []
        for index in 0..<4 {
            var pair: [Float] = [0, 0]
            unsafe pair.withUnsafeMutableBufferPointer { buffer in
                if let base = unsafe buffer.baseAddress { unsafe function.getControlPoint(at: index, values: base) }
            }
            list += pair
        }
        return list
    }

    /// CAAnimation/animation.m
    @Test func animations_start_as_apples() {
        let animation = CAAnimation()
        #expect(animation.delegate == nil)
        #expect(animation.timingFunction == nil)
        #expect(animation.isRemovedOnCompletion)
        let property = CAPropertyAnimation()
        #expect(property.keyPath == nil)
        #expect(!property.isAdditive)
        #expect(!property.isCumulative)
        #expect(property.valueFunction == nil)
        #expect(CAPropertyAnimation(keyPath: "opacity").keyPath == "opacity")
        let basic = CABasicAnimation()
        #expect(basic.fromValue == nil)
        #expect(basic.toValue == nil)
        #expect(basic.byValue == nil)
        let spring = CASpringAnimation()
        #expect(spring.mass == 1)
        #expect(spring.stiffness == 100)
        #expect(spring.damping == 10)
        #expect(spring.initialVelocity == 0)
        #expect(spring.settlingDuration > 0)
    }

    /// CAAnimation/animation.m
    @Test func animations_keep_what_is_set() {
        let basic = CABasicAnimation()
        basic.keyPath = "position"
        (basic.toValue, basic.fromValue) = (7, 3)
        let easing = CAMediaTimingFunction(name: .easeIn)
        (basic.timingFunction, basic.isRemovedOnCompletion) = (easing, false)
        (basic.isAdditive, basic.isCumulative) = (true, true)
        #expect(basic.keyPath == "position")
        #expect(basic.toValue as? Int == 7)
        #expect(basic.fromValue as? Int == 3)
        #expect(basic.timingFunction === easing)
        #expect(!basic.isRemovedOnCompletion)
        #expect(basic.isAdditive && basic.isCumulative)
    }

    /// CAAnimation/animation.m
    @Test func animation_owns_its_delegate() {
        final class Delegate: NSObject, CAAnimationDelegate {}
        weak var retained: Delegate?
        let animation = CAAnimation()
        do {
            let delegate = Delegate()
            animation.delegate = delegate
            retained = delegate
        }
        #expect(retained != nil)
        animation.delegate = nil
        #expect(retained == nil)
    }

    /// CAAnimation/animation.m
    @Test func animation_is_copied_with_what_subclasses_add() throws {
        let basic = CABasicAnimation(keyPath: "position")
        (basic.duration, basic.toValue, basic.repeatCount) = (3, 7, 2)
        let copy = try #require(basic.copy() as? CABasicAnimation)
        #expect(copy !== basic)
        #expect(copy.duration == 3)
        #expect(copy.repeatCount == 2)
        #expect(copy.keyPath == "position")
        #expect(copy.toValue as? Int == 7)
    }

    /// CAAnimation/archiving.m; CAValueFunction/valuefunction.m. The path and what shapes the curve are ours to keep too.
    @Test func animations_are_archived() throws {
        func passed<Animation: CAAnimation>(_ animation: Animation) throws -> Animation {
            let data = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: false)
            let reader = try NSKeyedUnarchiver(forReadingFrom: data)
            reader.requiresSecureCoding = false
            return try #require(reader.decodeObject(forKey: NSKeyedArchiveRootObjectKey) as? Animation)
        }
        let basic = CABasicAnimation(keyPath: "transform")
        (basic.duration, basic.repeatCount, basic.toValue) = (3, 2, 7)
        basic.valueFunction = CAValueFunction(name: .scaleX)
        let back = try passed(basic)
        #expect(back.keyPath == "transform")
        #expect(back.duration == 3)
        #expect(back.repeatCount == 2)
        #expect(back.toValue as? Int == 7)
        #expect(back.valueFunction?.name == .scaleX)
        let frames = CAKeyframeAnimation(keyPath: "opacity")
        (frames.values, frames.calculationMode, frames.rotationMode) = ([1, 2], .cubicPaced, .rotateAutoReverse)
        frames.tensionValues = [0.5, 1]
        frames.path = unsafe CGPath(ellipseIn: CGRect(x: 0, y: 0, width: 9, height: 4), transform: nil)
        let again = try passed(frames)
        #expect(again.keyPath == "opacity")
        #expect(again.values?.count == 2)
        #expect(again.calculationMode == .cubicPaced)
        #expect(again.rotationMode == .rotateAutoReverse)
        #expect(again.tensionValues == [0.5, 1])
        #expect(again.path == frames.path)
    }

    /// CAKeyframeAnimation/properties.m
    @Test func keyframes_start_as_apples() {
        let frames = CAKeyframeAnimation(keyPath: "opacity")
        #expect(frames.calculationMode == .linear)
        #expect(frames.values == nil)
        #expect(frames.keyTimes == nil)
        #expect(frames.timingFunctions == nil)
        #expect(CAAnimationCalculationMode.linear.rawValue == "linear")
        #expect(CAAnimationCalculationMode.discrete.rawValue == "discrete")
        #expect(CAAnimationCalculationMode.paced.rawValue == "paced")
        #expect(CAAnimationCalculationMode.cubic.rawValue == "cubic")
        #expect(CAAnimationCalculationMode.cubicPaced.rawValue == "cubicPaced")
        #expect(CAAnimationRotationMode.rotateAuto.rawValue == "auto")
        #expect(CAAnimationRotationMode.rotateAutoReverse.rawValue == "autoReverse")
        #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String == "linear")
        #expect(CAKeyframeAnimation.defaultValue(forKey: "values") == nil)
        frames.calculationMode = CAAnimationCalculationMode(rawValue: "nonsense")
        #expect(frames.calculationMode.rawValue == "nonsense")
    }

    /// CAAnimationGroup/group.m
    @Test func group_holds_its_animations() throws {
        let group = CAAnimationGroup()
        #expect(group.animations == nil)
        let (a, b) = (CABasicAnimation(keyPath: "opacity"), CABasicAnimation(keyPath: "position"))
        (group.animations, group.duration) = ([a, b], 3)
        #expect(group.animations?.count == 2)
        #expect(group.animations?.first === a && group.animations?.last === b)
        let copy = try #require(group.copy() as? CAAnimationGroup)
        #expect(copy.animations?.first === a, "the animations themselves, not copies of them")
        #expect(copy.duration == 3)
        group.animations = nil
        #expect(group.animations == nil)
    }

    /// CAMediaTimingFunction/camediatimingfunction.m
    @Test func timingFunction_control_points_are_apples() {
        #expect(points(CAMediaTimingFunction(controlPoints: 0.1, 1, 1, 0.2)) == [0, 0, 0.1, 1, 1, 0.2, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .linear)) == [0, 0, 0, 0, 1, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .easeIn)) == [0, 0, 0.42, 0, 1, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .easeOut)) == [0, 0, 0, 0, 0.58, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .easeInEaseOut)) == [0, 0, 0.42, 0, 0.58, 1, 1, 1])
        #expect(points(CAMediaTimingFunction(name: .default)) == [0, 0, 0.25, 0.1, 0.25, 1, 1, 1])
    }

    /// CAValueFunction/valuefunction.m
    @Test func valueFunctions_have_apples_names() {
        let names = [
            "rotateX", "rotateY", "rotateZ", "scale", "scaleX", "scaleY", "scaleZ", "translate", "translateX",
            "translateY",
            "translateZ",
        ]
        for name in names {
            let function = CAValueFunction(name: CAValueFunctionName(rawValue: name))
            #expect(function?.name.rawValue == name)
            #expect(function == CAValueFunction(name: CAValueFunctionName(rawValue: name)))
        }
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "notAValueFunction")) == nil)
        #expect(CAValueFunction(name: CAValueFunctionName(rawValue: "")) == nil)
        #expect(CAValueFunction(name: .rotateX) != CAValueFunction(name: .rotateY))
    }

    // MARK: Transactions

    /// CATransaction/transaction.m
    @Test func transaction_values_are_apples() {
        #expect(kCATransactionAnimationDuration == "animationDuration")
        #expect(kCATransactionDisableActions == "disableActions")
        #expect(kCATransactionAnimationTimingFunction == "animationTimingFunction")
        #expect(CATransaction.animationDuration() == 0.25)
        #expect(!CATransaction.disableActions())
        #expect(CATransaction.animationTimingFunction() == nil)
        CATransaction.begin()
        #expect(CATransaction.animationDuration() == 0.25)
        CATransaction.setAnimationDuration(1.5)
        #expect(CATransaction.animationDuration() == 1.5)
        CATransaction.setDisableActions(true)
        #expect(CATransaction.disableActions())
        CATransaction.setAnimationTimingFunction(CAMediaTimingFunction(name: .easeIn))
        #expect(CATransaction.animationTimingFunction() == CAMediaTimingFunction(name: .easeIn))
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25)
        #expect(!CATransaction.disableActions())
        #expect(CATransaction.animationTimingFunction() == nil)
    }

    /// CATransaction/transaction.m
    @Test func transactions_nest_as_apples() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(1)
        CATransaction.setDisableActions(true)
        CATransaction.begin()
        #expect(CATransaction.animationDuration() == 1)
        #expect(CATransaction.disableActions())
        CATransaction.setAnimationDuration(2)
        #expect(CATransaction.animationDuration() == 2)
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 1)
        #expect(CATransaction.disableActions())
        CATransaction.commit()
    }

    /// CATransaction/transaction.m
    @Test func transaction_keys_and_accessors_agree() {
        CATransaction.begin()
        CATransaction.setAnimationDuration(0.75)
        #expect(CATransaction.value(forKey: kCATransactionAnimationDuration) as? Double == 0.75)
        CATransaction.setValue(1.25, forKey: kCATransactionAnimationDuration)
        #expect(CATransaction.animationDuration() == 1.25)
        CATransaction.setDisableActions(true)
        #expect(CATransaction.value(forKey: kCATransactionDisableActions) as? Bool == true)
        CATransaction.setValue(false, forKey: kCATransactionDisableActions)
        #expect(!CATransaction.disableActions())
        #expect(CATransaction.value(forKey: "aKeyNobodyDefined") == nil)
        CATransaction.setValue("stored", forKey: "aKeyNobodyDefined")
        #expect(CATransaction.value(forKey: "aKeyNobodyDefined") as? String == "stored")
        CATransaction.commit()
    }

    /// CATransaction/transaction.m
    @Test func transaction_commit_without_begin_does_nothing() {
        CATransaction.flush()
        CATransaction.commit()
        #expect(CATransaction.animationDuration() == 0.25)
        CATransaction.lock()
        CATransaction.unlock()
    }

    /// CATransaction/completion.m
    @Test func completion_block_reads_as_apples() {
        CATransaction.begin()
        #expect(CATransaction.completionBlock() == nil)
        CATransaction.setCompletionBlock {}
        #expect(CATransaction.completionBlock() != nil)
        CATransaction.begin()
        #expect(CATransaction.completionBlock() != nil, "a nested transaction reads the one it is nested in")
        CATransaction.commit()
        CATransaction.setCompletionBlock(nil)
        #expect(CATransaction.completionBlock() == nil)
        CATransaction.commit()
        turn()
        #expect(CATransaction.completionBlock() == nil)
    }

    /// CATransaction/completion.m
    @Test func completion_block_runs_in_a_turn_of_the_run_loop() {
        var ran = 0
        CATransaction.begin()
        CATransaction.setCompletionBlock { ran += 1 }
        turn()
        #expect(ran == 0, "a transaction still open does not run it")
        CATransaction.begin()
        CATransaction.commit()
        turn()
        #expect(ran == 0, "nor does committing a nested one")
        CATransaction.commit()
        #expect(ran == 0, "committing does not run it there and then")
        turn()
        #expect(ran == 1)
        turn()
        #expect(ran == 1, "once")
    }

    /// CATransaction/completion.m
    @Test func completion_blocks_add_up_and_outlive_clearing() {
        var log: [String] = []
        CATransaction.begin()
        CATransaction.setCompletionBlock { log.append("first") }
        CATransaction.setCompletionBlock { log.append("second") }
        CATransaction.setCompletionBlock(nil)
        CATransaction.commit()
        turn()
        #expect(log.sorted() == ["first", "second"])
    }

    /// CABase/mediatime.m
    @Test func media_time_is_no_wall_clock_and_never_goes_back() {
        let first = CACurrentMediaTime()
        #expect(first > 0 && first.isFinite)
        #expect(Date().timeIntervalSince1970 - first > 365 * 24 * 60 * 60)
        var before = first
        for _ in 0..<1000 {
            let now = CACurrentMediaTime()
            #expect(now >= before)
            before = now
        }
    }
}
