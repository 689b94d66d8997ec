import CoreGraphics
import Foundation
import Mica
import MicaBase
import QuartzCore
import Testing

/// Properties of every type that facts were measured of.
final class TypedLayer: CALayer {
    @LayerProperty("bool") var bool = false
    @LayerProperty("char") var char = Int8(0)
    @LayerProperty("byte") var byte = UInt8(0)
    @LayerProperty("short") var short = Int16(0)
    @LayerProperty("word") var word = UInt16(0)
    @LayerProperty("int") var int = Int32(0)
    @LayerProperty("unsigned") var unsigned = UInt32(0)
    @LayerProperty("integer") var integer = 0
    @LayerProperty("natural") var natural = UInt(0)
    @LayerProperty("float") var float = Float(0)
    @LayerProperty("double") var double = 0.0
    @LayerProperty("text") var text: String? = nil
    @LayerProperty("point") var point = CGPoint.zero
    @LayerProperty("size") var size = CGSize.zero
    @LayerProperty("rect") var rect = CGRect.null
    @LayerProperty("turn") var turn = CATransform3DIdentity
    @LayerProperty("color") var color: CGColor? = nil
    @LayerProperty("outline") var outline: CGPath? = nil
    @LayerProperty("list") var list: [CGFloat] = []
}

/// A layer that fills a part of itself, and is drawn anew as the part changes.
private class Gauge: CALayer {
    @LayerProperty("level") var level: CGFloat = 0.25
    /// The number of drawings, and the contents.
    var drawnLevels: [CGFloat] { (model() as Gauge).log }
    private var log: [CGFloat] = []

    override class func needsDisplay(forKey key: String) -> Bool {
        key == "level" || super.needsDisplay(forKey: key)
    }
    override func draw(in ctx: CGContext) {
        (model() as Gauge).log.append(level)
        ctx.setFillColor(CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1))
        ctx.fill(CGRect(x: 0, y: 0, width: bounds.width * level, height: bounds.height))
    }
}

/// A gauge whose level animates when it is set.
private final class LivelyGauge: Gauge {
    override func action(forKey event: String) -> (any CAAction)? {
        guard event == "level" else { return super.action(forKey: event) }
        let animation = CABasicAnimation(keyPath: event)
        animation.fromValue = presentation()?.level
        return animation
    }
}

/// A layer with a key that is another class's property.
private final class Pie: CALayer {
    @LayerProperty("lineWidth") var lineWidth: CGFloat = 1
    @LayerProperty("path") var path: CGFloat = 2
}

/// Facts DY-1...: measured on Apple's QuartzCore of `@dynamic` properties, gnustep/libs-quartzcore,
/// Tests/quartzcore/CALayer/dynamic.m; here they are declared with `@LayerProperty`.
@Suite struct CustomPropertyFactTests {
    @Test func declared_properties_begin_with_nothing_and_keep_their_values() {
        let layer = TypedLayer()
        #expect(!layer.bool, "DY-1")
        layer.bool = true
        #expect(layer.bool, "DY-2")
        #expect(layer.int == 0, "DY-3")
        layer.int = -42
        #expect(layer.int == -42, "DY-4")
        layer.unsigned = 42
        #expect(layer.unsigned == 42, "DY-5")
        layer.short = 7
        #expect(layer.short == 7, "DY-6")
        layer.float = 1.5
        #expect(layer.float == 1.5, "DY-7")
        layer.double = 2.25
        #expect(layer.double == 2.25, "DY-8")
        layer.char = 97
        #expect(layer.char == 97, "DY-9")
        layer.byte = 200
        #expect(layer.byte == 200, "DY-10")
        layer.word = 7
        #expect(layer.word == 7, "DY-11")
        layer.integer = -1_234_567_890_123
        #expect(layer.integer == -1_234_567_890_123, "DY-12")
        layer.natural = 1_234_567_890_123
        #expect(layer.natural == 1_234_567_890_123, "DY-13")
        layer.integer = -9_007_199_254_740_993
        #expect(layer.integer == -9_007_199_254_740_993, "DY-14")
    }

    @Test func declared_objects_begin_as_nil() {
        let layer = TypedLayer()
        #expect(layer.text == nil, "DY-15")
        layer.text = "hello"
        #expect(layer.text == "hello", "DY-16")
        layer.text = nil
        #expect(layer.text == nil, "DY-17")
    }

    @Test func declared_properties_have_keys() {
        let layer = TypedLayer()
        layer.int = -42
        #expect((layer.value(forKey: "int") as? NSNumber)?.intValue == -42, "DY-18")
        layer.setValue(NSNumber(value: 99), forKey: "int")
        #expect(layer.int == 99, "DY-19")
    }

