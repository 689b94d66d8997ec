import CoreGraphics
import Foundation
import QuartzCore

/// A document as a tree of layers: Core Animation's, which is a wallpaper (.tendies), a bundle (.ca), a file (.caml) or a
/// keyed archive (.caar), or a Lottie animation (.json, .lottie, .tgs).
///
/// Each bundle of a Core Animation document is a separate tree. As on a phone, a root layer is centred, whatever its own position,
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
    let content: any DocumentContent

    init(_ content: any DocumentContent, _ name: String) { (self.content, self.name) = (content, name) }

    /// The layer that holds all bundles; its bounds are `size`, from (0, 0).
    public var rootLayer: CALayer { content.rootLayer }
    /// The document's own size, in points.
    public var size: CGSize { content.size }
    /// The names of the states for `apply(state:)` and `transition(from:to:at:)`, in the document's order.
    public var states: [String] { content.states }
    /// The available appearances; empty when there is only one.
    public var appearances: [String] { content.appearances }
    /// The parts that were left out.
    package var warnings: [DocumentWarning] { content.warnings }
    /// Errors in parts: bundles that are missing from the picture, and images that layers lack.
    package var errors: [DocumentError] { content.errors }
    /// The timeline and statistics of a Lottie animation; nil for other documents.
    package var movie: DocumentMovie? { content.movie }
    /// The sounds of a Lottie animation, each at its time.
    package var sounds: [DocumentSound] { content.sounds }
    /// The key paths of replacement values that match nothing in a Lottie animation.
    package var unusedValues: [String] { content.unusedValues }
    /// The values of a Lottie animation that can be replaced; empty unless they are wanted, or some are replaced.
    package var values: [ReplaceableValue] { content.values }
    /// The state machine that controls the document; nil without one.
    public var stateMachine: DocumentStateMachine? { content.stateMachine }
    /// The animations, themes and state machines of a .lottie archive; nil for other documents.
    package var archive: DotLottieFacts? { content.archive }
    /// The state that was applied last; nil before the first.
    package var state: String? { content.state }
    /// The location of a layer's description; nil for layers that no file describes, and for Lottie animations.
    package func location(of layer: CALayer) -> DocumentLocation? { content.location(of: layer) }
    /// Whether the root layers have different shapes, so that the view has not the shape of all.
    package var hasPartsOfDifferentShapes: Bool { content.hasPartsOfDifferentShapes }
    /// Sets the view's size; each bundle is scaled to fill it. A Lottie animation keeps its size.
    package func fill(_ size: CGSize) { content.fill(size) }

    /// Sets the layers to a state, without animation; nil resets them to the described values.
    ///
    /// A value that the state does not set has its described value, whatever the state before was. In a wallpaper,
    /// each bundle with this state enters it.
    ///
    /// *Returns*: whether any bundle has the state.
    @discardableResult
    public func apply(state name: String?) -> Bool { content.apply(state: name) }

    /// Moves from one state to another with the document's animations for that transition, which begin at a time. The
    /// layers then have the values of the new state.
    ///
    /// Changes without an animation in the document use the player's own spring (`HostSpring`); values without
    /// intermediate values, such as images, change immediately. Animated values show the old state until the
    /// animations begin. Other values change at the call, so call this function at that time, or commit at that time.
    ///
    /// - Parameter time: The start of the animations, in the time of the root layer's superlayer, in seconds; nil:
    ///   the time of the commit.
    ///
    /// *Returns*: whether both states exist.
    @discardableResult
    public func transition(from: String, to: String, at time: CFTimeInterval? = nil) -> Bool {
        content.transition(from: from, to: to, at: time)
    }

    /// Whether any value follows a tilt.
    public var hasParallax: Bool { content.hasParallax }

    /// Tilts the document: sets each value that follows a tilt between its two ends, without animation.
    ///
    /// On a phone, a filter that nobody has measured converts the tilt to these numbers; a player on a screen uses
    /// the pointer's position.
    ///
    /// - Parameters:
    ///   - x: From -1, left, to 1, right; clamped.
    ///   - y: From -1, up, to 1, down; clamped.
    public func tilt(x: Double, y: Double) { content.tilt(x: x, y: y) }

    // MARK: Loading

    /// Loads a document.
    ///
    /// - Parameter url: a .tendies or .zip archive, a .ca directory or an unpacked wallpaper's directory, a .caml
    ///   file, or a keyed archive of layers (.caar).
    /// - Parameter appearance: the appearance of a wallpaper; nil: the default.
    /// - Parameter values: replacements for a Lottie animation's values.
    /// - Parameter listsValues: whether `values` is wanted even if none is replaced.
    /// - Parameter work: limits on what is computed in advance for a Lottie animation.
    /// - Parameter player: the rules by which a Lottie animation is drawn.
    ///
    /// *Throws*: when nothing can be shown. If only some bundles cannot be read, they are in `errors`.
    package static func load(
        _ url: URL, appearance: String? = nil, values: [LottieValue] = [], listsValues: Bool = false,
        limits: SourceLimits = .standard, work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        try load(
            url, LottieSelection(), appearance: appearance, values: values, listsValues: listsValues, limits: limits,
            work: work, player: player)
    }

    /// Loads a document, or the selected part of a .lottie archive.
    ///
    /// *Throws*: as `load(_:)`; also when the document lacks what is selected.
    package static func load(
        _ url: URL, _ selection: LottieSelection, appearance: String? = nil, values: [LottieValue] = [],
        listsValues: Bool = false, limits: SourceLimits = .standard, work: LottieWork = LottieWork(),
        player: LottiePlayer = .specification
    ) throws(DocumentError) -> Document {
        // Files that the document names are beside the target of a link.
        let target = url.resolvingSymlinksInPath()
        let type = (try? FileManager.default.attributesOfItem(atPath: target.path))?[.type] as? FileAttributeType
        guard let type else {
            throw DocumentError(.unreadable, file: url.path, reason: "there is no such file")
        }
        if type == .typeDirectory {
            let source = try DirectorySource(target, limits: limits)
            return try bundles(in: source, appearance, limits)
        }
        let directory = try DirectorySource(target.deletingLastPathComponent(), limits: limits)
        let name = target.lastPathComponent
        var kind = DocumentKind(ending: url.pathExtension)
        if kind == nil { kind = DocumentKind(try directory.beginning(of: name)) }
        switch kind {
        case .lottie?:
            return Document(
                try LottieFile.load(
                    name, in: directory, values: values, listsValues: listsValues, limits: limits, work: work,
                    player: player, selection: selection),
                url.lastPathComponent)
        case .markup?:
            let part = BundlePart(role: .background, directory: "", file: name)
            let contents = BundleContents(parts: [part], appearances: [], warnings: [])
            return Document(try BundleDocument(source: directory, contents: contents, limits: limits), directory.name)
        case .keyedArchive?:
            return Document(
                try BundleDocument(keyedArchive: directory.bytes(at: name), name: name, limits: limits), name)
        case .archive?:
            let source = try ArchiveSource(target, limits: limits)
            return try bundles(in: source, appearance, limits)
        case nil:
            throw DocumentError(
                .unknownDocument, file: url.path,
                reason:
                    "neither its ending nor its first bytes are of caml, ca, caar, tendies, zip, json, lottie, tgs"
            )
        }
    }

    /// A document of the bundles of a directory or an archive.
    static func bundles(
        in source: some DocumentSource, _ appearance: String?, _ limits: SourceLimits
    ) throws(DocumentError) -> Document {
        let contents = try BundleContents.find(in: source, appearance: appearance)
        return Document(try BundleDocument(source: source, contents: contents, limits: limits), source.name)
    }

    /// Makes a document from a Lottie animation's text; only embedded images are available.
    ///
    /// *Throws*: when the text is no Lottie document, or exceeds the limits.
    package convenience init(
        lottie bytes: [UInt8], name: String, work: LottieWork = LottieWork(), player: LottiePlayer = .specification
    ) throws(DocumentError) {
        self.init(try LottieFile.read(bytes, file: name, images: LottieImages(nil), work: work, player: player), name)
    }

    /// Makes a document from markup; its images are missing.
    ///
    /// *Throws*: when it describes no layer that can be drawn.
    package convenience init(_ markup: CAMLDocument, name: String) throws(DocumentError) {
        self.init(try BundleDocument(markup, name: name), name)
    }
}

