import Foundation
import Glibc
import Mica
import MicaCommandLine
import MicaRandom
import MicaServing
import MicaSocket
import MicaTrace
import QuartzCore

/// `mica-dev stress day`: hours of use in a clock of its own, with clients that come and go.
final class StressDay {
    private final class Clock: FrameClock {
        var now = 1e5
        func wait(until time: Double, or signal: WakeSignal) -> Bool { false }
    }

    private let clock = Clock()
    private let service: RenderService
    private let directory: SocketDirectory
    private var random: SeededGenerator
    private var clients: [StressPeer] = []
    private(set) var clientCount = 0
    private(set) var frames = 0
    private var cutOff: [String] = []
    /// The most clients at a time.
    private static let limit = 12

    init(seed: UInt64) throws {
        random = SeededGenerator(seed: seed)
        directory = try SocketDirectory()
        var options = ServiceOptions()
        (options.width, options.height, options.drawsAside) = (64, 64, false)
        service = try RenderService(ServerAddress(path: directory.path + "/socket"), options, clock: clock)
        service.didCutOff = { [weak self] _, name, reason in self?.cutOff.append("\(name): \(reason)") }
    }

    func run(hours: Int) throws {
        try pass(hours: 0, seconds: 600)
        var uses = [use]
        report(0, uses[0])
        for hour in 1...hours {
            try pass(hours: 1, seconds: 0)
            uses.append(use)
            report(hour, use)
        }
        // Memory and descriptors that the first hour takes for good do not count.
        let first = uses[min(1, uses.count - 1)], last = use
        Console.print(
            "DAY,\(hours) h,\(clientCount) clients,\(frames) frames,memory \(first.memory) to \(last.memory) KiB,descriptors \(first.descriptors) to \(last.descriptors)"
        )
        for reason in cutOff.prefix(5) { Console.print("cut off: \(reason)") }
        if !cutOff.isEmpty { throw CommandFailure("stress: \(cutOff.count) clients were cut off") }
    }

    /// Descriptors, including those of connected clients, and memory in KiB.
    private var use: (descriptors: Int, memory: Int) {
        let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
        return (all, ServerProcess.memory(of: "self"))
    }

    private func report(_ hour: Int, _ use: (descriptors: Int, memory: Int)) {
        Console.print(
            "hour \(hour): \(clientCount) clients, \(frames) frames, memory \(use.memory) KiB, descriptors \(use.descriptors), now \(service.clientCount) clients"
        )
    }

    private func pass(hours: Int, seconds: Int) throws {
        for _ in 0..<hours * 3600 + seconds {
            try second()
        }
    }

    /// One second of use.
    private func second() throws {
        if clients.count < Self.limit, random.chance(0.15) { try add() }
        if random.chance(0.14), !clients.isEmpty { clients.remove(at: random.below(clients.count)) }
        for client in clients where random.chance(0.25) {
            switch random.below(3) {
            case 0: client.move(from: clock.now, seconds: random.number(0.05...0.6))
            case 1: try client.showPicture(&random)
            default: client.change { client.root.cornerRadius = CGFloat(random.below(9)) }
            }
        }
        let end = clock.now + 1
        while true {
            let due = service.nextDue
            guard due <= end || due == -.infinity else { break }
            clock.now = max(clock.now, due)
            service.turn(seconds: 0)
        }
        clock.now = end
        service.turn(seconds: 0)
        for client in clients {
            try client.hear()
            frames += client.shown.count
            client.forgetShown()
        }
        clients.removeAll { $0.goodbye != nil }
    }

    private func add() throws {
        let (near, far) = try Descriptor.pair()
        clientCount += 1
        let number = UInt32(clientCount)
        service.adopt(far)
        // Every third client shows the tree of the client before.
        if number % 3 == 2 {
            clients.append(StressPeer(near, name: "day", export: (id: number, port: number + 1)))
        } else {
            let client = StressPeer(near, name: "day", port: number)
            if number % 3 == 0 {
                client.change { client.root.addSublayer(CALayer(remoteClientId: number - 1)) }
            }
            clients.append(client)
        }
        service.turn(seconds: 0)
    }
}