    @Test func declared_properties_belong_to_the_layer() {
        let (first, second) = (TypedLayer(), TypedLayer())
        first.int = 11
        #expect(second.int == 0, "DY-20")
        second.int = 22
        #expect(first.int == 11, "DY-21")
    }

    @Test func declared_structures_keep_their_values() {
        let layer = TypedLayer()
        layer.point = CGPoint(x: 3, y: 4)
        #expect(layer.point == CGPoint(x: 3, y: 4), "DY-22")
    }
}

@Suite struct CustomPropertyTests {
    @Test func declared_value_is_found_by_key_before_it_is_set() {
        #expect(Gauge().value(forKey: "level") as? CGFloat == 0.25)
        #expect(LivelyGauge().value(forKey: "level") as? CGFloat == 0.25, "declared by the superclass")
        #expect(CALayer().value(forKey: "level") == nil)
    }

    @Test func declared_values_are_copied_and_archived() throws {
        let layer = TypedLayer()
        layer.point = CGPoint(x: 3, y: 4)
        layer.color = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
        layer.double = 2.5
        let copy = makeLayer(of: TypedLayer.self, copying: layer)
        #expect(copy.point == layer.point && copy.double == 2.5 && copy.color == layer.color)
        #expect(layer.shouldArchiveValue(forKey: "point") && !layer.shouldArchiveValue(forKey: "size"))
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: TypedLayer.self, from: data))
        #expect(read.point == layer.point && read.double == 2.5 && read.color == layer.color && read.size == .zero)
    }

    @Test func changed_value_asks_for_drawing() {
        let gauge = Gauge()
        gauge.level = 0.5
        #expect(gauge.needsDisplay())
        gauge.displayIfNeeded()
        gauge.level = 0.5
        #expect(!gauge.needsDisplay())
        gauge.setValue(0.75, forKey: "level")
        #expect(gauge.needsDisplay())
        #expect(gauge.level == 0.75)
        gauge.setValue(1, forKey: "level")
        #expect(gauge.level == 1)
        gauge.setValue(NSNumber(value: 0.1), forKey: "level")
        #expect(gauge.level == 0.1)
        let typed = TypedLayer()
        typed.double = 4
        #expect(!typed.needsDisplay())
    }

    @Test func presentation_has_the_animated_values() throws {
        let layer = TypedLayer()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(layer) }
        let changes: [(String, Any, Any)] = [
            ("double", 0.0, 4.0), ("float", Float(0), Float(1)), ("int", 0, 10),
            ("point", CGPoint.zero, CGPoint(x: 4, y: 8)), ("size", CGSize.zero, CGSize(width: 4, height: 8)),
            ("rect", CGRect.zero, CGRect(x: 4, y: 8, width: 12, height: 16)),
            (
                "color", CGColor(srgbRed: 0, green: 0, blue: 0, alpha: 1),
                CGColor(srgbRed: 1, green: 0.5, blue: 0, alpha: 1)
            ),
            ("list", [0, 0] as [CGFloat], [4, 8] as [CGFloat]),
            ("turn", CATransform3DIdentity, CATransform3DMakeTranslation(8, 4, 0)),
        ]
        tree.implicitly {
            for (key, from, to) in changes {
                let animation = CABasicAnimation(keyPath: key)
                (animation.fromValue, animation.toValue, animation.duration) = (from, to, 4)
                layer.add(animation, forKey: key)
            }
        }
        let shown = try #require(MediaClock.with(time: 1) { layer.presentation() })
        #expect(shown.double == 1 && shown.float == 0.25)
        #expect(shown.int == 3, "rounded")
        #expect(shown.point == CGPoint(x: 1, y: 2) && shown.size == CGSize(width: 1, height: 2))
        #expect(shown.rect == CGRect(x: 1, y: 2, width: 3, height: 4))
        #expect(shown.color?.components == [0.25, 0.125, 0, 1])
        #expect(shown.list == [1, 2])
        #expect(shown.turn.m41 == 2 && shown.turn.m42 == 1)
        #expect(layer.double == 0 && layer.point == .zero, "the model is not changed")
    }

    @Test func keyframes_groups_parts_and_sums_reach_declared_values() throws {
        let layer = TypedLayer()
        layer.double = 10
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(layer) }
        tree.implicitly {
            let frames = CAKeyframeAnimation(keyPath: "double")
            (frames.values, frames.duration) = ([0, 8, 0], 4)
            let x = CABasicAnimation(keyPath: "point.x")
            (x.toValue, x.duration) = (4, 4)
            let group = CAAnimationGroup()
            (group.animations, group.duration) = ([frames, x], 4)
            layer.add(group, forKey: "both")
            let sum = CABasicAnimation(keyPath: "double")
            (sum.fromValue, sum.toValue, sum.isAdditive, sum.duration) = (100, 100, true, 4)
            layer.add(sum, forKey: "sum")
        }
        let shown = try #require(MediaClock.with(time: 1) { layer.presentation() })
        #expect(shown.double == 104)
        #expect(shown.point == CGPoint(x: 1, y: 0))
        let after = try #require(MediaClock.with(time: 5) { layer.presentation() })
        #expect(after.double == 10)
    }

    @Test func key_of_another_class_can_be_declared() throws {
        let pie = Pie()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(pie) }
        tree.implicitly {
            for key in ["lineWidth", "path"] {
                let animation = CABasicAnimation(keyPath: key)
                (animation.fromValue, animation.toValue, animation.duration) = (0, 8, 4)
                pie.add(animation, forKey: key)
            }
        }
        let shown = try #require(MediaClock.with(time: 1) { pie.presentation() })
        #expect(shown.lineWidth == 2 && shown.path == 2)
    }

    @Test func animation_of_an_unknown_key_has_no_effect() {
        let layer = CALayer()
        let tree = TestTree()
        tree.implicitly { tree.root.addSublayer(layer) }
        tree.implicitly {
            let animation = CABasicAnimation(keyPath: "nobodysKey")
            (animation.fromValue, animation.toValue, animation.duration) = ("a", "b", 1)
            layer.add(animation, forKey: "x")
        }
        #expect(layer.animationKeys() == ["x"])
        #expect(MediaClock.with(time: 0.5) { layer.presentation()?.value(forKey: "nobodysKey") } == nil)
        tree.deliverEvents(at: 1)
        #expect(layer.animationKeys() == nil)
    }
}

