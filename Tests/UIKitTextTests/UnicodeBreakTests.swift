import Foundation
import TestSupport
import Testing

@testable import UIKitText

/// Unicode's own tests of the bounds of letters and words, as the caret's movement.
@MainActor @Suite(.serialized) struct UnicodeBreakTests {
    /// A line of a test file: the text, and the bounds in units of UTF-16.
    private struct Case {
        var line = ""
        var units: [UInt16] = []
        var bounds: [Int] = []
    }

    /// The cases of a file. Those of lone surrogates are no text. Left out are those in which a pictograph that is no emoji
    /// (U+2701, scissors) follows a joiner: Swift's library ends the letter there.
    private func cases(_ file: String) throws -> [Case] {
        let text = try String(contentsOf: OutsideData.file(.unicode, file), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            var found = Case(line: String(line))
            for word in line.prefix(while: { $0 != "#" }).split(whereSeparator: \.isWhitespace) {
                if word == "\u{F7}" { found.bounds.append(found.units.count) }
                guard word != "\u{F7}", word != "\u{D7}" else { continue }
                guard let value = UInt32(word, radix: 16), let scalar = Unicode.Scalar(value) else { return nil }
                found.units += Array(String(scalar).utf16)
            }
            let isLeftOut = zip(found.units, found.units.dropFirst()).contains { $0 == 0x200D && $1 == 0x2701 }
            return found.units.isEmpty || isLeftOut ? nil : found
        }
    }

    @Test("Left and right move over the letters of GraphemeBreakTest", .needs(.unicode))
    func letters() throws {
        let all = try cases("GraphemeBreakTest.txt")
        #expect(all.count > 500)
        for one in all {
            let breaks = TextBreaks(count: one.units.count) { Array(one.units[$0]) }
            var (forward, place) = ([0], 0)
            while place < one.units.count {
                place = breaks.letterEnd(after: place)
                forward.append(place)
            }
            var backward = [place]
            while place > 0 {
                place = breaks.letterStart(before: place)
                backward.append(place)
            }
            #expect(forward == one.bounds && backward.reversed() == one.bounds, "\(one.line)")
        }
    }

    @Test(
        "Words are divided as in WordBreakTest, and control with the arrows moves from one to the next",
        .needs(.unicode))
    func words() throws {
        let all = try cases("WordBreakTest.txt")
        #expect(all.count > 1_500)
        for one in all {
            let breaks = TextBreaks(count: one.units.count) { Array(one.units[$0]) }
            var segments: [TextBreaks.Segment] = []
            while (segments.last?.range.upperBound ?? 0) < one.units.count {
                segments += breaks.segments(around: segments.last?.range.upperBound ?? 0)
            }
            #expect([0] + segments.map(\.range.upperBound) == one.bounds, "\(one.line)")
            let words = segments.filter(\.isWord)
            var (ends, place) = ([Int](), 0)
            while place < one.units.count {
                place = breaks.wordEnd(after: place)
                ends.append(place)
            }
            var expected = words.map(\.range.upperBound)
            if expected.last != one.units.count { expected.append(one.units.count) }
            #expect(ends == expected, "\(one.line)")
            var starts: [Int] = []
            while place > 0 {
                place = breaks.wordStart(before: place)
                starts.append(place)
            }
            expected = words.map(\.range.lowerBound)
            if expected.first != 0 { expected.insert(0, at: 0) }
            #expect(starts.reversed() == expected, "\(one.line)")
        }
    }
}
