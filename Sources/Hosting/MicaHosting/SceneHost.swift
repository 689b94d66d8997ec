import MicaCompositor
import MicaFrame
import MicaGeometry
import MicaOverlays
import MicaResources
import MicaServer
import MicaTrace
import MicaWire

/// What draws one tree of layers onto one surface: the server's end of a connection, the server, and an output, which is a
/// compositor with a surface of any kind.
///
/// It is what every driver has in common, with a screen or without: `LayerRenderer` gives it a recording and a virtual
/// clock, `mica bench` one live tree, and a window a display's refreshes. A frame goes like this: `take()` takes the
/// messages that the client has sent, `frame(at:)` evaluates the tree and builds the frame with its damage, `draw(_:)`
/// draws the damage, and the client is told what was applied, shown and refused. `run(_:until:)` does so at the refreshes
/// at which something differs, and sleeps between them: the server says when the next frame differs
/// (`RenderServer.nextChange`), and a message wakes the host, or a surface that has a buffer again.
///
/// What it costs is what server and compositor cost; the host itself allocates nothing in a frame, and keeps no commit.
///
/// It belongs to one thread at a time, which need not be the client's: what crosses goes through the connection.
package final class SceneHost {
    /// The tree that it draws.
    package let context: ContextID
    /// What draws and is drawn onto; the first frame onto another one is drawn whole.
    package var output: any FrameOutput {
        didSet { invalidate() }
    }
    /// From points of the space that the root layer lies in to pixels.
    package var rootTransform = Homography.identity
    /// The pixel, premultiplied, that lies behind the layers.
    package var background = PixelColor.clear
    /// How often a second `run` may draw, where no display says.
    package var refreshRate = 60.0
    /// The display's refreshes; nil where there is none.
    package var timing: DisplayTiming?
    /// How many frames `run` has drawn.
    package private(set) var presentedFrames = 0
    /// Told of each frame that `run` has shown.
    package var didShow: ((ShownFrame) -> Void)?
    /// Adds to each frame before it is drawn; nil for none. The debug options of the process's environment are there from the beginning.
    package private(set) var overlay: (any FrameOverlay)? =
        OverlayOptions.ofProcess.isEmpty ? nil : DebugOverlay(.ofProcess)
    /// Wakes `run`: a connection gives it when it has a message, a surface when it has a buffer again.
    package let wake: WakeSignal

    private let connection: any ServerConnection
    private let source: any SceneSource
    /// What has come and was not taken, in order, and when it came.
    private var arrived: [ClientMessage] = [], arrivals: [Double] = []
    /// Whether the next frame shows all that has come.
    private var takesAll = true
    private var outgoing: [ServerMessage] = []
    private weak var shown: RenderServer?
    /// Whether what is shown may be another picture than the last one for more than its time.
    private var isStale = true
    /// The time of the last frame that was drawn.
    private var shownTime = -Double.infinity
    private var reportedChange = -Double.infinity
    /// The time of the latest commit that has come.
    private var commitTime = -Double.infinity
    /// Whether the client was asked for tiles last.
    private var wantedTiles = false
    /// When `step` first saw something that is not shown yet.
    private var noticed: Double?

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - context: the tree; messages of others are passed over.
    ///   - connection: the server's end.
    ///   - source: the recording or the live tree.
    ///   - output: what draws, and onto what.
    ///   - wake: what wakes it.
    package init(
        context: ContextID, connection: any ServerConnection, source: any SceneSource, output: any FrameOutput,
        wake: WakeSignal = WakeSignal()
    ) {
        (self.context, self.connection, self.source) = (context, connection, source)
        (self.output, self.wake) = (output, wake)
    }

    /// Takes the messages that have come; false when there were none.
    @discardableResult
    package func take() -> Bool {
        receive(at: .infinity)
        return take(arrived.count)
    }

    /// Lists what has come, by when it was sent, or by now where that is said to be later.
    private func receive(at now: Double) {
        connection.receive(into: &arrived)
        for message in arrived[arrivals.count...] {
            let sent =
                switch message {
                case .commit(_, _, let commit): commit.time
                case .tiles(_, _, let time, _): time
                case .close, .put, .drop: now
                }
            arrivals.append(sent < now ? sent : now)
        }
    }

    /// Takes the first messages of those that have come; false for none.
    private func take(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        for message in arrived[..<count] {
            switch message {
            case .commit(context, let number, let commit):
                commitTime = max(commitTime, commit.time)
                source.take(commit, number: number)
            case .tiles(context, let number, let time, let tiles):
                source.take(Commit(tiles, at: time), number: number)
            case .close(context): source.take(.closing, number: .max)
            case .commit, .tiles, .close, .put, .drop: continue
            }
            isStale = true
        }
        if count == arrived.count {
            arrived.removeAll(keepingCapacity: true)
            arrivals.removeAll(keepingCapacity: true)
        } else {
            arrived.removeFirst(count)
            arrivals.removeFirst(count)
        }
        return true
    }

    /// Tells the client what the server has to say, at a time.
    package func report(of server: RenderServer) {
        server.takeMessages(into: &outgoing)
        for message in outgoing { connection.send(message) }
        outgoing.removeAll(keepingCapacity: true)
    }

    /// The server with all that holds at a time.
    package func server(at time: Double) -> RenderServer { source.server(at: time) }

    /// What is drawn at a time, with what differs from the frame before as its damage.
    package func frame(at time: Double) -> Frame {
        take()
        return frame(ofTaken: time)
    }

    /// What is drawn at a time of what was taken.
    private func frame(ofTaken time: Double) -> Frame {
        let server = source.server(at: time)
        if shown !== server {
            server.traits = output.traits
            server.invalidate()
            shown = server
        }
        let span = TraceLog.begin(.frame)
        var frame = server.frame(
            at: time, width: output.width, height: output.height, rootTransform: rootTransform, background: background)
        span.end()
        overlay?.add(to: &frame, at: time)
        output.note(frame)
        isStale = false
        return frame
    }

    /// Draws what the surface lacks of the last frame, and tells the client that it is shown.
    ///
    /// - Returns: false when the surface had no buffer; then nothing is told, and the next frame is due at once.
    @discardableResult
    package func draw(_ frame: Frame, at time: Double) -> Bool {
        let span = TraceLog.begin(.draw)
        let isShown = output.show(frame)
        span.end()
        guard isShown else {
            isStale = true
            return false
        }
        noteShown(frame)
        shownTime = time
        guard let server = shown else { return true }
        report(of: server)
        connection.send(.presented(context, number: server.applied, at: time))
        // An empty list takes back what was wanted before.
        let wantsTiles = !server.wantedTiles.isEmpty
        if wantsTiles || wantedTiles { connection.send(.tilesWanted(context, server.wantedTiles)) }
        wantedTiles = wantsTiles
        let next = server.nextChange(from: time)
        if next != reportedChange { connection.send(.nextChange(context, at: next)) }
        reportedChange = next
        return true
    }

    /// Tells traces of a frame that was shown.
    private func noteShown(_ frame: Frame) {
        guard TraceLog.isOn else { return }
        TraceLog.instant(.presented, flow: context.rawValue << 32 | (shown?.applied ?? 0))
        TraceLog.count(.ops, frame.passes.reduce(0) { $0 + $1.ops.count })
        TraceLog.count(.passes, frame.passes.count)
        let damage = frame.damageRegion
        TraceLog.count(.damagedPixels, (0..<damage.count).reduce(0) { $0 + damage[$1].width * damage[$1].height })
        if let tree = shown?.tree { TraceLog.count(.layers, tree.count) }
    }

    /// Has something added to each frame, or nothing any more; the next frame is drawn whole.
    package func setOverlay(_ overlay: (any FrameOverlay)?) {
        self.overlay = overlay
        invalidate()
    }

    /// Has the next frame drawn as a whole, for the output that there is then.
    package func invalidate() {
        shown = nil
        (isStale, takesAll) = (true, true)
    }

    /// When the next frame differs from the one that was shown last: `now` where a message has come, else what the server and the
    /// overlay say; infinity when nothing will.
    package func nextChange(at now: Double) -> Double {
        guard !isStale else { return now }
        return min(source.server(at: now).nextChange(from: shownTime), overlay?.nextChange ?? .infinity)
    }

    /// Draws at each refresh at which something differs, and sleeps between, until a time.
    ///
    /// A virtual clock that has nothing to wait for ends it early.
    ///
    /// - Parameter goesOn: asked whenever the host is awake; false ends it.
    package func run(_ clock: some FrameClock, until end: Double, while goesOn: () -> Bool = { true }) {
        while clock.now < end {
            // Taken first: what is signalled from here on is seen at the next look.
            _ = wake.take()
            guard goesOn() else { return }
            let next = step(clock)
            guard next == -.infinity || clock.wait(until: min(end, next), or: wake) else { return }
        }
    }

    /// Takes what has come, and draws if a refresh is due at which something differs: what a driver does whenever it is awake.
    ///
    /// Refreshes are those of `timing`, or whole parts of a second, counted from 0. A frame is of the refresh's time, however
    /// late the thread woke, so that what moves evenly does so on the screen. It shows what was sent up to that refresh, and what was
    /// sent since is for the next one: a display link that sends something after each refresh has a frame for each, whichever
    /// of the two threads the refresh wakes first. After `invalidate()` it shows all that has come; it is never of a time before the
    /// last commit, whose animations would not have begun. A frame that takes longer than a refresh leaves out those that it missed.
    ///
    /// - Returns: when it is due again; -infinity for at once, infinity where nothing happens before the host is woken.
    package func step(_ clock: some FrameClock) -> Double {
        let now = clock.now
        receive(at: now)
        if isStale { noticed = noticed ?? now }
        let change = min(isStale ? noticed ?? now : nextChange(at: now), arrivals.first ?? .infinity)
        let grid = timing?.grid ?? RefreshGrid(rate: refreshRate)
        // The first refresh that is no earlier than the change, and another one than that of the last frame.
        let earliest = max(change, shownTime + 0.5 / grid.rate)
        let due = earliest < .infinity ? grid.time(grid.first(from: earliest)) : earliest
        guard due <= now else { return due }
        let refresh = max(grid.time(grid.last(upTo: now)), due)
        _ = take(takesAll ? arrivals.count : arrivals.firstIndex { $0 > refresh } ?? arrivals.count)
        let time = max(refresh, min(commitTime, now))
        guard output.isReady, draw(frame(ofTaken: time), at: time) else { return .infinity }
        takesAll = false
        presentedFrames += 1
        noticed = nil
        didShow?(ShownFrame(time: time, began: now, ended: clock.now))
        return -.infinity
    }
}

/// A frame that a host has shown.
///
/// *Units*: seconds of the host's clock.
package struct ShownFrame: Sendable {
    /// The time that the frame is of.
    package let time: Double
    /// When the host began with it, and when the surface had it.
    package let began: Double, ended: Double

    package init(time: Double, began: Double, ended: Double) {
        (self.time, self.began, self.ended) = (time, began, ended)
    }
}

extension Commit {
    /// A tree without layers.
    fileprivate static var closing: Commit {
        var commit = Commit(time: 0)
        commit.isWhole = true
        return commit
    }
}
