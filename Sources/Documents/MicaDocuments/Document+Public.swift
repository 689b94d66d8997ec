import AVFoundation
import Foundation
import QuartzCore

/// The interface for programs.
extension Document {
    /// Loads a document: a Lottie animation (.json, .lottie), or Core Animation's (.caml, a .ca directory, a .tendies archive).
    ///
    /// - Parameters:
    ///   - path: The file or directory.
    ///   - appearance: The appearance of a wallpaper; nil: the default.
    ///   - values: Replacements for a Lottie animation's values, by key path: `["**.Fill 1.Color": [1, 0, 0]]`.
    ///     docs/lottie.md lists the key paths.
    /// - Throws: An error with the file, the location and the reason, when nothing can be shown. `problems` lists the
    ///   parts that are left out of a document that is shown.
    public static func load(
        _ path: String, appearance: String? = nil, values: [String: [Double]] = [:]
    ) throws -> Document {
        try load(input: path, appearance: appearance, values: replaced(values))
    }

    /// Loads a document from a file's URL, as `load(_:)` of a path does.
    ///
    /// - Throws: as for a path; also if the URL is not a file's.
    public static func load(
        _ url: URL, appearance: String? = nil, values: [String: [Double]] = [:]
    ) throws -> Document {
        guard url.isFileURL else {
            throw DocumentError(.unreadable, file: url.absoluteString, reason: "the URL is not a file's")
        }
        return try load(url.path, appearance: appearance, values: values)
    }

    /// Loads a document from memory; its first bytes tell the kind. Other files, such as images, are missing.
    ///
    /// - Throws: as for a file.
    public static func load(
        data: Data, name: String = "document", appearance: String? = nil, values: [String: [Double]] = [:]
    ) throws -> Document {
        try load([UInt8](data), name: name, appearance: appearance, values: replaced(values))
    }

    private static func replaced(_ values: [String: [Double]]) throws(DocumentError) -> [LottieValue] {
        var result: [LottieValue] = []
        for (path, numbers) in values.sorted(by: { $0.key < $1.key }) {
            guard let value = LottieValue(keyPath: path, keys: [LottieValue.Key(frame: 0, value: numbers)]) else {
                throw DocumentError(.refused, file: path, reason: "this is no key path with numbers for it")
            }
            result.append(value)
        }
        return result
    }

    /// The duration, in seconds: a Lottie animation's, or the longest of the document's films; nil without one.
    public var duration: CFTimeInterval? { movie?.duration ?? films.map(\.duration).max() }

    /// The frames a second: a Lottie animation's, or the highest of the document's films; nil without one.
    public var framesPerSecond: Double? {
        movie?.frameRate ?? films.map(\.framesPerSecond).max().flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether the document has its own duration and frame rate, like a Lottie animation.
    package var isMovie: Bool { movie != nil }

    /// The films that its layers show now.
    private var films: [LayerFilm] { parts.first?.builder.images.films.films.map(\.film) ?? [] }

    /// The parts that could not be read or are unsupported, each with its location.
    public var problems: [String] { errors.map(\.description) + warnings.map(\.description) }
}
