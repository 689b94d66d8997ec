import MicaBase
import MicaEncoding
import MicaEvents
import MicaServer
import MicaSocket
import MicaWire
import MicaWorkers
import Synchronization

/// One client of a service: its socket, and its trees, images and memory.
///
/// Any data that it sends leads to an answer, or to a `SocketFault` that cuts it off. It belongs to the service's
/// thread.
final class ServiceClient {
    let number: UInt16
    let process: Int32
    private(set) var name = ""
    private(set) var windows: [ContextID: ServedWindow] = [:]
    private let socket: PacketSocket
    private var decoder: ClientMessageDecoder
    private var memories: [UInt32: Memory] = [:]
    private let parts: ServiceParts
    private var options: ServiceOptions { parts.options }
    /// Trees of the client that others show.
    private var exports: [ContextID: Export] = [:]
    /// A message that another thread is decoding; nil for none.
    private var decoding: Decoding?
    private var isWelcome = false
    private var outgoing: [ServerMessage] = []
    private var questions: [(number: UInt32, question: ServerQuestion)] = []
    private var arriving = ArrivingImages()
    /// The bytes of pixels received in this turn.
    private var pixelBytes = 0
    /// The most bytes of pixels in one turn, before others have theirs: a few milliseconds of copying.
    private static let pixelTurn = 1 << 25
    /// Whether received packets wait to be handled because there are enough questions.
    private(set) var holdsPackets = false
    /// The most questions that may wait for answers; packets after them are not read.
    private static let questionLimit = 64
    /// The number of pictures sent since the client had last read everything.
    private var unreadPictures = 0
    /// The most pictures that the client may leave unread.
    private static let pictureLimit = 2

    private struct Export {
        let id: RemoteID
        let tree: ExportedTree
    }

    private struct Memory {
        let source: SharedMemory.Source
        let size: Int
    }

    init(
        _ descriptor: Descriptor, number: UInt16, process: Int32, _ parts: ServiceParts
    ) {
        (self.number, self.process, self.parts) = (number, process, parts)
        // The pixels of images have memory of their own.
        socket = PacketSocket(descriptor, limit: 32 << 20)
        var limits = WireLimits()
        limits.takesInlinePixels = false
        limits.images = parts.options.quota.images
        limits.imageBytes = parts.options.quota.imageBytes
        decoder = ClientMessageDecoder(limits: limits, client: number)
    }

    deinit {
        for export in exports.values { parts.directory.remove(export.id) }
        parts.directory.remove(client: number)
    }

    var descriptor: Int32 { socket.descriptor.number }
    /// Whether the client has not read all that it was sent. Nothing more is read from it then.
    var isBehind: Bool { socket.backlog > 0 }
    var isGone: Bool { socket.isBroken }
    var layerCount: Int {
        windows.values.reduce(0) { $0 + $1.layerCount } + exports.values.reduce(0) { $0 + $1.tree.use.layers }
    }
    var animationCount: Int {
        windows.values.reduce(0) { $0 + $1.animationCount } + exports.values.reduce(0) { $0 + $1.tree.use.animations }
    }
    /// The numbers of the trees that others show, with their layers and animations.
    var exported: [(id: RemoteID, layers: Int, animations: Int)] {
        exports.values.map { ($0.id, $0.tree.use.layers, $0.tree.use.animations) }.sorted {
            $0.id.rawValue < $1.id.rawValue
        }
    }
    /// The time at which a waiting tree of the client has waited long enough; infinity when none waits.
    var exportDeadline: Double { exports.values.reduce(.infinity) { min($0, $1.tree.deadline) } }
    /// Advances trees that others show and that have waited long enough.
    func advanceExports(to now: Double) { for export in exports.values { export.tree.advance(to: now) } }
    var imageUse: (count: Int, bytes: Int) { decoder.imageUse }
    var memoryBytes: Int { memories.values.reduce(0) { $0 + $1.size } }
    var descriptorCount: Int { memories.count + socket.waitingDescriptors }

    /// Receives and handles packets.
    ///
    /// - Parameter makeNumber: returns the number for a new window.
    func hear(_ makeNumber: () -> UInt32) throws(SocketFault) {
        defer { account() }
        guard questions.count < Self.questionLimit else { return }
        if !holdsPackets { try socket.receive(upTo: options.turn) }
        (holdsPackets, pixelBytes) = (false, 0)
        let end = parts.clock.now + options.turnTime
        while let packet = try socket.nextPacket() {
            try handle(ClientPacket(tag: packet.tag, bytes: packet.bytes), makeNumber)
            if questions.count == Self.questionLimit || pixelBytes > Self.pixelTurn || isAside || parts.clock.now >= end
            {
                holdsPackets = true
                break
            }
        }
        // A descriptor arrives with the first byte of its packet, so a descriptor without a packet is an error.
        guard descriptorCount <= options.quota.descriptors else {
            throw SocketFault("more than \(options.quota.descriptors) descriptors")
        }
    }

