import MicaGeometry

/// A place to draw: pixels, and a state of colours, lines, clips and a transformation.
///
/// *Space*: user space is the device's at first: points are pixels, the origin is the bottom left corner, y points up.
/// Every operation takes points of user space as the matrix then is. A context belongs to one thread at a time.
public final class CGContext {
    /// The pixels that are drawn into now; a transparency layer's while there is one. A layer's are made when they are
    /// first wanted.
    var canvas: CairoCanvas {
        get {
            if let pixels { return pixels }
            guard let store else { preconditionFailure("a context that only keeps operations has no pixels") }
            let made = store.bitmap.canvas
            pixels = made
            return made
        }
        set { pixels = newValue }
    }
    /// The same; nil before they are wanted.
    var pixels: CairoCanvas?
    /// Where there are pixels to draw into now: nowhere without Cairo, which is opened when a layer's are first asked for.
    var bounds: DeviceRect {
        get { pixels == nil && store != nil && !CairoCanvas.isCairoThere ? .empty : extent }
        set { extent = newValue }
    }
    /// The same, where there is Cairo: what drawing code is told in any case, as an empty clip is no number.
    private(set) var extent: DeviceRect
    /// The state that drawing looks at.
    var state: GraphicsState
    /// The states that were saved.
    var savedStates: [GraphicsState] = []
    /// The layers that were begun, outermost first.
    var layers: [TransparencyLayer] = []
    /// The path, in device space.
    var devicePath = CGMutablePath()
    /// From text space to user space; no part of the state, so that saving and restoring leave it.
    public var textMatrix = CGAffineTransform.identity

    /// From device space, y up, to pixels, y down.
    let deviceToPixels: CGAffineTransform
    /// The matrix before anything was concatenated to it.
    let baseMatrix: CGAffineTransform
    /// Whether colours are those that came with the pattern, whose cell this context draws.
    let ignoresColors: Bool
    /// The space of the pixels' colours.
    let pixelSpace: CGColorSpace
    let bitmap: ContextBitmap?
    /// The pixels of a layer; nil in other contexts.
    let store: StorePixels?
    /// Takes down what is drawn, instead of drawing it; nil when it is drawn.
    var recorder: DrawingRecorder?
    /// The limits that a layer's redrawing sets; nothing lifts them.
    var baseClips: [ClipPath] = []

    /// Width, in pixels.
    public let width: Int
    /// Height, in pixels.
    public let height: Int

    /// Makes a context that draws into memory.
    ///
    /// The formats are those of 8 bits in a component: red, green and blue in 32 bits with an alpha that is premultiplied
    /// or skipped, first or last, in either order of bytes; gray without alpha; alpha alone.
    ///
    /// - Parameters:
    ///   - data: The memory, top row first, which stays as long as the context; nil: the context has its own.
    ///   - width: Width, in pixels.
    ///   - height: Height, in pixels.
    ///   - bitsPerComponent: The size of each number in a pixel: 8.
    ///   - bytesPerRow: The distance from the start of a row to that of the next; 0 without `data`: whatever suits.
    ///   - space: The space of the pixels' colours, in which they are mixed, too.
    ///   - bitmapInfo: A `CGImageAlphaInfo` and an order of bytes.
    /// - Returns: nil when the format is none of these, or the rows do not fit.
    public convenience init?(
        data: UnsafeMutableRawPointer?, width: Int, height: Int, bitsPerComponent: Int, bytesPerRow: Int,
        space: CGColorSpace, bitmapInfo: UInt32
    ) {
        unsafe self.init(
            data: data, width: width, height: height, bitsPerComponent: bitsPerComponent, bytesPerRow: bytesPerRow,
            space: space, bitmapInfo: bitmapInfo, releaseCallback: nil, releaseInfo: nil)
    }

    /// Makes a context that draws into memory, and calls a function when it no longer does.
    ///
    /// As the other initialiser; the function is called when `data` was given, once the context and the images that still
    /// share its pixels are gone.
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

