import ImageIO
import Synchronization

/// A picture with a size in points; immutable.
// Safe because: all stored properties are immutable, of Sendable types.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    /// Which way up the pixels are; raw values are Apple's.
    public enum Orientation: Int, Sendable {
        /// As they are.
        case up = 0
        /// Turned by half a turn.
        case down = 1
        /// Turned to the left.
        case left = 2
        /// Turned to the right.
        case right = 3
        /// Mirrored.
        case upMirrored = 4
        /// Turned by half a turn and mirrored.
        case downMirrored = 5
        /// Turned to the left and mirrored.
        case leftMirrored = 6
        /// Turned to the right and mirrored.
        case rightMirrored = 7
    }

    /// Whether a picture is drawn as it is, or only its shape, in the tint's colour; raw values are Apple's. *Source*: Apple,
    /// UIImage.RenderingMode.
    public enum RenderingMode: Int, Sendable {
        /// As where it is shown has it; in image views as it is.
        case automatic = 0
        /// As it is.
        case alwaysOriginal = 1
        /// Its shape, in the tint's colour.
        case alwaysTemplate = 2
    }

    private let pixels: CGImage?
    /// Whether the picture is drawn as it is, or only its shape. *Source*: Apple, UIImage.renderingMode.
    public let renderingMode: RenderingMode
    /// Pixels per point.
    public let scale: CGFloat
    /// Which way up the pixels are. Pixels are drawn as they are, whatever it says.
    public let imageOrientation: Orientation

    /// Makes a picture of nothing, without a size.
    public override init() {
        (pixels, scale, imageOrientation, renderingMode) = (nil, 1, .up, .automatic)
        super.init()
    }

    /// Makes a picture of pixels, one a point.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// Makes a picture of pixels.
    public init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        (pixels, self.scale, imageOrientation) = (cgImage, scale > 0 ? scale : 1, orientation)
        renderingMode = .automatic
        super.init()
    }

    private init(_ other: UIImage, _ mode: RenderingMode) {
        (pixels, scale, imageOrientation, renderingMode) = (other.cgImage, other.scale, other.imageOrientation, mode)
        super.init()
    }

    /// The same picture, drawn as it is or only its shape. *Source*: Apple, UIImage.withRenderingMode(_:).
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage { UIImage(self, renderingMode) }

    /// The picture's shape in a colour; the picture itself where it cannot be drawn. *Source*: Apple, UIImage.withTintColor(_:).
    open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: renderingMode) }

    /// The picture's shape in a colour, with a mode. *Source*: Apple, UIImage.withTintColor(_:renderingMode:).
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        guard let context = beginImage(size, opaque: false, scale: scale) else { return self }
        defer { UIGraphicsEndImageContext() }
        let area = CGRect(origin: .zero, size: size)
        draw(in: area)
        context.setBlendMode(.sourceIn)
        context.setFillColor(color.cgColor)
        context.fill(area)
        guard let tinted = context.makeImage() else { return self }
        return UIImage(UIImage(cgImage: tinted, scale: scale, orientation: imageOrientation), renderingMode)
    }

    /// Reads an image file's bytes; nil when they are none.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Reads an image file's bytes; nil when they are none.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let source = CGImageSourceCreateWithData(data, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }

    /// Reads an image file, without keeping it in the cache; nil when it is none.
    ///
    /// A name that ends in `@2x` or `@3x` before its extension says how many pixels a point has.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data, scale: NamedImages.scale(ofFile: path))
    }

    /// The picture with a name in the program's resources, which is read once and kept as long as there is room; nil when
    /// there is none.
    ///
    /// The name may be without its extension, which is `png`, `jpg`, `jpeg`, `webp` or `gif` then; of a picture that is
    /// there in several resolutions, the screen's is taken, or else the nearest that has more. Resources are in the main
    /// bundle, or in the folder that the program runs in.
    public convenience init?(named name: String) {
        guard let found = NamedImages.shared.image(named: name) else { return nil }
        self.init(cgImage: found.image, scale: found.scale, orientation: .up)
    }

    /// The picture with a name in a bundle's resources, as `init(named:)` finds it in the program's; nil when there is none.
    ///
    /// - Parameters:
    ///   - bundle: Where to look; nil is the program's own.
    ///   - traitCollection: For which screen; nil is the main one.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        let folders = bundle.map { [$0.resourcePath ?? $0.bundlePath] } ?? NamedImages.folders
        let scale = traitCollection.flatMap { $0.displayScale > 0 ? $0.displayScale : nil }
        guard let found = NamedImages.shared.image(named: name, folders: folders, scale: scale) else { return nil }
        self.init(cgImage: found.image, scale: found.scale, orientation: .up)
    }

    /// Reads a picture from an archive; nil when it is damaged.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "UIImageData") else { return nil }
        self.init(data: Data(referencing: data), scale: CGFloat(coder.decodeDouble(forKey: "UIScale")))
    }

    /// Writes the picture as a PNG file into an archive.
    open func encode(with coder: NSCoder) {
        if let data = pngData() { coder.encode(data as NSData, forKey: "UIImageData") }
        coder.encode(Double(scale), forKey: "UIScale")
    }

    /// True: archives of pictures can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// The pixels.
    open var cgImage: CGImage? { pixels }

    /// The size. *Units*: points.
    open var size: CGSize {
        guard let pixels else { return .zero }
        return CGSize(width: CGFloat(pixels.width) / scale, height: CGFloat(pixels.height) / scale)
    }

    /// Draws the picture into the current context, stretched over a rectangle, its top where y is least.
    open func draw(in rect: CGRect) {
        guard let pixels, let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        context.translateBy(x: rect.minX, y: rect.maxY)
        context.scaleBy(x: 1, y: -1)
        context.draw(pixels, in: CGRect(origin: .zero, size: rect.size))
        context.restoreGState()
    }

    /// Draws the picture into the current context in its own size, its top left corner at a point.
    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// The bytes of a PNG file of the picture; nil when it cannot be written.
    open func pngData() -> Data? { data("public.png", nil) }

    /// The bytes of a JPEG file of the picture, 0 the smallest and 1 the best; nil when it cannot be written.
    open func jpegData(compressionQuality: CGFloat) -> Data? {
        data("public.jpeg", [kCGImageDestinationLossyCompressionQuality: NSNumber(value: Double(compressionQuality))])
    }

    private func data(_ type: String, _ properties: [String: Any]?) -> Data? {
        let data = NSMutableData()
        guard let pixels, let destination = CGImageDestinationCreateWithData(data, type, 1, nil) else { return nil }
        CGImageDestinationAddImage(destination, pixels, properties)
        return CGImageDestinationFinalize(destination) ? Data(referencing: data) : nil
    }
}

