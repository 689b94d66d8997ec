import Foundation
import MicaFilm

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// Why something with a film did not work; `localizedDescription` says it in a line, with the file.
///
/// *Source*: Apple, AVError.h.
public struct AVError: Error, Sendable, Equatable, CustomNSError, LocalizedError {
    /// What kind of trouble it is.
    public enum Code: Int, Sendable {
        /// It is not known why.
        case unknown = -11800
        /// There was no memory.
        case outOfMemory = -11801
        /// An export did not work.
        case exportFailed = -11820
        /// A frame cannot be decoded.
        case decodeFailed = -11821
        /// There is a file already.
        case fileAlreadyExists = -11823
        /// The file is no film, or not of a kind that is read.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// There is no frame at a time.
        case noImageAtTime = -11832
        /// This machine has no decoder for it.
        case decoderNotFound = -11833
        /// This machine has no encoder for it.
        case encoderNotFound = -11834
        /// The film has not what was asked for, such as video.
        case operationNotSupportedForAsset = -11838
        /// A composition of video makes no sense.
        case invalidVideoComposition = -11841
        /// An operation was given up.
        case operationCancelled = -11878
    }

    /// What kind of trouble it is.
    public let code: Code
    /// Why, in a line, with the file.
    let reason: String

    init(_ code: Code, _ reason: String) { (self.code, self.reason) = (code, reason) }

    init(_ error: FilmError) {
        let code: Code =
            switch error.kind {
            case .unreadable, .unknownFormat: .fileFormatNotRecognized
            case .noVideo: .operationNotSupportedForAsset
            case .noDecoder, .noLibrary: .decoderNotFound
            case .damaged: .fileFailedToParse
            case .overBudget: .outOfMemory
            }
        self.init(code, error.description)
    }

    /// AVFoundation's.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// Why, in a line, with the file.
    public var errorDescription: String? { reason }
    /// The same for those who ask errors of Foundation's.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
}
