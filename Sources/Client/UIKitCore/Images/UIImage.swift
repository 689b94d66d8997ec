import Foundation
import ImageIO
import QuartzCore
import Synchronization

/// A picture with a size in points; immutable.
// Safe because: all stored properties are immutable and of Sendable types, or behind a lock.
open class UIImage: NSObject, NSSecureCoding, @unchecked Sendable {
    /// The orientation of the pixels; raw values are Apple's.
    public enum Orientation: Int, Sendable {
        /// Not turned.
        case up = 0
        /// Turned by half a turn.
        case down = 1
        /// Turned left.
        case left = 2
        /// Turned right.
        case right = 3
        /// Mirrored.
        case upMirrored = 4
        /// Turned by half a turn and mirrored.
        case downMirrored = 5
        /// Turned left and mirrored.
        case leftMirrored = 6
        /// Turned right and mirrored.
        case rightMirrored = 7

        /// Whether width and height are swapped.
        var isSideways: Bool { rawValue % 4 >= 2 }
        /// Whether left and right are swapped, before the turn.
        var isMirrored: Bool { rawValue >= 4 }
        /// The turn of the pixels, with y up, before they are mirrored. *Source*: Apple, UIImage.Orientation, whose
        /// `left` is "rotated 90 degrees counterclockwise".
        var turn: CGAffineTransform {
            switch self {
            case .up, .upMirrored: .identity
            case .down, .downMirrored: CGAffineTransform(a: -1, b: 0, c: 0, d: -1, tx: 0, ty: 0)
            case .left, .leftMirrored: CGAffineTransform(a: 0, b: 1, c: -1, d: 0, tx: 0, ty: 0)
            case .right, .rightMirrored: CGAffineTransform(a: 0, b: -1, c: 1, d: 0, tx: 0, ty: 0)
            }
        }
    }

    /// Whether a picture is drawn as it is, or as a template: only its shape, in the tint colour; raw values are
    /// Apple's.
    public enum RenderingMode: Int, Sendable {
        /// As the view that shows it decides; image views draw it as it is.
        case automatic = 0
        /// As it is.
        case alwaysOriginal = 1
        /// As a template.
        case alwaysTemplate = 2
    }

    /// How the middle of a picture with caps fills a larger area; raw values are Apple's.
    public enum ResizingMode: Int, Sendable {
        /// The part between the caps is tiled.
        case tile = 0
        /// The part between the caps is stretched.
        case stretch = 1
    }

    private let pixels: CGImage?
    private let drawing: Drawing
    private let asset: Mutex<UIImageAsset?>

    /// The values that determine the drawing.
    private struct Drawing {
        var mode = RenderingMode.automatic
        var caps = UIEdgeInsets.zero
        var resizing = ResizingMode.tile
        /// The name of the system's symbol that the picture shows; nil for other pictures.
        var symbol: String?
        /// The pictures that are shown in turn; nil for a picture that stands still.
        var frames: [UIImage]?
        /// The duration of a round of `frames`, in seconds.
        var duration = 0.0
    }

    /// Whether the picture is drawn as it is or as a template; automatic at first.
    open var renderingMode: RenderingMode { drawing.mode }
    /// The edges that keep their size when the picture is drawn larger; zero at first. *Units*: points.
    open var capInsets: UIEdgeInsets { drawing.caps }
    /// Whether the part between the caps is tiled or stretched.
    open var resizingMode: ResizingMode { drawing.resizing }
    /// Whether the picture comes from `init(systemName:)`.
    open var isSymbolImage: Bool { drawing.symbol != nil }
    /// The symbol's name; nil for other pictures.
    final var symbolName: String? { drawing.symbol }
    /// Pixels per point.
    public let scale: CGFloat
    /// The orientation of the pixels.
    public let imageOrientation: Orientation

    /// Makes an empty picture of size zero.
    public override init() {
        (pixels, scale, imageOrientation, drawing) = (nil, 1, .up, Drawing())
        asset = Mutex(nil)
        super.init()
    }

    /// Makes a picture from pixels, one a point.
    public convenience init(cgImage: CGImage) { self.init(cgImage: cgImage, scale: 1, orientation: .up) }

    /// Makes a picture from pixels; `scale` is the number of pixels per point.
    public convenience init(cgImage: CGImage, scale: CGFloat, orientation: Orientation) {
        self.init(cgImage, scale, orientation, nil)
    }

