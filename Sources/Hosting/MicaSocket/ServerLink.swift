import CMicaSocket
import Foundation
import MicaEncoding
import MicaEvents
import MicaResources
import MicaTrace
import MicaWire
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The times of a client's tries to reach a server that has gone.
package struct RetryPolicy: Sendable {
    /// The seconds after which it gives up.
    package var limit = 10.0
    /// The first wait, in seconds; each later wait is twice as long.
    package var first = 0.005
    /// The longest wait, in seconds.
    package var longest = 0.25

    package init() {}
}

/// Decides when a client tries to reach a server again. There is a pause before each try, whatever the result of the
/// last.
package struct RetryState: Sendable {
    /// The seconds without a welcome after which it gives up.
    package var limit: Double { policy.limit }
    private let policy: RetryPolicy
    private var next: Double
    /// The time at which it gives up; nil before the first try.
    private var end: Double?
    /// The time of the server's welcome on the current connection; nil when there was none.
    private var welcomed: Double?
    /// The time that a connection has to last before pauses are short again. *Units*: seconds.
    package static let steady = 1.0

    package init(_ policy: RetryPolicy) { (self.policy, next) = (policy, policy.first) }

    /// Notes that a server has accepted the client.
    package mutating func welcome(at now: Double) { (welcomed, end) = (now, nil) }

    /// The seconds to wait before the next try; nil to give up.
    package mutating func pause(at now: Double) -> Double? {
        if let welcomed, now - welcomed >= Self.steady { next = policy.first }
        welcomed = nil
        if let end, now >= end { return nil }
        end = end ?? now + policy.limit
        defer { next = min(2 * next, policy.longest) }
        return next
    }
}

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
    private let core: LinkCore

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
        let core: LinkCore
        do {
            core = try LinkCore(address, name: name, retry: retry, port)
        } catch {
            throw SocketFault("the system has nothing to wait with: \(error)")
        }
        welcome = try core.connectFirst(waiting: 5)
        self.core = core
        let thread = Thread { core.run() }
        thread.name = "mica-link"
        thread.start()
    }

    deinit { core.end() }

    /// The reason why the server is no longer looked for; nil while there is one or may be one again.
    package var failure: String? { core.failure }

    /// The connection of one tree to the server.
    ///
    /// - Parameter wake: called on any thread when there are messages that the tree's thread has to handle.
    package func tree(wake: @escaping @Sendable () -> Void) -> ServedTree { ServedTree(core, core.addTree(wake)) }

    /// Asks the server a question, and waits for the answer.
    ///
    /// *Throws*: when there is no answer within a number of seconds.
    package func ask(_ question: ServerQuestion, seconds: Double = 20) throws(SocketFault) -> ServerAnswer {
        try core.ask(question, seconds: seconds)
    }
}

/// The connection of one tree to a server in another process.
///
/// At most two of its transactions are on their way. Later ones are merged into one, which is sent when the server has
/// applied one of the two.
package final class ServedTree: Connection {
    private let core: LinkCore
    private let number: Int

    fileprivate init(_ core: LinkCore, _ number: Int) { (self.core, self.number) = (core, number) }

    deinit { core.removeTree(number) }

    /// The reason why the server is no longer looked for; nil while there is one or may be one again.
    package var failure: String? { core.failure }

    package func send(_ message: ClientMessage) throws(WireError) { core.send(message, from: number) }

    package func receive(into messages: inout [ServerMessage]) { core.receive(into: &messages, of: number) }

    /// Removes and returns the input of people at the tree's window, in order.
    package func takeEvents() -> [WindowEvent] { core.takeEvents(of: number) }

    /// Sets the surface of the tree.
    package func show(_ surface: ServedSurface, of context: ContextID) { core.show(surface, of: context, number) }

    /// Exports the tree under a number to the client with a port. Called before the tree's first commit, in place of
    /// `show`.
    package func export(_ id: UInt32, for port: UInt32, of context: ContextID) {
        core.export(id, port, of: context, number)
    }

    /// Waits until the server has applied all commits; false if it has not within a number of seconds.
    @discardableResult
    package func waitUntilApplied(seconds: Double = 20) -> Bool { core.waitUntilApplied(number, seconds: seconds) }
}

