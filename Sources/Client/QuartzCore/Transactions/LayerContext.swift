import CoreGraphics
import Foundation
import MicaAnimation
import MicaHosting
import MicaTrace
import MicaWire
import Synchronization

/// Whose a tree is, by the numbers of threads' transactions: those of a thread that the tree has left look at it, too.
private struct TreeHolders: ~Copyable {
    let noter = Atomic<UInt>(0)
    let driver = Atomic<UInt>(0)
}

/// A tree of layers that a render server draws: collects what changes in it and sends that at the end of transactions.
///
/// It belongs to the thread that changes its layers; what it sends may go to any.
package final class LayerContext {
    /// The root of the tree.
    package let root: CALayer
    /// The tree's identity in messages.
    package let id = ContextID.next()
    /// Layers with changes that were not sent yet.
    package var changed: [CALayer] = []
    /// Layers that the server knows and that have left the tree since the last commit.
    package var detached: [CALayer] = []
    /// Layers that have asked for layout since they were last laid out.
    package var needingLayout: [CALayer] = []
    /// The layer that a change of a sublayer asked for layout last, as long as it need not be asked again; 0 for none.
    package var invalidatedLayout = LayerID(rawValue: 0)
    /// Layers that have asked to be drawn since they were last drawn.
    package var needingDisplay: [CALayer] = []
    /// Layers that the commit under way has drawn.
    package var displayed: Set<LayerID> = []
    /// The memory of the layers that were sent last.
    private var sending: [CALayer] = []
    /// The changes that were sent last, where they were many and plain: when the server has let go of them, the next ones take
    /// their memory, as so much of it is costly to ask for anew in every frame.
    private var sentChanges: [LayerChange] = []
    /// How many changes are kept so, at least and at most: some 800 kB.
    package static let reusedChanges = 64...8192
    /// For how many changes there is memory that is kept.
    package var reusedChangeRoom: Int { sentChanges.capacity }
    /// The transactions that know that there is something to send, by their number; 0 where none do.
    var noter: UInt {
        get { holders.noter.load(ordering: .relaxed) }
        set { holders.noter.store(newValue, ordering: .relaxed) }
    }
    /// The transactions of the thread on which a driver with a clock of its own last brought the tree forward; 0 before the first time.
    var driver: UInt {
        get { holders.driver.load(ordering: .relaxed) }
        set { holders.driver.store(newValue, ordering: .relaxed) }
    }
    private let holders = TreeHolders()
    /// Whether contents of layers may have changed that were not sent yet.
    package var mayHaveImages = false

    /// The virtual clock of the tree; nil where it has its thread's time.
    let clock: VirtualClock?
    /// Whether the tree has the machine's time, whatever virtual clock its thread has.
    package var isLive = false
    /// The time of the tree now, where it is not its thread's.
    var ownTime: Double? { clock?.time ?? (isLive ? MediaClock.machineTime : nil) }
    private let way: Way

    /// Where messages go, and what writes down what is sent.
    private struct Way {
        var send: (ClientMessage) -> Void
        var capture: CaptureLog?
    }

    /// What writes down what is sent; nil where nobody wants it.
    package var capture: CaptureLog? { way.capture }
    private var isRootSent = false
    /// The number of the last commit that was sent.
    private(set) package var commitCount: UInt64 = 0
    /// The server's copy of the tree, as far as this end knows.
    var serverCopy = ServerCopy()
    /// Layers that have animations whose starts and ends somebody waits for, as far as this context has been told.
    private(set) package var animated: [LayerID: CALayer] = [:]

    fileprivate struct TiledLayer {
        weak var layer: CATiledLayer?
    }
    /// Layers whose pixels come when they are ready, from other threads, and who takes them in.
    struct Arrivals {
        /// Layers with tiles that were sent.
        fileprivate var tiled: [LayerID: TiledLayer] = [:]
        /// Layers with drawables that are in the tree, or were.
        var drawables: [WeakMetalLayer] = []
        /// What drives the tree; nil where nothing does.
        weak var pump: ClientPump?
    }
    var arrivals = Arrivals()

    /// Whether layers with tiles were sent.
    var hasTiledLayers: Bool { !arrivals.tiled.isEmpty }

    /// A layer with tiles; nil when it is gone.
    func tiledLayer(_ id: LayerID) -> CATiledLayer? { arrivals.tiled[id]?.layer }

    /// Makes a context for a tree; all of it is sent with the next commit.
    ///
    /// - Precondition: the layer has no superlayer and is in no other context.
    package convenience init(root: CALayer, connection: any Connection, clock: VirtualClock? = nil) {
        let capture = CaptureLog.ofNewTree()
        self.init(
            root: root, clock: clock, capture: capture,
            messages: { message in
                capture?.note(message)
                do throws(WireError) {
                    try connection.send(message)
                } catch {
                    preconditionFailure("a message of this process could not be read back: \(error)")
                }
            })
    }

    /// Makes a context that hands over its commits, and hears of none of them again.
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
        root: CALayer, clock: VirtualClock? = nil, capture: CaptureLog? = nil,
        messages: @escaping (ClientMessage) -> Void
    ) {
        precondition(root.links.superlayer == nil, "only a layer without a superlayer can be the root of a tree")
        precondition(root.context == nil, "the layer is the root of another tree already")
        (self.root, self.clock) = (root, clock)
        way = Way(send: messages, capture: capture)
        root.attach(to: self)
    }

    /// Lets the layers go; nothing is sent any more.
    package func invalidate() {
        root.forEachInTree { layer in
            layer.context = nil
            layer.pending = PendingChange()
            layer.core.layout.isEnqueued = false
            layer.drawing.isEnqueued = false
            if !layer.core.hasNoHooks { layer.treeChanged() }
        }
        needingLayout.removeAll()
        needingDisplay.removeAll()
        changed.removeAll()
        detached.removeAll()
        animated.removeAll()
        if commitCount > 0 { way.send(.close(id)) }
    }

    /// Lays out what asked for it: the first step that gets the tree ready to be sent. False when there was none to run.
    ///
    /// The program's code may change any layer, of other trees too, so that the caller asks again until there is none.
    package func prepare() -> Bool {
        guard !needingLayout.isEmpty else { return false }
        let asking = needingLayout
        needingLayout.removeAll(keepingCapacity: true)
        for layer in asking { layer.core.layout.isEnqueued = false }
        // Superlayers first: what they do to their sublayers is part of what those lay out.
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

    /// Has superlayers asked for layout again: one of them may have been laid out.
    func forgetInvalidatedLayout() { invalidatedLayout = LayerID(rawValue: 0) }

    /// Sends what has changed, as of a time.
    ///
    /// - Parameter fence: what ties it to transactions of others.
    package func send(at time: Double, fence: CommitFence? = nil) {
        let span = TraceLog.begin(.commit)
        defer { span.end() }
        forgetInvalidatedLayout()
        if serverCopy.isBroken { markAll() }
        if !displayed.isEmpty { displayed.removeAll(keepingCapacity: true) }
        var commit = Commit(time: time)
        commit.fence = fence
        if !detached.isEmpty { addDetached(to: &commit) }
        swap(&changed, &sending)
        // Nobody else looks at the list, so that it need not be asked for again and again.
        var layers: [CALayer] = []
        swap(&layers, &sending)
        // Not far more than is needed: somebody else may keep the commit.
        if Self.reusedChanges.contains(layers.count), sentChanges.capacity <= 4 * layers.count {
            swap(&commit.changes, &sentChanges)
            commit.changes.removeAll(keepingCapacity: true)
        }
        commit.changes.reserveCapacity(layers.count)
        var areNumbers = true
        for layer in layers {
            if let position = layer.core.takePosition(in: self) {
                commit.changes.append(LayerChange(layer: layer.id, .position(position)))
            } else if layer.core.takeChange(of: layer.id, in: self, into: &commit.changes) {
                add(layer, to: &commit)
                areNumbers = false
            }
        }
        // Nothing behind references is kept alive.
        if areNumbers, Self.reusedChanges.contains(commit.changes.count), commit.areNumbers {
            sentChanges = commit.changes
        }
        if let capture {
            capture.note(
                layers.map {
                    ($0.id, CaptureLabel(name: $0.name ?? "", className: String(describing: type(of: $0))))
                })
        }
        layers.removeAll(keepingCapacity: true)
        swap(&layers, &sending)
        if !isRootSent {
            commit.root = root.id
            isRootSent = true
        }
        if serverCopy.isBroken {
            (commit.isWhole, serverCopy.isBroken) = (true, false)
            serverCopy.lastWhole = commitCount + 1
        }
        guard !commit.isEmpty else { return }
        commitCount += 1
        TraceLog.instant(.sent, flow: id.rawValue << 32 | commitCount)
        way.send(.commit(id, number: commitCount, commit))
    }

    /// Adds the layers that have left the tree to a commit, as gone.
    private func addDetached(to commit: inout Commit) {
        let left = detached
        detached.removeAll(keepingCapacity: true)
        for layer in left where layer.context == nil && layer.pending.isCommitted {
            commit.destroyed.append(layer.id)
            layer.pending = PendingChange()
            animated[layer.id] = nil
            arrivals.tiled[layer.id] = nil
            layer.endAnimations(finished: false)
        }
    }

    /// Sends tiles that have been drawn: they are no change of the program's, and wait for no transaction.
    func send(_ tiles: [LayerTiles], at time: Double) {
        commitCount += 1
        way.send(.tiles(id, number: commitCount, at: time, tiles))
    }

    /// Forgets what the server has been sent.
    func forgetSent() {
        animated.removeAll(keepingCapacity: true)
        arrivals.tiled.removeAll(keepingCapacity: true)
        isRootSent = false
    }

    /// Adds all that has changed in a layer to a commit.
    private func add(_ layer: CALayer, to commit: inout Commit) {
        if let clock {
            layer.countTimes(
                from: clock, changesTiming: !layer.pending.isCommitted || layer.pending.mask.contains(.beginTime))
        }
        layer.resolveBeginTimes(at: commit.time)
        var mask = layer.pending.mask
        if !layer.pending.isCommitted {
            commit.created.append(layer.id)
            if let remote = layer.links.remote { commit.remotes.append(RemoteLink(layer: layer.id, remote: remote)) }
            mask = layer.state.differencesFromNew
        }
        var sublayers: [LayerID]?
        if layer.pending.sublayers, layer.pending.isCommitted || !layer.links.sublayers.isEmpty {
            sublayers = layer.links.sublayers.map { $0.id }
        }
        var edits = layer.pending.edits
        var tiles: [TileEdit] = []
        if layer.state.hasTiles {
            tiles = layer.takeTileEdits()
            arrivals.tiled[layer.id] = TiledLayer(layer: layer as? CATiledLayer)
        }
        if !layer.pending.isCommitted, edits == [.removeAll] { edits = [] }
        layer.pending = PendingChange()
        layer.pending.isCommitted = true
        animated[layer.id] = layer.animations.allSatisfy { $0.isSilent } ? nil : layer
        if !mask.isEmpty || sublayers != nil || !edits.isEmpty || !tiles.isEmpty {
            commit.changes.append(
                LayerChange(
                    layer: layer.id, mask: mask, state: layer.state, sublayers: sublayers, animations: edits,
                    tiles: tiles))
        }
    }

    // MARK: Time

    /// The next time at which an animation starts or ends: a time itself where a delegate was not told of a start that has
    /// been, else the earliest after it; nil when there is none.
    ///
    /// - Parameter heardOnly: passes over the ends of which nobody is told.
    package func nextEvent(after time: Double, heardOnly: Bool = false) -> Double? {
        var next = Double.infinity
        for layer in animated.values {
            for animation in layer.animations where !animation.isEnded {
                if heardOnly, animation.delegate == nil, animation.completions.isEmpty { continue }
                let end = layer.endTime(of: animation)
                if end > time { next = min(next, end) }
                if animation.delegate != nil, !animation.isStarted {
                    next = min(next, max(time, layer.startTime(of: animation)))
                }
            }
        }
        return next.isFinite ? next : nil
    }

    /// Tells the delegates of animations that have started, tells of those that have ended, in order of their ends, and
    /// runs the completion blocks that waited for them.
    package func deliverEvents(at time: Double) {
        let starting = animated.values.filter { layer in layer.animations.contains { !$0.isStarted } }
        for layer in starting.sorted(by: { $0.id < $1.id }) { layer.startAnimations(at: time) }
        var ended: [(end: Double, order: Int, layer: CALayer, animation: LayerAnimation)] = []
        for layer in animated.values {
            for (order, animation) in layer.animations.enumerated() where !animation.isEnded {
                let end = layer.endTime(of: animation)
                if end <= time { ended.append((end, order, layer, animation)) }
            }
        }
        ended.sort { ($0.end, $0.layer.id.rawValue, $0.order) < ($1.end, $1.layer.id.rawValue, $1.order) }
        for (_, _, layer, animation) in ended { layer.finish(animation) }
        TransactionStack.current.runCompletions()
    }
}
