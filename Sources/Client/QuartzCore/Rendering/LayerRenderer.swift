import CoreGraphics
import Foundation
import MicaCPU
import MicaCompositor
import MicaFrame
import MicaGL
import MicaGeometry
import MicaHosting
import MicaOverlays
import MicaPixels
import MicaReference
import MicaResources
import MicaServer
import MicaSurface
import MicaWire
import MicaWorkers

/// Draws a tree of layers without a screen, at any time, into images and files.
///
/// One of the few public names that Apple does not have. The renderer is the driver of its tree: it has a virtual
/// clock, and runs completion blocks, delegates and scheduled code when they are due. It records the tree's commits, so
/// that any time up to now can be drawn again, in any order, with the same bytes.
///
/// Times count from 0 when the renderer is made. While it exists, `CACurrentMediaTime()` reads its clock in all code of
/// its thread. Those media times continue from the last one that the thread read before, or from 0 if it read none. See
/// docs/clocks.md.
///
/// *Units*: points, seconds, and pixels per point for `scale`.
public final class LayerRenderer {
    /// The root of the tree.
    public let layer: CALayer
    /// The size in points of the view that shows the layer. The layer is scaled to fit into it, with its proportions,
    /// and centred.
    public private(set) var size: CGSize
    /// Pixels per point.
    public private(set) var scale: CGFloat
    /// The colour behind the layer; nil is transparent.
    public var background: CGColor?
    /// The refreshes a second of the virtual display, greater than zero. Display links fire at the refreshes as time
    /// advances, whichever frames are drawn, so the order of drawing does not change any frame.
    public var refreshRate: Double {
        get { pump.refreshRate }
        set { pump.refreshRate = newValue }
    }
    /// The current virtual time of the tree, in seconds.
    public var time: CFTimeInterval { clock.time }

    /// The pixel kernels that draw. The choice does not change any pixel.
    package var kernels = PixelKernels.best {
        didSet { if kernels != oldValue { host.output = makeOutput() } }
    }

    /// The backend that draws. Frames of one tree may use several backends in turn. A backend that this machine does
    /// not have (`Backend.unavailability`) is replaced by `cpu`.
    public var backend = Backend.cpu {
        didSet { if backend != oldValue { host.output = makeOutput() } }
    }

    /// Apple's debug options: colours over pictures that show the costs of drawing. Options in the process's
    /// environment (such as CA_COLOR_OPAQUE=1) are on from the beginning.
    public var debugOptions: LayerDebugOptions {
        get { (host.overlay as? DebugOverlay).map { LayerDebugOptions($0.options) } ?? [] }
        set {
            if newValue != debugOptions { host.setOverlay(newValue.isEmpty ? nil : DebugOverlay(newValue.overlays)) }
        }
    }

    /// A way of drawing frames.
    public enum Backend: String, Sendable, CaseIterable {
        /// Threads of the processor; fast, with the same bytes on every machine.
        case cpu
        /// The simplest way, pixel by pixel in double precision. It takes hundreds of times as long, and is the
        /// reference for the other backends.
        case reference
        /// OpenGL ES 3.0 through EGL, without a window. Its pixels are within stated differences of the reference's.
        /// libEGL and libGLESv2 are opened at the first use.
        case gl
        /// `gl` if OpenGL is implemented in hardware, otherwise `cpu`: software implementations of OpenGL are slower
        /// than `cpu`.
        case auto
    }

