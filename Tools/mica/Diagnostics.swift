import MicaDocuments

/// What a document says about itself, as the command tells it: with the file that the user named in front.
enum Diagnostics {
    /// A warning's line.
    static func line(_ warning: DocumentWarning, input: String) -> String {
        line(warning.description, file: warning.place.file, input: input)
    }

    /// An error's line.
    static func line(_ error: DocumentError, input: String) -> String {
        line(error.description, file: error.file, input: input)
    }

    /// A text that begins with a file, with the long way to files inside an archive left out.
    private static func line(_ text: String, file: String, input: String) -> String {
        let name = input.split(separator: "/").last.map(String.init) ?? input
        if file == name || file == input || file.hasSuffix("/" + name) { return input + text.dropFirst(file.count) }
        return "\(input): \(shortened(text, file: file))"
    }

    /// The text with `.../` for the directories around the bundle that a file is in.
    private static func shortened(_ text: String, file: String) -> String {
        let names = file.split(separator: "/", omittingEmptySubsequences: false)
        let bundle = names.dropLast().lastIndex { $0.hasSuffix(".ca") || $0.hasSuffix(".wallpaper") }
        let kept = bundle ?? max(0, names.count - 2)
        guard kept > 0 else { return text }
        let prefix = names[..<kept].joined(separator: "/") + "/"
        guard prefix.count > 4 else { return text }
        return text.split(separator: prefix, omittingEmptySubsequences: false).joined(separator: ".../")
    }
}

/// Why a command failed that made sense, in words.
struct CommandFailure: Error, CustomStringConvertible {
    /// One line.
    let description: String

    init(_ description: String) { self.description = description }
}
