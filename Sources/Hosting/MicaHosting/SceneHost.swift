import MicaBase
import MicaCompositor
import MicaEncoding
import MicaFrame
import MicaOverlays
import MicaServer
import MicaTrace
import MicaWire

/// Draws one tree of layers onto one surface. It consists of the server's end of a connection, the server, and an
/// output: a compositor with a surface of any kind.
///
/// All drivers use it, with or without a screen: `LayerRenderer` with a recording and a virtual clock, `mica-dev bench`
/// with one live tree, a window with a display's refreshes. The steps of a frame are: `take()` takes the client's
/// messages, `frame(at:)` evaluates the tree and builds the frame with its damage, `draw(_:)` draws the damage, and the
/// client is told what was applied, shown and refused. `run(_:until:)` does so at each refresh at which the picture
/// changes, and sleeps in between: the server knows when the next frame differs (`RenderServer.nextChange`). A message
/// wakes the host, and so does a surface with a free buffer.
///
/// The cost is that of the server and the compositor; the host itself allocates nothing in a frame, and stores no
/// commit.
///
/// It belongs to one thread at a time, which need not be the client's; the connection carries the messages.
package final class SceneHost {
    /// The identity of the tree that it draws.
    package let context: ContextID
    /// The compositor and its surface. The first frame onto a new output is drawn whole.
    package var output: any FrameOutput {
        didSet { invalidate() }
    }
    /// From points of the space that the root layer lies in to pixels.
    package var rootTransform = Homography.identity
    /// The colour behind the layers, as a premultiplied pixel.
    package var background = PixelColor.clear
    /// The most frames a second that `run` draws when `timing` is nil.
    package var refreshRate = 60.0
    /// The display's refreshes; nil when there is no display.
    package var timing: DisplayTiming?
    /// The number of frames that `run` has drawn.
    package private(set) var presentedFrames = 0
    /// Called for each frame that `run` has shown.
    package var didShow: ((ShownFrame) -> Void)? {
        get { watchers.didShow }
        set { watchers.didShow = newValue }
    }
    /// Adds ops to each frame before it is drawn; nil for none. The debug options of the environment are on from the
    /// start.
    package private(set) var overlay: (any FrameOverlay)? =
        OverlayOptions.ofProcess.isEmpty ? nil : DebugOverlay(.ofProcess)
    /// Records the shown frames; nil when there is no capture.
    package var capture: CaptureLog? {
        get { watchers.capture }
        set { watchers.capture = newValue }
    }
    private var watchers = Watchers()

    /// The receivers of shown frames.
    private struct Watchers {
        var didShow: ((ShownFrame) -> Void)?
        var capture: CaptureLog?
    }

    /// Wakes `run`: signalled by a connection with a message, and by a surface with a free buffer.
    package let wake: WakeSignal

    private let connection: any ServerConnection
    private let source: any SceneSource
    private var arrivals = Arrivals()
    private var outgoing: [ServerMessage] = []
    private weak var shown: RenderServer?
    /// Whether the picture may have changed for another reason than time.
    private var isStale = true
    /// The time of the last drawn frame.
    private var shownTime = -Double.infinity
    private var reported = Reported()
    /// The time of the latest received commit.
    private var commitTime = -Double.infinity
    /// The time at which `step` first saw a change that is not shown yet.
    private var noticed: Double?

    /// Received messages that have not been taken.
    private struct Arrivals {
        /// The messages in order, and the time of each.
        var messages: [ClientMessage] = [], times: [Double] = []
        /// Whether the next frame shows all received messages.
        var areTakenWhole = true
    }

    /// The last reports to the client: when the next frame differs, and whether tiles are wanted.
    private struct Reported {
        var change = -Double.infinity
        var wantsTiles = false
    }

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - context: the tree; messages of other trees are ignored.
    ///   - connection: the server's end.
    ///   - source: the recording or the live tree.
    ///   - output: the compositor and its surface.
    ///   - wake: wakes the host.
    package init(
        context: ContextID, connection: any ServerConnection, source: any SceneSource, output: any FrameOutput,
        wake: WakeSignal = WakeSignal()
    ) {
        (self.context, self.connection, self.source) = (context, connection, source)
        (self.output, self.wake) = (output, wake)
    }

    /// Takes the received messages; false when there were none.
    @discardableResult
    package func take() -> Bool {
        receive(at: .infinity)
        return take(arrivals.messages.count)
    }

    /// Receives messages, each with the time at which it was sent, or `now` if that is earlier.
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

    /// Takes the first of the received messages; false for none.
    private func take(_ count: Int) -> Bool {
        guard count > 0 else { return false }
        for index in 0..<count {
            // Swapped out of the list, as reading it there would copy the commit.
            var message = ClientMessage.close(context)
            swap(&message, &arrivals.messages[index])
            take(consume message)
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

    /// Takes a message, without the connection's queue.
    package func take(_ message: consuming ClientMessage) {
        switch consume message {
        case .commit(context, let number, let commit):
            commitTime = max(commitTime, commit.time)
            source.take(commit, number: number)
        case .tiles(context, let number, let time, let tiles):
            source.take(Commit(tiles, at: time), number: number)
        case .close(context): source.take(.closing, number: .max)
        case .commit, .tiles, .close, .put, .drop: return
        }
        isStale = true
    }

    /// Takes changes that others made to the tree up to a time: trees that it shows, and fences. False when nothing
    /// changed.
    @discardableResult
    package func takeNews(at now: Double) -> Bool {
        guard let seen = source.takeNews(at: now) else { return false }
        isStale = true
        noticed = min(noticed ?? now, seen)
        return true
    }

    /// The latest time at which such changes are due; infinity when none are known.
    package var newsDeadline: Double { source.newsDeadline }

    /// Sends the server's messages to the client.
    package func report(of server: RenderServer) {
        server.takeMessages(into: &outgoing)
        for message in outgoing { connection.send(message) }
        outgoing.removeAll(keepingCapacity: true)
    }

    /// The server with the state of a time.
    package func server(at time: Double) -> RenderServer { source.server(at: time) }

    /// The frame at a time, with its differences from the previous frame as its damage.
    package func frame(at time: Double) -> Frame {
        take()
        return frame(ofTaken: time)
    }

    /// The frame at a time, from the messages that have been taken.
    private func frame(ofTaken time: Double) -> Frame {
        let server = source.server(at: time)
        // An output may change its traits between frames.
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

    /// Draws the parts of the frame that the surface lacks, and tells the client that the frame is shown.
    ///
    /// - Returns: false when the surface had no buffer. The client is then not told, and the next frame is due at once.
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
        // An empty list withdraws earlier requests.
        let tiles = server.shareWantedTiles()
        let wantsTiles = !tiles.isEmpty
        if wantsTiles || reported.wantsTiles { connection.send(.tilesWanted(context, tiles)) }
        reported.wantsTiles = wantsTiles
        let next = server.nextChange(from: time)
        if next != reported.change { connection.send(.nextChange(context, at: next)) }
        reported.change = next
        return true
    }

    /// Draws the picture at a time onto the caller's output, without any effect on which frames are shown later, or
    /// when.
    package func drawSeparately(at time: Double, onto output: any FrameOutput) {
        take()
        let frame = source.server(at: time).separateFrame(
            at: time, width: output.width, height: output.height, rootTransform: rootTransform, background: background,
            traits: output.traits)
        output.note(frame)
        _ = output.show(frame)
    }

    /// Sets the overlay, or removes it with nil; the next frame is drawn whole.
    package func setOverlay(_ overlay: (any FrameOverlay)?) {
        self.overlay = overlay
        invalidate()
    }

    /// Makes the next frame be drawn whole, for the output at that time.
    package func invalidate() {
        shown = nil
        (isStale, arrivals.areTakenWhole) = (true, true)
    }

    /// The time at which the next frame differs from the last shown one: `now` after a message, otherwise the earlier
    /// of the server's and the overlay's times; infinity when nothing will change.
    package func nextChange(at now: Double) -> Double {
        guard !isStale else { return now }
        return min(source.server(at: now).nextChange(from: shownTime), overlay?.nextChange ?? .infinity)
    }

    /// Draws at each refresh at which the picture changes, and sleeps in between, until a time.
    ///
    /// A virtual clock with nothing to wait for ends it early.
    ///
    /// - Parameter goesOn: asked whenever the host is awake; false ends the run.
    package func run(_ clock: some FrameClock, until end: Double, while goesOn: () -> Bool = { true }) {
        while clock.now < end {
            // The signal is taken first, so that a signal from here on ends the next wait.
            _ = wake.take()
            guard goesOn() else { return }
            let next = step(clock)
            guard next == -.infinity || clock.wait(until: min(end, next), or: wake) else { return }
        }
    }

    /// Takes received messages, and draws if a refresh is due at which the picture changes. A driver calls this
    /// whenever it is awake.
    ///
    /// Refreshes are those of `timing`, or at `refreshRate` counted from 0. A frame has the time of its refresh,
    /// however late the thread woke, so that steady motion looks steady. It shows the messages sent up to that refresh;
    /// later ones wait for the next. So a display link that sends a change after each refresh gets a frame for each,
    /// whichever of the two threads wakes first. After `invalidate()` the frame shows all received messages. A frame is
    /// never earlier than the last commit, whose animations would not have begun. A frame that takes longer than a
    /// refresh skips the refreshes that it missed.
    ///
    /// - Returns: when the next call is due; -infinity for at once, infinity when nothing happens before the host is
    ///   woken.
    package func step(_ clock: some FrameClock) -> Double {
        let now = clock.now
        receive(at: now)
        takeNews(at: now)
        if isStale { noticed = noticed ?? now }
        let change = min(isStale ? noticed ?? now : nextChange(at: now), arrivals.times.first ?? .infinity)
        let grid = timing?.grid ?? RefreshGrid(rate: refreshRate)
        // The first refresh that is no earlier than the change, and not that of the last frame.
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
    /// The time that the frame shows.
    package let time: Double
    /// When the host began the frame, and when the surface had received it.
    package let began: Double, ended: Double

    package init(time: Double, began: Double, ended: Double) {
        (self.time, self.began, self.ended) = (time, began, ended)
    }
}

extension Commit {
    /// A commit that leaves a tree without layers.
    fileprivate static var closing: Commit {
        var commit = Commit(time: 0)
        commit.isWhole = true
        return commit
    }
}
