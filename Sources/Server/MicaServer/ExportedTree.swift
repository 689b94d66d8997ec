import MicaScene
import MicaWire
import Synchronization

/// A tree that others show within theirs: what its client has committed up to now. Whoever shows it takes over a copy, and then what follows.
///
/// `Sendable`: within one process its client's thread commits, and the threads that draw take the news.
package final class ExportedTree: Sendable {
    /// The tree.
    package let context: ContextID
    private let fences: FenceBoard
    private let state = Mutex(State())

    /// How many commits are kept for one who shows it; who takes none for longer takes over a copy again.
    static let newsLimit = 64

    private struct Viewer {
        var news: [Commit] = []
        var needsCopy = true
        let wake: @Sendable () -> Void
        var wanted: [WantedTile] = []
    }
    private struct State {
        var tree = RenderTree()
        var queue = FencedQueue()
        var viewers: [Int: Viewer] = [:]
        var lastViewer = 0
        var isGone = false
        var applied: UInt64 = 0
        var told: UInt64 = 0
        var replies: [ServerMessage] = []
    }

    /// What has become of it for one who shows it.
    package enum News {
        /// It is as it was.
        case none
        /// This in place of what there was.
        case copy(RenderTree)
        /// These, one after the other.
        case commits([Commit])
        /// It is not there any more.
        case gone
    }

    private let wakeClient: (@Sendable () -> Void)?

    /// Makes a tree without layers.
    ///
    /// - Parameters:
    ///   - fences: those of all trees that may be tied to this one.
    ///   - wakeClient: called, on any thread, when its client has to hear something; nil where it looks by itself.
    package init(context: ContextID, fences: FenceBoard, wakeClient: (@Sendable () -> Void)? = nil) {
        (self.context, self.fences, self.wakeClient) = (context, fences, wakeClient)
    }

    // MARK: Its client

    /// Takes a transaction of its client.
    package func receive(_ commit: Commit, number: UInt64, at now: Double) {
        // Who shows it looks for what a fence lets go.
        state.withLock { $0.queue.add(commit, number: number, to: fences, at: now, wake: nil) }
        advance(to: now)
    }

    /// Applies what need not wait any more; those who show it are woken.
    package func advance(to now: Double) {
        let wakes: [@Sendable () -> Void] = state.withLock { state in
            let open = state.queue.takeOpen(of: fences, at: now)
            guard !open.isEmpty, !state.isGone else { return [] }
            let before = state.replies.count
            for (number, commit) in open {
                state.applied = number
                do throws(CommitError) {
                    try state.tree.apply(commit)
                } catch {
                    state.replies.append(.refused(context, number: number, error))
                    continue
                }
                let isStructural = commit.isWhole || commit.root != nil
                for key in state.viewers.keys {
                    let isTooMuch = (state.viewers[key]?.news.count ?? 0) >= Self.newsLimit
                    if isStructural || isTooMuch { state.viewers[key]?.needsCopy = true }
                    if state.viewers[key]?.needsCopy == true {
                        state.viewers[key]?.news.removeAll()
                    } else {
                        state.viewers[key]?.news.append(commit)
                    }
                }
            }
            state.tree.forgetChanges()
            var wakes = state.viewers.values.map(\.wake)
            if let wakeClient, state.replies.count > before { wakes.append(wakeClient) }
            return wakes
        }
        for wake in wakes { wake() }
    }

    /// Until when something of it waits for others; infinity where nothing does.
    package var deadline: Double { state.withLock { $0.queue.deadline(of: fences) } }

    /// Its layers and animations.
    package var use: (layers: Int, animations: Int) { state.withLock { ($0.tree.count, $0.tree.animationCount) } }

    /// Takes out what its client is to be told.
    package func takeMessages(into messages: inout [ServerMessage]) {
        state.withLock { state in
            if state.applied != state.told {
                messages.append(.applied(context, number: state.applied))
                state.told = state.applied
            }
            guard !state.replies.isEmpty else { return }
            messages += state.replies
            state.replies.removeAll()
        }
    }

    /// Ends it: nobody shows it any more.
    package func end() {
        let wakes: [@Sendable () -> Void] = state.withLock { state in
            state.isGone = true
            (state.tree, state.queue) = (RenderTree(), FencedQueue())
            return state.viewers.values.map(\.wake)
        }
        for wake in wakes { wake() }
    }

    // MARK: Who shows it

    /// Notes one who shows it.
    ///
    /// - Parameter wake: called, on any thread, when there are news.
    package func addViewer(wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastViewer += 1
            state.viewers[state.lastViewer] = Viewer(wake: wake)
            return state.lastViewer
        }
    }

    /// Forgets one who shows it.
    package func removeViewer(_ viewer: Int) { state.withLock { $0.viewers[viewer] = nil } }

    /// Takes out what has become of it since one who shows it has looked last.
    package func takeNews(_ viewer: Int, at now: Double) -> News {
        advance(to: now)
        return state.withLock { state in
            if state.isGone { return .gone }
            guard var own = state.viewers[viewer] else { return .none }
            defer { state.viewers[viewer] = own }
            if own.needsCopy {
                guard state.tree.root != nil else { return .none }
                own.needsCopy = false
                return .copy(state.tree)
            }
            guard !own.news.isEmpty else { return .none }
            defer { own.news.removeAll() }
            return .commits(own.news)
        }
    }

    /// Hears that one who shows it could not take over a commit: he is to have a copy again.
    package func renew(_ viewer: Int) { state.withLock { $0.viewers[viewer]?.needsCopy = true } }

    /// Hears which tiles of it one who shows it lacks, in place of those that he lacked before.
    package func want(_ tiles: [WantedTile], _ viewer: Int) {
        let isNew = state.withLock { state in
            guard state.viewers[viewer] != nil, state.viewers[viewer]?.wanted != tiles else { return false }
            state.viewers[viewer]?.wanted = tiles
            let all = state.viewers.values.flatMap(\.wanted)
            state.replies.removeAll { if case .tilesWanted = $0 { true } else { false } }
            state.replies.append(.tilesWanted(context, all))
            return true
        }
        if isNew { wakeClient?() }
    }
}