@Suite struct AnimatedDrawingTests {
    /// A gauge of 100 x 4 in a renderer.
    private func stage<G: Gauge>(_ gauge: G) -> LayerRenderer {
        let root = CALayer()
        root.bounds.size = CGSize(width: 100, height: 4)
        gauge.frame = root.bounds
        gauge.setNeedsDisplay()
        root.addSublayer(gauge)
        return LayerRenderer(layer: root)
    }

    /// How many columns are filled.
    private func filled(_ renderer: LayerRenderer, _ time: Double) -> Int {
        let bitmap = renderer.bitmap(at: time)
        return (0..<100).filter { bitmap[$0, 2] == 0xFFFF_0000 }.count
    }

    private func rise(from: CGFloat = 0, to: CGFloat = 1, duration: Double = 1) -> CABasicAnimation {
        let animation = CABasicAnimation(keyPath: "level")
        (animation.fromValue, animation.toValue, animation.duration) = (from, to, duration)
        return animation
    }

    @Test func animated_layer_is_drawn_at_every_refresh() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        gauge.add(rise(), forKey: "rise")
        // At k / 60 s, which is k / 60 of the way.
        for k in [0, 15, 30, 45, 59] { #expect(filled(renderer, Double(k) / 60) == k * 100 / 60, "\(k)") }
        #expect(filled(renderer, 1) == 25, "the model's again")
        #expect(gauge.drawing.statistics.presentations >= 60)
    }

    @Test func frames_are_the_same_in_any_order() {
        let times = [0.5, 0.1, 0.9, 0.25, 1.5, 0.0, 0.75]
        func pictures(_ order: [Double]) -> [Double: Bitmap] {
            let gauge = Gauge()
            let renderer = stage(gauge)
            gauge.add(rise(), forKey: "rise")
            return Dictionary(uniqueKeysWithValues: order.map { ($0, renderer.bitmap(at: $0)) })
        }
        #expect(pictures(times) == pictures(times.sorted()))
    }

    @Test func implicit_action_of_a_declared_property_is_drawn() {
        let gauge = LivelyGauge()
        let renderer = stage(gauge)
        renderer.schedule(at: 1) {
            CATransaction.setAnimationDuration(1)
            gauge.level = 0.75
        }
        #expect(filled(renderer, 0.9) == 25)
        #expect(filled(renderer, 1) == 25, "it begins where it was")
        #expect(filled(renderer, 1.5) == 50)
        #expect(filled(renderer, 2) == 75)
        #expect(filled(renderer, 3) == 75)
        // Back in time.
        #expect(filled(renderer, 1.5) == 50)
    }

