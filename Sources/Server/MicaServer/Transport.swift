import MicaWire
import Synchronization

/// Where commits wait, from any thread, until the driver of a server takes them.
package final class CommitInbox: Sendable {
    private let waiting = Mutex<[Commit]>([])

    /// Makes an empty inbox.
    package init() {}

    /// Adds a commit at the end.
    package func put(_ commit: Commit) {
        waiting.withLock { $0.append(commit) }
    }

    /// Takes out all commits, in the order in which they came.
    package func takeAll() -> [Commit] {
        waiting.withLock { waiting in
            defer { waiting.removeAll() }
            return waiting
        }
    }
}

/// A way for commits to get from a client to a server.
package protocol Transport: Sendable {
    /// Sends a commit; commits arrive in the order in which they were sent.
    ///
    /// *Throws*: when the other end could not read it; then nothing of it arrives.
    func send(_ commit: Commit) throws(WireError)
}

/// Hands commits over as they are, within one process.
package struct DirectTransport: Transport {
    private let inbox: CommitInbox

    /// Makes a transport into an inbox.
    package init(to inbox: CommitInbox) {
        self.inbox = inbox
    }

    package func send(_ commit: Commit) throws(WireError) {
        inbox.put(commit)
    }
}

/// Hands commits over through their encoded form: both ends of a connection, within one process.
package final class EncodingTransport: Transport {
    private struct Ends: Sendable {
        var encoder = CommitEncoder()
        var decoder = CommitDecoder()
    }
    private let ends = Mutex(Ends())
    private let inbox: CommitInbox

    /// Makes a transport into an inbox.
    package init(to inbox: CommitInbox) {
        self.inbox = inbox
    }

    package func send(_ commit: Commit) throws(WireError) {
        let arrived = ends.withLock { ends in
            let bytes = ends.encoder.encode(commit)
            return Result { () throws(WireError) in try ends.decoder.decode(bytes) }
        }
        inbox.put(try arrived.get())
    }
}
