import MicaEvents
import MicaSocket
import MicaWire
import Synchronization

/// A screen for a service's windows, such as a window system.
///
/// Its windows show trees by their numbers (`RemoteID`). The trees are in `RemoteDirectory.ofProcess`, for layers of
/// this process, and change live.
///
/// `Sendable`: the service's thread calls it, and it must not wait.
package protocol ServiceScreen: AnyObject, Sendable {
    /// Shows a client's window, or updates it after a change.
    func show(_ window: UInt32, _ tree: RemoteID, _ surface: ServedSurface)

    /// Removes a client's window.
    func close(_ window: UInt32)
}

/// Events of people at a service's screen, on their way to the clients.
///
/// `Sendable`: the screen's thread adds events, the service's thread removes them.
package final class ScreenEvents: Sendable {
    private let event: Descriptor
    private let waiting = Mutex<[(window: UInt32, event: WindowEvent)]>([])

    init(_ event: Descriptor) { self.event = event }

    /// Adds an event for the client that has the window.
    package func send(_ event: WindowEvent, to window: UInt32) {
        waiting.withLock { waiting in
            // Of changes of size in a row, only the last counts.
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
    /// Whether this event replaces an earlier one that has not been handled.
    fileprivate func replaces(of old: WindowEvent) -> Bool {
        switch (content, old.content) {
        case (.resize, .resize): true
        default: false
        }
    }
}
