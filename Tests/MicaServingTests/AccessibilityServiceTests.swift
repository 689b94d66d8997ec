import CMicaSocket
import Foundation
import MicaSocket
import Testing

/// The answers of a running program to programs that ask about its windows.
@MainActor @Suite struct AccessibilityServiceTests {
    /// Programs that a signal ended leave their sockets; the next one that starts removes them, and no others.
    @Test func a_program_removes_sockets_of_programs_that_are_gone() throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "mica-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        func path(_ process: Int32) -> String { "\(directory.path)/\(AccessibilityService.prefix)\(process)" }
        // No process has these numbers: the system's limit is 2^22. The second one's listener lives, as in a container.
        let (gone, elsewhere) = (Int32(4_194_998), Int32(4_194_999))
        let listeners = [gone, elsewhere].map { process in
            unsafe path(process).withCString { unsafe mica_socket_listen($0) }
        }
        #expect(listeners.allSatisfy { $0 >= 0 })
        _ = close(listeners[0])
        defer { _ = close(listeners[1]) }
        try Data().write(to: URL(fileURLWithPath: path(getppid())))
        let service = AccessibilityService(in: directory.path) { "" }
        #expect(service != nil)
        #expect(!FileManager.default.fileExists(atPath: path(gone)))
        #expect(FileManager.default.fileExists(atPath: path(elsewhere)))
        #expect(FileManager.default.fileExists(atPath: path(getppid())))
    }

    @Test func a_program_answers_each_who_connects_and_leaves_no_socket() async throws {
        let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
            "mica-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        let long = String(repeating: "a label of many words ", count: 40_000)
        var asked = 0
        var service = AccessibilityService(in: directory.path) {
            asked += 1
            return asked == 1 ? "hello" : long
        }
        #expect(service != nil)
        let path = "\(directory.path)/\(AccessibilityService.prefix)\(getpid())"
        let first = await Task.detached { Self.read(path) }.value
        let second = await Task.detached { Self.read(path) }.value
        #expect(first == "hello" && second == long && asked == 2)
        service = nil
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    /// All that comes of a connection until its end; nil if there is none.
    private nonisolated static func read(_ path: String) -> String? {
        let socket = unsafe path.withCString { unsafe mica_socket_connect($0) }
        guard socket >= 0 else { return nil }
        defer { _ = close(socket) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 4096)
        while true {
            var (found, count) = ([Int32](repeating: -1, count: Int(MICA_DESCRIPTORS)), Int32(0))
            let result = unsafe part.withUnsafeMutableBytes { room in
                unsafe found.withUnsafeMutableBufferPointer { list in
                    unsafe mica_socket_receive(socket, room.baseAddress, 4096, list.baseAddress, &count)
                }
            }
            if result > 0 {
                bytes += part[..<result]
            } else if result == -Int(EAGAIN) {
                var waiting = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
                // The program answers on its main thread, for which the tests beside wait, too.
                unsafe mica_wait(&waiting, 1, 300)
                if waiting.revents == 0 { return nil }
            } else {
                return String(decoding: bytes, as: UTF8.self)
            }
        }
    }
}
