import CoreGraphics
import Foundation
import MicaWire
import Testing

@testable import QuartzCore

class Dial: CALayer {
    var needle = 1.0
    // Safe because: only one test makes presentation copies of this class.
    nonisolated(unsafe) static var copies = 0
    override init() {
        super.init()
        needle = 2
    }
    override init(layer: Any) {
        super.init(layer: layer)
        unsafe Dial.copies += 1
        if let other = layer as? Dial { needle = other.needle }
    }
    required init?(coder: NSCoder) { super.init(coder: coder) }
}

class RoundDial: Dial {
    let rim = "brass"
}

class PlainSubclass: CALayer {
    var extra = 5
}

class Wobble: CABasicAnimation {
    var strength = 3.0
    override func copy(with zone: NSZone? = nil) -> Any {
        let copy = super.copy(with: zone)
        (copy as? Wobble)?.strength = strength
        return copy
    }
}

/// *Source*: Apple, Core Animation Programming Guide, "Key-Value Coding Extensions", listing C-1.
final class Masked: CALayer {
    override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "masksToBounds": true
        case "opacity": 0.5
        case "cornerRadius": NSNumber(value: 7)
        case "backgroundColor": CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        case "contentsGravity": CALayerContentsGravity.center
        case "needsDisplayOnBoundsChange": NSNumber(value: true)
        case "mine": "own"
        default: super.defaultValue(forKey: key)
        }
    }
}

final class ThickLine: CAShapeLayer {
    override class func defaultValue(forKey key: String) -> Any? {
        key == "lineWidth" ? 4 : super.defaultValue(forKey: key)
    }
}

final class Slow: CABasicAnimation {
    override class func defaultValue(forKey key: String) -> Any? {
        switch key {
        case "duration": 3.0
        case "removedOnCompletion": false
        case "fillMode": CAMediaTimingFillMode.forwards.rawValue
        default: super.defaultValue(forKey: key)
        }
    }
}

