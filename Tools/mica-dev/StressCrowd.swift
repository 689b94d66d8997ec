import Foundation
import Glibc
import MicaCommandLine
import MicaEncoding
import MicaRandom
import MicaSocket
import MicaTrace
import MicaWire
import QuartzCore
import Synchronization

/// `mica-dev stress crowd`: many clients at once, one of them hostile; counts how many frames the others get.
final class StressCrowd {
    private let server: ServerProcess
    private let directory: SocketDirectory
    private let address: ServerAddress
    private var clients: [StressPeer] = []

    init(clients count: Int) throws {
        directory = try SocketDirectory()
        address = ServerAddress(path: directory.path + "/socket")
        server = try ServerProcess("mica", ["serve", "--headless", "-q", "--socket", address.path], talks: false)
        server.wait(for: address)
        for index in 0..<count - 1 {
            let client = StressPeer(try Descriptor.connection(to: address), name: "crowd \(index)")
            client.move(from: MonotonicClock.now, seconds: 1e6)
            clients.append(client)
        }
    }

    func run(seconds: Double, seed: UInt64) throws {
        try clients.hear(for: 1)
        for client in clients { client.forgetShown() }
        let quiet = try count(seconds: seconds)
        let hostile = HostileThread(address, seed: seed)
        try clients.hear(for: 0.5)
        let attacked = try count(seconds: seconds)
        let attacks = hostile.stop()
        report("alone", quiet)
        report("beside \(attacks) attacks", attacked)
        let cutOff = clients.compactMap(\.goodbye)
        guard cutOff.isEmpty, !server.isOver, kill(server.id, 0) == 0 else {
            throw CommandFailure("stress: \(cutOff.first ?? "the server has ended")")
        }
    }

    /// How many frames each client saw within some seconds, and the longest time between two frames.
    private func count(seconds: Double) throws -> (seconds: Double, frames: [Int], longest: Double) {
        for client in clients { client.forgetShown() }
        let start = MonotonicClock.now
        try clients.hear(for: seconds)
        let end = MonotonicClock.now
        var longest = 0.0
        for client in clients {
            for (one, next) in zip(client.shown, client.shown.dropFirst()) { longest = max(longest, next - one) }
        }
        return (end - start, clients.map(\.shown.count), longest)
    }

    private func report(_ name: String, _ found: (seconds: Double, frames: [Int], longest: Double)) {
        let sorted = found.frames.sorted()
        Console.print(
            "CROWD,\(name),\(clients.count) clients,\(Int(found.seconds * 60)) refreshes,frames: least \(sorted.first ?? 0) median \(sorted[sorted.count / 2]),longest gap \(String(format: "%.1f", found.longest * 1000)) ms"
        )
    }
}

/// A hostile client, on a thread of its own, again and again.
final class HostileThread: Sendable {
    private let isOver = Atomic(false)
    private let count = Atomic(0)
    private let ended = DispatchSemaphore(value: 0)
    private static let large = LargeTree()

    /// - Parameter hoards: whether it also keeps as many large pictures as it gets, and connects without end.
    init(_ address: ServerAddress, seed: UInt64, hoards: Bool = false) {
        let large = Self.large
        Thread.detachNewThread { [self] in
            var random = SeededGenerator(seed: seed)
            while !isOver.load(ordering: .acquiring) {
                if hoards, random.chance(0.3) {
                    try? Self.hoard(address, &random) { isOver.load(ordering: .acquiring) }
                } else {
                    try? Self.attack(address, large, &random) { isOver.load(ordering: .acquiring) }
                }
                count.wrappingAdd(1, ordering: .relaxed)
            }
            ended.signal()
        }
    }

    /// Ends the thread; returns how many attacks there were.
    func stop() -> Int {
        isOver.store(true, ordering: .releasing)
        ended.wait()
        return count.load(ordering: .relaxed)
    }

