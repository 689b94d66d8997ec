import Foundation
import MicaBase
import MicaEncoding
import MicaEvents
import MicaTrace
import MicaWire

/// A link's state of one tree.
struct LinkTree {
    /// The most transactions that may be on their way.
    static let credit = 2
    /// The most events that wait to be handled; further ones are dropped.
    static let eventLimit = 4096
    /// The most waiting commits that could not be merged; beyond it the whole tree is sent instead.
    static let backlogLimit = 16

    /// Where a tree is shown.
    enum Place {
        case surface(ServedSurface)
        /// By the client with a port, under a number.
        case export(id: UInt32, port: UInt32)

        func packet(_ context: ContextID) -> ClientPacket {
            switch self {
            case .surface(let surface): .surface(context, surface)
            case .export(let id, let port): .export(context, id: id, port: port)
            }
        }
    }

    let wake: @Sendable () -> Void
    var context: ContextID?
    var place: Place?
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
    var unread = UnreadMessages()
    var waiters: [DispatchSemaphore] = []

    init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

    var isIdle: Bool { unapplied.isEmpty && waiting.isEmpty }

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
struct LinkState {
    private var socket: PacketSocket?
    private(set) var welcome: ServerWelcome?
    private(set) var failure: String?
    var trees: [Int: LinkTree] = [:]
    private var lastTree = 0
    private var waiters: [UInt32: LinkWaiter] = [:]
    private var lastQuestion: UInt32 = 0
    private var encoder = ClientMessageEncoder()
    private var memories = ImageMemories()
    private var large = LargeImages()
    private var wakes: [@Sendable () -> Void] = []

    /// Decides when the server is looked for again.
    private var retry: RetryState
    /// The time of the next try; nil if none is planned.
    private var nextTry: Double?
    /// The first packets of each connection.
    private let greeting: [ClientPacket]
    /// The events that the link's thread waits for.
    private let watch: DescriptorWatch
    /// The events of the socket that count.
    private var watched = (reads: false, writes: false)
    /// Whether a call's thread receives the server's messages instead of the link's thread.
    private(set) var isListening = false

    init(_ policy: RetryPolicy, _ watch: DescriptorWatch, name: String, port: UInt32?) {
        (retry, self.watch) = (RetryState(policy), watch)
        greeting = [.hello(version: PacketForm.version, name: name)] + (port.map { [.port($0)] } ?? [])
    }

    // MARK: Trees

    mutating func addTree(_ wake: @escaping @Sendable () -> Void) -> Int {
        lastTree += 1
        trees[lastTree] = LinkTree(wake: wake)
        return lastTree
    }

    mutating func removeTree(_ number: Int) {
        guard let tree = trees.removeValue(forKey: number), let context = tree.context, !tree.isClosed else { return }
        transmit(.close(context))
        pump()
    }

    /// Sets where a tree is shown.
    mutating func place(_ number: Int, _ context: ContextID, _ place: LinkTree.Place) {
        trees[number]?.context = context
        trees[number]?.place = place
        socket?.send(place.packet(context).encoded())
        pump()
    }

    mutating func ask(_ question: ServerQuestion, _ waiter: LinkWaiter) {
        guard let socket else { return waiter.answer(.failure(SocketFault("there is no server"))) }
        lastQuestion &+= 1
        waiters[lastQuestion] = waiter
        socket.send(ClientPacket.ask(number: lastQuestion, question).encoded())
        pump()
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
        let wanted = (reads: !isListening, writes: socket.isBroken || socket.waitsForRoom)
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

    /// The work of the link's thread. Returns the seconds until there is more, 0 to try to reach the server.
    mutating func turn(at now: Double) -> Double {
        if let socket {
            if !isListening || socket.isBroken { receive() }
            pump()
        }
        guard socket == nil, failure == nil else { return .infinity }
        if let nextTry {
            if now < nextTry { return nextTry - now }
            self.nextTry = nil
            return 0
        }
        guard let pause = retry.pause(at: now) else {
            giveUp("it has gone, and is not back after \(retry.limit) seconds")
            return .infinity
        }
        nextTry = now + pause
        return pause
    }

    /// Continues on a new connection: sends `hello`, and asks each tree for all of it.
    mutating func begin(_ descriptor: Descriptor) {
        let made = PacketSocket(descriptor)
        for packet in greeting { made.send(packet.encoded()) }
        (encoder, memories, large) = (ClientMessageEncoder(), ImageMemories(), LargeImages())
        let isFirst = welcome == nil
        for (number, tree) in trees {
            guard let context = tree.context else { continue }
            if let place = tree.place { made.send(place.packet(context).encoded()) }
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
        trees[number]?.unread.add(.wholeWanted(context))
        if let wake = trees[number]?.wake { wakes.append(wake) }
    }

    private mutating func disconnect() {
        if let old = socket?.descriptor {
            watch.remove(old)
            old.endConnection()
            // If another thread noticed the end, the link's thread has to look for the server.
            watch.wake()
        }
        socket = nil
        for number in trees.keys { trees[number]?.forget() }
        for waiter in waiters.values { waiter.answer(.failure(SocketFault("the server has closed the connection"))) }
        waiters = [:]
    }

    /// Stops looking for a server.
    private mutating func giveUp(_ reason: String) {
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

    private mutating func transmit(_ message: ClientMessage) {
        guard let socket else { return }
        func send(_ bytes: [UInt8]) { socket.send(ClientPacket.message(bytes).encoded()) }
        let gone = large.takeGone()
        if !gone.isEmpty { send(ClientMessageEncoder.drop(gone)) }
        let encoded = encoder.encodeWithoutPixels(message)
        if !encoded.dropped.isEmpty { send(ClientMessageEncoder.drop(encoded.dropped)) }
        for image in encoded.images {
            socket.send { [memories] () throws(SystemError) in try memories.packets(of: image) }
            large.note(image)
        }
        if !encoded.bytes.isEmpty { send(encoded.bytes) }
    }

    /// Sends what can be sent now.
    mutating func pump() {
        guard let socket else { return }
        socket.flush()
        if let fault = socket.fault { return giveUp("no memory can be shared with it: \(fault)") }
        updateWatch()
    }

    // MARK: From the server

    /// Handles what the server has sent; ends a broken connection.
    mutating func receive() {
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
            tree.unread.add(message)
            trees[number] = tree
            for (count, commit) in sent { transmit(.commit(context, number: count, commit)) }
        case .refused(_, let count, let error) where count == tree.lastWhole && !error.isOfDepth:
            giveUp("it does not take a tree as it is: \(error)")
        case .wholeWanted: want(number, context)
        default:
            tree.unread.add(message)
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
