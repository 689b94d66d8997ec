import CoreGraphics
import Foundation
import MicaConstraints

extension LayoutEngine {
    /// A linear expression: a sum of variables with factors, plus a number.
    struct Expression {
        var terms: [LinearConstraint.Term] = []
        var constant = 0.0

        mutating func add(_ factor: Double, _ variable: Variable) { terms.append(.init(factor, variable)) }

        mutating func add(_ factor: Double, _ other: Expression) {
            for term in other.terms { terms.append(.init(factor * term.coefficient, term.variable)) }
            constant += factor * other.constant
        }
    }

    /// A constraint in the solver's form; nil if an item no longer exists.
    func linear(_ constraint: NSLayoutConstraint) -> LinearConstraint? {
        guard let common = constraint.holder ?? (isTrial ? root : nil), constraint.isWhole,
            let left = expression(constraint.first, in: common)
        else { return nil }
        // In text from right to left, leading and trailing positions are measured from the right, leftwards.
        let isMirrored =
            (constraint.firstAttribute.followsDirection || constraint.secondAttribute.followsDirection)
            && common.isRightToLeft
        let sign: Double = isMirrored ? -1 : 1
        var sum = Expression()
        sum.add(sign, left)
        if let second = constraint.second {
            guard let right = expression(second, in: common) else { return nil }
            sum.add(-sign * Double(constraint.multiplier), right)
        }
        sum.constant -= Double(constraint.constant)
        return LinearConstraint(
            sum.terms, sum.constant, MicaConstraints.Relation(rawValue: constraint.relation.rawValue) ?? .equal,
            priority: constraint.priority.rawValue)
    }

    /// One side of a constraint, in the space of a view that contains its items.
    func expression(_ operand: NSLayoutConstraint.Operand, in common: UIView) -> Expression? {
        guard let item = operand.item, var result = expression(item, operand.attribute, in: common) else { return nil }
        guard operand.originAttribute != .notAnAttribute else { return result }
        guard let origin = operand.origin, let start = expression(origin, operand.originAttribute, in: common) else {
            return nil
        }
        result.add(-1, start)
        return result
    }

    private func expression(
        _ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute, in common: UIView
    ) -> Expression? {
        guard let view = item as? UIView ?? (item as? UILayoutGuide)?.owningView else { return nil }
        let isMirrored = common.isRightToLeft
        var result = Expression()
        switch attribute {
        case .notAnAttribute: return result
        case .width: result.add(1, unknowns(of: item).width)
        case .height: result.add(1, unknowns(of: item).height)
        case .left: result = edge(item, view, false, 0, common)
        case .right: result = edge(item, view, false, 1, common)
        case .centerX: result = edge(item, view, false, 0.5, common)
        case .leading: result = edge(item, view, false, isMirrored ? 1 : 0, common)
        case .trailing: result = edge(item, view, false, isMirrored ? 0 : 1, common)
        case .top: result = edge(item, view, true, 0, common)
        case .bottom: result = edge(item, view, true, 1, common)
        case .centerY: result = edge(item, view, true, 0.5, common)
        case .firstBaseline:
            let centred = item is UIView ? view.centredBaselines : nil
            result = edge(item, view, true, centred == nil ? 0 : 0.5, common)
            if item is UIView { result.constant += Double(centred?.first ?? view.baselineOffsets.first) }
        case .lastBaseline:
            let centred = item is UIView ? view.centredBaselines : nil
            result = edge(item, view, true, centred == nil ? 1 : 0.5, common)
            if item is UIView { result.constant += Double(centred?.last ?? -view.baselineOffsets.last) }
        case .leftMargin, .rightMargin, .topMargin, .bottomMargin, .leadingMargin, .trailingMargin,
            .centerXWithinMargins,
            .centerYWithinMargins:
            let plain: [NSLayoutConstraint.Attribute: NSLayoutConstraint.Attribute] = [
                .leftMargin: .left, .rightMargin: .right, .topMargin: .top, .bottomMargin: .bottom,
                .leadingMargin: .leading,
                .trailingMargin: .trailing, .centerXWithinMargins: .centerX, .centerYWithinMargins: .centerY,
            ]
            return expression(view.ownGuide(.margins), plain[attribute] ?? .left, in: common)
        }
        return result
    }

