import Foundation
import Glibc
import MicaCommandLine
import MicaRandom
import MicaSocket
import MicaTrace

/// `mica-dev stress kill`: clients and the server are killed at random, and the pictures of those left are compared.
enum StressCommand {
    /// `mica-dev stress --help`.
    static let help = """
        usage: mica-dev stress kill|packets|hang|crowd|day|soak|captures|films [OPTIONS]

        kill:
        Starts a server and programs that show changing trees, and kills one or the other at random, at any moment. After each
        time every program that is left compares the server's picture of its tree with one that it draws itself. Said are the
        kills, what differed, what hung, and the server's descriptors and memory at the beginning and the end.

        packets: a server within this process is sent connections whose packets are broken at random, with descriptors of every
        kind. Said are the descriptors and the memory of the process at the beginning and the end.

        hang: the main thread of a program sleeps, is busy, or is stopped by SIGSTOP, 5 seconds each or as --seconds says. Said are
        the frames of its animation that the server draws meanwhile.

        crowd: 100 clients at once with an animation each, for --seconds each alone and beside one that means ill. Said are the frames that
        the others get.

        day: hours of use by clients that come and go, in a clock of its own. Said are the memory and the descriptors of the process.

        soak: a server with an address space of 2 GB, and clients that flood, hoard and break packets for --seconds. Printed are its memory
        meanwhile, which may not end it, and a minute after the last client, which may be 60 MB.

        captures FILE...: what programs have shown (mica capture) is drawn by a server in another process and by this one, frame by frame.
        Said are the frames, and which captures differ.

        films: small films of each kind of file, made by ffmpeg and changed at random, are opened, decoded and played in a process that
        may end. Said are how many were read and how many refused, how many ended the process and where, and its memory.

          --count N          connections of packets, default 100000; films, default 10000
          --fps N            frames a second of captures, default 30
          --hours N          of a day, default 24
          --seconds S        for how long, default 60; films without an end
          --keep DIR         where films that end the process are kept
          --kills N          how many at most, default 1000000
          --seed N           what chance begins with, default 1
          --clients N        programs at a time, default 3; of a crowd 100
        """

    static func run(_ list: [String]) throws {
        var arguments = Arguments(list, of: "stress")
        var (seconds, kills, seed, clients, count, hours) = (60.0, 1_000_000, 1, 0, 0, 24)
        var (rate, folder) = (30.0, String?.none)
        var words: [String] = []
        while let item = try arguments.next() {
            switch item {
            case .option("--help"), .option("-h"): return Console.print(help)
            case .option("--seconds"): seconds = try arguments.number(of: "--seconds", in: 0.1...1e6)
            case .option("--kills"): kills = try arguments.wholeNumber(of: "--kills", in: 1...1_000_000)
            case .option("--count"): count = try arguments.wholeNumber(of: "--count", in: 1...1_000_000_000)
            case .option("--seed"): seed = try arguments.wholeNumber(of: "--seed", in: 0...Int(Int32.max))
            case .option("--clients"): clients = try arguments.wholeNumber(of: "--clients", in: 1...200)
            case .option("--fps"): rate = try arguments.number(of: "--fps", in: 0.1...1000)
            case .option("--keep"): folder = try arguments.value(of: "--keep")
            case .option("--hours"): hours = try arguments.wholeNumber(of: "--hours", in: 1...10_000)
            case .option(let name):
                throw arguments.unknown(
                    name,
                    among: [
                        "--seconds", "--kills", "--count", "--seed", "--clients", "--hours", "--fps", "--keep",
                        "--help",
                    ])
            case .input(let word): words.append(word)
            }
        }
        switch words {
        // Commands that this command starts itself.
        case ["client"]: try MainActor.assumeIsolated { try StressClient.run(seed: UInt64(seed)) }
        case ["kill"]:
            let stress = try Stress(seed: UInt64(seed), clients: clients > 0 ? min(clients, 50) : 3)
            try stress.run(seconds: seconds, kills: kills)
        case ["crowd"]:
            try StressCrowd(clients: max(2, clients > 0 ? clients : 100))
                .run(seconds: seconds == 60 ? 10 : seconds, seed: UInt64(seed))
        case ["day"]: try StressDay(seed: UInt64(seed)).run(hours: hours)
        case ["soak"]:
            try StressSoak(clients: clients > 0 ? clients : 5).run(seconds: seconds, seed: UInt64(seed))
        case ["hang"]: try StressHang.run(seconds: min(seconds, 60) == 60 ? 5 : seconds)
        case ["film-worker"]:
            var worker = StressFilmWorker()
            worker.run()
        case ["films"]:
            let stress = try StressFilms(seed: UInt64(seed), keeping: folder)
            try stress.run(count > 0 ? count : 10_000, seconds: seconds == 60 ? .infinity : seconds)
        case ["packets"]:
            let count = count > 0 ? count : 100_000
            let stress = try StressPackets(seed: UInt64(seed))
            try stress.run(min(count, 1000))
            let (descriptors, memory) = (stress.descriptors, ServerProcess.memory(of: "self"))
            try stress.run(count)
            Console.print(
                "connections \(count), cut off \(stress.cutOff), packets \(stress.packets), \(stress.descriptorPackets) of them with a descriptor"
            )
            Console.print(
                "descriptors \(descriptors), at the end \(stress.descriptors); memory \(memory) KiB, at the end \(ServerProcess.memory(of: "self")) KiB"
            )
        default:
            guard words.first == "captures", words.count > 1 else {
                throw UsageError(
                    "the tests are 'mica-dev stress kill', 'packets', 'hang', 'crowd', 'day', 'soak', 'films' and 'captures FILE...'",
                    command: "stress")
            }
            try StressCaptures.run(Array(words.dropFirst()), framesPerSecond: rate)
        }
    }
}