/// The state that a link, its trees and its thread share, behind one lock.
final class LinkCore: Sendable {
    private let address: ServerAddress
    private let name: String
    private let watch: DescriptorWatch
    private let state: Mutex<LinkState>

    private let port: UInt32?

    init(_ address: ServerAddress, name: String, retry: RetryPolicy, _ port: UInt32?) throws(SystemError) {
        (self.address, self.port) = (address, port)
        watch = try DescriptorWatch()
        state = Mutex(LinkState(retry, watch))
        self.name = String(decoding: name.utf8.prefix(ClientPacket.textLimit / 2), as: UTF8.self)
            .filter { $0.unicodeScalars.allSatisfy { $0.value >= 32 && $0.value != 127 } }
    }

    var failure: String? { state.withLock { $0.failure } }

    // MARK: Calls of trees

    func addTree(_ wake: @escaping @Sendable () -> Void) -> Int {
        state.withLock { state in
            state.lastTree += 1
            state.trees[state.lastTree] = LinkTree(wake: wake)
            return state.lastTree
        }
    }

    func removeTree(_ number: Int) {
        state.withLock { state in
            guard let tree = state.trees.removeValue(forKey: number), let context = tree.context, !tree.isClosed else {
                return
            }
            state.transmit(.close(context))
            state.pump()
        }
    }

    func send(_ message: ClientMessage, from number: Int) {
        let wakes = state.withLock { state in
            state.take(message, from: number)
            state.pump()
            return state.takeWakes()
        }
        for wake in wakes { wake() }
    }

    func receive(into messages: inout [ServerMessage], of number: Int) {
        state.withLock { state in
            guard let heard = state.trees[number]?.heard, !heard.isEmpty else { return }
            messages.append(contentsOf: heard)
            state.trees[number]?.heard.removeAll(keepingCapacity: true)
        }
    }

    func takeEvents(of number: Int) -> [WindowEvent] {
        state.withLock { state in
            guard let events = state.trees[number]?.events, !events.isEmpty else { return [] }
            state.trees[number]?.events = []
            return events
        }
    }

    func show(_ surface: ServedSurface, of context: ContextID, _ number: Int) {
        state.withLock { state in
            state.trees[number]?.context = context
            state.trees[number]?.surface = surface
            state.socket?.send(ClientPacket.surface(context, surface).encoded())
            state.pump()
        }
    }

    func export(_ id: UInt32, _ port: UInt32, of context: ContextID, _ number: Int) {
        state.withLock { state in
            state.trees[number]?.context = context
            state.trees[number]?.export = (id, port)
            state.socket?.send(ClientPacket.export(context, id: id, port: port).encoded())
            state.pump()
        }
    }

    func waitUntilApplied(_ number: Int, seconds: Double) -> Bool {
        let applied = DispatchSemaphore(value: 0)
        let (waits, heard) = state.withLock { state -> (Bool, Descriptor?) in
            guard let tree = state.trees[number], !tree.isIdle, state.failure == nil else { return (false, nil) }
            state.trees[number]?.waiters.append(applied)
            return (true, state.beginListening())
        }
        guard waits else { return true }
        guard let heard else { return applied.wait(timeout: .now() + seconds) == .success }
        let end = MonotonicClock.now + seconds
        while true {
            heard.waitToRead(seconds: end - MonotonicClock.now)
            let (wakes, isApplied, isOver) = state.withLock { state -> ([@Sendable () -> Void], Bool, Bool) in
                state.hear()
                state.pump()
                let isApplied = applied.wait(timeout: .now()) == .success
                let isOver = isApplied || MonotonicClock.now >= end
                if isOver { state.endListening() }
                return (state.takeWakes(), isApplied, isOver)
            }
            for wake in wakes { wake() }
            if isOver { return isApplied }
        }
    }

