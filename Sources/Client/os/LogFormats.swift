import Foundation

/// The most digits and columns of a number in a message.
private let widest = 400

/// The form of a whole number in a message.
public struct OSLogIntegerFormatting {
    private var radix = 10
    private var explicitSign = false
    private var prefix = ""
    private var uppercase = false
    private var minDigits: () -> Int = { 0 }

    /// Decimal digits, with so many digits at least.
    public static var decimal: OSLogIntegerFormatting { OSLogIntegerFormatting() }
    /// Hexadecimal digits.
    public static var hex: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 16) }
    /// Octal digits.
    public static var octal: OSLogIntegerFormatting { OSLogIntegerFormatting(radix: 8) }

    /// Decimal digits, with so many digits at least.
    public static func decimal(
        explicitPositiveSign: Bool = false, minDigits: @autoclosure @escaping () -> Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(explicitSign: explicitPositiveSign, minDigits: minDigits)
    }

    /// Hexadecimal digits.
    public static func hex(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 16, explicitSign: explicitPositiveSign, prefix: includePrefix ? "0x" : "", uppercase: uppercase,
            minDigits: minDigits)
    }

    /// Octal digits.
    public static func octal(
        explicitPositiveSign: Bool = false, includePrefix: Bool = false, uppercase: Bool = false,
        minDigits: @autoclosure @escaping () -> Int = 0
    ) -> OSLogIntegerFormatting {
        OSLogIntegerFormatting(
            radix: 8, explicitSign: explicitPositiveSign, prefix: includePrefix ? "0o" : "", uppercase: uppercase,
            minDigits: minDigits)
    }

    func text(_ number: some FixedWidthInteger) -> String {
        // Digits that are not decimal are those of the bits, as in C: -1 is all ones.
        let isSigned = radix == 10 && number < 0
        let digits =
            isSigned || number >= 0
            ? String(number.magnitude, radix: radix, uppercase: uppercase)
            : String(bits(number), radix: radix, uppercase: uppercase)
        let zeros = String(repeating: "0", count: max(0, min(minDigits(), widest) - digits.count))
        let sign = isSigned ? "-" : explicitSign && number >= 0 ? "+" : ""
        return sign + prefix + zeros + digits
    }

    private func bits<T: FixedWidthInteger>(_ number: T) -> T.Magnitude { T.Magnitude(truncatingIfNeeded: number) }
}

/// The form of a number with a fraction in a message.
public struct OSLogFloatFormatting {
    private var kind: Character = "f"
    private var explicitSign = false
    private var precision: () -> Int = { 6 }

    /// Six digits behind the point.
    public static var fixed: OSLogFloatFormatting { OSLogFloatFormatting() }
    /// Hexadecimal digits and an exponent of two.
    public static var hex: OSLogFloatFormatting { OSLogFloatFormatting(kind: "a", precision: { -1 }) }
    /// With an exponent of ten.
    public static var exponential: OSLogFloatFormatting { OSLogFloatFormatting(kind: "e") }
    /// Fixed or exponential, whichever is shorter.
    public static var hybrid: OSLogFloatFormatting { OSLogFloatFormatting(kind: "g") }

    /// With so many digits behind the point.
    public static func fixed(
        precision: @autoclosure @escaping () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(kind: uppercase ? "F" : "f", explicitSign: explicitPositiveSign, precision: precision)
    }

    /// With an exponent of ten.
    public static func exponential(
        precision: @autoclosure @escaping () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(kind: uppercase ? "E" : "e", explicitSign: explicitPositiveSign, precision: precision)
    }

    /// Fixed or with an exponent of ten, whichever is shorter.
    public static func hybrid(
        precision: @autoclosure @escaping () -> Int = 6, explicitPositiveSign: Bool = false, uppercase: Bool = false
    ) -> OSLogFloatFormatting {
        OSLogFloatFormatting(kind: uppercase ? "G" : "g", explicitSign: explicitPositiveSign, precision: precision)
    }

