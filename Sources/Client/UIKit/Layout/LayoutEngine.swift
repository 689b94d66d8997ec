import CoreGraphics
import Foundation
import MicaConstraints

/// Solves the constraints of a tree of views. The view at the top of the tree owns it.
///
/// Each view and each guide that a constraint names has unknowns: the variables minX, minY, width and height, in its superview's space (a guide's in
/// its owner's). A view whose mask is translated has its frame as four required equations; others have their content's size as inequalities with
/// the content's priorities. Changes wait until layout, and `update()` tells them to the solver; views whose unknowns changed then have their
/// superviews laid out. In a layout pass `apply(to:)` moves the views.
@MainActor final class LayoutEngine {
    /// Whether there has been any engine: without, views ask nothing.
    private(set) static var isInUse = false

    weak var root: UIView?
    var solver = ConstraintSolver()
    var items: [ObjectIdentifier: ItemUnknowns] = [:]
    /// How many items there have been.
    private var itemCount = 0
    /// What stands behind each variable.
    var owners: [Variable: ItemUnknowns] = [:]
    /// Where the solver has each constraint.
    var held: [ObjectIdentifier: ConstraintID] = [:]
    /// The constraint behind what the solver names.
    var names: [ConstraintID: LayoutName] = [:]
    /// Constraints that the solver does not have yet.
    var pending: [NSLayoutConstraint] = []
    /// Constraints with another constant than the solver has.
    var changed: [NSLayoutConstraint] = []
    /// Constraints that were broken: they are tried again when something that they may have been in conflict with has gone or has changed.
    var broken: [NSLayoutConstraint] = []
    /// Of the broken ones those whose conflict was told: once, until they have held again.
    private var told: Set<ObjectIdentifier> = []
    /// Items whose content's size may be another.
    var contents: [ItemUnknowns] = []
    /// Whether anything is to be told to the solver.
    private var needsUpdate = false
    /// Whether what was broken may hold now: what holds has become less, or other.
    var triesBroken = false
    private var isUpdating = false
    /// Whether the tree's frames are asked for and not set: `systemLayoutSizeFitting(_:)`.
    let isTrial: Bool

    init(_ root: UIView, isTrial: Bool = false) {
        (self.root, self.isTrial) = (root, isTrial)
        Self.isInUse = true
    }

    // MARK: Changes

    func setNeedsUpdate() {
        guard !isTrial, !needsUpdate else { return }
        needsUpdate = true
        root?.setNeedsLayout()
    }

    func add(_ constraint: NSLayoutConstraint) {
        pending.append(constraint)
        setNeedsUpdate()
    }

    func remove(_ constraint: NSLayoutConstraint) {
        let key = ObjectIdentifier(constraint)
        pending.removeAll { $0 === constraint }
        changed.removeAll { $0 === constraint }
        broken.removeAll { $0 === constraint }
        told.remove(key)
        if let id = held.removeValue(forKey: key) {
            solver.remove(id)
            names[id] = nil
            triesBroken = true
        }
        forgetGuides(of: constraint)
        setNeedsUpdate()
    }

    /// Takes guides out of the solver that no constraint names any more: what they say of their views would go on.
    private func forgetGuides(of constraint: NSLayoutConstraint) {
        for guide in constraint.guides {
            let others = guide.owningView?.layoutState?.involved ?? []
            if !others.contains(where: { $0.guides.contains { $0 === guide } }) { drop(guide) }
        }
    }

    func replace(_ constraint: NSLayoutConstraint) {
        remove(constraint)
        add(constraint)
    }

    func constantChanged(_ constraint: NSLayoutConstraint) {
        guard held[ObjectIdentifier(constraint)] != nil else {
            triesBroken = true
            return setNeedsUpdate()
        }
        changed.append(constraint)
        setNeedsUpdate()
    }

    func contentChanged(of view: UIView) {
        guard let unknowns = items[ObjectIdentifier(view)] else { return }
        contents.append(unknowns)
        setNeedsUpdate()
    }

    /// Takes what is in a subtree out of the solver.
    func forget(_ view: UIView) {
        for view in view.everyView {
            guard let layout = view.layoutState else { continue }
            for constraint in layout.constraints { remove(constraint) }
            for item in [view] + layout.guides as [AnyObject] + Array(layout.ownGuides.values) { drop(item) }
        }
    }

    /// The tree has another engine from now on.
    func end() {
        (pending, changed, broken, contents) = ([], [], [], [])
        root = nil
    }

    // MARK: Items

    /// The unknowns of a view or a guide, made when it is first asked for.
    func unknowns(of item: AnyObject) -> ItemUnknowns {
        if let unknowns = items[ObjectIdentifier(item)] { return unknowns }
        itemCount += 1
        let unknowns = ItemUnknowns(item, itemCount, &solver)
        items[ObjectIdentifier(item)] = unknowns
        for variable in unknowns.variables { owners[variable] = unknowns }
        if let guide = item as? UILayoutGuide {
            if let role = guide.role { fix(unknowns, role) }
        } else {
            contents.append(unknowns)
            if !isTrial, let view = unknowns.view {
                view.makeLayout().isSolved = true
                // What the engine says of it is 0 at first, which is no change that the solver would tell.
                view.superviewNeedsLayout(false)
            }
        }
        return unknowns
    }

    private func drop(_ item: AnyObject) {
        guard let unknowns = items.removeValue(forKey: ObjectIdentifier(item)) else { return }
        if unknowns.guide == nil { unknowns.view?.layoutState?.isSolved = false }
        if !unknowns.fixed.isEmpty || !unknowns.content.isEmpty { triesBroken = true }
        for id in unknowns.fixed + unknowns.content {
            solver.remove(id)
            names[id] = nil
        }
        for variable in unknowns.variables {
            owners[variable] = nil
            solver.remove(variable)
        }
        contents.removeAll { $0 === unknowns }
    }