    /// Whether frames show the result of `render(in:)` of the tree's presentation in an image context of UIKit's,
    /// instead of a screen's. Such frames show the tree's current time, so they can only be drawn forwards.
    package var drawsAsContext = false {
        didSet { if drawsAsContext != oldValue { host.output = makeOutput() } }
    }
    /// Whether frames wait for the tiles that they show. Otherwise a frame shows the tiles that have arrived, and later
    /// frames depend on how fast tiles are drawn.
    package var waitsForTiles = true {
        didSet { pump.answersWantedTiles = !waitsForTiles }
    }
    /// Draws the tree's tiles on other threads.
    package var tiles: TileDriver { pump.tiles }
    var tileProgress = TileProgress()
    let clock: VirtualClock
    /// The tree, which sends its commits through the connection.
    package let context: LayerContext
    let pump: ClientPump
    /// Plays the recording of the tree.
    package let player: ScenePlayer
    let host: SceneHost
    private var surface: BitmapSurface
    private let workers: WorkerPool
    private var scheduled: [(time: Double, order: Int, body: () -> Void)] = []
    private var scheduleCount = 0
    /// The inputs of a person, with their times.
    package private(set) var inputs: [(time: Double, line: String)] = []

    /// Makes a renderer of a tree.
    ///
    /// - Parameters:
    ///   - layer: the root of the tree. Its own position does not matter; the picture begins at its bounds.
    ///   - size: the size of the view in points; nil stands for the layer's.
    ///   - scale: pixels per point. The picture has `ceil(size * scale)` pixels, where up to a fiftieth of a pixel is
    ///     ignored.
    ///   - threads: the number of threads that draw; nil stands for one per core. The bytes are the same for any
    ///     number.
    /// - Precondition: the layer has no superlayer, is drawn by no other renderer, and the picture has 1 to 2^28
    ///   pixels.
    public convenience init(layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, threads: Int? = nil) {
        self.init(layer: layer, size: size, scale: scale, threads: threads, encodes: false)
    }

    /// Makes a renderer whose messages may be encoded and decoded.
    ///
    /// - Parameter clientEnd: wraps the client's end of the connection, for example to send messages to another
    ///   receiver too.
    package init(
        layer: CALayer, size: CGSize?, scale: CGFloat, threads: Int?, encodes: Bool,
        clientEnd: (any Connection) -> any Connection = { $0 }
    ) {
        let size = size ?? layer.bounds.size
        let (width, height) = Self.pixelSize(of: size, scale: scale)
        precondition(
            width >= 1 && height >= 1 && width * height <= Double(1 << 28),
            "a picture of \(width) x \(height) pixels cannot be drawn")
        (self.layer, self.size, self.scale) = (layer, size, scale)
        workers = WorkerPool(workers: threads ?? ProcessInfo.processInfo.activeProcessorCount)
        surface = BitmapSurface(width: Int(width), height: Int(height), scale: Double(scale))
        let connection = LocalConnection(encodes: encodes)
        let clock = VirtualClock()
        self.clock = clock
        let end = clientEnd(connection)
        context = clock.run { LayerContext(root: layer, connection: end, clock: clock) }
        pump = ClientPump(context: context, connection: end)
        player = ScenePlayer(context: context.id, workers: workers)
        host = SceneHost(
            context: context.id, connection: connection, source: player,
            output: Self.makeOutput(.cpu, workers, .best, .linear, surface))
    }

    deinit {
        context.invalidate()
    }

    /// Changes the size and scale of the view: pictures have the new pixels from now on, also pictures of earlier
    /// times.
    ///
    /// - Precondition: the picture has 1 to 2^28 pixels.
    package func resize(to size: CGSize, scale: CGFloat) {
        let (width, height) = Self.pixelSize(of: size, scale: scale)
        precondition(
            width >= 1 && height >= 1 && width * height <= Double(1 << 28),
            "a picture of \(width) x \(height) pixels cannot be drawn")
        (self.size, self.scale) = (size, scale)
        surface = BitmapSurface(width: Int(width), height: Int(height), scale: Double(scale))
        host.output = makeOutput()
    }

    /// The width of the picture, in pixels.
    package var pixelWidth: Int { surface.width }
    /// The height of the picture, in pixels.
    package var pixelHeight: Int { surface.height }

    private func makeOutput() -> any FrameOutput {
        Self.makeOutput(backend, workers, kernels, drawsAsContext ? .context : .linear, surface)
    }

