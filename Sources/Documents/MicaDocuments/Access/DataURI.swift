import Foundation

/// Files embedded in a document: `data:image/png;base64,...`.
///
/// *Source*: RFC 2397. The media type is ignored: the bytes tell the type.
package enum DataURI {
    /// Whether a reference embeds its file.
    package static func isOne(_ reference: String) -> Bool { reference.prefix(5).lowercased() == "data:" }

    /// The bytes of a reference; nil when it embeds no file, or is not valid base64 or percent-encoding.
    package static func bytes(_ reference: String) -> [UInt8]? {
        guard isOne(reference), let comma = reference.firstIndex(of: ",") else { return nil }
        let text = reference[reference.index(after: comma)...]
        guard reference[..<comma].lowercased().hasSuffix(";base64") else {
            return text.removingPercentEncoding.map { [UInt8]($0.utf8) }
        }
        // The text may contain line breaks and the indentation of the document; padding may be percent-encoded.
        let plain = text.contains("%") ? DocumentPath.decoded(String(text)) : String(text)
        return Data(base64Encoded: plain, options: .ignoreUnknownCharacters).map { [UInt8]($0) }
    }

    /// A reference as messages show it: for an embedded file, only the beginning.
    package static func shown(_ reference: String) -> String {
        isOne(reference) && reference.utf8.count > 40 ? reference.prefix(32) + "..." : reference
    }
}
