import Foundation

/// The tests that end XCTest's whole run on Linux before the first test: methods of the main actor that throw and are not
/// asynchronous, which XCTest cannot cast.
enum MainActorTests {
    /// The first such method of a source, with its line; nil for none.
    static func first(in text: String) -> (line: Int, name: String)? {
        guard text.contains("@MainActor"), text.contains("XCTestCase") else { return nil }
        var isOnMainActor = false
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let isMarked = line.contains("@MainActor")
            if line.contains("class ") {
                isOnMainActor = line.contains("XCTestCase") && (isMarked || isOnMainActor)
            } else if isMarked, !line.contains("func ") {
                // An attribute on a line of its own belongs to the next declaration.
                isOnMainActor = true
            }
            guard isOnMainActor || isMarked, let match = line.firstMatch(of: /func (test\w*)\(\)\s*throws/) else {
                continue
            }
            return (index + 1, String(match.1))
        }
        return nil
    }

    /// A line that names the first such method of a package's tests, and the remedy; nil for none.
    static func note(package: String) -> String? {
        let files = FileManager.default.enumerator(atPath: package + "/Tests")
        let sources = files?.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }.sorted() ?? []
        for source in sources {
            let path = "\(package)/Tests/\(source)"
            guard let text = try? String(contentsOfFile: path, encoding: .utf8), let (line, name) = first(in: text)
            else {
                continue
            }
            return
                "\(path):\(line): XCTest on Linux cannot run \(name), a method of the main actor that throws, and ends "
                + "before the first test: write `async throws`, or leave out `throws`"
        }
        return nil
    }
}
