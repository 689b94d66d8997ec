import Foundation
import Testing

/// Data of others that some tests compare with: pictures and documents that may not be copied into the project.
///
/// The environment variable `MICA_SHARED` names the folder that has them, or says `none`. Without it the folder is `shared`
/// beside the package, or beside the folder that holds the package. dev/data finds it in the same way for scripts.
/// CONTRIBUTING.md says what the folder holds and where the data comes from.
package enum OutsideData {
    /// A part of the data, by its path in the folder.
    package enum Part: String, CaseIterable, Sendable {
        /// Core Animation documents made by many hands.
        case wallpapers = "documents/wallpapers"
        /// Archives of Apple's encoder, and pictures of them by Apple's render server.
        case archives = "oracle/archives"
        /// Lottie documents, and pictures of them by Apple's Core Animation.
        case lottie = "oracle/lottie"
        /// Pictures of layers in space by Apple's render server.
        case stagehand = "oracle/stagehand"
        /// Pictures of the benchmark's scenes by Skia.
        case skia = "peers/results/frames60"
        /// Unicode's tests of the bounds of letters and words: Debian's package unicode-data.
        case unicode = "/usr/share/unicode/auxiliary"
    }

    /// A file that the data should have.
    package struct MissingFile: Error, CustomStringConvertible {
        package let description: String
    }

    /// Where the data is; nil when there is none.
    package static let folder: URL? = {
        if let given = ProcessInfo.processInfo.environment["MICA_SHARED"], !given.isEmpty {
            if given == "none" { return nil }
            precondition(isFolder(given), "MICA_SHARED=\(given) is no folder; `none` is the word for no data")
            return URL(filePath: given, directoryHint: .isDirectory)
        }
        let folders = ["../shared", "../../shared"].map { Project.folder.appending(path: $0).standardizedFileURL }
        return folders.first { isFolder($0.path) }
    }()

    /// Whether a part of the data is at hand.
    package static func has(_ part: Part) -> Bool { url(part).map { isFolder($0.path) } ?? false }

    /// The folder of a part: in the data's folder, or one of the system's.
    private static func url(_ part: Part) -> URL? {
        if part.rawValue.hasPrefix("/") { return URL(filePath: part.rawValue, directoryHint: .isDirectory) }
        return folder?.appending(path: part.rawValue)
    }

    /// A file of a part, or the folder of the part.
    ///
    /// *Throws*: `MissingFile`; a test that needs a part is skipped without it, so that this says that the part lacks a file.
    package static func file(_ part: Part, _ path: String = "") throws -> URL {
        let url = url(part)?.appending(path: path)
        guard let url, FileManager.default.fileExists(atPath: url.path) else {
            throw MissingFile(description: "\(part.rawValue)/\(path) is not in \(folder?.path ?? "any folder")")
        }
        return url
    }

    private static func isFolder(_ path: String) -> Bool {
        var isDirectory: ObjCBool = false
        return unsafe FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory) && isDirectory.boolValue
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips a test, or the tests of a suite, where a part of the outside data is not at hand. dev/test counts these by part.
    package static func needs(_ part: OutsideData.Part) -> Self {
        .enabled(if: OutsideData.has(part), "needs outside data: \(part.rawValue)")
    }
}