@Suite(.serialized) struct SubclassingTests {
    @Test func default_of_a_class_is_the_value_of_a_layer() throws {
        let layer = Masked()
        #expect(layer.masksToBounds && layer.opacity == 0.5 && layer.cornerRadius == 7)
        #expect(layer.backgroundColor?.components == [1, 0, 0, 1] && layer.contentsGravity == .center)
        #expect(layer.needsDisplayOnBoundsChange && layer.value(forKey: "mine") as? String == "own")
        #expect((layer.value(forKey: "opacity") as? NSNumber)?.doubleValue == 0.5)
        #expect(!layer.shouldArchiveValue(forKey: "opacity"), "it was not set")
        #expect(ThickLine().lineWidth == 4 && CAShapeLayer().lineWidth == 1)
        // A value that is set counts, and a copy has it.
        layer.opacity = 0.75
        #expect(makeLayer(of: Masked.self, copying: layer).opacity == 0.75)
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(Masked()) }
        let shown = try #require(tree.root.sublayers?.last)
        #expect(MediaClock.with(time: 0) { shown.presentation()?.cornerRadius } == 7)
    }

    @Test func default_of_each_class_is_the_value_of_its_objects() {
        let layers: [CALayer] = [
            CALayer(), CAShapeLayer(), CAGradientLayer(), CATextLayer(), CAScrollLayer(), CATiledLayer(),
            CAReplicatorLayer(), CATransformLayer(), CAEmitterLayer(), CAMetalLayer(),
        ]
        for layer in layers {
            let type = type(of: layer)
            for row in LayerPropertyTable.rows where !row.owners.isDisjoint(with: type.classes) {
                guard let wanted = type.defaultValue(forKey: row.key) else { continue }
                let have = PropertyValue(object: layer.value(forKey: row.key), kind: row.kind)
                #expect(have == PropertyValue(object: wanted, kind: row.kind), "\(type).\(row.key)")
            }
        }
        let animations = [
            CABasicAnimation(), CAKeyframeAnimation(), CASpringAnimation(), CATransition(), CAAnimationGroup(),
        ]
        for animation in animations {
            let type = type(of: animation)
            for row in type.rows {
                let (have, wanted) = (animation.value(forKey: row.key), type.defaultValue(forKey: row.key))
                #expect("\(have as Any)" == "\(wanted as Any)", "\(type).\(row.key)")
            }
        }
    }

    @Test func default_of_a_class_is_the_value_of_an_animation() throws {
        let slow = Slow(keyPath: "opacity")
        #expect(slow.duration == 3 && !slow.isRemovedOnCompletion && slow.fillMode == .forwards)
        (slow.duration, slow.fillMode) = (0, .removed)
        #expect(slow.value(forKey: "duration") as? Double == 0)
        let copy = try #require(slow.copy() as? Slow)
        #expect(copy.duration == 0 && copy.fillMode == .removed && !copy.isRemovedOnCompletion)
        #expect(CABasicAnimation.defaultValue(forKey: "additive") as? Bool == false)
        #expect(CASpringAnimation.defaultValue(forKey: "stiffness") as? Double == 100)
        #expect(CASpringAnimation.defaultValue(forKey: "damping") as? Double == 10)
        #expect(CASpringAnimation().value(forKey: "mass") as? Double == 1)
        #expect(CAKeyframeAnimation.defaultValue(forKey: "calculationMode") as? String == "linear")
    }

    @Test func presentation_copy_is_of_the_subclass() throws {
        let dial = RoundDial()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(dial) }
        dial.needle = 7
        let shown = try #require(MediaClock.with(time: 0) { dial.presentation() })
        #expect(type(of: shown) == RoundDial.self)
        #expect(shown.needle == 7)
        #expect(shown.rim == "brass")
        #expect(shown !== dial)
        #expect(shown.model() === dial)
    }

    @Test func presentation_copy_runs_the_overridden_initialiser_once() throws {
        let dial = RoundDial()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(dial) }
        unsafe Dial.copies = 0
        _ = try #require(MediaClock.with(time: 0) { dial.presentation() })
        unsafe #expect(Dial.copies == 1)
    }

    @Test func subclass_without_initialisers_is_copied_too() throws {
        let layer = PlainSubclass()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(layer) }
        let shown = try #require(MediaClock.with(time: 0) { layer.presentation() })
        #expect(type(of: shown) == PlainSubclass.self)
        #expect(shown.extra == 5)
    }

    @Test func animation_copy_is_of_the_subclass() throws {
        let wobble = Wobble(keyPath: "opacity")
        wobble.strength = 9
        wobble.toValue = 0.5
        wobble.repeatCount = 2.5
        let layer = CALayer()
        layer.add(wobble, forKey: "wobble")
        let retained = try #require(layer.animation(forKey: "wobble") as? Wobble)
        #expect(retained !== wobble)
        #expect(retained.strength == 9)
        #expect(retained.toValue as? Double == 0.5)
        #expect(retained.repeatCount == 2.5)
    }

    @Test func archive_gives_back_the_subclass_and_its_values() throws {
        let layer = RoundDial()
        layer.bounds = CGRect(x: 1, y: 2, width: 30, height: 40)
        layer.backgroundColor = CGColor(srgbRed: 0.1, green: 0.2, blue: 0.3, alpha: 0.4)
        layer.transform = CATransform3DMakeRotation(0.5, 0, 0, 1)
        layer.borderColor = nil
        let child = PlainSubclass()
        child.name = "child"
        child.opacity = 0.25
        layer.addSublayer(child)
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let back = try #require(
            try NSKeyedUnarchiver.unarchivedObject(
                ofClasses: [CALayer.self, RoundDial.self, PlainSubclass.self, NSArray.self], from: data) as? RoundDial)
        #expect(back.bounds == layer.bounds)
        #expect(back.backgroundColor == layer.backgroundColor)
        #expect(CATransform3DEqualToTransform(back.transform, layer.transform))
        #expect(back.borderColor == nil)
        #expect(back.sublayers?.count == 1)
        #expect(back.sublayers?.first is PlainSubclass)
        #expect(back.sublayers?.first?.name == "child")
        #expect(back.sublayers?.first?.opacity == 0.25)
        #expect(back.sublayers?.first?.superlayer === back)
    }
}

/// Top-level and not private: Foundation's archivers on Linux take no other class.
final class ReservedAnimation: CABasicAnimation {
    override func shouldArchiveValue(forKey key: String) -> Bool { key != "toValue" }
}

extension SubclassingTests {
    @Test func archive_of_an_animation_asks_what_to_leave_out() throws {
        let animation = ReservedAnimation(keyPath: "opacity")
        (animation.fromValue, animation.toValue) = (0.25, 0.75)
        let data = try NSKeyedArchiver.archivedData(withRootObject: animation, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: ReservedAnimation.self, from: data))
        #expect(read.fromValue as? Double == 0.25 && read.toValue == nil && read.keyPath == "opacity")
        #expect(CAAnimation().shouldArchiveValue(forKey: "duration"))
    }
}