/// The pictures that were asked for by name, within a budget of pixels.
final class NamedImages: Sendable {
    /// The cache of the process: 64 MiB of pixels.
    static let shared = NamedImages(budget: 64 << 20)

    private struct Entry {
        var image: CGImage
        var scale: CGFloat
        var lastUse: Int
        var cost: Int { image.width * image.height * 4 }
    }

    private struct State {
        var entries: [String: Entry] = [:]
        var clock = 0
        var size = 0
        var reads = 0
    }

    /// The most that is kept. *Units*: bytes of pixels.
    let budget: Int
    private let state = Mutex(State())

    init(budget: Int) { self.budget = budget }

    /// How much is kept. *Units*: bytes of pixels.
    var size: Int { state.withLock { $0.size } }
    /// How many files were read.
    var reads: Int { state.withLock { $0.reads } }

    /// The picture with a name; nil when no file has it.
    ///
    /// - Parameter scale: The resolution that suits best; nil is the screen's.
    func image(
        named name: String, folders: [String] = NamedImages.folders, scale: CGFloat? = nil
    ) -> (image: CGImage, scale: CGFloat)? {
        let screen = scale ?? UIScreen.shape.withLock { $0.scale }
        guard let path = Self.file(name, folders: folders, screen: screen) else { return nil }
        let known = state.withLock { state -> Entry? in
            state.clock += 1
            state.entries[path]?.lastUse = state.clock
            return state.entries[path]
        }
        if let known { return (known.image, known.scale) }
        guard let data = FileManager.default.contents(atPath: path),
            let source = CGImageSourceCreateWithData(data, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        let scale = Self.scale(ofFile: path)
        state.withLock { state in
            state.reads += 1
            let entry = Entry(image: image, scale: scale, lastUse: state.clock)
            guard entry.cost <= budget, state.entries[path] == nil else { return }
            state.entries[path] = entry
            state.size += entry.cost
            for (key, old) in state.entries.sorted(by: { $0.value.lastUse < $1.value.lastUse })
            where state.size > budget && key != path {
                state.entries[key] = nil
                state.size -= old.cost
            }
        }
        return (image, scale)
    }

    static var folders: [String] {
        [Bundle.main.resourcePath, FileManager.default.currentDirectoryPath].compactMap { $0 }
    }

    /// The file that suits a screen best.
    private static func file(_ name: String, folders: [String], screen: CGFloat) -> String? {
        guard !name.isEmpty, !name.split(separator: "/").contains("..") else { return nil }
        let known = ["png", "jpg", "jpeg", "webp", "gif"]
        let given = (name as NSString).pathExtension.lowercased()
        let hasExtension = known.contains(given)
        let base = hasExtension ? (name as NSString).deletingPathExtension : name
        let extensions = hasExtension ? [(name as NSString).pathExtension] : known
        // The screen's own resolution, then more, then less.
        let wanted = Int(min(max(screen.rounded(.up), 1), 3))
        let order = (wanted...3).map { $0 } + (1..<wanted).reversed().map { $0 }
        for folder in folders {
            for scale in order {
                for suffix in extensions {
                    let path = "\(folder)/\(base)\(scale > 1 ? "@\(scale)x" : "").\(suffix)"
                    if FileManager.default.fileExists(atPath: path) { return path }
                }
            }
        }
        return nil
    }

    /// Pixels per point, by the name of a file.
    static func scale(ofFile path: String) -> CGFloat {
        let base = ((path as NSString).lastPathComponent as NSString).deletingPathExtension
        return base.hasSuffix("@2x") ? 2 : base.hasSuffix("@3x") ? 3 : 1
    }
}
