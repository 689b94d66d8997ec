import Foundation
import QuartzCore

/// The interface for programs.
extension Document {
    /// Loads a document: a Lottie animation (.json, .lottie, .tgs), or Core Animation's (.caml, a .ca directory, a .tendies archive).
    ///
    /// - Parameters:
    ///   - path: The file or directory.
    ///   - appearance: The appearance of a wallpaper; nil: the default.
    ///   - values: Replacements for a Lottie animation's numbers and colours, by key path:
    ///     `["**.Fill 1.Color": [1, 0, 0]]`. docs/lottie.md has the key paths; `values(of:)` lists a document's.
    ///   - texts: Replacements for texts of a Lottie animation: `["Title.Text": "Hello"]`.
    ///   - images: Replacements for pictures of a Lottie animation, in the size of the replaced: `["Portrait.Image": picture]`.
    ///   - player: The rules by which a Lottie animation is drawn.
    /// - Throws: An error with the file, the location and the reason, if nothing can be shown, or if a key path names no
    ///   value. `problems` lists the parts that are left out of a document that is shown.
    public static func load(
        _ path: String, appearance: String? = nil, values: [String: [Double]] = [:], texts: [String: String] = [:],
        images: [String: CGImage] = [:], player: LottiePlayer = .specification
    ) throws -> Document {
        let document = try load(
            input: path, appearance: appearance, values: replacements(values, texts, images, file: path),
            player: player)
        try document.checkReplacements(file: path)
        return document
    }

    /// Loads an animation of a .lottie archive, with a theme, or under the control of a state machine.
    ///
    /// - Parameters:
    ///   - path: The archive.
    ///   - animation: The animation, by its identifier or name; nil: the initial one, else the first.
    ///   - theme: The theme; nil: the animation's initial theme, if it has one.
    ///   - stateMachine: The state machine; nil: none. `stateMachine` of the document then controls what is shown.
    ///   - values: Replacements for numbers and colours: by key path, and of slots by `slot.NAME`.
    ///   - texts: Replacements for texts; of a slot also a path, a gradient or keyframes, as JSON.
    ///   - images: Replacements for pictures.
    ///   - player: The rules by which the animation is drawn.
    /// - Throws: As `load(_:)`; also if the archive lacks what is named, or the state machine cannot be played.
    public static func load(
        _ path: String, animation: String?, theme: String? = nil, stateMachine: String? = nil,
        values: [String: [Double]] = [:], texts: [String: String] = [:], images: [String: CGImage] = [:],
        player: LottiePlayer = .specification
    ) throws -> Document {
        let selection = LottieSelection(animation: animation, theme: theme)
        let replaced = try replacements(values, texts, images, file: path)
        let document =
            try stateMachine.map { name throws(DocumentError) in
                try load(path, selection, stateMachine: name, values: replaced, player: player)
            } ?? load(input: path, selection, values: replaced, player: player)
        try document.checkReplacements(file: path)
        return document
    }

    /// Loads a document from a file's URL, as `load(_:)` of a path does.
    ///
    /// - Throws: as for a path; also if the URL is not a file's.
    public static func load(
        _ url: URL, appearance: String? = nil, values: [String: [Double]] = [:], player: LottiePlayer = .specification
    ) throws -> Document {
        guard url.isFileURL else {
            throw DocumentError(.unreadable, file: url.absoluteString, reason: "the URL is not a file's")
        }
        return try load(url.path, appearance: appearance, values: values, player: player)
    }

    /// Loads a document from memory; its first bytes tell the kind. Other files, such as images, are missing.
    ///
    /// - Throws: as for a file.
    public static func load(
        data: Data, name: String = "document", appearance: String? = nil, values: [String: [Double]] = [:],
        texts: [String: String] = [:], images: [String: CGImage] = [:], player: LottiePlayer = .specification
    ) throws -> Document {
        let document = try load(
            [UInt8](data), name: name, appearance: appearance,
            values: replacements(values, texts, images, file: name), player: player)
        try document.checkReplacements(file: name)
        return document
    }

    /// The values of a Lottie animation that `load` can replace, in the order of its layers; none for other documents.
    ///
    /// - Throws: as `load(_:)`.
    public static func values(of path: String) throws -> [ReplaceableValue] {
        try load(input: path, listsValues: true).values
    }

    private static func replacements(
        _ values: [String: [Double]], _ texts: [String: String], _ images: [String: CGImage], file: String
    ) throws(DocumentError) -> [LottieValue] {
        var made = values.map { ($0, LottieValue(keyPath: $0, keys: [LottieValue.Key(frame: 0, value: $1)])) }
        made += texts.map { ($0, LottieValue(keyPath: $0, text: $1)) }
        made += images.map { ($0, LottieValue(keyPath: $0, image: $1)) }
        var result: [LottieValue] = []
        for (path, value) in made.sorted(by: { $0.0 < $1.0 }) {
            guard let value else {
                throw DocumentError(.refused, file: file, reason: "'\(path)' is not a key path with finite numbers")
            }
            result.append(value)
        }
        return result
    }

    /// Refuses key paths that name no value of the document.
    private func checkReplacements(file: String) throws(DocumentError) {
        guard let unknown = unusedValues.first else { return }
        throw DocumentError(
            .refused, file: file, reason: "no value of the document is called '\(unknown)'" + nearestValue(to: unknown))
    }

    /// The end of a message about a key path that names no value: the nearest that does, as it can be written.
    package func nearestValue(to keyPath: String) -> String {
        Self.nearest(to: keyPath, among: values.map(\.keyPath))
    }

    /// The end of a message about a key path that is none of some: the nearest of them, as it can be written.
    static func nearest(to keyPath: String, among paths: [String]) -> String {
        // Leading wildcards stay, and the rest is compared with as many names at the end of each path.
        let names = keyPath.split(separator: ".").map(String.init)
        let wildcards = names.prefix { $0 == "*" || $0 == "**" }
        let rest = names.dropFirst(wildcards.count)
        guard !rest.isEmpty else { return "" }
        var known: [String] = []
        for path in paths {
            let path = path.split(separator: ".").map(String.init)
            let part = wildcards.isEmpty ? path : Array(path.suffix(rest.count))
            let text = (wildcards + part).joined(separator: ".")
            if known.last != text { known.append(text) }
        }
        return Spelling.hint(keyPath, among: known)
    }

    /// The duration, in seconds: a Lottie animation's, or the longest of the document's films; nil without one.
    public var duration: CFTimeInterval? { content.duration }

    /// The frames a second: a Lottie animation's, or the highest of the document's films; nil without one.
    public var framesPerSecond: Double? { content.framesPerSecond }

    /// Whether the document has its own duration and frame rate, like a Lottie animation.
    package var isMovie: Bool { movie != nil }

    /// The parts that could not be read or are unsupported, each with its location.
    public var problems: [String] { errors.map(\.description) + warnings.map(\.description) }
}
