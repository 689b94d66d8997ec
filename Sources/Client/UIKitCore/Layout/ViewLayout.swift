import CoreGraphics
import Foundation
import MicaConstraints

/// A view's part in constraints. Made when the first of it is set, so that views without constraints have none.
final class ViewLayout {
    /// The constraints that the view holds, in the order of their activation.
    var constraints: [NSLayoutConstraint] = []
    /// The active constraints that name the view or one of its guides, whichever view holds them.
    var involved: [NSLayoutConstraint] = []
    /// The guides that programs added.
    var guides: [UILayoutGuide] = []
    /// The view's own guides, by role.
    var ownGuides: [LayoutGuideRole: UILayoutGuide] = [:]
    /// Of the root of a tree: the engine that solves the tree's constraints.
    var engine: LayoutEngine?
    /// Whether the tree's engine has unknowns of the view, because constraints name it or pass through it, or did.
    var isSolved = false
    /// By axis: the priority with which the content resists growing; nil for the class's.
    var hugging: (UILayoutPriority?, UILayoutPriority?) = (nil, nil)
    /// By axis: the priority with which the content resists shrinking; nil for the class's.
    var compression: (UILayoutPriority?, UILayoutPriority?) = (nil, nil)
}

extension UIView {
    var layoutState: ViewLayout? { rare?.layout }

    func makeLayout() -> ViewLayout {
        let rare = makeRare()
        if let layout = rare.layout { return layout }
        let made = ViewLayout()
        rare.layout = made
        return made
    }

    /// The engine of the tree that the view is in; nil if it never had one.
    var layoutEngine: LayoutEngine? { LayoutEngine.isInUse ? coordinateRoot.layoutState?.engine : nil }

    func makeEngine() -> LayoutEngine {
        let root = coordinateRoot
        let layout = root.makeLayout()
        if let engine = layout.engine { return engine }
        let engine = LayoutEngine(root)
        layout.engine = engine
        return engine
    }

    // MARK: Constraints

    /// Activates a constraint, and holds it.
    func install(_ constraint: NSLayoutConstraint) {
        let layout = makeLayout()
        layout.constraints.append(constraint)
        constraint.holder = self
        for view in constraint.distinctViews { view.makeLayout().involved.append(constraint) }
        makeEngine().add(constraint)
    }

    /// Deactivates a constraint, and drops it.
    func uninstall(_ constraint: NSLayoutConstraint) {
        guard constraint.holder === self, let layout = layoutState else { return }
        layout.constraints.removeAll { $0 === constraint }
        constraint.holder = nil
        for view in constraint.distinctViews { view.layoutState?.involved.removeAll { $0 === constraint } }
        layoutEngine?.remove(constraint)
    }

    // MARK: Trees

    /// The view is about to leave its superview: deactivates the constraints between its subtree and the rest of the
    /// tree.
    ///
    /// *Source*: Apple, UIView.removeFromSuperview(): "removes any constraints that refer to the view you are removing,
    /// or that refer to any view in the subtree of the view you are removing".
    func leaveLayout() {
        guard let engine = layoutEngine else { return }
        for view in everyView {
            for constraint in view.layoutState?.involved ?? [] {
                if let holder = constraint.holder, !holder.isDescendant(of: self) { holder.uninstall(constraint) }
            }
        }
        engine.forget(self)
    }

    /// The view has joined another tree, or become a root: that tree's engine gets the subtree's constraints.
    func enterLayout() {
        guard LayoutEngine.isInUse else { return }
        let old = layoutState?.engine
        if parent != nil, let old {
            old.end()
            layoutState?.engine = nil
        }
        let own = everyView.flatMap { $0.layoutState?.constraints ?? [] }
        if !own.isEmpty {
            let engine = makeEngine()
            for constraint in own { engine.add(constraint) }
        }
        LayoutUpdates.treeChanged()
    }

    /// The view, then all views in it.
    var everyView: [UIView] {
        var result: [UIView] = []
        var stack = [self]
        while let view = stack.popLast() {
            result.append(view)
            stack.append(contentsOf: view.children)
        }
        return result
    }

    /// The frame or the content has changed: tells the engine if constraints name the view.
    func tellLayout(contentChanged: Bool = false) {
        guard LayoutEngine.isInUse, let layout = rare?.layout, layout.isSolved || layout.engine != nil else { return }
        if contentChanged {
            layoutEngine?.contentChanged(of: self)
        } else if translatesAutoresizingMaskIntoConstraints || parent == nil {
            layoutEngine?.setNeedsUpdate()
        }
    }

    /// The priority of the content along an axis; nil for the class's.
    func contentPriority(
        _ path: KeyPath<ViewLayout, (UILayoutPriority?, UILayoutPriority?)>, _ axis: NSLayoutConstraint.Axis
    )
        -> UILayoutPriority?
    {
        guard let pair = layoutState?[keyPath: path] else { return nil }
        return axis == .horizontal ? pair.0 : pair.1
    }

    // MARK: Layout

    /// Gives the subviews the frames that constraints determine.
    func applyLayout() {
        guard LayoutEngine.isInUse, let engine = layoutEngine else { return }
        engine.update()
        if let layout = layoutState, !layout.ownGuides.isEmpty, engine.refreshGuides(of: self) { engine.update() }
        if parent == nil { engine.applyRoot() }
        for view in children where !view.translatesAutoresizingMaskIntoConstraints { engine.apply(to: view) }
    }

    /// One of the view's own guides, made at its first use.
    func ownGuide(_ role: LayoutGuideRole) -> UILayoutGuide {
        let layout = makeLayout()
        if let guide = layout.ownGuides[role] { return guide }
        let guide: UILayoutGuide =
            switch role {
            case .top, .bottom: LayoutSupportGuide()
            case .keyboard: UIKeyboardLayoutGuide()
            default: UILayoutGuide()
            }
        guide.role = role
        guide.identifier = role.name
        guide.owningView = self
        layout.ownGuides[role] = guide
        return guide
    }
}

extension NSLayoutConstraint {
    /// The views that it names, without repetition.
    var distinctViews: [UIView] {
        var result: [UIView] = []
        for view in views where !result.contains(where: { $0 === view }) { result.append(view) }
        return result
    }

    /// The guides that it names.
    var guides: [UILayoutGuide] {
        [first.item, first.origin, second?.item, second?.origin].compactMap { $0 as? UILayoutGuide }
    }

    /// Whether a side names an attribute of an item along an axis.
    func names(_ item: AnyObject, _ axis: Axis) -> Bool {
        (first.item === item && first.attribute.isVertical == (axis == .vertical))
            || (second?.item === item && secondAttribute.isVertical == (axis == .vertical))
    }
}

extension NSLayoutConstraint.Attribute {
    /// Whether the attribute is along the vertical axis.
    var isVertical: Bool {
        switch self {
        case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            true
        default: false
        }
    }

    /// Whether the attribute changes sides with the direction of writing.
    var followsDirection: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }

    /// Whether the attribute is a position, which has a meaning only relative to another.
    var isPosition: Bool { self != .width && self != .height && self != .notAnAttribute }
}
