import CMicaSocket
import Foundation
import MicaEvents
import MicaResources
import MicaWire
import Synchronization

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// How long a client tries to reach a server that has gone.
package struct RetryPolicy: Sendable {
    /// After how many seconds it gives up.
    package var limit = 10.0
    /// The first wait, in seconds; each is twice the one before.
    package var first = 0.005
    /// The longest wait, in seconds.
    package var longest = 0.25

    package init() {}
}

/// When a client looks again for a server that has gone: with a pause before each try, whatever became of the try before.
package struct RetryState: Sendable {
    /// After how many seconds without a server's word it gives up.
    package var limit: Double { policy.limit }
    private let policy: RetryPolicy
    private var next: Double
    /// When it gives up; nil before the first try.
    private var end: Double?
    /// When the server has said its first word of this connection; nil where it has not.
    private var welcomed: Double?
    /// How long a connection has to last for the pauses to be short again. *Units*: seconds.
    package static let steady = 1.0

    package init(_ policy: RetryPolicy) { (self.policy, next) = (policy, policy.first) }

    /// Hears that a server has taken the client.
    package mutating func welcome(at now: Double) { (welcomed, end) = (now, nil) }

    /// How many seconds to wait before the next try; nil where it is given up.
    package mutating func pause(at now: Double) -> Double? {
        if let welcomed, now - welcomed >= Self.steady { next = policy.first }
        welcomed = nil
        if let end, now >= end { return nil }
        end = end ?? now + policy.limit
        defer { next = min(2 * next, policy.longest) }
        return next
    }
}

/// What a server says of itself.
package struct ServerWelcome: Sendable, Equatable {
    /// The client's number.
    package var client: UInt16
    /// Refreshes a second.
    package var rate: Double
    /// The screen. *Units*: pixels.
    package var width: Int, height: Int
    /// Pixels per point.
    package var scale: Double
}

/// An answer to a `ServerQuestion`.
package enum ServerAnswer: Sendable, Equatable {
    /// Lines.
    case text(String)
    /// A picture.
    case picture(Bitmap)
}

/// A program's connection to a render server, for all of its trees: it is made again when the server comes back.
///
/// A thread of its own hears the server, but while a call waits for the server's word: then that call's thread hears it, which would
/// otherwise be woken by the one that does. What a tree sends goes out on the tree's thread, as far as the system takes it, and no call
/// waits for the server but those that say so. A server that is gone is looked for until `RetryPolicy.limit` is over; what trees
/// send meanwhile is dropped, as they are asked to send all of it when it is back.
package final class ServerLink: Sendable {
    /// What the server has said of itself when it was reached first.
    package let welcome: ServerWelcome
    private let core: LinkCore

    /// Reaches a server.
    ///
    /// It waits for the server's first word, at most five seconds.
    ///
    /// - Parameters:
    ///   - name: what the program is called.
    ///   - port: under which others hand their trees to it; nil where none do.
    /// *Throws*: where there is no server, or none that takes this program.
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

    /// Why the server is not looked for any more; nil as long as there is one, or may be one again.
    package var failure: String? { core.failure }

    /// The way of a tree to the server.
    ///
    /// - Parameter wake: called on any thread when the server has said something that the tree's thread has to hear.
    package func tree(wake: @escaping @Sendable () -> Void) -> ServedTree { ServedTree(core, core.addTree(wake)) }

    /// Asks the server, and waits for the answer.
    ///
    /// *Throws*: where there is none within a number of seconds.
    package func ask(_ question: ServerQuestion, seconds: Double = 20) throws(SocketFault) -> ServerAnswer {
        try core.ask(question, seconds: seconds)
    }
}

/// The way of one tree to a server in another process.
///
/// At most two of its transactions are on their way; those that follow are merged into one, which goes when the server has applied
/// one of the two.
package final class ServedTree: Connection {
    private let core: LinkCore
    private let number: Int

    fileprivate init(_ core: LinkCore, _ number: Int) { (self.core, self.number) = (core, number) }

    deinit { core.removeTree(number) }

    /// Why the server is not looked for any more; nil as long as there is one, or may be one again.
    package var failure: String? { core.failure }

    package func send(_ message: ClientMessage) throws(WireError) { core.send(message, from: number) }

    package func receive(into messages: inout [ServerMessage]) { core.receive(into: &messages, of: number) }

    /// Takes out what people have done at the tree's window, in order.
    package func takeEvents() -> [WindowEvent] { core.takeEvents(of: number) }

    /// Says what the tree is shown in.
    package func show(_ surface: ServedSurface, of context: ContextID) { core.show(surface, of: context, number) }

    /// Says under which number the client with a port shows the tree; before its first commit, in place of `show`.
    package func export(_ id: UInt32, for port: UInt32, of context: ContextID) {
        core.export(id, port, of: context, number)
    }

    /// Waits until the server has applied all that was sent; false where it has not within a number of seconds.
    @discardableResult
    package func waitUntilApplied(seconds: Double = 20) -> Bool { core.waitUntilApplied(number, seconds: seconds) }
}

