import CoreGraphics
import Foundation
import MicaConstraints

/// What constraints have to do with a view: made when the first of it is set, so that views without constraints have none.
final class ViewLayout {
    /// Those that the view holds, in the order in which they were installed.
    var constraints: [NSLayoutConstraint] = []
    /// Active ones that name the view or a guide of it, whoever holds them.
    var involved: [NSLayoutConstraint] = []
    /// What programs added.
    var guides: [UILayoutGuide] = []
    /// The view's own guides, by role.
    var ownGuides: [LayoutGuideRole: UILayoutGuide] = [:]
    /// Of the view at the top of a tree: what solves the tree's constraints.
    var engine: LayoutEngine?
    /// Whether the tree's engine has unknowns of the view: constraints name it, or reach over it, or did.
    var isSolved = false
    /// By axis: how the content resists being made larger; nil for the class's.
    var hugging: (UILayoutPriority?, UILayoutPriority?) = (nil, nil)
    /// And smaller.
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

    /// What solves the constraints of the tree that the view is in; nil where none of it ever had one.
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

    /// Holds a constraint from now on: it counts.
    func install(_ constraint: NSLayoutConstraint) {
        let layout = makeLayout()
        layout.constraints.append(constraint)
        constraint.holder = self
        for view in constraint.distinctViews { view.makeLayout().involved.append(constraint) }
        makeEngine().add(constraint)
    }

    /// Lets go of a constraint: it counts no more.
    func uninstall(_ constraint: NSLayoutConstraint) {
        guard constraint.holder === self, let layout = layoutState else { return }
        layout.constraints.removeAll { $0 === constraint }
        constraint.holder = nil
        for view in constraint.distinctViews { view.layoutState?.involved.removeAll { $0 === constraint } }
        layoutEngine?.remove(constraint)
    }

    // MARK: Trees

    /// The view is about to be taken out of its superview, or put into another: constraints between what is in it and what is not end.
    ///
    /// *Source*: Apple, UIView.removeFromSuperview(): "removes any constraints that refer to the view you are removing, or that refer to any
    /// view in the subtree of the view you are removing".
    func leaveLayout() {
        guard let engine = layoutEngine else { return }
        for view in everyView {
            for constraint in view.layoutState?.involved ?? [] {
                if let holder = constraint.holder, !holder.isDescendant(of: self) { holder.uninstall(constraint) }
            }
        }
        engine.forget(self)
    }

    /// The view is in another tree, or at the top of one of its own: what is in it is solved there.
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

    /// The view and all in it, subviews first after the view itself.
    var everyView: [UIView] {
        var result: [UIView] = []
        var stack = [self]
        while let view = stack.popLast() {
            result.append(view)
            stack.append(contentsOf: view.children)
        }
        return result
    }

    /// The frame or the content is another: the engine is told where constraints name the view.
    func tellLayout(contentChanged: Bool = false) {
        guard LayoutEngine.isInUse, let layout = rare?.layout, layout.isSolved || layout.engine != nil else { return }
        if contentChanged {
            layoutEngine?.contentChanged(of: self)
        } else if translatesAutoresizingMaskIntoConstraints || parent == nil {
            layoutEngine?.setNeedsUpdate()
        }
    }

    /// How much of an axis content resists.
    func contentPriority(
        _ path: KeyPath<ViewLayout, (UILayoutPriority?, UILayoutPriority?)>, _ axis: NSLayoutConstraint.Axis
    )
        -> UILayoutPriority?
    {
        guard let pair = layoutState?[keyPath: path] else { return nil }
        return axis == .horizontal ? pair.0 : pair.1
    }

    // MARK: Layout

    /// Gives the views in this one the frames that constraints say.
    func applyLayout() {
        guard LayoutEngine.isInUse, let engine = layoutEngine else { return }
        engine.update()
        if let layout = layoutState, !layout.ownGuides.isEmpty, engine.refreshGuides(of: self) { engine.update() }
        if parent == nil { engine.applyRoot() }
        for view in children where !view.translatesAutoresizingMaskIntoConstraints { engine.apply(to: view) }
    }

    /// A guide of the view's own, made when it is first asked for.
    func ownGuide(_ role: LayoutGuideRole) -> UILayoutGuide {
        let layout = makeLayout()
        if let guide = layout.ownGuides[role] { return guide }
        let guide = role == .top || role == .bottom ? LayoutSupportGuide() : UILayoutGuide()
        guide.role = role
        guide.identifier = role.name
        guide.owningView = self
        layout.ownGuides[role] = guide
        return guide
    }
}

extension NSLayoutConstraint {
    /// The views that it names, each once.
    var distinctViews: [UIView] {
        var result: [UIView] = []
        for view in views where !result.contains(where: { $0 === view }) { result.append(view) }
        return result
    }

    /// The guides that it names.
    var guides: [UILayoutGuide] {
        [first.item, first.origin, second?.item, second?.origin].compactMap { $0 as? UILayoutGuide }
    }

    /// Whether a side names an item's attribute of an axis.
    func names(_ item: AnyObject, _ axis: Axis) -> Bool {
        (first.item === item && first.attribute.isVertical == (axis == .vertical))
            || (second?.item === item && secondAttribute.isVertical == (axis == .vertical))
    }
}

extension NSLayoutConstraint.Attribute {
    /// Whether it lies along the vertical axis.
    var isVertical: Bool {
        switch self {
        case .top, .bottom, .height, .centerY, .lastBaseline, .firstBaseline, .topMargin, .bottomMargin,
            .centerYWithinMargins:
            true
        default: false
        }
    }

    /// Whether it changes sides with the direction of writing.
    var followsDirection: Bool {
        switch self {
        case .leading, .trailing, .leadingMargin, .trailingMargin: true
        default: false
        }
    }

    /// Whether it is a position, which only means something beside another one.
    var isPosition: Bool { self != .width && self != .height && self != .notAnAttribute }
}