    func ask(_ question: ServerQuestion, seconds: Double) throws(SocketFault) -> ServerAnswer {
        let waiter = LinkWaiter()
        state.withLock { state in
            state.lastQuestion &+= 1
            let packet = ClientPacket.ask(number: state.lastQuestion, question).encoded()
            guard state.socket != nil else { return waiter.answer(.failure(SocketFault("there is no server"))) }
            state.waiters[state.lastQuestion] = waiter
            state.socket?.send(packet)
            state.pump()
        }
        return try waiter.wait(seconds: seconds)
    }

    // MARK: Thread

    func end() {
        state.withLock { $0.isEnded = true }
        watch.wake()
    }

    /// Connects to the server for the first time.
    func connectFirst(waiting seconds: Double) throws(SocketFault) -> ServerWelcome {
        do {
            try connect()
        } catch {
            throw SocketFault("\(address.path): \(error)")
        }
        let end = MonotonicClock.now + seconds
        while MonotonicClock.now < end {
            watch.wait(seconds: max(0, end - MonotonicClock.now))
            let heard: (ServerWelcome?, String?) = state.withLock { state in
                state.hear()
                return (state.welcome, state.whyOver)
            }
            if let failure = heard.1 { throw SocketFault("\(address.path): \(failure)") }
            if let welcome = heard.0 { return welcome }
        }
        throw SocketFault("\(address.path): the server says nothing")
    }

    private func connect() throws(SystemError) {
        let descriptor = try Descriptor.connection(to: address)
        state.withLock { $0.begin(descriptor, name: name, port: port) }
    }

    func run() {
        while true {
            let (isEnded, isConnected) = state.withLock { ($0.isEnded, $0.socket != nil) }
            if isEnded { return }
            if isConnected {
                watch.wait(seconds: .infinity)
                let wakes = state.withLock { state in
                    if !state.isListening || state.socket?.isBroken == true { state.hear() }
                    state.pump()
                    return state.takeWakes()
                }
                for wake in wakes { wake() }
            } else if failure == nil {
                reconnect()
            } else {
                watch.wait(seconds: .infinity)
            }
        }
    }

    /// Waits for a pause, then tries once to reach the server again.
    private func reconnect() {
        let pause = state.withLock { $0.retry.pause(at: MonotonicClock.now) }
        if let pause {
            let end = MonotonicClock.now + pause
            while MonotonicClock.now < end {
                if state.withLock({ $0.isEnded }) { return }
                watch.wait(seconds: max(0, end - MonotonicClock.now))
            }
            try? connect()
        } else {
            state.withLock { $0.giveUp("it has gone, and is not back after \($0.retry.limit) seconds") }
        }
        for wake in state.withLock({ $0.takeWakes() }) { wake() }
    }
}

/// Waits for an answer on behalf of one call.
private final class LinkWaiter: Sendable {
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

/// A link's state of one tree.
private struct LinkTree {
    /// The most transactions that may be on their way.
    static let credit = 2
    /// The most events that wait to be handled; further ones are dropped.
    static let eventLimit = 4096
    /// The most waiting commits that could not be merged; beyond it the whole tree is sent instead.
    static let backlogLimit = 16

    let wake: @Sendable () -> Void
    var context: ContextID?
    var surface: ServedSurface?
    /// The number under which others show it, and the port of the client that it was handed to; nil for a tree with a
    /// surface.
    var export: (id: UInt32, port: UInt32)?
    /// The input of people at its window.
    var events: [WindowEvent] = []
    /// The numbers of the commits that the server has not applied.
    var unapplied: [UInt64] = []
    var waiting: [(number: UInt64, commit: Commit)] = []
    /// Whether the server can only use a commit of the whole tree.
    var needsWhole = false
    /// The number of the last commit that held the whole tree.
    var lastWhole: UInt64 = 0
    var isClosed = false
    var heard: [ServerMessage] = []
    var waiters: [DispatchSemaphore] = []

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isIdle: Bool { unapplied.isEmpty && waiting.isEmpty }

