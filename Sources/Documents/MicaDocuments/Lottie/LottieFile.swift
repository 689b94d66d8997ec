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

    fileprivate init(
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
        if try directory.beginning(of: file).starts(with: [0x50, 0x4B]) {
            let archive = try ArchiveSource(directory.url(of: file), limits: limits)
            return try load(
                DotLottiePackage(archive, limits: limits), selection, values: values, listsValues: listsValues,
                work: work, player: player)
        }
        try checkPlain(selection, file)
        return try read(
            directory.bytes(at: file), file: file, images: LottieImages(directory), values: values,
            listsValues: listsValues, work: work, limits: limits, player: player)
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
        let diagnostics = LottieDiagnostics(file: archive.name, bytes: [])
        let fonts = LottieFontFiles(archive, diagnostics)
        part.fonts = fonts.isEmpty ? nil : fonts
        part.warnings += diagnostics.warnings
        return try read(
            bytes, file: path, images: LottieImages(archive), values: values, listsValues: listsValues, work: work,
            limits: package.limits, player: player, part: part)
    }

    /// Whether an archive is a Lottie archive.
    static func isLottie(_ archive: ArchiveSource) -> Bool {
        let limits = SourceLimits.standard
        if archive.contains("manifest.json"), let package = try? DotLottiePackage(archive, limits: limits) {
            return (try? package.animation(nil)) != nil
        }
        return ((try? archive.paths()) ?? []).contains(where: DotLottiePackage.isAnimation)
    }

    /// Reads a document's text and makes its layers.
    static func read(
        _ bytes: [UInt8], file: String, images: LottieImages, values: [LottieValue] = [], listsValues: Bool = false,
        work: LottieWork = LottieWork(), limits: SourceLimits = .standard, player: LottiePlayer = .specification,
        part: LottiePart = LottiePart()
    ) throws(DocumentError) -> LottieDocument {
        let plain = Gzip.isOne(bytes) ? try Gzip.inflated(bytes, file: file, limit: limits.text) : bytes
        let bytes = DocumentText.transcoded(plain) ?? plain
        let written = try JSONParser.parse(bytes, file: file, limits: limits.json)
        var work = work
        if limits.layers > SourceLimits.standard.layers {
            work.layers = max(work.layers, limits.layers)
            work.copies = max(work.copies, limits.layers)
        }
        let diagnostics = LottieDiagnostics(file: file, bytes: bytes)
        let (parsed, slots, rest) = try part.inserted(
            in: written, values, images, mayHaveSlots: LottieSlots.isLikely(bytes), diagnostics)
        let overrides = LottieOverrides(values: rest, listsValues: listsValues, isActive: !values.isEmpty)
        let sampling = LottieSampling(limit: work.samples, vertices: work.sampledVertices)
        let value =
            player == .specification && (LottieExpressions.isLikely(bytes) || part.hasExpressions)
            ? LottieExpressions.applied(to: parsed, diagnostics: diagnostics, work: work, player: player) : parsed
        var composition = try LottieReader(diagnostics, sampling: sampling, player: player).read(value)
        composition.fontFiles = part.fonts
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let builder = LottieBuilder(
            composition, images: images, diagnostics: diagnostics, sampling: sampling, overrides: overrides, work: work,
            player: player)
        let root = try builder.build()
        root.backgroundColor = part.backgroundColor
        if sampling.isCoarse {
            diagnostics.warn(
                "outlines that are trimmed or combined over time have too many points: they change in larger steps")
        }
        let rate = composition.rate
        let movie = DocumentMovie(
            duration: (composition.end - composition.start) / rate, frameRate: rate,
            frames: composition.start..<composition.end, version: composition.version,
            layerCount: composition.layers.count + composition.precomps.values.reduce(0) { $0 + $1.count },
            features: diagnostics.features,
            markers: composition.markers.map { marker in
                DocumentMovie.Marker(
                    name: marker.name, time: (marker.time - composition.start) / rate, duration: marker.duration / rate)
            },
            slots: slots)
        return LottieDocument(
            root, timeline: movie, part.warnings + diagnostics.warnings, overrides, sounds: builder.sounds.all,
            archive: part.archive)
    }
}
