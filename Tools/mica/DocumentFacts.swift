import MicaDocuments

/// The facts that `mica inspect --json` prints of a document. The names are those of the JSON; facts that do not apply
/// are missing.
struct DocumentFacts: Encodable {
    /// A size in points.
    struct Size: Encodable { var width: Double, height: Double }
    /// A named moment, in seconds.
    struct Marker: Encodable { var name: String, time: Double, duration: Double }

    var path: String
    var error: String?
    var size: Size?
    var frameRate: Double?
    var duration: Double?
    var firstFrame: Double?
    var endFrame: Double?
    var version: String?
    var layers: Int?
    var drawnLayers: Int?
    var uses: [String: Int]?
    var markers: [Marker]?
    var slots: [String]?
    var animations: [String]?
    var themes: [String]?
    var stateMachines: [String]?
    var states: [String]?
    var appearances: [String]?
    var errors: [String]?
    var warnings: [String]?

    /// The facts about an unreadable document.
    init(path: String, error: String) { (self.path, self.error) = (path, error) }

    /// The facts about a document.
    init(_ document: Document, path: String, layers count: Int) {
        self.path = path
        size = Size(width: Double(document.size.width), height: Double(document.size.height))
        drawnLayers = count
        (states, appearances) = (document.states, document.appearances)
        errors = document.errors.map { Diagnostics.line($0, input: path) }
        warnings = document.warnings.map { Diagnostics.line($0, input: path) }
        guard let movie = document.movie else { return }
        (frameRate, duration) = (movie.frameRate, movie.duration)
        (firstFrame, endFrame) = (movie.frames.lowerBound, movie.frames.upperBound)
        (version, layers, uses) = (movie.version, movie.layerCount, movie.features)
        slots = movie.slots.map { $0.name }
        (animations, themes) = (document.archive?.animations, document.archive?.themes)
        stateMachines = document.archive?.stateMachines
        markers = movie.markers.map { Marker(name: $0.name, time: $0.time, duration: $0.duration) }
    }
}
