import CMicaSocket
import Foundation
import MicaCommandLine

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// `mica tree --accessibility`: what the windows of running programs tell assistive technology, asked of each program
/// itself (MicaSocket, AccessibilityService).
enum AccessibilityCommand {
    /// How long a busy program is waited for. *Units*: seconds.
    private static let longestWait = 3.0
    /// The most that is read from a program. *Units*: bytes.
    private static let limit = 1 << 24

    /// Prints the tree of one program, or of all of the user's programs.
    static func run(_ process: Int?) throws {
        guard let directory = ProcessInfo.processInfo.environment["XDG_RUNTIME_DIR"], !directory.isEmpty else {
            throw UsageError("programs listen in the folder XDG_RUNTIME_DIR, which is not set", command: "tree")
        }
        let prefix = "mica-accessibility-"
        let names = (try? FileManager.default.contentsOfDirectory(atPath: directory)) ?? []
        var processes = names.filter { $0.hasPrefix(prefix) }.compactMap { Int($0.dropFirst(prefix.count)) }.sorted()
        if let process { processes = [process] }
        var count = 0
        for process in processes {
            switch ask("\(directory)/\(prefix)\(process)") {
            case .text(let text):
                count += 1
                Console.print(text.hasSuffix("\n") ? String(text.dropLast()) : text)
            case .late:
                count += 1
                Console.error("mica: process \(process) does not answer")
            case .gone: continue
            }
        }
        guard count > 0 else {
            throw CommandFailure(
                process.map {
                    "tree: process \($0) tells nothing: it is no UIKit program with a window, or of another user"
                }
                    ?? "tree: no UIKit program with a window is running")
        }
    }

    private enum Answer {
        case text(String)
        case late
        /// Nobody listens any more.
        case gone
    }

    private static func ask(_ path: String) -> Answer {
        let socket = unsafe path.withCString { unsafe mica_socket_connect($0) }
        guard socket >= 0 else { return .gone }
        defer { _ = close(socket) }
        var (bytes, part) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
        while bytes.count < limit {
            var (found, count) = ([Int32](repeating: -1, count: Int(MICA_DESCRIPTORS)), Int32(0))
            let size = part.count
            let result = unsafe part.withUnsafeMutableBytes { room in
                unsafe found.withUnsafeMutableBufferPointer { list in
                    unsafe mica_socket_receive(socket, room.baseAddress, size, list.baseAddress, &count)
                }
            }
            // A program that sends descriptors is not one of ours: they are closed.
            for descriptor in found.prefix(Int(count)) { _ = close(descriptor) }
            if result > 0 {
                bytes += part[..<result]
            } else if result == -Int(EAGAIN) {
                var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                unsafe mica_wait(&waiting, 1, longestWait)
                if waiting.revents == 0 { return .late }
            } else {
                break
            }
        }
        return .text(String(decoding: bytes, as: UTF8.self))
    }
}
