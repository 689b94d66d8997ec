import Foundation
import MicaBase
import MicaEvents
import MicaTrace
import MicaWire
import Synchronization

/// The server's description of itself.
package struct ServerWelcome: Sendable, Equatable {
    /// The client's number.
    package var client: UInt16
    /// Refreshes a second.
    package var rate: Double
    /// The size of the screen. *Units*: pixels.
    package var width: Int, height: Int
    /// Pixels per point.
    package var scale: Double
}

/// An answer to a `ServerQuestion`.
package enum ServerAnswer: Sendable, Equatable {
    /// Lines of text.
    case text(String)
    case picture(Bitmap)
}

/// A program's connection to a render server, shared by all of its trees. It is made again when the server comes back.
///
/// The link has a thread that receives the server's messages. While a call waits for the server, the calling thread
/// receives them itself, as the link's thread would only have to wake it. A tree's messages are sent on the tree's
/// thread, as much as the system accepts. Only the calls that say so wait for the server. A server that has gone is
/// looked for until `RetryPolicy.limit` is over. Messages of trees are dropped meanwhile: when the server is back, all
/// of each tree is sent.
package final class ServerLink: Sendable {
    /// The server's description of itself from the first connection.
    package let welcome: ServerWelcome
    private let address: ServerAddress
    private let watch: DescriptorWatch
    fileprivate let state: Mutex<LinkState>

    /// Connects to a server.
    ///
    /// It waits for the server's welcome, at most five seconds.
    ///
    /// - Parameters:
    ///   - name: the program's name.
    ///   - port: the number under which others hand their trees to it; nil when none do.
    /// *Throws*: when there is no server, or it does not accept this program.
    package init(
        _ address: ServerAddress, name: String = ProcessInfo.processInfo.processName,
        retry: RetryPolicy = RetryPolicy(),
        port: UInt32? = nil
    ) throws(SocketFault) {
        let watch: DescriptorWatch
        do throws(SystemError) {
            watch = try DescriptorWatch()
        } catch {
            throw SocketFault("cannot wait for the server: \(error)")
        }
        let text = String(decoding: name.utf8.prefix(ClientPacket.textLimit / 2), as: UTF8.self)
            .filter { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }
        var state = LinkState(retry, watch, name: text, port: port)
        do throws(SystemError) {
            state.begin(try Descriptor.connection(to: address))
        } catch {
            throw SocketFault("\(address.path): \(error)")
        }
        let end = MonotonicClock.now + 5
        while state.welcome == nil, MonotonicClock.now < end {
            watch.wait(seconds: max(0, end - MonotonicClock.now))
            state.receive()
            if let failure = state.whyOver { throw SocketFault("\(address.path): \(failure)") }
        }
        guard let welcome = state.welcome else { throw SocketFault("\(address.path): the server does not answer") }
        (self.welcome, self.address, self.watch) = (welcome, address, watch)
        self.state = Mutex(state)
        let thread = Thread { [weak self] in
            // The link is released, and so ended, while its thread waits.
            while let seconds = self?.turn() { watch.wait(seconds: seconds) }
        }
        thread.name = "mica-link"
        thread.start()
    }

    deinit { watch.wake() }

    /// The reason why the server is no longer looked for; nil while there is one or may be one again.
    package var failure: String? { state.withLock { $0.failure } }

    /// The connection of one tree to the server.
    ///
    /// - Parameter wake: called on any thread when there are messages that the tree's thread has to handle.
    package func tree(wake: @escaping @Sendable () -> Void) -> ServedTree {
        ServedTree(self, state.withLock { $0.addTree(wake) })
    }

    /// Asks the server a question, and waits for the answer.
    ///
    /// *Throws*: when there is no answer within a number of seconds.
    package func ask(_ question: ServerQuestion, seconds: Double = 20) throws(SocketFault) -> ServerAnswer {
        let waiter = LinkWaiter()
        state.withLock { $0.ask(question, waiter) }
        return try waiter.wait(seconds: seconds)
    }

    /// Does the work of the link's thread. Returns the seconds until there is more, if the watch does not wake it.
    private func turn() -> Double {
        let seconds = change { $0.turn(at: MonotonicClock.now) }
        guard seconds <= 0 else { return seconds }
        if let descriptor = try? Descriptor.connection(to: address) { change { $0.begin(descriptor) } }
        return 0
    }

    /// Changes the state, and wakes the trees that have to handle the change.
    fileprivate func change<Result: Sendable>(_ body: (inout LinkState) -> Result) -> Result {
        let (result, wakes) = state.withLock { state in (body(&state), state.takeWakes()) }
        for wake in wakes { wake() }
        return result
    }
}

