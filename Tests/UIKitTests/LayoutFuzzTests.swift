import Foundation
import MicaConstraints
import MicaRandom
import Testing

import UIKit
@testable import UIKitCore

/// Random trees with constraints that come, go and change.
///
/// After a layout each active constraint is held or broken, what is required of those that are held holds, and views are where the engine says.
/// A solver that gets the same from nothing must take all that is held, satisfy each level of priorities as well, and break what was broken; which
/// solution it finds where several are as good, and which constraint of a conflict is broken, is open. MICA_LAYOUT_STEPS says how many steps, and
/// nothing is compared with another solver then, unless MICA_LAYOUT_FRESH is set: 3,000 each way where it does not. MICA_LAYOUT_SEED says with
/// which seed to begin.
@MainActor @Suite(.serialized) struct LayoutFuzzTests {
    /// How many steps a tree has, at most.
    private static let length = 200

    private nonisolated static let environment = ProcessInfo.processInfo.environment
    private nonisolated static let ways =
        environment["MICA_LAYOUT_FRESH"] != nil
        ? [true] : environment["MICA_LAYOUT_STEPS"] != nil ? [false] : [false, true]

    @Test(arguments: ways)
    func what_can_be_satisfied_is_satisfied_whatever_changes(comparesWithFresh: Bool) {
        let environment = Self.environment
        let steps = environment["MICA_LAYOUT_STEPS"].flatMap(Int.init) ?? 3_000
        var seed = environment["MICA_LAYOUT_SEED"].flatMap(UInt64.init) ?? 1
        LayoutNotices.receiver = { _ in }
        defer { LayoutNotices.receiver = nil }
        var done = 0
        var sum = LayoutScript.Counts()
        while done < steps {
            let script = LayoutScript(seed: seed, comparesWithFresh: comparesWithFresh)
            script.play(min(steps - done, Self.length))
            #expect(script.faults == [], "MICA_LAYOUT_SEED=\(seed), after \(done) steps")
            guard script.faults.isEmpty else { return }
            sum.held += script.counts.held
            sum.broken += script.counts.broken
            sum.compared += script.counts.compared
            sum.freed += script.counts.freed
            done += Self.length
            seed += 1
        }
        // The scripts are of use only if much comes of them.
        #expect(sum.compared > steps / 30)
        #expect(sum.held > sum.compared * 3)
        #expect(sum.broken > sum.compared / 20)
        #expect(sum.freed > steps / 1_000)
    }
}

/// A tree and its changes.
@MainActor private final class LayoutScript {
    struct Counts {
        /// Comparisons, and in all of them the program's constraints that are held, and broken.
        var compared = 0, held = 0, broken = 0
        /// How often one that was broken holds again, and is still active.
        var freed = 0
    }

    private(set) var faults: [String] = []
    private(set) var counts = Counts()
    private var random: SeededGenerator
    private let window = UIWindow(frame: CGRect(x: 0, y: 0, width: 320, height: 480))
    private var views: [Sized] = []
    private var guides: [UILayoutGuide] = []
    private var constraints: [NSLayoutConstraint] = []
    private var lastBroken: [NSLayoutConstraint] = []
    /// Whether a solver that gets the same from nothing is asked, too.
    private let comparesWithFresh: Bool

