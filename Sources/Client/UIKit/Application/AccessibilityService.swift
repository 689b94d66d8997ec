import CMicaSocket
import Dispatch
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Answers who asks what a running program's windows tell: `mica tree --accessibility`.
///
/// A socket of the program, `mica-accessibility-PID` in XDG_RUNTIME_DIR, which only the same user can open. Whoever connects gets the text
/// of the windows' trees as they are when the main thread comes to it, and the end of the connection; what it sends is not read.
/// MICA_ACCESSIBILITY=0 keeps a program from listening.
final class AccessibilityService {
    /// What the names of the sockets begin with; the process's number follows.
    static let prefix = "mica-accessibility-"
    /// How long somebody who does not read is waited for. *Units*: seconds.
    private static let longestWait = 2.0

    private let path: String
    private let source: any DispatchSourceRead

    /// Listens in a folder; nil where that is not possible.
    ///
    /// - Parameters:
    ///   - directory: Where the socket is made; the user's own.
    ///   - text: Called on the main thread, for each who asks.
    init?(in directory: String, text: @escaping @MainActor () -> String) {
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
                let bytes = Array(assumeMainActor(text).utf8)
                // Whoever reads slowly is waited for elsewhere.
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

    /// What the windows of a program tell, under a line that says which program it is.
    @MainActor static func text(of windows: [UIWindow]) -> String {
        let name = ProcessInfo.processInfo.processName
        let trees = windows.filter { !$0.isHidden }.map { $0.accessibilityTree.description }
        return (["program \(getpid()) \(name)"] + trees).joined(separator: "\n") + "\n"
    }

    /// The service of a program that is about to run; nil where it may not listen, or has nowhere to.
    @MainActor static func start(_ windows: @escaping @MainActor () -> [UIWindow]) -> AccessibilityService? {
        let environment = ProcessInfo.processInfo.environment
        guard environment["MICA_ACCESSIBILITY"] != "0", let directory = environment["XDG_RUNTIME_DIR"],
            !directory.isEmpty
        else { return nil }
        return AccessibilityService(in: directory) { text(of: windows()) }
    }
}
