import Foundation

/// A number, a boolean or a date of a property list.
enum ArchivedScalar {
    case boolean(Bool)
    case integer(Int64)
    /// A number beyond the range of signed 64-bit numbers.
    case large(UInt64)
    case real(Double)
    /// *Units*: seconds since the beginning of 2001.
    case date(Double)

    /// Reads a scalar from its bytes, whose first one is its kind; nil when they are no scalar.
    init?(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return nil }
        func number(_ bytes: ArraySlice<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        let rest = bytes.dropFirst()
        switch (first, rest.count) {
        case (0x08, 0), (0x09, 0): self = .boolean(first == 0x09)
        // Only numbers of eight bytes are signed.
        case (0x10, 1), (0x11, 2), (0x12, 4), (0x13, 8): self = .integer(Int64(bitPattern: number(rest)))
        case (0x14, 16):
            guard rest.prefix(8).allSatisfy({ $0 == 0 }) else { return nil }
            self = .large(number(rest.dropFirst(8)))
        case (0x22, 4): self = .real(Double(Float(bitPattern: UInt32(truncatingIfNeeded: number(rest)))))
        case (0x23, 8): self = .real(Double(bitPattern: number(rest)))
        case (0x33, 8):
            let seconds = Double(bitPattern: number(rest))
            guard seconds.isFinite else { return nil }
            self = .date(seconds)
        default: return nil
        }
    }

    /// The value as an integer; nil when it is out of range or a date. Fractions are truncated.
    var integer: Int64? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): value
        case .large(let value): Int64(exactly: value)
        case .real(let value): Int64(exactly: value.rounded(.towardZero))
        case .date: nil
        }
    }

    /// The value as a floating-point number; a date is its seconds.
    var real: Double {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .large(let value): Double(value)
        case .real(let value), .date(let value): value
        }
    }

    /// The value as an object of Foundation.
    var object: NSObject {
        switch self {
        case .boolean(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .large(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .date(let value): NSDate(timeIntervalSinceReferenceDate: value)
        }
    }
}
