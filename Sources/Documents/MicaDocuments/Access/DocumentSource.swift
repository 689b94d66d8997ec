import Foundation

/// The source of a document's files: a directory, or a zip archive.
package protocol DocumentSource: AnyObject {
    /// The document's name for messages.
    var name: String { get }

    /// The paths of all files, sorted.
    ///
    /// *Throws*: `.refused` when there are more than the limits allow.
    func paths() throws(DocumentError) -> [String]

    /// Whether there is a file at the path.
    func contains(_ path: String) -> Bool

    /// The bytes of the file at the path.
    ///
    /// *Throws*: `.unreadable` when it is missing or broken, `.refused` when it is larger than the limits allow.
    func bytes(at path: String) throws(DocumentError) -> [UInt8]
}

/// Limits on a document; a document that exceeds them is refused before it uses memory.
package struct SourceLimits: Sendable {
    /// The largest file, in bytes after unpacking.
    package var file = 128 << 20
    /// The most bytes that all files of an archive may have after unpacking, and that are read in total.
    package var total = 1 << 30
    /// The most files.
    package var entries = 50_000

    /// The most bytes of a text, CAML or JSON.
    package var text = 64 << 20
    /// The most values of a JSON file.
    package var values = 8_000_000
    /// The most elements of a CAML file.
    package var elements = 2_000_000
    /// The most layers of a Lottie document.
    package var layers = 200_000

    /// The limits for documents of unknown origin.
    package static let standard = SourceLimits()

    /// Limits for trusted documents, by a machine's memory.
    package static let large = SourceLimits(
        file: 2 << 30, total: 16 << 30, entries: 1_000_000, text: 2 << 30, values: 500_000_000,
        elements: 100_000_000, layers: 4_000_000)

    /// The limits of a CAML file.
    var markup: MarkupLimits {
        var limits = MarkupLimits()
        (limits.bytes, limits.elements) = (text, elements)
        return limits
    }

    /// The limits of a JSON file.
    var json: JSONLimits { JSONLimits(bytes: text, values: values) }

    /// A number of bytes as text with a unit.
    package static func inWords(_ bytes: some BinaryInteger) -> String {
        let value = Double(bytes)
        if value >= 1e9 { return String(format: "%.1f GB", value / 1e9) }
        if value >= 1e6 { return String(format: "%.1f MB", value / 1e6) }
        return "\(bytes) bytes"
    }
}

extension DocumentSource {
    /// The path of a referenced file: as written, or percent-decoded.
    ///
    /// *Throws*: `.refused` when the reference leaves the directory, `.unreadable` when there is no such file.
    package func locate(_ reference: String, in directory: String) throws(DocumentError) -> String {
        guard let decoded = DocumentPath.resolve(DocumentPath.decoded(reference), in: directory) else {
            let shown = DataURI.shown(reference)
            throw DocumentError(.refused, file: shown, reason: "the path leaves the document, which is not allowed")
        }
        if contains(decoded) { return decoded }
        if let plain = DocumentPath.resolve(reference, in: directory), contains(plain) { return plain }
        throw DocumentError(.unreadable, file: decoded, reason: "there is no such file in the document")
    }
}
