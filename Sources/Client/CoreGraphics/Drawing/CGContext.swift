import MicaBase
import MicaTrace

/// A drawing destination: pixels, and a state of colours, lines, clips and a transformation.
///
/// *Space*: user space begins as device space: units are pixels, the origin is the bottom left corner, y points up.
/// Every operation takes points of user space under the current matrix. A context must be used by one thread at a
/// time.
public final class CGContext {
    /// The pixels that drawing changes now: a transparency layer's while there is one. A CALayer's pixels are made
    /// when first needed.
    var canvas: PixelCanvas {
        get {
            if let pixels { return pixels }
            guard let store else { stopProgram("a context that only keeps operations has no pixels") }
            let made = store.canvas
            pixels = made
            return made
        }
        set { pixels = newValue }
    }
    /// The canvas; nil until it is first needed.
    var pixels: PixelCanvas?
    /// The bounds of the pixels.
    var bounds: DeviceRect
    /// The current graphics state.
    var state: GraphicsState
    /// The saved states, last saved last.
    var savedStates: [GraphicsState] = []
    /// The open transparency layers, outermost first.
    var layers: [TransparencyLayer] = []
    /// The path, in device space, y up.
    var devicePath = CGMutablePath()
    /// From text space to user space. It is no part of the state: saving and restoring do not change it.
    public var textMatrix = CGAffineTransform.identity

    /// From device space, y up, to pixels, y down.
    let deviceToPixels: CGAffineTransform
    /// The matrix before any concatenation.
    let baseMatrix: CGAffineTransform
    /// Whether gradients are dithered by the tile's columns in the order that repeats after 64 pixels (`DitherTile`).
    package var hasWideDither = false
    /// Whether colours are ignored: this context draws a cell of an uncoloured pattern.
    let ignoresColors: Bool
    /// The colour space of the pixels.
    let pixelSpace: CGColorSpace
    let bitmap: ContextBitmap?
    /// The pixels of a CALayer; nil in other contexts.
    let store: StorePixels?
    /// Records operations for later, instead of drawing them; nil when the context draws directly.
    var recorder: DrawingRecorder?
    /// Clips that the redrawing of a layer sets; nothing removes them.
    var baseClips: [ClipPath] = []

    /// Width, in pixels.
    public let width: Int
    /// Height, in pixels.
    public let height: Int

