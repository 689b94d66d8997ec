import Foundation
import MicaDocuments
import MicaSurface
import QuartzCore

/// The arguments of a subcommand, read one by one.
package struct Arguments {
    /// The subcommand, for errors.
    package let command: String
    private var rest: ArraySlice<String>
    private var onlyInputs = false
    /// The option whose value was attached to it, as in `--name=value`, and has not been read yet.
    private var attached: String?

    /// The one-letter options with a value, which may be attached, as in `-oFILE`.
    private let letters: Set<String>

    /// Reads the arguments after the subcommand's name.
    package init(_ list: [String], of command: String, letters: Set<String> = ["-o"]) {
        (rest, self.command, self.letters) = (list[...], command, letters)
    }

    /// The next part of a command line.
    package enum Item {
        /// An option, with its dashes.
        case option(String)
        /// Any other word.
        case input(String)
    }

    /// The next item. An attached value, as in `--name=value`, is left to `value(of:)`. After `--` everything is input.
    ///
    /// - Throws: when the option before has an attached value that it does not take.
    package mutating func next() throws(UsageError) -> Item? {
        if let attached { throw wrong("\(attached) takes no value") }
        guard let word = rest.popFirst() else { return nil }
        if onlyInputs || word == "-" || !word.hasPrefix("-") { return .input(word) }
        if word == "--" {
            onlyInputs = true
            return try next()
        }
        if word.hasPrefix("--"), let equals = word.firstIndex(of: "=") {
            rest = [String(word[word.index(after: equals)...])] + rest
            attached = String(word[..<equals])
            return .option(String(word[..<equals]))
        }
        if !word.hasPrefix("--"), word.count > 2, letters.contains(String(word.prefix(2))) {
            rest = [String(word.dropFirst(2))] + rest
            attached = String(word.prefix(2))
            return .option(String(word.prefix(2)))
        }
        return .option(word)
    }

    /// All words that have not been read, as they are.
    package mutating func takeRest() -> [String] {
        defer { rest = [] }
        return Array(rest)
    }

    /// The value of an option.
    package mutating func value(of option: String) throws(UsageError) -> String {
        let isAttached = attached != nil
        attached = nil
        guard let word = rest.popFirst() else { throw wrong("\(option) needs a value") }
        if !isAttached, word.hasPrefix("--") {
            throw wrong(
                "\(option) needs a value, and \(word) looks like an option; if it is meant, write \(option)=\(word)")
        }
        return word
    }

    /// The value of an option that is a number within a range.
    package mutating func number(of option: String, in range: ClosedRange<Double>) throws(UsageError) -> Double {
        let text = try value(of: option)
        guard let number = Double(text), range.contains(number) else {
            throw wrong(
                "\(option) is a number from \(short(range.lowerBound)) to \(short(range.upperBound)), not '\(text)'")
        }
        return number
    }

    /// The value of an option that is a whole number within a range.
    package mutating func wholeNumber(of option: String, in range: ClosedRange<Int>) throws(UsageError) -> Int {
        let text = try value(of: option)
        guard let number = Int(text), range.contains(number) else {
            throw wrong(
                "\(option) is a whole number from \(range.lowerBound) to \(range.upperBound), not '\(text)'")
        }
        return number
    }

    /// The value of an option that is a size in points.
    package mutating func size(of option: String) throws(UsageError) -> CGSize {
        let text = try value(of: option)
        guard let size = parseSize(text) else { throw wrong("\(option) is WIDTHxHEIGHT in points, not '\(text)'") }
        return size
    }

    /// The value of an option that is a number of frames a second.
    package mutating func frameRate(of option: String) throws(UsageError) -> FrameRate {
        let text = try value(of: option)
        guard let rate = parseFrameRate(text) else {
            throw wrong("\(option) is a number from 0.001 to 1000 or a fraction such as 30000/1001, not '\(text)'")
        }
        return rate
    }

    /// The value of an option that is a colour.
    package mutating func color(of option: String) throws(UsageError) -> CGColor {
        let text = try value(of: option)
        guard let color = parseColor(text) else {
            throw wrong(
                "\(option) is a colour such as #336699, #33669980 or white, not '\(text)'"
                    + didYouMean(text, among: colorNames.keys.sorted()))
        }
        return color
    }

    /// The value of an option that is one of some words, in any case.
    package mutating func word(of option: String, among words: [String]) throws(UsageError) -> String {
        let text = try value(of: option).lowercased()
        guard words.contains(text) else {
            throw wrong("\(option) is one of \(words.joined(separator: ", ")), not '\(text)'")
        }
        return text
    }

    /// An error for an unknown option.
    package func unknown(_ option: String, among known: [String]) -> UsageError {
        wrong("unknown option \(option)" + didYouMean(option, among: known))
    }

    /// An error for the command line of this subcommand.
    package func wrong(_ message: String) -> UsageError { UsageError(message, command: command) }

    private func short(_ number: Double) -> String {
        number == number.rounded() && abs(number) < 1e9 ? String(Int(number)) : String(number)
    }
}

/// Reads a number of frames a second: `60`, `29.97`, or a fraction such as `30000/1001`.
package func parseFrameRate(_ text: String) -> FrameRate? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 else { return Double(text).flatMap { FrameRate(framesPerSecond: $0) } }
    guard let above = Int(parts[0]), let below = Int(parts[1]), 1...1_000_000 ~= above, 1...1_000_000 ~= below,
        0.001...1000 ~= Double(above) / Double(below)
    else { return nil }
    return FrameRate(above, over: below)
}

/// Reads `390x844`: a width and a height, each greater than zero.
package func parseSize(_ text: String) -> CGSize? {
    let parts = text.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Double(parts[0]), let height = Double(parts[1]), width > 0, height > 0,
        width <= 1e6, height <= 1e6
    else { return nil }
    return CGSize(width: width, height: height)
}

/// Reads `0..60`: a range of frames, the second number excluded.
package func parseFrames(_ text: String) -> Range<Int>? {
    guard let dots = text.range(of: ".."), let low = Int(text[..<dots.lowerBound]),
        let high = Int(text[dots.upperBound...]),
        low >= 0, high > low
    else { return nil }
    return low..<high
}