    /// The animations when they were last counted, which takes a walk, and whether more have come since.
    private var countedAnimations = (count: 0, isOld: false)

    /// Records the client's memory in the budget of all.
    private func account() {
        if countedAnimations.isOld { countedAnimations = (animationCount, false) }
        let pixels = windows.values.reduce(0) { $0 + $1.surface.width * $1.surface.height }
        parts.budget.set(
            imageUse.bytes + memoryBytes + pixels * ServiceBudget.surfacePixel + layerCount * ServiceBudget.layer
                + countedAnimations.count * ServiceBudget.animation, of: number, process: process)
    }

    /// Checks the budget of all before memory is taken, with all that this turn has taken so far.
    private func check(_ bytes: Int) throws(SocketFault) {
        guard bytes > 0 else { return }
        account()
        try parts.budget.check(bytes, for: process)
    }

    private func handle(_ packet: ClientPacket, _ makeNumber: () -> UInt32) throws(SocketFault) {
        if case .hello(let version, let name) = packet {
            guard !isWelcome else { throw SocketFault("a second hello") }
            guard version == PacketForm.version else {
                throw SocketFault("version \(version) of the protocol; the server speaks version \(PacketForm.version)")
            }
            (isWelcome, self.name) = (true, name)
            return socket.send(
                ServerPacket.welcome(
                    version: PacketForm.version, client: number, rate: options.rate, width: UInt32(options.width),
                    height: UInt32(options.height), scale: options.scale
                ).encoded())
        }
        guard isWelcome else { throw SocketFault("a packet before the hello") }
        switch packet {
        case .hello: break
        case .surface(let context, let surface): try show(context, surface, makeNumber)
        case .message(let bytes):
            if bytes.count > Self.largeMessage, parts.drawsAside {
                decodeAside(bytes)
            } else {
                try take(decoded(bytes))
            }
        case .memory(let number, let size): try add(memory: number, size: size)
        case .forget(let memory):
            arriving.copy(of: memory)
            guard memories.removeValue(forKey: memory) != nil else { throw SocketFault("memory \(memory) is unknown") }
        case .image(let id, let width, let height, let isOpaque, let memory, let offset):
            try add(id, Int(width), Int(height), isOpaque: isOpaque, memory, offset)
        case .ask(let number, let question):
            questions.append((number, question))
        case .port(let port):
            guard parts.directory.set(port: port, of: self.number) else {
                throw SocketFault("a port that another program has")
            }
        case .export(let context, let id, let port): try export(context, RemoteID(rawValue: id), for: port)
        }
    }

    private func export(_ context: ContextID, _ id: RemoteID, for port: UInt32) throws(SocketFault) {
        let context = ContextID(rawValue: UInt64(number) << ClientNumber.shift | context.rawValue)
        guard windows[context] == nil, exports[context] == nil else {
            throw SocketFault("a tree that is shown already")
        }
        guard windows.count + exports.count < options.quota.windows else {
            throw SocketFault("more than \(options.quota.windows) windows")
        }
        let tree = ExportedTree(context: context, fences: parts.fences)
        guard parts.directory.add(tree, id, for: port) else { throw SocketFault("a tree's number is another tree's") }
        exports[context] = Export(id: id, tree: tree)
    }

    private func show(_ context: ContextID, _ surface: ServedSurface, _ makeNumber: () -> UInt32) throws(SocketFault) {
        let context = ContextID(rawValue: UInt64(number) << ClientNumber.shift | context.rawValue)
        let others = windows.filter { $0.key != context }.values.reduce(0) { $0 + $1.surface.width * $1.surface.height }
        guard others + surface.width * surface.height <= options.quota.surfacePixels else {
            throw SocketFault("surfaces of more than \(options.quota.surfacePixels) pixels")
        }
        let own = windows[context].map { $0.surface.width * $0.surface.height } ?? 0
        try check((surface.width * surface.height - own) * ServiceBudget.surfacePixel)
        if let window = windows[context] { return window.change(to: surface) }
        guard windows.count + exports.count < options.quota.windows else {
            throw SocketFault("more than \(options.quota.windows) windows")
        }
        guard exports[context] == nil else { throw SocketFault("a surface of a tree that others show") }
        windows[context] = ServedWindow(number: makeNumber(), context, surface, parts)
    }

    private func decoded(_ bytes: [UInt8]) throws(SocketFault) -> ClientMessage {
        do throws(WireError) {
            return try decoder.decode(bytes)
        } catch {
            throw SocketFault("\(error)")
        }
    }

