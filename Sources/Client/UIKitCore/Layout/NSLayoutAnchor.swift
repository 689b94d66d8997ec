import CoreGraphics
import Foundation

/// An attribute of a view or a layout guide. It makes constraints with attributes of its kind; they are inactive at
/// first.
@preconcurrency @MainActor open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    final let operand: NSLayoutConstraint.Operand

    init(_ operand: NSLayoutConstraint.Operand) {
        self.operand = operand
        super.init()
    }

    /// The anchor's view or guide; nil if it no longer exists.
    public final var item: AnyObject? { operand.item }
    /// The anchor's name in messages.
    public final var name: String { operand.attribute.name }

    /// Whether constraints name the attribute but do not determine it.
    public final var hasAmbiguousLayout: Bool {
        (operand.item as? UIView ?? (operand.item as? UILayoutGuide)?.owningView)?.layoutEngine?.isAmbiguous(operand)
            ?? false
    }

    /// The active constraints that name the attribute.
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

    /// Makes a constraint: this equals another anchor.
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand)
    }

    /// Makes a constraint: this equals another anchor plus a constant, in points.
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, c)
    }

    /// Makes a constraint: this is at least another anchor.
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand)
    }

    /// Makes a constraint: this is at least another anchor plus a constant, in points.
    open func constraint(greaterThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, c)
    }

    /// Makes a constraint: this is at most another anchor.
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand)
    }

    /// Makes a constraint: this is at most another anchor plus a constant, in points.
    open func constraint(lessThanOrEqualTo anchor: NSLayoutAnchor<AnchorType>, constant c: CGFloat)
        -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, c)
    }
}

/// A horizontal position: an edge or the middle.
public final class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {
    /// The distance from this position to another.
    public func anchorWithOffset(to otherAnchor: NSLayoutXAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// Makes a constraint: this is a multiple of the system's spacing (8 points here) after another anchor.
    public func constraint(
        equalToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at least a multiple of the system's spacing (8 points here) after another anchor.
    public func constraint(
        greaterThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at most a multiple of the system's spacing (8 points here) after another anchor.
    public func constraint(
        lessThanOrEqualToSystemSpacingAfter anchor: NSLayoutXAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }
}

/// A vertical position: an edge, the middle or a baseline.
public final class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {
    /// The distance from this position to another.
    public func anchorWithOffset(to otherAnchor: NSLayoutYAxisAnchor) -> NSLayoutDimension {
        var distance = otherAnchor.operand
        (distance.origin, distance.originAttribute) = (operand.item, operand.attribute)
        return NSLayoutDimension(distance)
    }

    /// Makes a constraint: this is a multiple of the system's spacing (8 points here) below another anchor.
    public func constraint(
        equalToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at least a multiple of the system's spacing (8 points here) below another anchor.
    public func constraint(
        greaterThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }

    /// Makes a constraint: this is at most a multiple of the system's spacing (8 points here) below another anchor.
    public func constraint(
        lessThanOrEqualToSystemSpacingBelow anchor: NSLayoutYAxisAnchor, multiplier: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, 1, systemSpacing * multiplier)
    }
}

/// The system's spacing between views, in points. *Source*: Apple's stack views and visual format: 8 between siblings.
let systemSpacing: CGFloat = 8

/// A width or a height.
public final class NSLayoutDimension: NSLayoutAnchor<NSLayoutDimension> {
    /// Makes a constraint: this equals a constant, in points.
    public func constraint(equalToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, nil, 1, c)
    }

    /// Makes a constraint: this equals a multiple of another dimension.
    public func constraint(equalTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m)
    }

    /// Makes a constraint: this equals a multiple of another dimension plus a constant, in points.
    public func constraint(
        equalTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .equal, anchor.operand, m, c)
    }

    /// Makes a constraint: this is at least a constant, in points.
    public func constraint(greaterThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, nil, 1, c)
    }

    /// Makes a constraint: this is at least a multiple of another dimension.
    public func constraint(greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint
    {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m)
    }

    /// Makes a constraint: this is at least a multiple of another dimension plus a constant, in points.
    public func constraint(
        greaterThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .greaterThanOrEqual, anchor.operand, m, c)
    }

    /// Makes a constraint: this is at most a constant, in points.
    public func constraint(lessThanOrEqualToConstant c: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, nil, 1, c)
    }

    /// Makes a constraint: this is at most a multiple of another dimension.
    public func constraint(lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m)
    }

    /// Makes a constraint: this is at most a multiple of another dimension plus a constant, in points.
    public func constraint(
        lessThanOrEqualTo anchor: NSLayoutDimension, multiplier m: CGFloat, constant c: CGFloat
    ) -> NSLayoutConstraint {
        NSLayoutConstraint(operand, .lessThanOrEqual, anchor.operand, m, c)
    }
}
