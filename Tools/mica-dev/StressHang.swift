import Foundation
import Glibc
import MicaCommandLine
import MicaSocket
import MicaTrace

/// `mica-dev stress hang`: how many frames a server draws of an animation while its program does nothing.
enum StressHang {
    /// How the program hangs.
    private enum Kind: String, CaseIterable {
        case sleep, loop, stopped
    }

    static func run(seconds: Double) throws {
        let directory = try SocketDirectory()
        let path = directory.path + "/socket"
        let server = try ServerProcess("mica", ["serve", "--headless", "-q", "--socket", path], talks: false)
        defer { server.end() }
        for kind in Kind.allCases {
            let client = try ServerProcess(
                "mica-dev", ["stress", "client"], environment: ["MICA_SERVER": path], talks: true)
            guard client.line(seconds: 15) == "ready" else { throw CommandFailure("stress: no client") }
            client.tell("animate")
            guard client.line(seconds: 15) == "moving" else { throw CommandFailure("stress: the client says nothing") }
            let link = try ServerLink(ServerAddress(path: path), name: "hang")
            switch kind {
            case .sleep, .loop: client.tell("\(kind.rawValue) \(seconds + 1)")
            case .stopped: _ = kill(client.id, SIGSTOP)
            }
            usleep(200_000)
            let (before, start) = (try frames(link), MonotonicClock.now)
            usleep(UInt32(seconds * 1e6))
            let (after, end) = (try frames(link), MonotonicClock.now)
            let due = Int(((end - start) * 60).rounded())
            Console.print("HANG,\(kind.rawValue),\(after - before) frames of \(due)")
            client.end()
        }
    }

    /// How many frames of the only window were drawn.
    private static func frames(_ link: ServerLink) throws -> Int {
        guard case .text(let text) = try link.ask(.clients) else { return 0 }
        for line in text.split(separator: "\n") {
            let words = line.split(whereSeparator: { $0 == " " })
            if words.count == 13, words[2] == "stress", let frames = Int(words[11]) { return frames }
        }
        throw CommandFailure("stress: the server has no window")
    }
}
