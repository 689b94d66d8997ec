import MicaServer
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore
import Synchronization

/// The parts of a `CARemoteLayerClient`: the live tree, and its connection to the server that shows it.
///
/// It belongs to the thread that made it.
final class RemoteExport {
    /// The number under which the tree is exported.
    let id = RemoteID(rawValue: .random(in: 1 ... .max))
    /// The root of the tree.
    private(set) var layer: CALayer?
    private let port: UInt32
    private var link: ServerLink?
    private var host: LiveHost?
    private var served: ServedTree?
    private var isClosed = false

    /// - Parameters:
    ///   - port: of the program that will show the tree.
    ///   - link: the link to the render server; nil shows the tree within this process.
    init(port: UInt32, link: ServerLink?) { (self.port, self.link) = (port, link) }

    /// The program's link to a render server; nil when there is none.
    static func link() -> ServerLink? {
        prepare()
        return ProcessLink.find { Notices.say("layers can be shown only in this program: \($0)") }
    }

    /// Sets this process's port, so that its own trees can find the trees that were exported to it.
    static func prepare() { _ = RemoteDirectory.ofProcess.set(port: ProcessLink.port, of: 0) }

    func show(_ layer: CALayer?) {
        guard !isClosed, layer !== self.layer else { return }
        end()
        self.layer = layer
        guard let layer else { return }
        if let link, link.failure == nil {
            var made: ServedTree?
            let host = LiveHost(root: layer, display: link, timing: DisplayTiming(rate: link.welcome.rate)) { wake in
                let tree = link.tree(wake: wake)
                made = tree
                return tree
            }
            (self.host, served) = (host, made)
            made?.export(id.rawValue, for: port, of: host.context)
            host.pump.pump.willHear = { [weak self] in self?.hearOfServer() }
        } else {
            let (id, port) = (id, port)
            host = LiveHost(root: layer) { LocalExport(id, port, wake: $0) }
        }
    }

    /// Continues within this process when the server does not come back.
    private func hearOfServer() {
        guard let served, let host, served.failure != nil else { return }
        (self.served, link) = (nil, nil)
        let (id, port) = (id, port)
        host.change { LocalExport(id, port, wake: $0) }
    }

    private func end() {
        host?.close()
        (host, served, layer) = (nil, nil, nil)
    }

    func close() {
        end()
        isClosed = true
    }

}

/// The connection of a tree to trees of its own process that show it.
final class LocalExport: Connection {
    private let id: RemoteID
    private let port: UInt32
    private let wake: @Sendable () -> Void
    private let tree = Mutex<ExportedTree?>(nil)

    init(_ id: RemoteID, _ port: UInt32, wake: @escaping @Sendable () -> Void) {
        (self.id, self.port, self.wake) = (id, port, wake)
    }

    deinit { if tree.withLock({ $0 }) != nil { RemoteDirectory.ofProcess.remove(id) } }

    func send(_ message: ClientMessage) throws(WireError) {
        switch message {
        case .commit(let context, let number, let commit): receive(commit, number, of: context)
        case .tiles(let context, let number, let time, let tiles):
            receive(Commit(tiles, at: time), number, of: context)
        case .close:
            if tree.withLock({ $0.take() }) != nil { RemoteDirectory.ofProcess.remove(id) }
        case .put, .drop: break
        }
    }

    private func receive(_ commit: Commit, _ number: UInt64, of context: ContextID) {
        let found = tree.withLock { tree in
            if let tree { return tree }
            let made = ExportedTree(context: context, fences: .ofProcess, wakeClient: wake)
            tree = made
            _ = RemoteDirectory.ofProcess.add(made, id, for: port)
            return made
        }
        found.receive(commit, number: number, at: MonotonicClock.now)
    }

    func receive(into messages: inout [ServerMessage]) {
        guard let tree = tree.withLock({ $0 }) else { return }
        tree.advance(to: MonotonicClock.now)
        tree.takeMessages(into: &messages)
    }
}
