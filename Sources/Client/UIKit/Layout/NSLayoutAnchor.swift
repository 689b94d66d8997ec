import CoreGraphics
import Foundation

/// An attribute of a view or a layout guide. It makes constraints with attributes of its kind; they are inactive at
/// first. *Source*: Apple, NSLayoutAnchor.
@preconcurrency @MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let operand: NSLayoutConstraint.Operand

    init(_ operand: NSLayoutConstraint.Operand) {
        self.operand = operand
        super.init()
    }

    /// The anchor's view or guide; nil if it no longer exists. *Source*: Apple, NSLayoutAnchor.item.
    public final var item: AnyObject? { operand.item }
    /// The anchor's name in messages. *Source*: Apple, NSLayoutAnchor.name.
    public final var name: String { operand.attribute.name }

    /// Whether constraints name the attribute but do not determine it. *Source*: Apple,
    /// NSLayoutAnchor.hasAmbiguousLayout.
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

    /// Makes the anchor for an attribute.
    static func make(_ item: AnyObject, _ attribute: NSLayoutConstraint.Attribute) -> NSObject {
        let operand = NSLayoutConstraint.Operand(item, attribute)
        switch attribute {
        case .width, .height: return NSLayoutDimension(operand)
        case .top, .bottom, .centerY, .firstBaseline, .lastBaseline, .topMargin, .bottomMargin, .centerYWithinMargins:
            return NSLayoutYAxisAnchor(operand)
        default: return NSLayoutXAxisAnchor(operand)
        }
    }

    /// Makes a constraint: this equals another anchor. *Source*: Apple, NSLayoutAnchor.constraint(equalTo:).
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand)
    }

    /// Makes a constraint: this equals another anchor plus a constant, in points. *Source*: Apple,
    /// NSLayoutAnchor.constraint(equalTo:constant:).
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, c)
    }

    /// Makes a constraint: this is at least another anchor. *Source*: Apple,
    /// NSLayoutAnchor.constraint(greaterThanOrEqualTo:).
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand)
    }

    /// Makes a constraint: this is at least another anchor plus a constant, in points. *Source*: Apple,
    /// NSLayoutAnchor.constraint(greaterThanOrEqualTo:constant:).
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, c)
    }

    /// Makes a constraint: this is at most another anchor. *Source*: Apple,
    /// NSLayoutAnchor.constraint(lessThanOrEqualTo:).
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand)
    }

    /// Makes a constraint: this is at most another anchor plus a constant, in points. *Source*: Apple,
    /// NSLayoutAnchor.constraint(lessThanOrEqualTo:constant:).
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, c)
    }
}

/// A horizontal position: an edge or the middle. *Source*: Apple, NSLayoutXAxisAnchor.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// The distance from this position to another. *Source*: Apple, NSLayoutXAxisAnchor.anchorWithOffset(to:).
    public func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// Makes a constraint: this is a multiple of the system's spacing (8 points here) after another anchor. *Source*:
    /// Apple, NSLayoutXAxisAnchor.constraint(equalToSystemSpacingAfter:multiplier:).
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at least a multiple of the system's spacing (8 points here) after another anchor.
    /// *Source*: Apple, NSLayoutXAxisAnchor.constraint(greaterThanOrEqualToSystemSpacingAfter:multiplier:).
    public func constraint(
        greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at most a multiple of the system's spacing (8 points here) after another anchor.
    /// *Source*: Apple, NSLayoutXAxisAnchor.constraint(lessThanOrEqualToSystemSpacingAfter:multiplier:).
    public func constraint(
        lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }
}

/// A vertical position: an edge, the middle or a baseline. *Source*: Apple, NSLayoutYAxisAnchor.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// The distance from this position to another. *Source*: Apple, NSLayoutYAxisAnchor.anchorWithOffset(to:).
    public func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// Makes a constraint: this is a multiple of the system's spacing (8 points here) below another anchor. *Source*:
    /// Apple, NSLayoutYAxisAnchor.constraint(equalToSystemSpacingBelow:multiplier:).
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at least a multiple of the system's spacing (8 points here) below another anchor.
    /// *Source*: Apple, NSLayoutYAxisAnchor.constraint(greaterThanOrEqualToSystemSpacingBelow:multiplier:).
    public func constraint(
        greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at most a multiple of the system's spacing (8 points here) below another anchor.
    /// *Source*: Apple, NSLayoutYAxisAnchor.constraint(lessThanOrEqualToSystemSpacingBelow:multiplier:).
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
    /// Makes a constraint: this equals a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(equalToConstant:).
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, nil, 1, c)
    }

    /// Makes a constraint: this equals a multiple of another dimension. *Source*: Apple,
    /// NSLayoutDimension.constraint(equalTo:multiplier:).
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m)
    }

    /// Makes a constraint: this equals a multiple of another dimension plus a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(equalTo:multiplier:constant:).
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m, c)
    }

    /// Makes a constraint: this is at least a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(greaterThanOrEqualToConstant:).
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, nil, 1, c)
    }

    /// Makes a constraint: this is at least a multiple of another dimension. *Source*: Apple,
    /// NSLayoutDimension.constraint(greaterThanOrEqualTo:multiplier:).
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m)
    }

    /// Makes a constraint: this is at least a multiple of another dimension plus a constant, in points. *Source*:
    /// Apple, NSLayoutDimension.constraint(greaterThanOrEqualTo:multiplier:constant:).
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m, c)
    }

    /// Makes a constraint: this is at most a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(lessThanOrEqualToConstant:).
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, nil, 1, c)
    }

    /// Makes a constraint: this is at most a multiple of another dimension. *Source*: Apple,
    /// NSLayoutDimension.constraint(lessThanOrEqualTo:multiplier:).
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m)
    }

    /// Makes a constraint: this is at most a multiple of another dimension plus a constant, in points. *Source*: Apple,
    /// NSLayoutDimension.constraint(lessThanOrEqualTo:multiplier:constant:).
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m, c)
    }
}
