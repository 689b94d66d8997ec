import Foundation

/// The reason that a film cannot be opened, or a frame cannot be decoded.
package struct FilmError: LocalizedError, Equatable, Sendable, CustomStringConvertible {
    /// The kinds of errors that a program may distinguish.
    package enum Kind: String, Sendable {
        /// The file does not exist, or may not be read.
        case unreadable = "the file cannot be read"
        /// The bytes have no supported format.
        case unknownFormat = "not a film that can be read"
        /// The file has no video.
        case noVideo = "there is no video in the file"
        /// This machine has no decoder for the video, or Mica does not use it.
        case noDecoder = "the video cannot be decoded"
        /// The bytes break the format's rules.
        case damaged = "the file is damaged"
        /// The film exceeds the limits on pixels or frames.
        case overBudget = "the film is too large"
        /// FFmpeg's libraries are missing, or memory ran out.
        case noLibrary = "films cannot be read"
    }

    /// The kind of error.
    package var kind: Kind
    /// The file.
    package var path: String
    /// The reason in words, without the kind.
    package var reason: String

    /// One line: `a.mp4: the file is damaged: invalid data found when processing input`.
    package var description: String { "\(path): \(kind.rawValue): \(reason)" }
    /// The description, as `localizedDescription` gives it.
    package var errorDescription: String? { description }
}

/// Limits on the size of films.
package struct FilmLimits: Sendable, Equatable {
    /// The most pixels in a frame: 8192 x 8192, 256 MiB as a bitmap.
    package var maximumPixels = 1 << 26
    /// The most frames in a film: more than four hours at 60 frames a second; an index of them takes 40 MiB.
    package var maximumFrames = 1 << 20
    /// The most memory of decoded frames that are kept for reuse, such as frames before the current one. *Units*:
    /// bytes.
    package var heldBytes = 64 << 20

    /// The limits for untrusted files.
    package static let standard = FilmLimits()
}
