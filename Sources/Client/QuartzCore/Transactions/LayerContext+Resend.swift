import MicaTrace
import MicaWire
import Synchronization

extension ContextID {
    private static let counter = Atomic<UInt64>(1)

    /// The next identity, which no tree of this process has had.
    static func next() -> ContextID {
        ContextID(rawValue: counter.wrappingAdd(1, ordering: .relaxed).oldValue)
    }
}

/// The client's knowledge of the server's copy of its tree.
struct ServerCopy {
    /// Whether the copy differs from the tree, so that the next commit sends all of it.
    var isBroken = false
    /// Why the server does not show the whole tree; nil when it does, or was not sent it.
    var refusal: CommitError?
    /// The number of the last commit that held the whole tree.
    var lastWhole: UInt64 = 0
    /// The number of the last commit that was refused.
    var lastRefused: UInt64 = 0
}

extension LayerContext {
    /// Why the server does not show the whole tree, as of the last commit; nil when it does.
    package var refusal: CommitError? { serverCopy.refusal }

    /// Sends the whole tree, with its animations as they stand, to replace the server's copy.
    ///
    /// Values are sent as they are now, including changes in a transaction that is still open.
    package func resend(at time: Double) {
        serverCopy.isBroken = true
        send(at: time)
    }

    /// Answers the server's refusal of a commit by sending the whole tree once.
    ///
    /// If the server refuses the whole tree as well, the tree cannot be shown. An error is printed once to standard
    /// error, and the tree is sent again with its next change. The program goes on whatever a server says.
    package func commitRefused(_ number: UInt64, _ error: CommitError, at time: Double) {
        // Ignores refusals of commits from before the resend, and refusals that were heard before, as in a replayed
        // capture.
        guard number > serverCopy.lastRefused, number >= serverCopy.lastWhole else { return }
        serverCopy.lastRefused = number
        guard number == serverCopy.lastWhole else { return resend(at: time) }
        (serverCopy.isBroken, serverCopy.refusal) = (true, error)
        Notices.say(
            "a layer tree is not drawn: \(error); it is sent again when one of its layers changes", key: "refused \(id)"
        )
    }

    /// Makes the next commit send all of the tree, as to a server without a copy of it.
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
            lists.locked {
                layer.pending.isEnqueued = true
                changed.append(layer)
            }
        }
    }
}
