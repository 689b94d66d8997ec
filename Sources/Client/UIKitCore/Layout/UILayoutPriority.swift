/// The importance of a constraint, 1 to 1000. A constraint is never broken for others of lower priority, however many.
public struct UILayoutPriority: Hashable, RawRepresentable, Sendable {
    /// The number.
    public var rawValue: Float
    /// Makes a priority from a number.
    public init(rawValue: Float) { self.rawValue = rawValue }
    /// Makes a priority from a number.
    public init(_ rawValue: Float) { self.rawValue = rawValue }
    /// The priority of a constraint that must hold: 1000.
    public static let required = UILayoutPriority(1000)
    /// The priority at first with which content resists shrinking: 750.
    public static let defaultHigh = UILayoutPriority(750)
    /// The priority at first with which content resists growing: 250.
    public static let defaultLow = UILayoutPriority(250)
    /// The priority with which `systemLayoutSizeFitting(_:)` wants the target size: 50.
    public static let fittingSizeLevel = UILayoutPriority(50)
    /// The priority of a drag that may resize the scene: 510.
    public static let dragThatCanResizeScene = UILayoutPriority(510)
    /// The priority with which the scene keeps its size: 500.
    public static let sceneSizeStayPut = UILayoutPriority(500)
    /// The priority of a drag that must not resize the scene: 490.
    public static let dragThatCannotResizeScene = UILayoutPriority(490)
}
