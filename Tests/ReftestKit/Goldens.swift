import Foundation
import MicaBase
import MicaCodecs
import MicaImageFiles
import TestSupport

/// The images that were accepted as this project's own, and Apple's.
package enum Goldens {
    /// Where the accepted images are.
    package static let directory = Project.folder.appending(path: "Tests/Reftests/Goldens")

    /// Where the page about failures goes.
    static let reports = Project.folder.appending(path: "out/reftests")

    /// The names of the accepted images.
    package static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "png" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    static func url(_ name: String) -> URL { directory.appending(path: "\(name).png") }

    /// One of Apple's pictures of archives, by its name.
    package static func picture(ofArchive name: String) throws -> Bitmap? {
        image(at: try OutsideData.file(.archives, name))
    }

    static func image(at url: URL) -> Bitmap? {
        guard let data = try? Data(contentsOf: url) else { return nil }
        return try? decodeImage([UInt8](data))
    }

    /// Whether this run is to accept the image of a name: dev/accept-goldens sets MICA_ACCEPT_GOLDENS to names or `all`.
    package static func accepts(_ name: String) -> Bool {
        guard let wanted = ProcessInfo.processInfo.environment["MICA_ACCEPT_GOLDENS"], !wanted.isEmpty else {
            return false
        }
        return wanted == "all" || wanted.split(separator: " ").contains { $0 == name }
    }

    /// Whether a machine is running the tests, which never accepts anything.
    package static var isContinuousIntegration: Bool {
        !(ProcessInfo.processInfo.environment["CI"] ?? "").isEmpty
    }

    /// Writes an image as accepted; the reason why not, or nil.
    static func accept(_ bitmap: Bitmap, name: String) -> String? {
        guard !isContinuousIntegration else { return "images are not accepted where CI is set" }
        if image(at: url(name)) == bitmap { return nil }
        do {
            try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
            try Data(PNGEncoder.encode(bitmap)).write(to: url(name))
            return nil
        } catch {
            return "the image could not be written: \(error)"
        }
    }
}
