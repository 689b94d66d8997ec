import CoreGraphics
import Foundation
import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaGL
import MicaHosting
import MicaOverlays
import MicaRaster
import MicaReference
import MicaServer
import MicaSurface
import MicaTrace
import MicaWire
import MicaWorkers
import QuartzCore

/// Draws a tree of layers without a screen, at any time, into images and files.
///
/// One of the few public names that Apple does not have. The renderer is the driver of its tree: it has a virtual
/// clock, and runs completion blocks, delegates and scheduled code when they are due. It records the tree's commits, so
/// that any time up to now can be drawn again, in any order, with the same bytes.
///
/// Times count from 0 when the renderer is made. While it exists, `CACurrentMediaTime()` reads its clock in all code of
/// its thread. A program that reads the time before it makes a renderer calls `makeTimeVirtual()` first. See
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
    /// advances, whichever frames are drawn, so the order of drawing does not change any frame. Another number changes
    /// nothing, and is said once on standard error.
    public var refreshRate: Double {
        get { pump.refreshRate }
        set {
            guard newValue > 0, newValue.isFinite else {
                return Notices.say("LayerRenderer.refreshRate is greater than zero; \(newValue) has no effect")
            }
            pump.refreshRate = newValue
        }
    }
    /// The current virtual time of the tree, in seconds.
    public var time: CFTimeInterval { clock.time }
    /// Whether the renderer keeps no commits of the past; false by default.
    ///
    /// A renderer keeps all that happened, so that any time up to now can be drawn again. A long-running program that
    /// draws only forwards sets this: then memory does not grow with time, and a picture of a past time shows the
    /// current one.
    public var forgetsPast = false {
        didSet { forgetPast() }
    }

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
    /// Records the run; nil when there is no capture.
    private let capture = CaptureLog.ofNewTree()
    let pump: ClientPump
    /// Plays the recording of the tree.
    package let player: ScenePlayer
    let host: SceneHost
    private var surface: BitmapSurface
    private let workers: WorkerPool
    /// The reason why the renderer makes no pictures; nil if it does. Methods that throw throw it.
    public private(set) var problem: Failure?
    /// Whether the problem is the layer's place, which no other size mends.
    private let isMisplaced: Bool
    private var scheduled: [(time: Double, order: Int, body: () -> Void)] = []
    private var scheduleCount = 0
    private var moment = EventMoment()
    /// The inputs of a person, with their times.
    package private(set) var inputs: [(time: Double, line: String)] = []

    /// Makes a renderer of a tree.
    ///
    /// - Parameters:
    ///   - layer: the root of the tree. Its own position does not matter; the picture begins at its bounds.
    ///   - size: the size of the view in points; nil means the layer's.
    ///   - scale: pixels per point. The picture has `ceil(size * scale)` pixels; a rounding error adds no pixel.
    ///   - threads: the number of threads that draw; nil means one per core. The bytes are the same for any number.
    ///
    /// A picture has 1 to 2^28 pixels, and the layer is the root of a tree that nothing else draws. Otherwise the
    /// renderer has a `problem`: the methods that throw throw it, and `image(at:)` gives one transparent pixel and
    /// prints the problem once on standard error.
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
        (self.layer, self.size, self.scale) = (layer, size, scale)
        workers = WorkerPool(workers: threads ?? WorkerPool.chosenCount ?? ProcessInfo.processInfo.activeProcessorCount)
        let misplaced = Failure(positionInTreeOf: layer)
        (isMisplaced, problem) = (misplaced != nil, misplaced ?? Failure(size: size, scale: scale))
        surface = Self.makeSurface(size, scale, isDrawn: problem == nil)
        // Another tree keeps its layer: this one's clock and scheduled code work without it.
        let root = misplaced == nil ? layer : CALayer()
        let connection = LocalConnection(encodes: encodes)
        let clock = VirtualClock()
        self.clock = clock
        let end = clientEnd(connection)
        let capture = capture
        context = clock.run { LayerContext(root: root, connection: end, clock: clock, capture: capture) }
        pump = ClientPump(context: context, connection: end)
        player = ScenePlayer(context: context.id, workers: workers)
        host = SceneHost(
            context: context.id, connection: connection, source: player,
            output: Self.makeOutput(.cpu, workers, .best, .linear, surface))
        (context.owner, context.viewScale) = (self, scale)
    }

    deinit {
        context.invalidate()
    }

    /// Changes the size and scale of the view: pictures have the new pixels from now on, also pictures of earlier
    /// times.
    ///
    /// A picture without pixels, or of more than 2^28, is a `problem` until the next change.
    package func resize(to size: CGSize, scale: CGFloat) {
        if !isMisplaced { problem = Failure(size: size, scale: scale) }
        context.viewScale = scale
        (self.size, self.scale) = (size, scale)
        surface = Self.makeSurface(size, scale, isDrawn: problem == nil)
        host.output = makeOutput()
    }

    private static func makeSurface(_ size: CGSize, _ scale: CGFloat, isDrawn: Bool) -> BitmapSurface {
        guard isDrawn else { return BitmapSurface(width: 1, height: 1, scale: 1) }
        let (width, height) = pixelSize(of: size, scale: scale)
        return BitmapSurface(width: Int(width), height: Int(height), scale: Double(scale))
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

    /// Why the tree is not drawn, as of the last commit; nil when it is drawn.
    package var refusal: CommitError? { context.refusal }

    // MARK: Time

    /// Runs code at a virtual time, as if the program ran it then: its changes animate from that time.
    ///
    /// A past time, or NaN, means the current time of the tree.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        scheduled.append((time >= self.time ? time : self.time, scheduleCount, body))
        scheduleCount += 1
    }

    /// Advances the virtual time: commits changes, and runs all events up to the time in order: ends of animations,
    /// timers and delayed blocks in virtual time, display links, scheduled code.
    ///
    /// A past time changes nothing. Work that asks for more work at the same moment without end, such as an animation
    /// of no duration that adds the next one, gets one turn in each refresh of the display after 10,000 turns, as in a
    /// window on a screen; a notice says so.
    public func advance(to time: CFTimeInterval) {
        commit()
        turnMainQueue()
        while let next = nextEvent(), next <= time {
            let allowed = moment.admit(max(self.time, next), refreshRate: refreshRate)
            guard allowed <= time else { break }
            clock.time = allowed
            runEvents()
        }
        if time > self.time {
            clock.time = time
            clock.run { context.deliverEvents(at: time) }
            commit()
        }
        forgetPast()
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

    func commit() {
        noteView()
        clock.run { pump.commit() }
        exchange()
    }

    /// Records in the tree's capture how the tree is viewed.
    private func noteView() { if let capture { capture.note(view, at: time) } }

    /// The size, scale, transform and background with which the tree is viewed.
    package var view: CaptureView {
        let back = background.map { PixelColor($0.value) } ?? .clear
        return CaptureView(
            width: pixelWidth, height: pixelHeight, scale: Double(scale), rootTransform: rootTransform,
            background: SIMD4(back.red, back.green, back.blue, back.alpha))
    }

    /// Records a person's input to the window that shows the tree, as a line of a script without its time.
    package func noteInput(_ line: String) {
        if !forgetsPast { inputs.append((time, line)) }
        capture?.note(.input(line, at: time))
    }

    /// Records the sent messages, lets the server apply them, and handles its answers. This happens at once, so that
    /// the result does not depend on which frames are drawn.
    func exchange() {
        while host.take() {
            host.report(of: host.server(at: time))
            clock.run { pump.hear(at: time) }
        }
    }

    /// The time of the next event; nil if nothing is due. *Units*: seconds of the renderer's time.
    package func nextEvent() -> Double? {
        let timer = scheduled.map { $0.time }.min()
        return [timer, pump.nextEvent(after: time), nextTileTime()].compactMap { $0 }.min()
    }

    private func runEvents() {
        let due = scheduled.filter { $0.time <= time }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        scheduled.removeAll { $0.time <= time }
        TransactionStack.current.turns.asTurn {
            clock.run {
                pump.run(at: time)
                for entry in due { entry.body() }
            }
            commit()
        }
        turnMainQueue()
        refreshTiles()
    }

    // MARK: Drawing

    /// The picture at a time. A time after `time` advances the tree first.
    ///
    /// A renderer with a `problem` gives one transparent pixel, and prints the problem once on standard error.
    public func image(at time: CFTimeInterval) -> CGImage {
        if let problem {
            advance(to: time)
            Notices.say("LayerRenderer.image(at:): \(problem)")
            return CGImage(bitmap: Bitmap(width: 1, height: 1))
        }
        return CGImage(bitmap: bitmap(at: time))
    }

    /// Makes pictures the output again, if a reader was.
    func stopReading() { if host.output is GLFrameReader { host.output = makeOutput() } }

    /// Draws the frame at a time onto an output that the caller reads.
    func draw(at time: Double, onto output: any FrameOutput) {
        if host.output !== output { host.output = output }
        let time = drawnTime(time)
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
    }

    /// The pixels at a time. A time after `time` advances the tree first.
    package func bitmap(at time: Double) -> Bitmap {
        stopReading()
        let time = drawnTime(time)
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
        return surface.bitmap
    }

    /// The frame at a time. A time after `time` advances the tree first.
    package func frame(at time: Double) -> Frame {
        advance(to: time)
        let time = drawnTime(time)
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