    /// A position along an axis: the lesser edge plus a share of the size, in the space of the common view.
    private func edge(_ item: AnyObject, _ view: UIView, _ isVertical: Bool, _ share: Double, _ common: UIView)
        -> Expression
    {
        var result = Expression()
        // For views in a scroll view, its edges are those of its content, but its middle is its own. *Source*: Apple,
        // Technical Note TN2154.
        if share != 0.5, item === common, let scrollView = item as? UIScrollView {
            return edge(scrollView.contentLayoutGuide, scrollView, isVertical, share, common)
        }
        let own = unknowns(of: item)
        if share != 0 { result.add(share, isVertical ? own.height : own.width) }
        // A view's edges are in its superview's space; those of a guide and of the common view are in the view's own
        // space.
        var above: UIView? = view
        var isInside = item is UILayoutGuide
        if isInside { result.add(1, isVertical ? own.minY : own.minX) }
        while let current = above, current !== common {
            // A view in a scroll view with a constraint to something outside floats above the content that scrolls.
            // *Source*: Apple, Auto Layout Guide, "Working with Scroll Views".
            if isInside, let scrollView = current as? UIScrollView {
                let seen = unknowns(of: scrollView.frameLayoutGuide)
                result.add(-1, isVertical ? seen.minY : seen.minX)
            }
            isInside = true
            let unknowns = self.unknowns(of: current)
            result.add(1, isVertical ? unknowns.minY : unknowns.minX)
            above = current.superview
        }
        return result
    }

    // MARK: What the engine says itself

    /// Fixes a view's frame by equations, if its mask is translated or it is the root. Returns false if equations must
    /// be added by `fixAgain(_:)`: there are none yet, or their constants cannot change before other changes have
    /// reached the solver.
    func fixFrame(_ unknowns: ItemUnknowns) -> Bool {
        guard let wanted = wantedFrame(unknowns) else {
            // A guide's equations come from its role.
            if unknowns.guide == nil { unfix(unknowns) }
            return true
        }
        guard unknowns.fixed.count == wanted.values.count else {
            unfix(unknowns)
            return false
        }
        for (index, value) in wanted.values.enumerated() where value != unknowns.fixedValues[index] {
            triesBroken = true
            do { try solver.setConstant(of: unknowns.fixed[index], to: -value) } catch {
                unfix(unknowns)
                return false
            }
        }
        unknowns.fixedValues = wanted.values
        return true
    }

    /// Adds the equations of a frame that has none.
    func fixAgain(_ unknowns: ItemUnknowns) {
        guard let (values, priority) = wantedFrame(unknowns) else { return }
        let label = LayoutName(label: { [weak view = unknowns.view] in view?.maskDescription ?? "" })
        for (variable, value) in zip(unknowns.variables, values) {
            let linear = LinearConstraint([.init(1, variable)], -value, .equal, priority: priority)
            if let id = add(linear, label) { unknowns.fixed.append(id) }
        }
        unknowns.fixedValues = values
    }

    /// The alignment rectangle of a frame that is fixed regardless of constraints; nil if constraints determine the
    /// frame.
    private func wantedFrame(_ unknowns: ItemUnknowns) -> (values: [Double], priority: Float)? {
        guard unknowns.guide == nil, let view = unknowns.view else { return nil }
        let isTranslated = view.translatesAutoresizingMaskIntoConstraints
        let values: [Double]
        if view === root {
            if isTrial { return nil }
            values = [0, 0, Double(view.bounds.width), Double(view.bounds.height)]
        } else {
            guard isTranslated else { return nil }
            let frame = view.alignmentRect(forFrame: view.untransformedFrame)
            values = [frame.minX, frame.minY, frame.width, frame.height].map(Double.init)
        }
        guard values.allSatisfy(\.isFinite) else { return nil }
        // A root without a translated mask keeps its size unless constraints give another.
        return (values, isTranslated ? LinearConstraint.required : 49)
    }

    /// Fixes a view's own guide at its insets.
    func fix(_ unknowns: ItemUnknowns, _ role: LayoutGuideRole) {
        guard let view = unknowns.view else { return }
        let owner = self.unknowns(of: view)
        let size =
            isTrial
            ? view.bounds.size : CGSize(width: solver.value(of: owner.width), height: solver.value(of: owner.height))
        let insets = role.insets(in: view, width: size.width, height: size.height)
        var values = [
            Double(insets.left), Double(insets.top), Double(insets.left + insets.right),
            Double(insets.top + insets.bottom),
        ]
        // A guide with a height of its own does not depend on the view's, which is 0 at first.
        let height = role.ownHeight(in: view).map(Double.init)
        if let height { (values[1], values[3]) = (role.isAtBottom ? -height : 0, -height) }
        if unknowns.fixedValues == values { return }
        unfix(unknowns)
        unknowns.fixedValues = values
        let label = LayoutName(label: { [weak guide = unknowns.guide] in
            "<\(role.name) \(guide.map { LayoutNotices.name(of: $0) } ?? "")>"
        })
        let terms: [[LinearConstraint.Term]] = [
            [.init(1, unknowns.minX)],
            role.isAtBottom ? [.init(1, unknowns.minY), .init(-1, owner.height)] : [.init(1, unknowns.minY)],
            [.init(1, owner.width), .init(-1, unknowns.width)],
            height == nil ? [.init(1, owner.height), .init(-1, unknowns.height)] : [.init(-1, unknowns.height)],
        ]
        for (index, terms) in terms.enumerated() where index < 2 || role.hasViewSize {
            if let id = add(LinearConstraint(terms, -values[index], .equal), label) { unknowns.fixed.append(id) }
        }
    }