    /// Makes a context that draws into memory.
    ///
    /// Supported formats have 8 bits per component. Red, green and blue have 32 bits per pixel in either byte order,
    /// with an alpha that is premultiplied or skipped, first or last. Gray has no alpha; alpha may be alone.
    ///
    /// - Parameters:
    ///   - data: The memory, top row first, which must outlive the context; nil: the context allocates memory.
    ///   - width: Width, in pixels.
    ///   - height: Height, in pixels.
    ///   - bitsPerComponent: The size of a component, in bits: 8.
    ///   - bytesPerRow: The distance between the starts of two rows, in bytes; 0 without `data`: a suitable distance.
    ///   - space: The colour space of the pixels, in which colours are mixed, too.
    ///   - bitmapInfo: A `CGImageAlphaInfo` and a byte order.
    /// - Returns: nil when the format is unsupported, or the rows do not fit.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        unsafe self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// Makes a context that draws into memory, and calls a function when the memory is no longer needed.
    ///
    /// Otherwise as the initialiser without the function. The function is called if `data` is not nil, after the
    /// context and all images that share its pixels are released.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32, releaseCallback: CGBitmapContextReleaseDataCallback?,
        releaseInfo: UnsafeMutableRawPointer?
    ) {
        let release: () -> Void = { unsafe releaseCallback?(releaseInfo, data) }
        let bitmap = unsafe ContextBitmap(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, info: CGBitmapInfo(rawValue: bitmapInfo), release: release)
        guard let bitmap else { return nil }
        self.init(
            canvas: bitmap.canvas, bitmap: bitmap, width: width, height: height, space: space,
            baseMatrix: .identity, ignoresColors: false)
    }

    /// Makes a context with memory of its own and a user space that differs from its pixels' space. UIKit's contexts
    /// begin with points, y down.
    ///
    /// - Parameter baseMatrix: From user space to pixels, y up. Offsets of shadows and patterns are in that user
    ///   space.
    package convenience init?(
        width: Int, height: Int, space: CGColorSpace, bitmapInfo: UInt32, baseMatrix: CGAffineTransform
    ) {
        let bitmap = unsafe ContextBitmap(
            data: nil, width: width, height: height, bitsPerComponent: 8, bytesPerRow: 0, space: space,
            info: CGBitmapInfo(rawValue: bitmapInfo), release: {})
        guard let bitmap else { return nil }
        self.init(
            canvas: bitmap.canvas, bitmap: bitmap, width: width, height: height, space: space, baseMatrix: baseMatrix,
            ignoresColors: false)
    }

    /// Makes a context that draws into a canvas.
    init(
        canvas: PixelCanvas, bitmap: ContextBitmap?, width: Int, height: Int, space: CGColorSpace,
        baseMatrix: CGAffineTransform, ignoresColors: Bool
    ) {
        (pixels, bounds, self.bitmap, self.width, self.height) = (canvas, canvas.bounds, bitmap, width, height)
        store = nil
        (pixelSpace, self.baseMatrix, self.ignoresColors) = (space, baseMatrix, ignoresColors)
        deviceToPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
        state = GraphicsState(matrix: baseMatrix)
    }

    /// Makes a context that draws into a layer's pixels, which are made when something is drawn.
    init(store: StorePixels, baseMatrix: CGAffineTransform) {
        (self.store, bitmap, width, height) = (store, nil, store.width, store.height)
        bounds = DeviceRect(minX: 0, minY: 0, maxX: store.width, maxY: store.height)
        (pixelSpace, self.baseMatrix, ignoresColors) = (.sharedSRGB, baseMatrix, false)
        deviceToPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(store.height))
        state = GraphicsState(matrix: baseMatrix)
    }

    // MARK: The bitmap

    /// An image of the current pixels; later drawing does not change the image.
    ///
    /// The image shares the context's memory until the context is drawn into. Memory that the client can write to,
    /// because the client passed it or read `data`, is copied immediately.
    ///
    /// nil in a context without a bitmap, such as a pattern's.
    public func makeImage() -> CGImage? { bitmap?.makeImage() }

    /// The memory of the bitmap; nil in a context without a bitmap.
    public var data: UnsafeMutableRawPointer? {
        guard let bitmap else { return nil }
        bitmap.share()
        return unsafe bitmap.memory.start
    }

    /// The size of a component, in bits; 0 in a context without a bitmap.
    public var bitsPerComponent: Int { bitmap == nil ? 0 : 8 }
    /// The size of a pixel, in bits; 0 in a context without a bitmap.
    public var bitsPerPixel: Int { (bitmap?.format.pixelSize ?? 0) * 8 }
    /// The distance between the starts of two rows, in bytes; 0 in a context without a bitmap.
    public var bytesPerRow: Int { bitmap?.bytesPerRow ?? 0 }
    /// The colour space of the pixels; nil where there is only alpha.
    public var colorSpace: CGColorSpace? { bitmap?.format == .alpha ? nil : pixelSpace }
    /// The position of the alpha.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }
    /// The position of the alpha, and the byte order.
    public var bitmapInfo: CGBitmapInfo { bitmap?.info ?? [] }

    /// Completes pending drawing. Drawing is never pending here.
    public func flush() {}

    /// Makes finished drawing visible in the memory. It is always visible here.
    public func synchronize() {}

    // MARK: The state

    /// Saves the state, to be restored by `restoreGState()`; the path is no part of the state.
    public func saveGState() { savedStates.append(state) }

    /// Restores the state saved last. Nothing happens without a state saved since the innermost layer began.
    public func restoreGState() {
        guard savedStates.count > (layers.last?.savedCount ?? 0), let last = savedStates.popLast() else { return }
        state = last
    }

    /// From user space to device space.
    public var ctm: CGAffineTransform { state.matrix }

    /// Scales user space: points of later drawing are scaled before the current matrix applies.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.matrix = state.matrix.scaledBy(x: sx, y: sy) }

    /// Moves the origin of user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.matrix = state.matrix.translatedBy(x: tx, y: ty) }

    /// Rotates user space. *Units*: radians, from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.matrix = state.matrix.rotated(by: angle) }

    /// Transforms user space: points of later drawing are transformed before the current matrix applies.
    public func concatenate(_ transform: CGAffineTransform) { state.matrix = transform.concatenating(state.matrix) }

    /// From user space to device space in pixels: the current matrix.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.matrix }

    /// Converts a point from user space to device space.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.matrix) }
    /// Converts a displacement from user space to device space.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.matrix) }
    /// The smallest axis-aligned rectangle of device space around a rectangle of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.matrix) }
    /// Converts a point from device space to user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.matrix.inverted()) }
    /// Converts a displacement from device space to user space.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.matrix.inverted()) }
    /// The smallest axis-aligned rectangle of user space around a rectangle of device space.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.matrix.inverted()) }

    /// Sets the line width; lines of width 0 are not drawn. *Space*: user space at the time of stroking.
    public func setLineWidth(_ width: CGFloat) { state.lineWidth = Double(width) }
    /// Sets the shape of the ends of open lines.
    public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }
    /// Sets the shape of corners.
    public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }
    /// Sets the largest mitre length, in line widths; a corner with a longer mitre is bevelled.
    public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = Double(limit) }

    /// Sets the dash pattern: lengths that are drawn and skipped in turn, and the distance into the pattern at which
    /// lines begin.
    ///
    /// An empty array makes lines solid. *Space*: user space at the time of stroking.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        (state.dashPhase, state.dashLengths) = (Double(phase), lengths.map { Double($0) })
    }

    /// Sets the flatness of curves. Without effect: curves are accurate to a twentieth of a pixel.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = Double(flatness) }
    /// Sets the alpha that all drawing is multiplied by, from 0 to 1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? min(max(Double(alpha), 0), 1) : 1 }
    /// Sets how drawing mixes with the pixels under it.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
    /// Sets whether edges are antialiased, if the context allows it.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }
    /// Sets whether the context allows antialiasing; this is no part of the state.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { allowsAntialias = allowsAntialiasing }

    /// How images are smoothed when they are scaled.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    var allowsAntialias = true

    /// Whether edges are antialiased.
    var antialiases: Bool { allowsAntialias && state.shouldAntialias }
}

