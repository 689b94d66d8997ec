import CoreGraphics
import Foundation
import QuartzCore

/// A Core Animation document as a tree of layers: a wallpaper (.tendies), a bundle (.ca), a file (.caml) or a keyed archive (.caar).
///
/// Each bundle of a document is a separate tree. As on a phone, a root layer is centred, whatever its own position,
/// and scaled to fill the view. Bundles are stacked in the order background, floating, foreground.
///
/// The view's size is the size of the largest root layer if all have one shape. Otherwise it is the screen in the
/// wallpaper's name (`390w-844h@3x~iphone`), or else the size of the largest root layer that is taller than wide: a
/// background may be much larger than the screen, and square. `fill(_:)` sets another size.
///
/// *Space*: the tree's y axis points down. A bundle without `geometryFlipped` in its index has a y axis that points
/// up, as on the Mac; it is in a layer with flipped geometry.
///
/// *Source*: recordings of wallpapers on a phone (Tests/Recordings). GitHub: the root layer's position is (390, 0),
/// but the moving layers are where a centred root with y up puts them, within a pixel of the recording.
/// Simple_Minecraft_Chest: a root 390 points wide fills a phone 430 points wide.
public final class Document {
    /// The file's name.
    public let name: String
    /// The layer that holds all bundles; its bounds are `size`, from (0, 0).
    public let rootLayer: CALayer
    /// The document's own size, in points.
    public private(set) var size: CGSize
    /// The names of the states for `apply(state:)` and `transition(from:to:at:)`, in the document's order.
    public let states: [String]
    /// The available appearances; empty when there is only one.
    public let appearances: [String]
    /// What was left out.
    package internal(set) var warnings: [DocumentWarning]
    /// Errors in parts: bundles that are missing from the picture, and images that layers lack.
    package internal(set) var errors: [DocumentError]

    /// The timeline and statistics of a Lottie animation; nil for other documents.
    package let movie: DocumentMovie?

    /// The key paths of replacement values that match nothing in a Lottie animation.
    package let unusedValues: [String]

    /// The values of a Lottie animation that can be replaced; empty unless they are wanted, or some are replaced.
    package let values: [ReplaceableValue]

    /// The state that was applied last; nil before the first.
    package internal(set) var state: String?

    /// The built bundles, back to front.
    var parts: [Part]

    /// A bundle of the document.
    struct Part {
        let role: BundleRole
        let root: CALayer
        var builder: LayerBuilder
        /// The values that states change, as they were described, by layer and key.
        let base: [BaseValue]
        /// The values that follow a tilt.
        let parallax: [Parallax]
    }

    /// The location of a layer's description; nil for layers that no file describes, and for Lottie animations.
    package func location(of layer: CALayer) -> DocumentLocation? {
        parts.lazy.compactMap { $0.builder.locations[ObjectIdentifier(layer)] }.first
    }

    /// A value as the document describes it.
    struct BaseValue {
        let layer: CALayer
        let key: String
        let value: Any?
    }

    /// Loads a document.
    ///
    /// - Parameter url: a .tendies or .zip archive, a .ca directory or an unpacked wallpaper's directory, a .caml
    ///   file, or a keyed archive of layers (.caar).
    /// - Parameter appearance: the appearance of a wallpaper; nil: the default.
    /// - Parameter values: replacements for a Lottie animation's values.
    /// - Parameter listsValues: whether `values` is wanted even if none is replaced.
    /// - Parameter work: limits on what is computed in advance for a Lottie animation.
    ///
    /// *Throws*: when nothing can be shown. If only some bundles cannot be read, they are in `errors`.
    package static func load(
        _ url: URL, appearance: String? = nil, values: [LottieValue] = [], listsValues: Bool = false,
        limits: SourceLimits = .standard, work: LottieWork = LottieWork()
    ) throws(DocumentError) -> Document {
        // Files that the document names are beside the target of a link.
        let target = url.resolvingSymlinksInPath()
        let type = (try? FileManager.default.attributesOfItem(atPath: target.path))?[.type] as? FileAttributeType
        guard let type else {
            throw DocumentError(.unreadable, file: url.path, reason: "there is no such file")
        }
        if type == .typeDirectory {
            let source = try DirectorySource(target, limits: limits)
            return try Document(source: source, contents: find(in: source, appearance), limits: limits)
        }
        let directory = try DirectorySource(target.deletingLastPathComponent(), limits: limits)
        let name = target.lastPathComponent
        var kind = DocumentKind(ending: url.pathExtension)
        if kind == nil { kind = DocumentKind(try directory.beginning(of: name)) }
        switch kind {
        case .lottie?:
            let loaded = try LottieFile.load(
                name, in: directory, values: values, listsValues: listsValues, limits: limits, work: work)
            return Document(loaded, url.lastPathComponent)
        case .markup?:
            let part = BundlePart(role: .background, directory: "", file: name)
            let contents = BundleContents(parts: [part], appearances: [], warnings: [])
            return try Document(source: directory, contents: contents, limits: limits)
        case .keyedArchive?:
            return try Document(keyedArchive: directory.bytes(at: name), name: name, limits: limits)
        case .archive?:
            let source = try ArchiveSource(target, limits: limits)
            return try Document(source: source, contents: find(in: source, appearance), limits: limits)
        case nil:
            throw DocumentError(
                .unknownDocument, file: url.path,
                reason:
                    "its ending is none of caml, ca, caar, tendies, zip, json, lottie, and it begins like none of them")
        }
    }

