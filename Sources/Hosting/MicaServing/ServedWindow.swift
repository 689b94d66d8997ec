import MicaCPU
import MicaCompositor
import MicaFrame
import MicaHosting
import MicaResources
import MicaServer
import MicaSocket
import MicaWire
import Synchronization

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
    private let parts: ServiceParts
    private let news = NewsFlag()
    private var target: BitmapSurface

    init(
        number: UInt32, _ context: ContextID, _ surface: ServedSurface, _ parts: ServiceParts
    ) {
        (self.number, self.context, self.surface, self.parts) = (number, context, surface, parts)
        let news = news
        server = RenderServer(context: context, workers: parts.workers)
        server.showRemotes(of: parts.directory) { news.set() }
        target = BitmapSurface(width: surface.width, height: surface.height, scale: surface.scale)
        host = SceneHost(
            context: context, connection: connection,
            source: LiveScene(server, fences: parts.fences, clock: parts.clock) { news.set() },
            output: SurfaceOutput(CPUCompositor(pool: parts.workers), target))
        host.refreshRate = parts.options.rate
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
            host.output = SurfaceOutput(CPUCompositor(pool: parts.workers), target)
        }
        apply()
        host.invalidate()
        due = -.infinity
    }

    private func apply() {
        host.rootTransform = surface.rootTransform
        host.background = PixelColor(premultiplied: surface.background)
        server.waitsForTiles = surface.waitsForTiles
    }

    /// Takes what the client has sent of the tree, and applies it at once: the next may be merged until then.
    func take(_ message: ClientMessage) {
        // Within the process messages are handed over as they are, so that none is refused.
        try? connection.send(message)
        host.take()
        server.applyWaitingCommits()
        host.report(of: server)
        due = -.infinity
    }

    /// Whether others have made something of it that was not looked at.
    var hasNews: Bool { news.isSet }

    /// Draws if something is due.
    func step(at now: Double) {
        news.clear()
        // What the client waits for does not wait for a frame.
        if host.takeNews(at: now) { host.report(of: server) }
        guard !surface.isOnRequest else { return due = host.newsDeadline }
        guard now >= rest else { return due = rest }
        let shown = host.presentedFrames
        due = host.step(parts.clock)
        guard host.presentedFrames > shown else { return }
        let cost = parts.clock.now - now
        frames += 1
        frameSeconds += cost
        if cost > parts.options.quota.frameTime {
            rest = now + 4 * cost
            due = max(due, rest)
        }
    }

    /// The picture at a time, which may be any: drawn for whoever asks, so that what the window shows, and when, does not depend on it.
    func picture(at time: Double) -> Bitmap {
        let own = BitmapSurface(width: target.width, height: target.height, scale: surface.scale)
        if host.takeNews(at: parts.clock.now) {
            host.report(of: server)
            due = -.infinity
        }
        host.drawSeparately(at: time, onto: SurfaceOutput(CPUCompositor(pool: parts.workers), own))
        return own.bitmap
    }

    /// Takes out what the client is to hear.
    func takeMessages(into messages: inout [ServerMessage]) { connection.receive(into: &messages) }
}

/// Whether others have made something of a window: what it shows of them, or what it waited for.
final class NewsFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
    func clear() { flag.store(false, ordering: .releasing) }
}
