import Foundation
import MicaCodecs
import MicaPixels

/// The images that were accepted as this project's own, and Apple's.
package enum Goldens {
    private static let repository = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// Where the accepted images are.
    package static let directory = repository.appending(path: "Tests/Reftests/Goldens")

    /// Where Apple's images are: outside the repository, because they are others' data.
    package static let oracle: URL = {
        let places = ["../shared/oracle", "../../shared/oracle"].map {
            repository.appending(path: $0).standardizedFileURL
        }
        return places.first { FileManager.default.fileExists(atPath: $0.path) } ?? places[0]
    }()

    /// Whether Apple's images are at hand.
    package static var hasOracle: Bool { FileManager.default.fileExists(atPath: oracle.path) }

    /// Where the page about failures goes.
    static let reports = repository.appending(path: "out/reftests")

    /// The names of the accepted images.
    package static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: directory, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "png" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    static func url(_ name: String) -> URL { directory.appending(path: "\(name).png") }

    /// One of Apple's pictures, by its path in the oracle; nil when it is not at hand.
    package static func picture(_ path: String) -> Bitmap? { image(at: oracle.appending(path: path)) }

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
