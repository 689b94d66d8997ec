import CoreGraphics
import Foundation
import MicaBase
import QuartzCore

/// A document that is drawn many times, each time with other texts, colours, numbers, pictures, films and sounds.
///
/// A Lottie document (.json, .lottie, .tgs) or a Core Animation document (.caml, .ca, .tendies, .caar) is read once, with
/// its pictures; its layers are made for each row of data. A template may be used by any number of threads and tasks at
/// once: each document that it makes is a tree of its own.
///
/// docs/templates.md has the names and kinds of values, docs/batches.md the command that does the same.
public final class DocumentTemplate: Sendable {
    /// The path of the file.
    public let path: String
    /// The document's size in points.
    public let size: CGSize
    /// How long it plays, in seconds; 0 for a Core Animation document without films, which has no end.
    public let duration: CFTimeInterval
    /// Its frames a second; 0 for a Core Animation document without films.
    public let framesPerSecond: Double
    /// The values that a row may replace, in the order of the layers.
    public let fields: [TemplateField]
    /// The parts of the document that are left out, each with its place.
    public let problems: [String]

    /// The times and markers of a Lottie document; nil for others.
    let timeline: DocumentMovie?
    private let content: Content
    private let paths: [[String]]
    private let indices: [String: Int]

    /// The document as it was read.
    private enum Content: Sendable {
        case lottie(LottieSource, Files, SlotReader)
        case bundles(BundleTemplate)
    }

    /// The pictures and sounds of a Lottie document.
    private struct Files: Sendable {
        var images: [String: CGImage?]
        var sounds: [String: UnnamedFile?]
    }

    /// Reads a document again with the values of slots, which are put in before anything else is read.
    private typealias SlotReader =
        @Sendable (_ values: [LottieValue]) throws(DocumentError) -> (LottieSource, LottieImages)

    /// Reads a template.
    ///
    /// - Parameter player: The rules by which it is drawn.
    /// - Parameter substitutesFonts: Whether fonts that are not installed are replaced by others.
    /// - Throws: An error with the file, the place and the reason; also if a font is missing, as no row would be drawn as
    ///   it was designed.
    public convenience init(
        _ path: String, player: LottiePlayer = .specification, substitutesFonts: Bool = false
    ) throws {
        try self.init(input: path, limits: .standard, player: player, substitutesFonts: substitutesFonts)
    }

    /// Reads a template, with limits of its size.
    ///
    /// - Parameters:
    ///   - selection: The animation and the theme of a .lottie archive.
    ///   - appearance: The appearance of a wallpaper; nil: the default.
    package init(
        input path: String, limits: SourceLimits, player: LottiePlayer, substitutesFonts: Bool,
        selection: LottieSelection = LottieSelection(), appearance: String? = nil
    ) throws(DocumentError) {
        let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
        var isFolder: ObjCBool = false
        guard unsafe FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else {
            throw DocumentError(.unreadable, file: path, reason: "there is no such file")
        }
        self.path = path
        let directory = try DirectorySource(url.deletingLastPathComponent(), limits: limits)
        let name = url.lastPathComponent
        let kind = isFolder.boolValue ? nil : try DocumentKind(directory.beginning(of: name))
        let isZip = kind == .archive && (try? ArchiveSource(url, limits: limits)).map(LottieFile.isLottie) == true
        guard kind == .lottie || isZip else {
            guard selection.isEmpty else {
                throw DocumentError(
                    .refused, file: path, reason: "only a .lottie archive has animations and themes by name")
            }
            let made = try Self.bundles(url, isFolder: isFolder.boolValue, kind, directory, limits, appearance)
            (content, timeline, size) = (.bundles(made), nil, made.document.size)
            (duration, framesPerSecond) = (made.document.duration ?? 0, made.document.framesPerSecond ?? 0)
            (fields, problems) = (made.fields, made.problems)
            (paths, indices) = Self.index(fields)
            return
        }
        guard appearance == nil else {
            throw DocumentError(.refused, file: path, reason: "the document has one appearance only")
        }
        let folder = url.deletingLastPathComponent()
        let read: SlotReader = { (values) throws(DocumentError) in
            try LottieFile.source(
                name, in: DirectorySource(folder, limits: limits), values: values, limits: limits, player: player,
                selection: selection)
        }
        let (source, files) = try read([])
        let overrides = LottieOverrides(values: [], listsValues: true)
        let own = try source.document(overrides, images: files)
        let all = Files(images: files.all(of: source.composition), sounds: files.sounds)
        (content, size) = (.lottie(source, all, read), own.size)
        timeline = own.timeline
        (duration, framesPerSecond) = (own.timeline.duration, own.timeline.frameRate)
        let values = overrides.documentValues.map { TemplateField($0, overrides.details[$0.keyPath]) }
        fields = own.timeline.slots.compactMap(TemplateField.init) + values
        (paths, indices) = Self.index(fields)
        problems = own.warnings.map(\.description)
        let missing = own.warnings.first { LottieBuilder.isMissingFont($0.message) }
        if !substitutesFonts, let missing {
            throw DocumentError(.refused, at: missing.location, reason: missing.message)
        }
    }

