import MicaCPU
import MicaFrame
import MicaPixels
import MicaRaster
import MicaServer
import MicaWire
import MicaWorkers

/// What draws one tree of layers onto one surface: the server's end of a connection, the server, a compositor and the
/// pixels.
///
/// It is what every driver has in common, with a screen or without: `LayerRenderer` gives it a recording and a virtual
/// clock, `mica bench` one live tree, and a window a display's refreshes. A frame goes like this: `take()` takes the
/// messages that the client has sent, `frame(at:)` evaluates the tree and builds the frame with its damage, `draw(_:)`
/// draws the damage, and the client is told what was applied, shown and refused. `run(_:until:)` does so at the refreshes
/// at which something differs, and sleeps between them: the server says when the next frame differs
/// (`RenderServer.nextChange`), and a message wakes the host.
///
/// What it costs is what server and compositor cost; the host itself allocates nothing in a frame, and keeps no commit.
///
/// It belongs to one thread at a time, which need not be the client's: what crosses goes through the connection.
package final class SceneHost {
    /// The tree that it draws.
    package let context: ContextID
    /// What draws.
    package let compositor: CPUCompositor
    /// The pixels of the last frame.
    package private(set) var surface: Bitmap
    /// From points of the space that the root layer lies in to pixels.
    package var rootTransform = Homography.identity
    /// The pixel, premultiplied, that lies behind the layers.
    package var background: UInt32 = 0
    /// How often a second `run` may draw.
    package var refreshRate = 60.0
    /// How many frames `run` has drawn.
    package private(set) var presentedFrames = 0
    /// Wakes `run`; a connection gives it when it has a message.
    package let wake: WakeSignal

    private let connection: any ServerConnection
    private let source: any SceneSource
    private var arrived: [ClientMessage] = []
    private var outgoing: [ServerMessage] = []
    private weak var shown: RenderServer?
    /// Whether what is shown may be another picture than the last one for more than its time.
    private var isStale = true
    /// The time of the last frame that was drawn.
    private var shownTime = -Double.infinity
    private var reportedChange = -Double.infinity
    /// Whether the client was asked for tiles last.
    private var wantedTiles = false

    /// Makes a host.
    ///
    /// - Parameters:
    ///   - context: the tree; messages of others are passed over.
    ///   - connection: the server's end.
    ///   - source: the recording or the live tree.
    ///   - wake: what wakes it.
    ///   - workers: the threads that draw.
    ///   - width: of the surface, in pixels.
    ///   - height: of the surface, in pixels.
    package init(
        context: ContextID, connection: any ServerConnection, source: any SceneSource, wake: WakeSignal = WakeSignal(),
        workers: WorkerPool, width: Int, height: Int
    ) {
        (self.context, self.connection, self.source, self.wake) = (context, connection, source, wake)
        compositor = CPUCompositor(pool: workers)
        surface = Bitmap(width: width, height: height)
    }

    /// Takes the messages that have come; false when there were none.
    @discardableResult
    package func take() -> Bool {
        connection.receive(into: &arrived)
        guard !arrived.isEmpty else { return false }
        for message in arrived {
            switch message {
            case .commit(context, let number, let commit): source.take(commit, number: number)
            case .tiles(context, let number, let time, let tiles):
                source.take(Commit(tiles, at: time), number: number)
            case .close(context): source.take(.closing, number: .max)
            case .commit, .tiles, .close, .put, .drop: continue
            }
            isStale = true
        }
        arrived.removeAll(keepingCapacity: true)
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
        let server = source.server(at: time)
        if shown !== server {
            server.invalidate()
            shown = server
        }
        let frame = server.frame(
            at: time, width: surface.width, height: surface.height, rootTransform: rootTransform, background: background
        )
        isStale = false
        return frame
    }

    /// Draws what a frame has changed, and tells the client that it is shown.
    package func draw(_ frame: Frame, at time: Double) {
        compositor.draw(frame, into: &surface)
        shownTime = time
        guard let server = shown else { return }
        report(of: server)
        connection.send(.presented(context, number: server.applied, at: time))
        // An empty list takes back what was wanted before.
        let wantsTiles = !server.wantedTiles.isEmpty
        if wantsTiles || wantedTiles { connection.send(.tilesWanted(context, server.wantedTiles)) }
        wantedTiles = wantsTiles
        let next = server.nextChange(from: time)
        if next != reportedChange { connection.send(.nextChange(context, at: next)) }
        reportedChange = next
    }

    /// Has the next frame drawn as a whole.
    package func invalidate() {
        shown?.invalidate()
        isStale = true
    }

    /// When the next frame differs from the one that was shown last: `now` where a message has come, else what the server
    /// says; infinity when nothing will.
    package func nextChange(at now: Double) -> Double {
        isStale ? now : source.server(at: now).nextChange(from: shownTime)
    }

    /// Draws at each refresh at which something differs, and sleeps between, until a time.
    ///
    /// Refreshes are whole parts of a second, counted from 0. A frame that takes longer than one leaves out those that it
    /// missed. A virtual clock that has nothing to wait for ends it early.
    package func run(_ clock: some FrameClock, until end: Double) {
        /// When a message came that is not shown yet.
        var noticed: Double?
        while true {
            let now = clock.now
            guard now < end else { return }
            _ = wake.take()
            take()
            if isStale { noticed = noticed ?? now }
            let change = isStale ? noticed ?? now : nextChange(at: now)
            // The first refresh that is no earlier than the change, and another one than that of the last frame.
            let earliest = max(change, shownTime + 0.5 / refreshRate)
            let due = earliest < .infinity ? (earliest * refreshRate - 1e-6).rounded(.up) / refreshRate : earliest
            guard due <= now else {
                guard clock.wait(until: min(end, due), or: wake) else { return }
                continue
            }
            draw(frame(at: now), at: now)
            presentedFrames += 1
            noticed = nil
        }
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
