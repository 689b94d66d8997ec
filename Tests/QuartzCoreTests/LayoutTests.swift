import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Facts LY-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CALayer: layout.m (LY-1...10),
/// protocols.m (LY-11...19), archiving.m (LY-20...43), geometry.m and masking.m (LY-44...47).
@Suite struct LayoutTests {
    /// A layer with one sublayer, laid out.
    private func settled() -> (root: CALayer, first: CALayer) {
        let (root, first) = (CALayer(), CALayer())
        root.bounds = CGRect(x: 0, y: 0, width: 100, height: 100)
        root.addSublayer(first)
        root.layoutIfNeeded()
        return (root, first)
    }

    @Test func layout_is_needed_when_it_was_asked_for() {
        let layer = CALayer()
        #expect(!layer.needsLayout(), "LY-1")
        layer.setNeedsLayout()
        #expect(layer.needsLayout(), "LY-2")
        layer.layoutIfNeeded()
        #expect(!layer.needsLayout(), "LY-3")
        #expect(!settled().root.needsLayout(), "LY-4")
    }

    @Test func layout_is_needed_after_changes_of_sublayers() {
        var (root, first) = settled()
        let added = CALayer()
        root.addSublayer(added)
        #expect(root.needsLayout() && !added.needsLayout(), "LY-5")
        (root, first) = settled()
        root.insertSublayer(CALayer(), at: 0)
        #expect(root.needsLayout(), "LY-6")
        (root, first) = settled()
        root.insertSublayer(CALayer(), below: first)
        #expect(root.needsLayout(), "LY-7a")
        (root, first) = settled()
        root.insertSublayer(CALayer(), above: first)
        #expect(root.needsLayout(), "LY-7b")
        (root, first) = settled()
        first.removeFromSuperlayer()
        #expect(root.needsLayout(), "LY-8")
        (root, first) = settled()
        root.sublayers = [CALayer()]
        #expect(root.needsLayout(), "LY-9")
    }

    @Test func layout_is_needed_after_changes_of_bounds() {
        let (root, first) = settled()
        root.bounds = CGRect(x: 0, y: 0, width: 200, height: 200)
        #expect(root.needsLayout(), "LY-10")
        root.layoutIfNeeded()
        first.bounds.size = CGSize(width: 5, height: 5)
        #expect(root.needsLayout() && first.needsLayout())
    }

    @Test func layout_manager_is_told_when_a_layout_stops_being_good() {
        let (layer, manager) = (CALayer(), Manager())
        layer.bounds = CGRect(x: 0, y: 0, width: 50, height: 50)
        layer.layoutManager = manager
        func settle() {
            layer.layoutIfNeeded()
            manager.calls = []
        }
        settle()
        layer.setNeedsLayout()
        #expect(manager.calls == ["invalidate"], "LY-11")
        layer.setNeedsLayout()
        #expect(manager.calls == ["invalidate"], "LY-12")
        settle()
        layer.addSublayer(CALayer())
        #expect(manager.calls == ["invalidate"], "LY-13")
        settle()
        layer.bounds = CGRect(x: 0, y: 0, width: 60, height: 60)
        #expect(manager.calls == ["invalidate"], "LY-14")
        settle()
        layer.position = CGPoint(x: 5, y: 5)
        #expect(manager.calls == [], "LY-15")
        layer.layoutIfNeeded()
        #expect(manager.calls == [], "LY-16")
    }

    @Test func preferredFrameSize_is_the_managers_or_the_layers_own() {
        let (plain, managed, manager) = (CALayer(), CALayer(), Manager())
        plain.bounds = CGRect(x: 0, y: 0, width: 30, height: 40)
        #expect(plain.preferredFrameSize() == CGSize(width: 30, height: 40), "LY-17")
        managed.layoutManager = manager
        manager.calls = []
        #expect(managed.preferredFrameSize() == CGSize(width: 11, height: 22), "LY-18")
        #expect(manager.calls == ["preferred"], "LY-19")
    }

    @Test(arguments: [
        "position", "bounds", "delegate", "contents", "opacity", "hidden", "transform", "mask", "contentsCenter",
        "actions",
        "sublayers", "superlayer", "notAKeyAtAll", "", "autoresizingMask",
    ])
    func archive_of_a_new_layer_leaves_out(key: String) {
        #expect(!CALayer().shouldArchiveValue(forKey: key), "LY-20...34")
    }