    mutating func hear(_ message: ServerMessage) {
        for index in heard.indices.suffix(8) where message.replaces(heard[index]) {
            heard[index] = message
            return
        }
        heard.append(message)
    }

    /// Notes that the server has no copy of the tree any more.
    mutating func forget() {
        (unapplied, waiting, needsWhole) = ([], [], true)
        releaseWaiters()
    }

    mutating func releaseWaiters() {
        for waiter in waiters { waiter.signal() }
        waiters.removeAll()
    }
}

/// The state behind the lock of a link.
private struct LinkState {
    var socket: PacketSocket?
    var welcome: ServerWelcome?
    var failure: String?
    var isEnded = false
    var trees: [Int: LinkTree] = [:]
    var lastTree = 0
    var waiters: [UInt32: LinkWaiter] = [:]
    var lastQuestion: UInt32 = 0
    private var encoder = ClientMessageEncoder()
    private var memories = ImageMemories()
    private var large = LargeImages()
    /// The items that wait for memory or for the socket, in order.
    private var queue: [Item] = []
    private var wakes: [@Sendable () -> Void] = []

    private enum Item {
        case packet([UInt8])
        case image(ImageResource)
    }

    /// Decides when the server is looked for again.
    var retry: RetryState
    /// The events that the link's thread waits for.
    private let watch: DescriptorWatch
    /// The events of the socket that count.
    private var watched = (reads: false, writes: false)
    /// Whether a call's thread receives the server's messages instead of the link's thread.
    private(set) var isListening = false

    init(_ policy: RetryPolicy, _ watch: DescriptorWatch) {
        (retry, self.watch) = (RetryState(policy), watch)
    }

    // MARK: Waiting

    /// Lets the caller receive messages in place of the link's thread, until `endListening`. Returns the descriptor to
    /// wait for, or nil when another thread already receives them.
    mutating func beginListening() -> Descriptor? {
        guard let socket, !isListening else { return nil }
        isListening = true
        updateWatch()
        return socket.descriptor
    }

    mutating func endListening() {
        isListening = false
        updateWatch()
    }

    /// Makes the link's thread wait for the events that matter to it now.
    private mutating func updateWatch() {
        guard let socket else { return }
        // A broken socket counts as writable, so that the link's thread notices the break.
        let wanted = (reads: !isListening, writes: socket.isBroken || socket.backlog > 0)
        guard wanted != watched else { return }
        watched = wanted
        watch.change(socket.descriptor, reads: wanted.reads, writes: wanted.writes)
    }

    /// The reason why there is nothing to wait for; nil while there is a connection.
    var whyOver: String? {
        if let failure { return failure }
        return socket == nil ? "the server has closed the connection" : nil
    }

    mutating func takeWakes() -> [@Sendable () -> Void] {
        defer { wakes.removeAll() }
        return wakes
    }

    // MARK: Connecting

    /// Continues on a new connection: sends `hello`, and asks each tree for all of it.
    mutating func begin(_ descriptor: Descriptor, name: String, port: UInt32?) {
        let made = PacketSocket(descriptor)
        made.send(ClientPacket.hello(version: PacketForm.version, name: name).encoded())
        if let port { made.send(ClientPacket.port(port).encoded()) }
        (encoder, memories, large, queue) = (ClientMessageEncoder(), ImageMemories(), LargeImages(), [])
        let isFirst = welcome == nil
        for number in trees.keys {
            guard let context = trees[number]?.context else { continue }
            if let surface = trees[number]?.surface { made.send(ClientPacket.surface(context, surface).encoded()) }
            if let export = trees[number]?.export {
                made.send(ClientPacket.export(context, id: export.id, port: export.port).encoded())
            }
            if !isFirst { want(number, context) }
        }
        made.flush()
        socket = made
        watch.add(descriptor)
        watched = (false, false)
        updateWatch()
    }

    /// Asks a tree to send all of it.
    private mutating func want(_ number: Int, _ context: ContextID) {
        trees[number]?.forget()
        trees[number]?.hear(.wholeWanted(context))
        if let wake = trees[number]?.wake { wakes.append(wake) }
    }

