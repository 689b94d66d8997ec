/// Why a film cannot be opened, or a frame of it cannot be had: what, and why.
package struct FilmError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What kind of trouble it is: what a program may tell apart.
    package enum Kind: String, Sendable {
        /// There is no such file, or it may not be read.
        case unreadable = "the file cannot be read"
        /// The bytes are in none of the formats that are read.
        case unknownFormat = "not a film that can be read"
        /// There is no video in the file.
        case noVideo = "there is no video in the file"
        /// This machine has no decoder for the video, or Mica does not use it.
        case noDecoder = "the video cannot be decoded"
        /// The bytes break the format's rules.
        case damaged = "the file is damaged"
        /// More pixels or frames than the limits allow.
        case overBudget = "the film is too large"
        /// FFmpeg's libraries are not there, or there was no memory.
        case noLibrary = "films cannot be read"
    }

    /// What kind of trouble it is.
    package var kind: Kind
    /// The file.
    package var path: String
    /// Why, in words, without the kind.
    package var reason: String

    /// One line: `a.mp4: the file is damaged: invalid data found when processing input`.
    package var description: String { "\(path): \(kind.rawValue): \(reason)" }
}

/// How large a film may be before it is refused.
package struct FilmLimits: Sendable, Equatable {
    /// The most pixels in a frame: 8192 x 8192, 256 MiB as a bitmap.
    package var maximumPixels = 1 << 26
    /// The most frames in a film: more than four hours at 60 frames a second; an index of them takes 40 MiB.
    package var maximumFrames = 1 << 20
    /// How much memory frames take that were decoded and may be wanted again, such as those before the last one. *Units*: bytes.
    package var heldBytes = 64 << 20

    /// The limits for files from anywhere.
    package static let standard = FilmLimits()
}