    private static func makeOutput(
        _ backend: Backend, _ workers: WorkerPool, _ kernels: PixelKernels,
        _ interpolation: CompositorTraits.Interpolation,
        _ surface: BitmapSurface
    ) -> any FrameOutput {
        // Only the CPU compositors can sample images between pixels as `render(in:)` does.
        switch interpolation == .linear ? backend.resolved : backend.resolved == .reference ? .reference : .cpu {
        case .gl:
            guard let device = try? GLDevice.shared.get() else {
                return makeOutput(.cpu, workers, kernels, interpolation, surface)
            }
            return SurfaceOutput(GLCompositor(device: device) { CPUCompositor(pool: workers) }, surface)
        case .cpu, .auto:
            let compositor = CPUCompositor(pool: workers)
            compositor.kernels = kernels
            if interpolation == .context {
                compositor.traits = .context(at: .empty)
            }
            return SurfaceOutput(compositor, surface)
        case .reference: return SurfaceOutput(ReferenceCompositor(), surface)
        }
    }

    /// Draws several frames before it reads the first; nil for other backends than OpenGL.
    func makeReader() -> GLFrameReader? {
        guard backend.resolved == .gl, !drawsAsContext, let device = try? GLDevice() else { return nil }
        return GLFrameReader(device, width: surface.width, height: surface.height, scale: surface.scale)
    }

    // MARK: Time

