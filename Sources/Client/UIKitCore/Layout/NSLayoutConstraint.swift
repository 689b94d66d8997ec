import CoreGraphics
import Foundation
import MicaConstraints

/// A linear relation between two attributes of views or layout guides: the first, and the second times a multiplier
/// plus a constant.
///
/// It applies while it is active; then the nearest view that contains its items holds it. NaN and infinite numbers are
/// refused, with a message. *Units*: points.
@preconcurrency @MainActor open class NSLayoutConstraint: NSObject {
    /// The relation between both sides; raw values are Apple's.
    public enum Relation: Int, Sendable {
        /// The first is at most the second.
        case lessThanOrEqual = -1
        /// Both are equal.
        case equal = 0
        /// The first is at least the second.
        case greaterThanOrEqual = 1
    }

    /// An attribute of a view or a guide; raw values are Apple's. Leading and trailing change sides with the direction
    /// of writing; left and right do not.
    public enum Attribute: Int, Sendable {
        /// The left edge.
        case left = 1
        /// The right edge.
        case right = 2
        /// The top edge.
        case top = 3
        /// The bottom edge.
        case bottom = 4
        /// The edge at which lines begin.
        case leading = 5
        /// The edge at which lines end.
        case trailing = 6
        /// The width.
        case width = 7
        /// The height.
        case height = 8
        /// Half way between left and right.
        case centerX = 9
        /// Half way between top and bottom.
        case centerY = 10
        /// The baseline of the last line; the bottom of a view without text.
        case lastBaseline = 11
        /// The baseline of the first line; the top of a view without text.
        case firstBaseline = 12
        /// The left edge of the area within the margins.
        case leftMargin = 13
        /// The right edge of the area within the margins.
        case rightMargin = 14
        /// The top edge of the area within the margins.
        case topMargin = 15
        /// The bottom edge of the area within the margins.
        case bottomMargin = 16
        /// The edge of the area within the margins at which lines begin.
        case leadingMargin = 17
        /// The edge of the area within the margins at which lines end.
        case trailingMargin = 18
        /// Half way between left and right of the area within the margins.
        case centerXWithinMargins = 19
        /// Half way between top and bottom of the area within the margins.
        case centerYWithinMargins = 20
        /// None: that side is only a constant.
        case notAnAttribute = 0

        /// The name of the attribute's anchor.
        var name: String {
            switch self {
            case .left: "left"
            case .right: "right"
            case .top: "top"
            case .bottom: "bottom"
            case .leading: "leading"
            case .trailing: "trailing"
            case .width: "width"
            case .height: "height"
            case .centerX: "centerX"
            case .centerY: "centerY"
            case .lastBaseline: "lastBaseline"
            case .firstBaseline: "firstBaseline"
            case .leftMargin: "leftMargin"
            case .rightMargin: "rightMargin"
            case .topMargin: "topMargin"
            case .bottomMargin: "bottomMargin"
            case .leadingMargin: "leadingMargin"
            case .trailingMargin: "trailingMargin"
            case .centerXWithinMargins: "centerXWithinMargins"
            case .centerYWithinMargins: "centerYWithinMargins"
            case .notAnAttribute: ""
            }
        }
    }

    /// A direction of layout; raw values are Apple's.
    public enum Axis: Int, Sendable {
        /// From side to side.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }

    /// One side: an attribute of an item, or the distance from one attribute to another.
    struct Operand {
        /// A UIView or a UILayoutGuide.
        weak var item: AnyObject?
        var attribute: Attribute
        /// The item from which the distance is measured; nil for an attribute alone.
        weak var origin: AnyObject?
        var originAttribute = Attribute.notAnAttribute

        init(_ item: AnyObject?, _ attribute: Attribute) { (self.item, self.attribute) = (item, attribute) }
    }

    private(set) final var first: Operand
    private(set) final var second: Operand?
    /// The relation between both sides.
    public final let relation: Relation
    /// The factor of the second attribute.
    public final let multiplier: CGFloat
    /// The view that holds the constraint, in its `constraints`; nil while it is inactive.
    final weak var holder: UIView?
    private var storedConstant: CGFloat
    private var storedPriority = UILayoutPriority.required

    /// Makes an inactive constraint: `item1.attribute1 = multiplier * item2.attribute2 + constant`, or another
    /// relation.
    ///
    /// An item is a UIView or a UILayoutGuide.
    public init(
        item view1: Any, attribute attr1: Attribute, relatedBy relation: Relation, toItem view2: Any?,
        attribute attr2: Attribute, multiplier: CGFloat, constant c: CGFloat
    ) {
        first = Operand(Self.item(view1), attr1)
        let other = view2.flatMap { Self.item($0) }
        second = other == nil || attr2 == .notAnAttribute ? nil : Operand(other, attr2)
        self.relation = relation
        if !multiplier.isFinite { LayoutNotices.unusable("multiplier", multiplier) }
        if !c.isFinite { LayoutNotices.unusable("constant", c) }
        self.multiplier = multiplier.isFinite ? multiplier : 1
        storedConstant = c.isFinite ? c : 0
        super.init()
    }

    /// Makes an empty constraint, which cannot be activated.
    public convenience override init() {
        self.init(
            item: Self.nothing, attribute: .notAnAttribute, relatedBy: .equal, toItem: nil, attribute: .notAnAttribute,
            multiplier: 1,
            constant: 0)
    }