    /// Ten connections at once: pictures of 64 MiB each for two seconds, or bytes that are no packet.
    private static func hoard(
        _ address: ServerAddress, _ random: inout SeededGenerator, _ isOver: () -> Bool
    ) throws {
        if random.chance(0.5) {
            for _ in 0..<1000 where !isOver() {
                let peer = PacketPeer(try Descriptor.connection(to: address), name: "flood")
                peer.socket.send([UInt8](repeating: 0xFF, count: random.whole(1...64)))
                peer.socket.flush()
            }
            return
        }
        let size = 1 << 26
        let memory = try SharedMemory(size: size)
        var peers: [PacketPeer] = []
        for index in 0..<10 {
            let peer = PacketPeer(try Descriptor.connection(to: address), name: "hoard \(index)")
            peer.send(.memory(number: 1, size: UInt64(size)), with: memory.descriptor)
            for id in 1...UInt64(15) {
                peer.send(.image(id: id, width: 4096, height: 4096, isOpaque: true, memory: 1, offset: 0))
            }
            peers.append(peer)
        }
        let end = MonotonicClock.now + 2
        while MonotonicClock.now < end, !isOver() {
            for peer in peers where !peer.socket.isBroken { _ = try? peer.hear() }
            usleep(10_000)
        }
    }

    /// One connection: about a tenth of a second of one kind of attack.
    private static func attack(
        _ address: ServerAddress, _ large: LargeTree, _ random: inout SeededGenerator, _ isOver: () -> Bool
    ) throws {
        let peer = PacketPeer(try Descriptor.connection(to: address), name: "hostile")
        let tree = ContextID(rawValue: 1)
        let kind = random.below(6)
        let end = MonotonicClock.now + 0.1
        peer.send(.surface(tree, ServedSurface(width: 512, height: 512, title: "hostile")))
        let memory = try SharedMemory(size: 1 << 24)
        if kind == 3 { peer.send(.memory(number: 1, size: 1 << 24), with: memory.descriptor) }
        if kind == 4 {
            peer.send(.surface(large.context, ServedSurface(width: 512, height: 512, title: "hostile")))
            for message in large.messages { peer.send(message) }
        }
        while MonotonicClock.now < end, !isOver(), !peer.socket.isBroken {
            switch kind {
            case 0:
                // Questions whose answers are never read.
                peer.send(.ask(number: 1, .picture(window: 0, time: nil)))
                if peer.socket.backlog > 1 << 16 { peer.socket.flush() }
            case 1:
                var bytes = [UInt8](repeating: 0, count: random.whole(1...4096))
                for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: random.next()) }
                peer.socket.send(bytes)
                peer.socket.flush()
            case 2: peer.send(.memory(number: UInt32(random.below(9)), size: 1 << 24), with: memory.descriptor)
            case 3:
                // Pictures of 16 MiB that are dropped at once.
                let id = UInt64(random.whole(1...1_000_000))
                peer.send(.image(id: id, width: 2048, height: 2048, isOpaque: true, memory: 1, offset: 0))
                peer.send(.message(ClientMessageEncoder.drop([id])))
            case 4: peer.socket.flush()
            default: peer.send(.surface(tree, ServedSurface(width: random.whole(1...900), height: 700)))
            }
            if kind != 0 { _ = try? peer.hear() }
            if peer.socket.backlog > 1 << 22 { usleep(1000) }
        }
    }
}

/// A tree of 50,000 moving layers, as it is sent; made before anybody counts frames.
private struct LargeTree: Sendable {
    let context: ContextID
    let messages: [ClientMessage]

    init() {
        let root = CALayer()
        let connection = LocalConnection()
        let context = LayerContext(root: root, connection: connection)
        context.isLive = true
        root.sublayers = (0..<50_000).map { index in
            let layer = CALayer()
            layer.frame = CGRect(x: index % 500, y: index / 100, width: 40, height: 40)
            (layer.backgroundColor, layer.cornerRadius) = (.white, 9)
            return layer
        }
        let turn = CABasicAnimation(keyPath: "sublayerTransform.rotation.z")
        (turn.fromValue, turn.toValue, turn.duration) = (0, 6, 1e6)
        root.add(turn, forKey: "turn")
        CATransaction.flush()
        var messages: [ClientMessage] = []
        connection.receive(into: &messages)
        (self.context, self.messages) = (context.id, messages)
        context.invalidate()
    }
}
