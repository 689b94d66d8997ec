import CoreGraphics
import Foundation
import MicaConstraints

extension UIView {
    // MARK: Constraints

    /// The active constraints that the view holds, between itself and views in it.
    public final var constraints: [NSLayoutConstraint] { layoutState?.constraints ?? [] }

    /// Adds and activates a constraint. If its items do not all lie in the view it is refused, with a message (Apple's
    /// throws).
    public final func addConstraint(_ constraint: NSLayoutConstraint) {
        guard constraint.holder !== self else { return }
        guard constraint.isWhole, constraint.views.allSatisfy({ $0.isDescendant(of: self) }) else {
            return LayoutNotices.tell(
                "UIView.addConstraint: an item of \(constraint) does not lie in \(LayoutNotices.name(of: self))")
        }
        constraint.holder?.uninstall(constraint)
        install(constraint)
    }

    /// Adds and activates constraints.
    public final func addConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { addConstraint(constraint) }
    }

    /// Removes and deactivates a constraint; ignored if the view does not hold it.
    public final func removeConstraint(_ constraint: NSLayoutConstraint) { uninstall(constraint) }

    /// Removes and deactivates constraints.
    public final func removeConstraints(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { uninstall(constraint) }
    }

    /// The active constraints that name the view along an axis. *Source*: Apple,
    /// UIView.constraintsAffectingLayout(for:), which also lists constraints that matter indirectly.
    public final func constraintsAffectingLayout(for axis: NSLayoutConstraint.Axis) -> [NSLayoutConstraint] {
        (layoutState?.involved ?? []).filter { $0.names(self, axis) }
    }

    /// Whether constraints do not determine the view's frame: another frame would satisfy them equally well.
    public final var hasAmbiguousLayout: Bool {
        translatesAutoresizingMaskIntoConstraints ? false : layoutEngine?.isAmbiguous(self) ?? false
    }

    /// Lays the view out anew. Apple's moves it to another allowed frame at random; here equal constraints always give
    /// equal frames.
    public final func exerciseAmbiguityInLayout() { parent?.setNeedsLayout() }

    // MARK: Guides

    /// The guides that were added to the view; its own guides are not among them.
    public final var layoutGuides: [UILayoutGuide] { layoutState?.guides ?? [] }

    /// Adds a guide, after removing it from its old view.
    public final func addLayoutGuide(_ layoutGuide: UILayoutGuide) {
        guard layoutGuide.owningView !== self else { return }
        layoutGuide.owningView?.removeLayoutGuide(layoutGuide)
        layoutGuide.owningView = self
        makeLayout().guides.append(layoutGuide)
    }

    /// Removes a guide, and deactivates the constraints that name it.
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

    /// The area within the margins.
    public final var layoutMarginsGuide: UILayoutGuide { ownGuide(.margins) }
    /// The area that no bar covers.
    public final var safeAreaLayoutGuide: UILayoutGuide { ownGuide(.safeArea) }
    /// The area that a keyboard covers, or else the bottom of the safe area.
    public final var keyboardLayoutGuide: UIKeyboardLayoutGuide {
        ownGuide(.keyboard) as? UIKeyboardLayoutGuide ?? UIKeyboardLayoutGuide()
    }
    /// The area within the margins, at most as wide as text that is easy to read: 672 points here.
    public final var readableContentGuide: UILayoutGuide { ownGuide(.readable) }

    // MARK: Fitting

    /// The size that the constraints within the view give it, if a target size is wanted with two priorities.
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
            // The width determines how contents break into lines, and so their height.
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
