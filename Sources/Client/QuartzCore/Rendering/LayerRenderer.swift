import CoreGraphics
import Foundation
import MicaCPU
import MicaFrame
import MicaPixels
import MicaRaster
import MicaServer
import MicaSurface
import MicaWire
import MicaWorkers

/// Draws a tree of layers without a screen, at any time, into images and files.
///
/// One of the few public names that Apple does not have. The renderer is the driver of its tree: it has a virtual clock
/// that starts at 0, which `CACurrentMediaTime()` reads in code that it calls, and it runs completion blocks, delegates
/// and scheduled code when their time comes. What it records are the tree's commits, so that any time up to now can be
/// drawn again, in any order, with the same bytes.
///
/// *Units*: points, seconds, and pixels per point for `scale`.
public final class LayerRenderer {
    /// The tree's root.
    public let layer: CALayer
    /// The size of the view that the layer is shown in, in points; the layer is fitted into it with its proportions kept,
    /// and centred.
    public let size: CGSize
    /// Pixels per point.
    public let scale: CGFloat
    /// What lies behind the layer; nil is transparent.
    public var background: CGColor?
    /// How many refreshes a second the virtual display has, greater than zero: display links fire at them as time moves on,
    /// whatever frames are drawn, so that every frame looks the same in whatever order frames are drawn.
    public var refreshRate = 60.0
    /// The virtual time that the tree has come to, in seconds.
    public private(set) var time: CFTimeInterval = 0

    /// The kernels that draw; they make no difference to any pixel.
    package var kernels: PixelKernels {
        get { compositor.kernels }
        set { compositor.kernels = newValue }
    }

    private let compositor: CPUCompositor
    /// Whether frames wait for the tiles that they show. Without waiting a frame shows what has come by then, and what
    /// later ones show depends on how fast tiles are drawn.
    package var waitsForTiles = true
    private(set) package lazy var tiles = TileDriver(context)
    var tileProgress = TileProgress()
    let player: ScenePlayer
    let context: LayerContext
    private let connection: LocalConnection
    private var arrived: [ClientMessage] = []
    private var heard: [ServerMessage] = []
    private var surface: Bitmap
    private var shown: RenderServer?
    private var notices = RenderNotices()
    private var scheduled: [(time: Double, order: Int, body: () -> Void)] = []
    private var scheduleCount = 0
    /// The refresh that comes next, counted from time 0.
    private var nextRefresh = 0.0

    /// Makes a renderer of a tree.
    ///
    /// - Parameters:
    ///   - layer: The root of the tree; its own position does not matter, what it shows begins at its bounds.
    ///   - size: The view's size in points; nil takes the layer's.
    ///   - scale: Pixels per point. The picture has `ceil(size * scale)` pixels.
    ///   - threads: How many threads draw; nil takes one for each core. The bytes are the same for any number.
    /// - Precondition: the layer has no superlayer, is drawn by no other renderer, and the picture has 1 to 2^28 pixels.
    public convenience init(layer: CALayer, size: CGSize? = nil, scale: CGFloat = 1, threads: Int? = nil) {
        self.init(layer: layer, size: size, scale: scale, threads: threads, encodes: false)
    }

    /// The same, with commits optionally going through their encoded form.
    package init(layer: CALayer, size: CGSize?, scale: CGFloat, threads: Int?, encodes: Bool) {
        let size = size ?? layer.bounds.size
        let (width, height) = (Double(size.width * scale).rounded(.up), Double(size.height * scale).rounded(.up))
        precondition(
            width >= 1 && height >= 1 && width * height <= Double(1 << 28),
            "a picture of \(width) x \(height) pixels cannot be drawn")
        (self.layer, self.size, self.scale) = (layer, size, scale)
        surface = Bitmap(width: Int(width), height: Int(height))
        let workers = WorkerPool(workers: threads ?? ProcessInfo.processInfo.activeProcessorCount)
        compositor = CPUCompositor(pool: workers)
        let connection = LocalConnection(encodes: encodes)
        self.connection = connection
        context = MediaClock.with(time: 0) { LayerContext(root: layer, connection: connection) }
        player = ScenePlayer(context: context.id, workers: workers)
    }

    deinit {
        context.invalidate()
    }

    /// The picture's width, in pixels.
    package var pixelWidth: Int { surface.width }
    /// The picture's height, in pixels.
    package var pixelHeight: Int { surface.height }

    // MARK: Time

    /// Runs code at a virtual time, as if the program did it then: its changes animate from there on.
    ///
    /// - Precondition: the time has not passed yet.
    public func schedule(at time: CFTimeInterval, _ body: @escaping () -> Void) {
        precondition(time >= self.time, "\(time) s has passed already: the tree is at \(self.time) s")
        scheduled.append((time, scheduleCount, body))
        scheduleCount += 1
    }

