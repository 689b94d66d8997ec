import Foundation

/// The index of a Core Animation bundle (.ca): the file with the layers, and its orientation.
package struct BundleIndex: Sendable, Equatable {
    /// The file with the layers, relative to the bundle's directory.
    package var rootDocument: String
    /// Whether the document's y axis points down; if not, it points up, as on the Mac.
    package var isGeometryFlipped: Bool

    /// The largest index that is read, in bytes.
    private static let limit = 1 << 20

    /// Reads the index of the bundle in a directory ("" is the root) of a source.
    ///
    /// *Throws*: when there is neither an index nor a `main.caml`, or when the index cannot be read.
    package static func read(_ source: some DocumentSource, directory: String) throws(DocumentError) -> BundleIndex {
        let prefix = directory.isEmpty ? "" : directory + "/"
        let path = prefix + "index.xml"
        guard source.contains(path) else {
            guard source.contains(prefix + "main.caml") else {
                throw DocumentError(
                    .unknownDocument, file: directory.isEmpty ? source.name : directory,
                    reason: "the bundle holds neither index.xml nor main.caml")
            }
            return BundleIndex(rootDocument: "main.caml", isGeometryFlipped: false)
        }
        let values = try propertyList(source.bytes(at: path), file: path)
        guard let root = values["rootDocument"] as? String else {
            throw DocumentError(.unknownDocument, file: path, reason: "the index names no rootDocument")
        }
        return BundleIndex(rootDocument: root, isGeometryFlipped: values["geometryFlipped"] as? Bool ?? false)
    }

    /// The dictionary in a property list, binary or XML.
    static func propertyList(_ bytes: [UInt8], file: String) throws(DocumentError) -> [String: Any] {
        guard bytes.count <= limit else {
            throw DocumentError(
                .refused, file: file, reason: "the property list is larger than \(SourceLimits.inWords(limit))")
        }
        let isBinary = bytes.starts(with: Array("bplist".utf8))
        if !isBinary { _ = try MarkupParser.parse(bytes, file: file) }
        do {
            let value = try unsafe PropertyListSerialization.propertyList(from: Data(bytes), options: [], format: nil)
            guard let dictionary = value as? [String: Any] else {
                throw DocumentError(.malformed, file: file, reason: "the property list is not a dictionary")
            }
            return dictionary
        } catch let error as DocumentError {
            throw error
        } catch {
            throw DocumentError(.malformed, file: file, reason: "not a property list")
        }
    }
}