/// One run of `mica-dev stress kill`.
private final class Stress {
    private let directory: SocketDirectory
    private var random: SeededGenerator
    private var server: ServerProcess
    private var clients: [ServerProcess] = []
    private var lastSeed: UInt64 = 0
    private var changes = 0
    private var serverKills = 0, clientKills = 0, checks = 0
    private var failures: [String] = []

    init(seed: UInt64, clients count: Int) throws {
        directory = try SocketDirectory()
        random = SeededGenerator(seed: seed)
        server = try Self.makeServer(directory)
        for _ in 0..<count { try addClient() }
    }

    private static func makeServer(_ directory: SocketDirectory) throws -> ServerProcess {
        try ServerProcess("mica", ["serve", "--headless", "-q", "--socket", directory.path + "/socket"], talks: false)
    }

    private func addClient() throws {
        lastSeed += 1
        let client = try ServerProcess(
            "mica-dev", ["stress", "client", "--seed", "\(lastSeed)"],
            environment: ["MICA_SERVER": directory.path + "/socket"],
            talks: true)
        clients.append(client)
    }

    func run(seconds: Double, kills: Int) throws {
        for client in clients { expect("ready", of: client) }
        for _ in 0..<5 { change() }
        compare()
        // The server's first pictures take memory that later pictures use again.
        let begin = (descriptors: ownDescriptors, clients: clients.map(\.descriptors).max() ?? 0)
        var serverUse: [(descriptors: Int, memory: Int)] = [(server.descriptors, server.memory)]
        let end = MonotonicClock.now + seconds
        while MonotonicClock.now < end, serverKills + clientKills < kills, failures.isEmpty {
            // During a kill there is nothing to apply, or changes are on their way.
            for client in clients where random.chance() { tell(client) }
            usleep(UInt32(random.below(3000)))
            if random.chance(0.4) {
                server.end()
                serverKills += 1
                if random.chance(0.3) { usleep(UInt32(random.below(100_000))) }
                server = try Self.makeServer(directory)
            } else {
                let index = random.below(clients.count)
                clients[index].end()
                clients.remove(at: index)
                clientKills += 1
                try addClient()
                if let client = clients.last { expect("ready", of: client) }
            }
            collect()
            for client in clients where random.chance(0.3) { tell(client) }
            collect()
            compare()
            if serverKills + clientKills & 15 == 0 { serverUse.append((server.descriptors, server.memory)) }
        }
        Console.print("kills \(serverKills + clientKills): server \(serverKills), clients \(clientKills)")
        Console.print("comparisons \(checks), failures \(failures.count)")
        Console.print(
            "descriptors of a client \(begin.clients), at the end \(clients.map(\.descriptors).max() ?? 0); own \(begin.descriptors), at the end \(ownDescriptors)"
        )
        let (fds, sizes) = (serverUse.map(\.descriptors), serverUse.map(\.memory))
        Console.print(
            "server: descriptors \(fds.min() ?? 0) to \(fds.max() ?? 0), memory \(sizes.min() ?? 0) to \(sizes.max() ?? 0) KiB, at the end \(sizes.last ?? 0)"
        )
        for failure in failures { Console.print("failure: \(failure)") }
        if !failures.isEmpty { throw CommandFailure("stress: \(failures.count) failures") }
    }

    private var ownDescriptors: Int {
        (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count) ?? 0
    }

    /// How many answers each client owes.
    private var owed: [pid_t: Int] = [:]

    private func tell(_ client: ServerProcess) {
        changes += 1
        client.tell("change \(changes) \(MonotonicClock.now)")
        owed[client.id, default: 0] += 1
    }

    private func change() {
        for client in clients { tell(client) }
        collect()
    }

    /// Reads the answers.
    private func collect() {
        for client in clients {
            for _ in 0..<(owed.removeValue(forKey: client.id) ?? 0) { expect("changed", of: client) }
        }
        owed = [:]
    }

    private func compare() {
        let time = MonotonicClock.now
        for client in clients { client.tell("check \(time)") }
        for client in clients { expect("same", of: client) }
        checks += clients.count
    }

    private func expect(_ line: String, of client: ServerProcess) {
        let found = client.line(seconds: 15)
        guard found != line else { return }
        failures.append("kill \(serverKills + clientKills): '\(found ?? "no answer")' instead of '\(line)'")
    }
}
