import CoreGraphics
import Foundation
import MicaConstraints

/// A linear relation between an attribute of a view or a layout guide, and another one times a multiplier plus a constant.
///
/// It counts while it is active: then the nearest view that both items lie in holds it. A number that is none is refused with a message.
/// *Units*: points. *Source*: Apple, NSLayoutConstraint.
@preconcurrency @MainActor open class NSLayoutConstraint: NSObject {
    /// How both sides compare; raw values are Apple's. *Source*: Apple, NSLayoutConstraint.Relation.
    public enum Relation: Int, Sendable {
        /// The first is no more than the second.
        case lessThanOrEqual = -1
        /// Both are the same.
        case equal = 0
        /// The first is no less than the second.
        case greaterThanOrEqual = 1
    }

    /// What of a view is meant; raw values are Apple's. Left and right stay where they are when a language is written from right to left,
    /// leading and trailing change sides. *Source*: Apple, NSLayoutConstraint.Attribute.
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
        /// How wide it is.
        case width = 7
        /// How high it is.
        case height = 8
        /// Half way between left and right.
        case centerX = 9
        /// Half way between top and bottom.
        case centerY = 10
        /// The baseline of the last line; the bottom of what has no text.
        case lastBaseline = 11
        /// The baseline of the first line; the top of what has no text.
        case firstBaseline = 12
        /// The left edge of what is within the margins.
        case leftMargin = 13
        /// The right edge of that.
        case rightMargin = 14
        /// The top edge of that.
        case topMargin = 15
        /// The bottom edge of that.
        case bottomMargin = 16
        /// The edge of that at which lines begin.
        case leadingMargin = 17
        /// The edge of that at which lines end.
        case trailingMargin = 18
        /// Half way between its left and right.
        case centerXWithinMargins = 19
        /// Half way between its top and bottom.
        case centerYWithinMargins = 20
        /// None: the other side is a constant alone.
        case notAnAttribute = 0

        /// The name that anchors have for it.
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

    /// A direction in which things are laid out; raw values are Apple's. *Source*: Apple, NSLayoutConstraint.Axis.
    public enum Axis: Int, Sendable {
        /// From side to side.
        case horizontal = 0
        /// From top to bottom.
        case vertical = 1
    }

    /// One side: an attribute of an item, or the distance from one to another.
    struct Operand {
        /// A UIView or a UILayoutGuide.
        weak var item: AnyObject?
        var attribute: Attribute
        /// What the distance is measured from; nil for an attribute alone.
        weak var origin: AnyObject?
        var originAttribute = Attribute.notAnAttribute

        init(_ item: AnyObject?, _ attribute: Attribute) { (self.item, self.attribute) = (item, attribute) }
    }

    private(set) final var first: Operand
    private(set) final var second: Operand?
    /// How both sides compare. *Source*: Apple, NSLayoutConstraint.relation.
    public final let relation: Relation
    /// What the second attribute is multiplied by. *Source*: Apple, NSLayoutConstraint.multiplier.
    public final let multiplier: CGFloat
    /// The view whose `constraints` it is among; nil while it is not active.
    final weak var holder: UIView?
    private var storedConstant: CGFloat
    private var storedPriority = UILayoutPriority.required

    /// Makes a constraint that is not active yet: `item1.attribute1 = multiplier * item2.attribute2 + constant`, or another relation.
    ///
    /// An item is a UIView or a UILayoutGuide. *Source*: Apple,
    /// NSLayoutConstraint.init(item:attribute:relatedBy:toItem:attribute:multiplier:constant:).
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

    /// Makes a constraint that says nothing and cannot be activated. *Source*: NSObject.init().
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

    /// Stands for an item that is gone.
    private static let nothing = UILayoutGuide()

    /// A view or a guide out of what Swift hands over: it may be an optional.
    private static func item(_ value: Any) -> AnyObject? {
        if let view = value as? UIView { return view }
        if let guide = value as? UILayoutGuide { return guide }
        LayoutNotices.tell("NSLayoutConstraint: an item must be a view or a layout guide, not \(type(of: value))")
        return nil
    }