    private static func find(in source: some DocumentSource, _ appearance: String?) throws(DocumentError)
        -> BundleContents
    {
        try BundleContents.find(in: source, appearance: appearance)
    }

    /// Makes a document of a Lottie animation.
    init(_ loaded: LottieFile.Loaded, _ name: String) {
        (self.name, rootLayer, size, movie) = (name, loaded.root, loaded.root.bounds.size, loaded.movie)
        (states, appearances, warnings, errors, parts) = ([], [], loaded.warnings, [], [])
        (unusedValues, values) = (loaded.unusedValues, loaded.documentValues)
    }

    /// Makes a document from a Lottie animation's text; only embedded images are available.
    ///
    /// *Throws*: when the text is no Lottie document, or exceeds the limits.
    package convenience init(lottie bytes: [UInt8], name: String, work: LottieWork = LottieWork()) throws(DocumentError)
    {
        self.init(try LottieFile.read(bytes, file: name, images: LottieImages(nil), work: work), name)
    }

    /// Makes a document from markup; its images are missing.
    ///
    /// *Throws*: when it describes no layer that can be drawn.
    package convenience init(_ markup: CAMLDocument, name: String) throws(DocumentError) {
        let part = BundlePart(role: .background, directory: "", file: name)
        let bundles = markup.root.map { [Bundle(part: part, isGeometryFlipped: false, root: $0)] } ?? []
        try self.init(
            name: name, bundles: bundles, images: ImageLoader(nil), appearances: [], warnings: markup.warnings,
            errors: [])
    }

    /// Makes a document from a keyed archive, which embeds its images.
    convenience init(keyedArchive bytes: [UInt8], name: String, limits: SourceLimits) throws(DocumentError) {
        let (markup, isFlipped) = try KeyedArchiveReader.read(bytes, file: name, limits: limits.markup)
        var reader = CAMLReader(root: markup, limits: limits.markup)
        let read = try reader.document(markup)
        let part = BundlePart(role: .background, directory: "", file: name)
        let bundles = read.root.map { [Bundle(part: part, isGeometryFlipped: isFlipped, root: $0)] } ?? []
        try self.init(
            name: name, bundles: bundles, images: ImageLoader(nil), appearances: [], warnings: read.warnings, errors: []
        )
    }

    convenience init(source: any DocumentSource, contents: BundleContents, limits: SourceLimits) throws(DocumentError) {
        var warnings = contents.warnings
        var errors: [DocumentError] = []
        var bundles: [Bundle] = []
        for part in contents.parts {
            do {
                let (isGeometryFlipped, document) = try Self.read(part, source, limits)
                warnings += document.warnings
                if let root = document.root {
                    bundles.append(Bundle(part: part, isGeometryFlipped: isGeometryFlipped, root: root))
                }
            } catch {
                errors.append(error)
            }
        }
        try self.init(
            name: source.name, bundles: bundles, images: ImageLoader(source), appearances: contents.appearances,
            warnings: warnings,
            errors: errors)
    }

    /// A bundle that has been read.
    private struct Bundle {
        var part: BundlePart
        var isGeometryFlipped: Bool
        var root: LayerDescription
    }

