/// A number with a type of its own, which is compared with others and raised and lowered by numbers: the level of a window, the
/// priority of a constraint, the weight of a font. *Source*: the Swift interface of Apple's UIKit, whose name it has.
public protocol _UIKitNumericRawRepresentable: RawRepresentable, Comparable where RawValue: Comparable & Numeric {
    /// Makes a value from a number.
    init(rawValue: RawValue)
}

extension _UIKitNumericRawRepresentable {
    /// Whether the first number is smaller.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    /// A value that is higher by a number: `.alert + 1`.
    public static func + (a: Self, b: RawValue) -> Self { Self(rawValue: a.rawValue + b) }
    /// A value that is higher by a number.
    public static func + (a: RawValue, b: Self) -> Self { Self(rawValue: a + b.rawValue) }
    /// A value that is lower by a number: `.required - 1`.
    public static func - (a: Self, b: RawValue) -> Self { Self(rawValue: a.rawValue - b) }
    /// The difference between two values.
    public static func - (a: Self, b: Self) -> RawValue { a.rawValue - b.rawValue }
    /// Raises a value by a number.
    public static func += (a: inout Self, b: RawValue) { a = a + b }
    /// Lowers a value by a number.
    public static func -= (a: inout Self, b: RawValue) { a = a - b }
}

extension UILayoutPriority: _UIKitNumericRawRepresentable {}
extension UIWindow.Level: _UIKitNumericRawRepresentable {}
extension UIFont.Weight: _UIKitNumericRawRepresentable {}