/// The state that drawing uses, and that is saved and restored.
struct GraphicsState {
    /// From user space to device space.
    var matrix: CGAffineTransform
    var lineWidth = 1.0
    var lineCap = CGLineCap.butt
    var lineJoin = CGLineJoin.miter
    var miterLimit = 10.0
    var dashPhase = 0.0
    var dashLengths: [Double] = []
    var flatness = 0.5
    var alpha = 1.0
    var blendMode = CGBlendMode.normal
    var shouldAntialias = true
    var interpolationQuality = CGInterpolationQuality.default
    var fill = Paint.color(.black)
    var stroke = Paint.color(.black)
    var fillSpace = CGColorSpace.sharedGray
    var strokeSpace = CGColorSpace.sharedGray
    var patternPhase = CGSize.zero
    var shadow: Shadow?
    var text = TextState()
    /// Outlines of the clip; masks apply after all outlines.
    var clips: [ClipPath] = []
    var masks: [CanvasPaint] = []

    init(matrix: CGAffineTransform) { self.matrix = matrix }
}

/// The paint of fills or strokes.
enum Paint {
    case color(CGColor)
    case pattern(CGPattern, tint: CGColor?, alpha: Double)
}

/// A soft copy under all drawing.
struct Shadow {
    /// The offset. *Space*: the context's base space, before any concatenation.
    var offset: CGSize
    /// Twice the standard deviation of the Gaussian. *Space*: as for the offset.
    var blur: Double
    var color: CGColor
}