    func text(_ number: Double) -> String {
        let digits = precision()
        let places = digits < 0 ? "" : ".\(min(digits, widest))"
        return String(format: "%\(explicitSign ? "+" : "")\(places)\(kind)", number)
    }
}

/// The words of a truth value in a message.
public enum OSLogBoolFormat: Sendable {
    /// `true` and `false`.
    case truth
    /// `yes` and `no`.
    case answer

    func text(_ value: Bool) -> String { self == .truth ? "\(value)" : value ? "yes" : "no" }
}

extension OSLogMessage {
    /// A message in the format of `printf`: each value's kind is written with it, so that values are formatted one by one.
    ///
    /// A kind without a value is written as it stands; values without a kind are left out.
    init(format: String, _ values: [any CVarArg]) {
        var rest = Substring(format), left = values[...]
        while let percent = rest.firstIndex(of: "%") {
            add(rest[..<percent])
            rest = rest[percent...].dropFirst()
            guard let kind = FormatKind(&rest) else {
                parts.append(.literal("%"))
                continue
            }
            add(kind, &left)
        }
        add(rest)
    }

    private mutating func add(_ literal: Substring) {
        if !literal.isEmpty { parts.append(.literal(String(literal))) }
    }

    private mutating func add(_ kind: FormatKind, _ values: inout ArraySlice<any CVarArg>) {
        switch kind.conversion {
        case "%": return parts.append(.literal("%"))
        case "m": return unsafe parts.append(.literal(String(cString: strerror(errno))))
        default: break
        }
        let own = Array(values.prefix(kind.stars + 1))
        guard own.count == kind.stars + 1 else { return parts.append(.literal("%" + kind.specification)) }
        values = values.dropFirst(own.count)
        let isObject = kind.conversion == "@" || kind.conversion == "s"
        parts.append(.value({ kind.text(own) }, kind.privacy, privateByDefault: isObject))
    }
}

/// One kind of value in a format: `%{public}-8.2f` without its percent sign.
private struct FormatKind {
    var privacy = OSLogPrivacy.auto
    /// Flags, width, precision and length.
    var specification = ""
    var conversion: Character
    /// The number of values for widths and precisions, `*`.
    var stars = 0

    /// Takes a kind from the beginning of a text. Returns nil if it has no conversion.
    init?(_ text: inout Substring) {
        var rest = text
        if rest.first == "{", let end = rest.firstIndex(of: "}") {
            let words = rest[..<end].dropFirst().split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
            if words.contains("public") { privacy = .public }
            if words.contains("private") { privacy = words.contains("mask.hash") ? .private(mask: .hash) : .private }
            if words.contains("sensitive") { privacy = .sensitive }
            rest = rest[end...].dropFirst()
        }
        let head = rest.prefix { "0123456789.-+ #*lhqztjL'".contains($0) }
        guard let last = rest.dropFirst(head.count).first, "diouxXeEfFgGaAcCsSpPm@%".contains(last) else { return nil }
        (specification, conversion, stars) = (head + String(last), last, head.count { $0 == "*" })
        text = rest.dropFirst(head.count + 1)
    }

    /// The text of the values. A value of another kind than the format's is described, as its bytes would be nonsense.
    func text(_ values: [any CVarArg]) -> String {
        guard let value = values.last else { return "" }
        switch conversion {
        case "@": return "\(value)"
        case "s", "S", "p", "P":
            guard let pointer = unsafe value as? UnsafePointer<CChar>, conversion == "s" else { return "\(value)" }
            return unsafe String(cString: pointer)
        case "e", "E", "f", "F", "g", "G", "a", "A":
            guard value is Double || value is Float || value is CGFloat else { return "\(value)" }
        default: guard value is any BinaryInteger else { return "\(value)" }
        }
        return String(format: "%" + specification, arguments: values)
    }
}
