import CoreGraphics
import Foundation
import Testing

/// NSDataDetector, which Foundation on Linux lacks.
@Suite struct DataDetectorTests {
    private typealias Kinds = NSTextCheckingResult.CheckingType

    // Foundation's names of these are deprecated.
    private static let link = Kinds(rawValue: 1 << 6)
    private static let phoneNumber = Kinds(rawValue: 1 << 11)

    private func found(_ text: String, _ kinds: Kinds = Self.link) throws -> [String] {
        let detector = try NSDataDetector(types: kinds.rawValue)
        let whole = NSRange(location: 0, length: text.utf16.count)
        return detector.matches(in: text, range: whole).map { $0.url?.absoluteString ?? $0.phoneNumber ?? "?" }
    }

    @Test func links_have_a_scheme() throws {
        #expect(
            try found("See http://example.org/a, or https://localhost:80/?q=1#b.") == [
                "http://example.org/a", "https://localhost:80/?q=1#b",
            ])
        #expect(
            try found("(https://en.wikipedia.org/wiki/Swift_(language)) 'ftp://a.b'") == [
                "https://en.wikipedia.org/wiki/Swift_(language)", "ftp://a.b",
            ])
        #expect(
            try found("shop://cart/1 mailto:a@b.org?subject=x tel:+123 sms:5") == [
                "shop://cart/1", "mailto:a@b.org?subject=x", "tel:+123", "sms:5",
            ])
        #expect(try found("http:// :// a: mailto:me tel: note:12").isEmpty)
    }

    @Test func domains_and_mail_addresses_are_links() throws {
        #expect(
            try found("apple.com, www.foo.local/a and Swift.org:8080/x?y; me.you+1@mail.example.com!") == [
                "http://apple.com", "http://www.foo.local/a", "http://Swift.org:8080/x?y",
                "mailto:me.you+1@mail.example.com",
            ])
        #expect(
            try found("e.g. 3.14 9.am v1.2.3 end.It a.b x_y.com/ path/to.com @user.com #a.com a@b text.bold").isEmpty)
        #expect(try found("NASA.GOV 192.168.1.1 <b>a.org</b>") == ["http://NASA.GOV", "http://a.org"])
    }

    @Test func telephone_numbers() throws {
        let numbers = [
            "(555) 555-5555", "555-555-5555", "555.555.5555", "5555555555", "+1 555 555 5555", "1-800-555-1234",
            "+44 20 7946 0958", "555-1234", "01 23 45 67 89", "+49(30)1234567", "0049 30 123456", "+15555555555",
        ]
        for number in numbers {
            #expect(try found(number, Self.phoneNumber) == [number], "\(number)")
            #expect(try found("Call \(number), now", Self.phoneNumber) == [number], "\(number)")
        }
        let others = [
            "2020-10-10 10:00", "01.02.2020 12:30", "3.14159265358", "192.168.100.100", "4111 1111 1111 1111",
            "$5555555555",
            "12345", "555 1234", "12-555-555-5555", "a5555555555", "5555555555b", "http://a.org/?n=5555555555", "(555)",
            "+",
        ]
        for text in others { #expect(try found(text, Self.phoneNumber).isEmpty, "\(text)") }
        #expect(try found("555-555-5555 2 times", Self.phoneNumber) == ["555-555-5555"])
    }

    @Test func results_have_kinds_and_ranges_of_UTF16() throws {
        let text = "\u{1F600} a.org 555-1234 http://b.org"
        let detector = try NSDataDetector(types: Self.link.union(Self.phoneNumber).rawValue)
        let whole = NSRange(location: 0, length: text.utf16.count)
        let found = detector.matches(in: text, options: [], range: whole)
        #expect(found.map(\.resultType) == [Self.link, Self.phoneNumber, Self.link])
        #expect(found.map { (text as NSString).substring(with: $0.range) } == ["a.org", "555-1234", "http://b.org"])
        #expect(found[0].numberOfRanges == 1 && found[0].range(at: 0) == found[0].range)
        #expect(found[0].phoneNumber == nil && found[1].url == nil && found[1].phoneNumber == "555-1234")
        #expect(detector.numberOfMatches(in: text, range: whole) == 3)
        #expect(detector.firstMatch(in: text, range: NSRange(location: 9, length: 99))?.phoneNumber == "555-1234")
        #expect(detector.rangeOfFirstMatch(in: "none", range: NSRange(location: 0, length: 4)).location == NSNotFound)
        #expect(detector.matches(in: text, options: .anchored, range: whole).isEmpty)
        #expect(detector.matches(in: text, options: .anchored, range: NSRange(location: 3, length: 20)).count == 1)
        #expect(detector.matches(in: text, range: NSRange(location: NSNotFound, length: -1)).isEmpty)
    }

    @Test func a_block_stops_the_search() throws {
        let detector = try NSDataDetector(types: Self.link.rawValue)
        let range = NSRange(location: 0, length: 17)
        var seen: [String] = []
        unsafe detector.enumerateMatches(in: "a.org b.org c.org", range: range) { result, _, stop in
            seen.append(result?.url?.host ?? "none")
            if seen.count == 2 { unsafe stop.pointee = true }
        }
        #expect(seen == ["a.org", "b.org"])
        unsafe detector.enumerateMatches(in: "a.org b.org c.org", options: .reportCompletion, range: range) {
            result, flags, _ in
            if result == nil { seen.append("\(flags.contains(.completed))") }
        }
        #expect(seen.last == "true")
    }

    @Test func what_is_not_found_is_refused_by_its_name() throws {
        #expect(throws: CocoaError.self) { try NSDataDetector(types: 0) }
        let error = #expect(throws: CocoaError.self) { try NSDataDetector(types: Kinds(rawValue: 1 << 4).rawValue) }
        #expect(error?.localizedDescription.contains("date") == true)
        #expect(try found("a.org 555-1234", .init(rawValue: NSTextCheckingAllTypes)) == ["http://a.org", "555-1234"])
    }

    @available(*, deprecated)
    @Test func kinds_are_those_of_Foundations_names() {
        #expect(Self.link == .link && Self.phoneNumber == .phoneNumber && Kinds(rawValue: 1 << 4) == .date)
    }

    @Test func results_can_be_made_and_compared() throws {
        let url = try #require(URL(string: "http://a.org"))
        let range = NSRange(location: 1, length: 2)
        let result = NSTextCheckingResult.linkCheckingResult(range: range, url: url)
        #expect(result == NSTextCheckingResult.linkCheckingResult(range: range, url: url))
        #expect(result != NSTextCheckingResult.phoneNumberCheckingResult(range: range, phoneNumber: "http://a.org"))
        #expect(result.adjustingRanges(offset: 2).range == NSRange(location: 3, length: 2))
    }

    @Test func hostile_texts_take_time_in_proportion() throws {
        for part in ["tel:", "a://[", "http://a))", "a@", "1-", "a.com/)", "(1", "mailto:@:", "555-555-5555 "] {
            let text = String(repeating: part, count: 5_000)
            let detector = try NSDataDetector(types: NSTextCheckingAllTypes)
            let time = ContinuousClock().measure {
                _ = detector.numberOfMatches(in: text, range: NSRange(location: 0, length: text.utf16.count))
            }
            #expect(time < .seconds(10), "\(part)")
        }
    }
}
