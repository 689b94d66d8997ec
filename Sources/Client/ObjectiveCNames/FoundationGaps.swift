import Foundation

// Parts of Foundation that sources for iOS use, and that Foundation on Linux lacks or hides.

extension CGFloat {
    /// The absolute value of a number, for calls of `abs(x)` within an extension of CGFloat.
    ///
    /// Foundation on Linux has a static function of this name. There it hides Swift's function, and an instance
    /// cannot call it.
    @inlinable public func abs(_ value: CGFloat) -> CGFloat { Swift.abs(value) }
}

extension CGFloat {
    /// The value of a number. *Source*: Apple, CGFloat.init(truncating:).
    public init(truncating number: NSNumber) { self.init(number.doubleValue) }
    /// The value of a number; nil if a CGFloat cannot hold it exactly. *Source*: Apple, CGFloat.init(exactly:).
    public init?(exactly number: NSNumber) {
        guard let value = Double(exactly: number) else { return nil }
        self.init(value)
    }
}

extension NSDate {
    /// A date that is some seconds later. *Source*: Apple, NSDate.addingTimeInterval(_:), whose result is an NSDate; Foundation's on
    /// Linux is a Date.
    @_disfavoredOverload
    public func addingTimeInterval(_ interval: TimeInterval) -> NSDate {
        NSDate(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate + interval)
    }
}

extension NSMutableString {
    /// Appends a text that is made of a format and its arguments. *Source*: Apple, NSMutableString.
    public func appendFormat(_ format: NSString, _ arguments: any CVarArg...) {
        append(String(format: format as String, arguments: arguments))
    }
}

extension Data {
    /// Reads the resource of a URL: a `data:` URL here, which Foundation on Linux refuses, other URLs as Foundation
    /// does.
    ///
    /// *Throws*: the errors of Foundation; `CocoaError.fileReadCorruptFile` for a `data:` URL without valid data.
    /// *Source*: RFC 2397.
    public init(contentsOf url: URL) throws {
        guard url.scheme?.lowercased() == "data" else {
            try self.init(contentsOf: url, options: [])
            return
        }
        let text = Array(url.absoluteString.utf8)
        guard let comma = text.firstIndex(of: UInt8(ascii: ",")),
            let bytes = Self.withoutPercentEncoding(text[(comma + 1)...])
        else { throw CocoaError(.fileReadCorruptFile) }
        guard String(decoding: text[..<comma], as: UTF8.self).lowercased().hasSuffix(";base64") else {
            self = bytes
            return
        }
        guard let decoded = Data(base64Encoded: bytes, options: .ignoreUnknownCharacters) else {
            throw CocoaError(.fileReadCorruptFile)
        }
        self = decoded
    }

    /// Bytes with each `%41` replaced by the byte that it encodes; nil when a percent sign lacks two digits.
    private static func withoutPercentEncoding(_ text: ArraySlice<UInt8>) -> Data? {
        var result = Data(capacity: text.count)
        var index = text.startIndex
        while index < text.endIndex {
            if text[index] == UInt8(ascii: "%") {
                guard index + 2 < text.endIndex,
                    let high = Character(Unicode.Scalar(text[index + 1])).hexDigitValue,
                    let low = Character(Unicode.Scalar(text[index + 2])).hexDigitValue
                else { return nil }
                result.append(UInt8(high << 4 | low))
                index += 3
            } else {
                result.append(text[index])
                index += 1
            }
        }
        return result
    }
}

extension NSObject {
    /// The class itself. *Source*: Apple, NSObject.classForCoder(), the method of the class.
    public class func classForCoder() -> AnyClass { self }
}

/// The nanoseconds of a second, which Apple's systems have among the C library's names.
public let NSEC_PER_SEC: UInt64 = 1_000_000_000
/// The nanoseconds of a millisecond.
public let NSEC_PER_MSEC: UInt64 = 1_000_000
/// The nanoseconds of a microsecond.
public let NSEC_PER_USEC: UInt64 = 1000
/// The microseconds of a second.
public let USEC_PER_SEC: UInt64 = 1_000_000

// Limits whose macros in C have a cast or a suffix, which Swift on Linux does not import.

/// The largest signed number of 64 bits.
public let INT64_MAX = Int64.max
/// The least signed number of 64 bits.
public let INT64_MIN = Int64.min
/// The largest unsigned number of 64 bits.
public let UINT64_MAX = UInt64.max
/// The largest `unsigned int` of C.
public let UINT_MAX = UInt32.max
/// The largest `unsigned long` of C.
public let ULONG_MAX = UInt.max
/// The largest `unsigned long long` of C.
public let ULLONG_MAX = UInt64.max