    private init(_ image: CGImage, _ scale: CGFloat, _ orientation: Orientation, _ asset: UIImageAsset?) {
        (pixels, self.scale, imageOrientation) = (image, scale > 0 ? scale : 1, orientation)
        drawing = Drawing()
        self.asset = Mutex(asset)
        super.init()
    }

    private convenience init(_ other: UIImage, _ change: (inout Drawing) -> Void) {
        self.init(other, other.asset.withLock { $0 }, change)
    }

    private init(_ other: UIImage, _ asset: UIImageAsset?, _ change: (inout Drawing) -> Void) {
        (pixels, scale, imageOrientation) = (other.cgImage, other.scale, other.imageOrientation)
        var changed = other.drawing
        change(&changed)
        drawing = changed
        self.asset = Mutex(asset)
        super.init()
    }

    /// Makes a picture from the pixels of a drawn symbol.
    init(symbol: CGImage, scale: CGFloat, name: String) {
        (pixels, self.scale, imageOrientation) = (symbol, scale, .up)
        drawing = Drawing(mode: .alwaysTemplate, symbol: name)
        asset = Mutex(nil)
        super.init()
    }

    // MARK: Animated pictures

    /// The pictures that an image view shows in turn; nil for a picture that stands still.
    open var images: [UIImage]? { drawing.frames }
    /// The duration of a round of `images`, in seconds; 0 for a picture that stands still.
    open var duration: TimeInterval { drawing.duration }

    /// Makes a picture that an image view shows as a film, and that is drawn as its first picture; nil without pictures.
    ///
    /// - Parameter duration: The duration of a round, in seconds; 0 stands for a thirtieth for each picture. *Source*:
    ///   Apple, UIImage.animatedImage(with:duration:), and UIImageView.animationDuration for the 0.
    open class func animatedImage(with images: [UIImage], duration: TimeInterval) -> UIImage? {
        guard let first = images.first else { return nil }
        let round = duration.isFinite && duration > 0 ? duration : Double(images.count) / 30
        return UIImage(first) { ($0.frames, $0.duration) = (images, round) }
    }

    /// Makes an animated picture of the pictures `name0`, `name1` and so on, as far as there are any, up to `name1024`;
    /// nil if there is none. *Source*: Apple, UIImage.animatedImageNamed(_:duration:).
    open class func animatedImageNamed(_ name: String, duration: TimeInterval) -> UIImage? {
        var images: [UIImage] = []
        for number in 0...1024 {
            guard let image = UIImage(named: name + String(number)) else {
                // The series may begin with 1.
                if number == 0 { continue }
                break
            }
            images.append(image)
        }
        return animatedImage(with: images, duration: duration)
    }

    /// A format for a renderer's pictures that suits this picture: its scale, opaque if it has no alpha.
    open var imageRendererFormat: UIGraphicsImageRendererFormat {
        let format = UIGraphicsImageRendererFormat()
        format.scale = scale
        let opaque: [CGImageAlphaInfo] = [.none, .noneSkipFirst, .noneSkipLast]
        format.opaque = pixels.map { opaque.contains($0.alphaInfo) } ?? false
        return format
    }

    // MARK: Variants

    /// The pictures that stand for this one in other traits; at first only this one, or those of its set in an asset
    /// folder.
    open var imageAsset: UIImageAsset? {
        if let known = asset.withLock({ $0 }) { return known }
        let made = UIImageAsset(self)
        return asset.withLock { asset in
            if asset == nil { asset = made }
            return asset
        }
    }

    /// The picture without an asset, for an asset to keep.
    final var withoutAsset: UIImage { UIImage(self, nil) { _ in } }

    /// The picture as one of an asset.
    final func joining(_ asset: UIImageAsset) -> UIImage { UIImage(self, asset) { _ in } }

    /// Makes the picture one of an asset, unless it is one of another already.
    final func join(_ new: UIImageAsset) { asset.withLock { if $0 == nil { $0 = new } } }

    /// The picture that stands for this one in traits, with this one's rendering mode and caps; itself if there is no
    /// other.
    final func shown(in traits: UITraitCollection) -> UIImage {
        guard let asset = asset.withLock({ $0 }), let found = asset.variant(in: traits) else { return self }
        return UIImage(found, asset) { [drawing] in
            if drawing.mode != .automatic { $0.mode = drawing.mode }
            if drawing.caps != .zero { ($0.caps, $0.resizing) = (drawing.caps, drawing.resizing) }
        }
    }