    @Test func model_is_shown_when_the_animation_is_removed() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        gauge.add(rise(), forKey: "rise")
        renderer.schedule(at: 0.5) { gauge.removeAllAnimations() }
        #expect(filled(renderer, 0.25) == 25)
        #expect(filled(renderer, 0.49) > 25)
        #expect(filled(renderer, 0.6) == 25)
    }

    @Test func animation_that_stays_keeps_its_last_picture() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        let animation = rise(to: 0.5)
        animation.fillMode = .forwards
        animation.isRemovedOnCompletion = false
        gauge.add(animation, forKey: "rise")
        #expect(filled(renderer, 1) == 50)
        #expect(filled(renderer, 5) == 50)
        let count = gauge.drawing.statistics.presentations
        renderer.advance(to: 20)
        #expect(gauge.drawing.statistics.presentations == count, "nothing moves any more")
    }

    @Test func animation_that_waits_is_drawn_when_its_time_comes() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        let animation = rise()
        animation.beginTime = 2
        gauge.add(animation, forKey: "rise")
        #expect(filled(renderer, 1.9) == 25)
        #expect(filled(renderer, 2.5) == 50)
    }

    @Test func property_of_every_layer_can_have_it_drawn_anew() {
        final class Striped: CALayer {
            override class func needsDisplay(forKey key: String) -> Bool { key == "bounds" }
            override func draw(in ctx: CGContext) {
                for x in stride(from: 0, to: bounds.width, by: 4) { ctx.fill(CGRect(x: x, y: 0, width: 2, height: 4)) }
            }
        }
        let (root, layer) = (CALayer(), Striped())
        root.bounds.size = CGSize(width: 100, height: 4)
        layer.anchorPoint = .zero
        layer.bounds.size = CGSize(width: 20, height: 4)
        layer.setNeedsDisplay()
        root.addSublayer(layer)
        let renderer = LayerRenderer(layer: root)
        let widen = CABasicAnimation(keyPath: "bounds.size.width")
        (widen.fromValue, widen.toValue, widen.duration) = (20, 100, 1)
        layer.add(widen, forKey: "widen")
        let bitmap = renderer.bitmap(at: 0.5)
        // Stripes of two points, not stretched ones.
        for x in 0..<100 { #expect((bitmap[x, 1] != 0) == (x < 60 && x % 4 < 2), "\(x)") }
    }

    /// Work on the way to a far time is passed over, and the pictures from then on are the same.
    @Test func far_time_is_reached_without_the_pictures_on_the_way() {
        func prepared() -> (LayerRenderer, [Gauge]) {
            let root = CALayer()
            root.bounds.size = CGSize(width: 100, height: 16)
            let gauges = (0..<4).map { _ in Gauge() }
            for (index, gauge) in gauges.enumerated() {
                gauge.frame = CGRect(x: 0, y: index * 4, width: 100, height: 4)
                gauge.setNeedsDisplay()
                root.addSublayer(gauge)
                let animation = rise(duration: [1, 0.7, 2, 1][index])
                // For ever, for a while, for a while and staying, and from later on.
                animation.repeatCount = [.infinity, 20, 1, .infinity][index]
                (animation.fillMode, animation.isRemovedOnCompletion) = (.forwards, index != 2)
                if index == 3 { animation.beginTime = 30 }
                gauge.add(animation, forKey: "rise")
            }
            let renderer = LayerRenderer(layer: root)
            renderer.schedule(at: 17) { gauges[0].timeOffset = 0.3 }
            return (renderer, gauges)
        }
        let (renderer, gauges) = prepared()
        let (other, others) = prepared()
        for time in [5.0, 13.99, 31.45, 100, 100.5] {
            renderer.jump(to: time)
            #expect(renderer.bitmap(at: time) == other.bitmap(at: time), "at \(time) s")
        }
        func drawn(_ gauges: [Gauge]) -> Int { gauges.reduce(0) { $0 + $1.drawing.statistics.presentations } }
        #expect(drawn(others) > 8000)
        #expect(drawn(gauges) < 30, "\(drawn(gauges)) pictures")
        #expect(renderer.player.commitCount < 20)
        for index in 1...30 {
            let time = 100.5 + Double(index) / 30
            #expect(renderer.bitmap(at: time) == other.bitmap(at: time), "at \(time) s")
        }
    }

    @Test func ends_that_somebody_hears_of_are_told_at_their_times_on_the_way() {
        final class Log: NSObject, CAAnimationDelegate {
            var ends: [Double] = []
            weak var renderer: LayerRenderer?
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { ends.append(renderer?.time ?? .nan) }
        }
        func prepared(_ log: Log) -> LayerRenderer {
            let root = CALayer()
            root.bounds.size = CGSize(width: 100, height: 10)
            for index in 0..<200 {
                let layer = CALayer()
                layer.frame = CGRect(x: index % 100, y: index / 100 * 5, width: 1, height: 5)
                layer.backgroundColor = CGColor(gray: 1, alpha: 1)
                root.addSublayer(layer)
                let fade = CABasicAnimation(keyPath: "opacity")
                (fade.fromValue, fade.toValue, fade.duration) = (0.0, 0.5, 1 + Double(index) / 7)
                (fade.fillMode, fade.isRemovedOnCompletion) = (.forwards, index % 3 != 0)
                if index % 50 == 7 { fade.delegate = log }
                layer.add(fade, forKey: nil)
            }
            let renderer = LayerRenderer(layer: root)
            log.renderer = renderer
            return renderer
        }
        let (log, other) = (Log(), Log())
        let (far, plain) = (prepared(log), prepared(other))
        far.jump(to: 100)
        plain.advance(to: 100)
        #expect(log.ends.count == 4 && log.ends == other.ends)
        #expect(far.bitmap(at: 100) == plain.bitmap(at: 100))
        #expect(far.player.commitCount < 10 && plain.player.commitCount > 100)
    }

    @Test func stopped_layer_is_not_drawn_again() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        gauge.speed = 0
        gauge.timeOffset = 0.5
        let animation = rise()
        animation.beginTime = 1e-9
        gauge.add(animation, forKey: "rise")
        #expect(filled(renderer, 1) == 50)
        let count = gauge.drawing.statistics.presentations
        renderer.advance(to: 5)
        #expect(gauge.drawing.statistics.presentations == count)
        gauge.timeOffset = 0.75
        #expect(filled(renderer, 5.1) == 75)
    }

    @Test func pictures_that_no_frame_shows_are_never_drawn() {
        let gauge = Gauge()
        let renderer = stage(gauge)
        gauge.add(rise(), forKey: "rise")
        renderer.advance(to: 0.9)
        let resource = (gauge.contents as? CGImage)?.resource
        #expect(resource?.isDecoded == false)
        _ = renderer.bitmap(at: 0.9)
        #expect(resource?.isDecoded == true)
    }
}