    /// A view with a content size, or none.
    private final class Sized: UIView {
        var size = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric) {
            didSet { invalidateIntrinsicContentSize() }
        }
        override var intrinsicContentSize: CGSize { size }
    }

    init(seed: UInt64, comparesWithFresh: Bool) {
        (random, self.comparesWithFresh) = (SeededGenerator(seed: seed), comparesWithFresh)
    }

    func play(_ steps: Int) {
        for _ in 0..<3 { addView() }
        for number in 0..<steps where faults.isEmpty {
            step()
            if random.chance(0.4) { window.layoutIfNeeded() }
            if number % 8 == 7 { compare() }
        }
    }

    private func step() {
        switch random.below(100) {
        case 0..<6: addView()
        case 6..<9: removeView()
        case 9..<12: moveView()
        case 12..<45: addConstraint()
        case 45..<60: removeConstraint()
        case 60..<75: constraints.randomElement(using: &random)?.constant = number()
        case 75..<82: constraints.randomElement(using: &random)?.priority = priority()
        case 82..<86: constraints.randomElement(using: &random)?.isActive.toggle()
        case 86..<91: changeContent()
        case 91..<94:
            // Of others a frame that is set stays until the next layout of the superview, as on Apple's systems.
            if let view = views.randomElement(using: &random), view.translatesAutoresizingMaskIntoConstraints {
                view.frame = CGRect(x: number(), y: number(), width: 60, height: abs(number()))
            }
        case 94..<96: views.randomElement(using: &random)?.translatesAutoresizingMaskIntoConstraints.toggle()
        case 96: window.frame.size.width = CGFloat(random.whole(100...500))
        case 97: views.randomElement(using: &random)?.layoutMargins.left = CGFloat(random.whole(0...20))
        case 98: addGuide()
        default:
            _ = views.randomElement(using: &random)?.systemLayoutSizeFitting(UIView.layoutFittingCompressedSize)
        }
    }

    private func number() -> CGFloat { CGFloat(random.whole(-40...120)) }

    private func priority() -> UILayoutPriority {
        UILayoutPriority(random.pick([1000, 1000, 1000, 999, 750, 750, 251, 250, 50]))
    }

    /// Of contents: where these are required, what is broken depends on which came first.
    private func softPriority() -> UILayoutPriority { UILayoutPriority(min(priority().rawValue, 999)) }

    private func addView() {
        guard views.count < 9 else { return }
        let made = Sized(frame: CGRect(x: number(), y: number(), width: abs(number()), height: abs(number())))
        made.translatesAutoresizingMaskIntoConstraints = random.chance(0.2)
        if random.chance(0.4) { made.size = CGSize(width: abs(number()), height: abs(number())) }
        (views.isEmpty || random.chance(0.4) ? window : random.pick(views)).addSubview(made)
        views.append(made)
    }

    private func removeView() {
        guard views.count > 2 else { return }
        let view = views.remove(at: random.below(views.count))
        // With all in it.
        view.removeFromSuperview()
        views.removeAll { $0.isDescendant(of: view) }
        while views.count < 2 { addView() }
        guides.removeAll { $0.owningView.map { $0.isDescendant(of: view) } ?? true }
        constraints.removeAll { !$0.isActive && $0.commonView == nil }
        constraints.removeAll { constraint in constraint.views.contains { !$0.isDescendant(of: window) } }
    }

    private func moveView() {
        let view = random.pick(views)
        let parent: UIView = random.chance() ? window : random.pick(views)
        if !parent.isDescendant(of: view) { parent.addSubview(view) }
    }

    private func addGuide() {
        guard guides.count < 3 else { return }
        let guide = UILayoutGuide()
        random.pick(views).addLayoutGuide(guide)
        guides.append(guide)
    }

    private func changeContent() {
        let view = random.pick(views)
        switch random.below(3) {
        case 0:
            view.size = CGSize(width: abs(number()), height: random.chance() ? abs(number()) : UIView.noIntrinsicMetric)
        case 1: view.setContentHuggingPriority(softPriority(), for: random.chance() ? .horizontal : .vertical)
        default:
            view.setContentCompressionResistancePriority(softPriority(), for: random.chance() ? .horizontal : .vertical)
        }
    }

    private func addConstraint() {
        guard constraints.count < 30 else { return removeConstraint() }
        func item() -> AnyObject {
            switch random.below(8) {
            case 0: window
            case 1: window.layoutMarginsGuide
            case 2: guides.randomElement(using: &random) ?? window
            case 3: random.pick(views).layoutMarginsGuide
            default: random.pick(views)
            }
        }
        let horizontal: [NSLayoutConstraint.Attribute] = [.left, .right, .centerX, .leading, .trailing]
        let vertical: [NSLayoutConstraint.Attribute] = [.top, .bottom, .centerY]
        let relation: NSLayoutConstraint.Relation = random.pick([.equal, .equal, .lessThanOrEqual, .greaterThanOrEqual])
        let made: NSLayoutConstraint
        switch random.below(4) {
        case 0:
            made = NSLayoutConstraint(
                item: item(), attribute: random.pick([.width, .height]), relatedBy: relation, toItem: nil,
                attribute: .notAnAttribute, multiplier: 1, constant: abs(number()))
        case 1:
            made = NSLayoutConstraint(
                item: item(), attribute: random.pick([.width, .height]), relatedBy: relation, toItem: item(),
                attribute: random.pick([.width, .height]), multiplier: random.pick([0.5, 1, 2]), constant: number())
        default:
            let attributes = random.chance() ? horizontal : vertical
            let first = random.pick(attributes)
            var second = random.pick(attributes)
            // Leading and trailing go with each other, left and right too.
            let directed: Set<NSLayoutConstraint.Attribute> = [.leading, .trailing]
            if directed.contains(first) != directed.contains(second), first != .centerX, second != .centerX {
                second = first
            }
            made = NSLayoutConstraint(
                item: item(), attribute: first, relatedBy: relation, toItem: item(), attribute: second, multiplier: 1,
                constant: number())
        }
        guard made.commonView != nil else { return }
        made.priority = priority()
        made.isActive = true
        constraints.append(made)
    }

    private func removeConstraint() {
        guard !constraints.isEmpty else { return }
        constraints.remove(at: random.below(constraints.count)).isActive = false
    }

    // MARK: Comparison

    private func compare() {
        // As a commit does: until nothing asks for layout any more.
        for _ in 0..<5 { window.layoutIfNeeded() }
        guard let engine = window.layoutEngine else { return }
        let active = window.everyView.flatMap { $0.layoutState?.constraints ?? [] }
        let held = active.filter { engine.held[ObjectIdentifier($0)] != nil }
        counts.compared += 1
        counts.held += held.count
        counts.broken += engine.broken.count
        counts.freed += lastBroken.count { one in held.contains { $0 === one } }
        lastBroken = engine.broken
        if Set(held.map(ObjectIdentifier.init)).intersection(engine.broken.map(ObjectIdentifier.init)).isEmpty == false
        {
            fault("a constraint is held and broken")
        }
        if held.count + engine.broken.count != active.count {
            fault("\(active.count) are active, \(held.count) held, \(engine.broken.count) broken")
        }
        if let required = objective(engine, held, beside: engine)[1000], required > 1e-3 {
            fault("what is required fails by \(required)")
        }
        for view in views where !view.translatesAutoresizingMaskIntoConstraints { checkFrame(of: view, engine) }
        guard comparesWithFresh else { return }
        guard let fresh = solved(held) else { return fault("what is held cannot be held from nothing") }
        let (mine, theirs) = (objective(engine, held, beside: fresh), objective(fresh, held, beside: engine))
        if let level = difference(mine, theirs) {
            fault("the level \(level) fails by \(mine[level] ?? 0), and from nothing by \(theirs[level] ?? 0)")
        }
        for constraint in engine.broken where solved(held + [constraint]) != nil {
            fault("what is broken can be held: \(constraint.equation)")
        }
    }

    /// An engine that was told constraints from nothing; nil if it breaks one.
    private func solved(_ constraints: [NSLayoutConstraint]) -> LayoutEngine? {
        let fresh = LayoutEngine(window)
        for constraint in constraints.shuffled(using: &random) { fresh.add(constraint) }
        fresh.update()
        return fresh.broken.isEmpty ? fresh : nil
    }

    /// By how much each level of priorities fails.
    private func objective(_ engine: LayoutEngine, _ held: [NSLayoutConstraint], beside other: LayoutEngine) -> [Float:
        Double]
    {
        var sums: [Float: Double] = [:]
        func add(_ linear: LinearConstraint) {
            let sum = linear.terms.reduce(linear.constant) {
                $0 + $1.coefficient * engine.solver.value(of: $1.variable)
            }
            let error =
                switch linear.relation {
                case .equal: abs(sum)
                case .lessThanOrEqual: max(0, sum)
                case .greaterThanOrEqual: max(0, -sum)
                }
            sums[linear.priority, default: 0] += error
        }
        for constraint in held { if let linear = engine.linear(constraint) { add(linear) } }
        for view in views where !view.translatesAutoresizingMaskIntoConstraints {
            // A view that constraints do not name any more may still be in one of them.
            guard let unknowns = engine.items[ObjectIdentifier(view)], other.items[ObjectIdentifier(view)] != nil else {
                continue
            }
            let sides: [(NSLayoutConstraint.Axis, Variable, CGFloat)] = [
                (.horizontal, unknowns.width, view.size.width), (.vertical, unknowns.height, view.size.height),
            ]
            for (axis, variable, length) in sides where length >= 0 {
                let terms = [LinearConstraint.Term(1, variable)]
                let (hugging, compression) = (
                    view.contentHuggingPriority(for: axis), view.contentCompressionResistancePriority(for: axis)
                )
                // Where content is required its view's guides may still stand against it, which no program's constraint can help.
                if hugging != .required {
                    add(LinearConstraint(terms, -Double(length), .lessThanOrEqual, priority: hugging.rawValue))
                }
                if compression != .required {
                    add(LinearConstraint(terms, -Double(length), .greaterThanOrEqual, priority: compression.rawValue))
                }
            }
        }
        return sums
    }

    /// The highest level at which two differ, if there is one.
    private func difference(_ one: [Float: Double], _ other: [Float: Double]) -> Float? {
        for level in Set(one.keys).union(other.keys).sorted(by: >) {
            let (mine, theirs) = (one[level] ?? 0, other[level] ?? 0)
            if abs(mine - theirs) > 1e-4 * max(1, abs(mine)) { return level }
        }
        return nil
    }

    /// A view is where its engine says, to the pixel.
    private func checkFrame(of view: Sized, _ engine: LayoutEngine) {
        guard let unknowns = engine.items[ObjectIdentifier(view)] else { return }
        let frame = view.untransformedFrame
        let values = [unknowns.minX, unknowns.minY, unknowns.width, unknowns.height].map {
            CGFloat(engine.solver.value(of: $0))
        }
        let pairs = zip([frame.minX, frame.minY, frame.width, frame.height], values)
        if pairs.contains(where: { !$0.isFinite || abs($0 - $1) > 1 }) {
            fault("a view is at \(frame), and its engine says \(values)")
        }
    }

    private func fault(_ text: String) {
        if !faults.contains(text) { faults.append(text) }
    }
}