    /// Runs code at a virtual time, as if the program ran it then: its changes animate from that time.
    ///
    /// A past time, or NaN, stands for the current time of the tree.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        scheduled.append((time >= self.time ? time : self.time, scheduleCount, body))
        scheduleCount += 1
    }

    /// Advances the virtual time: commits changes, and runs all events up to the time in order.
    ///
    /// A past time changes nothing.
    public func advance(to time: CFTimeInterval) {
        commit()
        while let next = nextEvent(), next <= time {
            clock.time = max(self.time, next)
            runEvents()
        }
        if time > self.time {
            clock.time = time
            clock.run { context.deliverEvents(at: time) }
            commit()
        }
    }

    /// Advances the virtual time to a picture without drawing the past. Layers that are drawn again at each refresh,
    /// such as text layers with animated text, are drawn only for the last refresh.
    ///
    /// All other events happen as in `advance(to:)`; if the tree's thread has display links, all events do. Pictures at
    /// this time and later are the same. In pictures of the skipped times, such layers show their earlier contents.
    ///
    /// *Complexity*: that of the events on the way, independent of the time; `advance(to:)` draws such layers sixty
    /// times a second.
    public func jump(to time: CFTimeInterval) {
        pump.drawsFrom = time.isFinite ? time : -.infinity
        defer { pump.drawsFrom = -.infinity }
        advance(to: time)
    }

    private func commit() {
        noteView()
        clock.run { pump.commit() }
        exchange()
    }

    /// Records in the tree's capture how the tree is viewed.
    private func noteView() { if let capture = context.capture { capture.note(view, at: time) } }

    /// The size, scale, transform and background with which the tree is viewed.
    package var view: CaptureView {
        let back = background.map { PixelColor($0.value) } ?? .clear
        return CaptureView(
            width: pixelWidth, height: pixelHeight, scale: Double(scale), rootTransform: rootTransform,
            background: SIMD4(back.red, back.green, back.blue, back.alpha))
    }

    /// Records a person's input to the window that shows the tree, as a line of a script without its time.
    package func noteInput(_ line: String) {
        inputs.append((time, line))
        context.capture?.note(.input(line, at: time))
    }

    /// Records the sent messages, lets the server apply them, and handles its answers. This happens at once, so that
    /// the result does not depend on which frames are drawn.
    func exchange() {
        while host.take() {
            host.report(of: host.server(at: time))
            clock.run { pump.hear(at: time) }
        }
    }

    private func nextEvent() -> Double? {
        let timer = scheduled.map { $0.time }.min()
        return [timer, pump.nextEvent(after: time), nextTileTime()].compactMap { $0 }.min()
    }

    private func runEvents() {
        let due = scheduled.filter { $0.time <= time }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        scheduled.removeAll { $0.time <= time }
        TransactionStack.current.asTurn {
            clock.run {
                pump.run(at: time)
                for entry in due { entry.body() }
            }
            commit()
        }
        refreshTiles()
    }

    // MARK: Drawing

    /// The picture at a time. A time after `time` advances the tree first.
    public func image(at time: CFTimeInterval) -> CGImage { CGImage(bitmap: bitmap(at: time)) }

    /// Makes pictures the output again, if a reader was.
    func stopReading() { if host.output is GLFrameReader { host.output = makeOutput() } }

    /// Draws the frame at a time onto an output that the caller reads.
    func draw(at time: Double, onto output: any FrameOutput) {
        if host.output !== output { host.output = output }
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
    }

    /// The pixels at a time. A time after `time` advances the tree first.
    package func bitmap(at time: Double) -> Bitmap {
        stopReading()
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
        return surface.bitmap
    }

    /// The frame at a time. A time after `time` advances the tree first.
    package func frame(at time: Double) -> Frame {
        advance(to: time)
        deliverTiles()
        host.rootTransform = rootTransform
        host.background = background.map { PixelColor($0.value) } ?? .clear
        if drawsAsContext {
            let frame = contextFrame()
            host.output.note(frame)
            return frame
        }
        host.server(at: time).waitsForTiles = waitsForTiles
        let frame = completed(host.frame(at: time), at: time)
        host.report(of: host.server(at: time))
        clock.run { pump.hear(at: self.time) }
        return frame
    }

    /// The frame that `render(in:)` of the presentation draws, fitted into the view as by a layer around it.
    private func contextFrame() -> Frame {
        let (h, state) = (rootTransform, layer.state)
        let (b, a) = (state.bounds, state.anchorPoint)
        // From the layer's own space to the space around it, without its transform.
        let (x, y) = (state.position.x - b.minX - a.x * b.width, state.position.y - b.minY - a.y * b.height)
        let around = CGAffineTransform(a: h.a, b: h.b, c: h.c, d: h.d, tx: h.tx, ty: h.ty)
        return clock.run {
            let shown = layer.presentation() ?? layer
            return shown.contextFrame(
                width: pixelWidth, height: pixelHeight,
                toPixels: CGAffineTransform(translationX: x, y: y).concatenating(around),
                traits: ContextTraits(base: around), background: host.background)
        }
    }

    /// The front-most layer at a point of the view, in points from its top left corner.
    ///
    /// - Parameter presented: whether layers count where animations show them now.
    /// - Returns: a layer of the tree, never a presentation layer.
    package func hitTest(_ point: CGPoint, presented: Bool) -> CALayer? {
        let pixel = CGPoint(x: point.x * scale, y: point.y * scale)
        guard let around = rootTransform.inverse?.converted(pixel) else { return nil }
        return clock.run {
            let root = presented ? layer.presentation() ?? layer : layer
            return root.hitTest(around)?.model()
        }
    }

    /// The time of the tree at a media time, in seconds.
    package func treeTime(ofMediaTime time: CFTimeInterval) -> CFTimeInterval { clock.treeTime(ofMediaTime: time) }

    /// From the space around the root layer to pixels: fits the layer's frame, without its transform, into the view.
    package var rootTransform: Homography {
        let state = layer.state
        let (w, h) = (Double(state.bounds.width), Double(state.bounds.height))
        let left = Double(state.position.x) - Double(state.anchorPoint.x) * w
        let top = Double(state.position.y) - Double(state.anchorPoint.y) * h
        var fit = 1.0
        if w > 0, h > 0 { fit = min(Double(size.width) / w, Double(size.height) / h) }
        let s = Double(scale) * fit
        let dx = (Double(size.width) - w * fit) / 2 * Double(scale)
        let dy = (Double(size.height) - h * fit) / 2 * Double(scale)
        return Homography(a: s, b: 0, c: 0, d: s, tx: dx - left * s, ty: dy - top * s)
    }
}