    private func take(_ message: ClientMessage) throws(SocketFault) {
        switch message {
        case .commit(let context, let number, let commit):
            let (window, export) = (windows[context], exports[context])
            guard window != nil || export != nil else { throw SocketFault("a commit of a tree without a surface") }
            let own = window?.layerCount ?? export?.tree.use.layers ?? 0
            let before = commit.isWhole ? layerCount - own : layerCount
            guard before + commit.created.count <= options.quota.layers else {
                throw SocketFault("more than \(options.quota.layers) layers")
            }
            var added = 0
            // By index: reading the count does not copy the change.
            for index in commit.changes.indices { added += commit.changes[index].animations.count }
            if added > 0 || !commit.destroyed.isEmpty { countedAnimations.isOld = true }
            // Replaced animations also count until they are replaced. The count is only looked up when it may matter.
            guard added == 0 || added + animationCount <= options.quota.animations else {
                throw SocketFault("more than \(options.quota.animations) animations")
            }
            // Small commits are counted at the turn's end: the budget need not be exact, and looking it up takes time.
            let created = commit.created.count
            if created + added >= 256 {
                try check(created * ServiceBudget.layer + added * ServiceBudget.animation)
            }
            window?.take(message)
            export?.tree.receive(commit, number: number, at: parts.clock.now)
        case .tiles(let context, let number, let time, let tiles):
            let (window, export) = (windows[context], exports[context])
            guard window != nil || export != nil else { throw SocketFault("tiles of a tree without a surface") }
            window?.take(message)
            export?.tree.receive(Commit(tiles, at: time), number: number, at: parts.clock.now)
        case .close(let context):
            if let window = windows.removeValue(forKey: context) { discard(window) }
            if let export = exports.removeValue(forKey: context) { parts.directory.remove(export.id) }
        case .put, .drop: break
        }
        _ = decoder.takeReleased()
    }

    private func add(memory number: UInt32, size: UInt64) throws(SocketFault) {
        guard let descriptor = socket.takeDescriptor() else { throw SocketFault("memory without a descriptor") }
        guard size > 0, size <= UInt64(options.quota.imageBytes), memoryBytes + Int(size) <= options.quota.imageBytes,
            memories[number] == nil
        else {
            Descriptor.discard([descriptor])
            throw SocketFault("memory of \(size) bytes")
        }
        do throws(SocketFault) {
            try check(Int(size))
        } catch {
            Descriptor.discard([descriptor])
            throw error
        }
        guard let source = SharedMemory.Source(descriptor, size: Int(size)) else {
            throw SocketFault("a descriptor that is not memory of \(size) bytes")
        }
        memories[number] = Memory(source: source, size: Int(size))
    }

    private func add(
        _ id: UInt64, _ width: Int, _ height: Int, isOpaque: Bool, _ number: UInt32, _ offset: UInt64
    ) throws(SocketFault) {
        guard id != 0, id <= ClientNumber.numbers else { throw SocketFault("an image without a number") }
        guard let memory = memories[number] else { throw SocketFault("memory \(number) is unknown") }
        let side = WireLimits().imageSide
        let fault = SocketFault("an image of \(width) x \(height) pixels that its memory does not hold")
        guard 0...side ~= width, 0...side ~= height, offset <= UInt64(memory.size),
            width * height * 4 <= memory.size - Int(offset)
        else { throw fault }
        let (whole, count, offset) = (UInt64(self.number) << ClientNumber.shift | id, width * height, Int(offset))
        if decoder.knows(whole) { return socket.send(ServerPacket.taken(memory: number).encoded()) }
        // Checked before any pixel is read.
        guard decoder.hasRoom(for: count * 4) else {
            throw SocketFault(
                "images of more than \(options.quota.imageBytes) bytes, or more than \(options.quota.images)")
        }
        try check(count * 4)
        pixelBytes += count * 4
        let image: ImageResource
        // Only large images are worth delaying until a frame shows them.
        if count >= PixelPool.least, memory.source.holds(at: offset, count: count) {
            image = arriving.add(
                whole, width: width, height: height, isOpaque: isOpaque, in: memory.source, number, at: offset,
                pool: parts.pool)
        } else {
            guard let pixels = memory.source.pixels(at: offset, count: count) else { throw fault }
            image = ImageResource(
                id: whole, bitmap: Bitmap(width: width, height: height, pixels: pixels), isOpaque: isOpaque)
            socket.send(ServerPacket.taken(memory: number).encoded())
        }
        do throws(WireError) {
            try decoder.take(image)
        } catch {
            throw SocketFault("\(error)")
        }
    }

    // MARK: Answers

    /// Whether a question can be answered now; the client must have read its earlier answers.
    ///
    /// - Parameter isAnyAside: whether another thread is drawing a window of any client.
    func asks(isAnyAside: Bool) -> Bool {
        guard let first = questions.first, !isBehind, !holdsPictures else { return false }
        return !isAnyAside || first.question == .clients
    }

