import Dispatch
import MicaBase
import MicaRaster
import MicaTrace
import Synchronization

/// The pixels that a layer is drawn into; they persist from one drawing to the next.
///
/// There are no pixels until something is drawn. A drawing changes the pixels directly, or is recorded and drawn on
/// another thread. Drawings of one store are drawn in the order in which they ended.
package final class LayerStore {
    /// The most pixels along a side: a limit of graphics cards.
    package static let sideLimit = 16_384
    /// The most pixels of a store: 128 MiB. It shares them with the picture that is shown. If that is still shown when
    /// the layer is drawn again, both take as much.
    package static let areaLimit = 1 << 25

    /// Width, in pixels.
    package let width: Int
    /// Height, in pixels.
    package let height: Int

    private let pixels: StorePixels
    // Most stores draw nothing on another thread.
    private lazy var queue = DispatchQueue(label: "mica.layer-store")
    /// Whether anything was drawn or recorded.
    package private(set) var hasPixels = false
    /// Whether a recorded drawing may be unfinished.
    private var isBusy = false

    /// Makes a store without pixels.
    ///
    /// - Parameters:
    ///   - isOpaque: Whether there is no alpha; undrawn pixels are then black.
    ///   - isGray: Whether a pixel is one byte of gray, without alpha.
    /// - Precondition: both sides are 1 to `sideLimit`.
    package init(width: Int, height: Int, isOpaque: Bool = false, isGray: Bool = false) {
        requires(
            width >= 1 && height >= 1 && width <= Self.sideLimit && height <= Self.sideLimit,
            "a layer cannot be drawn into \(width) x \(height) pixels")
        (self.width, self.height) = (width, height)
        pixels = StorePixels(width: width, height: height, isOpaque: isOpaque, isGray: isGray)
    }

    /// Draws once into new pixels, on any thread; nil when the function draws nothing.
    ///
    /// Nothing is stored for a later drawing.
    ///
    /// - Parameters:
    ///   - width: Width, in pixels.
    ///   - height: Height, in pixels.
    ///   - matrix: From the space of the drawing to the pixels, y up from the lower left corner.
    package static func bitmap(
        width: Int, height: Int, isOpaque: Bool = false, isGray: Bool = false, matrix: CGAffineTransform,
        _ draw: (CGContext) -> Void
    ) -> Bitmap? {
        let store = LayerStore(width: width, height: height, isOpaque: isOpaque, isGray: isGray)
        let context = store.begin(nil, matrix: matrix, isRecorded: false)
        draw(context)
        return store.end(context)?.bitmap()
    }

    /// A picture that is drawn when its pixels are needed, and drawn again after a cache dropped them; nil when the
    /// function draws nothing.
    ///
    /// The function is called once, immediately, and its drawing is recorded. Parameters as in
    /// `bitmap(width:height:isOpaque:isGray:matrix:_:)`.
    package static func deferredImage(
        width: Int, height: Int, isOpaque: Bool = false, isGray: Bool = false, matrix: CGAffineTransform,
        cache: ImageCache, _ draw: (CGContext) -> Void
    ) -> ImageResource? {
        let store = LayerStore(width: width, height: height, isOpaque: isOpaque, isGray: isGray)
        let context = store.begin(nil, matrix: matrix, isRecorded: true)
        draw(context)
        while !context.layers.isEmpty { context.endTransparencyLayer() }
        defer { context.close() }
        guard let recorder = context.recorder, !recorder.isEmpty else { return nil }
        let drawing = DeferredDrawing(recorder, matrix: matrix)
        return ImageResource(width: width, height: height, isOpaque: store.pixels.isOpaque, cache: cache) {
            drawing.bitmap(width: width, height: height, isOpaque: isOpaque, isGray: isGray)
        }
    }

    /// The number of drawings finished on another thread.
    package var replayCount: Int { pixels.replays.load(ordering: .acquiring) }

    /// Begins a drawing.
    ///
    /// - Parameters:
    ///   - parts: The pixels to clear and redraw, as rectangles that do not overlap; nil for all. Other pixels do not
    ///     change.
    ///   - matrix: From the space of the drawing to the pixels, y up from the lower left corner.
    ///   - isRecorded: Whether operations are recorded, and drawn on another thread after the end.
    package func begin(_ parts: [DeviceRect]?, matrix: CGAffineTransform, isRecorded: Bool) -> CGContext {
        if !isRecorded { finish() }
        let context = CGContext(store: pixels, baseMatrix: matrix)
        if isRecorded { context.recorder = DrawingRecorder() }
        let all = DeviceRect(minX: 0, minY: 0, maxX: width, maxY: height)
        if let parts {
            context.baseClips = [ClipPath(path: Path(parts), rule: .winding, antialias: false)]
            context.state.clips = context.baseClips
        }
        if hasPixels, parts == nil, !isRecorded {
            pixels.clear()
        } else if hasPixels {
            let paint = PreparedPaint(pattern: CanvasPaint(red: 0, green: 0, blue: 0, alpha: 1))
            context.draw(.fill(Path(parts ?? [all]), .winding), paint, mode: .clear, shadow: nil)
        }
        return context
    }

    /// Ends a drawing, and returns the picture; nil when nothing was ever drawn.
    ///
    /// The context draws nothing from then on. The pixels of a recorded drawing are available when they are first
    /// read.
    package func end(_ context: CGContext) -> ImageResource? {
        while !context.layers.isEmpty { context.endTransparencyLayer() }
        defer { context.close() }
        guard let recorder = context.recorder else {
            hasPixels = pixels.isMade
            return hasPixels ? ImageResource(bitmap: pixels.makeBitmap()) : nil
        }
        guard !recorder.isEmpty else {
            finish()
            return hasPixels ? ImageResource(bitmap: pixels.makeBitmap()) : nil
        }
        (hasPixels, isBusy) = (true, true)
        let job = ReplayJob(recorder, pixels, matrix: context.baseMatrix)
        queue.async { job.run() }
        let queue = queue
        return ImageResource(width: width, height: height, isOpaque: pixels.isOpaque) {
            queue.sync {}
            return job.result
        }
    }

    /// Waits for drawings on another thread.
    package func finish() {
        guard isBusy else { return }
        queue.sync {}
        isBusy = false
    }
}

