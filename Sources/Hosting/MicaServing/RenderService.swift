import CMicaSocket
import Foundation
import MicaBase
import MicaSocket
import MicaTrace
import MicaWire
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A render server for clients in other processes. One thread waits for all of them, applies their messages, and draws
/// their windows at the refreshes of a screen, which may be virtual.
///
/// It never waits for a client. It reads nothing more from a client that does not read. A client that sends invalid
/// data or exceeds its quota is told why and cut off, and its windows and memory are released.
///
/// It belongs to the thread that runs it, except for `stopper`, which any thread may use.
package final class RenderService {
    private let listener: Descriptor
    private let event: Descriptor
    /// The input of people at the screen.
    package let events: ScreenEvents
    private let parts: ServiceParts
    private var options: ServiceOptions { parts.options }
    private var clock: any FrameClock { parts.clock }
    private let stopping: StopFlag
    private var clients: [ServiceClient] = []
    private var lastNumber: UInt16 = 0
    private var lastWindow: UInt32 = 0
    /// A spare descriptor, which can be given up when no other is left.
    private var spare: Int32
    private let start: Double
    /// When freed memory goes back to the system, as a client has gone; infinity if none has since then.
    private var returnDue = Double.infinity
    /// *Units*: seconds. Clients that come and go do not make it happen more often.
    private static let returnDelay = 5.0
    /// How many times freed memory was given back to the system.
    package private(set) var returnCount = 0
    /// Records the screen's frames; nil when nothing is recorded.
    private let recorder: ServiceRecorder?
    /// Called with the reason when a client was cut off.
    package var didCutOff: ((_ process: Int32, _ name: String, _ reason: String) -> Void)?

    /// Makes a server that listens at a path.
    ///
    /// *Throws*: when it cannot listen; EADDRINUSE when another server is there.
    package convenience init(
        _ address: ServerAddress, _ options: ServiceOptions = ServiceOptions(), recorder: ServiceRecorder? = nil,
        clock: any FrameClock = MonotonicClock(), screen: (any ServiceScreen)? = nil
    ) throws(SystemError) {
        try self.init(
            listening: try Self.listen(at: address), options, recorder: recorder, clock: clock, screen: screen)
    }

    /// Makes a server from a socket that already listens, such as one that a supervisor has opened.
    package init(
        listening listener: Descriptor, _ options: ServiceOptions = ServiceOptions(), recorder: ServiceRecorder? = nil,
        clock: any FrameClock = MonotonicClock(), screen: (any ServiceScreen)? = nil
    ) throws(SystemError) {
        (self.listener, self.recorder) = (listener, recorder)
        start = clock.now
        event = try Descriptor.event()
        parts = ServiceParts(options: options, clock: clock, event: event, screen: screen)
        events = ScreenEvents(event)
        stopping = StopFlag(event)
        spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
    }

    deinit { if spare >= 0 { close(spare) } }

    /// Makes a socket that listens at a path, for this user only.
    package static func listen(at address: ServerAddress) throws(SystemError) -> Descriptor {
        let result = unsafe address.path.withCString { unsafe mica_socket_listen($0) }
        guard result >= 0 else { throw SystemError(code: -result) }
        return Descriptor(result)
    }

    /// Ends `run`, from any thread.
    package var stopper: StopFlag { stopping }

    /// Serves clients until it is stopped.
    package func run() {
        while !stopping.isSet { turn() }
    }

    /// Waits until there is work, at most for a number of seconds, and does it.
    package func turn(seconds: Double = 3600) {
        work(seconds)
        // Now nothing here holds clients that have gone.
        returnMemory()
    }

    private func work(_ seconds: Double) {
        let (called, isCalled) = wait(seconds: seconds)
        for (window, event) in events.take() {
            // A window may have gone meanwhile.
            for client in clients where client.send(event, to: window) { break }
        }
        for client in clients where client.isAside { finishAside(client) }
        for client in called {
            if client.isBehind { client.flush() } else { hear(client) }
            // Before anything is drawn, as a client may wait for its credit.
            client.flush()
        }
        if isCalled { accept() }
        drop()
        let now = clock.now
        for client in clients where client.exportDeadline <= now { client.advanceExports(to: now) }
        for client in clients {
            for window in client.windows.values where window.isDue(at: now) { window.step(at: clock.now) }
            // One question per turn: pictures take time, and the other clients should not wait for sixty of them.
            if let (number, question) = client.takeQuestion(isAnyAside: isAnyAside) { answer(client, number, question) }
            client.flush()
            if client.holdsPackets, !client.isBehind { hear(client) }
        }
        drop()
        if let recorder, recorder.due <= now { recorder.take(screen(), at: now) }
    }

    /// Whether another thread is drawing a window. Questions about windows wait until it is done.
    private var isAnyAside: Bool { clients.contains(where: \.isAside) }

    private func finishAside(_ client: ServiceClient) {
        do throws(SocketFault) {
            try client.finishAside()
        } catch {
            cutOff(client, error)
        }
    }

    private func cutOff(_ client: ServiceClient, _ fault: SocketFault) {
        client.cutOff(fault)
        didCutOff?(client.process, client.name, fault.description)
    }

    private func hear(_ client: ServiceClient) {
        // Nothing is read from a client while another thread has one of its windows.
        guard !client.isAside else { return }
        do throws(SocketFault) {
            try client.hear {
                lastWindow += 1
                return lastWindow
            }
        } catch {
            cutOff(client, error)
        }
    }

    private func drop() {
        guard clients.contains(where: \.isGone) else { return }
        for client in clients where client.isGone {
            client.discardWindows()
            parts.budget.remove(client.number)
        }
        clients.removeAll(where: \.isGone)
        returnDue = min(returnDue, clock.now + Self.returnDelay)
    }

    /// Gives freed memory back to the system at once after large clients or images have gone, and some seconds after any
    /// client has. The allocator keeps it otherwise: after one client with 800 MB the server would keep 800 MB, and
    /// after many small ones the pages that they have used in turns.
    private func returnMemory() {
        let isLate = returnDue <= clock.now
        guard parts.budget.takeReturn() || isLate else { return }
        if isLate { returnDue = .infinity }
        returnCount += 1
        parts.pool.removeAll()
        // After what the other thread still has to release; each thread gives its own back.
        if parts.drawsAside { parts.aside.run { mica_return_memory() } }
        mica_return_memory()
    }

    // MARK: Waiting

    /// The time of the next work that needs no message; -infinity for at once. *Units*: seconds of its clock.
    package var nextDue: Double {
        var due = min(recorder?.due ?? .infinity, returnDue)
        let isAnyAside = isAnyAside
        for client in clients {
            if client.asks(isAnyAside: isAnyAside) || client.holdsPackets && !client.isBehind && !client.isAside {
                due = -.infinity
            } else if client.holdsPictures {
                // Reading by clients is not reported, so it is polled.
                due = min(due, clock.now + 1 / options.rate)
            }
            due = min(due, client.exportDeadline)
            for window in client.windows.values where !window.isAside {
                due = window.hasNews ? -.infinity : min(due, window.due)
            }
        }
        return due
    }

    /// Waits until there is work. Returns the clients that have sent something or can receive again, and whether there
    /// may be new clients.
    private func wait(seconds limit: Double) -> (clients: [ServiceClient], isCalled: Bool) {
        let due = nextDue
        var list = [
            pollfd(fd: event.number, events: Int16(POLLIN), revents: 0),
            pollfd(fd: listener.number, events: Int16(POLLIN), revents: 0),
        ]
        for client in clients {
            list.append(
                pollfd(
                    fd: client.isAside ? -1 : client.descriptor, events: Int16(client.isBehind ? POLLOUT : POLLIN),
                    revents: 0))
        }
        let seconds = min(max(0, due - clock.now), limit)
        unsafe list.withUnsafeMutableBufferPointer { unsafe mica_wait($0.baseAddress, $0.count, seconds) }
        if list[0].revents != 0 { event.clear() }
        var called: [ServiceClient] = []
        for index in clients.indices where list[index + 2].revents != 0 { called.append(clients[index]) }
        return (called, list[1].revents != 0)
    }

    private func accept() {
        while true {
            let made = mica_socket_accept(listener.number)
            if made == -EMFILE || made == -ENFILE, spare >= 0 {
                // A connection that cannot be served would stay in the queue and keep waking this thread.
                close(spare)
                let refused = mica_socket_accept(listener.number)
                if refused >= 0 { close(refused) }
                spare = unsafe open("/dev/null", O_RDONLY | O_CLOEXEC)
                return
            }
            guard made >= 0 else { return }
            adopt(Descriptor(made))
        }
    }

    /// Accepts a connection as a client if it is this user's and there is room; otherwise closes it.
    package func adopt(_ descriptor: Descriptor) {
        var (process, user) = (Int32(0), UInt32(0))
        guard unsafe mica_socket_peer(descriptor.number, &process, &user) == 0, user == geteuid(),
            clients.count < options.clients, let number = freeNumber()
        else { return }
        let client = ServiceClient(descriptor, number: number, process: process, parts)
        guard clients.count(where: { $0.process == process }) < options.processClients else {
            return cutOff(client, SocketFault("more than \(options.processClients) connections of one process"))
        }
        clients.append(client)
    }

    /// The bytes that the clients have of the server's memory, as the budget counts them.
    package var memoryUse: Int { parts.budget.used }

    /// The number of clients.
    package var clientCount: Int { clients.count }

    private func freeNumber() -> UInt16? {
        let used = Set(clients.map(\.number))
        for _ in 0..<UInt16.max {
            lastNumber = lastNumber == .max ? 1 : lastNumber + 1
            if !used.contains(lastNumber) { return lastNumber }
        }
        return nil
    }

    // MARK: Answers

    /// All windows, ordered by number.
    private var windows: [(client: ServiceClient, window: ServedWindow)] {
        clients.flatMap { client in client.windows.values.map { (client: client, window: $0) } }
            .sorted { $0.window.number < $1.window.number }
    }

    private func answer(_ client: ServiceClient, _ number: UInt32, _ question: ServerQuestion) {
        switch question {
        case .clients: client.answer(number, ServiceReport.clients(clients, running: clock.now - start))
        case .tree(let wanted):
            let found = windows.filter { wanted == 0 || $0.window.number == wanted }
            guard wanted == 0 || !found.isEmpty else { return client.refuse(number, "there is no window \(wanted)") }
            client.answer(number, found.map { ServiceReport.tree($0.client, $0.window) }.joined(separator: "\n"))
        case .picture(let wanted, let time):
            let time = time ?? clock.now
            if wanted == 0 {
                let now = clock.now
                for (_, window) in windows where window.isDue(at: now) { window.step(at: now) }
                return client.answer(number, screen())
            }
            guard let window = windows.first(where: { $0.window.number == wanted })?.window else {
                return client.refuse(number, "there is no window \(wanted)")
            }
            client.answer(number, window.picture(at: time))
        case .ownPicture(let context, let time):
            guard let window = client.window(context) else { return client.refuse(number, "there is no such tree") }
            client.answer(number, window.picture(at: time))
        }
    }

    /// The picture of the screen: all windows in the order in which they were made, each centred, or from the screen's
    /// corner if it is larger.
    private func screen() -> Bitmap {
        var screen = Bitmap(width: options.width, height: options.height, filledWith: 0xFF00_0000)
        for (_, window) in windows where !window.surface.isOnRequest { screen.add(window.picture) }
        return screen
    }
}

/// Stops a service, from any thread.
package final class StopFlag: Sendable {
    private let event: Descriptor
    private let isStopped = Atomic(false)

    init(_ event: Descriptor) { self.event = event }

    /// Whether the service has to end.
    var isSet: Bool { isStopped.load(ordering: .acquiring) }

    /// Stops the service.
    package func set() {
        isStopped.store(true, ordering: .releasing)
        event.signal()
    }
}

extension Bitmap {
    /// Draws another picture centred over this one. Pixels that are not opaque count as over black.
    fileprivate mutating func add(_ other: Bitmap) {
        let (x, y) = (max(0, (width - other.width) / 2), max(0, (height - other.height) / 2))
        let (columns, rows) = (min(other.width, width - x), min(other.height, height - y))
        for row in 0..<max(0, rows) {
            let (from, to) = (row * other.width, (y + row) * width + x)
            for column in 0..<columns { pixels[to + column] = other.pixels[from + column] | 0xFF00_0000 }
        }
    }
}
