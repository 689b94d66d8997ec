import MicaEvents
import MicaSocket
import MicaWire
import Synchronization

/// Where a service's windows are seen, if anywhere: a window system, say.
///
/// A window there shows the tree of a number (`RemoteID`), which lies in `RemoteDirectory.ofProcess` for layers of this process, as it changes.
///
/// `Sendable`: it is called on the service's thread, and must not wait.
package protocol ServiceScreen: AnyObject, Sendable {
    /// A client's window is there, or is another than before.
    func show(_ window: UInt32, _ tree: RemoteID, _ surface: ServedSurface)

    /// A client's window is gone.
    func close(_ window: UInt32)
}

/// What people do at a service's screen, on its way to the clients.
///
/// `Sendable`: the screen's thread puts events in, the service's takes them out.
package final class ScreenEvents: Sendable {
    private let event: Descriptor
    private let waiting = Mutex<[(window: UInt32, event: WindowEvent)]>([])

    init(_ event: Descriptor) { self.event = event }

    /// Hands an event to the client that a window is of.
    package func send(_ event: WindowEvent, to window: UInt32) {
        waiting.withLock { waiting in
            // Of a pointer that only moves the last counts, and of a size.
            if let last = waiting.last, last.window == window, event.replaces(of: last.event) { waiting.removeLast() }
            waiting.append((window, event))
        }
        self.event.signal()
    }

    func take() -> [(window: UInt32, event: WindowEvent)] {
        waiting.withLock { waiting in
            guard !waiting.isEmpty else { return [] }
            defer { waiting.removeAll() }
            return waiting
        }
    }
}

extension WindowEvent {
    /// Whether it is later news of the same as an event that nobody has looked at.
    fileprivate func replaces(of old: WindowEvent) -> Bool {
        switch (content, old.content) {
        case (.resize, .resize): true
        default: false
        }
    }
}
