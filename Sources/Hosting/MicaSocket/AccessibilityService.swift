import CMicaSocket
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Gives the accessibility trees of a running program's windows to other programs: `mica tree --accessibility`.
///
/// The program listens at the socket `mica-accessibility-PID` in XDG_RUNTIME_DIR, which only the same user can open. A
/// client gets the text of the trees as they are when the main thread answers; then the connection ends. Nothing that a
/// client sends is read. With MICA_ACCESSIBILITY=0 a program does not listen.
package final class AccessibilityService {
    /// The beginning of the sockets' names; the process's number follows.
    package static let prefix = "mica-accessibility-"
    /// The longest wait for a client that does not read. *Units*: seconds.
    private static let longestWait = 2.0

    private let path: String
    private let source: any DispatchSourceRead

    /// Listens in a folder; nil if it cannot.
    ///
    /// - Parameters:
    ///   - directory: The folder of the socket, owned by the user.
    ///   - text: The answer; called on the main thread, once for each client.
    package init?(in directory: String, text: @escaping @MainActor () -> String) {
        Self.removeDeadSockets(in: directory)
        let path = "\(directory)/\(Self.prefix)\(getpid())"
        let listener = unsafe path.withCString { unsafe mica_socket_listen($0) }
        guard listener >= 0 else { return nil }
        self.path = path
        source = DispatchSource.makeReadSource(fileDescriptor: listener, queue: .main)
        source.setEventHandler {
            while true {
                let connection = mica_socket_accept(listener)
                guard connection >= 0 else { return }
                var (process, user) = (Int32(0), UInt32(0))
                guard unsafe mica_socket_peer(connection, &process, &user) == 0, user == geteuid() else {
                    _ = close(connection)
                    continue
                }
                let bytes = Array(MainActor.assumeIsolated(text).utf8)
                // Sent on another thread, so that a slow client does not block the program.
                DispatchQueue.global(qos: .utility).async { Self.send(bytes, to: connection) }
            }
        }
        source.setCancelHandler { _ = close(listener) }
        source.resume()
    }

    deinit {
        source.cancel()
        _ = unsafe path.withCString { unsafe unlink($0) }
    }

    /// Removes the sockets of programs that ended without doing so, as by a signal.
    ///
    /// A socket goes if its process is gone and nobody accepts connections there: a process of another container that
    /// shares the folder has a number that means nothing here.
    static func removeDeadSockets(in directory: String) {
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: directory) else { return }
        for name in names where name.hasPrefix(prefix) {
            guard let process = pid_t(name.dropFirst(prefix.count)), process > 0, process != getpid(),
                kill(process, 0) != 0, errno == ESRCH
            else { continue }
            let path = "\(directory)/\(name)"
            let connection = unsafe path.withCString { unsafe mica_socket_connect($0) }
            if connection >= 0 {
                _ = close(connection)
            } else if connection == -ECONNREFUSED {
                _ = unsafe path.withCString { unsafe unlink($0) }
            }
        }
    }

    private static func send(_ bytes: [UInt8], to connection: Int32) {
        defer { _ = close(connection) }
        var sent = 0
        while sent < bytes.count {
            let result = unsafe bytes.withUnsafeBytes { part in
                unsafe mica_socket_send(connection, part.baseAddress?.advanced(by: sent), bytes.count - sent, -1)
            }
            if result > 0 {
                sent += result
            } else if result == -Int(EAGAIN) {
                var waiting = pollfd(fd: connection, events: Int16(POLLOUT), revents: 0)
                unsafe mica_wait(&waiting, 1, longestWait)
                if waiting.revents & Int16(POLLOUT) == 0 { return }
            } else {
                return
            }
        }
    }

    /// The service of a program that is about to run; nil if it may not listen, or there is no folder for its socket.
    ///
    /// - Parameter text: The answer; called on the main thread, once for each client.
    @MainActor package static func start(_ text: @escaping @MainActor () -> String) -> AccessibilityService? {
        let environment = ProcessInfo.processInfo.environment
        guard environment["MICA_ACCESSIBILITY"] != "0", let directory = environment["XDG_RUNTIME_DIR"],
            !directory.isEmpty
        else { return nil }
        return AccessibilityService(in: directory, text: text)
    }
}