    mutating func disconnect() {
        if let old = socket?.descriptor {
            watch.remove(old)
            old.endConnection()
            // If another thread noticed the end, the link's thread has to look for the server.
            watch.wake()
        }
        socket = nil
        queue = []
        for number in trees.keys { trees[number]?.forget() }
        for waiter in waiters.values { waiter.answer(.failure(SocketFault("the server has closed the connection"))) }
        waiters = [:]
    }

    /// Stops looking for a server.
    mutating func giveUp(_ reason: String) {
        if failure == nil { failure = reason }
        disconnect()
        wakes += trees.values.map(\.wake)
    }

    // MARK: To the server

    mutating func take(_ message: ClientMessage, from number: Int) {
        guard trees[number] != nil else { return }
        switch message {
        case .commit(let context, let count, let commit):
            trees[number]?.context = context
            if commit.isWhole {
                trees[number]?.needsWhole = false
                trees[number]?.waiting = []
            }
            enqueue(count, commit, of: number) { .commit(context, number: count, commit) }
        case .tiles(_, let count, let time, let tiles):
            enqueue(count, Commit(tiles, at: time), of: number) { message }
        case .close:
            trees[number]?.isClosed = true
            trees[number]?.forget()
            transmit(message)
        case .put, .drop: transmit(message)
        }
    }

    private mutating func enqueue(_ count: UInt64, _ commit: Commit, of number: Int, _ message: () -> ClientMessage) {
        guard socket != nil, var tree = trees[number], !tree.needsWhole else {
            trees[number]?.needsWhole = true
            return
        }
        if tree.waiting.isEmpty, tree.unapplied.count < LinkTree.credit {
            tree.unapplied.append(count)
            if commit.isWhole { tree.lastWhole = count }
            trees[number] = tree
            return transmit(message())
        }
        if let last = tree.waiting.indices.last, tree.waiting[last].commit.merge(commit) {
            tree.waiting[last].number = count
        } else {
            tree.waiting.append((count, commit))
        }
        let isTooMuch = tree.waiting.count > LinkTree.backlogLimit
        trees[number] = tree
        if isTooMuch, let context = tree.context { want(number, context) }
    }

    mutating func transmit(_ message: ClientMessage) {
        guard socket != nil else { return }
        let gone = large.takeGone()
        if !gone.isEmpty { queue.append(.packet(ClientPacket.message(ClientMessageEncoder.drop(gone)).encoded())) }
        let encoded = encoder.encodeWithoutPixels(message)
        if !encoded.dropped.isEmpty {
            queue.append(.packet(ClientPacket.message(ClientMessageEncoder.drop(encoded.dropped)).encoded()))
        }
        for image in encoded.images {
            queue.append(.image(image))
            large.note(image)
        }
        if !encoded.bytes.isEmpty { queue.append(.packet(ClientPacket.message(encoded.bytes).encoded())) }
    }

    /// Sends what can be sent now.
    mutating func pump() {
        guard socket != nil else { return }
        var done = 0
        items: while done < queue.count, (socket?.backlog ?? 0) < 1 << 20 {
            switch queue[done] {
            case .packet(let bytes): socket?.send(bytes)
            case .image(let image):
                let written: ImageMemories.Written?
                do throws(SystemError) {
                    written = try memories.write(image)
                } catch {
                    return giveUp("no memory can be shared with it: \(error)")
                }
                guard let written else { break items }
                for number in written.forgotten { socket?.send(ClientPacket.forget(memory: number).encoded()) }
                if let new = written.new {
                    socket?.send(
                        ClientPacket.memory(number: written.number, size: UInt64(new.size)).encoded(),
                        with: new.descriptor)
                }
                socket?.send(
                    ClientPacket.image(
                        id: image.id & ClientNumber.numbers, width: UInt32(image.width), height: UInt32(image.height),
                        isOpaque: image.isOpaque, memory: written.number, offset: 0
                    ).encoded())
            }
            done += 1
        }
        queue.removeFirst(done)
        socket?.flush()
        updateWatch()
    }

