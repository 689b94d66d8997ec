import CoreGraphics
import Foundation
import Mica
import MicaRandom
import MicaTrace
import MicaWire
import QuartzCore
import Testing

/// CATransition's API; its pictures are in the reftests.
@Suite(.serialized) struct TransitionTests {
    private let red = CGColor(srgbRed: 1, green: 0, blue: 0, alpha: 1)
    private let blue = CGColor(srgbRed: 0, green: 0, blue: 1, alpha: 1)

    private func tree() -> (TestTree, CALayer) {
        let (tree, layer) = (TestTree(), CALayer())
        tree.transaction { tree.root.addSublayer(layer) }
        return (tree, layer)
    }

    @Test func transition_crosses_with_all_that_it_says() throws {
        let (tree, layer) = tree()
        let transition = CATransition()
        (transition.type, transition.subtype) = (.push, .fromTop)
        (transition.startProgress, transition.endProgress) = (0.25, 0.75)
        transition.timingFunction = CAMediaTimingFunction(name: .easeIn)
        tree.transaction { layer.add(transition, forKey: "mine") }
        let edit = try #require(tree.commits.last?.changes.first?.animations.first)
        guard case .add("transition", let state) = edit, case .transition(let crossed) = state.content else {
            Issue.record("\(edit)")
            return
        }
        #expect(crossed == TransitionState(.push, .fromTop, start: 0.25, end: 0.75))
        #expect(state.timing.duration == 0.25)
        #expect(state.curve == TimingCurve(Double(Float(0.42)), 0, 1, 1))
    }

    @Test func transition_replaces_the_one_before_whatever_their_keys() {
        let (tree, layer) = tree()
        tree.transaction {
            layer.add(CATransition(), forKey: "one")
            layer.add(CATransition(), forKey: "two")
            layer.add(CATransition(), forKey: nil)
        }
        #expect(layer.animationKeys() == [kCATransition])
        #expect(layer.animation(forKey: kCATransition) is CATransition)
    }

    @Test func transition_is_removed_when_it_is_over_and_tells_its_delegate() {
        final class Delegate: NSObject, CAAnimationDelegate {
            var log: [String] = []
            func animationDidStart(_ anim: CAAnimation) { log.append("start") }
            func animationDidStop(_ anim: CAAnimation, finished flag: Bool) { log.append("stop \(flag)") }
        }
        let (tree, layer) = tree()
        let (transition, delegate) = (CATransition(), Delegate())
        transition.delegate = delegate
        tree.transaction { layer.add(transition, forKey: nil) }
        tree.deliverEvents(at: 0.1)
        #expect(layer.animationKeys() == ["transition"])
        tree.deliverEvents(at: 0.25)
        #expect(layer.animationKeys() == nil)
        #expect(delegate.log == ["start", "stop true"])
    }

    @Test func transition_works_as_an_action() {
        let (tree, layer) = tree()
        let transition = CATransition()
        transition.type = .reveal
        layer.actions = ["backgroundColor": transition, "contents": transition]
        tree.implicitly { layer.backgroundColor = red }
        #expect((layer.animation(forKey: kCATransition) as? CATransition)?.type == .reveal)
    }

