import Foundation
import MicaTrace
import MicaWire

/// The client's work as time passes: animations start and end, display links fire, layers are drawn again, completion
/// blocks run, tiles arrive, and messages of the server are handled.
///
/// A driver tells the pump times, and asks it for the next time at which work is due: a window in its run loop, a
/// `LayerRenderer` as its virtual time advances. The pump reads no clock and does not wait.
///
/// It belongs to the thread that changes the tree's layers.
package final class ClientPump {
    /// The tree that the pump drives.
    package let context: LayerContext
    /// Draws the tree's tiles on other threads.
    private(set) package lazy var tiles = TileDriver(context)
    /// The display's refreshes a second, greater than zero, when `timing` is nil.
    package var refreshRate = 60.0
    /// The display's refreshes; nil for a virtual display, whose refreshes are counted from time 0.
    package var timing: DisplayTiming?
    /// Whether tiles are drawn as soon as the server asks for them, without anybody waiting for them.
    package var answersWantedTiles = false
    /// Before this time, refreshes that only animated drawing waits for are skipped, and so are ends of animations that
    /// have no observers. All of these are done when the next work is.
    package var drawsFrom = -Double.infinity
    /// Makes this thread do due work as soon as possible; any thread may call it. nil when a driver polls the pump.
    package var wake: (@Sendable () -> Void)?
    /// Called on the tree's thread before messages are received; it may replace the connection to the server.
    package var willHear: (() -> Void)?

    private let connection: any Connection
    private var heard: [ServerMessage] = []
    /// The time of the last refresh; nil before there was one.
    private var lastRefresh: Double?
    /// The identity of the display for display links: pumps with the same one share its refreshes.
    private let display: AnyObject

    /// Makes the pump of a tree.
    ///
    /// - Parameter display: an object shared by the trees on one display, such as its clock; nil for a display of its
    ///   own.
    package init(context: LayerContext, connection: any Connection, display: AnyObject? = nil) {
        (self.context, self.connection) = (context, connection)
        self.display = display ?? context
        context.arrivals.pump = self
    }

    /// The next time, `time` or later, at which work is due: a start or end of an animation, a drawable, a timed
    /// source, or a refresh that display links or animated drawing wait for. nil when no work is due.
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

    /// Runs the work due at a time: events of animations, timed sources such as films, drawables, then the refresh.
    package func run(at time: Double) {
        context.deliverEvents(at: time)
        for source in timedSources { source.run(at: time, self) }
        context.showDrawables(at: time)
        fireRefresh(at: time)
    }

    /// Runs the work that became due up to a time. Of missed refreshes only the last one is run.
    package func catchUp(to time: Double) {
        context.deliverEvents(at: time)
        for source in timedSources { source.run(at: time, self) }
        context.showDrawables(at: time)
        let grid = grid
        let last = grid.last(upTo: time)
        guard last >= following(grid) else { return }
        fireRefresh(at: grid.time(last))
    }

    /// Commits the thread's implicit transaction, runs the completion blocks that are due, and commits their changes.
    package func commit() {
        let transactions = TransactionStack.current
        func flush() { if context.clock == nil { transactions.flush() } else { transactions.flush(driving: context) } }
        flush()
        if transactions.runCompletions() { flush() }
    }

    /// Handles the server's messages. After a refused commit the whole tree is sent again, as of a time.
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
    ///   - time: when they arrive, in seconds.
    ///   - start: when they begin to fade in, in seconds.
    ///   - fadesFirst: whether a layer's first tiles fade in too.
    @discardableResult
    package func deliverTiles(at time: Double, fadingFrom start: Double, fadesFirst: Bool) -> Bool {
        guard context.hasTiledLayers else { return false }
        let drawn = tiles.deliver(fadingFrom: start, fadesFirst: fadesFirst)
        if !drawn.isEmpty { context.send(drawn, at: time) }
        return !drawn.isEmpty
    }

    /// The sources of this thread that this tree drives. The delayed work of its clock is the first.
    private var timedSources: [any TimedSource] {
        let sources = ThreadState.current.timedSources.compactMap(\.source).filter { $0.isDriven(by: self) }
        return if let work = context.clock?.work { [work] + sources } else { sources }
    }

    // MARK: Refreshes

    /// The times of the display's refreshes.
    var grid: RefreshGrid { timing?.grid ?? RefreshGrid(rate: refreshRate) }

    /// The index of the refresh after the last one. A virtual display without a last one starts at time 0.
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
        // Wakes nobody for a refresh that no link wants. Not for a virtual clock: it wakes nobody, and its links have
        // other times.
        if context.isLive, !drawsEach, let earliest = links.map({ $0.earliestRefresh(rate: grid.rate) }).min() {
            index = max(index, grid.first(from: earliest))
        }
        return grid.time(index)
    }

    /// The thread's display links of this display. Links without a display join this one.
    private var displayLinks: [CADisplayLink] {
        let links = ThreadState.current.displayLinks.filter { $0.driver == nil || $0.driver === display }
        for link in links { link.drive(by: display, isLive: context.isLive) }
        return links
    }

    /// Whether display links wait for refreshes of this display.
    package var hasDisplayLinks: Bool { displayLinks.contains(where: \.isRunning) }

    /// Returns the display links of this display to their timers.
    package func releaseDisplayLinks() {
        for link in displayLinks { link.drive(by: nil, isLive: false) }
    }

    /// Whether two pumps have the same display.
    package func sharesDisplay(with other: ClientPump) -> Bool { display === other.display }

    private func fireRefresh(at time: Double) {
        guard let refresh = nextRefresh(after: time), refresh <= time else { return }
        let (links, rate) = (displayLinks, grid.rate)
        lastRefresh = refresh
        for link in links { link.refresh(at: refresh, rate: rate) }
        context.redrawAnimated(at: refresh)
    }
}
