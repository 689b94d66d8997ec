/// The parts of a Lottie document that are left out, each with its place, and the features that the document uses.
///
/// Reading and building share one: each says which layer it is at (`enter(_:)`), and a warning names that layer.
final class LottieDiagnostics {
    /// The file, as a path inside the document, or the document's own name.
    let file: String
    /// The parts that were left out.
    private(set) var warnings: [DocumentWarning] = []
    /// The features used, and how often.
    private(set) var features: [String: Int] = [:]
    /// The name and the path of the layer that is read or built; nil outside of layers.
    var layer: (name: String, path: String)?
    /// The place in the text, in bytes.
    var offset = 0

    /// The warnings by their places.
    private var known: Set<Place> = []

    /// A warning and its offset in the text.
    struct Place: Hashable, Sendable {
        var offset: Int
        var message: String
    }

    private let bytes: [UInt8]
    /// The offset up to which lines are counted, for `location`.
    private var counted = (offset: 0, line: 1, column: 1)
    /// The most warnings of a document.
    private static let warningLimit = 1000

    /// Makes the diagnostics of a text in UTF-8.
    init(file: String, bytes: [UInt8]) { (self.file, self.bytes) = (file, bytes) }

    /// Makes diagnostics that continue a record.
    init(_ record: Record, file: String, bytes: [UInt8]) {
        (self.file, self.bytes) = (file, bytes)
        (warnings, known, features) = (record.warnings, record.known, record.features)
    }

    /// The warnings and features so far.
    struct Record: Sendable {
        var warnings: [DocumentWarning]
        var known: Set<Place>
        var features: [String: Int]
    }

    var record: Record { Record(warnings: warnings, known: known, features: features) }

    /// Sets the layer that warnings refer to.
    func enter(_ layer: LottieLayer) {
        self.layer = (layer.name, layer.path)
        offset = layer.offset
    }

    /// Records that a part is left out; the message is made if there is room for it.
    func warn(_ message: @autoclosure () -> String) {
        guard warnings.count < Self.warningLimit else { return }
        let message = message()
        let place = layer.map { "layer \"\($0.name)\" (\($0.path)): " } ?? ""
        // A layer may be read and drawn several times; equal warnings of a place are recorded once.
        guard known.insert(Place(offset: offset, message: place + message)).inserted else { return }
        warnings.append(DocumentWarning(at: location, place + message))
    }

    /// Records the use of a feature.
    func use(_ feature: String) { features[feature, default: 0] += 1 }

    /// The error of a part that is wrong, and without which the document cannot be read.
    func malformed(_ reason: String) -> DocumentError { DocumentError(.malformed, at: location, reason: reason) }

    /// The error of a part that exceeds a limit.
    func refused(_ reason: String) -> DocumentError { DocumentError(.refused, at: location, reason: reason) }

    /// The place as a line and a column.
    private var location: DocumentLocation {
        // Places mostly increase, so that lines are counted from the last one.
        if offset < counted.offset { counted = (0, 1, 1) }
        for byte in bytes[min(counted.offset, bytes.count)..<min(max(offset, counted.offset), bytes.count)] {
            if byte == UInt8(ascii: "\n") {
                (counted.line, counted.column) = (counted.line + 1, 1)
            } else if byte & 0xC0 != 0x80 {
                counted.column += 1
            }
        }
        counted.offset = offset
        return DocumentLocation(file: file, line: counted.line, column: counted.column)
    }
}