    /// Moves the virtual time on: commits what has changed, and runs in order all that happens up to then.
    ///
    /// A time that has passed changes nothing.
    public func advance(to time: CFTimeInterval) {
        commit()
        while let next = nextEvent(), next <= time {
            self.time = max(self.time, next)
            runEvents()
        }
        if time > self.time {
            self.time = time
            MediaClock.with(time: time) { context.deliverEvents(at: time) }
            commit()
        }
    }

    private func commit() {
        MediaClock.with(time: time) {
            CATransaction.flush()
            if TransactionStack.current.runCompletions() { CATransaction.flush() }
        }
        exchange()
    }

    /// Takes the commits that were sent into the recording, has the server apply them, and hears what it says of them: at
    /// once, so that it does not matter which frames are drawn.
    func exchange() {
        while takeCommits() {
            connection.send(player.server(at: time))
            connection.receive(into: &heard)
            for message in heard { hear(message) }
            heard.removeAll(keepingCapacity: true)
        }
    }

    /// Takes what was sent into the recording; false when there was nothing.
    private func takeCommits() -> Bool {
        connection.receive(into: &arrived)
        guard !arrived.isEmpty else { return false }
        for case .commit(_, let number, let commit) in arrived {
            player.record(commit, at: commit.time, number: number)
        }
        arrived.removeAll(keepingCapacity: true)
        return true
    }

    private func hear(_ message: ServerMessage) {
        switch message {
        case .refused(_, let number, let error):
            MediaClock.with(time: time) { context.commitRefused(number, error, at: time) }
        case .note(_, let note): notices.tell(note)
        case .applied, .presented, .tilesWanted, .nextChange: break
        }
    }

    private func nextEvent() -> Double? {
        let timer = scheduled.map { $0.time }.min()
        return [timer, context.nextEnd(after: time), nextRefreshTime(), nextTileTime()].compactMap { $0 }.min()
    }

    /// When the next refresh is that display links or drawn animations wait for; nil when none is running.
    private func nextRefreshTime() -> Double? {
        guard displayLinks.contains(where: { $0.isRunning }) || context.hasRedrawingAnimations else { return nil }
        while nextRefresh / refreshRate < time {
            nextRefresh = max(nextRefresh + 1, (time * refreshRate).rounded(.down))
        }
        return nextRefresh / refreshRate
    }

    /// The display links of this thread that no other driver has; they are this one's from now on.
    private var displayLinks: [CADisplayLink] {
        let links = ThreadState.current.displayLinks.filter { $0.driver == nil || $0.driver === self }
        for link in links { link.driver = self }
        return links
    }

    private func refreshLinks() {
        guard let refresh = nextRefreshTime(), refresh <= time else { return }
        let links = displayLinks
        nextRefresh += 1
        for link in links { link.refresh(at: refresh, rate: refreshRate) }
        context.redrawAnimated(at: refresh)
    }

    private func runEvents() {
        let due = scheduled.filter { $0.time <= time }.sorted { ($0.time, $0.order) < ($1.time, $1.order) }
        scheduled.removeAll { $0.time <= time }
        MediaClock.with(time: time) {
            context.deliverEvents(at: time)
            refreshLinks()
            for entry in due { entry.body() }
        }
        commit()
        refreshTiles()
    }

    // MARK: Drawing

    /// The picture at a time; a time after `time` moves the tree on to it first.
    public func image(at time: CFTimeInterval) -> CGImage { CGImage(bitmap: bitmap(at: time)) }

    /// The pixels at a time; a time after `time` moves the tree on to it first.
    package func bitmap(at time: Double) -> Bitmap {
        compositor.draw(frame(at: time), into: &surface)
        return surface
    }

    /// What is drawn at a time; a time after `time` moves the tree on to it first.
    package func frame(at time: Double) -> Frame {
        advance(to: time)
        deliverTiles()
        let server = player.server(at: time)
        server.waitsForTiles = waitsForTiles
        if shown !== server {
            server.invalidate()
            shown = server
        }
        func frame(of server: RenderServer) -> Frame {
            server.frame(
                at: time, width: surface.width, height: surface.height, rootTransform: rootTransform,
                background: background.map { PixelColor($0.value).premultiplied() } ?? 0)
        }
        let frame = completed(frame(of: server), of: server, at: time, frame(of:))
        connection.send(server)
        connection.receive(into: &heard)
        for message in heard { hear(message) }
        heard.removeAll(keepingCapacity: true)
        return frame
    }

    /// From the space around the root layer to pixels: its frame without its transform is fitted into the view.
    var rootTransform: Homography {
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

extension ServerConnection {
    /// Sends what a server has to say.
    func send(_ server: RenderServer) {
        var messages: [ServerMessage] = []
        server.takeMessages(into: &messages)
        for message in messages { send(message) }
    }
}