    private init(
        name: String, bundles: [Bundle], images: ImageLoader, appearances: [String], warnings: [DocumentWarning],
        errors: [DocumentError]
    ) throws(DocumentError) {
        guard !bundles.isEmpty else {
            throw errors.first
                ?? DocumentError(.unknownDocument, file: name, reason: "the document holds no layer that is drawn")
        }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        var parts: [Part] = []
        var allWarnings = warnings
        for bundle in bundles {
            var builder = LayerBuilder(images: images, directory: bundle.part.directory)
            let root = builder.layer(bundle.root)
            allWarnings += builder.warnings
            builder.warnings = []
            let parallax = Self.parallax(of: bundle.root, in: root, warnings: &allWarnings)
            parts.append(
                Part(
                    role: bundle.part.role, root: root, builder: builder, base: Self.baseValues(of: builder),
                    parallax: parallax))
        }
        let top = CALayer()
        top.masksToBounds = true
        for (bundle, part) in zip(bundles, parts) {
            top.addSublayer(Self.host(part.root, isFlipped: !bundle.isGeometryFlipped))
        }
        var names: [String] = []
        for bundle in bundles { names += bundle.root.stateNames.filter { !names.contains($0) } }
        self.name = name
        self.appearances = appearances
        self.warnings = allWarnings
        self.errors = errors + images.errors
        self.parts = parts
        size = Self.viewSize(of: parts.map { $0.root.bounds.standardized.size }, bundles.map { $0.part.directory })
        (movie, unusedValues, values) = (nil, [], [])
        rootLayer = top
        top.forEachInTree { ($0 as? CATextLayer)?.isOfDocument = true }
        states = names
        layOut()
    }

    /// Whether the root layers have different shapes, so that the view has not the shape of all.
    package var hasPartsOfDifferentShapes: Bool { !Self.haveOneShape(parts.map { $0.root.bounds.standardized.size }) }

    /// Sets the view's size; each bundle is scaled to fill it.
    package func fill(_ size: CGSize) {
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        self.size = size
        layOut()
    }

    /// The view's size for root layers of given sizes, in bundles of given directories.
    private static func viewSize(of sizes: [CGSize], _ directories: [String]) -> CGSize {
        func largest(_ sizes: [CGSize]) -> CGSize? { sizes.max { $0.width * $0.height < $1.width * $1.height } }
        if haveOneShape(sizes) { return largest(sizes) ?? .zero }
        let named = directories.lazy.compactMap(namedScreen).first
        return named ?? largest(sizes.filter { $0.height > $0.width }) ?? largest(sizes) ?? .zero
    }

    /// Whether all sizes have the same aspect ratio within a tenth, the variation of phone screens. Empty sizes are
    /// ignored.
    private static func haveOneShape(_ sizes: [CGSize]) -> Bool {
        let ratios = sizes.filter { $0.width > 0 && $0.height > 0 }.map { $0.width / $0.height }
        guard let least = ratios.min(), let most = ratios.max() else { return true }
        return most <= least * 1.1
    }

    /// The screen in a wallpaper's name, as in `7400.WWDC_2022-390w-844h@3x~iphone.wallpaper`; nil where there is none.
    static func namedScreen(_ path: String) -> CGSize? {
        guard let match = path.firstMatch(of: /-([0-9]{2,5})w-([0-9]{2,5})h/), let width = Int(match.1),
            let height = Int(match.2), width > 0, height > 0
        else { return nil }
        return CGSize(width: width, height: height)
    }

    /// Centres each bundle in the view, scaled to fill it.
    private func layOut() {
        rootLayer.bounds = CGRect(origin: .zero, size: size)
        rootLayer.position = CGPoint(x: size.width / 2, y: size.height / 2)
        for part in parts {
            guard let host = part.root.superlayer else { continue }
            let bounds = part.root.bounds.standardized
            host.position = CGPoint(x: size.width / 2, y: size.height / 2)
            if bounds.width > 0, bounds.height > 0 {
                let scale = max(size.width / bounds.width, size.height / bounds.height)
                host.transform = CATransform3DMakeScale(scale, scale, 1)
            }
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

    /// A layer that holds a bundle's root.
    private static func host(_ root: CALayer, isFlipped: Bool) -> CALayer {
        let bounds = root.bounds.standardized
        let host = CALayer()
        host.bounds = CGRect(origin: .zero, size: bounds.size)
        host.isGeometryFlipped = isFlipped
        root.position = CGPoint(x: bounds.width * root.anchorPoint.x, y: bounds.height * root.anchorPoint.y)
        host.addSublayer(root)
        return host
    }
}
