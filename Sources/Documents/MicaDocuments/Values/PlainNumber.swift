/// A fast path for numbers as editors write them: a sign, digits and a point. The result equals `Double(_:)`, which
/// reads all other forms.
///
/// With at most fifteen digits, the digits as an integer and the power of ten are both exact, so that their quotient
/// is the nearest number (Clinger, "How to read floating point numbers accurately", 1990).
enum PlainNumber {
    private static let powers: [Double] = [
        1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
    ]

    /// The number; nil when it has another form.
    static func read(_ text: Substring.UTF8View) -> Double? {
        var (digits, count, fraction, isNegative, hasPoint) = (0, 0, 0, false, false)
        var isFirst = true
        for byte in text {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits = digits * 10 + Int(byte &- UInt8(ascii: "0"))
                count += 1
                if hasPoint { fraction += 1 }
                if count > 15 { return nil }
            case UInt8(ascii: "."):
                // There must be digits before and after a point.
                if hasPoint || count == 0 { return nil }
                hasPoint = true
            case UInt8(ascii: "-"):
                guard isFirst else { return nil }
                isNegative = true
            default: return nil
            }
            isFirst = false
        }
        guard count > 0, !hasPoint || fraction > 0 else { return nil }
        let value = Double(digits) / powers[fraction]
        return isNegative ? -value : value
    }
}
