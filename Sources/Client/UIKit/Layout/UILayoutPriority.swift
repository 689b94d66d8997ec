/// How much a constraint matters, from 1 to 1000; a higher one is never given up for any number of lower ones. *Source*: Apple,
/// UILayoutPriority.
public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
    /// The number.
    public var rawValue: Float
    /// Makes a priority of its number.
    public init(rawValue: Float) { self.rawValue = rawValue }
    /// Makes a priority of its number.
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// That of what must hold: 1000.
    public static let required = UILayoutPriority(1000)
    /// With which content resists being made smaller, at first: 750.
    public static let defaultHigh = UILayoutPriority(750)
    /// With which content resists being made larger, at first: 250.
    public static let defaultLow = UILayoutPriority(250)
    /// With which `systemLayoutSizeFitting(_:)` wants the target size: 50.
    public static let fittingSizeLevel = UILayoutPriority(50)
    /// Of what a person drags and what resizes the scene: 510.
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    /// With which the scene keeps its size: 500.
    public static let sceneSizeStayPut = UILayoutPriority(500)
    /// Of what a person drags and what does not resize the scene: 490.
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
}
