import Foundation

/// Files of the project that tests read.
package enum Project {
    /// The folder of Package.swift.
    package static let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
        .standardizedFileURL

    /// Where the project's own documents are.
    package static let documents = folder.appending(path: "Examples/Documents")

    /// A document of the project's own.
    package static func document(_ name: String) -> URL { documents.appending(path: name) }

    /// The project's own Core Animation documents.
    package static let coreAnimationDocuments = [
        "bell.caml", "cube.caml", "fountain.ca", "garden.tendies", "poster.caml", "ripples.caml", "window.ca",
    ]

    /// The project's own Lottie documents.
    package static let lottieDocuments = ["badge.json", "orbit.json"]
}