/// What a link, its trees and its thread share, behind one lock.
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
        self.name = String(decoding: name.utf8.prefix(ClientFrame.textLimit / 2), as: UTF8.self)
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
            state.socket?.send(ClientFrame.surface(context, surface).encoded())
            state.pump()
        }
    }

    func export(_ id: UInt32, _ port: UInt32, of context: ContextID, _ number: Int) {
        state.withLock { state in
            state.trees[number]?.context = context
            state.trees[number]?.export = (id, port)
            state.socket?.send(ClientFrame.export(context, id: id, port: port).encoded())
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
        let end = MonotonicTime.now + seconds
        while true {
            heard.waitToRead(seconds: end - MonotonicTime.now)
            let (wakes, isApplied, isOver) = state.withLock { state -> ([@Sendable () -> Void], Bool, Bool) in
                state.hear()
                state.pump()
                let isApplied = applied.wait(timeout: .now()) == .success
                let isOver = isApplied || MonotonicTime.now >= end
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
            let frame = ClientFrame.ask(number: state.lastQuestion, question).encoded()
            guard state.socket != nil else { return waiter.answer(.failure(SocketFault("there is no server"))) }
            state.waiters[state.lastQuestion] = waiter
            state.socket?.send(frame)
            state.pump()
        }
        return try waiter.wait(seconds: seconds)
    }

    // MARK: Thread

    func end() {
        state.withLock { $0.isEnded = true }
        watch.wake()
    }

    /// Reaches the server for the first time.
    func connectFirst(waiting seconds: Double) throws(SocketFault) -> ServerWelcome {
        do {
            try connect()
        } catch {
            throw SocketFault("\(address.path): \(error)")
        }
        let end = MonotonicTime.now + seconds
        while MonotonicTime.now < end {
            watch.wait(seconds: max(0, end - MonotonicTime.now))
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

    /// Tries once to reach the server again, after a pause.
    private func reconnect() {
        let pause = state.withLock { $0.retry.pause(at: MonotonicTime.now) }
        if let pause {
            let end = MonotonicTime.now + pause
            while MonotonicTime.now < end {
                if state.withLock({ $0.isEnded }) { return }
                watch.wait(seconds: max(0, end - MonotonicTime.now))
            }
            try? connect()
        } else {
            state.withLock { $0.giveUp("it has gone, and is not back after \($0.retry.limit) seconds") }
        }
        for wake in state.withLock({ $0.takeWakes() }) { wake() }
    }
}

/// Waits for an answer.
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

/// The machine's monotonic clock.
enum MonotonicTime {
    /// *Units*: seconds.
    static var now: Double {
        var time = timespec()
        unsafe _ = clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// A tree, as its link knows it.
private struct LinkTree {
    /// How many transactions may be on their way.
    static let credit = 2
    /// How many events wait to be looked at; more are dropped.
    static let eventLimit = 4096
    /// How many that could not be merged wait before all of the tree is sent instead.
    static let backlogLimit = 16

    let wake: @Sendable () -> Void
    var context: ContextID?
    var surface: ServedSurface?
    /// The number under which others show it, and whose port it was handed to; nil for a tree with a surface.
    var export: (id: UInt32, port: UInt32)?
    /// What people have done at its window.
    var events: [WindowEvent] = []
    /// The numbers of those that the server has not applied.
    var unapplied: [UInt64] = []
    var waiting: [(number: UInt64, commit: Commit)] = []
    /// Whether nothing but all of the tree is of use to the server.
    var needsWhole = false
    /// The number of the last commit that was all of the tree.
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

    /// The server knows nothing of it any more.
    mutating func forget() {
        (unapplied, waiting, needsWhole) = ([], [], true)
        releaseWaiters()
    }

    mutating func releaseWaiters() {
        for waiter in waiters { waiter.signal() }
        waiters.removeAll()
    }
}

/// What is behind the lock of a link.
private struct LinkState {
    var socket: FrameSocket?
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
    /// What waits for memory or for the socket, in order.
    private var queue: [Item] = []
    private var wakes: [@Sendable () -> Void] = []

    private enum Item {
        case frame([UInt8])
        case image(ImageResource)
    }

    /// When the server is looked for again.
    var retry: RetryState
    /// What the link's thread waits for.
    private let watch: DescriptorWatch
    /// For what of the socket.
    private var watched = (reads: false, writes: false)
    /// Whether the thread of a call hears the server, and the link's thread does not.
    private(set) var isListening = false

    init(_ policy: RetryPolicy, _ watch: DescriptorWatch) {
        (retry, self.watch) = (RetryState(policy), watch)
    }

    // MARK: Who waits for what

    /// Has the caller hear the server in place of the link's thread, until `endListening`; gives what it is to wait for, or nil where
    /// another one hears it.
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

    /// Has the link's thread wait for what there is to do for it now.
    private mutating func updateWatch() {
        guard let socket else { return }
        // One that is broken can be written to: the link's thread is to see that.
        let wanted = (reads: !isListening, writes: socket.isBroken || socket.backlog > 0)
        guard wanted != watched else { return }
        watched = wanted
        watch.change(socket.descriptor, reads: wanted.reads, writes: wanted.writes)
    }

    /// Why there is nothing to wait for.
    var whyOver: String? {
        if let failure { return failure }
        return socket == nil ? "the server has closed the connection" : nil
    }

    mutating func takeWakes() -> [@Sendable () -> Void] {
        defer { wakes.removeAll() }
        return wakes
    }

    // MARK: Connecting

    /// Goes on with a new connection: says who this is, and asks each tree for all of it.
    mutating func begin(_ descriptor: Descriptor, name: String, port: UInt32?) {
        let made = FrameSocket(descriptor)
        made.send(ClientFrame.hello(version: FrameForm.version, name: name).encoded())
        if let port { made.send(ClientFrame.port(port).encoded()) }
        (encoder, memories, large, queue) = (ClientMessageEncoder(), ImageMemories(), LargeImages(), [])
        let isFirst = welcome == nil
        for number in trees.keys {
            guard let context = trees[number]?.context else { continue }
            if let surface = trees[number]?.surface { made.send(ClientFrame.surface(context, surface).encoded()) }
            if let export = trees[number]?.export {
                made.send(ClientFrame.export(context, id: export.id, port: export.port).encoded())
            }
            if !isFirst { want(number, context) }
        }
        made.flush()
        socket = made
        watch.add(descriptor)
        watched = (false, false)
        updateWatch()
    }

    /// Asks a tree for all of it.
    private mutating func want(_ number: Int, _ context: ContextID) {
        trees[number]?.forget()
        trees[number]?.hear(.wholeWanted(context))
        if let wake = trees[number]?.wake { wakes.append(wake) }
    }

    mutating func disconnect() {
        if let old = socket?.descriptor {
            watch.remove(old)
            old.endConnection()
            // Where it was not the link's thread that heard the end, that one is to look for the server.
            watch.wake()
        }
        socket = nil
        queue = []
        for number in trees.keys { trees[number]?.forget() }
        for waiter in waiters.values { waiter.answer(.failure(SocketFault("the server has closed the connection"))) }
        waiters = [:]
    }

    /// Has nothing more to do with servers.
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
        if !gone.isEmpty { queue.append(.frame(ClientFrame.message(ClientMessageEncoder.drop(gone)).encoded())) }
        let encoded = encoder.encodeWithoutPixels(message)
        if !encoded.dropped.isEmpty {
            queue.append(.frame(ClientFrame.message(ClientMessageEncoder.drop(encoded.dropped)).encoded()))
        }
        for image in encoded.images {
            queue.append(.image(image))
            large.note(image)
        }
        if !encoded.bytes.isEmpty { queue.append(.frame(ClientFrame.message(encoded.bytes).encoded())) }
    }

    /// Sends what can be sent now.
    mutating func pump() {
        guard socket != nil else { return }
        var done = 0
        items: while done < queue.count, (socket?.backlog ?? 0) < 1 << 20 {
            switch queue[done] {
            case .frame(let bytes): socket?.send(bytes)
            case .image(let image):
                let written: ImageMemories.Written?
                do throws(SystemError) {
                    written = try memories.write(image)
                } catch {
                    return giveUp("no memory can be shared with it: \(error)")
                }
                guard let written else { break items }
                for number in written.forgotten { socket?.send(ClientFrame.forget(memory: number).encoded()) }
                if let new = written.new {
                    socket?.send(
                        ClientFrame.memory(number: written.number, size: UInt64(new.size)).encoded(),
                        with: new.descriptor)
                }
                socket?.send(
                    ClientFrame.image(
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

    /// Takes in what the server has said; a connection that is broken is over.
    mutating func hear() {
        guard socket != nil else { return }
        do throws(SocketFault) {
            try socket?.receive()
            while let frame = try socket?.nextFrame() { try take(ServerFrame(tag: frame.tag, bytes: frame.bytes)) }
        } catch {
            socket?.giveUp()
        }
        if socket?.isBroken == true { disconnect() }
        updateWatch()
    }

    private mutating func take(_ frame: ServerFrame) throws(SocketFault) {
        switch frame {
        case .welcome(let version, let client, let rate, let width, let height, let scale):
            guard version == FrameForm.version else {
                return giveUp("it speaks version \(version), and this program version \(FrameForm.version)")
            }
            retry.welcome(at: MonotonicTime.now)
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
            for number in memories.release(memory) { socket?.send(ClientFrame.forget(memory: number).encoded()) }
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
    /// Whether the tree has too many levels, of which the client tells by itself.
    fileprivate var isOfDepth: Bool {
        if case .tooDeep = self { true } else { false }
    }
}
