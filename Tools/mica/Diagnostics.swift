import Foundation
import MicaDocuments

/// Messages about a document, with the file that the user named in front.
enum Diagnostics {
    /// The line of a warning.
    static func line(_ warning: DocumentWarning, input: String) -> String {
        line(warning.description, file: warning.location.file, input: input)
    }

    /// The line of an error.
    static func line(_ error: DocumentError, input: String) -> String {
        line(error.description, file: error.file, input: input)
    }

    /// A text that begins with a file, without the long path of a file inside an archive.
    static func line(_ text: String, file: String, input: String) -> String {
        let name = input.split(separator: "/").last.map(String.init) ?? input
        if file == name || file == input || file.hasSuffix("/" + name) { return input + text.dropFirst(file.count) }
        return "\(input): \(shortened(text, file: file))"
    }

    /// The text with `.../` for the directories around the bundle of a file, wherever they occur.
    private static func shortened(_ text: String, file: String) -> String {
        var text = text
        let mark = "(named at "
        let namer = text.range(of: mark).map { text[$0.upperBound...].prefix { $0 != ":" } }
        for path in [file, namer.map(String.init) ?? ""] {
            let names = path.split(separator: "/", omittingEmptySubsequences: false)
            let bundle = names.dropLast().lastIndex { $0.hasSuffix(".ca") || $0.hasSuffix(".wallpaper") }
            guard let bundle, bundle > 0 else { continue }
            let prefix = names[..<bundle].joined(separator: "/") + "/"
            text = text.split(separator: prefix, omittingEmptySubsequences: false).joined(separator: ".../")
        }
        return text
    }
}
