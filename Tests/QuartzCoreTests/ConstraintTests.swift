import CoreGraphics
import Foundation
import QuartzCore
import Testing

/// Facts CN-1...: measured on Apple's QuartzCore, gnustep/libs-quartzcore, Tests/quartzcore/CAConstraint: constraint.m
/// (CN-1...9) and layout.m (CN-10...), in a superlayer of 200 x 100 with a child at (3, 5, 40, 20).
@Suite struct ConstraintTests {
    private typealias Attribute = CAConstraintAttribute

    private func c(
        _ a: Attribute, _ b: Attribute, _ source: String = "superlayer", scale: CGFloat = 1, plus offset: CGFloat = 0
    ) -> CAConstraint {
        CAConstraint(attribute: a, relativeTo: source, attribute: b, scale: scale, offset: offset)
    }

    private func root() -> CALayer {
        let root = CALayer()
        root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        root.layoutManager = CAConstraintLayoutManager()
        return root
    }

    private func child(_ name: String, _ frame: CGRect, _ constraints: [CAConstraint]) -> CALayer {
        let child = CALayer()
        (child.name, child.frame, child.constraints) = (name, frame, constraints)
        return child
    }

    private func laidOut(_ constraints: CAConstraint...) -> CGRect {
        let root = root(), layer = child("child", CGRect(x: 3, y: 5, width: 40, height: 20), constraints)
        root.addSublayer(layer)
        root.layoutSublayers()
        return layer.frame
    }

    private func across(_ constraints: CAConstraint...) -> [CGFloat] {
        let root = root(), layer = child("child", CGRect(x: 3, y: 5, width: 40, height: 20), constraints)
        root.addSublayer(layer)
        root.layoutSublayers()
        return [layer.frame.minX, layer.frame.width]
    }

    private func box(_ x: CGFloat, _ width: CGFloat) -> CGRect { CGRect(x: x, y: 0, width: width, height: 20) }

    @Test func constraint_holds_what_it_was_made_of() {
        let one = CAConstraint(attribute: .midX, relativeTo: "superlayer", attribute: .midY)
        #expect(one.attribute == .midX && one.sourceAttribute == .midY && one.sourceName == "superlayer", "CN-1")
        #expect(one.scale == 1 && one.offset == 0, "CN-2")
        let two = CAConstraint(attribute: .minX, relativeTo: "other", attribute: .maxX, offset: 7)
        #expect(two.scale == 1 && two.offset == 7, "CN-3")
        let all: [Attribute] = [.minX, .midX, .maxX, .width, .minY, .midY, .maxY, .height]
        #expect(all.map { $0.rawValue } == [0, 1, 2, 3, 4, 5, 6, 7], "CN-4")
    }