    /// Updates the equations of a view's own guides; true if one has moved.
    func refreshGuides(of view: UIView) -> Bool {
        var isChanged = false
        for (role, guide) in view.layoutState?.ownGuides ?? [:] {
            guard let unknowns = items[ObjectIdentifier(guide)] else { continue }
            let before = unknowns.fixedValues
            fix(unknowns, role)
            if unknowns.fixedValues != before { isChanged = true }
        }
        if isChanged { setNeedsUpdate() }
        return isChanged
    }

    private func unfix(_ unknowns: ItemUnknowns) {
        if !unknowns.fixed.isEmpty { triesBroken = true }
        for id in unknowns.fixed {
            solver.remove(id)
            names[id] = nil
        }
        (unknowns.fixed, unknowns.fixedValues) = ([], [])
    }

    // MARK: Content

    /// Tells the solver the intrinsic sizes of views.
    func updateContents() {
        while let unknowns = contents.popLast() {
            guard let view = unknowns.view, unknowns.guide == nil else { continue }
            unknowns.wraps = view.contentHeightFollowsWidth
            unknowns.isStale = true
            setContent(of: unknowns, view.intrinsicContentSize)
        }
    }

    /// Asks contents whose height depends on their width for the height at the width that constraints give.
    func updateWrappedContents() {
        let stale = items.values.filter { $0.wraps && ($0.isStale || $0.contentWidth != solver.value(of: $0.width)) }
        for unknowns in stale {
            guard let view = unknowns.view else { continue }
            let width = solver.value(of: unknowns.width)
            (unknowns.isStale, unknowns.contentWidth) = (false, width)
            let natural = view.intrinsicContentSize
            guard width > 0, width < natural.width - 0.01 else { continue }
            setContent(of: unknowns, CGSize(width: natural.width, height: view.contentHeight(forWidth: width)))
        }
    }

    private func setContent(of unknowns: ItemUnknowns, _ size: CGSize) {
        guard let view = unknowns.view else { return }
        if !unknowns.content.isEmpty { triesBroken = true }
        for id in unknowns.content {
            solver.remove(id)
            names[id] = nil
        }
        unknowns.content = []
        unknowns.contentSize = size
        guard !view.translatesAutoresizingMaskIntoConstraints || isTrial && view === root else { return }
        let axes: [(NSLayoutConstraint.Axis, Variable, CGFloat)] = [
            (.horizontal, unknowns.width, size.width), (.vertical, unknowns.height, size.height),
        ]
        let insets = view.alignmentRectInsets
        for (axis, variable, full) in axes where full >= 0 && full.isFinite {
            let length = max(0, full - (axis == .horizontal ? insets.left + insets.right : insets.top + insets.bottom))
            let hugging = view.contentHuggingPriority(for: axis),
                compression = view.contentCompressionResistancePriority(for: axis)
            let label = LayoutName(label: { [weak view] in
                let letter = axis == .horizontal ? "H" : "V"
                let name = view.map { LayoutNotices.name(of: $0) } ?? ""
                return "<NSContentSizeLayoutConstraint \(letter):[\(name)(\(LayoutNotices.number(length)))] "
                    + "Hug:\(LayoutNotices.number(CGFloat(hugging.rawValue))) "
                    + "CompressionHigh:\(LayoutNotices.number(CGFloat(compression.rawValue)))>"
            })
            let terms = [LinearConstraint.Term(1, variable)]
            let sides: [(MicaConstraints.Relation, Float)] = [
                (.lessThanOrEqual, hugging.rawValue), (.greaterThanOrEqual, compression.rawValue),
            ]
            for (relation, priority) in sides {
                let linear = LinearConstraint(terms, -Double(length), relation, priority: priority)
                if let id = add(linear, label) { unknowns.content.append(id) }
            }
        }
    }