    @Test func archive_holds_what_was_set() {
        let layer = CALayer()
        #expect(layer.shouldArchiveValue(forKey: "allowsGroupOpacity"), "LY-35")
        layer.opacity = 0.5
        #expect(layer.shouldArchiveValue(forKey: "opacity"), "LY-36")
        layer.isHidden = true
        #expect(layer.shouldArchiveValue(forKey: "hidden"), "LY-37")
        layer.bounds = CGRect(x: 0, y: 0, width: 10, height: 10)
        #expect(layer.shouldArchiveValue(forKey: "bounds") && !layer.shouldArchiveValue(forKey: "position"), "LY-38")
        layer.frame = CGRect(x: 1, y: 2, width: 3, height: 4)
        #expect(layer.shouldArchiveValue(forKey: "position") && !layer.shouldArchiveValue(forKey: "frame"), "LY-39")
        let other = CALayer()
        other.setValue(NSNumber(value: 0.25), forKey: "opacity")
        #expect(other.shouldArchiveValue(forKey: "opacity"), "LY-40")
        other.mask = CALayer()
        other.contentsCenter = CGRect(x: 0, y: 0, width: 0.5, height: 0.5)
        #expect(other.shouldArchiveValue(forKey: "mask") && other.shouldArchiveValue(forKey: "contentsCenter"), "LY-41")
        other.addSublayer(layer)
        #expect(other.shouldArchiveValue(forKey: "sublayers"), "LY-42")
        #expect(!layer.shouldArchiveValue(forKey: "superlayer"), "LY-43")
    }

    @Test func defaultValue_is_nil_where_apple_names_none() {
        #expect(CALayer.defaultValue(forKey: "bounds") == nil && CALayer.defaultValue(forKey: "frame") == nil, "LY-44")
        #expect(CALayer.defaultValue(forKey: "position") == nil, "LY-45")
        #expect(CALayer.defaultValue(forKey: "minificationFilterBias") == nil, "LY-46")
        #expect(CALayer.defaultValue(forKey: "mask") == nil)
        #expect(CALayer.defaultValue(forKey: "contentsScale") as? Double == 1, "LY-47")
        #expect(CALayer.defaultValue(forKey: "autoresizingMask") == nil)
    }

    // MARK: Ours

    @Test func archive_gives_back_layout_and_values_of_any_key() throws {
        let (layer, child) = (CAScrollLayer(), CALayer())
        layer.scrollMode = .vertically
        layer.addSublayer(child)
        child.autoresizingMask = [.layerWidthSizable, .layerMinYMargin]
        child.addConstraint(
            CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .maxY, scale: 0.5, offset: 3))
        child.setValue(CGPoint(x: 1, y: 2), forKey: "mine")
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: CAScrollLayer.self, from: data))
        let readChild = try #require(read.sublayers?.first)
        #expect(read.scrollMode == .vertically)
        #expect(readChild.autoresizingMask == child.autoresizingMask)
        let constraint = try #require(readChild.constraints?.first)
        #expect(
            constraint.attribute == .midX && constraint.sourceName == "superlayer"
                && constraint.sourceAttribute == .maxY)
        #expect(constraint.scale == 0.5 && constraint.offset == 3)
        #expect(readChild.value(forKey: "mine") as? CGPoint == CGPoint(x: 1, y: 2))
    }

    @Test func archive_asks_a_subclass_what_to_leave_out() throws {
        let layer = Reticent()
        (layer.opacity, layer.cornerRadius) = (0.5, 3)
        let data = try NSKeyedArchiver.archivedData(withRootObject: layer, requiringSecureCoding: true)
        let read = try #require(try NSKeyedUnarchiver.unarchivedObject(ofClass: Reticent.self, from: data))
        #expect(read.opacity == 1 && read.cornerRadius == 3)
    }

    @Test func layout_runs_at_the_commit_and_its_changes_are_in_it() throws {
        let tree = TestTree()
        let (layer, child) = (Row(), CALayer())
        tree.transaction {
            layer.addSublayer(child)
            tree.root.addSublayer(layer)
        }
        #expect(layer.layouts == 1 && !layer.needsLayout())
        let commits = tree.commits.count
        tree.transaction { layer.bounds.size = CGSize(width: 40, height: 10) }
        #expect(layer.layouts == 2)
        #expect(child.bounds.width == 40)
        #expect(tree.commits.count == commits + 1)
        #expect(tree.commits.last?.changes.contains { $0.layer == child.id && $0.mask.contains(.bounds) } == true)
        tree.transaction { layer.opacity = 0.5 }
        #expect(layer.layouts == 2)
    }

    @Test func layout_runs_for_superlayers_first() {
        let tree = TestTree()
        let log = Log()
        let (outer, inner) = (Logged("outer", log), Logged("inner", log))
        tree.transaction {
            tree.root.addSublayer(outer)
            outer.addSublayer(inner)
        }
        log.names = []
        tree.transaction {
            inner.setNeedsLayout()
            outer.setNeedsLayout()
        }
        #expect(log.names == ["outer", "inner"])
        log.names = []
        outer.setNeedsLayout()
        inner.setNeedsLayout()
        inner.layoutIfNeeded()
        #expect(log.names == ["outer", "inner"])
        log.names = []
        inner.setNeedsLayout()
        outer.layoutIfNeeded()
        #expect(log.names == ["inner"])
        tree.flush()
        #expect(log.names == ["inner"])
    }

    @Test func layout_that_always_asks_again_ends_and_is_asked_at_the_next_commit() {
        let tree = TestTree()
        let layer = Restless()
        tree.transaction { tree.root.addSublayer(layer) }
        tree.transaction { layer.setNeedsLayout() }
        #expect(layer.layouts > 1 && layer.layouts <= 200)
        #expect(layer.needsLayout())
        layer.isRestless = false
        tree.transaction { tree.root.opacity = 0.5 }
        #expect(!layer.needsLayout())
    }

    /// Runs `body` in one transaction without actions.
    private func quietly(_ tree: TestTree, _ body: () -> Void) {
        tree.transaction {
            CATransaction.setDisableActions(true)
            body()
        }
    }

    @Test func layout_of_a_layer_that_is_turned_is_needed_until_the_commit() {
        let tree = TestTree()
        let (group, layers) = (CALayer(), [CALayer(), CAGradientLayer(), Row()])
        quietly(tree) {
            tree.root.addSublayer(group)
            for layer in layers { group.addSublayer(layer) }
        }
        for round in 1...2 {
            quietly(tree) {
                #expect(!group.needsLayout() && !layers.contains { $0.needsLayout() }, "round \(round)")
                for layer in layers {
                    layer.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(round)))
                    #expect(layer.needsLayout() && group.needsLayout(), "round \(round)")
                }
                group.layoutIfNeeded()
                #expect(!group.needsLayout() && !layers.contains { $0.needsLayout() }, "round \(round)")
                for layer in layers {
                    layer.setAffineTransform(CGAffineTransform(scaleX: CGFloat(round), y: 2))
                    #expect(layer.needsLayout() && group.needsLayout(), "round \(round)")
                }
            }
            #expect(!group.needsLayout() && !layers.contains { $0.needsLayout() }, "round \(round)")
            #expect((layers[2] as? Row)?.layouts ?? 0 >= 2 * round)
        }
    }

    @Test func layout_of_a_layer_that_was_turned_is_done_by_who_comes_later() {
        let tree = TestTree()
        let (first, second, delegate, manager) = (CALayer(), CALayer(), Speaking(), Manager())
        quietly(tree) {
            for layer in [first, second] { tree.root.addSublayer(layer) }
        }
        quietly(tree) {
            for layer in [first, second] { layer.setAffineTransform(CGAffineTransform(rotationAngle: 1)) }
            first.delegate = delegate
            second.layoutManager = manager
        }
        #expect(delegate.layouts == 1 && manager.calls == ["layout"])
        quietly(tree) {
            for layer in [first, second] { layer.setAffineTransform(CGAffineTransform(rotationAngle: 2)) }
        }
        #expect(delegate.layouts == 2 && manager.calls == ["layout", "invalidate", "layout"])
    }

    @Test func layout_of_a_superlayer_is_asked_for_again_once_it_was_done() {
        let tree = TestTree()
        let (group, children, delegate) = (CALayer(), [CALayer(), CALayer()], Speaking())
        group.delegate = delegate
        quietly(tree) {
            tree.root.addSublayer(group)
            for child in children { group.addSublayer(child) }
        }
        let before = delegate.layouts
        quietly(tree) {
            for angle in 1...3 {
                for child in children { child.setAffineTransform(CGAffineTransform(rotationAngle: CGFloat(angle))) }
                if angle == 1 { group.layoutIfNeeded() }
            }
        }
        #expect(delegate.layouts == before + 2)
    }

    @Test func layout_by_a_delegate_comes_before_the_manager() {
        let (layer, manager) = (CALayer(), Manager())
        let (silent, speaking) = (Silent(), Speaking())
        layer.layoutManager = manager
        layer.delegate = silent
        manager.calls = []
        layer.layoutSublayers()
        #expect(manager.calls == ["layout"], "a delegate that does not say how leaves it to the manager")
        layer.delegate = speaking
        layer.layoutSublayers()
        #expect(manager.calls == ["layout"] && speaking.layouts == 1)
    }
}

