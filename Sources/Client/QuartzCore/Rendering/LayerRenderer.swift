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
/// One of the few public names that Apple does not have. The renderer is the driver of its tree: it has a virtual clock, and
/// it runs completion blocks, delegates and scheduled code when their time comes. What it records are the tree's commits,
/// so that any time up to now can be drawn again, in any order, with the same bytes.
///
/// Its times count from its making, 0. `CACurrentMediaTime()` reads the same clock, from the making on and as long as there
/// is the renderer, in all code of its thread: counted from the time that the thread was told before, or from 0 where it
/// was told none. See docs/clocks.md.
///
/// *Units*: points, seconds, and pixels per point for `scale`.
public final class LayerRenderer {
    /// The tree's root.
    public let layer: CALayer
    /// The size of the view that the layer is shown in, in points; the layer is fitted into it with its proportions kept,
    /// and centred.
    public private(set) var size: CGSize
    /// Pixels per point.
    public private(set) var scale: CGFloat
    /// What lies behind the layer; nil is transparent.
    public var background: CGColor?
    /// How many refreshes a second the virtual display has, greater than zero: display links fire at them as time moves on,
    /// whatever frames are drawn, so that every frame looks the same in whatever order frames are drawn.
    public var refreshRate: Double {
        get { pump.refreshRate }
        set { pump.refreshRate = newValue }
    }
    /// The virtual time that the tree has come to, in seconds.
    public var time: CFTimeInterval { clock.time }

    /// The kernels that draw; they make no difference to any pixel.
    package var kernels = PixelKernels.best {
        didSet { if kernels != oldValue { host.output = makeOutput() } }
    }

    /// What draws. Frames of one tree may be drawn by several, one after the other. A backend that this machine has not
    /// (`Backend.unavailability`) stands for `cpu`.
    public var backend = Backend.cpu {
        didSet { if backend != oldValue { host.output = makeOutput() } }
    }

    /// What pictures are coloured by, so that one sees what drawing them takes: Apple's debug options. What the process's environment
    /// asks for (CA_COLOR_OPAQUE=1 and its kin) is on from the beginning.
    public var debugOptions: LayerDebugOptions {
        get { (host.overlay as? DebugOverlay).map { LayerDebugOptions($0.options) } ?? [] }
        set {
            if newValue != debugOptions { host.setOverlay(newValue.isEmpty ? nil : DebugOverlay(newValue.overlays)) }
        }
    }

    /// What draws frames.
    public enum Backend: String, Sendable, CaseIterable {
        /// Threads of the processor: fast, and the same bytes on every machine.
        case cpu
        /// The plainest way, pixel by pixel in double precision, which takes hundreds of times as long: what other backends are
        /// compared with.
        case reference
        /// OpenGL ES 3.0 through EGL, without a window: pixels within stated differences of the reference's. libEGL and libGLESv2
        /// are opened when it is first used.
        case gl
        /// `gl` where it is hardware that draws, and `cpu` elsewhere: the processor's own programs for OpenGL are slower than `cpu`.
        case auto
    }

    /// Whether frames are what `render(in:)` of the tree's presentation draws into an image context of UIKit's, instead of what a
    /// screen shows. Such frames are of the time that the tree has come to: they can be drawn forwards only.
    package var drawsAsContext = false {
        didSet { if drawsAsContext != oldValue { host.output = makeOutput() } }
    }
    /// Whether frames wait for the tiles that they show. Without waiting a frame shows what has come by then, and what
    /// later ones show depends on how fast tiles are drawn.
    package var waitsForTiles = true {
        didSet { pump.answersWantedTiles = !waitsForTiles }
    }
    /// Has tiles drawn.
    package var tiles: TileDriver { pump.tiles }
    var tileProgress = TileProgress()
    let clock: VirtualClock
    /// The tree, as it is sent.
    package let context: LayerContext
    let pump: ClientPump
    /// Plays what is recorded of the tree.
    package let player: ScenePlayer
    let host: SceneHost
    private var surface: BitmapSurface
    private let workers: WorkerPool
    private var scheduled: [(time: Double, order: Int, body: () -> Void)] = []
    private var scheduleCount = 0
    /// What a person did, with its time.
    package private(set) var inputs: [(time: Double, line: String)] = []

    /// Makes a renderer of a tree.
    ///
    /// - Parameters:
    ///   - layer: The root of the tree; its own position does not matter, what it shows begins at its bounds.
    ///   - size: The view's size in points; nil takes the layer's.
    ///   - scale: Pixels per point. The picture has `ceil(size * scale)` pixels; a fiftieth of a pixel
    ///     too many is not one more.
    ///   - threads: How many threads draw; nil takes one for each core. The bytes are the same for any number.
    /// - Precondition: the layer has no superlayer, is drawn by no other renderer, and the picture has 1 to 2^28 pixels.
    public convenience init(layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, threads: Int? = nil) {
        self.init(layer: layer, size: size, scale: scale, threads: threads, encodes: false)
    }

    /// The same, with messages optionally going through their encoded form.
    ///
    /// - Parameter clientEnd: makes the client's end of the one that there is: one that tells somebody else as well, say.
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

    /// Gives the view another size, another scale, or both: pictures have other pixels from now on, also those of times before.
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

