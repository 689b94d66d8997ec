import CoreGraphics
import Foundation

/// An attribute of a view or a layout guide, which makes constraints with others of its kind. What is made is not active. *Source*: Apple,
/// NSLayoutAnchor.
@preconcurrency @MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let operand: NSLayoutConstraint.Operand

    init(_ operand: NSLayoutConstraint.Operand) {
        self.operand = operand
        super.init()
    }

    /// The view or guide that it is of; nil where it is gone. *Source*: Apple, NSLayoutAnchor.item.
    public final var item: AnyObject? { operand.item }
    /// What messages call it. *Source*: Apple, NSLayoutAnchor.name.
    public final var name: String { operand.attribute.name }

    /// Whether constraints name the attribute that leave it open. *Source*: Apple, NSLayoutAnchor.hasAmbiguousLayout.
    public final var hasAmbiguousLayout: Bool {
        (operand.item as? UIView ?? (operand.item as? UILayoutGuide)?.owningView)?.layoutEngine?.isAmbiguous(operand)
            ?? false
    }

    /// The active constraints that name the attribute. *Source*: Apple, NSLayoutAnchor.constraintsAffectingLayout.
    public final var constraintsAffectingLayout: [NSLayoutConstraint] {
        let view = operand.item as? UIView ?? (operand.item as? UILayoutGuide)?.owningView
        return (view?.layoutState?.involved ?? []).filter {
            $0.first.item === item && $0.firstAttribute == operand.attribute
                || $0.secondItem === item && $0.secondAttribute == operand.attribute
        }
    }

    /// The anchor of an attribute.
    static func make(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) -> NSObject {
        let operand = NSLayoutConstraint.Operand(item, attribute)
        switch attribute {
        case .width, .height: return NSLayoutDimension(operand)
        case .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
            return NSLayoutYAxisAnchor(operand)
        default: return NSLayoutXAxisAnchor(operand)
        }
    }

    /// This one is the same as another. *Source*: Apple, NSLayoutAnchor.constraint(equalTo:).
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand)
    }

    /// This one is the same as another plus a constant, in points. *Source*: Apple, NSLayoutAnchor.constraint(equalTo:constant:).
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, c)
    }

    /// This one is no less than another. *Source*: Apple, NSLayoutAnchor.constraint(greaterThanOrEqualTo:).
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand)
    }

    /// This one is no less than another plus a constant, in points. *Source*: Apple, NSLayoutAnchor.constraint(greaterThanOrEqualTo:constant:).
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, c)
    }

    /// This one is no more than another. *Source*: Apple, NSLayoutAnchor.constraint(lessThanOrEqualTo:).
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand)
    }

    /// This one is no more than another plus a constant, in points. *Source*: Apple, NSLayoutAnchor.constraint(lessThanOrEqualTo:constant:).
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, c)
    }
}

/// A horizontal position: an edge or the middle. *Source*: Apple, NSLayoutXAxisAnchor.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// The distance from this one to another. *Source*: Apple, NSLayoutXAxisAnchor.anchorWithOffset(to:).
    public func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// This one is the same as what is a multiple of the system's spacing trailing to another: 8 points here. *Source*: Apple,
    /// NSLayoutXAxisAnchor.constraint(equalToSystemSpacingAfter:multiplier:).
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// This one is no less than what is a multiple of the system's spacing trailing to another: 8 points here. *Source*: Apple,
    /// NSLayoutXAxisAnchor.constraint(greaterThanOrEqualToSystemSpacingAfter:multiplier:).
    public func constraint(
        greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// This one is no more than what is a multiple of the system's spacing trailing to another: 8 points here. *Source*: Apple,
    /// NSLayoutXAxisAnchor.constraint(lessThanOrEqualToSystemSpacingAfter:multiplier:).
    public func constraint(
        lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }
}

/// A vertical position: an edge, the middle or a baseline. *Source*: Apple, NSLayoutYAxisAnchor.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// The distance from this one to another. *Source*: Apple, NSLayoutYAxisAnchor.anchorWithOffset(to:).
    public func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// This one is the same as what is a multiple of the system's spacing below another: 8 points here. *Source*: Apple,
    /// NSLayoutYAxisAnchor.constraint(equalToSystemSpacingBelow:multiplier:).
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// This one is no less than what is a multiple of the system's spacing below another: 8 points here. *Source*: Apple,
    /// NSLayoutYAxisAnchor.constraint(greaterThanOrEqualToSystemSpacingBelow:multiplier:).
    public func constraint(
        greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// This one is no more than what is a multiple of the system's spacing below another: 8 points here. *Source*: Apple,
    /// NSLayoutYAxisAnchor.constraint(lessThanOrEqualToSystemSpacingBelow:multiplier:).
    public func constraint(
        lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }
}

/// The system's spacing between views, in points. *Source*: Apple's stack views and visual format: 8 between siblings.
let systemSpacing: CGFloat = 8

/// A width or a height. *Source*: Apple, NSLayoutDimension.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// This one is the same as a constant, in points. *Source*: Apple, NSLayoutDimension.constraint(equalToConstant:).
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, nil, 1, c)
    }

    /// This one is the same as a multiple of another. *Source*: Apple, NSLayoutDimension.constraint(equalTo:multiplier:).
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m)
    }

    /// This one is the same as a multiple of another plus a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(equalTo:multiplier:constant:).
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m, c)
    }

    /// This one is no less than a constant, in points. *Source*: Apple, NSLayoutDimension.constraint(greaterThanOrEqualToConstant:).
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, nil, 1, c)
    }

    /// This one is no less than a multiple of another. *Source*: Apple, NSLayoutDimension.constraint(greaterThanOrEqualTo:multiplier:).
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m)
    }

    /// This one is no less than a multiple of another plus a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(greaterThanOrEqualTo:multiplier:constant:).
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m, c)
    }

    /// This one is no more than a constant, in points. *Source*: Apple, NSLayoutDimension.constraint(lessThanOrEqualToConstant:).
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, nil, 1, c)
    }

    /// This one is no more than a multiple of another. *Source*: Apple, NSLayoutDimension.constraint(lessThanOrEqualTo:multiplier:).
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m)
    }

    /// This one is no more than a multiple of another plus a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(lessThanOrEqualTo:multiplier:constant:).
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m, c)
    }
}
