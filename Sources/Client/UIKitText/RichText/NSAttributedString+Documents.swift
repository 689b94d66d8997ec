import CoreGraphics
import Foundation
import UIKitCore

extension NSAttributedString {
    /// A format of documents of text.
    public struct DocumentType: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes a format from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Text without attributes.
        public static let plain = DocumentType(rawValue: "NSPlainText")
        /// Rich Text Format, without pictures.
        public static let rtf = DocumentType(rawValue: "NSRTF")
        /// HTML; not read or written here: reading and writing throw an error.
        public static let html = DocumentType(rawValue: "NSHTML")
    }

    /// The name of an option of reading a document.
    public struct DocumentReadingOptionKey: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes an option from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The format: a DocumentType. Without it, text that begins with `{\rtf` is Rich Text Format, and other text is
        /// plain.
        public static let documentType = DocumentReadingOptionKey(rawValue: "DocumentType")
        /// Attributes of text that the document gives none: a dictionary.
        public static let defaultAttributes = DocumentReadingOptionKey(rawValue: "DefaultAttributes")
        /// The encoding of plain text: the raw value of a String.Encoding. UTF-8 without it.
        public static let characterEncoding = DocumentReadingOptionKey(rawValue: "CharacterEncoding")
    }

    /// The name of a document's attribute.
    public struct DocumentAttributeKey: RawRepresentable, Hashable, Sendable {
        /// Apple's name.
        public let rawValue: String
        /// Makes an attribute from its name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// The format: a DocumentType.
        public static let documentType = DocumentAttributeKey(rawValue: "DocumentType")
        /// The encoding of plain text: the raw value of a String.Encoding. UTF-8 without it.
        public static let characterEncoding = DocumentAttributeKey(rawValue: "CharacterEncoding")
    }

    /// Reads a document: Rich Text Format, or plain text.
    ///
    /// - Parameters:
    ///   - dict: Gets the document's attributes, by the raw values of their names; nil for none.
    /// - Throws: a CocoaError: `fileReadCorruptFile` for data that are not of the format, `fileReadTooLarge` for more
    ///   than 64 MiB, `fileReadUnsupportedScheme` for a format that is not read here.
    public convenience init(
        data: Data, options: [DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        let isRich = data.starts(with: Data("{\\rtf".utf8))
        let type = DocumentNames.type(options[.documentType]) ?? (isRich ? .rtf : .plain)
        let defaults = options[.defaultAttributes] as? [NSAttributedString.Key: Any] ?? [:]
        var piece: StyledText
        switch type {
        case .rtf: piece = try DocumentNames.read(data)
        case .plain:
            guard let text = String(data: data, encoding: DocumentNames.encoding(options[.characterEncoding])) else {
                throw CocoaError(.fileReadInapplicableStringEncoding)
            }
            piece = StyledText(text)
        default: throw CocoaError(.fileReadUnsupportedScheme)
        }
        if !defaults.isEmpty { piece.runs = piece.runs.map { ($0.count, defaults.merging($0.attributes) { $1 }) } }
        if let dict = unsafe dict {
            unsafe dict.pointee = NSDictionary(dictionary: [DocumentAttributeKey.documentType.rawValue: type.rawValue])
        }
        self.init(attributedString: piece.attributed)
    }

    /// Reads a document's file.
    ///
    /// - Throws: as for data, and the errors of reading the file.
    public convenience init(
        url: URL, options: [DocumentReadingOptionKey: Any] = [:],
        documentAttributes dict: UnsafeMutablePointer<NSDictionary?>?
    ) throws {
        unsafe try self.init(data: Data(contentsOf: url), options: options, documentAttributes: dict)
    }

    /// A part of the text as a document, in Rich Text Format or as plain text.
    ///
    /// - Parameters:
    ///   - dict: The document's attributes, of which `documentType` must be set.
    /// - Throws: a CocoaError: `fileWriteUnsupportedScheme` for a format that is not written here,
    ///   `fileWriteInapplicableStringEncoding` for text that the encoding does not have.
    /// - Precondition: the range is in the text.
    public func data(from range: NSRange, documentAttributes dict: [DocumentAttributeKey: Any] = [:]) throws -> Data {
        let part = StyledText(attributedSubstring(from: range))
        switch DocumentNames.type(dict[.documentType]) {
        case .rtf?: return RTFWriter.data(of: part)
        case .plain?:
            let encoding = DocumentNames.encoding(dict[.characterEncoding])
            guard let data = part.string.data(using: encoding) else {
                throw CocoaError(.fileWriteInapplicableStringEncoding)
            }
            return data
        default: throw CocoaError(.fileWriteUnsupportedScheme)
        }
    }
}

/// Values of options and attributes of documents, as programs give them.
private enum DocumentNames {
    static func type(_ value: Any?) -> NSAttributedString.DocumentType? {
        value as? NSAttributedString.DocumentType
            ?? (value as? String).map { NSAttributedString.DocumentType(rawValue: $0) }
    }

    static func encoding(_ value: Any?) -> String.Encoding {
        value as? String.Encoding ?? (value as? UInt).map { String.Encoding(rawValue: $0) }
            ?? (value as? NSNumber).map { String.Encoding(rawValue: $0.uintValue) } ?? .utf8
    }

    static func read(_ data: Data) throws -> StyledText {
        do { return try RTFReader.read(data) } catch {
            switch error {
            case .noRichText, .tooDeep: throw CocoaError(.fileReadCorruptFile)
            case .tooLarge: throw CocoaError(.fileReadTooLarge)
            }
        }
    }
}
