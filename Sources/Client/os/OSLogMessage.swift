import Foundation

/// A message with values, which are found when it is written.
public struct OSLogMessage: ExpressibleByStringInterpolation {
    var parts: [Part] = []

    /// A part of a message.
    enum Part {
        case literal(String)
        case value(() -> String, OSLogPrivacy, privateByDefault: Bool)
    }

    /// A message without values.
    public init(stringLiteral value: String) { parts = [.literal(value)] }
    /// A message with values.
    public init(stringInterpolation: OSLogInterpolation) { parts = stringInterpolation.parts }

    func text(showingPrivateValues shows: Bool) -> String {
        parts.map { part in
            switch part {
            case .literal(let text): return text
            case .value(let value, let privacy, let byDefault):
                guard privacy.hides(byDefault, showingPrivateValues: shows) else { return value() }
                return privacy.isHashed ? "<mask.hash: '\(Self.hash(value()))'>" : "<private>"
            }
        }.joined()
    }

    /// A hash by which equal values are recognised within a run of the program.
    private static func hash(_ text: String) -> String { String(UInt(bitPattern: text.hashValue), radix: 16) }
}

/// Whether a value of a message is shown.
public struct OSLogPrivacy: Sendable {
    fileprivate enum Rule { case automatic, shown, hidden, sensitive }
    fileprivate var rule: Rule
    fileprivate(set) var isHashed = false

    /// Hidden values may show a hash, by which equal values are recognised.
    public enum Mask: Sendable { case hash, none }

    /// Numbers are shown, strings and objects are not.
    public static var auto: OSLogPrivacy { OSLogPrivacy(rule: .automatic) }
    /// Shown.
    public static var `public`: OSLogPrivacy { OSLogPrivacy(rule: .shown) }
    /// Hidden, unless the environment shows private values.
    public static var `private`: OSLogPrivacy { OSLogPrivacy(rule: .hidden) }
    /// Hidden, even where private values are shown.
    public static var sensitive: OSLogPrivacy { OSLogPrivacy(rule: .sensitive) }
    /// Numbers are shown; strings and objects are not, but perhaps a hash.
    public static func auto(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .automatic, isHashed: mask == .hash) }
    /// Hidden, but perhaps a hash.
    public static func `private`(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .hidden, isHashed: mask == .hash) }
    /// Hidden, even where private values are shown, but perhaps a hash.
    public static func sensitive(mask: Mask) -> OSLogPrivacy { OSLogPrivacy(rule: .sensitive, isHashed: mask == .hash) }

    /// Whether a value is hidden, which is private by default or not.
    func hides(_ byDefault: Bool, showingPrivateValues shows: Bool) -> Bool {
        switch rule {
        case .automatic: byDefault && !shows
        case .shown: false
        case .hidden: !shows
        case .sensitive: true
        }
    }
}

/// The interpolation of messages: strings and objects are private by default, numbers and truth values public.
public struct OSLogInterpolation: StringInterpolationProtocol {
    var parts: [OSLogMessage.Part] = []

    /// Makes an interpolation without parts.
    public init(literalCapacity: Int, interpolationCount: Int) { parts.reserveCapacity(interpolationCount * 2 + 1) }

    /// Adds text.
    public mutating func appendLiteral(_ literal: String) {
        if !literal.isEmpty { parts.append(.literal(literal)) }
    }

    private mutating func add(
        _ value: @escaping () -> String, _ align: OSLogStringAlignment, _ privacy: OSLogPrivacy, privateByDefault: Bool
    ) {
        parts.append(.value({ align.aligned(value()) }, privacy, privateByDefault: privateByDefault))
    }

    /// Adds a string, which is private unless it is marked as public.
    public mutating func appendInterpolation(
        _ argumentString: @autoclosure @escaping () -> String, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { add(argumentString, align, privacy, privateByDefault: true) }

    /// Adds a value by its description, which is private unless it is marked as public.
    @_disfavoredOverload
    public mutating func appendInterpolation<T: CustomStringConvertible>(
        _ value: @autoclosure @escaping () -> T, align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { add({ value().description }, align, privacy, privateByDefault: true) }

    /// Adds the name of a type.
    public mutating func appendInterpolation(
        _ value: @autoclosure @escaping () -> any Any.Type, align: OSLogStringAlignment = .none,
        privacy: OSLogPrivacy = .auto
    ) { add({ "\(value())" }, align, privacy, privateByDefault: false) }

    /// Adds an object by its description, which is private unless it is marked as public.
    public mutating func appendInterpolation(
        _ argumentObject: @autoclosure @escaping () -> NSObject, privacy: OSLogPrivacy = .auto
    ) { add({ argumentObject().description }, .none, privacy, privateByDefault: true) }

    /// Adds an error by its description, which is private unless it is marked as public.
    public mutating func appendInterpolation(
        _ error: @autoclosure @escaping () -> any Error, privacy: OSLogPrivacy = .auto
    ) { add({ "\(error())" }, .none, privacy, privateByDefault: true) }

    /// Adds a whole number.
    public mutating func appendInterpolation<T: FixedWidthInteger>(
        _ number: @autoclosure @escaping () -> T, format: OSLogIntegerFormatting = .decimal,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { add({ format.text(number()) }, align, privacy, privateByDefault: false) }

    /// Adds a number with a fraction.
    public mutating func appendInterpolation<T: BinaryFloatingPoint & CVarArg>(
        _ number: @autoclosure @escaping () -> T, format: OSLogFloatFormatting = .fixed,
        align: OSLogStringAlignment = .none, privacy: OSLogPrivacy = .auto
    ) { add({ format.text(Double(number())) }, align, privacy, privateByDefault: false) }

    /// Adds a truth value.
    public mutating func appendInterpolation(
        _ boolean: @autoclosure @escaping () -> Bool, format: OSLogBoolFormat = .truth, privacy: OSLogPrivacy = .auto
    ) { add({ format.text(boolean()) }, .none, privacy, privateByDefault: false) }

    /// Adds an address in hexadecimal digits.
    public mutating func appendInterpolation(
        _ pointer: @autoclosure @escaping () -> UnsafeRawPointer, privacy: OSLogPrivacy = .auto
    ) {
        add({ unsafe "0x" + String(UInt(bitPattern: pointer()), radix: 16) }, .none, privacy, privateByDefault: false)
    }
}

/// The width of a value in characters, and its side.
public struct OSLogStringAlignment {
    private var isLeft = false
    private var columns: () -> Int = { 0 }

    /// As wide as the text.
    public static var none: OSLogStringAlignment { OSLogStringAlignment() }
    /// At the right of so many characters; longer values are whole.
    public static func right(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(isLeft: false, columns: columns)
    }
    /// At the left of so many characters; longer values are whole.
    public static func left(columns: @autoclosure @escaping () -> Int) -> OSLogStringAlignment {
        OSLogStringAlignment(isLeft: true, columns: columns)
    }

    func aligned(_ text: String) -> String {
        // A width of nonsense makes no line of gigabytes.
        let space = String(repeating: " ", count: max(0, min(columns(), 4096) - text.count))
        return isLeft ? text + space : space + text
    }
}
