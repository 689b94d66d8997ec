import Foundation
import MicaHosting
import MicaScene
import MicaServer
import MicaTrace
import MicaWire

/// What has to happen on a client's side as time passes: animations start and end, display links fire, layers are drawn
/// anew, completion blocks run, tiles arrive, and the server's messages are heard.
///
/// A driver gives it times, and asks when the next one is at which something is due: a window does so in its run loop, a
/// `LayerRenderer` as its virtual time goes on. Nothing here reads a clock, and nothing waits.
///
/// It belongs to the thread that changes the tree's layers.
package final class ClientPump {
    /// The tree.
    package let context: LayerContext
    /// Has the tree's tiles drawn.
    private(set) package lazy var tiles = TileDriver(context)
    /// How many refreshes a second the display has, greater than zero, where `timing` does not say.
    package var refreshRate = 60.0
    /// The display's refreshes; nil for those of a virtual one, which are counted from time 0.
    package var timing: DisplayTiming?
    /// Whether tiles that the server asks for are drawn as they come, without anybody waiting for them.
    package var answersWantedTiles = false
    /// Refreshes before this time are passed over where nothing waits for them but layers that are drawn anew as they are animated, and
    /// so are ends of animations of which nobody is told: all of these have ended when the next thing happens.
    var drawsFrom = -Double.infinity
    /// Has this thread do what is due, as soon as can be; any thread may call it. nil where a driver asks by itself.
    package var wake: (@Sendable () -> Void)?
    /// Called before the server is heard, on the tree's thread: the way to the server may be another one from now on.
    package var willHear: (() -> Void)?

    private let connection: any Connection
    private var heard: [ServerMessage] = []
    /// The refresh that was the last one; nil before there was one.
    private var lastRefresh: Double?
    /// What display links know the display by: those with the same one share its refreshes.
    private let display: AnyObject

    /// Makes the pump of a tree.
    ///
    /// - Parameter display: what several trees on one display have in common, its clock say; nil for one of its own.
    package init(context: LayerContext, connection: any Connection, display: AnyObject? = nil) {
        (self.context, self.connection) = (context, connection)
        self.display = display ?? context
        context.arrivals.pump = self
    }

    /// When something is due next, at a time or after it: the start or end of an animation, a drawable, or a refresh that display links
    /// or drawn animations wait for; nil when nothing is.
    package func nextEvent(after time: Double) -> Double? {
        var next = [
            context.nextEvent(after: time, heardOnly: time < drawsFrom), context.nextDrawable(after: time),
            nextRefresh(after: time),
        ].compactMap { $0 }.min()
        for source in timedSources {
            if let event = source.nextEvent(after: time) { next = min(next ?? event, event) }
        }
        return next
    }

    /// Runs what is due at a time: first what animations tell, then sources such as films, drawables, then the refresh.
    package func run(at time: Double) {
        context.deliverEvents(at: time)
        for source in timedSources { source.run(at: time, self) }
        context.showDrawables(at: time)
        fireRefresh(at: time)
    }

    /// Runs what has become due up to a time, of refreshes the last one alone: what comes late is not made up for.
    package func catchUp(to time: Double) {
        context.deliverEvents(at: time)
        for source in timedSources { source.run(at: time, self) }
        context.showDrawables(at: time)
        let grid = grid
        let last = grid.last(upTo: time)
        guard last >= following(grid) else { return }
        fireRefresh(at: grid.time(last))
    }

    /// Commits the thread's implicit transaction, runs the completion blocks whose time has come, and commits what they did.
    package func commit() {
        let transactions = TransactionStack.current
        func flush() { if context.clock == nil { transactions.flush() } else { transactions.flush(driving: context) } }
        flush()
        if transactions.runCompletions() { flush() }
    }

    /// Hears what the server has said; a refused commit is mended by sending the tree again, as of a time.
    package func hear(at time: Double) {
        willHear?()
        connection.receive(into: &heard)
        for message in heard where message.context == context.id {
            switch message {
            case .refused(_, let number, let error): context.commitRefused(number, error, at: time)
            case .note(_, let note): Notices.say(note)
            case .wholeWanted: context.resend(at: time)
            case .tilesWanted(_, let wanted): if answersWantedTiles { tiles.want(wanted) }
            case .applied, .presented, .nextChange, .released: break
            }
        }
        heard.removeAll(keepingCapacity: true)
    }

    /// Sends the tiles that have been drawn; false when there were none.
    ///
    /// - Parameters:
    ///   - time: when they arrive.
    ///   - start: when they begin to fade in.
    ///   - fadesFirst: Whether those fade in too with which a layer first comes into sight.
    @discardableResult
    package func deliverTiles(at time: Double, fadingFrom start: Double, fadesFirst: Bool) -> Bool {
        guard context.hasTiledLayers else { return false }
        let drawn = tiles.deliver(fadingFrom: start, fadesFirst: fadesFirst)
        if !drawn.isEmpty { context.send(drawn, at: time) }
        return !drawn.isEmpty
    }

    /// The sources of this thread that this tree drives.
    private var timedSources: [any TimedSource] {
        ThreadState.current.timedSources.compactMap(\.source).filter { $0.isDriven(by: self) }
    }

    // MARK: Refreshes

    /// When the display refreshes.
    var grid: RefreshGrid { timing?.grid ?? RefreshGrid(rate: refreshRate) }

    /// The index of the refresh after the last one; of a display that had none the first since time 0.
    private func following(_ grid: RefreshGrid) -> Double {
        guard let lastRefresh else { return timing == nil ? 0 : -.infinity }
        return ((lastRefresh - grid.origin) * grid.rate).rounded() + 1
    }

    private func nextRefresh(after time: Double) -> Double? {
        let links = displayLinks.filter(\.isRunning)
        let drawsEach = context.hasRedrawingAnimations
        guard drawsEach || !links.isEmpty else { return nil }
        let grid = grid
        var index = ((time - grid.origin) * grid.rate).rounded(.down)
        while grid.time(index) < time { index += 1 }
        index = max(index, following(grid))
        if links.isEmpty { index = max(index, grid.last(upTo: drawsFrom)) }
        // Nobody is woken for a refresh that no link wants. A virtual clock's refreshes wake nobody, and links know other times.
        if context.isLive, !drawsEach, let earliest = links.map({ $0.earliestRefresh(rate: grid.rate) }).min() {
            index = max(index, grid.first(from: earliest))
        }
        return grid.time(index)
    }

    /// The display links of this thread that are of this display, or of none yet: those are of this one from now on.
    private var displayLinks: [CADisplayLink] {
        let links = ThreadState.current.displayLinks.filter { $0.driver == nil || $0.driver === display }
        for link in links { link.drive(by: display, isLive: context.isLive) }
        return links
    }

    /// Lets the thread's display links go that this display has fired: timers do from now on.
    func releaseDisplayLinks() {
        for link in displayLinks { link.drive(by: nil, isLive: false) }
    }

    /// Whether two pumps are of one display.
    func sharesDisplay(with other: ClientPump) -> Bool { display === other.display }

    private func fireRefresh(at time: Double) {
        guard let refresh = nextRefresh(after: time), refresh <= time else { return }
        let (links, rate) = (displayLinks, grid.rate)
        lastRefresh = refresh
        let shown = context.clock?.mediaTime(at: refresh) ?? refresh
        for link in links { link.refresh(at: shown, rate: rate) }
        context.redrawAnimated(at: refresh)
    }
}
