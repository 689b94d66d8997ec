import CMicaSocket
import Foundation
import MicaTrace

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// An error number of the system.
package struct SystemError: LocalizedError, Equatable, CustomStringConvertible {
    /// The value of errno.
    package let code: Int32

    package init(code: Int32) { self.code = code }

    /// The system's text for the error.
    package var description: String {
        guard let text = unsafe strerror(code) else { return "error \(code)" }
        return unsafe String(cString: text).lowercased()
    }

    /// Checks the result of a call of CMicaSocket, which is negative for an error.
    static func check(_ result: Int32) throws(SystemError) -> Int32 {
        guard result >= 0 else { throw SystemError(code: -result) }
        return result
    }
    /// The description, as `localizedDescription` gives it.
    package var errorDescription: String? { description }
}

/// A file descriptor that is closed when its last owner releases it.
package final class Descriptor: Sendable {
    /// The system's number for it.
    package let number: Int32

    /// Takes ownership of a descriptor.
    package init(_ number: Int32) { self.number = number }

    deinit { close(number) }

    /// Takes ownership of descriptors that another process has sent and that are not what was asked for, and closes
    /// them.
    ///
    /// Closing a file of a file system in user space may wait for that file system's server, so a separate thread does
    /// it.
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

    /// A descriptor with which one thread can wake the `poll` of another.
    package static func event() throws(SystemError) -> Descriptor {
        Descriptor(try SystemError.check(mica_event_make()))
    }

    /// Makes an event readable, from any thread.
    package func signal() { mica_event_signal(number) }

    /// Makes an event unreadable again.
    package func clear() { mica_event_clear(number) }

    /// The time for which a thread polls for an answer before it sleeps: about as long as putting a thread to sleep and
    /// waking it takes, so an answer within this time costs no more. With one processor, polling would delay the
    /// answer. *Units*: seconds.
    private static let wakefulness = ProcessInfo.processInfo.activeProcessorCount > 1 ? 40e-6 : 0

    /// Waits for an answer: until there is something to read or the connection has ended, at most for a number of
    /// seconds.
    func waitToRead(seconds: Double) {
        var entry = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        let end = MonotonicClock.now + min(seconds, Self.wakefulness)
        while MonotonicClock.now < end {
            unsafe mica_wait(&entry, 1, 0)
            if entry.revents != 0 { return }
        }
        unsafe mica_wait(&entry, 1, max(0, seconds))
    }

    /// Shuts a connection down both ways. Threads that wait for it wake up, although they still hold it.
    func endConnection() { mica_socket_end(number) }
}
