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
    /// The tree as a screen shows it; nil where there is none, and the window is drawn into memory.
    private let shown: (id: RemoteID, tree: ExportedTree)?
    private var target: BitmapSurface
    private let compositor: CPUCompositor

    init(number: UInt32, _ context: ContextID, _ surface: ServedSurface, _ parts: ServiceParts) {
        (self.number, self.context, self.surface, self.parts) = (number, context, surface, parts)
        if parts.screen != nil {
            let id = RemoteID(rawValue: .random(in: 1 ... .max))
            let tree = ExportedTree(context: context, fences: parts.fences)
            shown = parts.directory.add(tree, id, for: ProcessLink.port) ? (id, tree) : nil
        } else {
            shown = nil
        }
        let news = news
        server = RenderServer(context: context, workers: parts.workers)
        server.showRemotes(of: parts.directory) { news.set() }
        target = BitmapSurface(width: surface.width, height: surface.height, scale: surface.scale)
        compositor = CPUCompositor(pool: parts.workers)
        host = SceneHost(
            context: context, connection: connection,
            source: LiveScene(server, fences: parts.fences, clock: parts.clock) { news.set() },
            output: SurfaceOutput(compositor, target))
        host.refreshRate = parts.options.rate
        host.capture = parts.options.captures.map { CaptureLog.writing(to: "\($0)/\(number).micacapture") }
        apply()
        showOnScreen()
    }

    deinit { leaveScreen() }

    private var hasLeft = false

    /// Takes it off the screen; nothing else is done with it any more.
    func leaveScreen() {
        guard let shown, !hasLeft else { return }
        hasLeft = true
        parts.directory.remove(shown.id)
        parts.screen?.close(number)
    }

    /// Whether it has so many layers that letting go of them takes long.
    var isLarge: Bool { layerCount > Self.growth }

    private func showOnScreen() { if let shown { parts.screen?.show(number, shown.id, surface) } }

    /// Whether frames are drawn when somebody asks for one alone.
    private var isOnRequest: Bool { surface.isOnRequest || shown != nil }

    /// What was drawn last.
    var picture: Bitmap { aside?.picture ?? target.bitmap }
    var layerCount: Int { aside?.layers ?? server.tree.count }
    var animationCount: Int { aside?.animations ?? server.tree.animationCount }
    var tree: RenderServer { server }

    /// Takes another surface.
    func change(to surface: ServedSurface) {
        self.surface = surface
        take.isWanted = true
        due = -.infinity
        showOnScreen()
    }

    /// Whether the window has not taken over its surface yet (of many changes in a row the last counts), and when it took the last one.
    private var take = (isWanted: false, last: -Double.infinity)

    /// When the next may be: its memory is new each time, and of many in a row most are in no frame. Infinity for none.
    private var surfaceDue: Double { take.isWanted ? take.last + 0.5 / parts.options.rate : .infinity }

    private func takeSurface(at now: Double) {
        guard take.isWanted else { return }
        take = (false, now)
        if (surface.width, surface.height, surface.scale) != (target.width, target.height, target.scale) {
            target = BitmapSurface(width: surface.width, height: surface.height, scale: surface.scale)
            host.output = SurfaceOutput(compositor, target)
        }
        apply()
        host.invalidate()
    }

    private func apply() {
        host.rootTransform = surface.rootTransform
        host.background = PixelColor(premultiplied: surface.background)
        server.waitsForTiles = surface.waitsForTiles
        guard let capture = host.capture else { return }
        let back = PixelColor(premultiplied: surface.background)
        let view = CaptureView(
            width: surface.width, height: surface.height, scale: surface.scale, rootTransform: surface.rootTransform,
            background: SIMD4(back.red, back.green, back.blue, back.alpha))
        capture.note(view, at: parts.clock.now)
    }

    /// Takes what the client has sent of the tree, and applies it at once: the next may be merged until then.
    func take(_ message: ClientMessage) {
        host.capture?.note(message)
        if case .commit(_, _, let commit) = message, commit.created.count > Self.growth, parts.drawsAside, shown == nil
        {
            return takeAside(message)
        }
        // Within the process messages are handed over as they are, so that none is refused.
        try? connection.send(message)
        host.take()
        server.applyWaitingCommits()
        host.report(of: server)
        due = -.infinity
        guard let tree = shown?.tree else { return }
        switch message {
        case .commit(_, let number, let commit): tree.receive(commit, number: number, at: parts.clock.now)
        case .tiles(_, let number, let time, let tiles):
            tree.receive(Commit(tiles, at: time), number: number, at: parts.clock.now)
        case .close, .put, .drop: break
        }
    }

    /// Whether others have made something of it that was not looked at.
    var hasNews: Bool { news.isSet }

    /// Whether it is to be looked at.
    func isDue(at now: Double) -> Bool { !isAside && (due <= now || hasNews) }

    /// Draws if something is due.
    func step(at now: Double) {
        news.clear()
        if surfaceDue <= now { takeSurface(at: now) }
        // What the client waits for does not wait for a frame.
        if host.takeNews(at: now) { host.report(of: server) }
        if let tree = shown?.tree { tree.advance(to: now) }
        guard !isOnRequest else { return due = min(host.newsDeadline, shown?.tree.deadline ?? .infinity) }
        guard now >= rest else { return due = rest }
        let count = server.tree.count
        let isHeavy = lastCost > parts.options.quota.frameTime || count > lastCount + Self.growth
        lastCount = count
        if isHeavy, parts.drawsAside { return stepAside() }
        let before = host.presentedFrames
        due = min(host.step(parts.clock), surfaceDue)
        if host.presentedFrames > before { note(cost: parts.clock.now - now, at: now) }
    }

    /// Notes what a frame has taken that was begun at a time.
    private func note(cost: Double, at now: Double) {
        frames += 1
        frameSeconds += cost
        lastCost = cost
        if cost > parts.options.quota.frameTime {
            rest = now + 4 * cost
            due = max(due, rest)
        }
    }

    // MARK: On another thread

    /// How many layers more than at the frame before make a frame that may take long.
    private static let growth = 2000
    private var lastCost = 0.0, lastCount = 0
    /// What is known of it while another thread draws it.
    private var aside: Aside?

    /// Whether another thread draws it: nothing of it may be touched that the drawing touches.
    var isAside: Bool { aside != nil }

    private struct Aside {
        let picture: Bitmap
        let layers: Int, animations: Int
        let result: AsideResult
    }

    /// Hands it to the thread beside for one step.
    private func stepAside() {
        runAside { work in
            let (shown, began) = (work.host.presentedFrames, work.clock.now)
            let due = work.host.step(work.clock)
            return AsideResult.Step(
                due: due, began: began, cost: work.host.presentedFrames > shown ? work.clock.now - began : nil)
        }
    }

    /// Has what the client has sent applied on the thread beside.
    private func takeAside(_ message: ClientMessage) {
        runAside { work in
            try? work.connection.send(message)
            work.host.take()
            work.server.applyWaitingCommits()
            work.host.report(of: work.server)
            return AsideResult.Step(due: -.infinity, began: 0, cost: nil)
        }
    }

    private func runAside(_ body: @escaping @Sendable (AsideWork) -> AsideResult.Step) {
        let result = AsideResult()
        aside = Aside(picture: target.bitmap, layers: layerCount, animations: animationCount, result: result)
        due = .infinity
        let work = AsideWork(host: host, server: server, connection: connection, clock: parts.clock)
        let event = parts.event
        parts.aside.run {
            let step = body(work)
            result.value.withLock { $0 = step }
            event.signal()
        }
    }

    /// Takes it back if the other thread is done.
    func finishAside() {
        guard let step = aside?.result.value.withLock({ $0 }) else { return }
        aside = nil
        due = min(step.due, surfaceDue)
        if let cost = step.cost { note(cost: cost, at: step.began) }
    }

    /// The picture at a time, which may be any: drawn for whoever asks, so that what the window shows, and when, does not depend on it.
    func picture(at time: Double) -> Bitmap {
        takeSurface(at: parts.clock.now)
        let own = BitmapSurface(width: target.width, height: target.height, scale: surface.scale)
        if host.takeNews(at: parts.clock.now) {
            host.report(of: server)
            due = -.infinity
        }
        host.drawSeparately(at: time, onto: SurfaceOutput(CPUCompositor(pool: parts.workers), own))
        return own.bitmap
    }

    /// Takes out what the client is to hear.
    func takeMessages(into messages: inout [ServerMessage]) {
        connection.receive(into: &messages)
        guard let tree = shown?.tree else { return }
        var said: [ServerMessage] = []
        tree.takeMessages(into: &said)
        // What is applied, and what is refused, the server here says.
        for message in said {
            if case .tilesWanted = message { messages.append(message) }
        }
    }
}

/// Whether others have made something of a window: what it shows of them, or what it waited for.
final class NewsFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
    func clear() { flag.store(false, ordering: .releasing) }
}

/// What another thread draws.
// Safe because: the service's thread touches none of it until the result is there, but for the connection, which is for any thread.
private struct AsideWork: @unchecked Sendable {
    let host: SceneHost
    let server: RenderServer
    let connection: LocalConnection
    let clock: any FrameClock
}

/// What has come of it.
private final class AsideResult: Sendable {
    struct Step {
        let due: Double, began: Double
        /// Of the frame; nil where none was drawn.
        let cost: Double?
    }
    let value = Mutex<Step?>(nil)
}
