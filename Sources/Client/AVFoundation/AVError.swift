import Foundation
import MicaFilm

/// The domain of AVFoundation's errors.
public let AVFoundationErrorDomain = "AVFoundationErrorDomain"

/// An error with a film; `localizedDescription` is the reason in one line, with the file.
///
/// *Source*: Apple, AVError.h.
public struct AVError: Error, Sendable, Equatable, CustomNSError, LocalizedError {
    /// The kind of error.
    public enum Code: Int, Sendable {
        /// The reason is unknown.
        case unknown = -11800
        /// Memory could not be allocated.
        case outOfMemory = -11801
        /// An export failed.
        case exportFailed = -11820
        /// A frame cannot be decoded.
        case decodeFailed = -11821
        /// The file to write exists.
        case fileAlreadyExists = -11823
        /// The file is no film, or has an unsupported format.
        case fileFormatNotRecognized = -11828
        /// The file is damaged.
        case fileFailedToParse = -11829
        /// There is no frame at the time.
        case noImageAtTime = -11832
        /// This machine has no decoder for the codec.
        case decoderNotFound = -11833
        /// This machine has no encoder for the codec.
        case encoderNotFound = -11834
        /// The asset lacks what the operation needs, such as video.
        case operationNotSupportedForAsset = -11838
        /// A video composition is not valid.
        case invalidVideoComposition = -11841
        /// An operation was cancelled.
        case operationCancelled = -11878
    }

    /// The kind of error.
    public let code: Code
    /// The reason in one line, with the file.
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

    /// The domain: AVFoundation's.
    public static var errorDomain: String { AVFoundationErrorDomain }
    /// The code's number.
    public var errorCode: Int { code.rawValue }
    /// The reason in one line, with the file.
    public var errorDescription: String? { reason }
    /// The reason for users of NSError.
    public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: reason] }
}