/// Images that count how often they are decoded.
final class ImageCacheProbe: Sendable {
    private let cache: ImageCache
    init(early: Bool = true, budget: Int = 1 << 20) { cache = ImageCache(budget: budget, wantsPixelsEarly: early) }
    var decodes: Int { cache.statistics.decodes }
    func image() -> CGImage {
        CGImage(
            resource: ImageResource(width: 4, height: 4, isOpaque: false, cache: cache) { [cache] in
                cache.countDecode()
                return Bitmap(width: 4, height: 4)
            })
    }
}

@Suite struct PrepareStepTests {
    @Test func images_are_decoded_by_the_commit() {
        let (counter, layer, tree) = (ImageCacheProbe(), CALayer(), TestTree())
        layer.contents = counter.image()
        #expect(counter.decodes == 0)
        tree.implicitly { tree.root.addSublayer(layer) }
        #expect(counter.decodes == 1)
        tree.implicitly { layer.opacity = 0.5 }
        #expect(counter.decodes == 1)
    }

    @Test func images_of_hidden_layers_are_decoded_when_they_are_drawn() {
        let (counter, layer, tree) = (ImageCacheProbe(), CALayer(), TestTree())
        layer.contents = counter.image()
        layer.isHidden = true
        tree.implicitly { tree.root.addSublayer(layer) }
        #expect(counter.decodes == 0)
    }

    @Test func images_that_are_wanted_late_are_not_decoded_by_the_commit() {
        let (counter, layer, tree) = (ImageCacheProbe(early: false), CALayer(), TestTree())
        layer.contents = counter.image()
        tree.implicitly { tree.root.addSublayer(layer) }
        #expect(counter.decodes == 0)
    }

    @Test func images_that_find_no_room_are_decoded_when_they_are_drawn() {
        // Two images of 4 x 4 pixels fit.
        let (counter, tree) = (ImageCacheProbe(budget: 130), TestTree())
        tree.implicitly {
            for _ in 0..<5 {
                let layer = CALayer()
                layer.contents = counter.image()
                tree.root.addSublayer(layer)
            }
        }
        #expect(counter.decodes == 2)
    }
}
