import Dispatch
import Foundation
import Glibc
import MicaCommandLine
import MicaSocket
import MicaTrace
import Synchronization

/// `mica serve --supervise`: holds the socket, and starts the server again when it crashes.
///
/// Clients that connect meanwhile wait in the socket's queue; none is refused.
enum Supervisor {
    /// The environment variable that tells a server that its socket comes from a supervisor.
    private static let variable = "MICA_LISTENER"

    /// The socket of the supervisor that started this process; nil when there is none.
    static let inherited: Descriptor? = {
        guard let number = ProcessInfo.processInfo.environment[variable].flatMap(Int32.init), number > 2 else {
            return nil
        }
        unsafe unsetenv(variable)
        _ = fcntl(number, F_SETFD, FD_CLOEXEC)
        return Descriptor(number)
    }()

    /// How long to wait after each crash in a row. *Units*: seconds.
    private static let pauses = [0.05, 0.1, 0.2, 0.5, 1, 2, 5]
    /// A server that ran this long was healthy: the next wait is the first one again. *Units*: seconds.
    private static let health = 10.0

    private struct State {
        var child: pid_t = 0
        var isEnded = false
    }

    /// Runs servers until one of them ends as it was asked to.
    static func run(_ arguments: [String], _ address: ServerAddress) throws {
        let listener = try ServeCommand.listen(at: address)
        let shared = Shared()
        try withExtendedLifetime(listener) {
            Interruption.own.withLock { $0 = { shared.end() } }
            var crashes = 0
            while !shared.isEnded {
                let began = MonotonicClock.now
                let child = try start(arguments, listener.number)
                shared.begin(child)
                var status: Int32 = 0
                while unsafe waitpid(child, &status, 0) < 0, errno == EINTR {}
                let signal = status & 0x7f
                if shared.isEnded || signal == 0 {
                    unsafe _ = unlink(address.path)
                    Console.end(signal == 0 ? status >> 8 & 0xff : ExitCode.success)
                }
                if MonotonicClock.now - began > health { crashes = 0 }
                Console.error("mica: serve: the server was ended by signal \(signal), and is started again")
                usleep(UInt32(pauses[min(crashes, pauses.count - 1)] * 1e6))
                crashes += 1
            }
            unsafe _ = unlink(address.path)
        }
    }

    private final class Shared: Sendable {
        private let state = Mutex(State())

        var isEnded: Bool { state.withLock { $0.isEnded } }

        func begin(_ child: pid_t) {
            let isEnded = state.withLock { state in
                state.child = child
                return state.isEnded
            }
            if isEnded { _ = kill(child, SIGTERM) }
        }

        func end() {
            let child = state.withLock { state in
                state.isEnded = true
                return state.child
            }
            if child > 0 { _ = kill(child, SIGTERM) }
        }
    }

    private static func start(_ arguments: [String], _ listener: Int32) throws -> pid_t {
        let words = ["mica", "serve"] + arguments
        var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
        var environment = ProcessInfo.processInfo.environment
        environment[variable] = "3"
        var variables: [UnsafeMutablePointer<CChar>?] = unsafe environment.map { unsafe strdup("\($0)=\($1)") } + [nil]
        defer { unsafe (list + variables).forEach { unsafe free($0) } }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe _ = posix_spawn_file_actions_destroy(&actions) }
        // Duplicated onto itself, it is no longer closed on exec.
        unsafe posix_spawn_file_actions_adddup2(&actions, listener, 3)
        // Signals that this process handles itself have to reach the server.
        var (attributes, signals) = (posix_spawnattr_t(), sigset_t())
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe _ = posix_spawnattr_destroy(&attributes) }
        unsafe sigemptyset(&signals)
        for signal in [SIGINT, SIGTERM, SIGHUP] { unsafe sigaddset(&signals, signal) }
        unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
        var child = pid_t()
        let error = unsafe posix_spawn(&child, "/proc/self/exe", &actions, &attributes, &list, &variables)
        guard error == 0 else { throw CommandFailure("serve: no process can be started: \(SystemError(code: error))") }
        return child
    }
}
