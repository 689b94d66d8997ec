import CoreGraphics
import QuartzCore

// Swift calls only `required` initialisers on a metatype. Those of an extension of a protocol may be called, too. So
// `Self.init(rect:)` and `type.init(rect:)` compile as on Apple's platforms, and `UIBezierPath(rect:)` is as before.

/// Classes of paths whose initialisers may be called on metatypes.
public protocol UIBezierPathCreation {}

extension UIBezierPath: UIBezierPathCreation {}

extension UIBezierPathCreation where Self: UIBezierPath {
    /// Makes an empty path of the class.
    @_disfavoredOverload public init() { self = makeObject(of: Self.self) }

    /// Makes a path of the class, of a closed rectangle.
    @_disfavoredOverload public init(rect: CGRect) { self = Self.path(UIBezierPath(rect: rect)) }

    /// Makes a path of the class, of a closed ellipse that fills a rectangle.
    @_disfavoredOverload public init(ovalIn rect: CGRect) { self = Self.path(UIBezierPath(ovalIn: rect)) }

    /// Makes a path of the class, of a rectangle with round corners.
    @_disfavoredOverload public init(roundedRect rect: CGRect, cornerRadius: CGFloat) {
        self = Self.path(UIBezierPath(roundedRect: rect, cornerRadius: cornerRadius))
    }

    /// Makes a path of the class, of a rectangle with some round corners.
    @_disfavoredOverload
    public init(roundedRect rect: CGRect, byRoundingCorners corners: UIRectCorner, cornerRadii: CGSize) {
        self = Self.path(UIBezierPath(roundedRect: rect, byRoundingCorners: corners, cornerRadii: cornerRadii))
    }

    /// Makes a path of the class, of an open arc. *Units*: radians from the x axis; clockwise as seen, with y down.
    @_disfavoredOverload
    public init(
        arcCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
        let arc = UIBezierPath(
            arcCenter: center, radius: radius, startAngle: startAngle, endAngle: endAngle, clockwise: clockwise)
        self = Self.path(arc)
    }

    /// Makes a path of the class, with a copy of Core Graphics's path.
    @_disfavoredOverload public init(cgPath CGPath: CGPath) { self = Self.path(UIBezierPath(cgPath: CGPath)) }

    /// A path of the class with another path's outline.
    private static func path(_ outline: UIBezierPath) -> Self {
        let made = makeObject(of: Self.self)
        made.cgPath = outline.cgPath
        return made
    }
}
