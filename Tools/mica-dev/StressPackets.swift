import CoreGraphics
import Foundation
import Glibc
import MicaBase
import MicaEncoding
import MicaRandom
import MicaServing
import MicaSocket
import MicaWire
import QuartzCore

/// `mica-dev stress packets`: a server in this process gets packets that are broken at random, with descriptors of every
/// kind.
final class StressPackets {
    private var random: SeededGenerator
    private let service: RenderService
    private let directory: SocketDirectory
    private let messages: [[UInt8]]
    private var cached: [Descriptor] = []
    /// How many connections were cut off, how many packets were sent, and how many of those had a descriptor.
    private(set) var cutOff = 0, packets = 0, descriptorPackets = 0

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        directory = try SocketDirectory()
        var options = ServiceOptions()
        (options.width, options.height, options.drawsAside) = (64, 64, false)
        options.quota.surfacePixels = 1 << 14
        options.quota.imageBytes = 1 << 22
        service = try RenderService(ServerAddress(path: directory.path + "/socket"), options)
        messages = Self.makeMessages(seed)
        cached = Self.makeCached { memory(unsealed: $0) }
        service.didCutOff = { [weak self] _, _, _ in self?.cutOff += 1 }
    }

    /// The messages of a client whose tree changes.
    private static func makeMessages(_ seed: UInt64) -> [[UInt8]] {
        let tree = StressTree(seed: seed)
        let connection = LocalConnection()
        let context = LayerContext(root: tree.root, connection: connection)
        context.isLive = true
        defer { context.invalidate() }
        var encoder = ClientMessageEncoder()
        var messages: [[UInt8]] = []
        for index in 0..<12 {
            tree.change(index, at: 1)
            CATransaction.flush()
            var sent: [ClientMessage] = []
            connection.receive(into: &sent)
            for message in sent {
                if case .commit(_, let number, let commit) = message {
                    messages.append(encoder.encodeWithoutPixels(.commit(Self.context, number: number, commit)).bytes)
                }
            }
        }
        return messages + [
            encoder.encodeWithoutPixels(.close(Self.context)).bytes, ClientMessageEncoder.drop([1, 2, 3]),
        ]
    }

    private static let context = ContextID(rawValue: 1)

    /// Runs connections, each with some packets.
    func run(_ count: Int) throws {
        for index in 0..<count {
            try connectOnce()
            if index % 4096 == 0 {
                // Connections that were given up are closed by another thread.
                while descriptors > 200 { usleep(1000) }
            }
        }
        usleep(200_000)
    }

    var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0 }

    private func connectOnce() throws {
        try talk()
        // The other end is gone: the server lets its own end go.
        service.turn(seconds: 0)
    }

    /// One connection, from its first packet to its last.
    private func talk() throws {
        let (near, far) = try Descriptor.pair()
        service.adopt(far)
        let socket = PacketSocket(near)
        var later: [() -> Void] = []
        if random.chance(0.98) {
            socket.send(ClientPacket.hello(version: PacketForm.version, name: "packets").encoded())
        }
        for step in 0..<random.whole(1...7) {
            let packet = makePacket(step)
            let descriptor = random.chance(0.5) ? makeDescriptor(&later) : nil
            socket.send(random.chance(0.25) ? broken(packet) : packet, with: descriptor)
            packets += 1
            if descriptor != nil { descriptorPackets += 1 }
            if random.chance(0.2) {
                socket.flush()
                service.turn(seconds: 0)
                for body in later { body() }
                later = []
            }
        }
        socket.flush()
        if random.chance(0.7) { service.turn(seconds: 0) }
        socket.giveUp()
    }

    private func makePacket(_ step: Int) -> [UInt8] {
        switch step == 0 ? 0 : random.below(11) {
        case 0:
            var surface = ServedSurface(width: random.whole(1...32), height: random.whole(1...32), title: "packets")
            surface.isOnRequest = random.chance(0.7)
            return ClientPacket.surface(Self.context, surface).encoded()
        case 1, 2, 3: return ClientPacket.message(messages[min(messages.count - 1, random.below(16))]).encoded()
        case 4:
            return ClientPacket.memory(
                number: UInt32(random.below(4)), size: random.pick([0, 4, 4096, 65_536, 1 << 22, 1 << 40, .max])
            ).encoded()
        case 5: return ClientPacket.forget(memory: UInt32(random.below(4))).encoded()
        case 6, 7:
            return ClientPacket.image(
                id: UInt64(random.below(5)), width: random.pick([0, 1, 16, 32, 1024, 40_000, .max]),
                height: random.pick([0, 1, 16, 32, 1024, 40_000, .max]), isOpaque: random.chance(),
                memory: UInt32(random.below(4)), offset: random.pick([0, 0, 4, 4095, 1 << 33, .max])
            ).encoded()
        case 8: return ClientPacket.port(UInt32(random.below(3))).encoded()
        case 9:
            return ClientPacket.export(
                ContextID(rawValue: UInt64(random.below(3))), id: UInt32(random.below(4)), port: UInt32(random.below(3))
            ).encoded()
        default:
            let question: ServerQuestion = random.pick([
                .clients, .tree(window: 0),
                .picture(window: UInt32(random.below(3)), time: random.pick([nil, 0, -1e300, 1e300])),
                .ownPicture(context: Self.context, time: random.number(-10...10)),
            ])
            return ClientPacket.ask(number: 1, question).encoded()
        }
    }

    private func broken(_ packet: [UInt8]) -> [UInt8] {
        var packet = packet
        for _ in 0..<random.whole(1...4) where !packet.isEmpty {
            switch random.below(5) {
            case 0: packet.removeLast(random.whole(1...packet.count))
            case 1: packet.insert(UInt8(truncatingIfNeeded: random.next()), at: random.below(packet.count))
            case 2: packet += packet.suffix(random.below(64))
            default:
                packet[random.below(packet.count)] = random.pick([
                    0, 1, 0x7f, 0x80, 0xff, UInt8(truncatingIfNeeded: random.next()),
                ])
            }
        }
        return packet
    }

    /// A descriptor of some kind. `later` gets the work to do after the server has seen it.
    private func makeDescriptor(_ later: inout [() -> Void]) -> Descriptor? {
        guard random.chance(0.12) else { return cached.isEmpty ? nil : random.pick(cached) }
        // Unsealed, and shrunk after the server has looked at it.
        guard let made = memory(unsealed: 65_536) else { return nil }
        later.append { _ = ftruncate(made.number, 0) }
        return made
    }

    /// One descriptor for each kind that does not change; a duplicate of it is sent.
    private static func makeCached(_ memory: (Int) -> Descriptor?) -> [Descriptor] {
        func opened(_ path: String, _ flags: Int32) -> Descriptor? {
            let made = unsafe open(path, flags | O_CLOEXEC, 0o600)
            return made < 0 ? nil : Descriptor(made)
        }
        var (ends, writing): ([Int32], Descriptor?) = ([-1, -1], nil)
        if unsafe pipe(&ends) == 0 { writing = Descriptor(ends[1]) }
        let kinds: [Descriptor?] =
            [4096, 65_536, 1 << 20].map { (try? SharedMemory(size: $0))?.descriptor }
            + [0, 1, 4095, 65_536].map(memory)
            + [
                opened("/dev/zero", O_RDONLY), opened("/dev/zero", O_RDWR), opened("/dev/null", O_RDWR),
                opened("/", O_RDONLY | O_DIRECTORY), ends[0] >= 0 ? Descriptor(ends[0]) : nil, writing,
                (try? Descriptor.pair())?.0, try? Descriptor.event(),
                opened("/dev/shm/mica-\(getpid())", O_RDWR | O_CREAT),
                opened("/proc/self/exe", O_RDONLY), opened("/proc/self/maps", O_RDONLY),
                opened("/etc/passwd", O_RDONLY),
            ]
        return kinds.compactMap { $0 }
    }

    /// A file in memory without a name. It may shrink, like memory without seals.
    private func memory(unsealed size: Int) -> Descriptor? {
        let path = "/dev/shm/mica-\(getpid())-unsealed"
        let made = unsafe open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard made >= 0 else { return nil }
        unsafe _ = unlink(path)
        let descriptor = Descriptor(made)
        return ftruncate(made, size) == 0 ? descriptor : nil
    }

    deinit { unsafe _ = unlink("/dev/shm/mica-\(getpid())") }
}
