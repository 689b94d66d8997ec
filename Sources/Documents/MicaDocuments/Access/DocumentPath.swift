import Foundation

/// Paths inside a document: `/` between names, no `.` or `..`, never absolute.
package enum DocumentPath {
    /// The path of a reference from a directory inside the document ("" is the root).
    ///
    /// *nil when* the reference is absolute, a URL, empty, or leaves the directory.
    package static func resolve(_ reference: String, in directory: String) -> String? {
        guard !reference.isEmpty, !reference.hasPrefix("/"), !reference.contains("\\"), !reference.contains("\0"),
            !reference.contains("://"), !reference.lowercased().hasPrefix("file:")
        else { return nil }
        var names: [Substring] = []
        for name in reference.split(separator: "/", omittingEmptySubsequences: true) {
            switch name {
            case ".": continue
            case "..":
                guard !names.isEmpty else { return nil }
                names.removeLast()
            default: names.append(name)
            }
        }
        guard !names.isEmpty else { return nil }
        let path = names.joined(separator: "/")
        return directory.isEmpty ? path : directory + "/" + path
    }

    /// The text with percent-encoding decoded; the text itself when it is not valid percent-encoding or UTF-8.
    package static func decoded(_ text: String) -> String {
        guard text.contains("%") else { return text }
        var bytes: [UInt8] = []
        var rest = Array(text.utf8)[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = digit(rest.first),
                let low = digit(rest.dropFirst().first)
            {
                bytes.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self) ?? text
    }

    /// The directory of a path; "" at the root.
    package static func directory(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
    }

    /// The last name of a path.
    package static func name(of path: String) -> String {
        path.lastIndex(of: "/").map { String(path[path.index(after: $0)...]) } ?? path
    }

    /// Whether a path is an artefact of macOS: resource forks and Finder files.
    package static func isNoise(_ path: String) -> Bool {
        path.hasPrefix("__MACOSX/") || path.contains("/__MACOSX/") || name(of: path).hasPrefix("._")
            || name(of: path) == ".DS_Store"
    }

    private static func digit(_ byte: UInt8?) -> UInt8? {
        guard let byte else { return nil }
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): return byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): return byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): return byte - UInt8(ascii: "A") + 10
        default: return nil
        }
    }
}
