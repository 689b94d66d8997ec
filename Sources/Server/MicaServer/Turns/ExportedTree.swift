import MicaWire
import Synchronization

/// A tree that other trees show, with all that its client has committed so far. Each viewer takes a copy first, then
/// the commits that follow.
///
/// `Sendable`: within one process, the client's thread commits, and the drawing threads take the news.
package final class ExportedTree: Sendable {
    /// The client's number of the tree.
    package let context: ContextID
    private let fences: FenceBoard
    private let state = Mutex(State())

    /// The most commits that are stored for a viewer. A viewer that takes none for longer gets a copy again.
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

    /// The news of the tree for a viewer.
    package enum News {
        /// Nothing has changed.
        case none
        /// A new copy, which replaces the old one.
        case copy(RenderTree)
        /// New commits, in order.
        case commits([Commit])
        /// The tree is gone.
        case gone
    }

    private let wakeClient: (@Sendable () -> Void)?

    /// - Parameters:
    ///   - fences: the fences of all trees whose transactions may be tied to this tree's.
    ///   - wakeClient: called on any thread when there are messages for its client; nil for a client that looks by
    ///     itself.
    package init(context: ContextID, fences: FenceBoard, wakeClient: (@Sendable () -> Void)? = nil) {
        (self.context, self.fences, self.wakeClient) = (context, fences, wakeClient)
    }

    // MARK: Its client

    /// Takes a transaction from the client.
    package func receive(_ commit: Commit, number: UInt64, at now: Double) {
        // No wake-up: viewers ask for transactions that a fence lets go.
        state.withLock { $0.queue.add(commit, number: number, to: fences, at: now, wake: nil) }
        advance(to: now)
    }

    /// Applies the transactions that need not wait any more, and wakes the viewers.
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

    /// The latest time until which its first transaction waits for a fence; infinity when none waits.
    package var deadline: Double { state.withLock { $0.queue.deadline(of: fences) } }

    /// The numbers of its layers and animations.
    package var use: (layers: Int, animations: Int) { state.withLock { ($0.tree.count, $0.tree.animationCount) } }

    /// Moves the messages for its client to a list.
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

    /// Ends the tree: viewers stop showing it.
    package func end() {
        let wakes: [@Sendable () -> Void] = state.withLock { state in
            state.isGone = true
            (state.tree, state.queue) = (RenderTree(), FencedQueue())
            return state.viewers.values.map(\.wake)
        }
        for wake in wakes { wake() }
    }

    // MARK: Viewers

    /// Adds a viewer.
    ///
    /// - Parameter wake: called on any thread when there is news.
    package func addViewer(wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastViewer += 1
            state.viewers[state.lastViewer] = Viewer(wake: wake)
            return state.lastViewer
        }
    }

    /// Removes a viewer.
    package func removeViewer(_ viewer: Int) { state.withLock { $0.viewers[viewer] = nil } }

    /// Takes the news since the viewer's last call.
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

    /// Notes that a viewer could not apply a commit: it gets a copy again.
    package func renew(_ viewer: Int) { state.withLock { $0.viewers[viewer]?.needsCopy = true } }

    /// Replaces the list of tiles that a viewer lacks.
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

/// The exported trees of a server, by their numbers.
///
/// A number is valid only for one program, whose port the tree's client has named. So a client can show only trees that
/// were handed to it, whatever numbers it tries.
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

    package init() {}

    /// The directory of trees that this process shows itself.
    package static let ofProcess = RemoteDirectory()

    /// Gives a client a port, to which other clients hand trees; false if another client has the port.
    package func set(port: UInt32, of client: UInt16) -> Bool {
        let wakes: [@Sendable () -> Void]? = state.withLock { state in
            if state.ports.contains(where: { $0.value == port && $0.key != client }) { return nil }
            state.ports[client] = port
            return Array(state.watchers.values)
        }
        for wake in wakes ?? [] { wake() }
        return wakes != nil
    }

    /// Removes a client, which has no trees here any more.
    package func remove(client: UInt16) { state.withLock { _ = $0.ports.removeValue(forKey: client) } }

    /// Adds a tree for the client of a port; false if the number belongs to another tree.
    package func add(_ tree: ExportedTree, _ id: RemoteID, for port: UInt32) -> Bool {
        let wakes: [@Sendable () -> Void]? = state.withLock { state in
            guard state.trees[id] == nil else { return nil }
            state.trees[id] = Entry(tree: tree, port: port)
            return Array(state.watchers.values)
        }
        for wake in wakes ?? [] { wake() }
        return wakes != nil
    }

    /// Removes a tree, and ends it.
    package func remove(_ id: RemoteID) {
        let entry = state.withLock { $0.trees.removeValue(forKey: id) }
        entry?.tree.end()
    }

    /// The tree that a layer names; nil if there is none, or it was not handed to the layer's client.
    package func tree(_ id: RemoteID, namedBy layer: LayerID) -> ExportedTree? {
        let client = UInt16(truncatingIfNeeded: layer.rawValue >> ClientNumber.shift)
        return state.withLock { state in
            guard let entry = state.trees[id], state.ports[client] == entry.port else { return nil }
            return entry.tree
        }
    }

    /// The number of trees.
    package var count: Int { state.withLock { $0.trees.count } }

    /// Adds a watcher, which is called when trees or ports are added.
    package func watch(_ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastWatcher += 1
            state.watchers[state.lastWatcher] = wake
            return state.lastWatcher
        }
    }

    /// Removes a watcher.
    package func unwatch(_ watcher: Int) { state.withLock { _ = $0.watchers.removeValue(forKey: watcher) } }
}
