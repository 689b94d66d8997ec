import AVFoundation
import Foundation
import QuartzCore

/// What programs need of documents.
extension Document {
    /// Loads a document: a Lottie animation (.json, .lottie), or Core Animation's (.caml, a .ca directory, a .tendies archive).
    ///
    /// - Parameters:
    ///   - path: The file or directory.
    ///   - appearance: Which of a wallpaper's appearances; nil is the default one.
    ///   - values: Numbers that replace a Lottie animation's own, by key path: `["**.Fill 1.Color": [1, 0, 0]]`. docs/lottie.md
    ///     says what key paths there are.
    /// - Throws: an error that says which file, where in it, and why, when nothing of it can be shown. What is left out of a
    ///   document that is shown is in `problems`.
    public static func load(
        _ path: String, appearance: String? = nil, values: [String: [Double]] = [:]
    ) throws -> Document {
        try load(input: path, appearance: appearance, values: replaced(values))
    }

    /// Loads a document from memory, of the kind that it begins like; files beside it, such as images, are missing.
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

    /// How long it plays, in seconds: as a Lottie animation says, or until the last of its films ends; nil when it has no time of its own.
    public var duration: CFTimeInterval? { movie?.duration ?? films.map(\.duration).max() }

    /// Its frames a second, those of the fastest of its films; nil when it has none of its own.
    public var framesPerSecond: Double? {
        movie?.frameRate ?? films.map(\.framesPerSecond).max().flatMap { $0 > 0 ? $0 : nil }
    }

    /// Whether it has a length and a rate of its own, as a Lottie animation does.
    package var isMovie: Bool { movie != nil }

    /// The films that are contents of its layers now.
    private var films: [LayerFilm] { parts.first?.builder.images.films.films.map(\.film) ?? [] }

    /// What could not be read or is not supported, each with its place.
    public var problems: [String] { errors.map(\.description) + warnings.map(\.description) }
}
