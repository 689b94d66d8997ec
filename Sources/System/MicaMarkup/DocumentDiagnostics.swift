import Foundation

/// A location in a document's file.
package struct DocumentLocation: Sendable, Hashable, CustomStringConvertible {
    /// The file, as a path inside the document, or the document's own name.
    package let file: String
    /// The line, from 1.
    package let line: Int
    /// The column in characters (Unicode scalars; a tab is one), from 1.
    package let column: Int

    package init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// The location in the format of compilers: `file:line:column`.
    package var description: String { "\(file):\(line):\(column)" }
}

/// A part of a document that was left out or guessed, while the rest is used.
package struct DocumentWarning: Sendable, Hashable, CustomStringConvertible {
    /// The location of the part.
    package let location: DocumentLocation
    /// The part, and the reason.
    package let message: String

    package init(at location: DocumentLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// The warning in the format of compilers.
    package var description: String { "\(location): warning: \(message)" }
}

/// The reason that a document, or one of its files, cannot be read.
package struct DocumentError: LocalizedError, Sendable, Hashable, CustomStringConvertible {
    /// The kind of error.
    package enum Kind: Sendable, Hashable {
        /// The file is missing, or the system or a library could not read it.
        case unreadable
        /// The text is not well-formed.
        case malformed
        /// A limit or a safety rule forbids it.
        case refused
        /// The text is well-formed, but of an unknown kind.
        case unknownDocument
    }

    /// The kind of error.
    package let kind: Kind
    /// The file, as a path inside the document, or the document's own name.
    package let file: String
    /// The location in the file; nil for errors of the whole file.
    package let location: DocumentLocation?
    /// The reason, as a sentence without a full stop.
    package let reason: String

    /// Makes an error of a whole file.
    package init(_ kind: Kind, file: String, reason: String) {
        self.kind = kind
        self.file = file
        self.location = nil
        self.reason = reason
    }

    /// Makes an error at a location.
    package init(_ kind: Kind, at location: DocumentLocation, reason: String) {
        self.kind = kind
        self.file = location.file
        self.location = location
        self.reason = reason
    }

    /// The error in the format of compilers.
    package var description: String { "\(location?.description ?? file): error: \(reason)" }
    /// The description, as `localizedDescription` gives it.
    package var errorDescription: String? { description }
}
