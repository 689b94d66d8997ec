import MicaBase
import MicaCPU
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaHosting
import MicaServer
import MicaSocket
import MicaTrace
import MicaWire
import Synchronization

/// One tree of a client, with its surface.
///
/// It belongs to the service's thread.
final class ServedWindow {
    /// The number of the window for the service's users.
    let number: UInt32
    let context: ContextID
    private(set) var surface: ServedSurface
    /// The time of its next step. *Units*: seconds of the monotonic clock.
    var due = -Double.infinity
    /// The time before which no frame is drawn, after a frame that took longer than its quota.
    private var rest = -Double.infinity
    /// The number of drawn frames, and their total time in seconds.
    private(set) var frames = 0, frameSeconds = 0.0

    private let replies = WindowReplies()
    private let server: RenderServer
    private let host: SceneHost
    private let parts: ServiceParts
    private let news = NewsFlag()
    /// The tree for a screen to show; nil without a screen, when the window is drawn into memory.
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
            context: context, connection: replies,
            source: LiveScene(server, fences: parts.fences, clock: parts.clock) { news.set() },
            output: SurfaceOutput(compositor, target))
        host.refreshRate = parts.options.rate
        host.capture = parts.options.captures.map { CaptureLog.writing(to: "\($0)/\(number).micacapture") }
        apply()
        showOnScreen()
    }

    deinit { leaveScreen() }

    private var hasLeft = false

    /// Removes the window from the screen; it is not used afterwards.
    func leaveScreen() {
        guard let shown, !hasLeft else { return }
        hasLeft = true
        parts.directory.remove(shown.id)
        parts.screen?.close(number)
    }

    /// Whether it has so many layers that releasing them is slow.
    var isLarge: Bool { layerCount > Self.growth }

    private func showOnScreen() { if let shown { parts.screen?.show(number, shown.id, surface) } }

    /// Whether frames are drawn only on request.
    private var isOnRequest: Bool { surface.isOnRequest || shown != nil }

    /// The last drawn picture.
    var picture: Bitmap { aside?.picture ?? target.bitmap }
    var layerCount: Int { aside?.layers ?? server.tree.count }
    var animationCount: Int { aside?.animations ?? server.tree.animationCount }
    var tree: RenderServer { server }

    /// Sets another surface.
    func change(to surface: ServedSurface) {
        self.surface = surface
        take.isWanted = true
        due = -.infinity
        showOnScreen()
    }

    /// Whether a new surface has to be taken over, and when the last one was. Of many changes in a row only the last
    /// counts.
    private var take = (isWanted: false, last: -Double.infinity)

    /// The earliest time for the next surface; infinity when there is none. Each surface takes new memory, and of many
    /// in a row most are shown in no frame.
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

    /// Takes a message of the client's about the tree, and applies it at once; the client may merge later ones until
    /// then.
    func take(_ message: ClientMessage) {
        host.capture?.note(message)
        if case .commit(_, _, let commit) = message, commit.created.count > Self.growth, parts.drawsAside, shown == nil
        {
            return takeAside(message)
        }
        host.take(message)
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

    /// Whether others changed the tree since the last step.
    var hasNews: Bool { news.isSet }

    /// Whether the window has work to do.
    func isDue(at now: Double) -> Bool { !isAside && (due <= now || hasNews) }

    /// Does the window's work: draws if something is due.
    func step(at now: Double) {
        news.clear()
        if surfaceDue <= now { takeSurface(at: now) }
        // The client's acknowledgements do not wait for a frame.
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

    /// Notes the cost of a frame in seconds; `now` is the time at which it was begun.
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

    /// The increase of layers since the last frame from which a frame may be slow.
    private static let growth = 2000
    private var lastCost = 0.0, lastCount = 0
    /// The state of the window while another thread uses it.
    private var aside: Aside?

    /// Whether another thread uses it. The objects that this thread uses must not be touched then.
    var isAside: Bool { aside != nil }

    private struct Aside {
        let picture: Bitmap
        let layers: Int, animations: Int
        let result: AsideResult
    }

    /// Runs one step on the aside thread.
    private func stepAside() {
        runAside { work in
            let (shown, began) = (work.host.presentedFrames, work.clock.now)
            let due = work.host.step(work.clock)
            return AsideResult.Step(
                due: due, began: began, cost: work.host.presentedFrames > shown ? work.clock.now - began : nil)
        }
    }

    /// Applies a message of the client on the aside thread.
    private func takeAside(_ message: ClientMessage) {
        runAside { work in
            work.host.take(message)
            work.server.applyWaitingCommits()
            work.host.report(of: work.server)
            return AsideResult.Step(due: -.infinity, began: 0, cost: nil)
        }
    }

    private func runAside(_ body: @escaping @Sendable (AsideWork) -> AsideResult.Step) {
        let result = AsideResult()
        aside = Aside(picture: target.bitmap, layers: layerCount, animations: animationCount, result: result)
        due = .infinity
        let work = AsideWork(host: host, server: server, clock: parts.clock)
        let event = parts.event
        parts.aside.run {
            let step = body(work)
            result.value.withLock { $0 = step }
            event.signal()
        }
    }

    /// Takes the window back if the other thread is done.
    func finishAside() {
        guard let step = aside?.result.value.withLock({ $0 }) else { return }
        aside = nil
        due = min(step.due, surfaceDue)
        if let cost = step.cost { note(cost: cost, at: step.began) }
    }

    /// The picture at any time, drawn without an effect on which frames the window shows later, or when.
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

    /// Removes and returns the messages for the client.
    func takeMessages(into messages: inout [ServerMessage]) {
        replies.move(to: &messages)
        guard let tree = shown?.tree else { return }
        var said: [ServerMessage] = []
        tree.takeMessages(into: &said)
        // Applied and refused commits are reported by this window's own server.
        for message in said {
            if case .tilesWanted = message { messages.append(message) }
        }
    }
}

/// The messages of a window's host that its client has not been sent. Any thread may use it.
private final class WindowReplies: ServerConnection {
    private let unread = Mutex(UnreadMessages())

    func send(_ message: ServerMessage) { unread.withLock { $0.add(message) } }

    func move(to list: inout [ServerMessage]) { unread.withLock { $0.move(to: &list) } }

    /// Nothing: the service gives the host each message itself.
    func receive(into messages: inout [ClientMessage]) {}
}

/// Whether others changed a window: trees that it shows, or fences that it waited for.
final class NewsFlag: Sendable {
    private let flag = Atomic(false)

    var isSet: Bool { flag.load(ordering: .acquiring) }
    func set() { flag.store(true, ordering: .releasing) }
    func clear() { flag.store(false, ordering: .releasing) }
}

/// The objects that another thread uses to draw.
// Safe because: the service's thread uses none of them until the result is there.
private struct AsideWork: @unchecked Sendable {
    let host: SceneHost
    let server: RenderServer
    let clock: any FrameClock
}

/// The result of the work on another thread.
private final class AsideResult: Sendable {
    struct Step {
        let due: Double, began: Double
        /// The seconds that the frame took; nil when none was drawn.
        let cost: Double?
    }
    let value = Mutex<Step?>(nil)
}