/// The connection of one tree to a server in another process.
///
/// At most two of its transactions are on their way. Later ones are merged into one, which is sent when the server has
/// applied one of the two.
package final class ServedTree: Connection {
    private let link: ServerLink
    private let number: Int

    fileprivate init(_ link: ServerLink, _ number: Int) { (self.link, self.number) = (link, number) }

    deinit { link.state.withLock { $0.removeTree(number) } }

    /// The reason why the server is no longer looked for; nil while there is one or may be one again.
    package var failure: String? { link.failure }

    package func send(_ message: ClientMessage) throws(WireError) {
        link.change { state in
            state.take(message, from: number)
            state.pump()
        }
    }

    package func receive(into messages: inout [ServerMessage]) {
        link.state.withLock { $0.trees[number]?.unread.move(to: &messages) }
    }

    /// Removes and returns the input of people at the tree's window, in order.
    package func takeEvents() -> [WindowEvent] {
        link.state.withLock { state in
            guard let events = state.trees[number]?.events, !events.isEmpty else { return [] }
            state.trees[number]?.events = []
            return events
        }
    }

    /// Sets the surface of the tree.
    package func show(_ surface: ServedSurface, of context: ContextID) {
        link.state.withLock { $0.place(number, context, .surface(surface)) }
    }

    /// Exports the tree under a number to the client with a port. Called before the tree's first commit, in place of
    /// `show`.
    package func export(_ id: UInt32, for port: UInt32, of context: ContextID) {
        link.state.withLock { $0.place(number, context, .export(id: id, port: port)) }
    }

    /// Waits until the server has applied all commits; false if it has not within a number of seconds.
    @discardableResult
    package func waitUntilApplied(seconds: Double = 20) -> Bool {
        let applied = DispatchSemaphore(value: 0)
        let (waits, socket) = link.state.withLock { state -> (Bool, Descriptor?) in
            guard let tree = state.trees[number], !tree.isIdle, state.failure == nil else { return (false, nil) }
            state.trees[number]?.waiters.append(applied)
            return (true, state.beginListening())
        }
        guard waits else { return true }
        guard let socket else { return applied.wait(timeout: .now() + seconds) == .success }
        let end = MonotonicClock.now + seconds
        while true {
            socket.waitToRead(seconds: end - MonotonicClock.now)
            let (isApplied, isOver) = link.change { state in
                state.receive()
                state.pump()
                let isApplied = applied.wait(timeout: .now()) == .success
                let isOver = isApplied || MonotonicClock.now >= end
                if isOver { state.endListening() }
                return (isApplied, isOver)
            }
            if isOver { return isApplied }
        }
    }
}

/// Waits for an answer on behalf of one call.
final class LinkWaiter: Sendable {
    private let result = Mutex<Result<ServerAnswer, SocketFault>?>(nil)
    private let semaphore = DispatchSemaphore(value: 0)

    func answer(_ answer: Result<ServerAnswer, SocketFault>) {
        result.withLock { $0 = answer }
        semaphore.signal()
    }

    func wait(seconds: Double) throws(SocketFault) -> ServerAnswer {
        guard semaphore.wait(timeout: .now() + seconds) == .success else {
            throw SocketFault("the server gives no answer within \(seconds) seconds")
        }
        guard let found = result.withLock({ $0 }) else { throw SocketFault("there is no answer") }
        return try found.get()
    }
}