    convenience init(
        _ first: Operand, _ relation: Relation, _ second: Operand?, _ multiplier: CGFloat = 1, _ constant: CGFloat = 0
    ) {
        self.init(
            item: first.item ?? Self.nothing, attribute: first.attribute, relatedBy: relation, toItem: nil,
            attribute: .notAnAttribute, multiplier: multiplier, constant: constant)
        (self.first, self.second) = (first, second)
    }

    /// Stands for an item that no longer exists.
    private static let nothing = UILayoutGuide()

    /// The view or guide in an `Any`, which may hold an optional.
    private static func item(_ value: Any) -> AnyObject? {
        if let view = value as? UIView { return view }
        if let guide = value as? UILayoutGuide { return guide }
        LayoutNotices.tell("NSLayoutConstraint: an item must be a view or a layout guide, not \(type(of: value))")
        return nil
    }

    // MARK: What it says

    /// The view or guide on the first side.
    public final var firstItem: AnyObject? { first.item }
    /// The attribute on the first side.
    public final var firstAttribute: Attribute { first.attribute }
    /// The view or guide on the second side; nil for none.
    public final var secondItem: AnyObject? { second?.item }
    /// The attribute on the second side.
    public final var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }

    /// The number added to the second side, in points. It may change at any time, at little cost; the next layout uses
    /// it. NaN and infinity are refused.
    open var constant: CGFloat {
        get { storedConstant }
        set {
            guard newValue.isFinite else { return LayoutNotices.unusable("constant", newValue) }
            guard newValue != storedConstant else { return }
            storedConstant = newValue
            holder?.layoutEngine?.constantChanged(self)
            report(to: holder)
        }
    }

    /// The importance of the constraint; required at first. Values outside 1...1000 are refused. An active constraint
    /// may change from and to required; Apple's throws then.
    open var priority: UILayoutPriority {
        get { storedPriority }
        set {
            guard newValue.rawValue > 0, newValue.rawValue <= 1000 else {
                return LayoutNotices.tell(
                    "NSLayoutConstraint: a priority is more than 0 and at most 1000, not \(newValue.rawValue)")
            }
            guard newValue != storedPriority else { return }
            storedPriority = newValue
            holder?.layoutEngine?.replace(self)
        }
    }

    /// The constraint's name in messages; nil for none.
    open var identifier: String?

    /// Whether the constraint is archived with its view: stored, without effect, as no constraints are archived here.
    open var shouldBeArchived = false

    /// Whether the constraint applies. If no view contains all its items it stays inactive, with a message (Apple's
    /// throws).
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            let old = holder
            if newValue { activate() } else { holder?.uninstall(self) }
            report(to: holder ?? old)
        }
    }

    /// Sets `isActive` of each constraint to true.
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Sets `isActive` of each constraint to false.
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// The anchor on the first side; nil if its item no longer exists.
    public final var firstAnchor: NSObject? { first.item.map { NSLayoutAnchor<AnyObject>.make($0, first.attribute) } }
    /// The anchor on the second side; nil for none.
    public final var secondAnchor: NSObject? {
        second.flatMap { side in side.item.map { NSLayoutAnchor<AnyObject>.make($0, side.attribute) } }
    }

    // MARK: Inside

    /// Called with the view that holds a constraint whose constant or activity has changed; nil, at first, for nothing.
    package static var changeObserver: ((UIView) -> Void)?

    private func report(to view: UIView?) {
        if let observer = Self.changeObserver, let view { observer(view) }
    }

    /// The views that the constraint names; for a guide, its owner.
    var views: [UIView] {
        let items = [first.item, first.origin, second?.item, second?.origin]
        return items.compactMap { $0 as? UIView ?? ($0 as? UILayoutGuide)?.owningView }
    }

    /// Whether all items that it names still exist.
    var isWhole: Bool {
        let views = views
        let wanted = 1 + (first.originAttribute == .notAnAttribute ? 0 : 1) + (second == nil ? 0 : 1)
        return views.count >= wanted
    }

    /// The nearest view that contains all items; nil for none.
    var commonView: UIView? {
        let views = views
        guard isWhole, var common = views.first else { return nil }
        for view in views.dropFirst() {
            while !view.isDescendant(of: common) {
                guard let above = common.superview else { return nil }
                common = above
            }
        }
        return common
    }

    private func activate() {
        guard let common = commonView else {
            return LayoutNotices.tell(
                "NSLayoutConstraint: cannot activate \(self): its items lie in no common view, or one is gone")
        }
        common.install(self)
    }

    /// The constraint as an equation, with its identifier, as messages name it. *Source*: NSObject.description; the
    /// form is that of Apple's messages.
    open override var description: String {
        assumeMainActor {
            let name = identifier.map { "'\($0)' " } ?? ""
            let state = isActive ? "active" : "inactive"
            return "<\(type(of: self)):\(address(of: self)) \(name)\(equation)   (\(state))>"
        }
    }

    /// The constraint as an equation, in one line.
    var equation: String {
        let sign = [Relation.lessThanOrEqual: "<=", .equal: "==", .greaterThanOrEqual: ">="][relation] ?? "=="
        var text = "\(LayoutNotices.name(first)) \(sign) "
        if let second {
            if multiplier != 1 { text += "\(LayoutNotices.number(multiplier))*" }
            text += LayoutNotices.name(second)
            if constant != 0 { text += " \(constant < 0 ? "-" : "+") \(LayoutNotices.number(abs(constant)))" }
        } else {
            text += LayoutNotices.number(constant)
        }
        if priority != .required { text += " @\(LayoutNotices.number(CGFloat(priority.rawValue)))" }
        return text
    }
}
