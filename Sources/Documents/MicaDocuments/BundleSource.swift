/// The bundles of a Core Animation document that were read. Their layers are made as often as the document is drawn.
struct BundleSource: Sendable {
    /// A bundle.
    struct Bundle: Sendable {
        var part: BundlePart
        var isGeometryFlipped: Bool
        var root: LayerDescription
    }

    /// The document's name for messages.
    let name: String
    /// The bundles, back to front.
    var bundles: [Bundle]
    /// The available appearances; empty when there is only one.
    private(set) var appearances: [String] = []
    /// What was left out.
    private(set) var warnings: [DocumentWarning]
    /// Why bundles are missing.
    private(set) var errors: [DocumentError] = []

    /// The single bundle of markup.
    init(_ markup: CAMLDocument, name: String) {
        let part = BundlePart(role: .background, directory: "", file: name)
        (self.name, warnings) = (name, markup.warnings)
        bundles = markup.root.map { [Bundle(part: part, isGeometryFlipped: false, root: $0)] } ?? []
    }

    /// The single bundle of a keyed archive.
    ///
    /// *Throws*: when the archive cannot be read.
    init(keyedArchive bytes: [UInt8], name: String, limits: SourceLimits) throws(DocumentError) {
        let (markup, isFlipped) = try KeyedArchiveReader.read(bytes, file: name, limits: limits.markup)
        var reader = CAMLReader(root: markup, limits: limits.markup)
        let read = try reader.document(markup)
        self.init(read, name: name)
        for index in bundles.indices { bundles[index].isGeometryFlipped = isFlipped }
    }

    /// The bundles of a directory or an archive; those that cannot be read are in `errors`.
    init(source: any DocumentSource, contents: BundleContents, limits: SourceLimits) {
        (name, bundles, appearances, warnings) = (source.name, [], contents.appearances, contents.warnings)
        for part in contents.parts {
            do throws(DocumentError) {
                let (isGeometryFlipped, document) = try Self.read(part, source, limits)
                warnings += document.warnings
                if let root = document.root {
                    bundles.append(Bundle(part: part, isGeometryFlipped: isGeometryFlipped, root: root))
                }
            } catch { errors.append(error) }
        }
    }

    private static func read(
        _ part: BundlePart, _ source: any DocumentSource, _ limits: SourceLimits
    ) throws(DocumentError) -> (isGeometryFlipped: Bool, document: CAMLDocument) {
        if let file = part.file {
            return (false, try readCAML(source.bytes(at: file), file: file, limits: limits.markup))
        }
        let index = try BundleIndex.read(source, directory: part.directory)
        let path = try source.locate(index.rootDocument, in: part.directory)
        return (index.isGeometryFlipped, try readCAML(source.bytes(at: path), file: path, limits: limits.markup))
    }
}