    /// The picture with caps that keep their size when it is drawn larger; the part between them is tiled.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets) -> UIImage {
        resizableImage(withCapInsets: capInsets, resizingMode: .tile)
    }

    /// The picture with caps that keep their size when it is drawn larger. *Units*: points.
    open func resizableImage(withCapInsets capInsets: UIEdgeInsets, resizingMode: ResizingMode) -> UIImage {
        UIImage(self) { ($0.caps, $0.resizing) = (capInsets, resizingMode) }
    }

    /// The picture with caps of whole points at the left and the top. The point after each is stretched, and the rest
    /// is the opposite cap.
    open func stretchableImage(withLeftCapWidth leftCapWidth: Int, topCapHeight: Int) -> UIImage {
        func rest(_ length: CGFloat, _ cap: Int) -> (CGFloat, CGFloat) {
            cap > 0 ? (CGFloat(cap), max(0, length - CGFloat(cap) - 1)) : (0, 0)
        }
        let (left, right) = rest(size.width, leftCapWidth)
        let (top, bottom) = rest(size.height, topCapHeight)
        return resizableImage(
            withCapInsets: UIEdgeInsets(top: top, left: left, bottom: bottom, right: right), resizingMode: .stretch)
    }

    /// The picture in another rendering mode.
    open func withRenderingMode(_ renderingMode: RenderingMode) -> UIImage {
        UIImage(self) { $0.mode = renderingMode }
    }

    /// The picture's shape in a colour; the picture itself if it cannot be drawn.
    open func withTintColor(_ color: UIColor) -> UIImage { withTintColor(color, renderingMode: renderingMode) }

    /// The picture's shape in a colour, with a rendering mode.
    open func withTintColor(_ color: UIColor, renderingMode: RenderingMode) -> UIImage {
        guard let context = beginImage(size, opaque: false, scale: scale) else { return self }
        defer { UIGraphicsEndImageContext() }
        let area = CGRect(origin: .zero, size: size)
        drawPixels(in: area, context)
        context.setBlendMode(.sourceIn)
        context.setFillColor(color.cgColor)
        context.fill(area)
        guard let tinted = context.makeImage() else { return self }
        let image = UIImage(cgImage: tinted, scale: scale, orientation: .up)
        return UIImage(image) { ($0.mode, $0.caps, $0.resizing) = (renderingMode, capInsets, resizingMode) }
    }

    /// Reads a picture from the bytes of an image file, with one pixel a point; nil if they are none.
    public convenience init?(data: Data) { self.init(data: data, scale: 1) }

    /// Reads a picture from the bytes of an image file, with a number of pixels per point; nil if they are none.
    public convenience init?(data: Data, scale: CGFloat) {
        guard let source = CGImageSourceCreateWithData(data, nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        self.init(cgImage: image, scale: scale, orientation: .up)
    }

    /// Reads an image file, without caching it; nil if it is not an image.
    ///
    /// `@2x` or `@3x` in the name, before the extension, gives the pixels per point.
    public convenience init?(contentsOfFile path: String) {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        self.init(data: data, scale: NamedImages.scale(ofFile: path))
    }

    /// The picture with a name in the program's resources; nil if there is none. It is read once, and cached within a
    /// budget.
    ///
    /// The name may lack its extension, which is then `png`, `jpg`, `jpeg`, `webp` or `gif`. Of several resolutions the
    /// screen's is taken, or else the nearest higher one. Resources are in the main bundle, or in the program's working
    /// folder. A picture of an asset folder with variants for light and dark is that of the current traits; image views
    /// show that of their own.
    public convenience init?(named name: String) { self.init(named: name, in: nil, compatibleWith: nil) }

    /// The picture with a name in a bundle's resources, found as by `init(named:)`; nil if there is none.
    ///
    /// - Parameters:
    ///   - bundle: The bundle to search; nil stands for the program's own.
    ///   - traitCollection: Has the screen's scale and the style; nil stands for the main screen's scale and the
    ///     current style.
    public convenience init?(
        named name: String, in bundle: Bundle?, compatibleWith traitCollection: UITraitCollection?
    ) {
        let folders = Bundle.folders(of: bundle)
        let source = UIImageAsset.Source(name: name, folders: folders)
        guard let found = source.image(in: traitCollection ?? UITraitCollection(userInterfaceStyle: .unspecified))
        else {
            return nil
        }
        self.init(found, found.hasStyles ? UIImageAsset(source) : nil)
    }

    /// The picture with a name in one of several folders, found as by `init(named:)`; nil if there is none.
    package convenience init?(named name: String, folders: [String]) {
        guard let found = NamedImages.shared.image(named: name, folders: folders) else { return nil }
        self.init(found, nil)
    }

    /// Makes a picture that was found by its name.
    convenience init(_ found: NamedImages.Found, _ asset: UIImageAsset?) {
        self.init(UIImage(found.image, found.scale, .up, nil), asset) { $0.mode = found.mode }
    }

    /// Reads a picture from an archive; nil if it is damaged.
    public required convenience init?(coder: NSCoder) {
        guard let data = coder.decodeObject(of: NSData.self, forKey: "UIImageData") else { return nil }
        guard let source = CGImageSourceCreateWithData(Data(referencing: data), nil),
            let image = CGImageSourceCreateImageAtIndex(source, 0, nil)
        else { return nil }
        let scale = CGFloat(coder.decodeDouble(forKey: "UIScale"))
        let orientation = Orientation(rawValue: coder.decodeInteger(forKey: "UIImageOrientation")) ?? .up
        let plain = UIImage(cgImage: image, scale: scale, orientation: orientation)
        self.init(plain) {
            $0.mode = RenderingMode(rawValue: coder.decodeInteger(forKey: "UIImageRenderingMode")) ?? .automatic
            $0.caps =
                coder.containsValue(forKey: "UIImageCapInsets")
                ? coder.decodeUIEdgeInsets(forKey: "UIImageCapInsets") : .zero
            $0.resizing = ResizingMode(rawValue: coder.decodeInteger(forKey: "UIImageResizingMode")) ?? .tile
            $0.symbol = coder.optionalText(forKey: "UIImageSymbol")
            guard coder.containsValue(forKey: "UIImageFrames") else { return }
            $0.frames = coder.decodeObject(of: [NSArray.self, UIImage.self], forKey: "UIImageFrames") as? [UIImage]
            $0.duration = coder.decodeDouble(forKey: "UIImageDuration")
        }
    }

    /// Writes the picture as a PNG file into an archive.
    open func encode(with coder: NSCoder) {
        if let data = pngData() { coder.encode(data as NSData, forKey: "UIImageData") }
        coder.encode(Double(scale), forKey: "UIScale")
        coder.encode(imageOrientation.rawValue, forKey: "UIImageOrientation")
        coder.encode(renderingMode.rawValue, forKey: "UIImageRenderingMode")
        if capInsets != .zero { coder.encode(capInsets, forKey: "UIImageCapInsets") }
        coder.encode(resizingMode.rawValue, forKey: "UIImageResizingMode")
        coder.encodeOptional(symbolName, forKey: "UIImageSymbol")
        guard let images else { return }
        coder.encode(images as NSArray, forKey: "UIImageFrames")
        coder.encode(duration, forKey: "UIImageDuration")
    }

    /// True: archives of pictures can be read securely.
    public static var supportsSecureCoding: Bool { true }

    /// The pixels; nil for an empty picture.
    open var cgImage: CGImage? { pixels }

    /// The size. *Units*: points.
    open var size: CGSize {
        guard let pixels else { return .zero }
        let (width, height) = (CGFloat(pixels.width) / scale, CGFloat(pixels.height) / scale)
        return imageOrientation.isSideways ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
    }

    /// Draws the picture into the current context, stretched to a rectangle, with its top at the least y. Caps keep
    /// their size; pixels are turned by `imageOrientation`.
    open func draw(in rect: CGRect) { draw(in: rect, blendMode: .normal, alpha: 1) }

    /// Draws the picture, stretched to a rectangle, in a blend mode and with an alpha.
    open func draw(in rect: CGRect, blendMode: CGBlendMode, alpha: CGFloat) {
        guard let context = UIGraphicsGetCurrentContext() else { return }
        context.saveGState()
        if blendMode != .normal { context.setBlendMode(blendMode) }
        if alpha != 1 { context.setAlpha(alpha) }
        if capInsets == .zero { drawPixels(in: rect, context) } else { drawParts(in: rect, context) }
        context.restoreGState()
    }

    /// The picture with its pixels turned upright; itself if they are, or if it cannot be drawn.
    final var upright: UIImage {
        guard imageOrientation != .up, let context = beginImage(size, opaque: false, scale: scale) else { return self }
        defer { UIGraphicsEndImageContext() }
        drawPixels(in: CGRect(origin: .zero, size: size), context)
        return context.makeImage().map { UIImage(cgImage: $0, scale: scale, orientation: .up) } ?? self
    }

    /// Draws all pixels into a rectangle, turned by the orientation.
    private func drawPixels(in rect: CGRect, _ context: CGContext) {
        guard let pixels else { return }
        context.saveGState()
        context.translateBy(x: rect.midX, y: rect.midY)
        // Core Graphics draws a picture's top at the greatest y.
        context.scaleBy(x: 1, y: -1)
        if imageOrientation.isMirrored { context.scaleBy(x: -1, y: 1) }
        context.concatenate(imageOrientation.turn)
        let size = imageOrientation.isSideways ? CGSize(width: rect.height, height: rect.width) : rect.size
        context.draw(
            pixels, in: CGRect(x: -size.width / 2, y: -size.height / 2, width: size.width, height: size.height))
        context.restoreGState()
    }

    /// Draws the nine parts between the caps: corners unscaled, edges scaled along one axis, the middle along both.
    private func drawParts(in rect: CGRect, _ context: CGContext) {
        func cuts(_ low: CGFloat, _ high: CGFloat, _ length: CGFloat) -> [CGFloat] {
            // Caps that do not fit are scaled down together.
            let factor = min(1, length / max(low + high, .leastNonzeroMagnitude))
            return [0, low * factor, length - high * factor, length]
        }
        let (fromX, fromY) = (
            cuts(capInsets.left, capInsets.right, size.width), cuts(capInsets.top, capInsets.bottom, size.height)
        )
        let (toX, toY) = (
            cuts(capInsets.left, capInsets.right, rect.width), cuts(capInsets.top, capInsets.bottom, rect.height)
        )
        for row in 0..<3 {
            for column in 0..<3 {
                let from = CGRect(
                    x: fromX[column], y: fromY[row], width: fromX[column + 1] - fromX[column],
                    height: fromY[row + 1] - fromY[row])
                let to = CGRect(
                    x: rect.minX + toX[column], y: rect.minY + toY[row], width: toX[column + 1] - toX[column],
                    height: toY[row + 1] - toY[row])
                guard from.width > 0, from.height > 0, to.width > 0, to.height > 0 else { continue }
                let isTiled = resizingMode == .tile
                var tile = to.size
                if isTiled, column == 1 { tile.width = from.width }
                if isTiled, row == 1 { tile.height = from.height }
                drawPart(from, in: to, tile, context)
            }
        }
    }

    /// Tiles a rectangle with a part of the picture. The part is cut out, so that its edges do not mix with its
    /// neighbours.
    private func drawPart(_ part: CGRect, in rect: CGRect, _ tile: CGSize, _ context: CGContext) {
        let pixels = CGRect(
            x: part.minX * scale, y: part.minY * scale, width: part.width * scale, height: part.height * scale)
        guard let piece = upright.cgImage?.cropping(to: pixels) else { return }
        context.saveGState()
        context.clip(to: rect)
        // At least a pixel, because a tiny tile would be drawn for ever.
        let (stepX, stepY) = (max(tile.width, 1 / scale), max(tile.height, 1 / scale))
        for y in stride(from: rect.minY, to: rect.maxY, by: stepY) {
            for x in stride(from: rect.minX, to: rect.maxX, by: stepX) {
                context.saveGState()
                context.translateBy(x: x, y: y + tile.height)
                context.scaleBy(x: 1, y: -1)
                context.draw(piece, in: CGRect(origin: .zero, size: tile))
                context.restoreGState()
            }
        }
        context.restoreGState()
    }

    /// Draws the picture into the current context at its own size, with its top left corner at a point.
    open func draw(at point: CGPoint) { draw(in: CGRect(origin: point, size: size)) }

    /// Draws the picture at its own size, with its top left corner at a point, in a blend mode and with an alpha.
    open func draw(at point: CGPoint, blendMode: CGBlendMode, alpha: CGFloat) {
        draw(in: CGRect(origin: point, size: size), blendMode: blendMode, alpha: alpha)
    }

    /// Fills a rectangle with the picture at its own size, side by side, from the rectangle's top left corner.
    open func drawAsPattern(in rect: CGRect) {
        guard let context = UIGraphicsGetCurrentContext(), size.width > 0, size.height > 0 else { return }
        drawPart(CGRect(origin: .zero, size: size), in: rect, size, context)
    }

    /// The picture as a PNG file; nil if it cannot be written.
    open func pngData() -> Data? {
        let data = data("public.png", nil)
        if let data, let pixels {
            TextAreas.current?.keep(forPNG: data, width: pixels.width, height: pixels.height)
        }
        return data
    }

    /// The picture as a JPEG file; quality 0 is the smallest, 1 the best. Nil if it cannot be written.
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
