import CoreGraphics
import Foundation
import MicaTrace
import MicaWire
import Synchronization

/// The threads that hold a tree, by the numbers of their transaction stacks. Atomic, because a thread that the tree has
/// left still reads them.
private struct TreeHolders: ~Copyable {
    let noter = Atomic<UInt>(0)
    let driver = Atomic<UInt>(0)
}

/// A tree of layers that a render server draws. It collects the tree's changes and sends them at the end of
/// transactions.
///
/// It belongs to the thread that changes its layers; the messages that it sends may go to any thread.
package final class LayerContext {
    /// The root of the tree.
    package let root: CALayer
    /// The tree's identity in messages.
    package let id = ContextID.next()
    /// The tree's number in the pending changes of its layers.
    var number: UInt32 { UInt32(truncatingIfNeeded: id.rawValue) }
    /// Held while layers enter the lists, or the lists are taken.
    package let lists = LayerLock()
    /// Held while changes are sent, and while what was sent is looked up.
    let sendingLock = LayerLock()
    /// Layers with changes that have not been sent.
    package var changed: [CALayer] = []
    /// Layers that the server has a copy of and that have left the tree since the last commit.
    package var detached: [CALayer] = []
    /// Layers that have asked for layout since they were last laid out.
    package var needingLayout: [CALayer] = []
    /// The superlayer that was asked for layout last and need not be asked again; 0 for none.
    package var invalidatedLayout = LayerID(rawValue: 0)
    /// Layers that have asked to be drawn since they were last drawn.
    package var needingDisplay: [CALayer] = []
    /// Layers that the commit under way has drawn.
    package var displayed: Set<LayerID> = []
    /// Storage for the list of layers in `send`, reused by each commit.
    private var sending: [CALayer] = []
    /// The last list of changes, when it was long and held only numbers. Once the server has released it, the next
    /// commit reuses its memory: allocating that much in every frame is expensive.
    private var sentChanges: [LayerChange] = []
    /// The fewest and the most changes whose memory is reused; the most take about 800 kB.
    package static let reusedChanges = 64...8192
    /// The number of changes that the reused memory has room for.
    package var reusedChangeRoom: Int { sentChanges.capacity }
    /// The number of the transaction stack that knows of unsent changes here; 0 for none.
    var noter: UInt {
        get { holders.noter.load(ordering: .relaxed) }
        set { holders.noter.store(newValue, ordering: .relaxed) }
    }
    /// The number of the transaction stack of the thread whose driver, with a clock of its own, last advanced the tree;
    /// 0 before the first time.
    var driver: UInt {
        get { holders.driver.load(ordering: .relaxed) }
        set { holders.driver.store(newValue, ordering: .relaxed) }
    }
    private let holders = TreeHolders()
    /// Whether contents of layers may have changed since the last commit.
    package var mayHaveImages = false

    /// The virtual clock of the tree; nil when the tree has its thread's time.
    let clock: VirtualClock?
    /// Whether the tree has the machine's time even when its thread has a virtual clock.
    package var isLive = false
    /// The time of the tree in seconds; nil when it is its thread's time.
    var ownTime: Double? { clock?.time ?? (isLive ? MediaClock.machineTime : nil) }
    /// The pixels a point of the pictures of the tree; nil if nobody has said.
    package var viewScale: CGFloat?
    /// The driver that draws the tree into pictures; nil for trees in windows.
    package weak var owner: AnyObject?
    private let way: Way

    /// The receiver of messages, and the log that records them.
    private struct Way {
        var send: (ClientMessage) -> Void
        var capture: (any TreeRecorder)?
    }

    /// The log that records sent commits; nil when there is no capture.
    package var capture: (any TreeRecorder)? { way.capture }
    private var isRootSent = false
    /// The number of the last commit that was sent.
    private(set) package var commitCount: UInt64 = 0
    /// The server's copy of the tree, as far as the client knows.
    var serverCopy = ServerCopy()
    /// The layers with animations that have observers, in the order of their next starts and ends.
    var agenda = AnimationAgenda()
    /// Whether any layer that was sent has a timing of its own, so that a layer that moves may get other times.
    private var hasTimedLayers = false

    fileprivate struct TiledLayer {
        weak var layer: CATiledLayer?
    }
    /// Layers whose pixels come from other threads when they are ready.
    package struct Arrivals {
        /// Layers with tiles, as of the last commit.
        fileprivate var tiled: [LayerID: TiledLayer] = [:]
        /// Layers with drawables that are or were in the tree.
        var drawables: [WeakMetalLayer] = []
        /// The pump that drives the tree; nil when nothing does.
        package weak var pump: ClientPump?
    }
    /// Its layers whose pixels come from other threads.
    package var arrivals = Arrivals()

    /// Whether layers with tiles have been sent.
    package var hasTiledLayers: Bool { !arrivals.tiled.isEmpty }

    /// A layer with tiles; nil when it no longer exists.
    func tiledLayer(_ id: LayerID) -> CATiledLayer? { arrivals.tiled[id]?.layer }

    /// Makes a context for a tree; the next commit sends all of it.
    ///
    /// - Parameter capture: records what is sent.
    /// - Precondition: the layer has no superlayer and is in no other context.
    package convenience init(
        root: CALayer, connection: any Connection, clock: VirtualClock? = nil, capture: (any TreeRecorder)? = nil
    ) {
        self.init(
            root: root, clock: clock, capture: capture,
            messages: { message in
                capture?.note(message)
                do throws(WireError) {
                    try connection.send(message)
                } catch {
                    stopProgram("a message of this process could not be read back: \(error)")
                }
            })
    }

    /// Makes a context that passes its commits to a closure and gets no answers.
    package convenience init(root: CALayer, send: @escaping (Commit) -> Void) {
        self.init(
            root: root,
            messages: { message in
                switch message {
                case .commit(_, _, let commit): send(commit)
                case .tiles(_, _, let time, let tiles): send(Commit(tiles, at: time))
                case .close, .put, .drop: break
                }
            })
    }

    private init(
        root: CALayer, clock: VirtualClock? = nil, capture: (any TreeRecorder)? = nil,
        messages: @escaping (ClientMessage) -> Void
    ) {
        requires(root.links.superlayer == nil, "only a layer without a superlayer can be the root of a tree")
        requires(root.context == nil, "the layer is the root of another tree already")
        (self.root, self.clock) = (root, clock)
        way = Way(send: messages, capture: capture)
        root.attach(to: self)
    }

    /// Detaches the layers from the context; nothing more is sent.
    package func invalidate() {
        root.forEachInTree { layer in
            layer.context = nil
            layer.pending = PendingChange()
            layer.core.layout.isEnqueued = false
            layer.drawing.isEnqueued = false
            if !layer.core.hasNoHooks { layer.treeChanged() }
        }
        lists.locked {
            needingLayout.removeAll()
            needingDisplay.removeAll()
            changed.removeAll()
            detached.removeAll()
        }
        sendingLock.locked { agenda.removeAll() }
        if commitCount > 0 { way.send(.close(id)) }
    }

    /// Lays out the layers that asked for layout: the first step of a commit. False when no layer asked.
    ///
    /// The program's code may change any layer, also in other trees, so the caller repeats this until no layer asks.
    package func prepare() -> Bool {
        guard !needingLayout.isEmpty else { return false }
        let asking = lists.locked { () -> [CALayer] in
            let asking = needingLayout
            needingLayout.removeAll(keepingCapacity: true)
            for layer in asking { layer.core.layout.isEnqueued = false }
            return asking
        }
        // Superlayers first: they may change their sublayers, which then lay out with those changes.
        let depths = asking.map { $0.depth }
        var order = Array(asking.indices)
        if zip(depths, depths.dropFirst()).contains(where: { $0 > $1 }) {
            order.sort { (depths[$0], $0) < (depths[$1], $1) }
        }
        for layer in order.lazy.map({ asking[$0] }) where layer.context === self && layer.core.layout.isNeeded {
            layer.runLayout()
        }
        return true
    }

    /// Makes the next change ask the superlayer for layout again, as that superlayer may have been laid out.
    func forgetInvalidatedLayout() { invalidatedLayout = LayerID(rawValue: 0) }

    /// Sends all changes, as of a time in seconds.
    ///
    /// - Parameter fence: ties the commit to commits of other clients.
    package func send(at time: Double, fence: CommitFence? = nil) {
        let span = TraceLog.begin(.commit)
        defer { span.end() }
        var commit = Commit(time: time)
        commit.fence = fence
        let left = sendingLock.locked { beginSending(&commit) }
        // Delegates may do anything, so they are called without the lock. Their changes are part of the commit.
        for layer in left { layer.endAnimations(finished: false) }
        sendingLock.locked { sendChanges(&commit) }
    }

    /// Adds the layers that have left the tree to a commit, and returns them: the caller ends their animations.
    private func beginSending(_ commit: inout Commit) -> [CALayer] {
        forgetInvalidatedLayout()
        if serverCopy.isBroken { markAll() }
        if !displayed.isEmpty { displayed.removeAll(keepingCapacity: true) }
        return detached.isEmpty ? [] : addDetached(to: &commit)
    }

    /// Adds the changes to a commit, and sends it.
    private func sendChanges(_ commit: inout Commit) {
        lists.locked { swap(&changed, &sending) }
        // The list has one reference here, so appending does not copy it.
        var layers: [CALayer] = []
        swap(&layers, &sending)
        // The reused memory is at most 4 times too large, as others may keep the commit alive.
        if Self.reusedChanges.contains(layers.count), sentChanges.capacity <= 4 * layers.count {
            swap(&commit.changes, &sentChanges)
            commit.changes.removeAll(keepingCapacity: true)
        }
        commit.changes.reserveCapacity(layers.count)
        var areNumbers = true
        for layer in layers {
            if let position = layer.core.takePosition(in: self) {
                commit.changes.append(LayerChange(layer: layer.id, .position(position)))
            } else if layer.lock.locked({ layer.core.takeChange(of: layer.id, in: self, into: &commit.changes) }) {
                // Read first: the links' lock is taken before a layer's.
                let sublayers = layer.pending.sublayers ? TreeLinks.locked { layer.links.sublayers.map(\.id) } : []
                layer.lock.locked { add(layer, sublayers, to: &commit) }
                areNumbers = false
            }
        }
        // Only changes without references are kept, so that no object stays alive through them.
        if areNumbers, Self.reusedChanges.contains(commit.changes.count), commit.areNumbers {
            sentChanges = commit.changes
        }
        if let capture {
            capture.note(layers.map { ($0.id, $0.captureLabel) })
        }
        layers.removeAll(keepingCapacity: true)
        swap(&layers, &sending)
        if !isRootSent {
            commit.root = root.id
            isRootSent = true
        }
        if serverCopy.isBroken {
            (commit.isWhole, serverCopy.isBroken) = (true, false)
            serverCopy.refusal = nil
            serverCopy.lastWhole = commitCount + 1
        }
        guard !commit.isEmpty else { return }
        commitCount += 1
        TraceLog.instant(.sent, flow: id.rawValue << 32 | commitCount)
        way.send(.commit(id, number: commitCount, commit))
    }

    /// Adds the layers that have left the tree to a commit, as destroyed, and returns those that are in no other tree.
    private func addDetached(to commit: inout Commit) -> [CALayer] {
        let left = lists.locked { () -> [CALayer] in
            defer { detached.removeAll(keepingCapacity: true) }
            return detached
        }
        var moved: Set<LayerID> = []
        return left.filter { layer in
            let isDestroyed = layer.lock.locked { () -> Bool in
                // In another tree since: its pending changes are of that tree.
                if layer.pending.tree != number { return moved.insert(layer.id).inserted }
                if layer.context === self {
                    // It is back, perhaps by way of another tree. The server has its copy still.
                    layer.pending.isCommitted = true
                    return false
                }
                guard layer.pending.isCommitted else { return false }
                layer.pending = PendingChange()
                layer.pending.tree = number
                return true
            }
            guard isDestroyed else { return false }
            commit.destroyed.append(layer.id)
            agenda.remove(layer.id)
            arrivals.tiled[layer.id] = nil
            return layer.context == nil
        }
    }

    /// Sends drawn tiles. They are no change of the program's, so they wait for no transaction.
    func send(_ tiles: [LayerTiles], at time: Double) {
        sendingLock.locked {
            commitCount += 1
            way.send(.tiles(id, number: commitCount, at: time, tiles))
        }
    }

    /// Forgets what was sent, as for a server without a copy of the tree.
    func forgetSent() {
        agenda.removeAll()
        arrivals.tiled.removeAll(keepingCapacity: true)
        isRootSent = false
    }

    /// Adds all changes of a layer to a commit.
    ///
    /// - Parameter order: the layer's sublayers, if they have changed.
    private func add(_ layer: CALayer, _ order: [LayerID], to commit: inout Commit) {
        // Other than the machine's times, those of another renderer may be reached by this one.
        if let reading = clock?.foreignReading, reading.isMachine || commitCount == 0 {
            layer.checkBeginTimes(against: reading)
        }
        layer.resolveBeginTimes(at: commit.time)
        var mask = layer.pending.mask
        if !layer.pending.isCommitted {
            commit.created.append(layer.id)
            if let remote = layer.links.remote { commit.remotes.append(RemoteLink(layer: layer.id, remote: remote)) }
            mask = layer.state.differencesFromNew
        }
        var sublayers: [LayerID]?
        if layer.pending.sublayers, layer.pending.isCommitted || !order.isEmpty { sublayers = order }
        var edits = layer.pending.edits
        var tiles: [TileEdit] = []
        if layer.state.hasTiles {
            tiles = layer.takeTileEdits()
            arrivals.tiled[layer.id] = TiledLayer(layer: layer as? CATiledLayer)
        }
        if !layer.pending.isCommitted, edits == [.removeAll] { edits = [] }
        if !layer.state.hasDefaultTiming { hasTimedLayers = true }
        if hasTimedLayers, !mask.isDisjoint(with: .timing) || layer.pending.isCommitted && sublayers != nil {
            agenda.timesChanged()
        }
        layer.pending = PendingChange()
        (layer.pending.tree, layer.pending.isCommitted) = (number, true)
        agenda.note(layer)
        if !mask.isEmpty || sublayers != nil || !edits.isEmpty || !tiles.isEmpty {
            commit.changes.append(
                LayerChange(
                    layer: layer.id, mask: mask, state: layer.state, sublayers: sublayers, animations: edits,
                    tiles: tiles))
        }
    }

    // MARK: Time

    /// The next time at which an animation starts or ends: `time` itself when a delegate has yet to be told of a past
    /// start, otherwise the earliest after `time`; nil when there is none.
    ///
    /// - Parameter heardOnly: skips ends that have no observers.
    package func nextEvent(after time: Double, heardOnly: Bool = false) -> Double? {
        sendingLock.locked { agenda.next(after: time, heardOnly: heardOnly) }
    }

    /// Tells delegates of the animations that have started, then of those that have ended, in order of their ends. Runs
    /// the completion blocks that waited for them.
    package func deliverEvents(at time: Double) {
        for layer in sendingLock.locked({ agenda.due(at: time) }) { layer.startAnimations(at: time) }
        // Once more, because delegates may have changed the tree.
        let due = sendingLock.locked { agenda.due(at: time) }
        var ended: [(end: Double, order: Int, layer: CALayer, animation: LayerAnimation)] = []
        for layer in due {
            for (order, animation) in layer.lock.locked({ layer.animations }).enumerated() where !animation.isEnded {
                let end = layer.endTime(of: animation)
                if end <= time { ended.append((end, order, layer, animation)) }
            }
        }
        ended.sort { ($0.end, $0.layer.id.rawValue, $0.order) < ($1.end, $1.layer.id.rawValue, $1.order) }
        for (_, _, layer, animation) in ended { layer.finish(animation) }
        sendingLock.locked { for layer in due { agenda.update(layer) } }
        TransactionStack.current.runCompletions()
    }
}
