/// A place in a document's file.
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

    /// The place as compilers write it: `file:line:column`.
    package var description: String { "\(file):\(line):\(column)" }
}

/// Something in a document that was left out or guessed, while the rest of the document is used.
package struct DocumentWarning: Sendable, Hashable, CustomStringConvertible {
    /// Where it is.
    package let location: DocumentLocation
    /// What was left out, and why.
    package let message: String

    package init(at location: DocumentLocation, _ message: String) {
        self.location = location
        self.message = message
    }

    /// The warning as compilers write it.
    package var description: String { "\(location): warning: \(message)" }
}

/// Why a document, or one file of it, cannot be read.
package struct DocumentError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sort of fault.
    package enum Kind: Sendable, Hashable {
        /// The file is missing, or the system or a library could not read it.
        case unreadable
        /// The text is not well-formed.
        case malformed
        /// A bound or a safety rule forbids it.
        case refused
        /// It is well-formed but no document of a kind that is known.
        case unknownDocument
    }

    /// The sort of fault.
    package let kind: Kind
    /// The file, as a path inside the document, or the document's own name.
    package let file: String
    /// Where in the file; nil when the fault is the file's as a whole.
    package let location: DocumentLocation?
    /// What is wrong, as a sentence without a full stop.
    package let reason: String

    /// Makes an error about a whole file.
    package init(_ kind: Kind, file: String, reason: String) {
        self.kind = kind
        self.file = file
        self.location = nil
        self.reason = reason
    }

    /// Makes an error about a place in a file.
    package init(_ kind: Kind, at location: DocumentLocation, reason: String) {
        self.kind = kind
        self.file = location.file
        self.location = location
        self.reason = reason
    }

    /// The error as compilers write it.
    package var description: String { "\(location?.description ?? file): error: \(reason)" }
}
