import CMicaSocket
import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An error number of the system.
package struct SystemError: Error, Equatable, CustomStringConvertible {
    /// The number, as errno has it.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The system's words for it.
    package var description: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text).lowercased()
    }

    /// The result of a call of CMicaSocket, which is negative where it failed.
    static func check(_ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(code: -result) }
        return result
    }
}

/// A descriptor that is closed when nobody has it any more.
package final class Descriptor: Sendable {
    /// The system's number of it.
    package let number: Int32

    /// Takes a descriptor over.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Takes a descriptor over that another process has sent and that is not what was asked for.
    ///
    /// Closing a file of a file system in user space may wait for whoever serves it: it is done on a thread that nobody waits for.
    package static func discard(_ numbers: [Int32]) {
        guard !numbers.isEmpty else { return }
        DiscardQueue.shared.queue.async { for number in numbers { close(number) } }
    }

    /// Both ends of a connection without a path.
    package static func pair() throws(SystemError) -> (Descriptor, Descriptor) {
        var ends: [Int32] = [-1, -1]
        _ = try SystemError.check(
            unsafe ends.withUnsafeMutableBufferPointer { unsafe mica_socket_pair($0.baseAddress) })
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }

    /// A connection to a server.
    package static func connection(to address: ServerAddress) throws(SystemError) -> Descriptor {
        Descriptor(try SystemError.check(unsafe address.path.withCString { unsafe mica_socket_connect($0) }))
    }

    /// What another thread wakes a `poll` by.
    package static func event() throws(SystemError) -> Descriptor {
        Descriptor(try SystemError.check(mica_event_make()))
    }

    /// Makes an event readable, from any thread.
    package func signal() { mica_event_signal(number) }

    /// Makes an event unreadable again.
    package func clear() { mica_event_clear(number) }

    /// How long a thread looks for an answer before it sleeps: about as long as it takes for a thread to be put to sleep and woken, so
    /// that what comes sooner costs no more. With one processor whoever is to answer would have to wait for it. *Units*: seconds.
    private static let wakefulness = ProcessInfo.processInfo.activeProcessorCount > 1 ? 40e-6 : 0

    /// Waits for an answer: until something can be read, or the connection has ended, at most for some seconds.
    func waitToRead(seconds: Double) {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let end = MonotonicTime.now + min(seconds, Self.wakefulness)
        while MonotonicTime.now < end {
            unsafe mica_wait(&entry, 1, 0)
            if entry.revents != 0 { return }
        }
        unsafe mica_wait(&entry, 1, max(0, seconds))
    }

    /// Ends a connection both ways: threads that wait for it are woken, though they hold it.
    func endConnection() { mica_socket_end(number) }
}