    /// The picture's width, in pixels.
    package var pixelWidth: Int { surface.width }
    /// The picture's height, in pixels.
    package var pixelHeight: Int { surface.height }

    private func makeOutput() -> any FrameOutput {
        Self.makeOutput(backend, workers, kernels, drawsAsContext ? .context : .linear, surface)
    }

    private static func makeOutput(
        _ backend: Backend, _ workers: WorkerPool, _ kernels: PixelKernels,
        _ interpolation: CompositorTraits.Interpolation,
        _ surface: BitmapSurface
    ) -> any FrameOutput {
        // What `render(in:)` draws between pixels of images the CPU compositor alone knows.
        switch interpolation == .linear ? backend.resolved : backend.resolved == .reference ? .reference : .cpu {
        case .gl:
            guard let device = try? GLDevice.shared.get() else {
                return makeOutput(.cpu, workers, kernels, interpolation, surface)
            }
            return SurfaceOutput(GLCompositor(device: device) { CPUCompositor(pool: workers) }, surface)
        case .cpu, .auto:
            let compositor = CPUCompositor(pool: workers)
            compositor.kernels = kernels
            compositor.traits.interpolation = interpolation
            return SurfaceOutput(compositor, surface)
        case .reference: return SurfaceOutput(ReferenceCompositor(), surface)
        }
    }

    /// What draws several frames before it reads the first; nil where that is another backend's matter.
    func makeReader() -> GLFrameReader? {
        guard backend.resolved == .gl, !drawsAsContext, let device = try? GLDevice() else { return nil }
        return GLFrameReader(device, width: surface.width, height: surface.height, scale: surface.scale)
    }

    // MARK: Time

    /// Runs code at a virtual time, as if the program did it then: its changes animate from there on.
    ///
    /// A time in the past, or NaN, stands for the current time of the tree.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        scheduled.append((time >= self.time ? time : self.time, scheduleCount, body))
        scheduleCount += 1
    }

    /// Moves the virtual time on: commits what has changed, and runs in order all that happens up to then.
    ///
    /// A time that has passed changes nothing.
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

    /// Moves the virtual time on to one whose picture is wanted, and whose past is not: layers that are drawn anew at each refresh, as
    /// their text is animated say, are drawn for the last refresh up to then alone.
    ///
    /// All else happens as in `advance(to:)`, and so does all of it where the tree's thread has display links. The picture at the time
    /// and those after it are the same; in pictures of the times that were passed over such layers show what they showed before.
    ///
    /// *Complexity*: what happens on the way, whatever the time is; `advance(to:)` draws such layers sixty times a second.
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

    /// Tells the tree's capture what it is looked at through.
    private func noteView() { if let capture = context.capture { capture.note(view, at: time) } }

    /// What the tree is looked at through.
    package var view: CaptureView {
        let back = background.map { PixelColor($0.value) } ?? .clear
        return CaptureView(
            width: pixelWidth, height: pixelHeight, scale: Double(scale), rootTransform: rootTransform,
            background: SIMD4(back.red, back.green, back.blue, back.alpha))
    }

    /// Notes what a person did to the window that shows the tree, as a line of a script without its time.
    package func noteInput(_ line: String) {
        inputs.append((time, line))
        context.capture?.note(.input(line, at: time))
    }

    /// Takes what was sent into the recording, has the server apply it, and hears what it says: at once, so that it does not
    /// matter which frames are drawn.
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

    /// The picture at a time; a time after `time` moves the tree on to it first.
    public func image(at time: CFTimeInterval) -> CGImage { CGImage(bitmap: bitmap(at: time)) }

    /// Draws onto pictures again.
    func stopReading() { if host.output is GLFrameReader { host.output = makeOutput() } }

    /// Draws what is at a time onto an output that somebody else reads.
    func draw(at time: Double, onto output: any FrameOutput) {
        if host.output !== output { host.output = output }
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
    }

    /// The pixels at a time; a time after `time` moves the tree on to it first.
    package func bitmap(at time: Double) -> Bitmap {
        stopReading()
        host.draw(frame(at: time), at: time)
        clock.run { pump.hear(at: self.time) }
        return surface.bitmap
    }

    /// What is drawn at a time; a time after `time` moves the tree on to it first.
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

    /// What `render(in:)` draws of the presentation, fitted into the view as by a transform of a layer around it.
    private func contextFrame() -> Frame {
        let (h, state) = (rootTransform, layer.state)
        let (b, a) = (state.bounds, state.anchorPoint)
        // From the layer's own space to the one around it, without its transform.
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

    /// The front-most layer at a point of the view, whose origin is at its top left corner.
    ///
    /// - Parameter presented: Whether layers are taken to be where animations have them now.
    /// - Returns: a layer of the tree, never a presentation layer.
    package func hitTest(_ point: CGPoint, presented: Bool) -> CALayer? {
        let pixel = CGPoint(x: point.x * scale, y: point.y * scale)
        guard let around = rootTransform.inverse?.converted(pixel) else { return nil }
        return clock.run {
            let root = presented ? layer.presentation() ?? layer : layer
            return root.hitTest(around)?.model()
        }
    }

    /// The time of the tree at a media time.
    package func treeTime(ofMediaTime time: CFTimeInterval) -> CFTimeInterval { clock.treeTime(ofMediaTime: time) }

    /// From the space around the root layer to pixels: its frame without its transform is fitted into the view.
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
