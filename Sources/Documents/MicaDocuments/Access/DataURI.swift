import Foundation

/// Files that stand in a document itself: `data:image/png;base64,...`.
///
/// *Source*: RFC 2397. What the media type says is not looked at: the bytes say what they are.
package enum DataURI {
    /// Whether a reference holds its file.
    package static func isOne(_ reference: String) -> Bool { reference.prefix(5).lowercased() == "data:" }

    /// The bytes in a reference; nil when it is none, or its text is no base64 or percent escapes.
    package static func bytes(_ reference: String) -> [UInt8]? {
        guard isOne(reference), let comma = reference.firstIndex(of: ",") else { return nil }
        let text = reference[reference.index(after: comma)...]
        guard reference[..<comma].lowercased().hasSuffix(";base64") else {
            return text.removingPercentEncoding.map { [UInt8]($0.utf8) }
        }
        // Line breaks and the spaces of an indented document may stand anywhere in it, and the padding may be escaped.
        let plain = text.contains("%") ? DocumentPath.decoded(String(text)) : String(text)
        return Data(base64Encoded: plain, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }

    /// A reference as messages show it: of one that holds its file, the beginning.
    package static func shown(_ reference: String) -> String {
        isOne(reference) && reference.utf8.count > 40 ? reference.prefix(32) + "..." : reference
    }
}