    /// A Core Animation document.
    ///
    /// *Throws*: an error of a file that is neither this nor a Lottie document, or cannot be read.
    private static func bundles(
        _ url: URL, isFolder: Bool, _ kind: DocumentKind?, _ directory: DirectorySource, _ limits: SourceLimits,
        _ appearance: String?
    ) throws(DocumentError) -> BundleTemplate {
        let name = url.lastPathComponent
        func found(in source: some DocumentSource) throws(DocumentError) -> BundleTemplate {
            let contents = try BundleContents.find(in: source, appearance: appearance)
            if let appearance, !contents.appearances.contains(appearance) {
                throw DocumentError(.refused, file: url.path, reason: "there is no appearance '\(appearance)'")
            }
            return try BundleTemplate(
                BundleSource(source: source, contents: contents, limits: limits), images: ImageLoader(source))
        }
        switch kind {
        case nil where isFolder: return try found(in: DirectorySource(url, limits: limits))
        case .archive?: return try found(in: ArchiveSource(url, limits: limits))
        case .markup? where appearance == nil:
            let part = BundlePart(role: .background, directory: "", file: name)
            let contents = BundleContents(parts: [part], appearances: [], warnings: [])
            return try BundleTemplate(
                BundleSource(source: directory, contents: contents, limits: limits), images: ImageLoader(directory))
        case .keyedArchive? where appearance == nil:
            return try BundleTemplate(
                BundleSource(keyedArchive: directory.bytes(at: name), name: name, limits: limits),
                images: ImageLoader(nil))
        case .markup?, .keyedArchive?:
            throw DocumentError(.refused, file: url.path, reason: "the document has one appearance only")
        default:
            throw DocumentError(
                .unknownDocument, file: url.path,
                reason: "a template is a Lottie document (.json, .lottie, .tgs) or one of Core Animation (.caml, .ca)")
        }
    }

    /// The names of fields' key paths, and the fields' indices.
    private static func index(_ fields: [TemplateField]) -> ([[String]], [String: Int]) {
        (
            fields.map { $0.keyPath.split(separator: ".", omittingEmptySubsequences: false).map(String.init) },
            Dictionary(fields.enumerated().map { ($1.keyPath, $0) }) { first, _ in first }
        )
    }

    /// The fields that a name means: a key path, in which `*` is any name and `**` any number of names.
    ///
    /// Empty: the template has no such value.
    public func fields(named keyPath: String) -> [TemplateField] {
        if let index = indices[keyPath] { return [fields[index]] }
        guard keyPath.contains("*"), let pattern = LottieValue(keyPath: keyPath, text: "") else { return [] }
        return fields.indices.filter { pattern.matches(paths[$0]) }.map { fields[$0] }
    }