    @Test func transition_is_copied_and_archived() throws {
        let transition = CATransition()
        (transition.type, transition.subtype) = (CATransitionType(rawValue: "cube"), .fromBottom)
        (transition.startProgress, transition.endProgress, transition.filter) = (0.5, 0.75, "kept")
        let copy = try #require(transition.copy() as? CATransition)
        #expect(copy.type.rawValue == "cube" && copy.subtype == .fromBottom)
        #expect(copy.startProgress == 0.5 && copy.endProgress == 0.75 && copy.filter as? String == "kept")
        transition.filter = nil
        let data = try NSKeyedArchiver.archivedData(withRootObject: transition, requiringSecureCoding: true)
        let again = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CATransition.self, from: data))
        #expect(again.type.rawValue == "cube" && again.subtype == .fromBottom)
        #expect(again.startProgress == 0.5 && again.endProgress == 0.75)
        #expect(CATransition.defaultValue(forKey: "type") as? String == "fade")
    }

    @Test func transition_of_unknown_type_is_told_once() {
        let (tree, layer) = tree()
        let transition = CATransition()
        transition.type = CATransitionType(rawValue: "spewEffect")
        for _ in 0..<3 { tree.transaction { layer.add(transition, forKey: nil) } }
        #expect(Notices.shared.lines.filter { $0.contains("spewEffect") }.count == 1)
    }

    /// Tutorial 5, explicit animation: fade, moveIn, push, reveal with subtypes; before it is over the picture is neither old
    /// nor new.
    @Test(arguments: ["fade", "moveIn", "push", "reveal"], [nil, "fromLeft", "fromRight", "fromTop", "fromBottom"])
    func explicit_transition_goes_from_the_old_picture_to_the_new(type: String, subtype: String?) {
        let stage = CALayer()
        stage.bounds = CGRect(x: 0, y: 0, width: 16, height: 16)
        let page = CALayer()
        (page.frame, page.backgroundColor) = (stage.bounds, red)
        stage.addSublayer(page)
        let renderer = LayerRenderer(layer: stage, threads: 1)
        renderer.schedule(at: 1) {
            let transition = CATransition()
            transition.type = CATransitionType(rawValue: type)
            transition.subtype = subtype.map { CATransitionSubtype(rawValue: $0) }
            transition.duration = 1
            CATransaction.setDisableActions(true)
            page.add(transition, forKey: nil)
            page.backgroundColor = self.blue
        }
        let (old, middle, new) = (renderer.bitmap(at: 1), renderer.bitmap(at: 1.5), renderer.bitmap(at: 2))
        #expect(Set(old.pixels) == [0xffff_0000])
        #expect(Set(new.pixels) == [0xff00_00ff])
        #expect(middle != old && middle != new)
        #expect(Set(middle.pixels) == (type == "fade" ? [0xff80_0080] : [0xffff_0000, 0xff00_00ff]))
    }

    /// Tutorial 5, explicit animation: a transition of one's own covers the layer with a picture of it, and takes that away.
    @Test func explicit_custom_transition_by_snapshot() throws {
        let stage = CALayer()
        (stage.bounds, stage.backgroundColor) = (CGRect(x: 0, y: 0, width: 8, height: 8), red)
        let context = try #require(
            unsafe CGContext(
                data: nil, width: 8, height: 8, bitsPerComponent: 8, bytesPerRow: 0,
                space: CGColorSpaceCreateDeviceRGB(),
                bitmapInfo: CGImageAlphaInfo.premultipliedFirst.rawValue | CGBitmapInfo.byteOrder32Little.rawValue))
        stage.render(in: context)
        let snapshot = try #require(context.makeImage())
        let renderer = LayerRenderer(layer: stage, threads: 1)
        renderer.schedule(at: 1) {
            CATransaction.setDisableActions(true)
            let cover = CALayer()
            (cover.frame, cover.contents, cover.opacity) = (stage.bounds, snapshot, 0)
            stage.addSublayer(cover)
            stage.backgroundColor = self.blue
            let fade = CABasicAnimation(keyPath: "opacity")
            (fade.fromValue, fade.toValue, fade.duration) = (1, 0, 1)
            cover.add(fade, forKey: nil)
        }
        #expect(Set(renderer.bitmap(at: 1).pixels) == [0xffff_0000])
        let half = renderer.bitmap(at: 1.5).pixels[0]
        #expect((126...129).contains(half >> 16 & 255) && (126...129).contains(half & 255))
        #expect(Set(renderer.bitmap(at: 2).pixels) == [0xff00_00ff])
    }

    /// Tutorial 5, explicit animation: a change of `contents` goes over smoothly by itself, in a layer of one's own.
    @Test func implicit_change_of_contents_fades() {
        func image(_ color: CGColor) -> CGImage {
            let layer = CALayer()
            (layer.bounds, layer.backgroundColor) = (CGRect(x: 0, y: 0, width: 4, height: 4), color)
            return LayerRenderer(layer: layer, threads: 1).image(at: 0)
        }
        let stage = CALayer()
        (stage.bounds, stage.contents) = (CGRect(x: 0, y: 0, width: 4, height: 4), image(red))
        let renderer = LayerRenderer(layer: stage, threads: 1)
        renderer.schedule(at: 1) { stage.contents = image(self.blue) }
        #expect(Set(renderer.bitmap(at: 1).pixels) == [0xffff_0000])
        let middle = renderer.bitmap(at: 1.1).pixels[0]
        #expect(middle != 0xffff_0000 && middle != 0xff00_00ff && middle >> 24 == 255)
        #expect(Set(renderer.bitmap(at: 1.25).pixels) == [0xff00_00ff])
    }

    // MARK: Any time, any order

    private static let types = [
        "fade", "moveIn", "push", "reveal", "cube", "flip", "rippleEffect", "suckEffect", "pageCurl", "pageUnCurl",
        "cameraIris", "cameraIrisHollowOpen", "cameraIrisHollowClose", "rotate", "none of these",
    ]

    /// A scene of random layers, and events that change them in transitions, groups, springs and implicit animations.
    private func renderer(seed: UInt64, encodes: Bool, threads: Int) -> LayerRenderer {
        var random = SeededGenerator(seed: seed)
        func color(_ random: inout SeededGenerator) -> CGColor {
            CGColor(
                srgbRed: CGFloat(random.unit()), green: CGFloat(random.unit()), blue: CGFloat(random.unit()), alpha: 1)
        }
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 40, height: 40)
        var all: [CALayer] = []
        for _ in 0..<4 {
            let layer = CALayer()
            layer.frame = CGRect(x: random.unit() * 20, y: random.unit() * 20, width: 16, height: 14)
            layer.backgroundColor = color(&random)
            layer.isGeometryFlipped = random.unit() < 0.2
            (random.unit() < 0.3 ? random.pick(all.isEmpty ? [root] : all) : root).addSublayer(layer)
            all.append(layer)
        }
        let renderer = LayerRenderer(layer: root, size: nil, scale: 1, threads: threads, encodes: encodes)
        for step in 0..<6 {
            let (time, layer, type) = (Double(step) * 0.4 + 0.3, random.pick(all), random.pick(Self.types))
            let subtype = random.pick([nil, "fromLeft", "fromRight", "fromTop", "fromBottom", "90cw", "180ccw"])
            let (paint, duration, choice) = (color(&random), random.unit() * 2 + 0.1, random.unit())
            renderer.schedule(at: time) {
                let transition = CATransition()
                transition.type = CATransitionType(rawValue: type)
                transition.subtype = subtype.map { CATransitionSubtype(rawValue: $0) }
                transition.duration = duration
                layer.add(transition, forKey: nil)
                layer.backgroundColor = paint
                if choice < 0.3 {
                    let child = CALayer()
                    (child.frame, child.backgroundColor) = (CGRect(x: 2, y: 2, width: 6, height: 6), paint)
                    layer.addSublayer(child)
                } else if choice < 0.5 {
                    layer.isHidden.toggle()
                } else if choice < 0.7 {
                    let spring = CASpringAnimation(keyPath: "position.x")
                    (spring.fromValue, spring.duration) = (3, 1)
                    let group = CAAnimationGroup()
                    (group.animations, group.duration) = ([spring, CABasicAnimation(keyPath: "opacity")], 1)
                    layer.add(group, forKey: "group")
                } else {
                    layer.position.y += 3
                }
            }
        }
        return renderer
    }

    @Test(arguments: UInt64(0)..<24)
    func transitions_have_the_same_bytes_in_any_order_encoded_or_not(seed: UInt64) {
        var random = SeededGenerator(seed: seed &+ 1000)
        let times = (0..<12).map { _ in random.unit() * 3.5 }.sorted()
        let forwards = renderer(seed: seed, encodes: false, threads: 1)
        let pictures = times.map { forwards.bitmap(at: $0) }
        let shuffled = Array(times.indices).shuffled(using: &random)
        let other = renderer(seed: seed, encodes: true, threads: 2)
        for index in shuffled {
            #expect(other.bitmap(at: times[index]) == pictures[index], "seed \(seed), \(times[index]) s")
        }
        #expect(forwards.bitmap(at: times[0]) == pictures[0], "seed \(seed), back at the beginning")
    }
}