extension CGContext {
    /// Makes the context draw nothing from now on, even if the program still holds it.
    fileprivate func close() { (bounds, recorder) = (.empty, nil) }
}

/// A recorded drawing, and its picture.
// Safe because: the recorder and the store's pixels are used by one job at a time, on the store's serial queue. The
// recording thread releases the recorder, and touches the pixels only after waiting for the queue.
private final class ReplayJob: @unchecked Sendable {
    private var recorder: DrawingRecorder?
    private let pixels: StorePixels
    private let matrix: CGAffineTransform
    private let picture = Mutex<Bitmap?>(nil)

    init(_ recorder: DrawingRecorder, _ pixels: StorePixels, matrix: CGAffineTransform) {
        (self.recorder, self.pixels, self.matrix) = (recorder, pixels, matrix)
    }

    func run() {
        recorder?.replay(into: CGContext(store: pixels, baseMatrix: matrix))
        recorder = nil
        let drawn = pixels.makeBitmap()
        picture.withLock { $0 = drawn }
        pixels.replays.add(1, ordering: .releasing)
    }

    /// The picture, after the queue has finished the job.
    var result: Bitmap {
        picture.withLock { $0 } ?? Bitmap(width: pixels.width, height: pixels.height)
    }
}

/// A recorded drawing that is drawn whenever its pixels are needed.
// Safe because: the recorder does not change after init, and `bitmap` is called by one thread at a time: the image
// resource that owns the drawing calls it under its lock.
private final class DeferredDrawing: @unchecked Sendable {
    private let recorder: DrawingRecorder
    private let matrix: CGAffineTransform

    init(_ recorder: DrawingRecorder, matrix: CGAffineTransform) { (self.recorder, self.matrix) = (recorder, matrix) }

    func bitmap(width: Int, height: Int, isOpaque: Bool, isGray: Bool) -> Bitmap {
        let pixels = StorePixels(width: width, height: height, isOpaque: isOpaque, isGray: isGray)
        recorder.replay(into: CGContext(store: pixels, baseMatrix: matrix))
        return pixels.makeBitmap()
    }
}

extension Path {
    /// A path of rectangles of whole pixels, which do not overlap.
    fileprivate init(_ parts: [DeviceRect]) {
        self.init()
        for part in parts {
            append(
                Path(
                    rectangle: Box(
                        x: Double(part.minX), y: Double(part.minY), width: Double(part.width),
                        height: Double(part.height))))
        }
    }
}