    /// The document with values, in layers of its own.
    ///
    /// The layers belong to the calling thread or task until they are handed over (docs/servers.md).
    ///
    /// - Parameter values: The values by key path; all others are the template's own.
    /// - Throws: An error that names the value, if the template has none of that name, it is of another kind, or it does
    ///   not fit; also if a picture of the template, which no value replaces, cannot be read.
    public func document(values: [String: TemplateValue] = [:]) throws -> Document {
        try document(known: values.sorted { $0.key < $1.key }.map { try value($1, for: $0) })
    }

    /// The document with values that were checked.
    package func document(known values: [LottieValue]) throws(DocumentError) -> Document {
        switch content {
        case .bundles(let template): return Document(try template.document(values), path)
        case .lottie(let source, let files, let read):
            let made: LottieDocument
            if values.contains(where: { $0.slot != nil }) {
                let (own, files) = try read(values)
                made = try own.document(own.overrides(listsValues: false), images: files)
            } else {
                let images = LottieImages(loaded: files.images, sounds: files.sounds)
                made = try source.document(LottieOverrides(known: values), images: images)
            }
            if let missing = made.warnings.first(where: { LottieBuilder.isMissingPicture($0.message) }) {
                throw DocumentError(.refused, at: missing.location, reason: missing.message)
            }
            return Document(made, path)
        }
    }

    /// Checks a value against the template.
    ///
    /// *Throws*: `.refused` with the name and the reason.
    package func value(_ value: TemplateValue, for keyPath: String) throws(DocumentError) -> LottieValue {
        func refused(_ reason: String) -> DocumentError { DocumentError(.refused, file: keyPath, reason: reason) }
        let named = try known(keyPath)
        let kind = named[0].kind
        var made: LottieValue?
        switch (value, kind) {
        case (.text(let text, let fit), .text): made = LottieValue(keyPath: keyPath, text: text, fit: fit)
        case (.picture(let image, let fit), .picture): made = LottieValue(keyPath: keyPath, image: image, fit: fit)
        case (.film, .picture) where keyPath.hasPrefix("\(LottieValue.slotPrefix)."):
            throw refused("a slot shows a picture, not a film")
        case (.film(let clip, let fit), .picture): made = LottieValue(keyPath: keyPath, film: clip, fit: fit)
        case (.sound(let clip), .sound): made = LottieValue(keyPath: keyPath, sound: clip)
        case (.color(let color), .color):
            let parts = (color.components ?? []).map { Double($0) }
            made = LottieValue(keyPath: keyPath, keys: [.init(frame: 0, value: parts)])
        case (.numbers(let numbers), .number), (.numbers(let numbers), .point), (.numbers(let numbers), .color):
            let counts = kind == .number ? 1...1 : kind == .point ? 1...3 : 3...4
            guard counts ~= numbers.count else {
                throw refused("\(numbers.count) numbers; the value takes \(TemplateText.count(counts))")
            }
            if let range = named[0].range ?? (kind == .color ? 0...1 : nil) {
                guard numbers.allSatisfy(range.contains) else {
                    throw refused("\(TemplateText.numbers(numbers)) is not within \(TemplateText.range(range))")
                }
            }
            made = LottieValue(keyPath: keyPath, keys: [.init(frame: 0, value: numbers)])
        default: throw refused("the value is a \(kind.rawValue)")
        }
        guard let made else { throw refused("the value is not finite") }
        return made
    }

    /// The fields that a name means.
    ///
    /// *Throws*: `.refused` with a name that is near, if there are none.
    func known(_ keyPath: String) throws(DocumentError) -> [TemplateField] {
        let named = fields(named: keyPath)
        guard named.isEmpty else { return named }
        let near = Document.nearest(to: keyPath, among: fields.map(\.keyPath))
        throw DocumentError(.refused, file: path, reason: "no value of the template is called '\(keyPath)'\(near)")
    }
}
