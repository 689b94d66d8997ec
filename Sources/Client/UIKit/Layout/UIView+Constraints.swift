import CoreGraphics
import Foundation
import MicaConstraints

extension UIView {
    // MARK: Constraints

    /// The constraints that the view holds: between it and what is in it. *Source*: Apple, UIView.constraints.
    public final var constraints: [NSLayoutConstraint] { layoutState?.constraints ?? [] }

    /// Holds a constraint, which counts then. One whose items do not all lie in the view is refused with a message (Apple's throws).
    /// *Source*: Apple, UIView.addConstraint(_:).
    public final func addConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder !== self else { return }
        guard constraint.isWhole, constraint.views.allSatisfy({ $0.isDescendant(of: self) }) else {
            return LayoutNotices.tell(
                "UIView.addConstraint: an item of \(constraint) does not lie in \(LayoutNotices.name(of: self))")
        }
        constraint.holder?.uninstall(constraint)
        install(constraint)
    }

    /// Holds constraints: as `addConstraint(_:)` of each. *Source*: Apple, UIView.addConstraints(_:).
    public final func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    /// Lets go of a constraint; nothing where the view does not hold it. *Source*: Apple, UIView.removeConstraint(_:).
    public final func removeConstraint(_ constraint: NSLayoutConstraint) { uninstall(constraint) }

    /// Lets go of constraints: as `removeConstraint(_:)` of each. *Source*: Apple, UIView.removeConstraints(_:).
    public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { uninstall(constraint) }
    }

    /// The active constraints that name the view along an axis. *Source*: Apple, UIView.constraintsAffectingLayout(for:), which lists those
    /// that matter indirectly, too.
    public final func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        (layoutState?.involved ?? []).filter { $0.names(self, axis) }
    }

    /// Whether constraints leave the view's frame open: another one would meet them as well. *Source*: Apple, UIView.hasAmbiguousLayout.
    public final var hasAmbiguousLayout: Bool {
        translatesAutoresizingMaskIntoConstraints ? false : layoutEngine?.isAmbiguous(self) ?? false
    }

    /// Lays the view out by the constraints again. On Apple's it moves to another frame that they allow, at random; here all layouts of one set
    /// are the same. *Source*: Apple, UIView.exerciseAmbiguityInLayout().
    public final func exerciseAmbiguityInLayout() { parent?.setNeedsLayout() }

    // MARK: Guides

    /// The guides that the view owns, but for its own. *Source*: Apple, UIView.layoutGuides.
    public final var layoutGuides: [UILayoutGuide] { layoutState?.guides ?? [] }

    /// Owns a guide, which is taken from any other view. *Source*: Apple, UIView.addLayoutGuide(_:).
    public final func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView !== self else { return }
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        makeLayout().guides.append(layoutGuide)
    }

    /// Ends owning a guide: constraints that name it end. *Source*: Apple, UIView.removeLayoutGuide(_:).
    public final func removeLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView === self, layoutGuide.role == nil, let layout = layoutState else { return }
        for constraint in layout.involved
        where [constraint.first.item, constraint.first.origin, constraint.secondItem].contains(where: {
            $0 === layoutGuide
        }) {
            constraint.isActive = false
        }
        layout.guides.removeAll { $0 === layoutGuide }
        layoutGuide.owningView = nil
    }

    /// What is within the margins. *Source*: Apple, UIView.layoutMarginsGuide.
    public final var layoutMarginsGuide: UILayoutGuide { ownGuide(.margins) }
    /// What no bar covers. *Source*: Apple, UIView.safeAreaLayoutGuide.
    public final var safeAreaLayoutGuide: UILayoutGuide { ownGuide(.safeArea) }
    /// What is within the margins and no wider than is easily read: 672 points here. *Source*: Apple, UIView.readableContentGuide.
    public final var readableContentGuide: UILayoutGuide { ownGuide(.readable) }

    // MARK: Fitting

    /// The size that the constraints in the view give it, where a target is wanted with some priorities.
    func fittingSize(_ target: CGSize, _ horizontal: UILayoutPriority, _ vertical: UILayoutPriority) -> CGSize {
        LayoutUpdates.run(around: self)
        let engine = LayoutEngine(self, isTrial: true)
        for view in everyView { engine.pending.append(contentsOf: view.layoutState?.constraints ?? []) }
        let unknowns = engine.unknowns(of: self)
        engine.update()
        let wanted = [(unknowns.width, target.width, horizontal), (unknowns.height, target.height, vertical)]
        for (variable, length, priority) in wanted where length.isFinite {
            let linear = LinearConstraint([.init(1, variable)], -Double(length), .equal, priority: priority.rawValue)
            _ = engine.add(linear, LayoutName(label: { "target size" }))
            // A width says how contents break, and so the height.
            engine.update()
        }
        let scale = max(contentScaleFactor, 1)
        func rounded(_ variable: Variable) -> CGFloat {
            (CGFloat(max(0, engine.solver.value(of: variable))) * scale - 1e-6).rounded(.up) / scale
        }
        let frame = CGRect(x: 0, y: 0, width: rounded(unknowns.width), height: rounded(unknowns.height))
        return self.frame(forAlignmentRect: frame).size
    }
}
