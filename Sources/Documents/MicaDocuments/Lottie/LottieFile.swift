import Foundation
import QuartzCore

/// The timeline and statistics of a Lottie document.
package struct DocumentMovie: Sendable {
    /// In seconds.
    package var duration: Double
    /// Frames a second.
    package var frameRate: Double
    /// The first frame and the end frame, in the document's numbering.
    package var frames: Range<Double>
    /// The version of the program that wrote the document, as stated in it.
    package var version: String
    /// The number of layers described; layers of compositions count once.
    package var layerCount: Int
    /// The features used, and how often.
    package var features: [String: Int]
    /// The markers: named moments.
    package var markers: [Marker]
    /// The slots: named values that themes and `slot.NAME` replace.
    package var slots: [Slot]

    /// A slot.
    package struct Slot: Sendable {
        /// The name.
        package var name: String
        /// The kind of its value: scalar, vector, color, gradient, path, text or image.
        package var kind: String
        /// The value at the first frame, as it can be written.
        package var value: String
    }

    /// A named moment.
    package struct Marker: Sendable {
        /// The name.
        package var name: String
        /// In seconds.
        package var time: Double
        /// In seconds.
        package var duration: Double
    }
}

/// Limits on computations in advance. Beyond them, motion is coarser, and paths are drawn unmerged.
package struct LottieWork: Sendable {
    /// The most samples of tracks that are computed from other tracks.
    package var samples = 2_000_000
    /// The most vertices of paths that are merged or cut into dashes.
    package var vertices = 400_000
    /// The most vertices of outlines that are sampled over time; beyond it, outlines change in larger steps.
    package var sampledVertices = 1_500_000
    /// The most layers; documents with more are refused.
    package var layers = 200_000
    /// The most copies among them, by repeaters and compositions.
    package var copies = 50_000

    /// The default limits.
    package init() {}

    /// Limits as given.
    package init(samples: Int, vertices: Int, layers: Int) {
        (self.samples, self.vertices, self.layers) = (samples, vertices, layers)
        copies = layers
    }
}

/// A Lottie animation with its layers.
final class LottieDocument: DocumentContent {
    let rootLayer: CALayer
    let timeline: DocumentMovie
    let warnings: [DocumentWarning]
    let unusedValues: [String]
    let values: [ReplaceableValue]
    let sounds: [DocumentSound]
    let archive: DotLottieFacts?

    init(
        _ root: CALayer, timeline: DocumentMovie, _ warnings: [DocumentWarning], _ overrides: LottieOverrides,
        sounds: [DocumentSound], archive: DotLottieFacts?
    ) {
        (rootLayer, self.timeline, self.warnings) = (root, timeline, warnings)
        (self.sounds, self.archive) = (sounds, archive)
        unusedValues = overrides.unused
        let slots = timeline.slots.map { ReplaceableValue(keyPath: "slot.\($0.name)", value: $0.value) }
        values = overrides.isActive ? slots + overrides.documentValues : []
    }

    var size: CGSize { rootLayer.bounds.size }
    var errors: [DocumentError] { [] }
    var movie: DocumentMovie? { timeline }
    var duration: CFTimeInterval? { timeline.duration }
    var framesPerSecond: Double? { timeline.frameRate }
}

/// Lottie documents: JSON files, plain or compressed by gzip, and .lottie archives of versions 1 and 2.
enum LottieFile {
    /// Loads a file of a directory, which has its images.
    ///
    /// *Throws*: `.unreadable`, `.malformed`, `.refused` or `.unknownDocument` with the reason.
    static func load(
        _ file: String, in directory: DirectorySource, values: [LottieValue] = [], listsValues: Bool = false,
        limits: SourceLimits, work: LottieWork = LottieWork(), player: LottiePlayer = .specification,
        selection: LottieSelection = LottieSelection()
    ) throws(DocumentError) -> LottieDocument {
        let (source, images) = try source(
            file, in: directory, values: values, limits: limits, work: work, player: player, selection: selection)
        return try source.document(source.overrides(listsValues: listsValues), images: images)
    }

