import Foundation
import Glibc
import MicaCommandLine
import MicaSocket

/// A process of `mica` or of this program that another process controls: its standard streams are lines.
final class ServerProcess {
    let id: pid_t
    private let input: Int32
    private let output: Int32
    private var rest: [UInt8] = []
    private(set) var isOver = false

    /// Starts a program with arguments.
    ///
    /// - Parameter program: "mica", or "mica-dev", which is this program.
    /// - Parameter talks: whether its standard input and output are pipes; otherwise they are /dev/null.
    /// - Parameter space: the address space that it may have, in bytes; nil for any.
    init(
        _ program: String, _ arguments: [String], environment: [String: String] = [:], talks: Bool, space: Int? = nil
    ) throws {
        var path = program == "mica-dev" ? "/proc/self/exe" : try NeighborProgram.path(of: program)
        var words = [program] + arguments
        if let space {
            words = ["sh", "-c", "ulimit -v \(space / 1024) && exec \"$@\"", "sh", path] + arguments
            path = "/bin/sh"
        }
        var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        let all = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe all.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (list + variables).forEach { unsafe free($0) } }
        var (toChild, fromChild): ([Int32], [Int32]) = ([-1, -1], [-1, -1])
        if talks {
            guard unsafe pipe(&toChild) == 0, unsafe pipe(&fromChild) == 0 else {
                throw CommandFailure("no pipe can be made: \(SystemError(code: errno))")
            }
            for end in toChild + fromChild { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        if talks {
            unsafe posix_spawn_file_actions_adddup2(&actions, toChild[0], 0)
            unsafe posix_spawn_file_actions_adddup2(&actions, fromChild[1], 1)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDWR, 0)
            unsafe posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_RDWR, 0)
        }
        var child = pid_t()
        let error = unsafe posix_spawn(&child, path, &actions, nil, &list, &variables)
        if talks {
            close(toChild[0])
            close(fromChild[1])
        }
        (input, output, id) = (toChild[1], fromChild[0], child)
        guard error == 0, child > 0 else {
            // Nothing is there to be killed; `kill` with 0 would end this process and its whole group.
            isOver = true
            throw CommandFailure("no process can be started: \(SystemError(code: error))")
        }
    }

    deinit {
        end()
        if input >= 0 { close(input) }
        if output >= 0 { close(output) }
    }

    /// Waits until the process accepts connections at an address: the file exists a moment earlier.
    func wait(for address: ServerAddress) {
        while !isOver, (try? Descriptor.connection(to: address)) == nil { usleep(2000) }
    }

    /// Kills it, and waits for its end.
    func end() {
        guard !isOver, id > 0 else { return }
        isOver = true
        _ = kill(id, SIGKILL)
        var status: Int32 = 0
        while unsafe waitpid(id, &status, 0) < 0, errno == EINTR {}
    }

    /// How the process ended, as waitpid(2) reports it; nil if it did not end within so many seconds.
    func status(seconds: Double) -> Int32? {
        guard !isOver else { return nil }
        let end = ContinuousClock.now + .seconds(seconds)
        var status: Int32 = 0
        repeat {
            if unsafe waitpid(id, &status, WNOHANG) == id {
                isOver = true
                return status
            }
            usleep(2000)
        } while ContinuousClock.now < end
        return nil
    }

    /// Writes a line to its standard input.
    func tell(_ line: String) { Console.write(line + "\n", to: input) }

    /// The next line of its standard output; nil when the process has ended, or writes nothing for so many seconds.
    func line(seconds: Double) -> String? {
        let end = ContinuousClock.now + .seconds(seconds)
        while true {
            if let newline = rest.firstIndex(of: 10) {
                defer { rest.removeSubrange(...newline) }
                return String(decoding: rest[..<newline], as: UTF8.self)
            }
            let left = (end - ContinuousClock.now).components
            let time = Double(left.seconds) + Double(left.attoseconds) * 1e-18
            var entry = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard time > 0, unsafe poll(&entry, 1, Int32(time * 1000) + 1) > 0 else { return nil }
            var bytes = [UInt8](repeating: 0, count: 4096)
            let count = unsafe read(output, &bytes, bytes.count)
            guard count > 0 else { return nil }
            rest += bytes[..<count]
        }
    }

    /// The processor time of the process; nil when it has ended. *Units*: seconds.
    var processorTime: Double? {
        guard !isOver, let text = try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8),
            let end = text.lastIndex(of: ")")
        else { return nil }
        // After the name: the state, and as the twelfth and the thirteenth word the process's own time and the system's
        // for it.
        let words = text[end...].split(separator: " ").dropFirst()
        guard words.count > 13, words.first != "Z" else { return nil }
        let times = words.dropFirst(11).prefix(2).compactMap { Double($0) }
        return times.reduce(0, +) / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// How many descriptors it has.
    var descriptors: Int { (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/fd").count) ?? 0 }

    /// Its memory that is not on disk. *Units*: KiB.
    var memory: Int { Self.memory(of: "\(id)") }

    static func memory(of process: String) -> Int {
        guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return 0 }
        for line in text.split(separator: "\n") where line.hasPrefix("VmRSS:") {
            return line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first.flatMap { Int($0) } ?? 0
        }
        return 0
    }
}

/// A directory for a test's sockets, which is removed with this object.
final class SocketDirectory {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/mica-\(getpid())-\(UInt32.random(in: 0 ... .max))"
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