    /// Makes a context with memory of its own whose user space begins as another than its pixels': UIKit's begin with points,
    /// y down.
    ///
    /// - Parameter baseMatrix: from user space to pixels, y up. Shadows and patterns are placed in the space that it is from.
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
        canvas: CairoCanvas, bitmap: ContextBitmap?, width: Int, height: Int, space: CGColorSpace,
        baseMatrix: CGAffineTransform, ignoresColors: Bool
    ) {
        (pixels, extent, self.bitmap, self.width, self.height) = (canvas, canvas.bounds, bitmap, width, height)
        store = nil
        (pixelSpace, self.baseMatrix, self.ignoresColors) = (space, baseMatrix, ignoresColors)
        deviceToPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(height))
        state = GraphicsState(matrix: baseMatrix)
    }

    /// Makes a context that draws into the pixels of a layer, which are made when something is drawn.
    init(store: StorePixels, baseMatrix: CGAffineTransform) {
        (self.store, bitmap, width, height) = (store, nil, store.width, store.height)
        extent = DeviceRect(minX: 0, minY: 0, maxX: store.width, maxY: store.height)
        (pixelSpace, self.baseMatrix, ignoresColors) = (.sharedSRGB, baseMatrix, false)
        deviceToPixels = CGAffineTransform(a: 1, b: 0, c: 0, d: -1, tx: 0, ty: CGFloat(store.height))
        state = GraphicsState(matrix: baseMatrix)
    }

    /// Whether a program wanted to draw, and could not for lack of Cairo.
    package static var lacksCairo: Bool { CairoCanvas.isMissed.load(ordering: .relaxed) }

    // MARK: The bitmap

    /// The pixels as they are now, as an image that later drawing does not change.
    ///
    /// The image shares the context's own memory until the context is drawn into; where the client can write to the
    /// memory, because it is the client's or was asked for by `data`, it is copied at once.
    ///
    /// nil in a context without a bitmap, such as a pattern's.
    public func makeImage() -> CGImage? { bitmap?.makeImage() }

    /// The memory that is drawn into; nil in a context without a bitmap.
    public var data: UnsafeMutableRawPointer? {
        guard let bitmap else { return nil }
        bitmap.share()
        return unsafe bitmap.memory.start
    }

    /// The size of each number in a pixel, in bits; 0 in a context without a bitmap.
    public var bitsPerComponent: Int { bitmap == nil ? 0 : 8 }
    /// The size of a pixel, in bits; 0 in a context without a bitmap.
    public var bitsPerPixel: Int { (bitmap?.format.pixelSize ?? 0) * 8 }
    /// The distance from the start of a row to that of the next, in bytes; 0 in a context without a bitmap.
    public var bytesPerRow: Int { bitmap?.bytesPerRow ?? 0 }
    /// The space of the pixels' colours; nil where there is only alpha.
    public var colorSpace: CGColorSpace? { bitmap?.format == .alpha ? nil : pixelSpace }
    /// Where the alpha is.
    public var alphaInfo: CGImageAlphaInfo { bitmapInfo.alphaInfo ?? .none }
    /// Where the alpha is and in what order the bytes come.
    public var bitmapInfo: CGBitmapInfo { bitmap?.info ?? [] }

    /// Ends what drawing may have put off; nothing has been.
    public func flush() { pixels?.flush() }

    /// Makes what was drawn visible in the memory; it is already.
    public func synchronize() { pixels?.flush() }

    // MARK: The state

    /// Puts the state aside, to be taken up again by `restoreGState()`; the path is no part of it.
    public func saveGState() { savedStates.append(state) }

    /// Takes up the state that was saved last; nothing when there is none, or none since a layer was begun.
    public func restoreGState() {
        guard savedStates.count > (layers.last?.savedCount ?? 0), let last = savedStates.popLast() else { return }
        state = last
    }

    /// From user space to device space.
    public var ctm: CGAffineTransform { state.matrix }

    /// Makes user space larger: what is drawn next is scaled first.
    public func scaleBy(x sx: CGFloat, y sy: CGFloat) { state.matrix = state.matrix.scaledBy(x: sx, y: sy) }

    /// Moves the origin of user space.
    public func translateBy(x tx: CGFloat, y ty: CGFloat) { state.matrix = state.matrix.translatedBy(x: tx, y: ty) }

    /// Turns user space. *Units*: radians, from the x axis towards the y axis.
    public func rotate(by angle: CGFloat) { state.matrix = state.matrix.rotated(by: angle) }

    /// Transforms user space: what is drawn next is transformed so first.
    public func concatenate(_ transform: CGAffineTransform) { state.matrix = transform.concatenating(state.matrix) }

    /// From user space to device space, whose units are pixels: the same as the matrix here.
    public var userSpaceToDeviceSpaceTransform: CGAffineTransform { state.matrix }

    /// A point of user space in device space.
    public func convertToDeviceSpace(_ point: CGPoint) -> CGPoint { point.applying(state.matrix) }
    /// A displacement of user space in device space.
    public func convertToDeviceSpace(_ size: CGSize) -> CGSize { size.applying(state.matrix) }
    /// The smallest upright rectangle of device space around one of user space.
    public func convertToDeviceSpace(_ rect: CGRect) -> CGRect { rect.applying(state.matrix) }
    /// A point of device space in user space.
    public func convertToUserSpace(_ point: CGPoint) -> CGPoint { point.applying(state.matrix.inverted()) }
    /// A displacement of device space in user space.
    public func convertToUserSpace(_ size: CGSize) -> CGSize { size.applying(state.matrix.inverted()) }
    /// The smallest upright rectangle of user space around one of device space.
    public func convertToUserSpace(_ rect: CGRect) -> CGRect { rect.applying(state.matrix.inverted()) }

    /// Sets the width of lines; lines of no width are not drawn. *Space*: user space when the line is drawn.
    public func setLineWidth(_ width: CGFloat) { state.lineWidth = Double(width) }
    /// Sets how open lines end.
    public func setLineCap(_ cap: CGLineCap) { state.lineCap = cap }
    /// Sets how lines meet.
    public func setLineJoin(_ join: CGLineJoin) { state.lineJoin = join }
    /// Sets the largest length of a mitre, in line widths; a longer one becomes a bevel.
    public func setMiterLimit(_ limit: CGFloat) { state.miterLimit = Double(limit) }

    /// Sets the lengths of a line that are drawn and left out in turn, and how far into them a line begins.
    ///
    /// No lengths: a solid line. *Space*: user space when the line is drawn.
    public func setLineDash(phase: CGFloat, lengths: [CGFloat]) {
        (state.dashPhase, state.dashLengths) = (Double(phase), lengths.map { Double($0) })
    }

    /// Sets how far from a curve its lines may be; without influence, curves are within a twentieth of a pixel.
    public func setFlatness(_ flatness: CGFloat) { state.flatness = Double(flatness) }
    /// Sets what all drawing is multiplied by, from 0 to 1.
    public func setAlpha(_ alpha: CGFloat) { state.alpha = alpha.isFinite ? min(max(Double(alpha), 0), 1) : 1 }
    /// Sets how what is drawn mixes with what is there.
    public func setBlendMode(_ mode: CGBlendMode) { state.blendMode = mode }
    /// Sets whether pixels at the edge are covered by parts, where the context allows it.
    public func setShouldAntialias(_ shouldAntialias: Bool) { state.shouldAntialias = shouldAntialias }
    /// Sets whether the context allows that pixels are covered by parts; it is no part of the state.
    public func setAllowsAntialiasing(_ allowsAntialiasing: Bool) { allowsAntialias = allowsAntialiasing }

    /// How images that are drawn at another size are smoothed.
    public var interpolationQuality: CGInterpolationQuality {
        get { state.interpolationQuality }
        set { state.interpolationQuality = newValue }
    }

    var allowsAntialias = true

    /// Whether pixels at the edge are covered by parts.
    var antialiases: Bool { allowsAntialias && state.shouldAntialias }
}

/// What drawing looks at, and what is saved and restored.
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
    /// What limits drawing; an image limits after all outlines did.
    var clips: [ClipPath] = []
    var masks: [CairoPattern] = []

    init(matrix: CGAffineTransform) { self.matrix = matrix }
}

/// What is filled or stroked with.
enum Paint {
    case color(CGColor)
    case pattern(CGPattern, tint: CGColor?, alpha: Double)
}

/// A soft copy under everything that is drawn.
struct Shadow {
    /// Where it lies. *Space*: that of the context before anything was concatenated.
    var offset: CGSize
    /// Twice the standard deviation of the Gaussian that softens it. *Space*: as for the offset.
    var blur: Double
    var color: CGColor
}
