import Foundation

/// A `#Preview` of UIKit in a source: a closure that makes a controller or a view.
///
/// *Source*: Apple, Preview(_:traits:body:) of UIKit.
struct Preview {
    /// The name; nil without one.
    let name: String?
    /// The arguments between the parentheses, as they are in the source.
    let arguments: String
    /// The closure's text, without its braces.
    let body: String
    /// The source, and the line on which the body begins.
    let file: String, line: Int
    /// The number of the preview in its source, from 1.
    let number: Int
    /// The modules that the source imports.
    let imports: [String]

    /// The name by which `mica see` finds the preview: its own, or `FILE.swift:2`.
    var title: String { name ?? "\((file as NSString).lastPathComponent):\(number)" }

    /// Whether a name of a command line is the preview's: its own, `FILE.swift:NUMBER`, or `FILE.swift` for the first.
    func matches(_ target: String) -> Bool {
        let place = (file as NSString).lastPathComponent
        return target == name || target == "\(place):\(number)" || number == 1 && target == place
    }

    /// The screen that the preview's traits ask for, as `MICA_SCREEN`; nil for that of the command.
    ///
    /// - Parameter screen: the command's own.
    func screen(over screen: String?) -> String? {
        if let match = arguments.firstMatch(of: /\.fixedLayout\(\s*width:\s*([\d.]+)\s*,\s*height:\s*([\d.]+)\s*\)/) {
            return "\(match.1)x\(match.2)@2"
        }
        guard arguments.contains(".landscapeLeft") || arguments.contains(".landscapeRight") else { return nil }
        let parts = (screen ?? "390x844@2").split(whereSeparator: { "x@".contains($0) })
        return parts.count == 3 ? "\(parts[1])x\(parts[0])@\(parts[2])" : nil
    }

    /// Finds the previews of a source.
    static func all(in text: String, file: String) -> [Preview] {
        guard text.contains("#Preview") else { return [] }
        let imports = SwiftImports.modules(in: Array(text.utf8))
        var scanner = CodeScanner(text)
        var result: [Preview] = []
        while scanner.skip(past: "#Preview") {
            let arguments = scanner.group("(", ")") ?? ""
            let line = scanner.line
            guard let body = scanner.group("{", "}") else { continue }
            let name = arguments.firstMatch(of: /^\s*"((?:[^"\\]|\\.)*)"/).map { String($0.1) }
            result.append(
                Preview(
                    name: name, arguments: arguments, body: body, file: file, line: line, number: result.count + 1,
                    imports: imports))
        }
        return result
    }
}

/// Goes through Swift's text by brackets, without comments and the contents of strings.
private struct CodeScanner {
    private let text: [Character]
    private var place = 0
    /// The line of the place, from 1.
    private(set) var line = 1

    init(_ text: String) { self.text = Array(text) }

    private func starts(_ word: String) -> Bool { text[place...].starts(with: word) }

    private mutating func step(_ count: Int = 1) {
        for _ in 0..<min(count, text.count - place) {
            if text[place].isNewline { line += 1 }
            place += 1
        }
    }

    /// Passes a comment or a string that begins here; returns false for anything else.
    private mutating func skipWord() -> Bool {
        if starts("//") {
            while place < text.count, !text[place].isNewline { step() }
        } else if starts("/*") {
            var depth = 0
            repeat {
                let change = starts("/*") ? 1 : starts("*/") ? -1 : 0
                depth += change
                step(change == 0 ? 1 : 2)
            } while depth > 0 && place < text.count
        } else if text[place] == "\"" {
            let end = starts("\"\"\"") ? "\"\"\"" : "\""
            step(end.count)
            while place < text.count, !starts(end) { step(text[place] == "\\" ? 2 : 1) }
            step(end.count)
        } else {
            return false
        }
        return true
    }

    /// Goes on behind a word of the code; returns false if it does not come.
    mutating func skip(past word: String) -> Bool {
        while place < text.count {
            if skipWord() { continue }
            if starts(word) {
                step(word.count)
                return true
            }
            step()
        }
        return false
    }

    /// The text in the brackets that begin here, behind spaces, and goes on behind them; nil if there are none.
    mutating func group(_ open: Character, _ close: Character) -> String? {
        let start = (place, line)
        while place < text.count, text[place].isWhitespace { step() }
        guard place < text.count, text[place] == open else {
            (place, line) = start
            return nil
        }
        step()
        let first = place
        var depth = 1
        while place < text.count {
            if skipWord() { continue }
            if text[place] == open { depth += 1 } else if text[place] == close { depth -= 1 }
            if depth == 0 {
                let content = String(text[first..<place])
                step()
                return content
            }
            step()
        }
        return nil
    }
}
