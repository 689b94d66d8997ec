import Foundation

/// How large a person wants text; the names are Apple's. *Source*: Apple, UIContentSizeCategory.
public struct UIContentSizeCategory: RawRepresentable, Hashable, Sendable, Comparable {
    /// Apple's name.
    public let rawValue: String
    /// Makes a category of any name; one that is not Apple's counts as `large`.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Not said.
    public static let unspecified = UIContentSizeCategory(rawValue: "_UICTContentSizeCategoryUnspecified")
    /// The smallest.
    public static let extraSmall = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXS")
    /// Small.
    public static let small = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryS")
    /// Below the usual one.
    public static let medium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryM")
    /// The usual one.
    public static let large = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryL")
    /// Above the usual one.
    public static let extraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXL")
    /// Large.
    public static let extraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXL")
    /// The largest that is not for accessibility.
    public static let extraExtraExtraLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryXXXL")
    /// For accessibility, the smallest.
    public static let accessibilityMedium = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityM")
    /// For accessibility, small.
    public static let accessibilityLarge = UIContentSizeCategory(rawValue: "UICTContentSizeCategoryAccessibilityL")
    /// For accessibility, middling.
    public static let accessibilityExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXL")
    /// For accessibility, large.
    public static let accessibilityExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXL")
    /// The largest.
    public static let accessibilityExtraExtraExtraLarge = UIContentSizeCategory(
        rawValue: "UICTContentSizeCategoryAccessibilityXXXL")

    /// A person has chosen another size. *Source*: Apple, UIContentSizeCategory.didChangeNotification.
    public static let didChangeNotification = NSNotification.Name("UIContentSizeCategoryDidChangeNotification")

    /// From the smallest to the largest.
    static let all: [UIContentSizeCategory] = [
        .extraSmall, .small, .medium, .large, .extraLarge, .extraExtraLarge,
        .extraExtraExtraLarge, .accessibilityMedium, .accessibilityLarge, .accessibilityExtraLarge,
        .accessibilityExtraExtraLarge, .accessibilityExtraExtraExtraLarge,
    ]

    /// Which of them it is: 0 to 11.
    var index: Int { Self.all.firstIndex(of: self) ?? 3 }

    /// Whether it is one of those for accessibility. *Source*: Apple, UIContentSizeCategory.isAccessibilityCategory.
    public var isAccessibilityCategory: Bool { index >= 7 }

    /// Whether text is smaller.
    public static func < (a: UIContentSizeCategory, b: UIContentSizeCategory) -> Bool { a.index < b.index }
}
