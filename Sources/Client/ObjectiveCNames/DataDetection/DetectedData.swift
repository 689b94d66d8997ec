import Foundation

/// A link or a telephone number in a text.
final class DetectedData: NSTextCheckingResult {
    enum Content: Equatable {
        case link(URL)
        case phoneNumber(String)
    }

    let content: Content
    private let place: NSRange

    /// - Parameter range: units of UTF-16.
    init(_ content: Content, in range: NSRange) {
        (self.content, place) = (content, range)
        super.init()
    }

    /// Reads what `encode(with:)` wrote; nil for other content.
    required init?(coder: NSCoder) {
        let text = coder.decodeObject(of: NSString.self, forKey: "NSText") as String?
        let kind = CheckingType(rawValue: UInt64(bitPattern: coder.decodeInt64(forKey: "NSType")))
        guard let text, let content = Content(kind, text) else { return nil }
        self.content = content
        place = NSRange(
            location: coder.decodeInteger(forKey: "NSLocation"), length: coder.decodeInteger(forKey: "NSLength"))
        super.init()
    }

    override func encode(with coder: NSCoder) {
        coder.encode(content.text as NSString, forKey: "NSText")
        coder.encode(Int64(bitPattern: resultType.rawValue), forKey: "NSType")
        coder.encode(place.location, forKey: "NSLocation")
        coder.encode(place.length, forKey: "NSLength")
    }

    override class var supportsSecureCoding: Bool { true }

    override func copy(with zone: NSZone?) -> Any { self }

    override var resultType: CheckingType {
        switch content {
        case .link: .detectedLink
        case .phoneNumber: .detectedNumber
        }
    }

    override var range: NSRange { place }
    override var numberOfRanges: Int { 1 }
    override func range(at index: Int) -> NSRange { index == 0 ? place : NSRange(location: NSNotFound, length: 0) }
    override func range(withName name: String) -> NSRange { NSRange(location: NSNotFound, length: 0) }

    /// An expression that matches nothing: Foundation's `adjustingRanges(offset:)` ends the process at a result without one. Apple's
    /// results have none.
    override var regularExpression: NSRegularExpression? { Self.nothing }
    private static let nothing = try? NSRegularExpression(pattern: "(?!)")

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? DetectedData else { return false }
        return content == other.content && NSEqualRanges(place, other.place)
    }

    override var hash: Int {
        var hasher = Hasher()
        hasher.combine(content.text)
        hasher.combine(place)
        return hasher.finalize()
    }

    override var description: String { "<NSTextCheckingResult: {\(place.location), \(place.length)} \(content.text)>" }
}

extension DetectedData.Content {
    fileprivate var text: String {
        switch self {
        case .link(let url): url.absoluteString
        case .phoneNumber(let number): number
        }
    }

    fileprivate init?(_ kind: NSTextCheckingResult.CheckingType, _ text: String) {
        switch kind {
        case .detectedNumber: self = .phoneNumber(text)
        case .detectedLink:
            guard let url = URL(string: text) else { return nil }
            self = .link(url)
        default: return nil
        }
    }
}

/// A part of a detected address or of a detected journey.
public struct NSTextCheckingKey: RawRepresentable, Hashable, Sendable {
    /// The name.
    public let rawValue: String
    /// Makes a key of a name.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of a person.
    public static let name = NSTextCheckingKey(rawValue: "Name")
    /// A person's title at work.
    public static let jobTitle = NSTextCheckingKey(rawValue: "JobTitle")
    /// A company.
    public static let organization = NSTextCheckingKey(rawValue: "Organization")
    /// A street with a house number.
    public static let street = NSTextCheckingKey(rawValue: "Street")
    /// A city.
    public static let city = NSTextCheckingKey(rawValue: "City")
    /// A state.
    public static let state = NSTextCheckingKey(rawValue: "State")
    /// A postal code.
    public static let zip = NSTextCheckingKey(rawValue: "ZIP")
    /// A country.
    public static let country = NSTextCheckingKey(rawValue: "Country")
    /// A telephone number.
    public static let phone = NSTextCheckingKey(rawValue: "Phone")
    /// An airline.
    public static let airline = NSTextCheckingKey(rawValue: "Airline")
    /// A flight's number.
    public static let flight = NSTextCheckingKey(rawValue: "Flight")
}

extension NSTextCheckingResult {
    /// The address of a link: `mailto:` of a mail address, `http://` of a domain without a scheme; nil for other results.
    public var url: URL? {
        guard case .link(let url)? = (self as? DetectedData)?.content else { return nil }
        return url
    }

    /// A telephone number as the text has it; nil for other results.
    public var phoneNumber: String? {
        guard case .phoneNumber(let number)? = (self as? DetectedData)?.content else { return nil }
        return number
    }

    /// The date of a result: nil here, as NSDataDetector finds no dates on Linux.
    public var date: Date? { nil }
    /// The time zone of a date: nil here, as dates are not found.
    public var timeZone: TimeZone? { nil }
    /// The seconds of a date's event: 0 here, as dates are not found.
    public var duration: TimeInterval { 0 }
    /// The parts of an address or a journey: nil here, as these are not found.
    public var components: [NSTextCheckingKey: String]? { nil }
    /// The parts of an address: nil here, as addresses are not found.
    public var addressComponents: [NSTextCheckingKey: String]? { nil }

    /// Makes the result of a link. *Range*: units of UTF-16.
    public class func linkCheckingResult(range: NSRange, url: URL) -> NSTextCheckingResult {
        DetectedData(.link(url), in: range)
    }

    /// Makes the result of a telephone number. *Range*: units of UTF-16.
    public class func phoneNumberCheckingResult(range: NSRange, phoneNumber: String) -> NSTextCheckingResult {
        DetectedData(.phoneNumber(phoneNumber), in: range)
    }
}