    // MARK: Solving

    /// Tells the solver what has changed, and has the views laid out whose frames are others.
    func update() {
        guard needsUpdate || isTrial, !isUpdating else { return }
        isUpdating = true
        needsUpdate = false
        for constraint in pending + broken { prepare(constraint) }
        // What is changed goes in after all else has changed: two views that move together are in no conflict on the way.
        let frames = items.values.filter { !fixFrame($0) }.sorted { $0.number < $1.number }
        let retried = changeConstants()
        for unknowns in frames { fixAgain(unknowns) }
        updateContents()
        // What was broken before one of these changed may hold now.
        let second = triesBroken ? take(&broken) : []
        triesBroken = false
        for constraint in retried + second + take(&pending) where constraint.isActive || isTrial { hold(constraint) }
        updateContents()
        updateWrappedContents()
        if triesBroken {
            triesBroken = false
            for constraint in take(&broken) { hold(constraint) }
        }
        for variable in solver.takeChanges() {
            guard let unknowns = owners[variable] else { continue }
            if unknowns.wraps { unknowns.isStale = true }
            if !isTrial { unknowns.view?.superviewNeedsLayout(unknowns.guide != nil) }
        }
        isUpdating = false
    }

    /// Tells the solver the constants that are others; returns the constraints that do not hold with them as yet, which are out of it.
    private func changeConstants() -> [NSLayoutConstraint] {
        var failed: [NSLayoutConstraint] = []
        for constraint in take(&changed) {
            guard let id = held[ObjectIdentifier(constraint)], let linear = linear(constraint) else { continue }
            triesBroken = true
            do { try solver.setConstant(of: id, to: linear.constant) } catch {
                solver.remove(id)
                names[id] = nil
                held[ObjectIdentifier(constraint)] = nil
                failed.append(constraint)
            }
        }
        return failed
    }

    private func take<Element>(_ list: inout [Element]) -> [Element] {
        let taken = list
        list = []
        return taken
    }

    /// Makes the unknowns that a constraint names, before frames are told to the solver.
    private func prepare(_ constraint: NSLayoutConstraint) { _ = linear(constraint) }

    private func hold(_ constraint: NSLayoutConstraint) {
        let key = ObjectIdentifier(constraint)
        guard held[key] == nil, let linear = linear(constraint) else { return }
        if let id = add(linear, LayoutName(constraint: constraint)) {
            held[key] = id
            told.remove(key)
        }
    }

    /// Adds what the engine says of a view; or a program's constraint.
    ///
    /// Where it cannot hold beside others, one of them is broken: the newest that a program made. *Source*: Apple breaks one of the list, and
    /// says which; which one is not documented.
    func add(_ linear: LinearConstraint, _ name: LayoutName) -> ConstraintID? {
        while true {
            do {
                let id = try solver.add(linear)
                names[id] = name
                return id
            } catch {
                // The newcomer is not there any more; the others that the conflict names are.
                let members = error.members.compactMap { names[$0] } + [name]
                guard let victim = members.last(where: { $0.constraint != nil }), let constraint = victim.constraint
                else { return nil }
                if !isTrial {
                    if told.insert(ObjectIdentifier(constraint)).inserted {
                        LayoutNotices.unsatisfiable(members.map(\.text), broken: victim.text)
                    }
                    if !broken.contains(where: { $0 === constraint }) { broken.append(constraint) }
                }
                guard victim.constraint !== name.constraint,
                    let id = held.removeValue(forKey: ObjectIdentifier(constraint))
                else {
                    return nil
                }
                solver.remove(id)
                names[id] = nil
                // Others that were broken because of it, or beside it, may hold now.
                triesBroken = true
            }
        }
    }
}

/// A constraint of a program, or one that the engine says of a view, as messages name it.
@MainActor struct LayoutName {
    weak var constraint: NSLayoutConstraint?
    var label: (() -> String)?

    var text: String { constraint.map { $0.description } ?? label?() ?? "" }
}

/// A view or a guide in an engine.
@MainActor final class ItemUnknowns {
    /// The view, or the owner of the guide.
    weak var view: UIView?
    weak var guide: UILayoutGuide?
    let minX, minY, width, height: Variable
    /// Rises from one that is made to the next: the order in which things are done that depend on one.
    let number: Int
    /// The equations that a translated mask, the top of a tree or a guide's role make.
    var fixed: [ConstraintID] = []
    /// What they say, to see whether it is another.
    var fixedValues: [Double] = []
    /// The inequalities of the content's size.
    var content: [ConstraintID] = []
    /// The size that they say.
    var contentSize = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    /// Whether the content's height follows its width.
    var wraps = false
    /// Whether the width has changed since the height was asked for.
    var isStale = true
    /// The width that the height was asked for.
    var contentWidth = -1.0

    init(_ item: AnyObject, _ number: Int, _ solver: inout ConstraintSolver) {
        self.number = number
        guide = item as? UILayoutGuide
        view = item as? UIView ?? guide?.owningView
        (minX, minY) = (solver.makeVariable(), solver.makeVariable())
        // A guide that is as large as its view, but for insets, has less than no size in a small view: what the engine says itself is in no conflict.
        let isSize = !(guide?.role?.hasViewSize ?? false)
        (width, height) = (
            solver.makeVariable(isRestricted: isSize), solver.makeVariable(isRestricted: isSize)
        )
    }

    var variables: [Variable] { [minX, minY, width, height] }
}

extension UIView {
    /// What is in the view's superview is laid out anew: or in the view itself, where a guide of it has moved.
    func superviewNeedsLayout(_ isGuide: Bool) { (isGuide ? self : parent ?? self).setNeedsLayout() }
}
