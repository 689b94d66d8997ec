import CoreGraphics
import Foundation

/// A view that arranges views in a row or a column, by constraints that it makes. Otherwise it draws as any view.
///
/// *Source*: Apple, UIStackView. The names and the meaning of its constraints are known from Apple's messages
/// (`UISV-...`).
open class UIStackView: UIView {
    /// How views share the stack's length; raw values are Apple's.
    public enum Distribution: Int, Sendable {
        /// They fill the length; hugging and compression priorities decide which view changes.
        case fill = 0
        /// They fill the length, all equally long.
        case fillEqually = 1
        /// They fill the length, in proportion to their intrinsic lengths.
        case fillProportionally = 2
        /// They keep their lengths, with equal gaps between them.
        case equalSpacing = 3
        /// They keep their lengths, with equal distances between their middles.
        case equalCentering = 4
    }

    /// The position of views across the stack; raw values are Apple's.
    public enum Alignment: Int, Sendable {
        /// They fill the stack's breadth.
        case fill = 0
        /// At the leading edge, or at the top.
        case leading = 1
        /// With the baselines of their first lines aligned.
        case firstBaseline = 2
        /// In the middle.
        case center = 3
        /// At the trailing edge, or at the bottom.
        case trailing = 4
        /// With the baselines of their last lines aligned.
        case lastBaseline = 5

        /// As `leading`, across a row.
        public static var top: Alignment { .leading }
        /// As `trailing`, across a row.
        public static var bottom: Alignment { .trailing }
    }

    /// A spacing that stands for the stack's own.
    public nonisolated static let spacingUseDefault: CGFloat = .greatestFiniteMagnitude
    /// A spacing that stands for the system's.
    public nonisolated static let spacingUseSystem: CGFloat = .leastNormalMagnitude

    private var arranged: [UIView] = []
    private var customSpacings: [ObjectIdentifier: CGFloat] = [:]
    /// The constraints in force, in the order in which they were wanted.
    private var made: [NSLayoutConstraint] = []
    /// Those in force that the update under way has not asked for yet.
    private var unclaimed: [ConstraintKey: NSLayoutConstraint] = [:]
    /// Those that the update under way asks for.
    private var wanted: [NSLayoutConstraint] = []
    /// The guide after each view, for equal spacing, with how many were made before it.
    private var gaps: [ObjectIdentifier: (guide: UILayoutGuide, number: Int)] = [:]
    private var gapCount = 0
    /// How many constraints were put in force or taken out; tests hold it.
    private(set) final var constraintChanges = 0

    /// Makes a stack with a frame.
    public override init(frame: CGRect) { super.init(frame: frame) }

    /// Reads a stack from an archive, and arranges its subviews.
    public required init(coder: NSCoder) {
        super.init(frame: .zero)
        readView(coder)
        coder.readNib(self, as: UIView.self)
        for view in subviews { addArrangedSubview(view) }
        coder.readNib(self, as: UIStackView.self)
    }

