import Foundation
import Glibc
import MicaCommandLine
import MicaSocket
import MicaTrace

/// `mica-dev stress soak`: clients that take and break all they can, for minutes, at a server with little memory; then the memory
/// that the server still has a minute after they have gone.
final class StressSoak {
    private let server: ServerProcess
    private let directory: SocketDirectory
    private let address: ServerAddress
    private var clients: [StressPeer] = []

    /// The server's address space. *Units*: bytes.
    private static let space = 2_000_000_000
    /// The most memory that the server may have a minute after the last client. *Units*: KiB.
    private static let allowed = 60_000_000 / 1024
    /// How many hostile clients there are at a time. *Range*: 1 and more.
    private static let attackers = 3

    init(clients count: Int) throws {
        directory = try SocketDirectory()
        address = ServerAddress(path: directory.path + "/socket")
        server = try ServerProcess(
            "mica", ["serve", "--headless", "-q", "--socket", address.path], talks: false, space: Self.space)
        server.wait(for: address)
        for index in 0..<count { clients.append(try client(index)) }
    }

    private func client(_ index: Int) throws -> StressPeer {
        let client = StressPeer(try Descriptor.connection(to: address), name: "soak \(index)")
        client.move(from: MonotonicClock.now, seconds: 1e6)
        return client
    }

    func run(seconds: Double, seed: UInt64) throws {
        try clients.hear(for: 1)
        let before = server.memory
        let hostile = (0..<Self.attackers).map { HostileThread(address, seed: seed + UInt64($0), hoards: true) }
        let start = MonotonicClock.now
        var most = before
        while MonotonicClock.now < start + seconds {
            try clients.hear(for: min(10, max(0.1, start + seconds - MonotonicClock.now)))
            most = max(most, server.memory)
            report(MonotonicClock.now - start)
            try check()
        }
        let attacks = hostile.reduce(0) { $0 + $1.stop() }
        let frames = clients.map(\.shown.count).min() ?? 0
        clients = []
        sleep(60)
        let after = server.memory
        Console.print(
            "SOAK,\(Int(seconds)) s,\(attacks) attacks,frames: least \(frames),memory \(before) KiB before \(most) most \(after) a minute after,descriptors \(server.descriptors)"
        )
        try check()
        // A server that lives takes another client, and draws its frames.
        clients = [try client(0)]
        try clients.hear(for: 1)
        try check()
        guard clients[0].shown.count > 0 else { throw CommandFailure("stress: the server draws no frames any more") }
        guard after <= Self.allowed else {
            throw CommandFailure("stress: the server keeps \(after) KiB, of which \(Self.allowed) are allowed")
        }
    }

    private func report(_ time: Double) {
        let frames = clients.map(\.shown.count).min() ?? 0
        Console.write(
            "\(Int(time)) s: memory \(server.memory) KiB, descriptors \(server.descriptors), frames \(frames)\n",
            to: STDOUT_FILENO)
    }

    private func check() throws {
        if let status = server.status(seconds: 0) {
            throw CommandFailure("stress: the server has ended with the status \(status)")
        }
        if let reason = clients.lazy.compactMap(\.goodbye).first {
            throw CommandFailure("stress: a client was cut off: \(reason)")
        }
    }
}