    // MARK: Frames

    /// Moves a view to the frame that its unknowns give, with edges rounded to whole pixels.
    ///
    /// The view's `center` becomes the middle of that frame, wherever the anchor point is: a view with another anchor
    /// point than the middle lies beside the frame. *Source*: Stack Overflow, question 12943107; Ramotion/folding-cell
    /// adds half of the height to the constant of a view whose anchor point is at its bottom.
    func apply(to view: UIView) {
        guard let unknowns = items[ObjectIdentifier(view)] else { return }
        let scale = max(view.contentScaleFactor, 1)
        func edges(_ start: Variable, _ length: Variable) -> (CGFloat, CGFloat) {
            let low = CGFloat(solver.value(of: start)), size = max(0, CGFloat(solver.value(of: length)))
            let first = (low * scale).rounded() / scale
            return (first, max(0, ((low + size) * scale).rounded() / scale - first))
        }
        let ((x, width), (y, height)) = (edges(unknowns.minX, unknowns.width), edges(unknowns.minY, unknowns.height))
        let frame = view.frame(forAlignmentRect: CGRect(x: x, y: y, width: width, height: height))
        if frame.size != view.bounds.size { view.bounds.size = frame.size }
        let center = CGPoint(x: frame.midX, y: frame.midY)
        if center != view.center { view.center = center }
    }

    /// Sets the root's size, unless it is fixed.
    func applyRoot() {
        guard let root, !root.translatesAutoresizingMaskIntoConstraints, let unknowns = items[ObjectIdentifier(root)]
        else {
            return
        }
        let size = CGSize(width: solver.value(of: unknowns.width), height: solver.value(of: unknowns.height))
        guard size != root.bounds.size, size.width >= 0, size.height >= 0 else { return }
        let corner = root.frame.origin
        root.bounds.size = size
        root.center = CGPoint(
            x: corner.x + size.width * root.layer.anchorPoint.x, y: corner.y + size.height * root.layer.anchorPoint.y)
    }

    func frame(of item: AnyObject) -> CGRect? {
        update()
        guard let unknowns = items[ObjectIdentifier(item)] else { return nil }
        return CGRect(
            x: solver.value(of: unknowns.minX), y: solver.value(of: unknowns.minY),
            width: solver.value(of: unknowns.width),
            height: solver.value(of: unknowns.height))
    }

    /// Whether constraints leave any side of an item undetermined.
    func isAmbiguous(_ item: AnyObject) -> Bool {
        update()
        guard let unknowns = items[ObjectIdentifier(item)] else { return false }
        return unknowns.variables.contains { solver.isAmbiguous($0) }
    }

    func isAmbiguous(_ operand: NSLayoutConstraint.Operand) -> Bool {
        update()
        guard let item = operand.item, let unknowns = items[ObjectIdentifier(item)] else { return false }
        switch operand.attribute {
        case .width: return solver.isAmbiguous(unknowns.width)
        case .height: return solver.isAmbiguous(unknowns.height)
        case .left, .leading: return solver.isAmbiguous(unknowns.minX)
        case .top, .firstBaseline: return solver.isAmbiguous(unknowns.minY)
        default:
            return operand.attribute.isVertical
                ? solver.isAmbiguous(unknowns.minY) || solver.isAmbiguous(unknowns.height)
                : solver.isAmbiguous(unknowns.minX) || solver.isAmbiguous(unknowns.width)
        }
    }
}

extension UIView {
    /// The frame that the view would have without a transform.
    var untransformedFrame: CGRect {
        let size = bounds.size
        let (center, anchor) = (layer.position, layer.anchorPoint)
        return CGRect(
            x: center.x - size.width * anchor.x, y: center.y - size.height * anchor.y, width: size.width,
            height: size.height)
    }

    /// The form in which messages show a translated mask: & for flexible, - for fixed. *Source*: Apple's messages.
    var maskDescription: String {
        func letters(_ parts: [AutoresizingMask]) -> String {
            parts.map { autoresizingMask.contains($0) ? "&" : "-" }.joined()
        }
        let horizontal = letters([.flexibleLeftMargin, .flexibleWidth, .flexibleRightMargin])
        let vertical = letters([.flexibleTopMargin, .flexibleHeight, .flexibleBottomMargin])
        return
            "<NSAutoresizingMaskLayoutConstraint h=\(horizontal) v=\(vertical) \(LayoutNotices.name(of: self)).frame == \(frame)>"
    }
}
