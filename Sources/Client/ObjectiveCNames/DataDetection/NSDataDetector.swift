import Foundation
import MicaTrace

/// Kinds of data in a text, as bits: the raw value of an `NSTextCheckingResult.CheckingType`.
///
/// Foundation on Linux gives these kinds other bits than Apple's: use the names, not numbers. *Source*: Apple, Foundation.
public typealias NSTextCheckingTypes = UInt64

/// All kinds.
public let NSTextCheckingAllTypes: NSTextCheckingTypes = .max
/// The kinds of the system: all.
public let NSTextCheckingAllSystemTypes: NSTextCheckingTypes = 0xffff_ffff

/// Finds links and telephone numbers in a text; Foundation on Linux has no such class.
///
/// Here it inherits from NSObject, as Foundation's NSRegularExpression cannot be subclassed outside of Foundation. Dates, postal
/// addresses and transit information are not found. docs/system-modules.md has the rules by which links and numbers are found.
///
/// Thread rules: a detector may be used from any thread.
open class NSDataDetector: NSObject {
    /// The kinds that it was made for.
    public let checkingTypes: NSTextCheckingTypes

    /// Makes a detector of some kinds of data.
    ///
    /// Kinds beside links and telephone numbers are not found; a message names them.
    /// - Parameter checkingTypes: raw values of `NSTextCheckingResult.CheckingType`, joined by `|`.
    /// - Throws: `CocoaError.featureUnsupported` if no kind can be found.
    public init(types checkingTypes: NSTextCheckingTypes) throws {
        let kinds = NSTextCheckingResult.CheckingType(rawValue: checkingTypes)
        let absent = Self.absentKinds.filter { kinds.contains($0.kind) }.map(\.name)
        guard !kinds.isDisjoint(with: [.detectedLink, .detectedNumber]) else {
            let text = absent.isEmpty ? "of these types" : "of " + absent.joined(separator: ", ")
            throw CocoaError(
                .featureUnsupported,
                userInfo: [NSLocalizedDescriptionKey: "NSDataDetector finds links and phone numbers, no data \(text)"])
        }
        if !absent.isEmpty, checkingTypes & NSTextCheckingAllSystemTypes != NSTextCheckingAllSystemTypes {
            Notices.say("NSDataDetector does not find data of \(absent.joined(separator: ", ")) on Linux")
        }
        self.checkingTypes = checkingTypes
        super.init()
    }

    private static var absentKinds: [(kind: NSTextCheckingResult.CheckingType, name: String)] {
        [
            (.init(rawValue: 1 << 4), "date"), (.init(rawValue: 1 << 5), "address"),
            (.init(rawValue: 1 << 12), "transitInformation"),
        ]
    }

    /// The data in a part of a text, in order; they do not overlap.
    ///
    /// - Parameters:
    ///   - options: `anchored` finds data at the range's beginning only, and such that follow without a gap. Other options
    ///     have no effect.
    ///   - range: units of UTF-16. Text outside of it does not count, and nothing outside of the text does.
    open func matches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> [NSTextCheckingResult] {
        let units = Array(string.utf16)
        let first = min(max(range.location, 0), units.count)
        let last = first + min(max(range.length, 0), units.count - first)
        let found = DataFinder(units[first..<last]).results(.init(rawValue: checkingTypes))
        guard options.contains(.anchored) else { return found }
        var end = first
        return Array(
            found.prefix { result in
                defer { end = NSMaxRange(result.range) }
                return result.range.location == end
            })
    }

    /// Calls a block with each match, until the block sets its last argument.
    ///
    /// With the option `reportCompletion`, a last call has no result and the flag `completed`.
    open func enumerateMatches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange,
        using block: (NSTextCheckingResult?, NSRegularExpression.MatchingFlags, UnsafeMutablePointer<ObjCBool>) -> Void
    ) {
        var stop = ObjCBool(false)
        for result in matches(in: string, options: options, range: range) {
            unsafe block(result, [], &stop)
            if stop.boolValue { return }
        }
        if options.contains(.reportCompletion) { unsafe block(nil, .completed, &stop) }
    }

    /// The number of matches in a part of a text.
    open func numberOfMatches(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> Int {
        matches(in: string, options: options, range: range).count
    }

    /// The first match in a part of a text; nil if there is none.
    open func firstMatch(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> NSTextCheckingResult? {
        matches(in: string, options: options, range: range).first
    }

    /// The range of the first match; its location is `NSNotFound` if there is none.
    open func rangeOfFirstMatch(
        in string: String, options: NSRegularExpression.MatchingOptions = [], range: NSRange
    ) -> NSRange {
        firstMatch(in: string, options: options, range: range)?.range ?? NSRange(location: NSNotFound, length: 0)
    }
}
