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
    /// The names of the slots.
    package var slots: [String]

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

    fileprivate init(
        _ root: CALayer, timeline: DocumentMovie, _ warnings: [DocumentWarning], _ overrides: LottieOverrides,
        sounds: [DocumentSound]
    ) {
        self.sounds = sounds
        (rootLayer, self.timeline, self.warnings) = (root, timeline, warnings)
        (unusedValues, values) = (overrides.unused, overrides.documentValues)
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
        limits: SourceLimits, work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> LottieDocument {
        if try directory.beginning(of: file).starts(with: [0x50, 0x4B]) {
            let archive = try ArchiveSource(directory.url(of: file), limits: limits)
            return try load(
                archive, values: values, listsValues: listsValues, limits: limits, work: work, player: player)
        }
        return try read(
            directory.bytes(at: file), file: file, images: LottieImages(directory), values: values,
            listsValues: listsValues, work: work, limits: limits, player: player)
    }

    /// Loads the first animation of an archive.
    ///
    /// *Throws*: as for a file.
    static func load(
        _ archive: ArchiveSource, values: [LottieValue] = [], listsValues: Bool = false, limits: SourceLimits,
        work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> LottieDocument {
        let path = try animation(in: archive)
        let images = LottieImages(archive)
        return try read(
            archive.bytes(at: path), file: path, images: images, values: values, listsValues: listsValues, work: work,
            limits: limits, player: player)
    }

    /// Whether an archive is a Lottie archive.
    static func isLottie(_ archive: ArchiveSource) -> Bool {
        (try? animation(in: archive)) != nil
    }

    /// The path of the first animation in an archive's manifest; without a manifest, of the first animation found.
    private static func animation(in archive: ArchiveSource) throws(DocumentError) -> String {
        var ids: [String] = []
        if archive.contains("manifest.json") {
            let manifest = try JSONParser.parse(archive.bytes(at: "manifest.json"), file: "manifest.json").object
            if let initial = manifest?["initial"]?.object?["animation"]?.string { ids.append(initial) }
            for animation in manifest?["animations"]?.elements ?? [] {
                if let id = animation.object?["id"]?.string { ids.append(id) }
            }
        }
        for id in ids {
            for directory in ["animations", "a"] {
                let path = "\(directory)/\(id).json"
                if archive.contains(path) { return path }
            }
        }
        let paths = try archive.paths()
        if let path = paths.first(where: { path in
            ["animations", "a"].contains(DocumentPath.directory(of: path)) && path.hasSuffix(".json")
                && !DocumentPath.isNoise(path)
        }) {
            return path
        }
        throw DocumentError(.unknownDocument, file: archive.name, reason: "the archive holds no Lottie animation")
    }

    /// Reads a document's text and makes its layers.
    static func read(
        _ bytes: [UInt8], file: String, images: LottieImages, values: [LottieValue] = [], listsValues: Bool = false,
        work: LottieWork = LottieWork(), limits: SourceLimits = .standard, player: LottiePlayer = .specification
    ) throws(DocumentError) -> LottieDocument {
        let plain = Gzip.isOne(bytes) ? try Gzip.inflated(bytes, file: file, limit: limits.text) : bytes
        let bytes = DocumentText.transcoded(plain) ?? plain
        let parsed = try JSONParser.parse(bytes, file: file, limits: limits.json)
        var work = work
        if limits.layers > SourceLimits.standard.layers {
            work.layers = max(work.layers, limits.layers)
            work.copies = max(work.copies, limits.layers)
        }
        let overrides = LottieOverrides(values: values, listsValues: listsValues)
        let diagnostics = LottieDiagnostics(file: file, bytes: bytes)
        let sampling = LottieSampling(limit: work.samples, vertices: work.sampledVertices)
        let value =
            player == .specification && LottieExpressions.isLikely(bytes)
            ? LottieExpressions.applied(to: parsed, diagnostics: diagnostics, work: work, player: player) : parsed
        let composition = try LottieReader(diagnostics, sampling: sampling, player: player).read(value)
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        let builder = LottieBuilder(
            composition, images: images, diagnostics: diagnostics, sampling: sampling, overrides: overrides, work: work,
            player: player)
        let root = try builder.build()
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
            slots: composition.slots)
        builder.sounds.play(in: root)
        return LottieDocument(
            root, timeline: movie, diagnostics.warnings, overrides, sounds: builder.sounds.all)
    }
}