/// The content of a document: the bundles of Core Animation (`BundleDocument`), or a Lottie animation (`LottieDocument`).
///
/// `Document` describes the members.
protocol DocumentContent: AnyObject {
    var rootLayer: CALayer { get }
    var size: CGSize { get }
    var warnings: [DocumentWarning] { get }
    var errors: [DocumentError] { get }
    var duration: CFTimeInterval? { get }
    var framesPerSecond: Double? { get }

    // Of bundles; a Lottie animation has none of them.
    var states: [String] { get }
    var state: String? { get }
    var appearances: [String] { get }
    var hasParallax: Bool { get }
    var hasPartsOfDifferentShapes: Bool { get }
    func location(of layer: CALayer) -> DocumentLocation?
    func apply(state name: String?) -> Bool
    func transition(from: String, to: String, at time: CFTimeInterval?) -> Bool
    func tilt(x: Double, y: Double)
    func fill(_ size: CGSize)

    // Of a Lottie animation; bundles have none of them.
    var movie: DocumentMovie? { get }
    var sounds: [DocumentSound] { get }
    var unusedValues: [String] { get }
    var values: [ReplaceableValue] { get }
    var archive: DotLottieFacts? { get }
    var stateMachine: DocumentStateMachine? { get }
}

extension DocumentContent {
    var states: [String] { [] }
    var state: String? { nil }
    var appearances: [String] { [] }
    var hasParallax: Bool { false }
    var hasPartsOfDifferentShapes: Bool { false }
    func location(of layer: CALayer) -> DocumentLocation? { nil }
    func apply(state name: String?) -> Bool { name == nil }
    func transition(from: String, to: String, at time: CFTimeInterval?) -> Bool { false }
    func tilt(x: Double, y: Double) {}
    func fill(_ size: CGSize) {}

    var movie: DocumentMovie? { nil }
    var sounds: [DocumentSound] { [] }
    var unusedValues: [String] { [] }
    var values: [ReplaceableValue] { [] }
    var archive: DotLottieFacts? { nil }
    var stateMachine: DocumentStateMachine? { nil }
}