private final class Manager: NSObject, CALayoutManager {
    var calls: [String] = []
    func preferredSize(of layer: CALayer) -> CGSize {
        calls.append("preferred")
        return CGSize(width: 11, height: 22)
    }
    func invalidateLayout(of layer: CALayer) { calls.append("invalidate") }
    func layoutSublayers(of layer: CALayer) { calls.append("layout") }
}

private final class Silent: NSObject, CALayerDelegate {}

private final class Speaking: NSObject, CALayerDelegate {
    var layouts = 0
    func layoutSublayers(of layer: CALayer) { layouts += 1 }
}

private final class Row: CALayer {
    var layouts = 0
    override func layoutSublayers() {
        layouts += 1
        sublayers?.forEach { $0.bounds.size = bounds.size }
    }
}

private final class Restless: CALayer {
    var layouts = 0
    var isRestless = true
    override func layoutSublayers() {
        layouts += 1
        if isRestless { setNeedsLayout() }
    }
}

final class Reticent: CALayer {
    override func shouldArchiveValue(forKey key: String) -> Bool {
        key != "opacity" && super.shouldArchiveValue(forKey: key)
    }
}

private final class Log { var names: [String] = [] }

private final class Logged: CALayer {
    private var log = Log()
    private var label = ""
    init(_ label: String, _ log: Log) {
        super.init()
        (self.label, self.log) = (label, log)
    }
    override init(layer: Any) { super.init(layer: layer) }
    required init?(coder: NSCoder) { super.init(coder: coder) }
    override func layoutSublayers() { log.names.append(label) }
}
