import Dispatch
import Foundation
import Mica
import MicaBase
import MicaCommandLine
import MicaSocket
import MicaTrace
import QuartzCore

/// A client of `mica-dev stress`, in a process of its own. It does what standard input says, and reports on standard
/// output.
///
///     change INDEX TIME   changes the tree; "changed" when the server has applied it
///     animate             has a layer move for an hour; "moving" when the server has it
///     sleep SECONDS       does nothing on the main thread
///     loop SECONDS        is busy on the main thread
///     check TIME          compares the server's picture of a time with its own: "same", or what differs
@MainActor
final class StressClient {
    private let tree: StressTree
    private let seed: UInt64
    private let link: ServerLink
    private let host: LiveHost
    private let served: ServedTree
    private var changes: [(index: Int, time: Double)] = []

    private init(seed: UInt64) throws {
        guard let address = ServerAddress.own() else { throw CommandFailure("stress: no server is named") }
        self.seed = seed
        tree = StressTree(seed: seed)
        let link = try Self.link(to: address)
        self.link = link
        var made: ServedTree?
        host = LiveHost(root: tree.root, display: link) { wake in
            let tree = link.tree(wake: wake)
            made = tree
            return tree
        }
        guard let made else { throw CommandFailure("stress: the server cannot be reached") }
        served = made
        served.show(StressTree.surface(title: "\(seed)"), of: host.context)
    }

    /// The server may have been killed a moment ago.
    private static func link(to address: ServerAddress) throws -> ServerLink {
        var tries = 0
        while true {
            do {
                return try ServerLink(address, name: "stress")
            } catch {
                tries += 1
                guard tries < 500 else { throw CommandFailure("stress: \(error)") }
                usleep(20_000)
            }
        }
    }

    static func run(seed: UInt64) throws {
        let client = try StressClient(seed: seed)
        let thread = Thread {
            while let line = readLine() {
                DispatchQueue.main.sync { MainActor.assumeIsolated { client.obey(line) } }
            }
            Console.end(ExitCode.success)
        }
        thread.start()
        Console.print("ready")
        while true { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    }

    private func obey(_ line: String) {
        let words = line.split(separator: " ")
        switch words.first {
        case "change":
            guard words.count == 3, let index = Int(words[1]), let time = Double(words[2]) else { return }
            changes.append((index, time))
            tree.change(index, at: time)
            CATransaction.flush()
            Console.print("changed")
        case "animate":
            let move = CABasicAnimation(keyPath: "position.x")
            (move.fromValue, move.toValue, move.duration) = (0, 10_000, 3600)
            tree.root.add(move, forKey: "move")
            CATransaction.flush()
            served.waitUntilApplied()
            Console.print("moving")
        case "sleep": Thread.sleep(forTimeInterval: words.count == 2 ? Double(words[1]) ?? 1 : 1)
        case "loop":
            let end = MonotonicClock.now + (words.count == 2 ? Double(words[1]) ?? 1 : 1)
            while MonotonicClock.now < end {}
        case "check":
            guard words.count == 2, let time = Double(words[1]) else { return }
            Console.print(check(at: time))
        default: Console.print("what?")
        }
    }

    /// Compares until the pictures are the same, for ten seconds at most: the server may just have come back.
    private func check(at time: Double) -> String {
        let wanted = StressTree.picture(seed: seed, changes: changes, at: time)
        let end = MonotonicClock.now + 10
        var last = "nothing"
        while MonotonicClock.now < end {
            // Hears the server, which may want all of the tree.
            host.pump.work()
            if let failure = link.failure { return "given up: \(failure)" }
            served.waitUntilApplied(seconds: 1)
            do throws(SocketFault) {
                if case .picture(let found) = try link.ask(.ownPicture(context: host.context, time: time), seconds: 5) {
                    if found == wanted { return "same" }
                    last = "\(zip(found.pixels, wanted.pixels).count { $0 != $1 }) pixels differ"
                }
            } catch {
                last = "\(error)"
            }
            usleep(5000)
        }
        return last
    }
}