    // MARK: From the server

    /// Handles what the server has sent; ends a broken connection.
    mutating func hear() {
        guard socket != nil else { return }
        do throws(SocketFault) {
            try socket?.receive()
            while let packet = try socket?.nextPacket() { try take(ServerPacket(tag: packet.tag, bytes: packet.bytes)) }
        } catch {
            socket?.giveUp()
        }
        if socket?.isBroken == true { disconnect() }
        updateWatch()
    }

    private mutating func take(_ packet: ServerPacket) throws(SocketFault) {
        switch packet {
        case .welcome(let version, let client, let rate, let width, let height, let scale):
            guard version == PacketForm.version else {
                return giveUp("it speaks version \(version), and this program version \(PacketForm.version)")
            }
            retry.welcome(at: MonotonicClock.now)
            welcome = ServerWelcome(
                client: client, rate: rate, width: Int(width), height: Int(height), scale: scale)
        case .message(let bytes):
            let message: ServerMessage
            do throws(WireError) {
                message = try ServerMessage(decoding: bytes)
            } catch {
                throw SocketFault("\(error)")
            }
            take(message)
        case .taken(let memory):
            for number in memories.release(memory) { socket?.send(ClientPacket.forget(memory: number).encoded()) }
        case .picture(let number, let width, let height):
            let waiter = waiters.removeValue(forKey: number)
            waiter?.answer(picture(width, height))
        case .text(let number, let text): waiters.removeValue(forKey: number)?.answer(.success(.text(text)))
        case .unanswered(let number, let reason):
            waiters.removeValue(forKey: number)?.answer(.failure(SocketFault(reason)))
        case .goodbye(let reason): giveUp(reason)
        case .event(let context, let bytes):
            let event = try EventBytes.decode(bytes)
            guard let number = trees.first(where: { $0.value.context == context && !$0.value.isClosed })?.key,
                let tree = trees[number], tree.events.count < LinkTree.eventLimit
            else { return }
            trees[number]?.events.append(event)
            wakes.append(tree.wake)
        }
    }

    private mutating func picture(_ width: UInt32, _ height: UInt32) -> Result<ServerAnswer, SocketFault> {
        let (width, height) = (Int(width), Int(height))
        guard let descriptor = socket?.takeDescriptor(), width <= 1 << 16, height <= 1 << 16,
            let source = SharedMemory.Source(descriptor, size: max(4, width * height * 4)),
            let pixels = source.pixels(at: 0, count: width * height)
        else { return .failure(SocketFault("a picture without its pixels")) }
        return .success(.picture(Bitmap(width: width, height: height, pixels: pixels)))
    }

    private mutating func take(_ message: ServerMessage) {
        guard let context = message.context,
            let number = trees.first(where: { $0.value.context == context && !$0.value.isClosed })?.key,
            var tree = trees[number]
        else { return }
        switch message {
        case .applied(_, let count):
            tree.unapplied.removeAll { $0 <= count }
            var sent: [(number: UInt64, commit: Commit)] = []
            while tree.unapplied.count < LinkTree.credit, !tree.waiting.isEmpty {
                let first = tree.waiting.removeFirst()
                tree.unapplied.append(first.number)
                if first.commit.isWhole { tree.lastWhole = first.number }
                sent.append(first)
            }
            if tree.isIdle { tree.releaseWaiters() }
            tree.hear(message)
            trees[number] = tree
            for (count, commit) in sent { transmit(.commit(context, number: count, commit)) }
        case .refused(_, let count, let error) where count == tree.lastWhole && !error.isOfDepth:
            giveUp("it does not take a tree as it is: \(error)")
        case .wholeWanted: want(number, context)
        default:
            tree.hear(message)
            trees[number] = tree
            if message.asksClient { wakes.append(tree.wake) }
        }
    }
}

extension CommitError {
    /// Whether the error is that the tree is too deep, which the client reports by itself.
    fileprivate var isOfDepth: Bool {
        if case .tooDeep = self { true } else { false }
    }
}