/// The trees of a server that others may show, by their numbers.
///
/// A number means something to one program alone: that whose port the tree's client has named. So a client shows what was handed to it, and
/// nothing else, whatever numbers it tries.
package final class RemoteDirectory: Sendable {
    private struct Entry {
        let tree: ExportedTree
        let port: UInt32
    }
    private struct State {
        var trees: [RemoteID: Entry] = [:]
        /// The ports of the clients, by the clients' numbers.
        var ports: [UInt16: UInt32] = [:]
        var watchers: [Int: @Sendable () -> Void] = [:]
        var lastWatcher = 0
    }
    private let state = Mutex(State())

    /// Makes one without trees.
    package init() {}

    /// That of the trees which this process shows itself.
    package static let ofProcess = RemoteDirectory()

    /// Has a client show what is handed to a port; false where another has it.
    package func set(port: UInt32, of client: UInt16) -> Bool {
        let wakes: [@Sendable () -> Void]? = state.withLock { state in
            if state.ports.contains(where: { $0.value == port && $0.key != client }) { return nil }
            state.ports[client] = port
            return Array(state.watchers.values)
        }
        for wake in wakes ?? [] { wake() }
        return wakes != nil
    }

    /// Forgets a client, which has no trees here any more.
    package func remove(client: UInt16) { state.withLock { _ = $0.ports.removeValue(forKey: client) } }

    /// Adds a tree for the client that has a port; false where the number is another tree's.
    package func add(_ tree: ExportedTree, _ id: RemoteID, for port: UInt32) -> Bool {
        let wakes: [@Sendable () -> Void]? = state.withLock { state in
            guard state.trees[id] == nil else { return nil }
            state.trees[id] = Entry(tree: tree, port: port)
            return Array(state.watchers.values)
        }
        for wake in wakes ?? [] { wake() }
        return wakes != nil
    }

    /// Takes a tree out, and ends it.
    package func remove(_ id: RemoteID) {
        let entry = state.withLock { $0.trees.removeValue(forKey: id) }
        entry?.tree.end()
    }

    /// The tree that a layer names; nil where there is none, or none that was handed to the layer's client.
    package func tree(_ id: RemoteID, namedBy layer: LayerID) -> ExportedTree? {
        let client = UInt16(truncatingIfNeeded: layer.rawValue >> ClientNumber.shift)
        return state.withLock { state in
            guard let entry = state.trees[id], state.ports[client] == entry.port else { return nil }
            return entry.tree
        }
    }

    /// How many trees there are.
    package var count: Int { state.withLock { $0.trees.count } }

    /// Notes who is to be told when trees or ports come.
    package func watch(_ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = wake
            return state.lastWatcher
        }
    }

    /// Tells somebody nothing any more.
    package func unwatch(_ watcher: Int) { state.withLock { _ = $0.watchers.removeValue(forKey: watcher) } }
}