    /// Whether the client wants another picture but has not read earlier ones, which take memory until then.
    var holdsPictures: Bool {
        guard unreadPictures >= Self.pictureLimit, let first = questions.first, first.question.wantsPicture else {
            return false
        }
        return !socket.isRead
    }

    /// Removes and returns the client's first question, if it can be answered now.
    func takeQuestion(isAnyAside: Bool) -> (number: UInt32, question: ServerQuestion)? {
        asks(isAnyAside: isAnyAside) ? questions.removeFirst() : nil
    }

    /// Whether another thread has one of its windows or messages. Nothing is read from the client meanwhile.
    var isAside: Bool { decoding != nil || windows.values.contains(where: \.isAside) }

    /// Takes back what the other thread has finished.
    func finishAside() throws(SocketFault) {
        defer { account() }
        for window in windows.values where window.isAside { window.finishAside() }
        guard let done = decoding?.value.withLock({ $0 }) else { return }
        decoding = nil
        decoder = done.decoder
        switch done.message {
        case .success(let message): try take(message)
        case .failure(let error): throw SocketFault("\(error)")
        }
    }

    /// The fewest bytes of a message that is decoded on the aside thread: more than a millisecond's work.
    private static let largeMessage = 1 << 16

    /// Decodes a message on the aside thread.
    private func decodeAside(_ bytes: [UInt8]) {
        let result = Decoding()
        decoding = result
        let (lent, event) = (decoder, parts.event)
        parts.aside.run {
            var own = lent
            let message = Result { () throws(WireError) in try own.decode(bytes) }
            result.value.withLock { $0 = Decoding.Done(decoder: own, message: message) }
            event.signal()
        }
    }

    /// The result of decoding a message on another thread.
    private final class Decoding: Sendable {
        struct Done {
            let decoder: ClientMessageDecoder
            let message: Result<ClientMessage, WireError>
        }
        let value = Mutex<Done?>(nil)
    }

    func answer(_ number: UInt32, _ text: String) { socket.send(ServerPacket.text(number: number, text).encoded()) }

    func refuse(_ number: UInt32, _ reason: String) {
        socket.send(ServerPacket.unanswered(number: number, reason).encoded())
    }

    func answer(_ number: UInt32, _ picture: Bitmap) {
        unreadPictures = socket.isRead ? 1 : unreadPictures + 1
        guard let memory = try? SharedMemory(size: max(4, picture.pixels.count * 4)) else {
            return refuse(number, "there is no memory for the picture")
        }
        memory.write(picture.pixels)
        socket.send(
            ServerPacket.picture(number: number, width: UInt32(picture.width), height: UInt32(picture.height))
                .encoded(),
            with: memory.descriptor)
    }

    func discardWindows() {
        while let window = windows.popFirst()?.value { discard(window) }
    }

    private func discard(_ window: ServedWindow) {
        window.leaveScreen()
        if parts.drawsAside, window.isLarge { parts.aside.release(window) }
    }

    /// A window of the client's own, by its tree.
    func window(_ context: ContextID) -> ServedWindow? {
        windows[ContextID(rawValue: UInt64(number) << ClientNumber.shift | context.rawValue)]
    }

    /// The most bytes of unsent packets with which events are still sent; beyond it events are dropped.
    private static let eventBacklog = 1 << 16

    /// Sends the client a person's input at a window; false when the window is not the client's.
    func send(_ event: WindowEvent, to window: UInt32) -> Bool {
        guard let found = windows.values.first(where: { $0.number == window }) else { return false }
        if socket.backlog < Self.eventBacklog {
            socket.send(ServerPacket.event(found.context, EventBytes.encode(event)).encoded())
        }
        return true
    }

    /// Sends the messages of the client's windows if it has read the earlier ones. Of messages that each frame
    /// replaces, it gets the last.
    func flush() {
        for memory in arriving.takeFree() { socket.send(ServerPacket.taken(memory: memory).encoded()) }
        if !isBehind {
            for window in windows.values { window.takeMessages(into: &outgoing) }
            for export in exports.values { export.tree.takeMessages(into: &outgoing) }
            for message in outgoing { socket.send(ServerPacket.message(message.encoded()).encoded()) }
            outgoing.removeAll(keepingCapacity: true)
        }
        socket.flush()
    }

    /// Sends the reason for cutting the client off, as far as the client reads it.
    func cutOff(_ fault: SocketFault) {
        socket.send(ServerPacket.goodbye(fault.description).encoded())
        socket.flush()
        socket.giveUp()
    }
}

extension ServerQuestion {
    /// Whether the answer is a picture.
    fileprivate var wantsPicture: Bool {
        switch self {
        case .picture, .ownPicture: true
        case .clients, .tree: false
        }
    }
}
