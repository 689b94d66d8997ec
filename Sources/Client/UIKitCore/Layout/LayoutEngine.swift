import CoreGraphics
import Foundation
import MicaConstraints

/// Solves the constraints of a tree of views. The root of the tree owns it.
///
/// Each view and guide that a constraint names has unknowns: the variables minX, minY, width and height, in the space
/// of its superview (of its owner, for a guide). A view with a translated mask has its frame as four required
/// equations. Other views have their intrinsic size as inequalities with the content's priorities. Changes are
/// collected until layout; `update()` then passes them to the solver, and asks for layout of the superviews of views
/// whose unknowns changed. During layout, `apply(to:)` moves the views.
@MainActor final class LayoutEngine {
    /// Whether any engine has ever been made. Until then, views need not look for one.
    private(set) static var isInUse = false

    weak var root: UIView?
    var solver = ConstraintSolver()
    var items: [ObjectIdentifier: ItemUnknowns] = [:]
    /// The number of items ever made.
    private var itemCount = 0
    /// The item of each variable.
    var owners: [Variable: ItemUnknowns] = [:]
    /// The solver's ID of each constraint.
    var held: [ObjectIdentifier: ConstraintID] = [:]
    /// The names, for messages, of the solver's constraints.
    var names: [ConstraintID: LayoutName] = [:]
    /// Constraints to be added to the solver.
    var pending: [NSLayoutConstraint] = []
    /// Constraints whose constant has changed since the solver got it.
    var changed: [NSLayoutConstraint] = []
    /// Constraints that were broken. They are tried again when a constraint that may have conflicted with them is
    /// removed or changed.
    var broken: [NSLayoutConstraint] = []
    /// The broken constraints whose conflict was reported: once, until they hold again.
    private var told: Set<ObjectIdentifier> = []
    /// Items whose intrinsic size may have changed.
    var contents: [ItemUnknowns] = []
    /// Whether the solver has changes to get.
    private var needsUpdate = false
    /// Whether broken constraints may hold now, because others were removed or changed.
    var triesBroken = false
    private var isUpdating = false
    /// Whether the engine only computes a size, for `systemLayoutSizeFitting(_:)`, without moving views.
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

    /// Removes guides that no constraint names any more from the solver. Their equations would still affect their
    /// views.
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

    /// Removes the constraints and items of a subtree from the solver.
    func forget(_ view: UIView) {
        for view in view.everyView {
            guard let layout = view.layoutState else { continue }
            for constraint in layout.constraints { remove(constraint) }
            for item in [view] + layout.guides as [AnyObject] + Array(layout.ownGuides.values) { drop(item) }
        }
    }

    /// Ends the engine, because another engine solves its tree now.
    func end() {
        (pending, changed, broken, contents) = ([], [], [], [])
        root = nil
    }

    // MARK: Items

    /// The unknowns of a view or a guide, made at their first use.
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
                // Its variables are 0 at first, and the solver reports only changes.
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

    /// Passes the changes to the solver, and asks for layout where unknowns have changed.
    func update() {
        guard needsUpdate || isTrial, !isUpdating else { return }
        isUpdating = true
        needsUpdate = false
        for constraint in pending + broken { prepare(constraint) }
        // Equations that cannot change yet are added after all others have changed: two views that move together do not
        // conflict on the way.
        let frames = items.values.filter { !fixFrame($0) }.sorted { $0.number < $1.number }
        let retried = changeConstants()
        for unknowns in frames { fixAgain(unknowns) }
        updateContents()
        // Constraints that were broken before one of these changed may hold now.
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
            // A program may replace constraints by equal ones whenever it lays out, which must not ask for layout again.
            if !isTrial, unknowns.adopt(solver.value(of: variable), of: variable) {
                unknowns.view?.superviewNeedsLayout(unknowns.guide != nil)
            }
        }
        isUpdating = false
    }

    /// Passes changed constants to the solver. Returns the constraints that do not hold with them yet, removed from the
    /// solver.
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

    /// Makes the unknowns that a constraint names, before frames are passed to the solver.
    private func prepare(_ constraint: NSLayoutConstraint) { _ = linear(constraint) }

    private func hold(_ constraint: NSLayoutConstraint) {
        let key = ObjectIdentifier(constraint)
        guard held[key] == nil, let linear = linear(constraint) else { return }
        if let id = add(linear, LayoutName(constraint: constraint)) {
            held[key] = id
            told.remove(key)
        }
    }

    /// Adds a program's constraint, or an equation of the engine.
    ///
    /// In a conflict, the newest of the program's constraints involved is broken. *Source*: Apple breaks one of the
    /// listed constraints and says which; its choice is not documented.
    func add(_ linear: LinearConstraint, _ name: LayoutName) -> ConstraintID? {
        while true {
            do {
                let id = try solver.add(linear)
                names[id] = name
                return id
            } catch {
                // The new constraint was not added; the others that the conflict names are in the solver.
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
                // Constraints that were broken in a conflict with this one may hold now.
                triesBroken = true
            }
        }
    }
}

/// The name, for messages, of a program's constraint or of an equation of the engine.
@MainActor struct LayoutName {
    weak var constraint: NSLayoutConstraint?
    var label: (() -> String)?

    var text: String { constraint.map { $0.description } ?? label?() ?? "" }
}

/// The unknowns of a view or a guide in an engine.
@MainActor final class ItemUnknowns {
    /// The view, or the owner of the guide.
    weak var view: UIView?
    weak var guide: UILayoutGuide?
    let minX, minY, width, height: Variable
    /// A rising number, which fixes the order of work that depends on it.
    let number: Int
    /// The equations from a translated mask, the root of a tree or a guide's role.
    var fixed: [ConstraintID] = []
    /// The values of `fixed`, to detect changes.
    var fixedValues: [Double] = []
    /// The inequalities of the intrinsic size.
    var content: [ConstraintID] = []
    /// The intrinsic size in `content`.
    var contentSize = CGSize(width: UIView.noIntrinsicMetric, height: UIView.noIntrinsicMetric)
    /// Whether the content's height depends on its width.
    var wraps = false
    /// Whether the width has changed since the height was computed.
    var isStale = true
    /// The width for which the height was computed.
    var contentWidth = -1.0

    init(_ item: AnyObject, _ number: Int, _ solver: inout ConstraintSolver) {
        self.number = number
        guide = item as? UILayoutGuide
        view = item as? UIView ?? guide?.owningView
        (minX, minY) = (solver.makeVariable(), solver.makeVariable())
        // A guide of its view's size minus insets may have a negative size in a small view: the engine's own equations
        // must never conflict.
        let isSize = !(guide?.role?.hasViewSize ?? false)
        (width, height) = (
            solver.makeVariable(isRestricted: isSize), solver.makeVariable(isRestricted: isSize)
        )
    }

    var variables: [Variable] { [minX, minY, width, height] }

    /// The values at the last request for layout. *Units*: points.
    private var values = [0.0, 0, 0, 0]

    /// Notes a variable's value.
    ///
    /// - Returns: Whether it differs from the last one by more than an error of rounding.
    func adopt(_ value: Double, of variable: Variable) -> Bool {
        guard let place = variables.firstIndex(of: variable) else { return true }
        guard abs(values[place] - value) > 1e-6 else { return false }
        values[place] = value
        return true
    }
}

extension UIView {
    /// Asks for layout of the superview; for a guide that has moved, of the view itself.
    func superviewNeedsLayout(_ isGuide: Bool) { (isGuide ? self : parent ?? self).setNeedsLayout() }
}