    // MARK: What it says

    /// The view or guide on the first side. *Source*: Apple, NSLayoutConstraint.firstItem.
    public final var firstItem: AnyObject? { first.item }
    /// The attribute on the first side. *Source*: Apple, NSLayoutConstraint.firstAttribute.
    public final var firstAttribute: Attribute { first.attribute }
    /// The view or guide on the second side; nil for none. *Source*: Apple, NSLayoutConstraint.secondItem.
    public final var secondItem: AnyObject? { second?.item }
    /// The attribute on the second side. *Source*: Apple, NSLayoutConstraint.secondAttribute.
    public final var secondAttribute: Attribute { second?.attribute ?? .notAnAttribute }

    /// What is added to the second side, in points; may be changed at any time, which is cheap: the next layout follows. One that is no finite
    /// number is refused. *Source*: Apple, NSLayoutConstraint.constant.
    open var constant: CGFloat {
        get { storedConstant }
        set {
            guard newValue.isFinite else { return LayoutNotices.unusable("constant", newValue) }
            guard newValue != storedConstant else { return }
            storedConstant = newValue
            holder?.layoutEngine?.constantChanged(self)
        }
    }

    /// How much the constraint matters; required at first. One that is not in 1...1000 is refused. Here it may be changed from and to required
    /// while the constraint is active, too, where Apple's throws. *Source*: Apple, NSLayoutConstraint.priority.
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

    /// What messages call it; nil for none. *Source*: Apple, NSLayoutConstraint.identifier.
    open var identifier: String?

    /// Whether the constraint is archived with its view; stored, as constraints are not. *Source*: Apple,
    /// NSLayoutConstraint.shouldBeArchived.
    open var shouldBeArchived = false

    /// Whether the constraint counts. Where the items lie in no common view it stays inactive, with a message (Apple's throws). *Source*:
    /// Apple, NSLayoutConstraint.isActive.
    open var isActive: Bool {
        get { holder != nil }
        set {
            guard newValue != isActive else { return }
            if newValue { activate() } else { holder?.uninstall(self) }
        }
    }

    /// Activates constraints: as `isActive` of each. *Source*: Apple, NSLayoutConstraint.activate(_:).
    open class func activate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = true }
    }

    /// Deactivates constraints: as `isActive` of each. *Source*: Apple, NSLayoutConstraint.deactivate(_:).
    open class func deactivate(_ constraints: [NSLayoutConstraint]) {
        for constraint in constraints { constraint.isActive = false }
    }

    /// The anchor on the first side; nil where an item is gone. *Source*: Apple, NSLayoutConstraint.firstAnchor.
    public final var firstAnchor: NSObject? { first.item.map { NSLayoutAnchor<AnyObject>.make($0, first.attribute) } }
    /// The anchor on the second side; nil for none. *Source*: Apple, NSLayoutConstraint.secondAnchor.
    public final var secondAnchor: NSObject? {
        second.flatMap { side in side.item.map { NSLayoutAnchor<AnyObject>.make($0, side.attribute) } }
    }

    // MARK: Inside

    /// The views that the constraint names: of a guide its owner.
    var views: [UIView] {
        let items = [first.item, first.origin, second?.item, second?.origin]
        return items.compactMap { $0 as? UIView ?? ($0 as? UILayoutGuide)?.owningView }
    }

    /// Whether all that it named when it was made is still there.
    var isWhole: Bool {
        let views = views
        let wanted = 1 + (first.originAttribute == .notAnAttribute ? 0 : 1) + (second == nil ? 0 : 1)
        return views.count >= wanted
    }

    /// The nearest view that all of them lie in; nil for none.
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

    /// The constraint as an equation, with its identifier, as messages name it. *Source*: NSObject.description; the form is that of Apple's
    /// messages.
    open override var description: String {
        assumeMainActor {
            let name = identifier.map { "'\($0)' " } ?? ""
            let state = isActive ? "active" : "inactive"
            return "<\(type(of: self)):\(address(of: self)) \(name)\(equation)   (\(state))>"
        }
    }

    /// What it says, in a line.
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
