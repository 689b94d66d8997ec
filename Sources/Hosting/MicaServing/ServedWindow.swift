import MicaCPU
import MicaCompositor
import MicaFrame
import MicaHosting
import MicaResources
import MicaServer
import MicaSocket
import MicaWire
import MicaWorkers

/// One tree of a client and what it is shown in.
///
/// It belongs to the service's thread.
final class ServedWindow {
    /// What the service's users name it by.
    let number: UInt32
    let context: ContextID
    private(set) var surface: ServedSurface
    /// When it is to be looked at again. *Units*: seconds of the monotonic clock.
    var due = -Double.infinity
    /// Its last frame took longer than it may: none before this time.
    private var rest = -Double.infinity
    /// How many frames were drawn, and the seconds of all of them.
    private(set) var frames = 0, frameSeconds = 0.0

    private let connection = LocalConnection()
    private let server: RenderServer
    private let host: SceneHost
    private let workers: WorkerPool
    private var target: BitmapSurface
    private let clock = MonotonicClock()
    private let capture: CaptureLog?

    init(
        number: UInt32, _ context: ContextID, _ surface: ServedSurface, _ options: ServiceOptions, _ workers: WorkerPool
    ) {
        (self.number, self.context, self.surface, self.workers) = (number, context, surface, workers)
        server = RenderServer(context: context, workers: workers)
        target = BitmapSurface(width: surface.width, height: surface.height, scale: surface.scale)
        host = SceneHost(
            context: context, connection: connection, source: LiveScene(server),
            output: SurfaceOutput(CPUCompositor(pool: workers), target))
        host.refreshRate = options.rate
        capture = options.captures.map { CaptureLog.writing(to: "\($0)/\(number).micacapture") }
        host.capture = capture
        apply()
    }

    /// What was drawn last.
    var picture: Bitmap { target.bitmap }
    var layerCount: Int { server.tree.count }
    var animationCount: Int { server.tree.animationCount }
    var tree: RenderServer { server }

    /// Takes another surface.
    func change(to surface: ServedSurface) {
        let hasChanged = (surface.width, surface.height, surface.scale) != (target.width, target.height, target.scale)
        self.surface = surface
        if hasChanged {
            target = BitmapSurface(width: surface.width, height: surface.height, scale: surface.scale)
            host.output = SurfaceOutput(CPUCompositor(pool: workers), target)
        }
        apply()
        host.invalidate()
        due = -.infinity
    }

    private func apply() {
        host.rootTransform = surface.rootTransform
        host.background = PixelColor(premultiplied: surface.background)
        server.waitsForTiles = surface.waitsForTiles
        guard let capture else { return }
        let back = PixelColor(premultiplied: surface.background)
        let view = CaptureView(
            width: surface.width, height: surface.height, scale: surface.scale, rootTransform: surface.rootTransform,
            background: SIMD4(back.red, back.green, back.blue, back.alpha))
        capture.note(view, at: clock.now)
    }

    /// Takes what the client has sent of the tree, and applies it at once: the next may be merged until then.
    func take(_ message: ClientMessage) {
        capture?.note(message)
        // Within the process messages are handed over as they are, so that none is refused.
        try? connection.send(message)
        host.take()
        server.applyWaitingCommits()
        host.report(of: server)
        due = -.infinity
    }

    /// Draws if something is due.
    func step(at now: Double, _ quota: ClientQuota) {
        guard !surface.isOnRequest else { return due = .infinity }
        guard now >= rest else { return due = rest }
        let shown = host.presentedFrames
        due = host.step(clock)
        guard host.presentedFrames > shown else { return }
        let cost = clock.now - now
        frames += 1
        frameSeconds += cost
        if cost > quota.frameTime {
            rest = now + 4 * cost
            due = max(due, rest)
        }
    }

    /// The picture at a time, drawn for this alone.
    func picture(at time: Double) -> Bitmap {
        let (output, own) = (
            host.output, BitmapSurface(width: target.width, height: target.height, scale: surface.scale)
        )
        host.output = SurfaceOutput(CPUCompositor(pool: workers), own)
        host.draw(host.frame(at: time), at: time)
        host.output = output
        due = -.infinity
        return own.bitmap
    }

    /// Takes out what the client is to hear.
    func takeMessages(into messages: inout [ServerMessage]) { connection.receive(into: &messages) }
}
