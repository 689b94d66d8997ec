import Foundation
import MicaTrace
import MicaWire
import Synchronization

extension ContextID {
    private static let counter = Atomic<UInt64>(1)

    /// The next identity that no tree of this process has had.
    static func next() -> ContextID {
        ContextID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}

/// What a client knows of the server's copy of its tree.
struct ServerCopy {
    /// Whether the copy is not the tree: what is sent next is all of the tree.
    var isBroken = false
    /// The number of the last commit that was all of the tree.
    var lastWhole: UInt64 = 0
    /// The number of the last commit that was refused.
    var lastRefused: UInt64 = 0
}

extension LayerContext {
    /// Sends all of the tree, with its animations as they stand, in place of what the server has of it.
    ///
    /// Values go as they are, those of a transaction that is not committed yet among them.
    package func resend(at time: Double) {
        serverCopy.isBroken = true
        send(at: time)
    }

    /// Hears that the server has refused a commit, and sends the whole tree once.
    ///
    /// If that is refused as well, the tree cannot be shown: that is said, once, and the tree is tried again with its next change. A
    /// program goes on whatever a server says.
    package func commitRefused(_ number: UInt64, _ error: CommitError, at time: Double) {
        // What was sent before the tree was sent again, or was heard of before: when a recording is played again.
        guard number > serverCopy.lastRefused, number >= serverCopy.lastWhole else { return }
        serverCopy.lastRefused = number
        guard number == serverCopy.lastWhole else { return resend(at: time) }
        serverCopy.isBroken = true
        Notices.say("a tree is not drawn as it is: \(error)", key: "refused \(id)")
    }

    /// Has all of the tree sent with the next commit, as to a server that knows nothing of it.
    func markAll() {
        for layer in detached where layer.context == nil { layer.endAnimations(finished: false) }
        for layer in detached where layer.context == nil { layer.pending = PendingChange() }
        detached.removeAll(keepingCapacity: true)
        forgetSent()
        root.forEachInTree { layer in
            layer.pending.mask = .all
            layer.pending.sublayers = true
            layer.pending.edits = [.removeAll] + layer.animations.map { .add(key: $0.key, animation: $0.state) }
            layer.pending.isCommitted = false
            guard !layer.pending.isEnqueued else { return }
            layer.pending.isEnqueued = true
            changed.append(layer)
        }
    }
}