    @Test func constraints_of_a_layer_are_kept_in_order() {
        let layer = CALayer()
        #expect(layer.constraints == nil, "CN-5")
        let (first, second) = (c(.minX, .minX), c(.minY, .minY))
        layer.addConstraint(first)
        layer.addConstraint(second)
        #expect(
            layer.constraints?.count == 2 && layer.constraints?.first === first && layer.constraints?.last === second,
            "CN-6")
        layer.constraints = nil
        #expect(layer.constraints == nil, "CN-7")
    }

    @Test func constraint_that_is_added_asks_the_superlayer_for_layout() {
        let (root, layer) = (CALayer(), CALayer())
        root.addSublayer(layer)
        root.layoutIfNeeded()
        layer.addConstraint(c(.minX, .minX))
        #expect(root.needsLayout(), "CN-8")
        let managed = self.root(), child = child("child", CGRect(x: 3, y: 5, width: 40, height: 20), [])
        managed.addSublayer(child)
        child.constraints = [c(.midX, .midX)]
        managed.layoutIfNeeded()
        #expect(child.frame.minX == 80 && !managed.needsLayout(), "CN-9")
    }

    @Test func one_constraint_places_a_layer_in_its_size() {
        #expect(laidOut(c(.minX, .minX)) == CGRect(x: 0, y: 5, width: 40, height: 20), "CN-10")
        #expect(across(c(.midX, .midX)) == [80, 40], "CN-11")
        #expect(across(c(.maxX, .maxX)) == [160, 40], "CN-12")
        #expect(laidOut(c(.minY, .minY)).minY == 0, "CN-13")
        #expect(laidOut(c(.maxY, .maxY)).minY == 80, "CN-14")
        #expect(across(c(.width, .width, scale: 0.5)) == [3, 40], "CN-15")
    }

    @Test func two_constraints_place_and_size_a_layer() {
        let half = c(.width, .width, scale: 0.5)
        #expect(across(c(.minX, .minX), c(.maxX, .maxX)) == [0, 200], "CN-16")
        #expect(across(c(.minX, .minX), half) == [0, 100], "CN-17")
        #expect(across(c(.maxX, .maxX), half) == [100, 100], "CN-18")
        #expect(across(c(.midX, .midX), half) == [50, 100], "CN-19")
        #expect(across(c(.minX, .minX, plus: 20), c(.midX, .midX)) == [20, 160], "CN-20")
        #expect(across(c(.midX, .midX), c(.maxX, .maxX, plus: -20)) == [20, 160], "CN-21")
    }

    @Test func of_more_constraints_the_last_and_the_lowest_count() {
        let quarter = c(.width, .width, scale: 0.25), middle = c(.midX, .midX, plus: -30)
        let (low, high) = (c(.minX, .minX), c(.maxX, .maxX))
        #expect(across(high, low, quarter) == [0, 50], "CN-22")
        #expect(across(high, middle, quarter) == [45, 50], "CN-23")
        #expect(across(quarter, high, middle) == [-60, 260], "CN-24")
        #expect(across(high, middle, low) == [0, 140], "CN-25")
        #expect(across(low, middle, high, quarter) == [0, 50], "CN-26")
    }

    @Test func constraints_that_say_nothing_leave_the_layer_alone() {
        #expect(across(c(.minX, .minX, plus: 10), c(.minX, .minX, plus: 40)) == [3, 40], "CN-27")
        #expect(across(c(.minX, .minX, "nobody")) == [3, 40], "CN-28")
        #expect(across(c(.minX, .minX, "child", plus: 10)) == [3, 40], "CN-29")
    }

    @Test func constraint_scales_then_offsets_and_may_read_the_other_axis() {
        #expect(across(c(.minX, .maxX, scale: 0.25, plus: 7)) == [57, 40], "CN-30")
        #expect(across(c(.minX, .maxY)) == [100, 40], "CN-31")
    }

    @Test func superlayer_is_measured_by_its_bounds() {
        let root = root(),
            layer = child("child", CGRect(x: 3, y: 5, width: 40, height: 20), [c(.minX, .minX), c(.minY, .minY)])
        root.bounds.origin = CGPoint(x: 30, y: 70)
        root.addSublayer(layer)
        root.layoutSublayers()
        #expect(layer.frame.origin == CGPoint(x: 30, y: 70), "CN-32")
    }

    @Test func sibling_is_a_source_where_it_is_laid_out_itself() {
        func placed(_ sibling: [CAConstraint]) -> CGFloat {
            let root = root(), a = child("a", box(10, 30), sibling),
                b = child("b", box(0, 50), [c(.minX, .maxX, "a", plus: 5)])
            root.sublayers = [a, b]
            root.layoutSublayers()
            return b.frame.minX
        }
        #expect(placed([c(.minX, .minX, plus: 10)]) == 45, "CN-33")
        #expect(placed([]) == 0, "CN-34")
        #expect(placed([c(.minY, .minY)]) == 0, "CN-35")
    }

    @Test func order_of_sublayers_does_not_matter() {
        let root = root(), a = child("a", box(0, 50), [c(.minX, .midX)]),
            b = child("b", box(0, 30), [c(.minX, .minX, "a", plus: 10)])
        root.sublayers = [b, a]
        root.layoutSublayers()
        #expect(a.frame.minX == 100, "CN-36")
        #expect(b.frame.minX == 110, "CN-37")
    }

    @Test func circle_of_constraints_leaves_its_layers_alone() {
        let root = root()
        let a = child("a", box(0, 50), [c(.minX, .maxX, "b", plus: 1)]),
            b = child("b", box(0, 30), [c(.minX, .maxX, "a", plus: 1)])
        root.sublayers = [a, b]
        root.layoutSublayers()
        #expect(a.frame.minX == 0 && b.frame.minX == 0, "CN-38")
    }

    @Test func two_halves_fill_their_superlayer() {
        let root = root(), common = [c(.height, .height), c(.width, .width, scale: 0.5), c(.minY, .minY)]
        let left = child("left", box(0, 20), common + [c(.minX, .minX)])
        let right = child("right", box(0, 20), common + [c(.maxX, .maxX)])
        root.sublayers = [left, right]
        root.layoutSublayers()
        #expect(left.frame == CGRect(x: 0, y: 0, width: 100, height: 100), "CN-39")
        #expect(right.frame == CGRect(x: 100, y: 0, width: 100, height: 100), "CN-40")
    }

    @Test func manager_lays_out_layers_that_are_not_its_own() {
        let root = CALayer(), layer = child("child", CGRect(x: 3, y: 5, width: 40, height: 20), [c(.midX, .midX)])
        root.bounds = CGRect(x: 0, y: 0, width: 200, height: 100)
        root.addSublayer(layer)
        CAConstraintLayoutManager().layoutSublayers(of: root)
        #expect(layer.frame.minX == 80, "CN-41")
    }

    @Test func layout_reaches_the_whole_tree() {
        let root = root(), middle = child("middle", CGRect(x: 0, y: 0, width: 100, height: 50), [])
        let deep = child("deep", CGRect(x: 1, y: 1, width: 10, height: 10), [c(.maxX, .maxX)])
        middle.layoutManager = CAConstraintLayoutManager()
        root.addSublayer(middle)
        middle.addSublayer(deep)
        root.layoutIfNeeded()
        #expect(deep.frame.minX == 90, "CN-42")
    }

    // MARK: Ours

    @Test func long_chains_of_constraints_are_solved() {
        let root = root()
        root.sublayers = (0..<5000).map { index in
            child("\(index)", box(0, 2), [index == 0 ? c(.minX, .minX) : c(.minX, .minX, "\(index - 1)", plus: 1)])
        }.reversed()
        root.layoutSublayers()
        #expect(root.sublayers?.first?.frame.minX == 4999)
    }

    @Test func extent_may_be_taken_from_the_layers_other_axis() {
        #expect(
            laidOut(c(.minX, .minX), c(.width, .height, "child", plus: 4), c(.minY, .minY), c(.height, .height))
                == CGRect(x: 0, y: 0, width: 104, height: 100))
    }
}
