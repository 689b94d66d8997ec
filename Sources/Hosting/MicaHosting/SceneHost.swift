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
    package var didShow: ((ShownFrame) -> Void)? {
        get { watchers.didShow }
        set { watchers.didShow = newValue }
    }
    /// Adds to each frame before it is drawn; nil for none. The debug options of the process's environment are there from the beginning.
    package private(set) var overlay: (any FrameOverlay)? =
        OverlayOptions.ofProcess.isEmpty ? nil : DebugOverlay(.ofProcess)
    /// Writes down which frames were shown; nil where nobody wants it.
    package var capture: CaptureLog? {
        get { watchers.capture }
        set { watchers.capture = newValue }
    }
    private var watchers = Watchers()

    /// Who hears of frames that were shown.
    private struct Watchers {
        var didShow: ((ShownFrame) -> Void)?
        var capture: CaptureLog?
    }

    /// Wakes `run`: a connection gives it when it has a message, a surface when it has a buffer again.
    package let wake: WakeSignal

    private let connection: any ServerConnection
    private let source: any SceneSource
    private var arrivals = Arrivals()
    private var outgoing: [ServerMessage] = []
    private weak var shown: RenderServer?
    /// Whether what is shown may be another picture than the last one for more than its time.
    package private(set) var isStale = true
    /// The time of the last frame that was drawn.
    private var shownTime = -Double.infinity
    private var reported = Reported()
    /// The time of the latest commit that has come.
    private var commitTime = -Double.infinity
    /// When `step` first saw something that is not shown yet.
    private var noticed: Double?

    /// What has come and was not taken.
    private struct Arrivals {
        /// In order, and when each came.
        var messages: [ClientMessage] = [], times: [Double] = []
        /// Whether the next frame shows all that has come.
        var areTakenWhole = true
    }

    /// What the client was told last: when the next frame differs, and whether tiles are wanted.
    private struct Reported {
        var change = -Double.infinity
        var wantsTiles = false
    }

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
        return take(arrivals.messages.count)
    }

    /// Lists what has come, by when it was sent, or by now where that is said to be later.
    private func receive(at now: Double) {
        connection.receive(into: &arrivals.messages)
        for message in arrivals.messages[arrivals.times.count...] {
            let sent =
                switch message {
                case .commit(_, _, let commit): commit.time
                case .tiles(_, _, let time, _): time
                case .close, .put, .drop: now
                }
            arrivals.times.append(sent < now ? sent : now)
        }
    }

    /// Takes the first messages of those that have come; false for none.
    private func take(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        for index in 0..<count {
            // Taken out of the list, where a look at it would copy the commit.
            var message = ClientMessage.close(context)
            swap(&message, &arrivals.messages[index])
            switch consume message {
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
        if count == arrivals.messages.count {
            arrivals.messages.removeAll(keepingCapacity: true)
            arrivals.times.removeAll(keepingCapacity: true)
        } else {
            arrivals.messages.removeFirst(count)
            arrivals.times.removeFirst(count)
        }
        return true
    }

    /// Takes in what others have made of the tree up to a time: trees that it shows, and fences; false where nothing has changed.
    @discardableResult
    package func takeNews(at now: Double) -> Bool {
        guard let seen = source.takeNews(at: now) else { return false }
        isStale = true
        noticed = min(noticed ?? now, seen)
        return true
    }

    /// When there are news at the latest; infinity where nobody knows of any.
    package var newsDeadline: Double { source.newsDeadline }

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
        // An output may draw in another way from some frame on.
        let traits = output.traits
        if shown !== server || server.traits != traits {
            server.traits = traits
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
        if TraceLog.isOn {
            FrameUse.note(
                frame, flow: context.rawValue << 32 | (shown?.applied ?? 0), layers: shown?.tree.count ?? 0)
        }
        shownTime = time
        guard let server = shown else { return true }
        report(of: server)
        connection.send(.presented(context, number: server.applied, at: time))
        // An empty list takes back what was wanted before.
        let tiles = server.shareWantedTiles()
        let wantsTiles = !tiles.isEmpty
        if wantsTiles || reported.wantsTiles { connection.send(.tilesWanted(context, tiles)) }
        reported.wantsTiles = wantsTiles
        let next = server.nextChange(from: time)
        if next != reported.change { connection.send(.nextChange(context, at: next)) }
        reported.change = next
        return true
    }

    /// Draws the picture at a time onto an output of whoever asks for it: what is shown next, and when, does not depend on it.
    package func drawSeparately(at time: Double, onto output: any FrameOutput) {
        take()
        let frame = source.server(at: time).separateFrame(
            at: time, width: output.width, height: output.height, rootTransform: rootTransform, background: background,
            traits: output.traits)
        output.note(frame)
        _ = output.show(frame)
    }

    /// Has something added to each frame, or nothing any more; the next frame is drawn whole.
    package func setOverlay(_ overlay: (any FrameOverlay)?) {
        self.overlay = overlay
        invalidate()
    }

    /// Has the next frame drawn as a whole, for the output that there is then.
    package func invalidate() {
        shown = nil
        (isStale, arrivals.areTakenWhole) = (true, true)
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
        takeNews(at: now)
        if isStale { noticed = noticed ?? now }
        let change = min(isStale ? noticed ?? now : nextChange(at: now), arrivals.times.first ?? .infinity)
        let grid = timing?.grid ?? RefreshGrid(rate: refreshRate)
        // The first refresh that is no earlier than the change, and another one than that of the last frame.
        let earliest = max(change, shownTime + 0.5 / grid.rate)
        let due = earliest < .infinity ? grid.time(grid.first(from: earliest)) : earliest
        guard due <= now else { return min(due, newsDeadline) }
        let refresh = max(grid.time(grid.last(upTo: now)), due)
        if take(
            arrivals.areTakenWhole
                ? arrivals.times.count : arrivals.times.firstIndex { $0 > refresh } ?? arrivals.times.count)
        {
            takeNews(at: now)
        }
        let time = max(refresh, min(commitTime, now))
        guard output.isReady, draw(frame(ofTaken: time), at: time) else { return newsDeadline }
        arrivals.areTakenWhole = false
        presentedFrames += 1
        noticed = nil
        let frame = ShownFrame(time: time, began: now, ended: clock.now)
        overlay?.note(frame)
        capture?.note(.frame(at: time, began: frame.began, ended: frame.ended))
        didShow?(frame)
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