    /// Makes a stack that arranges views.
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addArrangedSubview(view) }
    }

    // MARK: Views

    /// The arranged views, in order.
    open var arrangedSubviews: [UIView] { arranged }

    /// Arranges a view after all others.
    open func addArrangedSubview(_ view: UIView) {
        insertArrangedSubview(view, at: arranged.filter { $0 !== view }.count)
    }

    /// Arranges a view at an index; an index out of range counts as the nearer end (Apple's throws). The view becomes a
    /// subview if it is none.
    open func insertArrangedSubview(_ view: UIView, at stackIndex: Int) {
        guard !isDescendant(of: view) else { return addSubview(view) }
        arranged.removeAll { $0 === view }
        arranged.insert(view, at: min(max(0, stackIndex), arranged.count))
        view.flags.insert(.isArranged)
        view.translatesAutoresizingMaskIntoConstraints = false
        if view.superview !== self { addSubview(view) }
        rearrange()
    }

    /// Stops arranging a view; it stays a subview.
    open func removeArrangedSubview(_ view: UIView) {
        guard arranged.contains(where: { $0 === view }) else { return }
        arranged.removeAll { $0 === view }
        view.flags.remove(.isArranged)
        customSpacings[ObjectIdentifier(view)] = nil
        rearrange()
    }

    /// Stops arranging a view that is removed.
    open override func willRemoveSubview(_ subview: UIView) {
        super.willRemoveSubview(subview)
        removeArrangedSubview(subview)
    }

    // MARK: How

    /// The direction: a row (horizontal) at first, or a column (vertical).
    open var axis = NSLayoutConstraint.Axis.horizontal {
        didSet { if axis != oldValue { rearrange() } }
    }
    /// How views share the length; fill at first.
    open var distribution = Distribution.fill {
        didSet { if distribution != oldValue { rearrange() } }
    }
    /// The position of views across the stack; fill at first.
    open var alignment = Alignment.fill {
        didSet { if alignment != oldValue { rearrange() } }
    }
    /// The distance between views, in points; 0 at first. For distributions with equal spacing, the least distance.
    open var spacing: CGFloat = 0 {
        didSet {
            if !spacing.isFinite { spacing = oldValue }
            if spacing != oldValue { rearrange() }
        }
    }
    /// Whether a column's spacing is measured from last to first baseline; false at first.
    open var isBaselineRelativeArrangement = false {
        didSet { if isBaselineRelativeArrangement != oldValue { rearrange() } }
    }
    /// Whether views stay within the margins; false at first.
    open var isLayoutMarginsRelativeArrangement = false {
        didSet { if isLayoutMarginsRelativeArrangement != oldValue { rearrange() } }
    }

    /// Sets the distance after a view, in points, instead of `spacing`; `spacingUseDefault` restores that.
    open func setCustomSpacing(_ spacing: CGFloat, after arrangedSubview: UIView) {
        customSpacings[ObjectIdentifier(arrangedSubview)] =
            spacing == Self.spacingUseDefault || spacing.isNaN ? nil : spacing
        rearrange()
    }

    /// The distance after a view, in points; `spacingUseDefault` if none was set.
    open func customSpacing(after arrangedSubview: UIView) -> CGFloat {
        customSpacings[ObjectIdentifier(arrangedSubview)] ?? Self.spacingUseDefault
    }

    /// A view was hidden or shown: arranges the views anew, as hidden ones take no space.
    final func visibilityChanged() { rearrange() }

    // MARK: Constraints

    private func rearrange() {
        setNeedsUpdateConstraints()
        setNeedsLayout()
    }

    /// Changes the constraints that differ from those in force. Solving is what costs, so a view that hides in a long
    /// stack leaves the constraints of all others.
    open override func updateConstraints() {
        let shown = arranged.filter { !$0.isHidden }
        unclaimed = Dictionary(made.map { (ConstraintKey($0), $0) }, uniquingKeysWith: { $1 })
        dropGaps(of: shown)
        for view in arranged where view.isHidden {
            add(view, length, .equal, nil, length, "UISV-hiding")
            add(view, start, .equal, canvas, start, "UISV-hiding", priority: 1)
        }
        lengthwise(shown)
        across(shown)
        let kept = Set(wanted.map { ObjectIdentifier($0) })
        let gone = made.filter { !kept.contains(ObjectIdentifier($0)) }
        let new = wanted.filter { !$0.isActive }
        constraintChanges += gone.count + new.count
        NSLayoutConstraint.deactivate(gone)
        NSLayoutConstraint.activate(new)
        (made, wanted, unclaimed) = (wanted, [], [:])
        super.updateConstraints()
    }

    private var isRow: Bool { axis == .horizontal }
    private var start: NSLayoutConstraint.Attribute { isRow ? .leading : .top }
    private var end: NSLayoutConstraint.Attribute { isRow ? .trailing : .bottom }
    private var length: NSLayoutConstraint.Attribute { isRow ? .width : .height }
    private var middle: NSLayoutConstraint.Attribute { isRow ? .centerX : .centerY }
    private var canvas: AnyObject { isLayoutMarginsRelativeArrangement ? layoutMarginsGuide : self }

    private func add(
        _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, _ relation: NSLayoutConstraint.Relation,
        _ other: AnyObject?, _ otherAttribute: NSLayoutConstraint.Attribute, _ name: String, multiplier: CGFloat = 1,
        constant: CGFloat = 0, priority: Float = 1000
    ) {
        let constraint = NSLayoutConstraint(
            .init(item, attribute), relation, other.map { .init($0, otherAttribute) }, multiplier, constant)
        constraint.identifier = name
        constraint.priority = UILayoutPriority(priority)
        guard let old = unclaimed.removeValue(forKey: ConstraintKey(constraint)) else {
            return wanted.append(constraint)
        }
        if old.constant != constant { old.constant = constant }
        wanted.append(old)
    }

    private func spacing(after view: UIView) -> CGFloat {
        let custom = customSpacings[ObjectIdentifier(view)] ?? spacing
        return custom == Self.spacingUseSystem ? systemSpacing : custom
    }

    private func lengthwise(_ views: [UIView]) {
        guard let first = views.first, let last = views.last else { return }
        add(first, start, .equal, canvas, start, "UISV-canvas-connection")
        add(canvas, end, .equal, last, end, "UISV-canvas-connection")
        let isSpaced = distribution == .equalSpacing || distribution == .equalCentering
        for (view, next) in zip(views, views.dropFirst()) {
            let usesBaselines = isBaselineRelativeArrangement && !isRow
            add(
                next, usesBaselines ? .firstBaseline : start, isSpaced ? .greaterThanOrEqual : .equal, view,
                usesBaselines ? .lastBaseline : end, "UISV-spacing", constant: spacing(after: view))
        }
        switch distribution {
        case .fill: break
        case .fillEqually:
            for view in views.dropFirst() { add(view, length, .equal, first, length, "UISV-fill-equally") }
        case .fillProportionally: fillProportionally(views)
        case .equalSpacing, .equalCentering: distribute(views)
        }
    }

    /// Gives each view a share of the stack's length: its intrinsic length divided by the sum of all, spacing included.
    private func fillProportionally(_ views: [UIView]) {
        let lengths = views.map { view -> CGFloat in
            let size = view.intrinsicContentSize
            return max(0, isRow ? size.width : size.height)
        }
        let gaps = views.dropLast().reduce(0) { $0 + spacing(after: $1) }
        let total = lengths.reduce(gaps, +)
        guard total > 0 else { return }
        for (view, own) in zip(views, lengths) where own > 0 {
            add(
                view, length, .equal, canvas, length, "UISV-fill-proportionally", multiplier: own / total, priority: 999
            )
        }
    }

    /// Adds guides between edges or middles, all of equal length.
    private func distribute(_ views: [UIView]) {
        var first: UILayoutGuide?
        for (number, (view, next)) in zip(views, views.dropFirst()).enumerated() {
            let gap = gap(after: view)
            let isSpacing = distribution == .equalSpacing
            add(gap, start, .equal, view, isSpacing ? end : middle, "UISV-distributing-edge")
            add(gap, end, .equal, next, isSpacing ? start : middle, "UISV-distributing-edge")
            if let first {
                // Distances of middles give way to the least spacing; distances of edges do not.
                add(
                    gap, length, .equal, first, length, "UISV-fill-equally",
                    priority: isSpacing ? 1000 : 149 - Float(min(number, 100)) / 100)
            }
            first = first ?? gap
        }
    }

    /// The guide after a view, made when there is none.
    private func gap(after view: UIView) -> UILayoutGuide {
        if let gap = gaps[ObjectIdentifier(view)] { return gap.guide }
        let gap = UILayoutGuide()
        gap.identifier = "UISV-distributing"
        addLayoutGuide(gap)
        gaps[ObjectIdentifier(view)] = (gap, gapCount)
        gapCount += 1
        return gap
    }

    /// Removes the guides after views that are no longer followed by another.
    private func dropGaps(of views: [UIView]) {
        let isSpaced = distribution == .equalSpacing || distribution == .equalCentering
        let kept = isSpaced ? Set(views.dropLast().map { ObjectIdentifier($0) }) : []
        // In the order in which they were made, so that every run solves the same system.
        for (view, gap) in gaps.filter({ !kept.contains($0.key) }).sorted(by: { $0.value.number < $1.value.number }) {
            removeLayoutGuide(gap.guide)
            gaps[view] = nil
        }
    }

    private func across(_ views: [UIView]) {
        let (near, far, size, center): (NSLayoutConstraint.Attribute, _, _, _) =
            isRow
            ? (
                .top, NSLayoutConstraint.Attribute.bottom, NSLayoutConstraint.Attribute.height,
                NSLayoutConstraint.Attribute.centerY
            )
            : (.leading, .trailing, .width, .centerX)
        for view in views {
            switch alignment {
            case .fill:
                add(view, near, .equal, canvas, near, "UISV-canvas-connection")
                add(canvas, far, .equal, view, far, "UISV-canvas-connection")
                continue
            case .leading: add(view, near, .equal, canvas, near, "UISV-canvas-connection")
            case .trailing: add(canvas, far, .equal, view, far, "UISV-canvas-connection")
            case .center: add(view, center, .equal, canvas, center, "UISV-canvas-connection")
            case .firstBaseline, .lastBaseline:
                if isRow, let first = views.first, view !== first {
                    let line: NSLayoutConstraint.Attribute =
                        alignment == .firstBaseline ? .firstBaseline : .lastBaseline
                    add(view, line, .equal, first, line, "UISV-alignment")
                } else if !isRow {
                    add(view, near, .equal, canvas, near, "UISV-canvas-connection")
                }
            }
            add(view, near, .greaterThanOrEqual, canvas, near, "UISV-spanning-boundary")
            add(canvas, far, .greaterThanOrEqual, view, far, "UISV-spanning-boundary")
        }
        // The stack is no broader than its broadest view, unless other constraints say so.
        if alignment != .fill, !views.isEmpty {
            add(canvas, size, .equal, nil, size, "UISV-spanning-fit", priority: 51)
            if alignment == .firstBaseline || alignment == .lastBaseline, isRow {
                for view in views {
                    add(view, near, .equal, canvas, near, "UISV-ambiguity-suppression", priority: 25)
                }
            }
        }
    }
}

/// All of a constraint but its constant, which may change while it is in force.
private struct ConstraintKey: Hashable {
    let first: ObjectIdentifier?
    let second: ObjectIdentifier?
    let attributes: [Int]
    let multiplier: CGFloat
    let priority: Float
    let name: String?

    @MainActor init(_ constraint: NSLayoutConstraint) {
        first = constraint.firstItem.map { ObjectIdentifier($0) }
        second = constraint.secondItem.map { ObjectIdentifier($0) }
        attributes = [
            constraint.firstAttribute.rawValue, constraint.relation.rawValue, constraint.secondAttribute.rawValue,
        ]
        (multiplier, priority, name) = (constraint.multiplier, constraint.priority.rawValue, constraint.identifier)
    }
}
