import CoreGraphics
import Foundation
import QuartzCore

/// The bundles of a Core Animation document; `Document` describes how they are placed and sized.
final class BundleDocument: DocumentContent {
    let rootLayer: CALayer
    private(set) var size: CGSize
    let states: [String]
    let appearances: [String]
    var warnings: [DocumentWarning]
    let errors: [DocumentError]
    var state: String?
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

    func location(of layer: CALayer) -> DocumentLocation? {
        parts.lazy.compactMap { $0.builder.locations[ObjectIdentifier(layer)] }.first
    }

    var duration: CFTimeInterval? { films.map(\.duration).max() }

    var framesPerSecond: Double? { films.map(\.framesPerSecond).max().flatMap { $0 > 0 ? $0 : nil } }

    /// The films that its layers show now.
    private var films: [any PlayingFilm] { parts.first?.builder.images.films.films.map(\.film) ?? [] }

    /// A value as the document describes it.
    struct BaseValue {
        let layer: CALayer
        let key: String
        let value: Any?
    }

    /// Makes a document from markup; its images are missing.
    ///
    /// *Throws*: when it describes no layer that can be drawn.
    convenience init(_ markup: CAMLDocument, name: String) throws(DocumentError) {
        try self.init(BundleSource(markup, name: name), images: ImageLoader(nil))
    }

    /// Makes a document from a keyed archive, which embeds its images.
    convenience init(keyedArchive bytes: [UInt8], name: String, limits: SourceLimits) throws(DocumentError) {
        try self.init(BundleSource(keyedArchive: bytes, name: name, limits: limits), images: ImageLoader(nil))
    }

    convenience init(source: any DocumentSource, contents: BundleContents, limits: SourceLimits) throws(DocumentError) {
        try self.init(
            BundleSource(source: source, contents: contents, limits: limits), images: ImageLoader(source))
    }

    /// Makes the layers of bundles that were read.
    ///
    /// - Parameter edit: Changes the layers of each bundle, from its root, before they are shown.
    /// *Throws*: when no layer can be drawn, and what `edit` throws.
    init(
        _ source: BundleSource, images: ImageLoader, edit: (CALayer) throws(DocumentError) -> Void = { _ in }
    ) throws(DocumentError) {
        let bundles = source.bundles
        guard !bundles.isEmpty else {
            throw source.errors.first
                ?? DocumentError(
                    .unknownDocument, file: source.name, reason: "the document holds no layer that is drawn")
        }
        CATransaction.begin()
        CATransaction.setDisableActions(true)
        defer { CATransaction.commit() }
        var parts: [Part] = []
        var allWarnings = source.warnings
        for bundle in bundles {
            var builder = LayerBuilder(images: images, directory: bundle.part.directory)
            let root = builder.layer(bundle.root)
            try edit(root)
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
        appearances = source.appearances
        warnings = allWarnings
        errors = source.errors + images.errors
        self.parts = parts
        size = Self.viewSize(of: parts.map { $0.root.bounds.standardized.size }, bundles.map { $0.part.directory })
        rootLayer = top
        top.forEachInTree { ($0 as? CATextLayer)?.isOfDocument = true }
        states = names
        layOut()
    }

    var hasPartsOfDifferentShapes: Bool { !Self.haveOneShape(parts.map { $0.root.bounds.standardized.size }) }

    func fill(_ size: CGSize) {
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