    /// Reads a file of a directory, which has its images.
    ///
    /// - Parameter values: replacements; those of slots are put in before anything is read.
    /// *Throws*: as `load`.
    static func source(
        _ file: String, in directory: DirectorySource, values: [LottieValue] = [], limits: SourceLimits,
        work: LottieWork = LottieWork(), player: LottiePlayer = .specification,
        selection: LottieSelection = LottieSelection()
    ) throws(DocumentError) -> (LottieSource, LottieImages) {
        if try directory.beginning(of: file).starts(with: [0x50, 0x4B]) {
            let archive = try ArchiveSource(directory.url(of: file), limits: limits)
            return try source(
                DotLottiePackage(archive, limits: limits), selection, values: values, work: work, player: player)
        }
        try checkPlain(selection, file)
        let images = LottieImages(directory)
        let source = try LottieSource(
            directory.bytes(at: file), file: file, images: images, values: values, work: work, limits: limits,
            player: player)
        return (source, images)
    }

    /// Refuses animations and themes by name in a document without any.
    static func checkPlain(_ selection: LottieSelection, _ file: String) throws(DocumentError) {
        guard !selection.isEmpty else { return }
        let kind = selection.animation == nil ? "themes" : "animations"
        throw DocumentError(
            .refused, file: file, reason: "the document has no \(kind) by name: only .lottie archives have")
    }

    /// Loads an animation of an archive: the selected one, the initial one, or the first.
    ///
    /// *Throws*: as for a file; also when the archive lacks what is selected.
    static func load(
        _ package: DotLottiePackage, _ selection: LottieSelection = LottieSelection(), values: [LottieValue] = [],
        listsValues: Bool = false, work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> LottieDocument {
        let (source, images) = try source(package, selection, values: values, work: work, player: player)
        return try source.document(source.overrides(listsValues: listsValues), images: images)
    }

    /// Reads an animation of an archive.
    private static func source(
        _ package: DotLottiePackage, _ selection: LottieSelection, values: [LottieValue], work: LottieWork,
        player: LottiePlayer
    ) throws(DocumentError) -> (LottieSource, LottieImages) {
        let (path, id, entry) = try package.animation(selection.animation)
        let archive = package.archive
        let bytes = try archive.bytes(at: path)
        var part = LottiePart()
        part.warnings = package.warnings
        part.background = entry?.background
        part.archive = DotLottieFacts(package, animation: id)
        if let theme = selection.theme ?? entry?.initialTheme, !theme.isEmpty {
            try part.apply(theme, of: package, to: id, isAsked: selection.theme != nil)
        }
        let images = LottieImages(archive)
        let source = try LottieSource(
            bytes, file: path, images: images, values: values, work: work, limits: package.limits, player: player,
            part: part, fonts: package.fonts)
        return (source, images)
    }

    /// Whether an archive is a Lottie archive.
    static func isLottie(_ archive: ArchiveSource) -> Bool {
        package(archive, limits: .standard) != nil
    }

    /// A Lottie archive; nil for other archives.
    static func package(_ archive: ArchiveSource, limits: SourceLimits) -> DotLottiePackage? {
        guard let package = try? DotLottiePackage(archive, limits: limits), (try? package.animation(nil)) != nil else {
            return nil
        }
        return package
    }

    /// Reads a document's text and makes its layers.
    static func read(
        _ bytes: [UInt8], file: String, images: LottieImages, values: [LottieValue] = [], listsValues: Bool = false,
        work: LottieWork = LottieWork(), limits: SourceLimits = .standard, player: LottiePlayer = .specification,
        part: LottiePart = LottiePart()
    ) throws(DocumentError) -> LottieDocument {
        let source = try LottieSource(
            bytes, file: file, images: images, values: values, work: work, limits: limits, player: player, part: part)
        return try source.document(source.overrides(listsValues: listsValues), images: images)
    }
}
